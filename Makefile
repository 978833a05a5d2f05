# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# corolower's commands. `make test` needs Go and uses the tools that are there; `make tools` installs all that `make test-all` needs.

GO      ?= go
BIN     := $(CURDIR)/bin/corolower

.PHONY: all build tools nvidia test test-all nightly times check unit race cross lit sarif report e2e diff hard corpus soak soak-interp plants mutants fuzz-short \
	bench programs pairs pgo elision-report playground clean

all: build

# Like a release, without cgo: no package needs C, and a run over a small file is a sixth faster if the program loads no library.
build:
	CGO_ENABLED=0 $(GO) build -o $(BIN) ./cmd/corolower

tools:
	./scripts/install-tools.sh

# NVIDIA's assembler and NVVM library, for test/ptx and test/gpu.
nvidia:
	./scripts/install-nvidia.sh

# The tiers of tests; docs/testing.md has their stages and times. STAGES="lit unit" runs some stages of a tier; AFTER=test
# leaves out those that make test has run.
test test-all nightly:
	@$(GO) run -pgo=off ./scripts/stages $(if $(AFTER),-after=$(AFTER) )$(if $(filter nightly,$@),-report=bench/results/nightly.md )$@ $(STAGES)

# One stage of test-all each.
check unit race cross lit sarif report fuzz-short hard diff e2e corpus:
	@$(GO) run -pgo=off ./scripts/stages test-all $@

# The times of all stages.
times:
	@$(GO) run -pgo=off ./scripts/stages -times

# The same for hours. DURATION or COUNT limits it; KEEP is the directory for reduced failing programs. ALL=-all includes features that are known to fail.
DURATION ?= 0
KEEP     ?= soak-failures
soak: build
	COROLOWER_BIN=$(BIN) $(GO) run ./test/hard $(ALL) -count $(or $(COUNT),0) -duration $(if $(COUNT),$(DURATION),$(if $(filter 0,$(DURATION)),2h,$(DURATION))) -keep $(KEEP)

# Programs of all generators, lowered and run in one process. COUNT or DURATION limits it.
soak-interp:
	$(GO) run ./test/soak -count $(or $(COUNT),0) -duration $(if $(COUNT),$(DURATION),$(if $(filter 0,$(DURATION)),1h,$(DURATION))) -keep $(KEEP)

# Plants errors in the lowering, and prints after how many programs each is found.
plants: build
	COROLOWER_BIN=$(BIN) $(GO) run ./test/hard -plants -all -count $(or $(COUNT),2000)

mutants: build
	$(GO) run ./test/mutants -count $(or $(COUNT),1000000) -keep $(KEEP)

# A page with the whole program as WebAssembly.
playground:
	./scripts/playground.sh

# Compares time and memory with the installed opt in one run. Not part of test.
bench: build
	COROLOWER_BIN=$(BIN) $(GO) run ./bench

# Compares the programs of bench/programs with those that clang -O2 makes alone: time, allocations, text, frames.
programs: build
	COROLOWER_BIN=$(BIN) $(GO) run ./bench -only=programs

# Compares coroutines with the functions and loops that do the same, by instructions that valgrind counts.
pairs: build
	COROLOWER_BIN=$(BIN) $(GO) run ./bench -only=pairs

# Writes the profile for go build again. Needed after hot paths have changed much.
pgo:
	$(GO) run -trimpath -pgo=off ./bench -profile cmd/corolower/default.pgo

# Compares the elided frames and the allocations of the e2e programs with clang's. A test in ./test/elision checks the same rules.
elision-report: build
	COROLOWER_BIN=$(BIN) $(GO) run ./test/elision $(ELISION_FLAGS)

clean:
	rm -rf bin
SHELL := /bin/bash
