# What each command does: `make help`.
SHELL := /bin/bash
PYTHON ?= python3
HOST ?= 0.0.0.0
PORT ?= 8000
BIN := .venv/bin
READY := .venv/ready
TOOLS := .venv/tools
PAGE := src/atlantis_games/server/page/index.html
PEERS := .venv/peers/ready
PIP := -m pip --disable-pip-version-check -q install
HASHED := --require-hashes --no-deps -r
# pip warns of local folders that are set up and missing; that is filtered, its exit code counts.
FILTERED := 2> >(grep -v '^WARNING: Location' >&2)
PICTURE ?= build/batch-size.svg
export PYTHONPATH := tests

.PHONY: help play kernels page wheel types pictures chromium webkit postgresql nginx browsers test coverage test-postgresql chaos check plain bench load abuse soak hashes audit mutants golden release clean

help:  ## lists these commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

play:  ## starts the page and opens it in a browser; PORT=8123 chooses where
	@$(MAKE) --silent --no-print-directory -j2 kernels $(PAGE)
	@$(BIN)/atlantis serve --host $(HOST) --port $(PORT) --open

kernels: $(READY)  ## begins to compile the games; nobody waits for it, and the page shows how far it is
	@nice $(BIN)/atlantis prepare > /dev/null 2>&1 &

page: $(READY) $(PAGE)  ## builds the page into the package

# Whatever a build leaves stays in build/; only finished files go to dist/.
WHEEL = $(BIN)/python -m pip --disable-pip-version-check -q wheel --no-deps --no-build-isolation -w dist .

