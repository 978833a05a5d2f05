// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"slices"
	"strconv"
	"strings"
)

// Attr is one attribute: an enum word (`nounwind`), one with a value (`align 8`,
// `dereferenceable(24)`, `memory(none)`), one with a type (`sret(%T)`), or a string pair.
type Attr struct {
	Name string // the word, or the key of a string attribute without quotes (escapes as in the source)
	Str  bool   // string attribute
	Val  string // the text in parentheses or after `align`; the value of a string attribute, without quotes
	Has  bool   // a value is present (a string attribute may have an empty one)
	Type *Type  // byval(T), sret(T), byref(T), inalloca(T), preallocated(T), elementtype(T)
}

// Append prints the attribute. An attribute group spells `align 8` as `align=8`, and
// `alignstack(4)` as `alignstack=4`.
func (a *Attr) Append(b []byte, group bool) []byte {
	switch {
	case a.Str:
		b = append(b, '"')
		b = append(b, a.Name...)
		b = append(b, '"')
		if a.Has {
			b = append(b, `="`...)
			b = append(b, a.Val...)
			b = append(b, '"')
		}
		return b
	case a.Type != nil:
		b = append(b, a.Name...)
		b = append(b, '(')
		b = append(b, a.Type.String()...)
		return append(b, ')')
	}
	b = append(b, a.Name...)
	if !a.Has {
		return b
	}
	if a.Name == "align" || group && a.Name == "alignstack" {
		if group {
			b = append(b, '=')
		} else {
			b = append(b, ' ')
		}
		return append(b, a.Val...)
	}
	b = append(b, '(')
	b = append(b, a.Val...)
	return append(b, ')')
}

// AttrSet is an immutable list of attributes in printing order. The set of a function or call site
// may also refer to attribute groups of the module, which stay unexpanded until a pass changes the
// set.
type AttrSet struct {
	List   []Attr
	Groups []int // numbers of attribute groups, `#0`
	Lost   bool  // the text refers to a group that the file lacks, for example in an excerpt; LLVM treats it as empty

	known uint32 // the attrBits of the set; 0: not examined yet
}

// Empty reports whether a set has no attributes; nil is empty.
func (s *AttrSet) Empty() bool { return s == nil || len(s.List) == 0 && len(s.Groups) == 0 }

// SameAttrs reports whether two sets are the same object, or consist of the same groups only. It
// may return false for equal sets that are written differently. For example, it returns false for
// `nounwind` and for a group `#0` with only nounwind.
func SameAttrs(a, b *AttrSet) bool {
	return a == b || a != nil && b != nil && len(a.List) == 0 && len(b.List) == 0 && !a.Lost && !b.Lost &&
		slices.Equal(a.Groups, b.Groups)
}

// find looks an attribute up in the groups of a set, through m, and in its list. As in LLVM, groups
// override the list, and later groups override earlier ones.
func (s *AttrSet) find(m *Module, name string, str bool) *Attr {
	if len(s.Groups) > 0 {
		class, groups := classOf(name), m.shared.groups
		for k := len(s.Groups) - 1; k >= 0; k-- {
			n := s.Groups[k]
			var g *attrGroup
			if n < len(groups) { // attrGroup, which is not inlined
				g = groups[n]
			}
			if g == nil {
				g = m.attrGroup(n)
			}
			if g.names&class == 0 {
				continue
			}
			for i := range g.list {
				if a := &g.list[i]; a.Name == name && a.Str == str {
					return a
				}
			}
		}
	}
	for i := range s.List {
		if a := &s.List[i]; a.Name == name && a.Str == str {
			return a
		}
	}
	return nil
}

// nameClasses is a bit set of classes of names. Most lookups are for an attribute that a group of
// twelve lacks, and one bit answers those.
type nameClasses uint64

// classOf returns the class of a name as one bit. The names that passes look up and the names that
// clang writes into groups rarely share a class.
func classOf(name string) nameClasses {
	n := len(name)
	if n == 0 {
		return 1
	}
	return 1 << ((4*uint(n) + 7*uint(name[0]) + 15*uint(name[n-1])) & 63)
}

