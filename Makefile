# Everything here runs on Python 3.11 or newer (with its venv module) and make alone. The first run
# makes a virtual environment in .venv and installs into it; later runs use it again.
#
#   make test PYTHON=python3.13        with a Python of your choice
#   make test PYTEST_ARGS="-k dodge"   only some tests
#   make demo DEMO_ARGS=--plain        more words for the command

PYTHON ?=
VENV ?= .venv
BIN := $(VENV)/bin
# one more than there are cores: some tests wait, for a socket or for what shall not happen
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN || echo 1) + 1)
PYTEST_ARGS ?=
DEMO_ARGS ?=
PLAY_ARGS ?=
TRAIN_ARGS ?=
SOAK_ARGS ?=
MUTANTS_ARGS ?=
# empty: not the versions and hashes of tools/*.lock, but the newest that pyproject.toml admits
LOCKED ?= yes

export PIP_DISABLE_PIP_VERSION_CHECK := 1

PIP := $(BIN)/python -m pip --quiet
OFFLINE := { echo "tableside: pip could not install the libraries (its reason stands above); the first run needs the network" >&2; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help demo play test test-slow test-all style coverage check format rules texts soak mutants train lock lowest clean

help: ## say what make can do
	@echo "Tableside: the companion beside a real game table"
	@echo
	@grep -hE '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

# ---- the jobs

demo: $(VENV)/.installed ## a whole game plays itself through the camera pipeline and is scored
	@$(BIN)/tableside demo $(DEMO_ARGS)

demo-cards: $(VENV)/.dev ## a game of cards plays itself, also with DEMO_ARGS='--game rsf': a camera reads every card
	@$(BIN)/python -m models.workshop.card_game $(DEMO_ARGS)

play: $(VENV)/.installed ## open the app
	@$(BIN)/tableside $(PLAY_ARGS)

# worksteal: a whole game by keys takes a hundred times as long as most tests. A worker that has run
# out of tests takes over what another has not begun, and neighbours still share what they prepare.
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
# pytest ends with 5 where it finds no test: fine where somebody asks for a few of one sort
OR_NONE := $(if $(PYTEST_ARGS),|| [ $$? = 5 ])

test: $(VENV)/.test ## run the tests, all but the slow ones
	@$(PYTEST) -m 'not slow' $(PYTEST_ARGS) $(OR_NONE)

test-slow: $(VENV)/.test ## run the slow tests: long games, games at random, soak samples, the workshop
	@$(PYTEST) -m slow $(PYTEST_ARGS) $(OR_NONE)

test-all: test test-slow ## run every test

# Branches that only chance finds do not count: without properties, and without games at random.
COVERING := tests/core tests/games tests/journal tests/record tests/rolls tests/hardware/ble tests/hardware/dtp tests/hardware/printed
BY_CHANCE := --ignore-glob='tests/games/test_games_*.py' -m 'not hypothesis and not slow'

coverage: $(VENV)/.test ## demand a test of every branch of the rules, the records and the rolls
	@$(PYTEST) $(COVERING) $(BY_CHANCE) --cov --cov-report=term --cov-report=json $(PYTEST_ARGS)

style: $(VENV)/.dev ## form, habits, spelling, types, import contracts, nothing unused and nothing twice
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/codespell
	@$(BIN)/python -m mypy
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/python tools/texts.py --check
	@$(BIN)/python tools/unused.py
	@$(BIN)/python tools/repeats.py

check: style coverage test ## style, every branch, then the tests

format: $(VENV)/.dev ## put the code in its form and mend what can be mended
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

rules: $(VENV)/.test ## write docs/rules-coverage.md and docs/record.md anew
	@$(BIN)/python tests/rules/rules_page.py
	@$(BIN)/python tests/record_page.py

texts: $(VENV)/.test ## write the list of all texts anew, for translators
	@$(BIN)/python tools/texts.py

soak: $(VENV)/.test ## try every promise of docs/reliability.md (about an hour)
	@$(BIN)/python -m models.workshop.soak $(SOAK_ARGS)

mutants: $(VENV)/.mutation ## change MonsterDice's play in small ways: do its tests notice? (long)
	@$(BIN)/python -m models.workshop.mutants $(MUTANTS_ARGS)

train: $(VENV)/.train ## make the dice reader's network anew (long)
	@mkdir -p build/training
	@$(BIN)/python -m models.workshop.training.train --out models --resume build/training --checkpoints build/training $(TRAIN_ARGS)
	@$(BIN)/python -m models.workshop.measure.fit_confidence --models models --elsewhere tests/independent

lock: $(VENV)/.lock ## write tools/*.lock anew: the newest libraries, for all systems, with hashes
	@set -e; for name in runtime test dev; do \
		$(BIN)/python tools/requirements.py build runtime $$name | \
		$(BIN)/uv pip compile - --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-strip-extras \
			--no-annotate --default-index https://pypi.org/simple --custom-compile-command "make lock" \
			--output-file tools/$$name.lock; \
	done

lowest: ## run every test with the oldest libraries that pyproject.toml admits
	@$(MAKE) --no-print-directory VENV=.venv-lowest LOCKED= .venv-lowest/.lowest test-all

clean: ## throw the virtual environments and caches away
	rm -rf .venv .venv-lowest build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# ---- what they stand on: one stamp a step, so that a second run starts at once

# An environment whose Python has gone, or that was moved with its folder, is made anew.
STALE := $(shell test ! -e $(VENV)/.python || { test "$$(cat $(VENV)/.python)" = "$(CURDIR)" && $(BIN)/python -c ''; } 2>/dev/null || rm -f $(VENV)/.python)

$(VENV)/.python: tools/venv.sh
	@sh tools/venv.sh "$(VENV)" "$(PYTHON)"
	@echo "$(CURDIR)" > $@

# A group that has a lock gets the files whose hashes stand there, and no others. Tableside itself is
# then built by the locked hatchling, because pip would fetch another one for it.
LOCKS := $(if $(LOCKED),$(wildcard tools/*.lock))
WANTED = --requirement $(VENV)/$*.txt
$(VENV)/.test $(VENV)/.dev: WANTED = $(if $(LOCKS),--require-hashes --requirement tools/$*.lock,--requirement $(VENV)/$*.txt)

$(VENV)/.installed: $(VENV)/.python pyproject.toml $(LOCKS)
	@echo "tableside: installing into $(VENV) (the first time takes a minute or two)"
	@$(if $(LOCKS),$(PIP) install --require-hashes --requirement tools/runtime.lock || $(OFFLINE))
	@$(PIP) install $(if $(LOCKS),--no-deps --no-build-isolation) --editable . || $(OFFLINE)
	@touch $@

$(VENV)/.test $(VENV)/.dev $(VENV)/.train $(VENV)/.mutation $(VENV)/.lock: $(VENV)/.%: $(VENV)/.installed tools/requirements.py
	@echo "tableside: installing what '$*' needs into $(VENV)"
	@$(BIN)/python tools/requirements.py $* > $(VENV)/$*.txt
	@$(PIP) install $(WANTED) || $(OFFLINE)
	@touch $@

$(VENV)/.lowest: $(VENV)/.installed
	@$(BIN)/python tools/requirements.py runtime --lowest > $(VENV)/lowest.txt
	@$(PIP) install --requirement $(VENV)/lowest.txt || $(OFFLINE)
	@touch $@
