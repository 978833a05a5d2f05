package ptx

// This file makes PTX identifiers of symbols: [A-Za-z][A-Za-z0-9_$]* or [_$%][A-Za-z0-9_$]+. What
// is local to the module is renamed as llc does, `.` becoming `_$_`; what others see keeps its name
// or is an error.

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
			w.failAt(s.pos, "give it internal linkage or another name", "external symbol %s is not a PTX identifier",
				quote(s.name))
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
	w.innerWords = ownWords
	for _, word := range []*string{&w.argName, &w.retName, &w.resultWord, &w.depotWord, &w.protoWord, &w.blockWord,
		&w.tableWord, &w.paramWord} {
		for w.isTaken(*word) {
			*word = "$" + *word
		}
	}
}

// innerWords are what the names of things inside functions begin with: a number follows. A symbol
// of such a name would be hidden by them:
//
//	.global .b64 f_param_0;
//	.func f(.param .b64 f_param_0) { mov.b64 %rd1, f_param_0; }    the parameter
type innerWords struct {
	argName, retName                 string // parameters and results of calls
	resultWord, depotWord, protoWord string
	blockWord, tableWord             string // labels
	paramWord                        string // behind the name of the function
}

var ownWords = innerWords{"param", "retval", "func_retval", "__local_depot", "prototype_", "$L__BB",
	"$L_brx_", "_param_"}

// isTaken reports whether a symbol's name ends in a word and numbers.
func (w *writer) isTaken(word string) bool {
	for name := range w.taken {
		if at := strings.LastIndex(name, word); at >= 0 && (at == 0 || word[len(word)-1] == '_') &&
			strings.Trim(name[at+len(word):], "0123456789_") == "" {
			return true
		}
	}
	return false
}

func isLocal(linkage string) bool { return linkage == ir.LinkInternal || linkage == ir.LinkPrivate }

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$'
}

// isIdentifier reports a name that ptxas takes for a symbol. It refuses the constant WARP_SZ, and
// takes the names of instructions.
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