// Has reports whether the set contains an enum attribute.
func (s *AttrSet) Has(m *Module, name string) bool { return s != nil && s.has(m, name, bitOf(name)) }

// Get returns an enum attribute, or nil.
func (s *AttrSet) Get(m *Module, name string) *Attr {
	if s == nil { // most arguments have no set
		return nil
	}
	return s.find(m, name, false)
}

// Align returns the alignment in bytes that the set states, or 0.
func (s *AttrSet) Align(m *Module) int64 {
	if a := s.Get(m, "align"); a != nil {
		if n, err := strconv.ParseInt(a.Val, 10, 64); err == nil && n > 0 {
			return n
		}
	}
	return 0
}

// GetStr returns a string attribute, or nil.
func (s *AttrSet) GetStr(m *Module, name string) *Attr {
	if s == nil {
		return nil
	}
	return s.find(m, name, true)
}

// Expanded returns the set as a list without groups, in printing order. The caller must not change
// the slice.
func (s *AttrSet) Expanded(m *Module) []Attr {
	if s == nil {
		return nil
	}
	if len(s.Groups) == 0 {
		return s.List
	}
	var out []Attr
	seen := map[string]int{} // index in out, plus 1
	add := func(list []Attr) {
		for _, a := range list {
			k := a.Name
			if a.Str {
				k = `"` + k
			}
			if at := seen[k]; at > 0 {
				out[at-1] = a
				continue
			}
			out = append(out, a)
			seen[k] = len(out)
		}
	}
	add(s.List)
	for _, g := range s.Groups {
		add(m.AttrGroup(g))
	}
	return out
}

// With returns the set with an attribute added or replaced. Enum attributes come before string
// attributes.
func (s *AttrSet) With(m *Module, a Attr) *AttrSet {
	list := s.Expanded(m)
	out := make([]Attr, 0, len(list)+1)
	done := false
	for _, x := range list {
		if x.Name == a.Name && x.Str == a.Str {
			if !done {
				out, done = append(out, a), true
			}
			continue
		}
		if !done && !a.Str && (x.Str || x.Name > a.Name) {
			out, done = append(out, a), true
		}
		out = append(out, x)
	}
	if !done {
		out = append(out, a)
	}
	return &AttrSet{List: out}
}

// Without returns the set without the enum attributes of these names, or s itself if it has none of
// them.
func (s *AttrSet) Without(m *Module, names ...string) *AttrSet { return s.without(m, false, names) }

// WithoutStr returns the set without the string attributes of these names.
func (s *AttrSet) WithoutStr(m *Module, names ...string) *AttrSet { return s.without(m, true, names) }

func (s *AttrSet) without(m *Module, str bool, names []string) *AttrSet {
	found := false
	for _, n := range names {
		if s != nil && s.find(m, n, str) != nil {
			found = true
		}
	}
	if !found {
		return s
	}
	var out []Attr
next:
	for _, x := range s.Expanded(m) {
		if x.Str == str {
			for _, n := range names {
				if x.Name == n {
					continue next
				}
			}
		}
		out = append(out, x)
	}
	return &AttrSet{List: out}
}

// NewAttrs builds a set of enum attributes from words: `noundef`, `align 8`, `dereferenceable(24)`.
func NewAttrs(words ...string) *AttrSet {
	s := &AttrSet{List: make([]Attr, 0, len(words))}
	for _, w := range words {
		s.List = append(s.List, ParseAttrWord(w))
	}
	return s
}

// ParseAttrWord parses one enum attribute without a type.
func ParseAttrWord(w string) Attr {
	if n, v, ok := strings.Cut(w, " "); ok && !strings.Contains(n, "(") {
		return Attr{Name: n, Val: v, Has: true}
	}
	if n, v, ok := strings.Cut(w, "("); ok {
		return Attr{Name: n, Val: strings.TrimSuffix(v, ")"), Has: true}
	}
	return Attr{Name: w}
}
