// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package splitdebug

import (
	"testing"

	"github.com/corolower/corolower/internal/parse"
)

// TestTypeNames compares the names of types without a source type with those of LLVM.
func TestTypeNames(t *testing.T) {
	m, err := parse.Module("t.ll", []byte("%\"struct.a::b_c.d\" = type { i32 }\n"+
		"declare void @f(i7, float, double, half, ptr, { i8 }, %\"struct.a::b_c.d\", [2 x i8])\n"))
	if err != nil {
		t.Fatal(err)
	}
	f, _ := m.Func("f")
	want := []string{"__int_7", "__float_", "__double_", "__floating_type_", "PointerType", "__LiteralStructType_",
		"struct_a__b_c_d", "UnknownType"}
	for k, p := range f.FTy.Params() {
		if got := irTypeName(p); got != want[k] {
			t.Errorf("%s: %s, want %s", p, got, want[k])
		}
	}
}
