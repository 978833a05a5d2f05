// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import "slices"

// stage is a part of a tier: one command.
type stage struct {
	name string
	args []string
	env  []string
	// needs are the tools without which the stage cannot run: "a|b" is one of two, "$V" a variable of
	// the environment. Tests of a stage that runs skip what else is missing.
	needs []string
	logs  bool // show the logs of tests that pass: how much generated programs cover
}

// Packages with unit tests, and those whose code runs in parallel: their tests also run with the
// race detector, without those that run everything on one goroutine. The driver's tests run every pass.
var (
	unitPackages = []string{"./cmd/...", "./internal/...", "./llircoro/...", "./framemap/...", "./bench/...", "./scripts/...",
		"./test/sample"}
	racedPackages = []string{"./internal/driver", "./internal/emit", "./internal/ir", "./internal/parse",
		"./internal/report/project", "./internal/lsp", "./internal/launch"}
	serial = "^(TestGolden.*|TestUnitsKnowNothingOfEachOther|TestFrameFixes|TestFrameReports|TestCodeSizes|TestWrongSignatures|TestAnswers|Fuzz.*)$"
	// Packages that compare with LLVM's tools, the longest first, so that none runs alone at the end.
	comparing = []string{"./test/ptx", "./test/elision/...", "./test/debugger", "./test/cc", "./test/interp", "./test/gpu/...",
		"./test/project", "./test/run", "./test/debug", "./test/check", "./test/wrong", "./test/opt", "./test/diff/...", "./test/order",
		"./test/async", "./test/versions", "./test/crash", "./test/dynalloca", "./test/docs", "./test/swift", "./test/mlir"}
)

// Arguments of go test. Without -pgo=off, packages would be compiled again for each program that has
// a profile. Stage check runs vet.
var (
	plain   = []string{"go", "test", "-pgo=off", "-vet=off"}
	compare = append(slices.Clone(plain), "-count=1", "-timeout=60m")
)

func with(args []string, more ...string) []string { return slices.Concat(args, more) }

// static makes the packages of tests the same as those of the program, which is built without cgo.
var static = []string{"CGO_ENABLED=0"}

var needClang = []string{"clang++-22|clang++-21|clang++-20|clang++-19|clang++-18|clang++-17|clang++-16|clang++-15|clang++-14"}

var needLLVM = []string{"clang++-22", "clang++-19", "clang++-14", "opt-22", "opt-19", "opt-14"}

var needCheck = []string{"./.tools/bin/staticcheck", "./.tools/bin/misspell"}

var needLit = []string{"lit-22", "llvm-config-22"}

// build makes the program that the tests use. It precedes all stages. The tests' packages are compiled
// without a profile, so it is, too.
var build = stage{name: "build", env: static, args: []string{"go", "build", "-pgo=off", "-o", "bin/corolower",
	"./cmd/corolower"}}

var litStage = stage{name: "lit", args: []string{"./scripts/lit.sh", "test/lit"}, needs: needLit}

var corpusStage = stage{name: "corpus", env: []string{"CORPUS=$COROLOWER_SWIFT/ir:$COROLOWER_SWIFT/lowered"}, needs: []string{"$COROLOWER_SWIFT"},
	args: with(compare, "-run=TestCorpus|TestFixedPoint|TestExactText", "./internal/parse", "./internal/emit")}

// tiers are the stages of each tier. Those that run side by side begin with the longest.
var tiers = map[string][]stage{
	"test": {
		{name: "unit", env: static, args: with(plain, unitPackages...)},
		{name: "stored", env: static, args: with(plain, "-run=TestStored", "./test/interp")},
		{name: "e2e", env: static, args: with(compare, "-short", "-run=TestPrograms", "./test/e2e"), needs: needClang},
		litStage,
		{name: "hard", env: static, args: with(compare, "-short", "./test/hard/..."), logs: true},
		{name: "mutants", env: static, args: with(compare, "-short", "./test/mutants"), logs: true},
		{name: "soak", env: static, args: with(compare, "-short", "./test/soak"), logs: true},
	},
	"test-all": {
		{name: "diff", env: static, args: with(compare, comparing...), needs: needLLVM},
		{name: "e2e", env: static, args: with(compare, "./test/e2e"), needs: needLLVM},
		{name: "race", args: with(plain, with([]string{"-race", "-skip=" + serial}, racedPackages...)...), needs: []string{"gcc"}},
		{name: "check", args: []string{"./scripts/check.sh"}, needs: needCheck},
		{name: "cross", args: []string{"./scripts/cross.sh"}, needs: needLit},
		{name: "fuzz-short", args: []string{"./scripts/fuzz.sh", "2s"}},
		{name: "hard", env: static, args: with(compare, "./test/hard/...", "./test/soak/...", "./test/mutants/..."), needs: needLLVM,
			logs: true},
		{name: "unit", env: static, args: with(plain, unitPackages...)},
		litStage,
		{name: "report", args: []string{"go", "-C", "test/report", "test", "-count=1", "./..."}},
		{name: "sarif", args: []string{"go", "-C", "test/sarif", "test", "-count=1", "./..."}},
		corpusStage,
	},
	"nightly": nightly,
}
