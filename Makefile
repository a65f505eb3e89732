# What each command does: `make help`.
PYTHON ?= python3
HOST ?= 0.0.0.0
BIN := .venv/bin
READY := .venv/ready
TOOLS := .venv/tools
PAGE := src/atlantis_games/server/page/index.html
PEERS := .venv/peers/ready
PIP := -m pip --disable-pip-version-check -q install
export PYTHONPATH := tests

.PHONY: help play page chromium test check plain bench load soak golden clean

help:  ## lists these commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

play:  ## starts the page and opens it in a browser
	@$(MAKE) --silent --no-print-directory -j2 $(READY) $(PAGE)
	@$(BIN)/atlantis serve --host $(HOST) --open

page: $(READY) $(PAGE)  ## builds the page into the package

test: chromium  ## passes every test
	@$(MAKE) --silent --no-print-directory -j2 $(TOOLS) $(PAGE)
	@cd web && npm run --silent check && npm run --silent test
	@$(BIN)/python -m pytest -n auto --dist worksteal
	@$(MAKE) --no-print-directory plain

plain: $(TOOLS)  ## the rules' tests again: bounds-checked, and uncompiled with warnings as errors
	@echo "The rules again, with every index checked:"
	@NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -n auto -m plain tests
	@echo "The rules again, uncompiled:"
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -W error -m pytest -n auto -m plain tests

check: $(TOOLS)  ## adds ruff and mypy to the tests
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(MAKE) --no-print-directory test

bench: $(TOOLS) $(PEERS)  ## measures speed beside other engines, in one run
	@$(BIN)/python bench/run.py

load: $(TOOLS) bench/boardgame/node_modules/ready  ## 1,000 tables at once for a minute; nothing may be lost
	@$(BIN)/python bench/load.py

soak: $(TOOLS)  ## plays 20,000 and 2,000 games on both engines and compares every step
	@$(BIN)/python -m soak causeway 20000
	@$(BIN)/python -m soak escape 2000

golden: $(TOOLS)  ## writes the golden playthroughs anew
	@$(BIN)/python -m golden

clean:  ## removes what `make` has set up
	rm -rf .venv build dist src/*.egg-info web/node_modules src/atlantis_games/server/page

$(READY): pyproject.toml constraints.txt
	@echo "Setting up in .venv, once ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python $(PIP) -c constraints.txt -e . 2>&1 | grep -v '^WARNING: Location' || true
	@$(BIN)/python -c 'import atlantis_games, fastapi, numba'
	@touch $@

$(TOOLS): $(READY)
	@echo "Setting up what the tests need in .venv, once ..."
	@$(BIN)/python $(PIP) -c constraints.txt -e '.[dev,lab]' 2>&1 | grep -v '^WARNING: Location' || true
	@$(BIN)/python -c 'import pytest, pyspiel, pettingzoo'
	@touch $@

chromium:  ## sees to it that a browser is there for the tests
	@command -v chromium > /dev/null || (echo "Installing Debian's chromium for the tests, once ..." \
		&& apt-get update -qq > /dev/null && DEBIAN_FRONTEND=noninteractive \
		apt-get install -y -qq chromium > /dev/null)

web/node_modules/ready: web/package.json web/package-lock.json
	@echo "Setting up the page's tools in web/node_modules, once ..."
	@cd web && npm ci --silent --no-progress
	@touch $@

$(PAGE): web/node_modules/ready web/index.html web/rules.ts web/texts.ts web/vite.config.ts \
		$(shell find web/src web/public docs/rules -type f; find src/atlantis_games -path '*/locales/*.json')
	@echo "Building the page ..."
	@cd web && npm run --silent build
	@touch $@

bench/boardgame/node_modules/ready: bench/boardgame/package.json bench/boardgame/package-lock.json
	@echo "Setting up the server to compare with in bench/boardgame, once ..."
	@cd bench/boardgame && npm ci --silent --no-progress
	@touch $@

$(PEERS): constraints.txt
	@echo "Setting up the engines to compare with in .venv/peers, once ..."
	@test -x .venv/peers/bin/python || $(PYTHON) -m venv .venv/peers
	@for package in open_spiel catanatron pgx rlcard envpool 'pettingzoo[classic]'; do \
		.venv/peers/bin/python $(PIP) -c constraints.txt "$$package" >/dev/null 2>&1 \
		|| echo "$$package cannot be installed here; the tables will say so."; done
	@touch $@
