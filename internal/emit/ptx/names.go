// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file derives PTX identifiers from symbols: [A-Za-z][A-Za-z0-9_$]* or [_$%][A-Za-z0-9_$]+. It
// renames local symbols as llc does, for example `a.b` to `a_$_b`. An external symbol keeps its
// name, and an invalid name is an error.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// nameSymbols assigns a name to every symbol. External names come first, so local ones avoid them.
func (w *writer) nameSymbols() {
	type symbol struct {
		v     ir.Value
		name  string
		local bool
		pos   ir.Pos
	}
	var all []symbol
	for _, g := range w.Globals {
		all = append(all, symbol{g, g.Name, isLocal(g.Linkage), g.Pos})
	}
	for _, f := range w.Funcs {
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
		&w.tableWord, &w.paramWord, &w.infoWord} {
		for w.isTaken(*word) {
			*word = "$" + *word
		}
	}
}

// innerWords are the prefixes of the names inside functions; a number follows. Such a name would
// hide a symbol of the same name:
//
//	.global .b64 f_param_0;
//	.func f(.param .b64 f_param_0) { mov.b64 %rd1, f_param_0; }    the parameter
type innerWords struct {
	argName, retName                 string // parameters and results of calls
	resultWord, depotWord, protoWord string
	blockWord, tableWord             string // labels
	paramWord                        string // after the name of the function
	infoWord                         string // labels of names in debug info
}

var ownWords = innerWords{"param", "retval", "func_retval", "__local_depot", "prototype_", "$L__BB",
	"$L_brx_", "_param_", "$L__info_string"}

// isTaken reports whether a symbol's name ends in a word followed by numbers.
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

// IsName reports whether a symbol keeps its name in PTX. If not, only a local symbol can be written.
func IsName(s string) bool { return isIdentifier(s) }

// isIdentifier reports whether ptxas accepts a name as a symbol. ptxas rejects the constant WARP_SZ
// and accepts the names of instructions.
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

// identifier derives a PTX identifier from any name.
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
