# Everything is set up by the two commands below; they need Python 3.11 or newer, make, and pip's package index.
#   make play     open Woozle
#   make test     install the package as a user gets it, and run all tests against that

PYTHON ?= python3
BIN := .venv/bin
# Tests of screens, terminals and browsers wait for much of their time: two processes more than there are cores keep all of them busy.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 2)')
SOURCES := pyproject.toml $(shell find core players saves tui -type f -not -name '*.pyc')
INSTALL := rm -rf build *.egg-info && $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint tests/constraints.txt

.PHONY: play test lint bench pictures clean

play: .venv/played
	@$(BIN)/woozle

test: .venv/tested
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

lint: .venv/linted
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/tested
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.ship_bots

pictures: .venv/tested
	$(BIN)/python tests/pictures.py

clean:
	rm -rf .venv build *.egg-info

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Woozle needs Python 3.11 or newer; name one: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv

.venv/played: .venv/bin/python $(SOURCES)
	@echo "Installing Woozle (40 MB to download, once)..."
	$(INSTALL) .
	@touch $@

.venv/tested: .venv/bin/python $(SOURCES) tests/constraints.txt
	$(INSTALL) '.[test]'
	@touch $@ .venv/played

.venv/linted: .venv/bin/python $(SOURCES) tests/constraints.txt
	$(INSTALL) '.[test,lint]'
	@touch $@ .venv/tested .venv/played
