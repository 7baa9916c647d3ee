# The tasks of the project. `make` alone lists them.

# Where `make run` and `make dev` keep their library, and where `make run` listens.
DATA ?= data
LISTEN ?= 127.0.0.1:8080
# The seed of the steps of `make walk`.
WALK_SEED ?= 1
# The minimum number of requests of `make conformance`.
CASES ?= 30000

# The files of questions of `make relevance`: the first half guides the rules, the second one shows what they are worth.
QUESTIONS ?= bench/relevance/tuned.tsv bench/relevance/held-out.tsv

# The number of inputs of each target of `make fuzz`.
RUNS ?= 1000000

# How many Rust tests run at once: more than two cores, because tests wait for disks and for PostgreSQL.
RUST_TEST_THREADS ?= 4

BINARY := target/release/carrel
# The binary that the tests run. `cargo test` builds it anyway, and it also checks for overflows and broken invariants. A release
# build would compile everything a second time.
TEST_BINARY := target/debug/carrel
# Logs of the test runners, from which the tests are counted at the end.
LOGS := .cache/test

# The journeys that also run on PostgreSQL: the ones that change the catalogue, people, loans and money.
POSTGRES_JOURNEYS := /(borrowing|fines|register|search|favorites|saved-searches|ratings|setup|live|network-cut|manage-[\w-]+)\.spec

