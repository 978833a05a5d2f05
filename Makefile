# corolower's commands. `make test` is what CI runs; it installs the tools it needs (scripts/install-tools.sh).

GO      ?= go
BIN     := $(CURDIR)/bin/corolower
PKGS    := ./cmd/... ./internal/... ./llircoro/... ./bench/...
# What runs units or files side by side: its tests go through the race detector, and with them every pass, which the driver runs.
RACED   := ./cmd/corolower ./internal/driver ./internal/emit/... ./internal/ir ./internal/parse ./internal/project ./internal/report
FUZZTIME ?= 2s
LLD     ?= /usr/bin/ld.lld-22

.PHONY: all build tools nvidia test check unit cross lit sarif report e2e diff hard soak plants mutants fuzz-short bench pgo elision-report clean

all: build

# Without cgo, as releases are built: nothing here needs C, and a program that loads no library takes a sixth less for a small file.
build:
	CGO_ENABLED=0 $(GO) build -o $(BIN) ./cmd/corolower

tools:
	./scripts/install-tools.sh

# NVIDIA's assembler and NVVM library, for test/ptx and test/gpu.
nvidia:
	./scripts/install-nvidia.sh

# What CI runs, cheapest first. Each stage prints its number and name when it begins, and its time when it ends; the end prints all of them. Tests that
# want the same program's IR share it (test/programs). Their thousands of executables are linked by lld, with AddressSanitizer in half the time: compilers look into COMPILER_PATH first,
# and pass over a link to what is not there.
STAGES := tools check unit build lit sarif report fuzz-short hard diff e2e
test:
	@all=$$(date +%s); told=; COROLOWER_TEST_IR=$$(mktemp -d); export COROLOWER_TEST_IR; trap 'rm -rf "$$COROLOWER_TEST_IR"' EXIT; \
	mkdir "$$COROLOWER_TEST_IR/ld"; ln -s $(LLD) "$$COROLOWER_TEST_IR/ld/ld"; export COMPILER_PATH="$$COROLOWER_TEST_IR/ld"; \
	n=0; for s in $(STAGES); do \
	  n=$$((n + 1)); echo "== stage $$n of $(words $(STAGES)): $$s"; \
	  t=$$(date +%s); $(MAKE) --no-print-directory $$s || exit 1; t=$$(($$(date +%s) - t)); \
	  echo "== $$s: $$t s"; told="$$told $$s $$t s,"; \
	done; \
	echo "== all:$$told together $$(($$(date +%s) - all)) s"

check:
	@out=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$out" ]; then echo "gofmt would change:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	./.tools/bin/staticcheck ./...
	./.tools/bin/misspell -error -i addres $$(git ls-files '*.go' '*.md' '*.sh')

unit:
	$(GO) test -race -pgo=off $(RACED)
	$(GO) test -pgo=off $$($(GO) list -pgo=off $(PKGS) | grep -vxFf <($(GO) list -pgo=off $(RACED)))

lit: build
	COROLOWER_BIN=$(BIN) ./scripts/lit.sh test/lit

# The unit tests as a 32-bit program, and the program for every system it is released for.
cross:
	GOARCH=386 CGO_ENABLED=0 $(GO) test -pgo=off $(PKGS)
	./scripts/release.sh --check

# SARIF against its schema, in a module of its own.
sarif: build
	cd test/sarif && COROLOWER_BIN=$(BIN) $(GO) vet ./... && COROLOWER_BIN=$(BIN) $(GO) test -count=1 ./...

# The HTML report in a headless browser, in a module of its own.
report: build
	cd test/report && COROLOWER_BIN=$(BIN) $(GO) vet ./... && COROLOWER_BIN=$(BIN) $(GO) test -count=1 ./...

# A Swift compiler's modules are read and printed too, where COROLOWER_SWIFT names them.
diff: build
	$(if $(COROLOWER_SWIFT),CORPUS=$(COROLOWER_SWIFT)/ir:$(COROLOWER_SWIFT)/lowered $(GO) test -count=1 -run 'TestCorpus|TestFixedPoint|TestExactText' ./internal/parse ./internal/emit)
	COROLOWER_BIN=$(BIN) $(GO) test -count=1 -timeout 30m ./test/diff/... ./test/check/... ./test/debug/... ./test/debugger/... ./test/docs/... ./test/opt/... ./test/order/... ./test/mlir/... ./test/versions/... ./test/run/... ./test/interp/... ./test/async/... ./test/swift/... ./test/elision/... ./test/wrong/... ./test/project/... ./test/cc/... ./test/ptx/... ./test/gpu/...

# Generated programs that are hard for elision and frames, and mutants of all textual IR, for a minute together.
hard: build
	COROLOWER_BIN=$(BIN) $(GO) test -count=1 -timeout 30m -v ./test/hard/... ./test/mutants/... | grep -v -e '^=== ' -e '^--- PASS'; exit $${PIPESTATUS[0]}

# The same for hours: DURATION or COUNT bounds it, reduced failing programs come into KEEP. ALL=-all has in what is known to fail.
DURATION ?= 0
KEEP     ?= soak-failures
soak: build
	COROLOWER_BIN=$(BIN) $(GO) run ./test/hard $(ALL) -count $(or $(COUNT),0) -duration $(if $(COUNT),$(DURATION),$(if $(filter 0,$(DURATION)),2h,$(DURATION))) -keep $(KEEP)

# Whether errors that are planted in the lowering are found, and after how many programs.
plants: build
	COROLOWER_BIN=$(BIN) $(GO) run ./test/hard -plants -all -count $(or $(COUNT),2000)

mutants: build
	$(GO) run ./test/mutants -count $(or $(COUNT),1000000) -keep $(KEEP)

e2e: build
	COROLOWER_BIN=$(BIN) $(GO) test -count=1 -timeout 60m -v -run 'TestPrograms|TestEnoughPrograms' ./test/e2e/ | grep -v -e '^=== ' -e '--- PASS'; exit $${PIPESTATUS[0]}

# Each fuzz target for a moment, from its kept corpus; longer by FUZZTIME=10m.
fuzz-short:
	./scripts/fuzz.sh $(FUZZTIME)

# Our time and memory against the installed opt, in one run. Not part of test.
bench: build
	COROLOWER_BIN=$(BIN) $(GO) run ./bench

# The profile that go build optimises the program by, made anew: where hot paths have changed much.
pgo:
	$(GO) run -pgo=off ./bench -profile cmd/corolower/default.pgo

# What we elide against what clang elides, over the e2e programs, and what they allocate. The rules in it are a test in ./test/elision too.
elision-report: build
	COROLOWER_BIN=$(BIN) $(GO) run ./test/elision $(ELISION_FLAGS)

clean:
	rm -rf bin
SHELL := /bin/bash