wheel: $(TOOLS) $(PAGE)  ## writes wheels, one of them with compiled kernels, and the sources into dist/, all with the page
	@mkdir -p dist
	@$(BIN)/python -m ship build/compiled
	@ATLANTIS_COMPILED=build/compiled $(WHEEL)
	@$(WHEEL)
	@$(BIN)/python -c 'from setuptools import build_meta; build_meta.build_sdist("dist")' > /dev/null
	@rm -rf build/lib* build/bdist* && du -h dist/*

SCHEMA = $(BIN)/python -m atlantis_games.server.schema > build/openapi.json

types: $(TOOLS) web/node_modules/ready  ## writes the page's types of messages again, from the server's schemas
	@mkdir -p build && $(SCHEMA)
	@cd web && npm run --silent types -- ../build/openapi.json

PYTEST = $(BIN)/python -m pytest -n auto --dist worksteal

test: browsers  ## runs every test
	@mkdir -p build && $(SCHEMA)
	@cd web && npm run --silent types -- ../build/openapi.json --check
	@cd web && npm run --silent check && npm run --silent test
	@$(PYTEST)
	@$(MAKE) --no-print-directory test-postgresql
	@$(MAKE) --no-print-directory plain

coverage: browsers  ## runs the tests of the package and prints how much of it they cover; takes twice as long
	@$(PYTEST) --cov --cov-report=term:skip-covered

browsers: chromium webkit postgresql nginx  ## sets up what the tests of the page and of the server need
	@$(MAKE) --silent --no-print-directory -j2 $(TOOLS) $(PAGE)

chaos: $(TOOLS) postgresql  ## kills and pauses servers and their database while people play, and checks that nothing is lost
	@ATLANTIS_CHAOS=1 $(BIN)/python -m pytest -n 0 -q tests/server/test_cluster.py

test-postgresql: $(TOOLS) postgresql  ## runs all tests in which a server stores something again, on PostgreSQL
	@echo "The tests of the server that store something again, on PostgreSQL:"
	@ATLANTIS_FAULTS=10 ATLANTIS_TEST_DATABASE=postgresql $(PYTEST) tests/server

plain: $(TOOLS)  ## runs the tests of the rules again, bounds-checked, then uncompiled with warnings as errors
	@echo "The rules again, with every index checked:"
	@NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -n auto -m plain tests
	@echo "The rules again, uncompiled:"
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -W error -m pytest -n auto -m plain tests

check: $(TOOLS)  ## runs ruff, mypy and the tests
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(MAKE) --no-print-directory test

bench: $(TOOLS) $(PEERS)  ## measures speed beside other engines; PICTURE=docs/batch-size.svg renews the picture
	@mkdir -p $(dir $(PICTURE))
	@$(BIN)/python bench/run.py --picture $(PICTURE)

load: $(TOOLS) bench/boardgame/node_modules/ready  ## plays 1,000 tables at once for a minute and checks that nothing is lost
	@$(BIN)/python bench/load.py

abuse: $(TOOLS)  ## lets one address do all that is allowed while another plays, and measures how long that waits
	@$(BIN)/python bench/abuse.py

soak: $(TOOLS)  ## plays thousands of games on the engine and its reference, and kills servers and disks 1,000 times
	@$(BIN)/python -m soak causeway 20000
	@$(BIN)/python -m soak escape 2000
	@ATLANTIS_FAULTS=1000 $(BIN)/python -m pytest -n 0 tests/server/test_faults.py \
		tests/server/test_persistence.py::test_acknowledged_moves_survive_killing_the_server

hashes: $(TOOLS)  ## writes requirements/ again: every package by version and by the hashes of all its files
	@$(BIN)/python $(PIP) -c constraints.txt uv $(FILTERED)
	@$(LOCK) --extra server -o requirements/run.txt
	@$(LOCK) --extra server --extra plots --extra dev --extra lab -o requirements/tools.txt

# For every platform and interpreter, whatever runs here; the registry is the one that is set up, and is not named.
LOCK = echo setuptools | $(BIN)/uv pip compile pyproject.toml - -c constraints.txt -q --system-certs --universal \
	--python-version 3.11 --generate-hashes --no-header --no-annotate

audit: $(TOOLS)  ## looks for known holes in the packages we use; says so if no database can be reached
	@$(BIN)/python $(PIP) pip-audit==2.10.1 $(FILTERED)
	@$(BIN)/python -m audit

mutants: $(TOOLS)  ## breaks over 200 rules one at a time and reports which test notices
	@$(BIN)/python -m mutants $(MUTANTS)

golden: $(TOOLS)  ## writes the golden playthroughs again; read the difference before you commit it
	@$(BIN)/python -m golden

release: $(TOOLS)  ## builds, tries, dates and tags VERSION=0.2.0; with REHEARSE=1 nothing is committed or tagged
	@$(BIN)/python -m release $(VERSION) $(if $(REHEARSE),--rehearse)

clean:  ## removes everything that `make` has set up
	rm -rf .venv build dist .coverage* src/*.egg-info web/node_modules src/atlantis_games/server/page

$(READY): pyproject.toml requirements/run.txt
	@echo "Setting up in .venv, once ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python $(PIP) $(HASHED) requirements/run.txt $(FILTERED)
	@$(BIN)/python $(PIP) --no-deps --no-build-isolation -e . $(FILTERED)
	@$(BIN)/python -c 'import atlantis_games, fastapi, numba'
	@touch $@

$(TOOLS): $(READY) requirements/tools.txt
	@echo "Setting up what the tests need in .venv, once ..."
	@$(BIN)/python $(PIP) $(HASHED) requirements/tools.txt $(FILTERED)
	@$(BIN)/python -m pip check > /dev/null
	@$(BIN)/python -c 'import pytest, pyspiel, pettingzoo'
	@touch $@

pictures: $(TOOLS) $(PAGE) chromium  ## takes pictures of every screen into build/pictures; ONLY="de 640x360 dark replay" chooses
	@$(BIN)/python -m page.pictures $(ONLY)

chromium:  ## installs a browser for the tests if there is none
	@command -v chromium > /dev/null || (echo "Installing Debian's chromium for the tests, once ..." \
		&& apt-get update -qq > /dev/null && DEBIAN_FRONTEND=noninteractive \
		apt-get install -y -qq chromium > /dev/null)

webkit:  ## installs a second browser engine for the tests if there is none
	@command -v WebKitWebDriver > /dev/null && command -v Xvfb > /dev/null \
		|| (echo "Installing Debian's WebKit and Xvfb for the tests, once ..." \
		&& apt-get update -qq > /dev/null && DEBIAN_FRONTEND=noninteractive \
		apt-get install -y -qq --no-install-recommends webkit2gtk-driver xvfb > /dev/null)

postgresql:  ## installs a PostgreSQL server for the tests if there is none
	@command -v initdb > /dev/null || ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 \
		|| (echo "Installing Debian's PostgreSQL for the tests, once ..." \
		&& apt-get update -qq > /dev/null && DEBIAN_FRONTEND=noninteractive \
		apt-get install -y -qq postgresql > /dev/null)

nginx:  ## installs a proxy for the tests if there is none; the one test that needs it is left out without
	@command -v nginx > /dev/null || test -x /usr/sbin/nginx \
		|| (echo "Installing Debian's nginx for the tests, once ..." \
		&& DEBIAN_FRONTEND=noninteractive apt-get install -y -qq nginx-light > /dev/null) || true

web/node_modules/ready: web/package.json web/package-lock.json
	@echo "Setting up the page's tools in web/node_modules, once ..."
	@cd web && npm ci --silent --no-progress
	@touch $@

$(PAGE): web/node_modules/ready web/index.html web/colours.ts web/rules.ts web/texts.ts \
		web/vite.config.ts $(shell find web/src web/public docs/rules -type f; \
		find src/atlantis_games -name '*.json' -not -path '*/page/*')
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