# npm ci writes this file last, so it marks a complete installation.
WEB_MODULES := web/node_modules/.package-lock.json
E2E_MODULES := e2e/node_modules/.package-lock.json
# Folders are included: the removal of a file changes only its folder.
WEB_SOURCES := $(shell find web/src web/public -print 2>/dev/null) $(wildcard web/*.html web/*.json web/*.ts)

# Prints the name of the next step.
says := @printf '\n== %s ==\n'

# Stages run one after the other, even with -j: they share the cores and one target folder.
.NOTPARALLEL:
.DEFAULT_GOAL := help

.PHONY: help
help: ## list the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: build ## build if needed, then serve a demo library at http://localhost:8080
	@$(BINARY) serve --demo --data-dir '$(DATA)' --listen '$(LISTEN)'

.PHONY: build
build: tools web/dist/index.html ## build the web app and the release binary that contains it
	$(says) "Building the release binary (target/release/carrel)"
	@cargo build --release --locked -p carrel

.PHONY: dev
dev: tools $(WEB_MODULES) web/dist/index.html ## serve a debug build; the web app reloads when you save a file
	@DATA='$(DATA)' scripts/dev

.PHONY: lint
lint: lint-web lint-e2e lint-rust ## check the format, lints and types of all code

.PHONY: bench
bench: build ## measure the release binary beside a bare handler and bare commits
	$(says) "Measuring (about ten minutes)"
	@cargo run --release --locked --quiet -p carrel-bench -- --binary $(BINARY)

.PHONY: bench-streams
bench-streams: build ## measure what 1,000 open streams of live changes cost, and how soon all have a change
	$(says) "Measuring streams (about a minute)"
	@cargo run --release --locked --quiet -p carrel-bench -- --binary $(BINARY) --streams 1000

.PHONY: relevance
relevance: build ## ask 445 questions about the demo library: at which rank is the wanted book?
	$(says) "Asking questions (under a minute; QUESTIONS=FILE asks others)"
	@cargo run --release --locked --quiet -p carrel-bench -- --binary $(BINARY) --relevance $(QUESTIONS)

.PHONY: faults
faults: build ## run fault trials on the release binary: kills, power cuts, full disks
	$(says) "Running fault trials (see docs/administration/durability.md)"
	@cargo build --release --locked --quiet -p carrel-faults
	@target/release/carrel-faults --binary $(BINARY) kills
	@target/release/carrel-faults --binary $(BINARY) power
	@target/release/carrel-faults --binary $(BINARY) disk-full
	@target/release/carrel-faults --binary $(BINARY) read-errors
	@target/release/carrel-faults --binary $(BINARY) restarts --postgres-programs "$$(scripts/need-postgres)"
	@target/release/carrel-faults --binary $(BINARY) dump --postgres-programs "$$(scripts/need-postgres)"
	@target/release/carrel-faults --binary $(BINARY) slow-clients

.PHONY: hostile
hostile: build ## attack the release binary: invalid calls, account enumeration, markup, headers
	$(says) "Attacking (about five minutes)"
	@cargo run --release --locked --quiet -p carrel-hostile -- --binary $(BINARY)

.PHONY: proxies
proxies: build ## try the two proxies of deploy/ in front of the release binary, with TLS
	$(says) "Trying nginx and Caddy"
	@scripts/proxies $(BINARY)

.PHONY: fuzz
fuzz: tools $(WEB_MODULES) ## fuzz every parser of bytes from outside: 1,000,000 inputs each
	$(says) "Fuzzing (about half an hour; scripts/fuzz isbn --runs 5000 runs a part)"
	@scripts/fuzz --runs '$(RUNS)'
	@FUZZ_RUNS='$(RUNS)' npm --prefix web run --silent test -- --testTimeout=600000 any-text

.PHONY: walk
walk: tools ## compare random steps of circulation with a model: 20,000 on each engine
	$(says) "Walking (about ten minutes; WALK_SEED=2 takes other steps)"
	@CARREL_WALK_STEPS=20000 CARREL_WALK_SEED='$(WALK_SEED)' \
		scripts/with-postgres cargo test --locked --quiet -p carrel-api --test walk

.PHONY: conformance
conformance: build ## test the release binary against its OpenAPI document: 30,000 generated requests
	$(says) "Testing the API against its document (about 15 minutes)"
	@scripts/conformance $(BINARY) --cases $(CASES)

.PHONY: harvest
harvest: build ## read the catalogue of the release binary with independent clients of OAI-PMH and SRU
	$(says) "Reading the catalogue with other clients"
	@scripts/harvest $(BINARY)

.PHONY: mutants
mutants: tools ## change the rules in one place after the other: does a test notice?
	$(says) "Changing the rules, one place after the other (some hours; scripts/mutants domain --shard 0/8 takes an eighth)"
	@scripts/mutants domain

.PHONY: audit
audit: tools ## check the dependencies: licences, sources, known vulnerabilities (over the network)
	$(says) "Auditing the dependencies"
	@scripts/audit

.PHONY: format
format: $(WEB_MODULES) $(E2E_MODULES) ## format all code
	@cargo fmt --all
	@npm --prefix web run --silent format
	@npm --prefix e2e run --silent format

.PHONY: generate
generate: $(WEB_MODULES) ## regenerate openapi.json and the web app's types
	$(says) "Generating openapi.json and the web app's types"
	@scripts/generate

.PHONY: test
test: tools test-begin test-scripts lint-web lint-e2e test-web lint-binary build-tests test-rust test-generated test-conformance test-bench test-e2e test-e2e-postgres ## run all tests: rules, both database engines, a real browser
	@scripts/tally $(LOGS) web rust e2e-sqlite e2e-postgres

# Vitest and Playwright refuse focused tests (.only) where they find this.
test: export CI := true

# The stages of `make test`, the ones that fail soonest first. Each can also run alone.

.PHONY: tools
tools:
	@scripts/need-tools

.PHONY: test-begin
test-begin:
	@rm -rf $(LOGS) && mkdir -p $(LOGS)

.PHONY: test-scripts
test-scripts:
	$(says) "Testing the script that counts the tests"
	@scripts/test-tally

.PHONY: lint-web
lint-web: $(WEB_MODULES)
	$(says) "Checking the web app: format, lints, types"
	@npm --prefix web run --silent lint
	@npm --prefix web run --silent typecheck

.PHONY: lint-e2e
lint-e2e: $(E2E_MODULES)
	$(says) "Checking the browser tests: format, lints, types"
	@npm --prefix e2e run --silent lint
	@npm --prefix e2e run --silent typecheck

.PHONY: test-web
test-web: $(WEB_MODULES) web/dist/index.html
	$(says) "Testing the web app: unit tests, then its size"
	@scripts/keep-log $(LOGS)/web.log npm --prefix web run --silent test
	@npm --prefix web run --silent size

.PHONY: lint-rust
lint-rust: lint-binary
	$(says) "Checking the Rust code: lints of all crates and tests"
	@cargo clippy --workspace --all-targets --locked --quiet -- -D warnings

# The binary alone, as `make build` builds it: with the features of dependencies that it names itself.
.PHONY: lint-binary
lint-binary: web/dist/index.html
	$(says) "Checking the Rust code: format, lints of the binary"
	@cargo fmt --all --check
	@cargo clippy -p carrel --locked --quiet -- -D warnings

# The compiler checks the lints too: to compile and to lint one after the other takes minutes more.
build-tests test-rust: export RUSTC_WORKSPACE_WRAPPER := $(CURDIR)/scripts/rustc-with-lints

.PHONY: test-rust
test-rust: web/dist/index.html
	$(says) "Testing the Rust code on SQLite and PostgreSQL"
	@RUST_TEST_THREADS=$(RUST_TEST_THREADS) \
		scripts/keep-log $(LOGS)/rust.log scripts/in-memory scripts/with-postgres cargo test --workspace --locked --no-fail-fast

# All targets, because these have the same features of dependencies as the Rust tests.
.PHONY: build-tests
build-tests: tools web/dist/index.html
	$(says) "Compiling the Rust code and its tests, with all lints"
	@cargo build --workspace --all-targets --locked --quiet

.PHONY: test-generated
test-generated: build-tests $(WEB_MODULES)
	$(says) "Checking that the generated files are up to date"
	@scripts/generate --check $(TEST_BINARY)

.PHONY: test-conformance
test-conformance: build-tests
	$(says) "Testing the API against its document (75 seconds; the full run: make conformance)"
	@scripts/in-memory scripts/conformance $(TEST_BINARY) --seconds 75

.PHONY: test-bench
test-bench: build-tests
	$(says) "Testing that the benchmark runs (its figures mean nothing)"
	@mkdir -p $(LOGS)
	@target/debug/carrel-bench --binary $(TEST_BINARY) --folder $(LOGS) --quick \
		--group sign-in --group circulation --group imports --group rebuild

.PHONY: test-e2e
test-e2e: build-tests $(E2E_MODULES)
	$(says) "Testing in the browser: every journey, on SQLite"
	@chromium=$$(scripts/need-chromium) && \
		CHROMIUM="$$chromium" scripts/keep-log $(LOGS)/e2e-sqlite.log scripts/in-memory npm --prefix e2e run --silent test

.PHONY: test-e2e-postgres
test-e2e-postgres: build-tests $(E2E_MODULES)
	$(says) "Testing in the browser: the main journeys, on PostgreSQL"
	@chromium=$$(scripts/need-chromium) && \
		CHROMIUM="$$chromium" CARREL_E2E_ENGINE=postgres \
		scripts/keep-log $(LOGS)/e2e-postgres.log scripts/with-postgres \
		npm --prefix e2e run --silent test -- "--project=desktop" "$(POSTGRES_JOURNEYS)"

# Files that other stages depend on.

web/dist/index.html: $(WEB_MODULES) $(WEB_SOURCES)
	$(says) "Building the web app"
	@npm --prefix web run --silent build
	@touch $@

%/node_modules/.package-lock.json: %/package.json %/package-lock.json
	$(says) "Installing the packages of $*/ from its lock file"
	@npm --prefix $* ci --no-audit --no-fund
	@touch $@
