// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Linking: a program may consist of several modules. Symbols of the same name are one symbol, as
// for a linker; internal and private symbols, intrinsics and arrays with appending linkage belong
// to their module. For example, @f is declared in the first module and defined in the second:
//
//	declare i32 @f(i32)                    define i32 @f(i32 %x) { ... }
//
// Then linked leads from the declaration to the definition, and only the definition has an object.

// The strength of a symbol's definition. The strongest one is used, and of equal ones the first.
const (
	onlyDeclared = iota
	replaceable  // available_externally: the real definition may be elsewhere
	mergeable    // weak, linkonce, common, comdat: others of the same name are equally good
	strong
)

// strength returns the strength of a definition with a linkage.
func strength(declared bool, linkage string, comdat bool) int {
	switch {
	case declared:
		return onlyDeclared
	case linkage == "available_externally":
		return replaceable
	case (linkage == "" || linkage == "external") && !comdat:
		return strong
	}
	return mergeable
}

// definition is a symbol that may be the definition of its name.
type definition struct {
	v        ir.Value
	strength int
	pos      ir.Pos
	m        *ir.Module
}

// link decides which of the symbols with the same name is used.
func (p *Program) link() error {
	if len(p.mods) == 1 {
		return nil
	}
	best := map[string]definition{}
	var symbols []definition
	var names []string
	add := func(name string, d definition) error {
		symbols, names = append(symbols, d), append(names, name)
		old, ok := best[name]
		if ok && old.strength == strong && d.strength == strong {
			e := ir.Errorf(d.pos, "@%s is defined here, and in %s", name, old.m.Name)
			e.File = d.m.Name
			e.Notes = []ir.Note{{Pos: old.pos, Msg: "the other definition", File: old.m.Name}}
			return e
		}
		if !ok || d.strength > old.strength {
			best[name] = d
		}
		return nil
	}
	for _, m := range p.mods {
		for _, f := range m.Funcs {
			if f.IsLocal() || f.IsIntrinsic() {
				continue
			}
			if err := add(f.Name, definition{f, strength(f.Declared, f.Linkage, f.Comdat != ""), f.Pos, m}); err != nil {
				return err
			}
		}
		for _, g := range m.Globals {
			if g.Linkage == ir.LinkInternal || g.Linkage == ir.LinkPrivate || g.Linkage == "appending" {
				continue
			}
			comdat := slices.ContainsFunc(g.Tail, func(s string) bool { return strings.HasPrefix(s, "comdat") })
			if err := add(g.Name, definition{g, strength(g.Declared, g.Linkage, comdat), g.Pos, m}); err != nil {
				return err
			}
		}
	}
	for k, d := range symbols {
		if b := best[names[k]]; b.v != d.v {
			p.linked[d.v] = b.v
		}
	}
	return nil
}

// sameLayout rejects modules whose data layouts differ. An empty layout agrees with any other.
func (p *Program) sameLayout() error {
	for _, m := range p.mods[1:] {
		if m.DataLayout != "" && p.m.DataLayout != "" && m.DataLayout != p.m.DataLayout {
			e := ir.Errorf(0, "the data layout %q differs from that of %s, %q", m.DataLayout, p.m.Name, p.m.DataLayout)
			e.File = m.Name
			return e
		}
	}
	return nil
}

// fileOf returns the name of the file that an instruction is in.
func fileOf(i *ir.Instr) string { return i.Func().Module().Name }
