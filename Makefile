VENV ?= .venv
BIN := $(VENV)/bin
OUT ?= docs/screenshots

.PHONY: run test suite quick test-314 coverage test-long nightly audit lint types locale bench bench-long screenshots docs release setup
.DEFAULT_GOAL := run

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml constraints.txt requirements.lock .ci/setup
	@.ci/setup $(VENV)

run: setup ## Open the app; without a display, run the demo in the terminal
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname -s)" = Darwin ]; then $(BIN)/tableside; else $(BIN)/tableside demo; fi

test: setup lint ## Everything a change must pass; types are checked beside the tests
	@$(MAKE) --no-print-directory -j2 types suite

suite: setup
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto

quick: setup ## What changed, in under a minute: lint, types, kernel, walls, the contract of the games touched
	@.ci/quick $(VENV)

test-314: setup ## The kernel and the games on the Python a tablet brings, under Node
	npm install --no-audit --no-fund --no-save --prefix build/pyodide pyodide@314
	$(BIN)/python -m pytest tests/test_python314.py

coverage: setup ## How much of the kernel its own tests and the contract of two games reach; less than the bound fails
	$(BIN)/python -m pytest -n auto tests/core tests/test_contract.py -k "core or kavicsok or urcsempeszek" \
	  --cov=tableside.core --cov-report=term --cov-fail-under=88

test-long: setup coverage ## The exhaustive sets
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

screenshots: setup ## Every screen in both languages, and first evenings by touch (OUT=DIR for another folder)
	SDL_VIDEODRIVER=offscreen $(BIN)/python -m tableside.app.screenshots $(OUT)
	$(BIN)/python -m benchmarks.first_evening $(OUT)

docs: setup ## The pages as a site, into build/site
	@.ci/docs $(VENV)

release: setup ## Wheel and source archive, tried in an empty environment, with licences and a list of parts, into dist
	@.ci/release $(VENV)
