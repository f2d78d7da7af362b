# The first two commands set up everything; they need Python 3.11 or newer, make, and pip's package index.
#   make play     open Woozle
#   make test     install the package as a user gets it, and run the tests against that, without those marked e2e
#   make test-e2e the tests of real terminals, browsers, signals, processes, servers and training, against the same
#   make dev      install it in place, so that changes take effect at once; play, test and lint then use that
#   make check    ruff, and the tests nearest to what was changed since BASE (HEAD), without those marked e2e; under a minute
#   make servers  a small model at every table, with llama.cpp's own server (20 minutes; 127 MB to download, once), and one match of each
#                 game by every server of models that is installed; tests/players/backends/small_model.py and real_servers.py say how
#   make environments  the tests of OpenEnv, verifiers and Inspect, each in an environment of its own
#   make lint     static checks

PYTHON ?= python3
BIN := .venv/bin
unexport PYTHONDONTWRITEBYTECODE  # hundreds of processes of the tests import the same modules
# Tests of screens, terminals and browsers wait for much of their time: two processes more than there are cores keep all of them
# busy. Each collects all tests first, so that more of them would cost more than they gain; those marked e2e are in few files.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 2)')
SOURCES := pyproject.toml setup.py $(wildcard src/*.py src/woozle/*.py) $(shell find $(filter-out %.py py.typed __pycache__,$(notdir $(wildcard src/woozle/*))) -type f -not -name '*.pyc')
INSTALL := rm -rf build src/*.egg-info && $(BIN)/python -m pip install --no-compile --quiet --disable-pip-version-check --constraint constraints.txt

# Once `make dev` was run, its environment is used by everything else too, until `make clean`.
INSTALLED = $(if $(wildcard .venv/dev),.venv/dev,.venv/$(1))

.PHONY: play test test-e2e dev check lint servers environments bench pictures clean

play: $(call INSTALLED,played)
	@$(BIN)/woozle

test: $(call INSTALLED,tested)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not e2e"

test-e2e: $(call INSTALLED,tested)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m e2e $$(grep -rl --include='*.py' mark.e2e tests)

dev: .venv/dev

check: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@files=$$($(BIN)/python -m tests.affected $(BASE)) && if [ -n "$$files" ]; then $(BIN)/python -m pytest -n $(WORKERS) -m "not e2e" $$files || [ $$? = 5 ]; fi

lint: $(call INSTALLED,linted)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

servers: $(call INSTALLED,tested)
	$(BIN)/python -m tests.players.backends.small_model
	$(BIN)/python -m tests.players.backends.real_servers

environments: $(call INSTALLED,tested)
	$(BIN)/python -m tests.arena.environments.separate

bench: $(call INSTALLED,tested)
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.ship_bots --alone --matches 1000

pictures: $(call INSTALLED,tested)
	$(BIN)/python -m tests.pictures
	$(BIN)/python -m tests.gallery
	$(BIN)/python -m tests.recording

clean:
	rm -rf .venv build src/*.egg-info

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Woozle needs Python 3.11 or newer; name one: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv

.venv/played: .venv/bin/python $(SOURCES) constraints.txt
	@echo "Installing Woozle (40 MB to download, once)..."
	$(INSTALL) .
	@touch $@

.venv/tested: .venv/bin/python $(SOURCES) constraints.txt
	$(INSTALL) '.[test]'
	@touch $@ .venv/played

.venv/linted: .venv/bin/python $(SOURCES) constraints.txt
	$(INSTALL) '.[test,lint]'
	@touch $@ .venv/tested .venv/played

.venv/dev: .venv/bin/python pyproject.toml setup.py constraints.txt
	@echo "Installing Woozle in place, with all that tests and static checks need (some minutes, 1.5 GB, once)..."
	$(INSTALL) --editable '.[test,lint]'
	@touch $@
