// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

import (
	"slices"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

const replaceable = `
define void @exact() { call void @inline() ret void }
define linkonce_odr void @inline() { call void @deeper() ret void }
define weak_odr void @deeper() { ret void }
define void @alone() { call void @own() ret void }
define internal void @own() { ret void }
define void @throws() { call void @inline() call void @unknown() ret void }
define void @gives() { call void @run(ptr @inline) ret void }
define internal void @run(ptr %f) { ret void }
declare void @unknown()
`

// TestRests checks which replaceable functions a fact rests on, and that it does not hold if they may
// not be copied.
func TestRests(t *testing.T) {
	m := module(t, replaceable)
	fa := (&testEnv{}).facts(m)
	nounwind := func(f *ir.Func) func(fa *Facts) bool {
		return func(fa *Facts) bool { return !fa.funcThrows(f) }
	}
	names := func(list []*ir.Func) (names []string) {
		for _, f := range list {
			names = append(names, f.Name)
		}
		return names
	}
	for _, tc := range []struct {
		f    string
		is   bool
		on   []string
		asks bool
	}{{"exact", true, []string{"deeper", "exact", "inline"}, true}, {"alone", true, nil, false}, {"throws", false, nil, false}} {
		f := function(m, tc.f)
		asked := false
		for _, may := range []bool{true, false} {
			fa.MayCopy = func(_ *ir.Func, list []*ir.Func) bool {
				asked = true
				return may
			}
			is, on := fa.Rests(f, nounwind(f))
			if is != (tc.is && (may || !tc.asks)) || may && !slices.Equal(names(on), tc.on) || asked != tc.asks {
				t.Errorf("@%s: %t on %v, asked %t with %t", tc.f, is, names(on), asked, may)
			}
		}
	}
	if fa.Exactly().funcThrows(function(m, "alone")) || !fa.Exactly().funcThrows(function(m, "exact")) {
		t.Error("Exactly: the wrong bodies are read")
	}
}

// TestGivenAddress checks that nothing rests on the body of a replaceable function whose address is
// passed on: the call cannot be given a private copy.
func TestGivenAddress(t *testing.T) {
	m := module(t, replaceable)
	fa := (&testEnv{}).facts(m)
	fa.HasLongJumps = true
	if !fa.funcJumps(function(m, "gives")) {
		t.Error("@gives: the function that @run is given is read")
	}
}
