// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package emit

// This file orders and prints attribute sets. It does not choose the numbers of groups.

import (
	"cmp"
	"sort"

	"github.com/corolower/corolower/internal/ir"
)

// CanonicalGroup returns the body of an attribute group, `{ nounwind "k"="v" }`, in LLVM's order.
// Equal sets have equal text, whatever the order of list.
func CanonicalGroup(list []ir.Attr) string {
	sorted := canonical(list)
	b := append([]byte(nil), '{', ' ')
	for i := range sorted {
		if i > 0 {
			b = append(b, ' ')
		}
		b = sorted[i].Append(b, true)
	}
	if len(sorted) > 0 {
		b = append(b, ' ')
	}
	return string(append(b, '}'))
}

// canonical returns the attributes in LLVM's order: words, attributes with types, attributes with
// values, range, initializes, and strings last. Within a class it sorts by the name in LLVM's
// sources, which is not always the spelling. For example, alignstack follows memory, because its
// name in the sources is StackAlignment.
func canonical(list []ir.Attr) []ir.Attr {
	less := func(i, j int) bool { return attrLess(&list[i], &list[j]) }
	if sort.SliceIsSorted(list, less) {
		return list
	}
	list = append([]ir.Attr(nil), list...)
	sort.SliceStable(list, less)
	return list
}

func attrLess(a, b *ir.Attr) bool {
	ca, cb := attrClass(a), attrClass(b)
	if ca != cb {
		return ca < cb
	}
	if a.Str {
		return a.Name < b.Name
	}
	return cmp.Or(attrKeys[a.Name], a.Name) < cmp.Or(attrKeys[b.Name], b.Name)
}

func attrClass(a *ir.Attr) int {
	switch {
	case a.Str:
		return 5
	case a.Type != nil:
		return 1
	case a.Name == "range":
		return 3
	case a.Name == "initializes":
		return 4
	case a.Has || a.Name == "uwtable":
		return 2
	}
	switch a.Name {
	case "byval", "sret", "byref", "inalloca", "preallocated", "elementtype":
		return 1 // old dialects omit the type
	}
	return 0
}

// attrKeys are the names by which LLVM sorts attributes, as far as they differ from the spelling.
var attrKeys = map[string]string{
	"alignstack": "stackalignment", "align": "alignment", "zeroext": "zext", "signext": "sext",
	"ssp": "stackprotect", "sspreq": "stackprotectreq", "sspstrong": "stackprotectstrong",
	"optsize": "optimizeforsize", "optnone": "optimizenone", "optdebug": "optimizefordebugging",
	"coro_only_destroy_when_complete": "corodestroyonlywhencomplete", "coro_elide_safe": "coroelidesafe",
	"null_pointer_is_valid": "nullpointerisvalid", "dereferenceable_or_null": "dereferenceableornull",
	"returns_twice": "returnstwice", "fn_ret_thunk_extern": "fnretthunkextern", "nocf_check": "nocfcheck",
	"sanitize_memtag": "sanitize_mem",
	// after everything that begins with No and a capital letter
	"nonlazybind": "no~nonlazybind", "nonnull": "no~nonnull",
}

// attrsComment returns the comment line that LLVM prints before a function, or "".
func attrsComment(f *ir.Func) string {
	b := []byte("; Function Attrs: ")
	n := len(b)
	list := f.Attrs.Expanded(f.Module())
	list = canonical(list)
	for i := range list {
		if list[i].Str {
			continue
		}
		if len(b) > n {
			b = append(b, ' ')
		}
		b = list[i].Append(b, false)
	}
	if len(b) == n {
		return ""
	}
	return string(append(b, '\n'))
}

// attrList prints attributes inline, each followed by a space.
func (p *printer) attrList(s *ir.AttrSet) {
	if s == nil {
		return
	}
	for i := range s.List {
		p.b = s.List[i].Append(p.b, false)
		p.b = append(p.b, ' ')
	}
}

// fnAttrs prints the attributes after a function header or call, for example ` #0`. It omits empty
// groups, because LLVM rejects a group without attributes.
func (p *printer) fnAttrs(s *ir.AttrSet) {
	if s.Empty() {
		return
	}
	if len(s.List) == 0 {
		for _, g := range s.Groups {
			if p.m != nil && len(p.m.AttrGroup(g)) == 0 {
				continue
			}
			p.b = append(p.b, " #"...)
			p.int(g)
			if p.refs != nil {
				p.refs.groups[g] = true
			}
		}
		return
	}
	if p.dump || p.sets == nil {
		for i := range s.List {
			p.b = append(p.b, ' ')
			p.b = s.List[i].Append(p.b, false)
		}
		for _, g := range s.Groups {
			p.b = append(p.b, " #"...)
			p.int(g)
		}
		return
	}
	if len(s.Expanded(p.m)) == 0 {
		return
	}
	p.b = append(p.b, " #"...)
	p.fix = append(p.fix, Fixup{Off: uint32(len(p.b)), Index: int32(p.sets.index(p.m, s)), Kind: AttrGroup})
}
