// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"strings"
	"testing"
)

// groupSource is a source of attribute groups only.
type groupSource struct {
	Source
	groups [][]Attr
}

func (s *groupSource) LoadAttrGroup(_ *Module, n int) ([]Attr, bool, error) {
	return s.groups[n], true, nil
}

// TestBitsAreAttributes compares the bits of sets with searches for the attributes: in a list, in a
// group, and in a list with a group that overrides it.
func TestBitsAreAttributes(t *testing.T) {
	names := []string{"nounwind", "willreturn", "noreturn", "readnone", "readonly", "returns_twice", "noduplicate",
		"convergent", "noinline", "optnone", "naked", "null_pointer_is_valid", "mustprogress"}
	distinct := map[attrBits]bool{}
	for _, n := range names {
		distinct[bitOf(n)] = true
	}
	if len(distinct) != len(names) || distinct[0] {
		t.Fatalf("%d names have %d bits", len(names), len(distinct))
	}
	texts := append(names, "cold", PresplitAttr, "memory(none)", "memory(read)", "memory(argmem: readwrite)",
		"memory(argmem: read, inaccessiblemem: write)")
	var lists [][]Attr
	for _, w := range texts {
		lists = append(lists, NewAttrs(w).List, NewAttrs("cold", w).List, []Attr{{Name: w, Str: true}})
	}
	lists = append(lists, nil, []Attr{{Name: PresplitString, Str: true}}, []Attr{{Name: PresplitString}})
	m := NewModule(&groupSource{groups: lists})
	check := func(s *AttrSet) {
		t.Helper()
		for _, n := range append(names, "cold", PresplitAttr) {
			if want := s.find(m, n, false) != nil; s.Has(m, n) != want {
				t.Errorf("%v %v: Has(%q) is %v", s.List, s.Groups, n, !want)
			}
		}
		b, memory := s.bits(m), s.find(m, "memory", false)
		if want := memory != nil && !strings.Contains(memory.Val, "write"); b&statesNoWrites != 0 != want {
			t.Errorf("%v %v: no writes: %v", s.List, s.Groups, !want)
		}
		if want := memory != nil && memory.Val == "none"; b&statesNoAccess != 0 != want {
			t.Errorf("%v %v: no access: %v", s.List, s.Groups, !want)
		}
		want := s.find(m, PresplitAttr, false) != nil || s.find(m, PresplitString, true) != nil
		if b&marksPresplit != 0 != want {
			t.Errorf("%v %v: presplit: %v", s.List, s.Groups, !want)
		}
	}
	for n, list := range lists {
		check(&AttrSet{List: list})
		check(&AttrSet{Groups: []int{n}})
		check(&AttrSet{List: lists[0], Groups: []int{n}})
		for _, other := range lists {
			check(&AttrSet{List: other, Groups: []int{n}})
		}
	}
	if (*AttrSet)(nil).Has(m, "nounwind") {
		t.Error("no set has an attribute")
	}
}
