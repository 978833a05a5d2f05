// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo_test

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// TestPointerMembers: members of bases and of nested structs are found at the offsets that clang
// gives them. A member hides that of a base; ambiguous names, static members, bit-fields, virtual
// bases and the insides of the standard library are left out.
func TestPointerMembers(t *testing.T) {
	text, err := os.ReadFile("testdata/pointers.ll")
	if err != nil {
		t.Fatal(err)
	}
	m, err := parse.Module("pointers.ll", text)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int64{"own": 16, "left_only": 40, "ref": 64, "state": 72, "link.p": 120, "link.next": 128,
		"call": 136, "u": 144, "next": 160, "a.p": 208, "a.b.p": 200, "a.b.c.p": 192}
	got := debuginfo.PointerMembers(m, &ir.MD{Kind: ir.MDRef, Num: 0}, 8)
	if !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestManyPointers: of a struct that is too large, only outer pointers are listed, and one that
// contains itself, which only broken metadata has, terminates.
func TestManyPointers(t *testing.T) {
	var b strings.Builder
	b.WriteString("!named = !{!0}\n!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)\n")
	b.WriteString("!10 = !DIDerivedType(tag: DW_TAG_member, name: \"p\", baseType: !9, size: 64, offset: 64)\n")
	for n := range 4 { // each struct has 40 of the next one
		var members []string
		for k := range 40 {
			id := 1000*(n+1) + k
			fmt.Fprintf(&b, "!%d = !DIDerivedType(tag: DW_TAG_member, name: \"m%d\", baseType: !%d, offset: %d)\n", id,
				k,
				(n+1)%4, 128*k)
			members = append(members, fmt.Sprintf("!%d", id))
		}
		fmt.Fprintf(&b, "!%d = !{!10, %s}\n", 100+n, strings.Join(members, ", "))
		fmt.Fprintf(&b, "!%d = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"s%d\", elements: !%d)\n",
			n, n,
			100+n)
	}
	m, err := parse.Module("many.ll", []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	got := debuginfo.PointerMembers(m, &ir.MD{Kind: ir.MDRef, Num: 0}, 8)
	if got["p"] != 8 || got["m39.p"] != 39*16+8 || len(got) != 41 {
		t.Errorf("%d pointers: %v", len(got), got)
	}
	for range 20 {
		if again := debuginfo.PointerMembers(m, &ir.MD{Kind: ir.MDRef, Num: 0}, 8); !reflect.DeepEqual(got, again) {
			t.Fatal("the result varies")
		}
	}
}
