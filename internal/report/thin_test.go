// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

// TestThinner checks that thinned parts yield the same report as whole ones in any order, and that
// of each listed coroutine only one is kept.
func TestThinner(t *testing.T) {
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		var whole, thin []report.Part
		for range 1 + rnd.IntN(6) {
			p := report.Part{Unit: report.Unit{File: fmt.Sprint("unit", rnd.IntN(4)), Object: fmt.Sprint("object",
				rnd.IntN(2))}}
			for range rnd.IntN(5) {
				name := []string{"f", "g", "_ZNK3$_0clEv", "_ZNK3$_1clEv"}[rnd.IntN(4)]
				c := coroutine(name, "h.h", rnd.IntN(3), int64(8*rnd.IntN(4)))
				c.Local = c.Source != nil && rnd.IntN(2) == 0 // a local one without position is in one unit only
				c.Rows = []explain.Row{{Name: fmt.Sprint(len(whole), len(p.Coroutines))}}
				c.Ways, c.Suspends, c.IR = []explain.Way{{}}, []explain.Suspend{{}}, &report.Text{First: rnd.IntN(9)}
				p.Coroutines = append(p.Coroutines, c)
			}
			whole = append(whole, p)
			p.Coroutines = slices.Clone(p.Coroutines)
			thin = append(thin, p)
		}
		var th report.Thinner
		for _, k := range rnd.Perm(len(thin)) {
			th.Add(&thin[k], k)
		}
		want, got := report.Merge("", "", whole), report.Merge("", "", thin)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: thinned\n%+v\nwhole\n%+v", seed, got.Coroutines, want.Coroutines)
		}
		kept := 0
		for _, p := range thin {
			for _, c := range p.Coroutines {
				kept += len(c.Rows)
			}
		}
		if kept != len(want.Coroutines) {
			t.Fatalf("seed %d: %d coroutines are kept, %d listed", seed, kept, len(want.Coroutines))
		}
	}
}
