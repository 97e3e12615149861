# Airlock. `make help` lists the targets; each needs Go alone unless it says otherwise.

GO      ?= go
FUZZTIME ?= 60s
PROGRAMS ?= 200000
SEED     ?= 1000000
BENCH_WORK ?= $(CURDIR)/bin/bench
EXE     := $(shell $(GO) env GOEXE)
PLUGINS := local gpython process docker

GOLANGCI := $(GO) tool -modfile=tools/golangci/go.mod golangci-lint
BUF      := $(GO) tool -modfile=tools/buf/go.mod buf
# The protocol may not break against the last release; before the first one, not within a change.
PROTOCOL_BASE ?= $(or $(shell git describe --tags --abbrev=0 2>/dev/null),HEAD)
PYTHON312 ?= $(or $(AIRLOCK_PYTHON312),$(firstword $(wildcard $(HOME)/.pyenv/versions/3.12*/bin/python3)),python3.12)

# build NAME PACKAGE VERSION-FILE [LINKER-FLAGS]: one static binary, stamped with its own version.
define build
CGO_ENABLED=0 $(GO) build -trimpath -ldflags "$(4) -X main.version=$(shell cat $(3))" -o bin/$(1)$(EXE) $(2)

endef

# venv FOLDER REQUIREMENTS: a virtual environment of CPython 3.12.
define venv
	rm -rf $(1)
	$(PYTHON312) -m venv $(1)
	$(1)/bin/pip install --quiet --disable-pip-version-check --requirement $(2)
	touch $@
endef

.DEFAULT_GOAL := build
# Where images come from: a registry (then by docker build) or, where none is reached, Debian packages (by debootstrap).
IMAGES_FROM ?= registry

.PHONY: help build images demo smolagents jupyter test race lint fmt proto bench bench-sandboxes fuzz check verify cross clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / {printf "  %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# airlock-agent has no tables for debuggers: it may go into sandboxes, whose files are bounded.
build: ## build airlock and its plugins into bin/
	$(call build,airlock,./cmd/airlock,VERSION)
	$(call build,airlock-agent,./cmd/airlock-agent,VERSION,-s -w)
	$(foreach p,$(PLUGINS),$(call build,airlock-executor-$(p),./plugins/$(p),plugins/$(p)/VERSION))

images: ## make the images airlock/python and airlock/jupyter for the docker executor; IMAGES_FROM=debian needs root and debootstrap, but no registry
ifeq ($(IMAGES_FROM),debian)
	images/python/debootstrap.sh airlock/python
	images/jupyter/build.sh airlock/jupyter airlock/python
else
	docker build --tag airlock/python images/python
	images/jupyter/build.sh airlock/jupyter
endif

demo: build ## run the example programs in the sandbox and compare with CPython's output
	@$(GO) run ./examples/demo

smolagents: bin/smolagents/installed ## install the reference system for the parity test into bin/smolagents (needs CPython 3.12 and pip)

bin/smolagents/installed: testdata/parity/requirements.txt
	$(call venv,bin/smolagents,$<)

jupyter: bin/jupyter/installed ## install a kernel gateway for the tests into bin/jupyter (needs CPython 3.12 and pip)

bin/jupyter/installed: testdata/jupyter/requirements.txt
	$(call venv,bin/jupyter,$<)

test: ## run the tests; what needs CPython 3.12 is skipped unless AIRLOCK_REQUIRE=cpython,smolagents,jupyter
	$(GO) test -timeout 15m ./...

race: ## the same under the race detector (needs a C compiler)
	CGO_ENABLED=1 $(GO) test -race -timeout 30m ./...

lint: ## formatting, vet, the linter, and the protocol's rules
	@test -z "$$(git ls-files '*.go' | xargs gofmt -l)" || { echo 'not formatted (make fmt):'; git ls-files '*.go' | xargs gofmt -l; exit 1; }
	$(GO) vet ./...
	$(GOLANGCI) run ./...
	$(BUF) lint shared
	$(BUF) breaking shared --against '.git#ref=$(PROTOCOL_BASE),subdir=shared'

fmt: ## format the code
	git ls-files '*.go' | xargs gofmt -w

proto: ## generate the protocol's Go code again
	$(BUF) generate shared --template shared/buf.gen.yaml

bench: build ## compare speed with CPython 3.12 (needed) and with the other interpreters that are installed
	mkdir -p $(BENCH_WORK)
	cd testdata/bench/go/gprun && $(GO) build -o $(BENCH_WORK)/gprun .
	cd testdata/bench/go/slrun && $(GO) build -o $(BENCH_WORK)/slrun .
	BENCH_WORK=$(BENCH_WORK) $(PYTHON312) testdata/bench/run.py \
		--peer 'airlock=bin/airlock$(EXE) run --import json --max-operations 0 --max-while 0 --timeout 0 {file}' $(BENCHFLAGS)
	$(PYTHON312) testdata/bench/coldstart.py bin/airlock$(EXE)
	$(GO) test -run '^$$' -bench 'Echo|Execute|ToolCall' ./shared ./plugins/local/executor
	$(GO) test -run '^$$' -bench . -benchtime 20x ./host

bench-sandboxes: build bin/peers/installed ## compare the executors docker and process with smolagents' DockerExecutor (needs Docker, bubblewrap, CPython 3.12 and pip)
	cd testdata/bench/go/sandboxes && $(GO) build -o $(BENCH_WORK)/sandboxes .
	bin/peers/bin/python testdata/bench/sandboxes.py $(BENCHFLAGS) bin/airlock$(EXE) $(BENCH_WORK)/sandboxes

bin/peers/installed: testdata/bench/requirements.txt
	$(call venv,bin/peers,$<)

fuzz: ## run every fuzz target for FUZZTIME (60s)
	@grep -rlE '^func Fuzz' --include='*_test.go' . | xargs -n1 dirname | sort -u | while read -r dir; do \
		for target in $$(grep -hoE '^func Fuzz[A-Za-z0-9_]*' $$dir/*_test.go | cut -d' ' -f2); do \
			echo "== $$dir $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$dir || exit 1; \
		done; \
	done

# Without what links the SDKs of models: they take minutes to compile for each system, and have no code of their own for any.
cross: ## build for macOS and Windows, to see that it still can
	for system in darwin/arm64 windows/amd64; do \
		packages=$$(GOOS=$${system%/*} GOARCH=$${system#*/} $(GO) list -f '{{if .GoFiles}}{{.ImportPath}} {{join .Deps " "}}{{end}}' ./... | grep -vE 'openai-go|anthropic-sdk-go' | cut -d' ' -f1); \
		GOOS=$${system%/*} GOARCH=$${system#*/} CGO_ENABLED=0 $(GO) build $$packages || exit 1; \
	done

check: proto ## what is generated, tidied and formatted must be so already; leaves a clean tree or fails
	$(GO) mod tidy
	git diff --exit-code -- go.mod go.sum shared

verify: ## the checks that take hours: race detector, programs compared with CPython, a hundred containers, and every fuzz target for ten minutes
	$(MAKE) race
	AIRLOCK_REQUIRE=cpython $(GO) test -v -timeout 6h -run TestPrograms ./plugins/local/python/difftest -args -programs $(PROGRAMS) -seed $(SEED)
	AIRLOCK_REQUIRE=docker $(GO) test -v -timeout 30m -run TestManySessions ./plugins/docker -args -sessions 100 -together 20
	$(MAKE) fuzz FUZZTIME=10m

clean: ## remove bin/
	rm -rf bin
