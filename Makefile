# corolower's commands. `make test` is what CI runs; it installs the tools it needs (scripts/install-tools.sh).

GO      ?= go
BIN     := $(CURDIR)/bin/corolower
PKGS    := ./cmd/... ./internal/... ./llircoro/... ./bench/...
FUZZTIME ?= 10s

.PHONY: all build tools nvidia test check unit lit e2e diff fuzz-short bench elision-report clean

all: build

build:
	$(GO) build -o $(BIN) ./cmd/corolower

tools:
	./scripts/install-tools.sh

# NVIDIA's assembler, for test/ptx.
nvidia:
	./scripts/install-nvidia.sh

# What CI runs, cheapest first.
test: tools check unit build lit fuzz-short diff e2e

check:
	@out=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$out" ]; then echo "gofmt would change:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	./.tools/bin/staticcheck ./...

unit:
	$(GO) test -race $(PKGS)

lit: build
	COROLOWER_BIN=$(BIN) ./scripts/lit.sh test/lit

diff: build
	COROLOWER_BIN=$(BIN) $(GO) test -count=1 -timeout 30m ./test/diff/... ./test/check/... ./test/debug/... ./test/docs/... ./test/opt/... ./test/order/... ./test/elision/... ./test/ptx/...

e2e: build
	COROLOWER_BIN=$(BIN) $(GO) test -count=1 -timeout 60m -v -run 'TestPrograms|TestEnoughPrograms' ./test/e2e/ | grep -v -e '^=== ' -e '--- PASS'; exit $${PIPESTATUS[0]}

# Each fuzz target for a moment, from its kept corpus; longer by FUZZTIME=10m.
fuzz-short:
	./scripts/fuzz.sh $(FUZZTIME)

# Our time and memory against the installed opt, in one run. Not part of test.
bench: build
	COROLOWER_BIN=$(BIN) $(GO) run ./bench

# What we elide against what clang elides, over the e2e programs, and what they allocate. The rules in it are a test in ./test/elision too.
elision-report: build
	COROLOWER_BIN=$(BIN) $(GO) run ./test/elision $(ELISION_FLAGS)

clean:
	rm -rf bin
SHELL := /bin/bash
