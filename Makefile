# The only commands to learn. `make play` and `make test` do all set-up themselves.
.DEFAULT_GOAL := help
.PHONY: evidence-cluster evidence-integrity evidence-secrecy evidence-shuffle evidence-verifiers help play web pictures test lint types tests tests-compiled tests-web bench crash-test simulate simulate-cash simulate-tournaments simulate-hexapro simulate-floor fuzz-tournaments format owed decisions reference schema lock clean mutants kill-server kill-server-postgresql kill-cluster freeze-cluster kill-tournaments

# Without kept bytecode each of the hundreds of processes that the tests start compiles all it imports.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
READY := .venv/.ready
SOURCES := $(shell find src -name '*.py' -o -name '*.toml')
CLIENT := src/cardroom/server/client/index.html
WEB_SOURCES := $(shell find web/src web/public -type f) web/index.html web/package-lock.json web/vite.config.ts web/svelte.config.js web/breakpoints.js docs/verifier/index.html

help: ## Show the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-20s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(READY) $(CLIENT) ## Set up what is needed and open a room on this machine
	@$(BIN)/cardroom serve --practice

web: $(CLIENT) ## Build the web client

$(CLIENT): $(READY) $(WEB_SOURCES)
	@echo "Building the web client"
	@$(BIN)/python tools/web.py build

test: $(READY) ## Set up what is needed and run everything a change must pass
	@# What needs one core each goes side by side; the tests want the machine for themselves.
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint types tests-web
	@$(MAKE) --no-print-directory tests tests-compiled

lint: $(READY)
	@echo "Checking format and style"
	@$(BIN)/ruff format --check --quiet . || { echo "Run 'make format' first."; exit 1; }
	@$(BIN)/ruff check --quiet .

types: $(READY)
	@echo "Checking types"
	@$(BIN)/mypy --no-error-summary

tests-web: $(READY)
	@echo "Checking the web client"
	@$(BIN)/python -m tests.room.recording
	@$(BIN)/python tools/web.py check
	@$(BIN)/python tools/web.py test

tests: $(READY) $(CLIENT)
	@echo "Running the tests on pure Python"
	@tools/services.sh
	@# The wheels that tests/packaging installs are built meanwhile.
	@$(BIN)/python -m tests.packaging.wheels & tools/tests.sh; status=$$?; wait; exit $$status

tests-compiled: $(READY) build/compiled/.ready
	@if [ -s build/compiled/.ready ]; then \
		echo "Running the tests of what is compiled on the compiled modules"; \
		PYTHONPATH=build/compiled $(BIN)/pytest -q -n 2 tests/engine tests/odds tests/ledger tests/cash tests/rl; \
	else echo "No C compiler here: the compiled modules are not tested"; fi

build/compiled/.ready: $(READY) setup.py $(SOURCES)
	@echo "Compiling the hot modules"
	@tools/compile.sh build/compiled

reference: $(READY) ## Write docs/reference/ from the docstrings
	@$(BIN)/python tools/reference.py

pictures: $(READY) $(CLIENT) ## Make the pictures of README and guides from a real room
	@$(BIN)/python -m tests.browser.pictures

bench: $(READY) build/compiled/.ready build/bench-venv/.ready ## Measure beside the peers, write bench/results.md
	@PYTHONPATH=src build/bench-venv/bin/python -m bench

build/bench-venv/.ready: $(READY) requirements-bench.lock
	@echo "Installing the peers"
	@$(BIN)/python -m venv --clear build/bench-venv
	@if [ -x $(BIN)/uv ]; then install="$(BIN)/uv pip install --python build/bench-venv/bin/python"; \
	else install="build/bench-venv/bin/python -m pip install"; fi; \
	$$install --quiet --require-hashes -r requirements-bench.lock
	@touch $@

crash-test: $(READY) ## Kill 10,000 processes under load and count every cent
	@tools/services.sh
	@$(BIN)/python -m tests.store.crashes.crashing --kills 10000

