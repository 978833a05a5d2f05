# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# corolower's commands. `make test` is what CI runs; it installs the tools it needs (scripts/install-tools.sh).

GO      ?= go
BIN     := $(CURDIR)/bin/corolower
PKGS    := ./cmd/... ./internal/... ./llircoro/... ./framemap/... ./bench/...
# Packages whose code runs in parallel. Their tests run with the race detector. The driver's tests run every pass.
RACED   := ./cmd/corolower ./internal/driver ./internal/emit/... ./internal/ir ./internal/parse ./internal/report/project ./internal/report
FUZZTIME ?= 2s
LLD     ?= /usr/bin/ld.lld-22

.PHONY: all build tools nvidia test check unit cross lit sarif report e2e diff hard soak soak-interp plants mutants fuzz-short bench programs pgo elision-report clean

all: build

# Like a release, without cgo: no package needs C, and a run over a small file is a sixth faster if the program loads no library.
build:
	CGO_ENABLED=0 $(GO) build -o $(BIN) ./cmd/corolower

tools:
	./scripts/install-tools.sh

# NVIDIA's assembler and NVVM library, for test/ptx and test/gpu.
nvidia:
	./scripts/install-nvidia.sh

# The stages of CI, the cheapest first. Each stage prints its number, name and rough share of the time when it begins, and its time when it ends; the last line has all times.
# Tests share the IR of the C++ programs (test/programs). lld links their thousands of executables, those with AddressSanitizer in half the time of ld:
# compilers search COMPILER_PATH first. If lld is not installed, they skip the dangling link.
STAGES := tools check unit build lit sarif report fuzz-short hard diff e2e
# The seconds of each stage on an idle machine with two cores. Only their shares are printed.
seconds := tools:8 check:52 unit:120 build:6 lit:11 sarif:4 report:13 fuzz-short:50 hard:40 diff:500 e2e:190
test:
	@all=$$(date +%s); times=; COROLOWER_TEST_IR=$$(mktemp -d); export COROLOWER_TEST_IR; trap 'rm -rf "$$COROLOWER_TEST_IR"' EXIT; \
	mkdir "$$COROLOWER_TEST_IR/ld"; ln -s $(LLD) "$$COROLOWER_TEST_IR/ld/ld"; export COMPILER_PATH="$$COROLOWER_TEST_IR/ld"; \
	planned=0; for s in $(STAGES); do for p in $(seconds); do [ $${p%:*} != $$s ] || planned=$$((planned + $${p#*:})); done; done; \
	n=0; for s in $(STAGES); do \
	  share=; for p in $(seconds); do [ $${p%:*} != $$s ] || share=", about $$((($${p#*:} * 100 + planned / 2) / planned))% of the time"; done; \
	  n=$$((n + 1)); echo "== stage $$n of $(words $(STAGES)): $$s$$share"; \
	  t=$$(date +%s); $(MAKE) --no-print-directory $$s || exit 1; t=$$(($$(date +%s) - t)); \
	  echo "== $$s: $$t s"; times="$$times $$s $$t s,"; \
	done; \
	echo "== all:$$times together $$(($$(date +%s) - all)) s"

check:
	@out=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$out" ]; then echo "gofmt would change:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	./.tools/bin/staticcheck ./...
	./.tools/bin/misspell -error -i addres $$(git ls-files '*.go' '*.md' '*.sh')
	./scripts/spdx.sh

unit:
	$(GO) test -race -pgo=off $(RACED)
	$(GO) test -pgo=off $$($(GO) list -pgo=off $(PKGS) | grep -vxFf <($(GO) list -pgo=off $(RACED)))

lit: build
	COROLOWER_BIN=$(BIN) ./scripts/lit.sh test/lit

# The unit tests as a 32-bit program, and a build for every system of a release.
cross:
	GOARCH=386 CGO_ENABLED=0 $(GO) test -pgo=off $(PKGS)
	./scripts/release.sh --check

# Validates SARIF against its schema. The test is a separate module.
sarif: build
	cd test/sarif && COROLOWER_BIN=$(BIN) $(GO) vet ./... && COROLOWER_BIN=$(BIN) $(GO) test -count=1 ./...

# Tests the HTML report in a headless browser. The test is a separate module.
report: build
	cd test/report && COROLOWER_BIN=$(BIN) $(GO) vet ./... && COROLOWER_BIN=$(BIN) $(GO) test -count=1 ./...

# Compares with LLVM's tools. If COROLOWER_SWIFT names the modules of a Swift compiler, they are parsed and printed, too.
diff: build
	$(if $(COROLOWER_SWIFT),CORPUS=$(COROLOWER_SWIFT)/ir:$(COROLOWER_SWIFT)/lowered $(GO) test -count=1 -run 'TestCorpus|TestFixedPoint|TestExactText' ./internal/parse ./internal/emit)
	COROLOWER_BIN=$(BIN) $(GO) test -count=1 -timeout 30m ./test/diff/... ./test/check/... ./test/debug/... ./test/debugger/... ./test/docs/... ./test/opt/... ./test/order/... ./test/mlir/... ./test/versions/... ./test/run/... ./test/interp/... ./test/async/... ./test/swift/... ./test/elision/... ./test/wrong/... ./test/dynalloca/... ./test/project/... ./test/cc/... ./test/ptx/... ./test/gpu/...

# Runs generated programs that are hard for elision and frames, natively and in the interpreter, and mutants of all textual IR, for a minute in total.
hard: build
	COROLOWER_BIN=$(BIN) $(GO) test -count=1 -timeout 30m -v ./test/hard/... ./test/soak/... ./test/mutants/... | grep -v -e '^=== ' -e '^--- PASS'; exit $${PIPESTATUS[0]}

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

e2e: build
	COROLOWER_BIN=$(BIN) $(GO) test -count=1 -timeout 60m -v -run 'TestPrograms|TestEnoughPrograms' ./test/e2e/ | grep -v -e '^=== ' -e '--- PASS'; exit $${PIPESTATUS[0]}

# Runs each fuzz target for a short time from its stored corpus; FUZZTIME=10m runs longer.
fuzz-short:
	./scripts/fuzz.sh $(FUZZTIME)

# Compares time and memory with the installed opt in one run. Not part of test.
bench: build
	COROLOWER_BIN=$(BIN) $(GO) run ./bench

# Compares the programs of bench/programs with those that clang -O2 makes alone: time, allocations, text, frames.
programs: build
	COROLOWER_BIN=$(BIN) $(GO) run ./bench -only=programs

# Writes the profile for go build again. Needed after hot paths have changed much.
pgo:
	$(GO) run -trimpath -pgo=off ./bench -profile cmd/corolower/default.pgo

# Compares the elided frames and the allocations of the e2e programs with clang's. A test in ./test/elision checks the same rules.
elision-report: build
	COROLOWER_BIN=$(BIN) $(GO) run ./test/elision $(ELISION_FLAGS)

clean:
	rm -rf bin
SHELL := /bin/bash
