package ptx

// This file makes PTX identifiers of symbols: [A-Za-z][A-Za-z0-9_$]* or [_$%][A-Za-z0-9_$]+. What is local to the module is renamed as llc
// does, `.` becoming `_$_`; what others see keeps its name or is an error.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// nameSymbols gives every symbol its name. External names go first, so that local ones make way.
func (w *writer) nameSymbols() {
	type symbol struct {
		v     ir.Value
		name  string
		local bool
		pos   ir.Pos
	}
	var all []symbol
	for _, g := range w.m.Globals {
		all = append(all, symbol{g, g.Name, isLocal(g.Linkage), g.Pos})
	}
	for _, f := range w.m.Funcs {
		if !f.IsIntrinsic() {
			all = append(all, symbol{f, f.Name, f.IsLocal(), f.Pos})
		}
	}
	for _, s := range all {
		if s.local || strings.HasPrefix(s.name, "llvm.") {
			continue
		}
		if !isIdentifier(s.name) {
			w.failAt(s.pos, "give it internal linkage or another name", "external symbol %s is not a PTX identifier", quote(s.name))
			continue
		}
		w.names[s.v], w.taken[s.name] = s.name, s.v
	}
	for _, s := range all {
		if !s.local {
			continue
		}
		name := identifier(s.name)
		base := name
		for n := 1; w.taken[name] != nil; n++ {
			name = base + "$" + itoa(n)
		}
		w.names[s.v], w.taken[name] = name, s.v
	}
	// Parameters of calls are named param0, retval0; a symbol of such a name must stay visible beside them.
	for w.hasPrefix(w.argName) || w.hasPrefix(w.retName) {
		w.argName, w.retName = "$"+w.argName, "$"+w.retName
	}
}

// hasPrefix reports whether a symbol is named prefix and a number.
func (w *writer) hasPrefix(prefix string) bool {
	for name := range w.taken {
		if rest, ok := strings.CutPrefix(name, prefix); ok && strings.Trim(rest, "0123456789") == "" {
			return true
		}
	}
	return false
}

func isLocal(linkage string) bool { return linkage == ir.LinkInternal || linkage == ir.LinkPrivate }

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$'
}

// isIdentifier reports a name that ptxas takes for a symbol. It refuses the constant WARP_SZ, and takes the names of instructions.
func isIdentifier(s string) bool {
	if s == "" || s == "_" || s == "$" || s[0] >= '0' && s[0] <= '9' || s == "WARP_SZ" {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !isWordByte(s[i]) {
			return false
		}
	}
	return true
}

// identifier makes a PTX identifier of any name.
func identifier(s string) string {
	if isIdentifier(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if isWordByte(s[i]) {
			b.WriteByte(s[i])
		} else {
			b.WriteString("_$_")
		}
	}
	t := b.String()
	if t == "" || t[0] >= '0' && t[0] <= '9' || t == "_" || t == "$" {
		t = "_" + t
	}
	if t == "_" || t == "WARP_SZ" {
		t += "_"
	}
	return t
}
