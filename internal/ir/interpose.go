// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file decides which functions and variables another definition may replace when the program
// is linked or loaded.

import (
	"slices"
	"strings"
)

// Interposable reports whether another definition may replace f: because of f's linkage, or because
// the module was compiled with semantic interposition and f's symbol is neither local nor bound
// within the linked unit. A caller cannot rely on the body of such a function. For example, a call
// of a weak function may run another definition. With noipa, the body counts as one in another file.
func (f *Func) Interposable() bool {
	if f.interposable() || f.HasAttr("noipa") {
		return true
	}
	return f.mod.interposed(f.Linkage, f.Words)
}

// interposed reports whether the loader may bind a symbol that is not weak to another definition:
// the module was compiled with semantic interposition, and the linked unit exports the symbol.
func (m *Module) interposed(linkage string, words []string) bool {
	switch linkage {
	case LinkInternal, LinkPrivate:
		return false
	}
	return !bindsHere(words) && m != nil && m.semanticInterposition()
}

// BoundHere reports whether all references of the linked unit bind to f, in each of its files: f's
// symbol is local to the unit, or the unit is an executable, which the loader searches first.
func (f *Func) BoundHere() bool {
	if f.IsLocal() || bindsHere(f.Words) {
		return true
	}
	if pic, _ := f.mod.FlagValue("PIC Level"); pic == 0 {
		return true
	}
	pie, _ := f.mod.FlagValue("PIE Level")
	return pie != 0
}

// bindsHere reports whether words in a symbol's header say that references bind within the linked unit.
func bindsHere(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return w == "dso_local" || w == "hidden" || w == "protected" })
}

// Definitive reports whether a variable has the initializer in the file when the program starts. No
// other definition may replace it, except one that is equal in the language of both, and only the
// program's own code may write it. A variable in a section that a loader fills in has
// "externally_initialized".
func (g *Global) Definitive() bool {
	switch g.Linkage {
	case "weak", "linkonce", "extern_weak", "common", "appending":
		return false
	}
	return g.GKind == GlobalVar && !g.Declared && !slices.Contains(g.Words, "externally_initialized") &&
		!g.mod.interposed(g.Linkage, g.Words)
}

// Exact reports whether a call of f runs this body and no other definition, not even one that is
// equal in the source language: the other one may have been lowered differently. LLVM calls this an
// exact definition. For example, a linkonce_odr function is not exact.
func (f *Func) Exact() bool {
	if f.Declared || f.Interposable() {
		return false
	}
	switch f.Linkage {
	case LinkInternal, LinkPrivate:
		return true
	case "", "external":
		return f.Comdat == ""
	}
	return false
}

// Exact reports whether the variable's definition in the file, with its initial value, is the one
// at run time: the linker and the loader cannot replace it, and only the program's own code may
// write it. For example, a linkonce_odr variable is definitive but not exact.
func (g *Global) Exact() bool {
	switch {
	case g.GKind != GlobalVar || g.Declared || slices.Contains(g.Words, "externally_initialized"):
		return false
	case g.Linkage == LinkInternal || g.Linkage == LinkPrivate:
		return true
	case g.Linkage != "" && g.Linkage != "external":
		return false
	}
	return !g.mod.interposed(g.Linkage, g.Words)
}

// ThreadLocal reports whether each thread has its own copy of the variable.
func (g *Global) ThreadLocal() bool {
	return slices.ContainsFunc(g.Words, func(w string) bool { return strings.HasPrefix(w, "thread_local") })
}

// semanticInterposition reports whether the module flag of that name is set. It reads the flag
// once.
func (m *Module) semanticInterposition() bool {
	if m.interposes == 0 {
		m.interposes = -1
		if n, ok := m.FlagValue("SemanticInterposition"); ok && n != 0 {
			m.interposes = 1
		}
	}
	return m.interposes > 0
}

// FlagValue returns the number of a module flag, and whether the module has the flag.
func (m *Module) FlagValue(flag string) (uint64, bool) {
	if m.Source == nil {
		return 0, false
	}
	flags, err := m.Source.LoadNamedMD(m, "llvm.module.flags")
	if err != nil && m.Err == nil {
		m.Err = err
	}
	for _, f := range flags {
		n := m.MDNode(f)
		if n == nil || len(n.Fields) != 3 {
			continue
		}
		name, value := n.Fields[1].Val, n.Fields[2].Val
		if name != nil && name.Kind == MDString && name.Text == flag && value != nil && value.Kind == MDValue {
			if c, ok := value.Val.(*Const); ok && c.IsInt() {
				return c.Uint64(), true
			}
		}
	}
	return 0, false
}
