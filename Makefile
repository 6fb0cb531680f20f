# Everything starts here: `make demo` and `make test` set up what they need.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: help setup demo test soak bench play flash screens lint format lock test-emulator clean

help: ## Show what there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1|/' | column -t -s '|'

setup: $(STAMP) ## Create the virtual environment in .venv

$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	PIP_USE_PEP517=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --target stubs -r requirements-stubs.lock
	@touch $@

demo: $(STAMP) ## Play two real games on the twin, download them and compare
	@$(BIN)/python -m tengen.twin.demo

test: lint ## All tests
	@$(BIN)/python -m pytest -n 2 --dist loadfile

lint: $(STAMP) ## Check style and compile the firmware for both chips
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: $(STAMP) ## Put the code into its standard form
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

soak: $(STAMP) ## Slow campaigns, results printed
	@$(BIN)/python -m pytest -n 2 --dist loadfile -rP tests/soak --soak

bench: $(STAMP) ## Speed and memory beside their limits
	@$(BIN)/python -m tests.bench

play: $(STAMP) ## A simulated board to play on, its display in this terminal; --port of the other commands takes its port
	@$(BIN)/tengen twin serve --screen

flash: $(STAMP) ## Put the firmware on the board that is plugged in (ARGS="--uf2 FILE" for a bare Pico)
	@$(BIN)/tengen flash $(ARGS)

screens: $(STAMP) ## Draw the manual's screens and tables anew
	@$(BIN)/python -m tengen.twin.manual_screens
	@$(BIN)/python -m tengen.twin.manual_tables

test-emulator: $(STAMP) ## The firmware on an emulated RP2040: make test-emulator UF2=RPI_PICO.uf2
	@UF2="$(if $(UF2),$(abspath $(UF2)))" $(BIN)/python -m pytest -n 2 --dist loadfile -rPs tests/emulator

include hardware/hardware.mk

# Made with the oldest Python that is supported, so that it installs from there on: PYTHON=python3.11 make lock
lock: $(STAMP) ## Write requirements.lock anew from pyproject.toml
	@$(BIN)/pip-compile --quiet --extra dev --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url \
		--no-emit-trusted-host --no-emit-find-links --no-annotate --no-header -o requirements.lock pyproject.toml

clean: ## Remove what was made
	rm -rf $(VENV) build demo stubs .pytest_cache .ruff_cache .hypothesis
