package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
)

// This file is functions as people name them: mangled or demangled, with or without the @ of IR.

// functionNames are the functions of some files, as IR spells them.
type functionNames map[string]bool

// add adds those of a file. order is the place of each in the file.
func (fs functionNames) add(res *driver.Result) (order map[string]int) {
	order = map[string]int{}
	for i, f := range res.Functions() {
		fs[symbol(f)], order[f] = true, i
	}
	return order
}

// symbol spells a function's name as the IR does.
func symbol(name string) string { return "@" + ir.QuoteName(name) }

// demangled is a function's name for people: that of the source for C++ and Rust, else the name itself. A NUL in front, which marks the name of a
// numbered symbol, is left out.
func demangled(name string, options ...demangle.Option) string {
	name = strings.TrimPrefix(name, "\x00")
	return demangle.Filter(strings.TrimPrefix(name, "\x01"), options...)
}

// named resolves what a user calls functions. Where there is none of a name that is told, and ok is false.
func (a *app) named(names []string, known functionNames) (functions []string, ok bool) {
	for _, f := range names {
		list := known.find(f)
		if len(list) == 0 {
			if a.code == exitOK {
				fmt.Fprint(a.stderr, unknownFunction(known.symbol(f), f, known, a.style()))
				a.code = exitFindings
				return nil, false
			}
			list = []string{known.symbol(f)}
		}
		functions = append(functions, list...)
	}
	return functions, true
}

// symbol spells a function that the user names as the IR does. The user need not write the @, nor the quotes.
func (fs functionNames) symbol(f string) string {
	f = strings.TrimPrefix(f, "@")
	if fs["@"+f] {
		return "@" + f
	}
	return symbol(f)
}

// find gives the functions of a name: as IR spells it, or else demangled, with or without parameters; then there may be several.
func (fs functionNames) find(name string) []string {
	if s := fs.symbol(name); fs[s] {
		return []string{s}
	}
	var out []string
	for _, s := range slices.Sorted(maps.Keys(fs)) {
		f := strings.Trim(s, `@"`)
		if full := demangled(f); full != f && (full == name || demangled(f, demangle.NoParams) == name) {
			out = append(out, s)
		}
	}
	return out
}

// nearShown is how many names like a mistyped one are shown.
const nearShown = 3

// unknownFunction tells that no file has a function, with names that look like it or have it in them, as mangled names have.
// written is what the user wrote.
func unknownFunction(name, written string, known functionNames, st *diag.Style) string {
	names := slices.Sorted(maps.Keys(known))
	var near []string
	if n := pass.Nearest(name, names); n != "" {
		near = append(near, n)
	}
	for _, n := range names {
		if word := strings.Trim(name, `@"`); len(near) < nearShown && word != "" && strings.Contains(n, word) && !slices.Contains(near, n) {
			near = append(near, n)
		}
	}
	if len(near) == 0 {
		var people []string
		for _, n := range names {
			people = append(people, demangled(strings.Trim(n, `@"`), demangle.NoParams))
		}
		if n := pass.Nearest(written, people); n != "" {
			near = append(near, n)
		}
	}
	s := fmt.Sprintf("corolower: %s no function is named '%s'\n", st.Error("error:"), diag.Clean(name))
	if len(near) > 0 {
		s += st.Hint("hint:") + " Did you mean '" + diag.Clean(strings.Join(near, "' or '")) + "'?\n"
	}
	return s
}