kill-cluster: KILLS = 200
kill-cluster: $(READY) build/compiled/.ready ## Kill gateways and hosts of a room of four processes during play, count every cent; goes on where it was stopped (KILLS=200 SECONDS=)
	@tools/services.sh
	@PYTHONPATH=build/compiled $(BIN)/python -m tests.cluster.kills.killing --kills $(KILLS) $(if $(SECONDS),--seconds $(SECONDS))

FREEZES ?= 20
freeze-cluster: $(READY) build/compiled/.ready ## Freeze hosts of a room of four processes during play, count every cent (FREEZES=20)
	@tools/services.sh
	@PYTHONPATH=build/compiled $(BIN)/python -m tests.cluster.kills.freezing --freezes $(FREEZES)

KILLS ?= 1000
kill-server: $(READY) build/compiled/.ready ## Kill real servers on SQLite during play, count every cent (KILLS=1000)
	@PYTHONPATH=build/compiled $(BIN)/python -m tests.server.kills.killing --kills $(KILLS)

kill-server-postgresql: KILLS = 300
kill-server-postgresql: $(READY) build/compiled/.ready ## The same on PostgreSQL (KILLS=300)
	@tools/services.sh
	@PYTHONPATH=build/compiled $(BIN)/python -m tests.server.kills.killing --kills $(KILLS) --database postgresql

kill-tournaments: PLAYERS = 500
kill-tournaments: GAMES = 200
kill-tournaments: $(READY) build/compiled/.ready ## Kill real servers during a large tournament and many HexaPro games (PLAYERS=500 GAMES=200)
	@tools/services.sh
	@for database in sqlite postgresql; do \
		PYTHONPATH=build/compiled $(BIN)/python -m tests.server.tournaments.killing --players $(PLAYERS) --database $$database && \
		PYTHONPATH=build/compiled $(BIN)/python -m tests.server.tournaments.killing --games $(GAMES) --database $$database || exit 1; \
	done

SEEDS ?= 20000
FIRST ?= 0
simulate: $(READY) build/compiled/.ready ## Run whole rooms with faults and crashes, one per seed (SEEDS=20000 FIRST=0)
	@PYTHONPATH=build/compiled $(BIN)/python -m tests.simulation.run --seeds $(SEEDS) --first $(FIRST)

DECKS ?= 10000000
evidence-shuffle: $(READY) ## Test 10 million decks and seven planted bad shuffles, write bench/shuffle.md; goes on where it was stopped (DECKS=10000000 SECONDS=)
	@$(BIN)/python -m bench.shuffle --decks $(DECKS) $(if $(SECONDS),--seconds $(SECONDS))

evidence-verifiers: HANDS = 1000000
evidence-verifiers: $(READY) build/compiled/.ready ## Give hands to both verifiers, one in ten tampered with, write bench/verifiers.md; goes on where it was stopped (HANDS=1000000 SECONDS=)
	@PYTHONPATH=$(if $(wildcard build/compiled/cardroom),build/compiled) $(BIN)/python -m tests.fairness.long_runs --hands $(HANDS) $(if $(SECONDS),--seconds $(SECONDS))

FRAMES ?= 10000000
PAIRS ?= 100000
evidence-secrecy: HANDS = 1000000
evidence-secrecy: $(READY) build/compiled/.ready ## Look for marked cards in 10 million frames, compare 100,000 pairs of hands and what sizes and times tell in a million, write bench/secrecy.md; goes on where it was stopped (FRAMES= PAIRS= HANDS= SECONDS=)
	@$(BIN)/python -m bench.secrecy --marked-only --frames $(FRAMES) $(if $(SECONDS),--seconds $(SECONDS))
	@PYTHONPATH=$(if $(wildcard build/compiled/cardroom),build/compiled) $(BIN)/python -m bench.secrecy --frames $(FRAMES) --pairs $(PAIRS) --hands $(HANDS) $(if $(SECONDS),--seconds $(SECONDS))

