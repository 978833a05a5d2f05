package ir

// Which functions another definition may take the place of when the program is linked or loaded.

import (
	"slices"
	"strings"
)

// Interposable reports that another definition of f may win: because of its linkage, or, in a
// module made with semantic interposition, because its symbol is neither local nor known to be
// bound within the linked unit. What such a function's body does is not known of a call.
func (f *Func) Interposable() bool {
	if f.interposable() {
		return true
	}
	return f.mod.interposed(f.Linkage, f.Words)
}

// interposed reports a symbol, not weak, that the loader may bind to another definition: the module
// was made with semantic interposition, and the symbol leaves the linked unit.
func (m *Module) interposed(linkage string, words []string) bool {
	switch linkage {
	case LinkInternal, LinkPrivate:
		return false
	}
	for _, w := range [...]string{"dso_local", "hidden", "protected"} {
		if slices.Contains(words, w) {
			return false
		}
	}
	return m != nil && m.semanticInterposition()
}

// Definitive reports a variable of which the initializer in the file is what the program finds at
// its start: no other definition may win, but for one that is equal in the language that both come
// from, and nobody but the code of the program fills it. A variable in a section that a loader
// fills has "externally_initialized".
func (g *Global) Definitive() bool {
	switch g.Linkage {
	case "weak", "linkonce", "extern_weak", "common", "appending":
		return false
	}
	return g.GKind == GlobalVar && !g.Declared && !slices.Contains(g.Words, "externally_initialized") &&
		!g.mod.interposed(g.Linkage, g.Words)
}

// Exact reports that a call of f runs this very body, and not that of another definition, be it
// equal in the language that both come from: they may have been lowered otherwise. LLVM calls it an
// exact definition.
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

// Exact reports a variable of which the definition in the file is the one that runs, with what it
// says here at the start: no other can be linked or loaded in its place, and nobody but the code of
// the program fills it.
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

// ThreadLocal reports a variable of which each thread has its own.
func (g *Global) ThreadLocal() bool {
	return slices.ContainsFunc(g.Words, func(w string) bool { return strings.HasPrefix(w, "thread_local") })
}

// semanticInterposition reads the module flag of that name once.
func (m *Module) semanticInterposition() bool {
	if m.interposes == 0 {
		m.interposes = -1
		if n, ok := m.FlagValue("SemanticInterposition"); ok && n != 0 {
			m.interposes = 1
		}
	}
	return m.interposes > 0
}

// FlagValue gives the number that a module flag has, and whether the module has the flag.
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
