# `make` alone lists what can be done. Nothing needs to be set up before.

PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed
PEERS := .venv-peers
ARGS ?=
GAME ?=
# Compiled rules from a warm cache: the rules of every game, and the house proved on the toy game.
QUICK := -m 'not slow' -k 'sealed_bids or rules or house or contract'

.DEFAULT_GOAL := help
.PHONY: help setup check test test-long test-numba test-wheel test-faces test-ray test-browser
.PHONY: play-checked coverage-rules docs train ladder certify lint format bench bench-peers clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

setup: $(INSTALLED) ## make .venv, install the package and the tools into it, compile the rules
	$(BIN)/paxren warm --all

check: $(INSTALLED) ## what one runs after every edit: style, types, the quick tests (a minute)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n auto $(QUICK) $(ARGS)

test: $(INSTALLED) ## run all tests three ways: GAME=name for one game, ARGS go to pytest
	@$(BIN)/python tests/run_suites.py $(if $(GAME),--game $(GAME)) $(ARGS)

test-browser: $(INSTALLED) ## play whole games of every game in a real browser (Chromium)
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m pytest -q -rP tests/browser/whole_games.py $(ARGS)

test-numba: ## the quick tests on the lowest and the highest Numba that is allowed
	$(PYTHON) tests/run_numba.py $(ARGS)

test-wheel: ## build the wheel, install it in an empty environment, play every game
	$(PYTHON) tests/run_wheel.py

test-faces: ## OpenSpiel, TorchRL and RLlib on every game, in environments of their own
	@test -x .venv-faces/bin/python || $(PYTHON) -m venv .venv-faces
	.venv-faces/bin/python -m pip install --quiet --constraint constraints.txt \
		--editable '.[train,arena,dev,openspiel,torchrl,rllib,examples]'
	.venv-faces/bin/python -m pytest tests/faces/check_*.py -p no:warnings $(ARGS)

test-ray: ## arena, training, checked play on a Ray cluster of several nodes on this machine
	@test -x .venv-ray/bin/python || $(PYTHON) -m venv .venv-ray
	.venv-ray/bin/python -m pip install --quiet --constraint constraints.txt \
		--editable '.[train,arena,dev,ray]'
	.venv-ray/bin/python -m pytest tests/cluster/check_*.py -p no:warnings $(ARGS)

test-long: $(INSTALLED) ## every combination of options, with all invariants
	$(BIN)/python -m pytest tests/games/*/long/*.py $(ARGS)

lint: $(INSTALLED) ## check the style and the types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(INSTALLED) ## put imports and layout in order
	$(BIN)/ruff check --select I --fix .
	$(BIN)/ruff format .

play-checked: $(INSTALLED) ## checked random play, all invariants (GAME=name, ARGS="--decisions N")
	$(BIN)/python -m tests.play_checked $(if $(GAME),--game $(GAME)) $(ARGS)

coverage-rules: $(INSTALLED) ## which branches of which rules tests and play reach (GAME=name)
	$(BIN)/python -m tests.coverage_rules $(if $(GAME),--game $(GAME)) $(ARGS)

train: $(INSTALLED) ## train ten minutes, evaluate, draw the curve (GAME=name, ARGS: settings)
	$(BIN)/python -m train.main $(if $(GAME),--game $(GAME)) $(ARGS)

ladder: $(INSTALLED) ## rate everything shipped, hours (GAME=name, ARGS="--agents my.module.Agent")
	$(BIN)/python -m agents.ladder $(if $(GAME),--game $(GAME)) $(ARGS)

certify: $(INSTALLED) ## how much can be won against a policy (ARGS="PATH --multiple 1")
	$(BIN)/python -m train.best_response $(if $(GAME),--game $(GAME)) $(ARGS)

bench: $(INSTALLED) ## measure the engine: steps, clones, cold and warm start
	$(BIN)/python -m benchmarks.engine $(if $(GAME),--game $(GAME)) $(ARGS)

bench-peers: $(PEERS)/.installed ## measure all environments beside others, draw the bars (GAME=name)
	$(PEERS)/bin/python -m benchmarks.throughput --game $(or $(GAME),all) --starts \
		--json benchmarks/throughput.json --png benchmarks/throughput.png $(ARGS)

docs: ## build the documentation into build/site; broken links are errors
	@test -x .venv-docs/bin/mkdocs || $(PYTHON) -m venv .venv-docs
	.venv-docs/bin/python -m pip install --quiet --requirement docs/requirements.txt
	.venv-docs/bin/mkdocs build --strict --quiet

clean: ## remove what builds and tests left behind (.venv stays)
	rm -rf .venv-numba build dist .pytest_cache .ruff_cache .mypy_cache .hypothesis .coverage htmlcov
	find . -path ./.venv -prune -o -name __pycache__ -type d -exec rm -rf {} +

$(PEERS)/.installed: pyproject.toml constraints.txt benchmarks/peers.txt
	@echo "Setting up $(PEERS): other environments, to compare with ..."
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --editable . \
		--requirement benchmarks/peers.txt --constraint constraints.txt
	@touch $@

# Done again whenever one of the two files changes.
$(INSTALLED): pyproject.toml constraints.txt
	@echo "Setting up .venv: this downloads a few packages and takes a minute or two ..."
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[all]' --constraint constraints.txt
	@touch $@
