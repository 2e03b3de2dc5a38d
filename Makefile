# One entry for everything. A fresh machine needs Python >= 3.11 and make; the environment is made on first use.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LISTS := rulepacks/t9a/lists/empire_of_sonnstahl.txt rulepacks/t9a/lists/highborn_elves.txt

.DEFAULT_GOAL := help
.PHONY: help env demo test lint bench soak mutants fmt dist clean

help: ## show this list
	@sed -nE 's/^([a-z]+):[^#]*## (.*)/make \1\t\2/p' Makefile

# The stamps hold what is installed: a second run does nothing until pyproject.toml changes.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Tercio needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.stamp-run: pyproject.toml | $(BIN)/python
	$(PIP) --editable .
	@touch $@

$(VENV)/.stamp-dev: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[dev]'
	@touch $(VENV)/.stamp-run $@

$(VENV)/.stamp-bench: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[dev,bench]'
	@touch $(VENV)/.stamp-run $(VENV)/.stamp-dev $@

env: $(VENV)/.stamp-dev ## make the environment for work on Tercio

demo: $(VENV)/.stamp-run ## play the two bundled army lists against each other
	$(BIN)/tercio play $(LISTS) --seed 1

test: lint ## everything that has to hold: style, types, import rules, tests
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/.stamp-dev ## style, types and import rules only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.stamp-bench ## measure against peers
	$(BIN)/python -m benchmarks

soak: $(VENV)/.stamp-dev ## the long runs that `make test` leaves out
	$(BIN)/python -m pytest -m soak

mutants: $(VENV)/.stamp-dev ## which changes of the rules no scenario notices, by pack
	$(BIN)/tercio mutants t9a empire-of-sonnstahl highborn-elves sovl spearhead wap --workers 2

fmt: $(VENV)/.stamp-dev ## lay the code out and mend what can be mended
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

dist: $(VENV)/.stamp-dev ## build sdist and wheel into dist/
	$(BIN)/python -m build

clean: ## remove caches and build output; the environment stays
	rm -rf build dist htmlcov .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -path ./$(VENV) -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
