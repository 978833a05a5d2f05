// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package emit

// This file orders and prints attribute sets. It does not choose the numbers of groups.

import (
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
	return attrKey(a.Name) < attrKey(b.Name)
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

// attrKey returns the name by which LLVM sorts an attribute.
func attrKey(name string) string {
	switch name {
	case "alignstack":
		return "stackalignment"
	case "ssp":
		return "stackprotect"
	case "sspreq":
		return "stackprotectreq"
	case "sspstrong":
		return "stackprotectstrong"
	case "optsize":
		return "optimizeforsize"
	case "optnone":
		return "optimizenone"
	case "zeroext":
		return "zext"
	case "signext":
		return "sext"
	case "coro_only_destroy_when_complete":
		return "corodestroyonlywhencomplete"
	case "coro_elide_safe":
		return "coroelidesafe"
	case "null_pointer_is_valid":
		return "nullpointerisvalid"
	case "dereferenceable_or_null":
		return "dereferenceableornull"
	case "align":
		return "alignment"
	case "optdebug":
		return "optimizefordebugging"
	case "nonlazybind", "nonnull":
		return "no~" + name // after everything that begins with No and a capital letter
	case "sanitize_memtag":
		return "sanitize_mem"
	case "returns_twice":
		return "returnstwice"
	case "fn_ret_thunk_extern":
		return "fnretthunkextern"
	case "nocf_check":
		return "nocfcheck"
	}
	return name
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
