// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package emit_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// TestSize checks three spellings of a size that only the merge knows: a fixup in a unit's text,
// the current value of the globals in a module's text, and a readable form in a dump.
func TestSize(t *testing.T) {
	m, err := parse.Module("t.ll", []byte(`@a = global <{ i32, i32 }> <{ i32 1, i32 48 }>
@b = global <{ i32, i32 }> <{ i32 1, i32 16 }>
define i64 @f() {
  ret i64 7
}
`))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	global := func(name string) *ir.Global {
		v, err := m.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		return v.(*ir.Global)
	}
	ret := f.Entry().Terminator()
	ret.SetArg(0, m.ConstSize(ret.Arg(0).Type(), 20, global("b"), global("a"), global("b")))
	f.Changed = true
	if got := emit.FuncString(f); !strings.Contains(got, "ret i64 max(20, size of @a, size of @b)") {
		t.Error(got)
	}
	if got := string(emit.Module(m)); !strings.Contains(got, "ret i64 48\n") {
		t.Error(got)
	}
	u := emit.Unit(m)
	if len(u.Sizes) != 1 || u.Sizes[0].Floor != 20 || strings.Join(u.Sizes[0].Pointers, " ") != "a b" {
		t.Error(u.Sizes)
	}
	if got := string(emit.Apply(u.Funcs[0].Chunk, &emit.Fill{Sizes: []int64{96}}, nil)); !strings.Contains(got,
		"ret i64 96\n") {
		t.Error(got)
	}
	if c := m.ConstSize(m.Types.Int(32), 5); !c.IsInt() || c.Int64() != 5 {
		t.Error("a size without pointers is no number")
	}
}
