# What each command does: `make help`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
PEERS := .venv/peers/ready
PIP := -m pip --disable-pip-version-check -q install
export PYTHONPATH := tests

.PHONY: help play test check plain bench soak golden clean

help:  ## lists these commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

play: $(READY)  ## starts a game against a bot in the terminal
	@$(BIN)/atlantis play causeway

test: $(READY)  ## passes every test
	@$(BIN)/python -m pytest -n auto --dist worksteal
	@$(MAKE) --no-print-directory plain

plain: $(READY)  ## the rules' tests again: bounds-checked, and uncompiled with warnings as errors
	@echo "The rules again, with every index checked:"
	@NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -n auto -m plain tests
	@echo "The rules again, uncompiled:"
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -W error -m pytest -n auto -m plain tests

check: $(READY)  ## adds ruff and mypy to the tests
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(MAKE) --no-print-directory test

bench: $(READY) $(PEERS)  ## measures speed beside other engines, in one run
	@$(BIN)/python bench/run.py

soak: $(READY)  ## plays 20,000 and 2,000 games on both engines and compares every step
	@$(BIN)/python -m soak causeway 20000
	@$(BIN)/python -m soak escape 2000

golden: $(READY)  ## writes the golden playthroughs anew
	@$(BIN)/python -m golden

clean:  ## removes what `make` has set up
	rm -rf .venv build dist src/*.egg-info

$(READY): pyproject.toml constraints.txt
	@echo "Setting up in .venv, once ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python $(PIP) -c constraints.txt -e '.[dev,lab]' 2>&1 | grep -v '^WARNING: Location' || true
	@$(BIN)/python -c 'import atlantis'
	@touch $@

$(PEERS): constraints.txt
	@echo "Setting up the engines to compare with in .venv/peers, once ..."
	@test -x .venv/peers/bin/python || $(PYTHON) -m venv .venv/peers
	@for package in open_spiel catanatron pgx rlcard envpool 'pettingzoo[classic]'; do \
		.venv/peers/bin/python $(PIP) -c constraints.txt "$$package" >/dev/null 2>&1 \
		|| echo "$$package cannot be installed here; the tables will say so."; done
	@touch $@
