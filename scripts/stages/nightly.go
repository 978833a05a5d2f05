// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// This file has the stages of make nightly. It sets no seed of samples, so the matrices of the tests
// are whole. $SEED is another number in each run: generators start there.

// seeded begins a generator at the run's seed, and keeps what fails.
var seeded = []string{"-first", "$SEED", "-keep", "soak-failures"}

func program(args ...string) []string { return with([]string{"go", "run", "-pgo=off"}, args...) }

var nightly = []stage{
	{name: "diff", env: with(static, "COROLOWER_KILLS=100"), args: with(compare, comparing...), needs: needLLVM},
	{name: "e2e", env: with(static, "E2E_FLAGS=all", "E2E_MIXED=20"), args: with(compare, "./test/e2e"), needs: needLLVM},
	{name: "hard-soak", args: with(program("./test/hard", "-duration", "30m"), seeded...), needs: needLLVM},
	{name: "soak", args: with(program("./test/soak", "-duration", "30m"), seeded...)},
	{name: "mutants", args: with(program("./test/mutants", "-count", "1000000"), seeded...), needs: needLLVM},
	{name: "passes", args: with(compare, "-run=TestPasses", "./test/opt", "-modules", "20000", "-native", "100", "-from", "$SEED"),
		needs: needLLVM},
	{name: "plants", args: program("./test/soak", "-plants", "-count", "2000")},
	{name: "hard", env: static, args: with(compare, "./test/hard/...", "./test/soak/...", "./test/mutants/..."), needs: needLLVM,
		logs: true},
	{name: "fuzz", args: []string{"./scripts/fuzz.sh", "1m"}},
	{name: "race", args: with(plain, with([]string{"-race", "-timeout=60m"}, unitPackages...)...), needs: []string{"gcc"}},
	{name: "unit-386", env: with(static, "GOARCH=386"), args: with(plain, unitPackages...)},
	{name: "unit", env: static, args: with(plain, unitPackages...)},
	litStage,
	corpusStage,
	{name: "check", args: []string{"./scripts/check.sh"}, needs: needCheck},
	{name: "cross", args: []string{"./scripts/cross.sh"}, needs: needLit},
	{name: "release", args: []string{"./scripts/release.sh", "--check"}},
	{name: "report", args: []string{"go", "-C", "test/report", "test", "-count=1", "./..."}},
	{name: "sarif", args: []string{"go", "-C", "test/sarif", "test", "-count=1", "./..."}},
	{name: "projects", args: []string{"./scripts/cc-projects.sh", "$COROLOWER_PROJECTS"}, needs: []string{"$COROLOWER_PROJECTS"}},
	{name: "fresh-root", args: []string{"./scripts/fresh-root.sh"}},
}
