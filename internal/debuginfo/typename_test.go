// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo_test

import (
	"os"
	"testing"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// typeNames maps the variables of testdata/types.ll to their types in C++.
var typeNames = map[string]string{
	"n": "int", "a": "int", "b": "unsigned long", "c": "const char *",
	"d": "char *const", "e": "char[440]", "g": "int[3][4]",
	"h": "void (*)(int, const char *)", "i": "int (point::*)(int, char) const", "j": "int point::*",
	"k": "std::box<int>", "l": "std::box<int>::iterator",
	"m": "hidden", "o": "colour", "p": "size_type", "q": "u", "r": "(unnamed struct)", "s": "const volatile int",
	"t": "int &", "v": "point &&", "w": "void *",
	"x": "int (*)[5]", "y": "point", "z": "bool", "aa": "std::box<int>::inner", "bb": "decltype(nullptr)",
	"cc": "const point *const *", "dd": "(unnamed class)",
	"vla": "char[]", "ee": "long double", "ff": "__int128", "__vla_expr0": "unsigned long",
}

// load reads testdata/types.ll and returns the function with the variables.
func load(t *testing.T) (*ir.Module, *ir.Func) {
	t.Helper()
	text, err := os.ReadFile("testdata/types.ll")
	if err != nil {
		t.Fatal(err)
	}
	m, err := parse.Module("types.ll", text)
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("_Z1fi")
	if err == nil {
		err = f.Load()
	}
	if err != nil {
		t.Fatal(err)
	}
	return m, f
}

func TestTypeName(t *testing.T) {
	m, f := load(t)
	seen := map[string]bool{}
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			for _, d := range i.Dbg {
				n := m.MDNode(debuginfo.Variable(d))
				name := n.Field("name").Text
				seen[name] = true
				if got := debuginfo.TypeName(m, n.Field("type")); got != typeNames[name] {
					t.Errorf("%s is of type '%s', want '%s'", name, got, typeNames[name])
				}
			}
		}
	}
	if len(seen) != len(typeNames) {
		t.Errorf("%d variables, want %d", len(seen), len(typeNames))
	}
}

// TestTypeNameOfItself checks that a type that contains itself, which only broken metadata has,
// terminates.
func TestTypeNameOfItself(t *testing.T) {
	m, err := parse.Module("t.ll", []byte(`!named = !{!0, !1}
!0 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !0, size: 64)
!1 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !2)
!2 = !DIDerivedType(tag: DW_TAG_typedef, name: "__x", baseType: !1, scope: !2)
`))
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		if got := debuginfo.TypeName(m, &ir.MD{Kind: ir.MDRef, Num: n}); len(got) > 1000 {
			t.Errorf("a name of %d bytes", len(got))
		}
	}
}