PERCENT ?= 100
evidence-integrity: $(READY) build/compiled/.ready ## Review simulated pools, honest and with planted colluders, write bench/integrity.md; goes on where it was stopped (PERCENT=100 SECONDS=)
	@PYTHONPATH=$(if $(wildcard build/compiled/cardroom),build/compiled) $(BIN)/python -m bench.integrity --percent $(PERCENT) $(if $(SECONDS),--seconds $(SECONDS))

evidence-cluster: PLAYERS = 1000
evidence-cluster: $(READY) build/compiled/.ready ## Measure two gateways and two hosts against one process, write bench/cluster.md (PLAYERS=1000 SECONDS=30 SEED=2026)
	@tools/services.sh
	@PYTHONPATH=$(if $(wildcard build/compiled/cardroom),build/compiled) $(BIN)/python -m bench.cluster --traces --players $(PLAYERS) --seed $(SEED) $(if $(SECONDS),--seconds $(SECONDS))

mutants: $(READY) build/compiled/.ready ## Plant bugs in copies of the sources and see who finds them, write bench/mutants.md
	@$(BIN)/python -m tests.mutants.run

HANDS ?= 100000
SEED ?= 2026
simulate-cash: $(READY) ## Play every cash game of every edition, rules checked after each hand (HANDS=100000 SEED=2026)
	@$(BIN)/python -m tests.simulation.cash.long_runs --hands $(HANDS) --seed $(SEED)

EVENINGS ?= 2000
simulate-floor: $(READY) ## Run live tournaments with mistakes and undos, every log checked (EVENINGS=2000 SEED=2026)
	@$(BIN)/python -m tests.floor.long_runs --count $(EVENINGS) --seed $(SEED)

COUNT ?= 160
simulate-tournaments: $(READY) ## Play every tournament format of every edition, checked throughout (COUNT=160 SEED=2026)
	@$(BIN)/python -m tests.simulation.tournament.long_runs --count $(COUNT) --seed $(SEED)

GAMES ?= 100000
simulate-hexapro: $(READY) ## Play complete HexaPro games of every prize table against the stated rake (GAMES=100000 SEED=2026)
	@$(BIN)/python -m tests.simulation.tournament.hexapro_games --games $(GAMES) --seed $(SEED)

RUNS ?= 2000
fuzz-tournaments: $(READY) build/compiled/.ready ## Strike tournaments of every format with faults, compare restored with continued ones (RUNS=2000 FORMAT=rebuy SEED=2026)
	@PYTHONPATH=$(if $(wildcard build/compiled/cardroom),build/compiled) $(BIN)/python -m tests.tournament.faults.fuzz \
		--runs $(RUNS) --seed $(SEED) $(if $(FORMAT),--format $(FORMAT))

format: $(READY) ## Let the formatter lay out the code
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --quiet --fix .

owed: $(READY) ## List the rules that no test shows yet
	@$(BIN)/python -m tests.owed

decisions: $(READY) ## Write the index of the decision records
	@$(BIN)/python -m tools.decisions

schema: $(READY) ## Write the schema of the protocol and the web client's types
	@$(BIN)/python -m tools.wire_types

LOCK := pip compile --universal --python-version 3.11 --upgrade --generate-hashes \
	--no-emit-index-url --no-header --no-annotate --quiet

lock: $(READY) ## Choose new versions of what is installed
	@$(BIN)/uv $(LOCK) pyproject.toml -o requirements.lock
	@$(BIN)/uv $(LOCK) pyproject.toml --extra cluster -o requirements-cluster.lock
	@$(BIN)/uv $(LOCK) pyproject.toml --extra traces -o requirements-traces.lock
	@$(BIN)/uv $(LOCK) pyproject.toml --extra dev -o requirements-dev.lock
	@$(BIN)/uv $(LOCK) bench/requirements.in -o requirements-bench.lock

clean: ## Remove everything that make made
	@rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis src/*.egg-info \
		web/node_modules src/cardroom/server/client

$(READY): requirements-dev.lock pyproject.toml setup.py tools/setup.sh
	@tools/setup.sh
