// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/hard/gen"
	"github.com/corolower/corolower/test/hard/run"
	"github.com/corolower/corolower/test/sample"
)

// programs is the number of programs in TestHard: about half a minute on two cores. A sample has two fifths of them.
const programs = 400

// batch is the number of programs with -short: one executable of each build.
const batch = 40

// tools returns the Tools for the program under test.
func tools(t *testing.T) *run.Tools {
	t.Helper()
	for _, tool := range []string{"opt-22", "clang-22", "clang++-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	dir := t.TempDir()
	link := exec.Command("clang-22", "-fsanitize=address", "-x", "c", "-", "-o", filepath.Join(dir, "asan"))
	if link.Stdin = strings.NewReader("int main(void) { return 0; }"); link.Run() != nil {
		t.Skip("clang-22 has no AddressSanitizer (libclang-rt-22-dev)")
	}
	bin := os.Getenv("COROLOWER_BIN")
	if bin == "" {
		bin = filepath.Join(dir, "corolower")
		if out, err := exec.Command("go", "build", "-pgo=off", "-o", bin, "../../cmd/corolower").CombinedOutput(); err != nil {
			t.Fatalf("go build: %v\n%s", err, out)
		}
	}
	ts, err := run.NewTools(bin, "testdata", dir)
	if err != nil {
		t.Fatal(err)
	}
	return ts
}

// TestHard runs some programs without known failures, and requires that enough of them are
// significant.
func TestHard(t *testing.T) {
	first, count := uint64(1), programs
	switch {
	case testing.Short():
		count = batch
	case !sample.Whole(): // four of the ten batches, in a row
		for count = 4 * batch; first+4*batch < programs && !sample.Has(fmt.Sprint("hard from ", first), 4); first += batch {
		}
	}
	var said strings.Builder
	s := &run.Soak{Tools: tools(t), First: first, Count: count, Off: known.Features(), Log: &said}
	res, err := s.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Log(res)
	t.Log(res.Health())
	if res.Bad > 0 {
		t.Errorf("opt does not take %d programs: %s", res.Bad, res.BadText)
	}
	for _, f := range res.Failures {
		if why := knownSeeds[f.Program.Seed]; why != "" {
			t.Logf("seed %d: %s", f.Program.Seed, why)
			continue
		}
		t.Errorf("%v (go run ./test/hard -first %d -count 1 -keep DIR reduces it)", f, f.Program.Seed)
	}
	// The witness drops about a quarter of the paths because of undefined behaviour on them.
	if 10*res.Elided < res.Creations || 20*res.Smaller < res.Frames || 2*res.Dropped > res.Paths {
		t.Error("the programs show little")
	}
	if testing.Short() || !sample.Whole() {
		return // too few programs to reach each feature
	}
	off := known.Features()
	for k, feature := range []string{"thread", "queue", "setjmp", "await-self", "await-self", "await-self",
		"await-throw"} {
		if res.Reached[k] == 0 && !slices.Contains(off, feature) && !slices.Contains(off, "await-self") {
			t.Errorf("no program reaches what %s is for: %s", feature, res.Health())
		}
	}
}

// TestKnown checks that known only lists features that exist.
func TestKnown(t *testing.T) {
	for _, k := range known {
		if !gen.Known(k.feature) {
			t.Errorf("%q is no feature of the generator: %s", k.feature, gen.FeatureList())
		}
		if k.reason == "" {
			t.Errorf("%q is switched off without a reason", k.feature)
		}
	}
}

// TestPlants checks that the piece of text of each planted error occurs in the current code.
func TestPlants(t *testing.T) {
	for _, p := range run.Plants {
		if err := p.Check(filepath.Join("..", "..")); err != nil {
			t.Error(err)
		}
	}
}
