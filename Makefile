# Every target makes .venv by itself: git, make and Python 3.11 are all that it takes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: install play test fast coverage mutants lint bench bench-scale cases reader non-orders faults hostile bot clean image lines

install: $(STAMP)

$(STAMP): pyproject.toml .ci/constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/constraints.txt -e '.[png,test]'
	touch $(STAMP)

play: $(STAMP)
	$(BIN)/referee play

test: $(STAMP)
	$(BIN)/python -m tests

fast: $(STAMP)
	$(BIN)/python -m tests --fast

coverage: $(STAMP)
	$(BIN)/python -m tests --coverage

SECONDS_OF_MUTANTS ?= 300
mutants: $(STAMP)
	$(BIN)/python -m tests.mutants --seconds $(SECONDS_OF_MUTANTS)

lint: $(STAMP)
	$(BIN)/python -m tests --lint

lines: $(STAMP)
	$(BIN)/python -m tests.lines

cases: $(STAMP)
	$(BIN)/referee cases tests/cases

# Learns the weights of the reader anew from tests/phrasings, prints how well it then reads, and says
# the whole corpus at the door: ten minutes each. `python -m tests.training --measure` only prints.
# PLAY=FOLDER: also from phrases of play (`referee phrases --from-play FOLDER`).
reader: $(STAMP)
	$(BIN)/python -m tests.training $(if $(PLAY),--data tests/phrasings/train --data $(PLAY))
	REFEREE_SHARE=1 $(BIN)/pytest -q -n 2 tests/reading/test_corpus.py

# Says so many non-orders at the door; it tells how long that will take.
MOST ?= 100000
non-orders: $(STAMP)
	$(BIN)/python -m tests.non_orders --most $(MOST)

# Lets it storm over several bots while people play: kills, databases that fall over, clocks that
# jump, Discord stumbling.  It tells how long that will take, and at the end what was lost.
SECONDS_OF_STORM ?= 300
faults: $(STAMP)
	$(BIN)/python -m tests.faults --seconds $(SECONDS_OF_STORM)

# So many hostile inputs, through every door, led by the branches that they reach (Atheris, where
# it can be installed; else by chance); it tells how long that will take.
hostile: $(STAMP)
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/constraints.txt -e '.[hostile]'
	$(BIN)/python -m tests.hostile --most $(MOST)

# Measures the speed and the strength; it tells how long that will take.
bench: $(STAMP)
	$(BIN)/python -m tests.bench

# Many matches in one database; it tells how long that will take.
bench-scale: $(STAMP)
	$(BIN)/python -m tests.bench.scale

bot: $(STAMP)
	$(BIN)/referee discord

# Builds the container and runs it once: with podman, or else docker.
ENGINE ?= $(firstword $(notdir $(shell command -v podman docker)) podman)
image:
	$(ENGINE) build -t crusade-referee -f bot/deploy/Containerfile .
	$(ENGINE) run --rm --entrypoint referee crusade-referee doctor

clean:
	rm -rf $(VENV) build dist *.egg-info
