# The front door. All that it needs is Python 3.11 or newer; the rest comes as Python and npm packages,
# into .venv and services/web/node_modules, exactly as the locks say. Only promtool, which tries alerts, is no such
# package: it is the system's, or unpacked from Debian's by apt.

.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
SHELL := /bin/sh

PY := .venv/bin/python
WEB := services/web
# npm finds the Node of the Python package, whatever else is installed; both trust whom the system trusts.
NPM := cd $(WEB) && PATH="$(CURDIR)/.venv/bin:$$PATH" NODE_USE_SYSTEM_CA=1 npm --loglevel=error --no-update-notifier
WEB_SOURCES := $(shell find $(WEB)/src $(WEB)/public 2>/dev/null) \
	$(filter-out %/vitest.config.ts %/biome.json,$(wildcard $(WEB)/*.*))

GATEWAYS ?= 1
ENGINES ?= 1
SEATINGS ?= 1
TIMERS ?= 1
BOTS ?= 1
FSYNC ?= always
ROUNDS ?= 300
TABLES ?= 8
MOVES ?= 300

.PHONY: help
help: ## list what can be done here
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' Makefile

.PHONY: run
run: install web ## run Double Six here: http://127.0.0.1:8000
	@exec $(PY) -m deploy.embedded --with-parent --gateways $(GATEWAYS) --engines $(ENGINES) \
		--seatings $(SEATINGS) --timers $(TIMERS) --bots $(BOTS) --fsync $(FSYNC)

.PHONY: secrets
secrets: ## passwords for compose.yaml, made once, into .secrets
	@sh deploy/secrets.sh

.PHONY: test
test: install dev web ## every test there is: checks, services, client, browser
	@$(PY) -m tests.harness.everything

.PHONY: check
check: check-python check-web ## all that must be green before a push

.PHONY: check-python
check-python: install dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(PY) -m contracts.typescript --check
	$(PY) -m contracts.published --check
	$(PY) -m deploy.grafana --check

.PHONY: check-web
check-web: $(WEB)/node_modules/.all
	$(NPM) run check

.PHONY: faults
faults: install dev ## play on while processes are killed at random; ROUNDS=300 TABLES=8, FAULTS="--cluster nats"
	@$(PY) -m tests.faults --rounds $(ROUNDS) --tables $(TABLES) $(FAULTS)

.PHONY: load
load: install dev ## tables at play on a platform of their own; LOAD="--tables 200 --pace 3 --seconds 30"
	@$(PY) -m tests.load $(LOAD)

.PHONY: bench
bench: install dev ## the standing set of benchmarks, half an hour or more; BENCH="--only storm --runs 5"
	@$(PY) -m tests.load.bench $(BENCH)

.PHONY: arena
arena: install dev ## computer players against each other; ARENA="--preset fives --players 2"
	@$(PY) -m bots.arena $(ARENA)

.PHONY: screenshots
screenshots: install dev web ## pictures of the client, into test-results/
	$(PY) -m tests.e2e.screenshots

.PHONY: screens
screens: install dev web ## every screen and dialog, with axe in every language and size
	SCREENS=all $(PY) -m pytest tests/e2e/on_stage/test_screens.py -p playwright -n $(shell nproc 2>/dev/null || echo 2)

.PHONY: latency
latency: install dev web ## from a press until four browsers have painted the move; MOVES=300
	@$(PY) -m tests.e2e.latency --moves $(MOVES)

.PHONY: types
types: install ## the protocol as TypeScript, from its models
	$(PY) -m contracts.typescript

.PHONY: docs
docs: install ## the protocol as OpenAPI and AsyncAPI, from its models; dashboards, from their questions
	$(PY) -m contracts.published
	$(PY) -m deploy.grafana

COMPILE := PATH="$$PATH:.venv/bin" uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-header \
	pyproject.toml

.PHONY: lock
lock: install ## choose the newest versions that pyproject.toml allows
	@command -v uv >/dev/null || $(PY) -m pip install --quiet uv
	@$(COMPILE) --upgrade --all-extras --output-file requirements-dev.lock
	@$(COMPILE) --extra embedded --constraint requirements-dev.lock --output-file requirements.lock
	@$(COMPILE) --extra embedded --extra tracing --constraint requirements-dev.lock --output-file requirements-containers.lock
	@! grep -n '://' requirements*.lock || { echo "a lock must not hold addresses"; exit 1; }

.PHONY: clean
clean: ## remove all that was installed or built; tables in .data stay
	rm -rf .venv $(WEB)/node_modules $(WEB)/dist test-results .mypy_cache .ruff_cache .pytest_cache \
		.hypothesis .import_linter_cache

# ---- what is installed and built. A stamp is written last: what was interrupted is done again.

.PHONY: install
install: .venv/.project

.PHONY: dev
dev: .venv/.dev

.PHONY: web
web: $(WEB)/dist/index.html

.venv/.project: pyproject.toml .venv/.packages
	@$(PY) -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.packages: requirements.lock .venv/.python
	@echo "installing Python packages ..."
	@$(PY) -m pip install -qq --disable-pip-version-check --require-hashes --requirement requirements.lock
	@touch $@

.venv/.dev: requirements-dev.lock .venv/.packages
	@echo "installing Python packages for tests ..."
	@$(PY) -m pip install -qq --disable-pip-version-check --require-hashes --requirement requirements-dev.lock
	@touch $@

.venv/.python:
	@for python in $(PYTHON) python3.13 python3.12 python3.11 python3; do \
		"$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		echo "making .venv with $$("$$python" --version)"; \
		rm -rf .venv && "$$python" -m venv .venv && touch $@; exit; \
	done; \
	echo "Double Six needs Python 3.11 or newer with its venv module; PYTHON=/path/to/python names one." >&2; exit 1

$(WEB)/dist/index.html: $(WEB)/package-lock.json $(WEB_SOURCES) | $(WEB)/node_modules/.build
	@echo "building the client ..."
	@$(NPM) exec -- vite build --logLevel error --outDir dist.new --emptyOutDir
	@rm -rf $(WEB)/dist && mv $(WEB)/dist.new $(WEB)/dist

# .build says that enough is there to build the client, .all that its checks can run, too.
$(WEB)/node_modules/.build: $(WEB)/package-lock.json | .venv/.packages
	@echo "installing the client's packages ..."
	@$(NPM) ci --omit=dev --no-audit --no-fund
	@touch $@

$(WEB)/node_modules/.all: $(WEB)/package-lock.json | .venv/.packages
	@echo "installing the client's packages ..."
	@$(NPM) ci --no-audit --no-fund
	@touch $(WEB)/node_modules/.build $@
