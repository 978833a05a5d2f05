// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package run

import (
	"testing"

	"github.com/corolower/corolower/test/hard/gen"
)

// TestDropPaths drops paths from the failures of two programs.
func TestDropPaths(t *testing.T) {
	res := &Result{}
	res.read("DIFFERS prog=1 path=3 event=0 of 2 (a)\nDIFFERS prog=0 path=9 event=1 of 2 (b)\n"+
		"DIFFERS prog=1 path=5 event=1 of 1 (c)\npaths 7 dropped 2\n",
		Variants[0], []*gen.Program{{Seed: 1}, {Seed: 2}})
	if len(res.Failures) != 2 || res.Paths != 7 || res.Dropped != 2 {
		t.Fatalf("%v", res)
	}
	f := res.Failures[0]
	if f.drop(map[int]bool{3: true}) || f.Detail != "path=5 event=1 of 1 (c)" {
		t.Errorf("path 5 is left, but it is told of %q", f.Detail)
	}
	if !f.drop(map[int]bool{5: true, 7: true}) {
		t.Error("a failure without paths is left")
	}
	if refused := (&Failure{Kind: "refused"}); refused.drop(map[int]bool{1: true}) {
		t.Error("what is refused has no path")
	}
}
