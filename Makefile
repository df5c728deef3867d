VENV ?= .venv
BIN := $(VENV)/bin
OUT ?= docs/screenshots

.PHONY: run test test-long nightly audit lint types locale bench bench-long screenshots setup
.DEFAULT_GOAL := run

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml constraints.txt .ci/setup
	@.ci/setup $(VENV)

run: setup ## Open the app; without a display, run the demo in the terminal
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname -s)" = Darwin ]; then $(BIN)/tableside; else $(BIN)/tableside demo; fi

test: setup lint types ## Everything a change must pass
	$(BIN)/python -m pytest -n auto

test-long: setup ## The exhaustive sets
	$(BIN)/python -m pytest -n auto -m long

nightly: setup ## Ten thousand hostile inputs at every door, into docs/figures/fuzz.json (a seed: TABLESIDE_SEED=n)
	$(BIN)/python -m tests.fuzz 10000

audit: setup ## Known weaknesses of the libraries we pin, where an index can be asked
	.ci/audit $(VENV)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

locale: setup ## Compile the message catalogues
	$(BIN)/python -m tableside.locale tests/sample_games

bench: setup ## Every benchmark that can run here, into docs/FIGURES.md (bench-long: the long ones too)
	$(BIN)/python -m benchmarks

bench-long: setup
	$(BIN)/python -m benchmarks --all

screenshots: setup ## Every screen in both languages (OUT=DIR for another folder)
	SDL_VIDEODRIVER=offscreen $(BIN)/python -m tableside.app.screenshots $(OUT)
