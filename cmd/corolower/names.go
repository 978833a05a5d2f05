package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/explain"
	"github.com/corolower/corolower/internal/pass"
)

// This file is functions as people name them, for --function: what is meant by a name, and what to
// say where nothing is.

// namedBy tells how a function can be named, for the help of flags.
const namedBy = "mangled name, demangled name, or /regex/; may be repeated"

// checkNames tells what is no regular expression among what a user calls functions.
func checkNames(names []string) error {
	for _, f := range names {
		if _, err := explain.Pattern(f); err != nil {
			return usagef("for the --function option: %v", err)
		}
	}
	return nil
}

// named resolves what a user calls functions. Where there is none of a name that is told, and ok is
// false.
func (a *app) named(names []string, known explain.Names) (functions []string, ok bool) {
	for _, f := range names {
		list := known.Find(f)
		if len(list) == 0 {
			if a.code == exitOK {
				fmt.Fprint(a.stderr, unknownFunction(known.Symbol(f), f, known, a.style()))
				a.code = exitFindings
				return nil, false
			}
			list = []string{known.Symbol(f)}
		}
		functions = append(functions, list...)
	}
	return functions, true
}

// nearShown is how many names like a mistyped one are shown.
const nearShown = 3

// unknownFunction tells that no file has a function, with names that look like it or have it in
// them, as mangled names have. written is what the user wrote.
func unknownFunction(name, written string, known explain.Names, st *diag.Style) string {
	if re, _ := explain.Pattern(written); re != nil {
		return fmt.Sprintf("corolower: %s no function has a name that matches '%s'\n", st.Error("error:"),
			diag.Clean(written))
	}
	names := slices.Sorted(maps.Keys(known))
	var near []string
	if n := pass.Nearest(name, names); n != "" {
		near = append(near, n)
	}
	for _, n := range names {
		if word := strings.Trim(name, `@"`); len(near) < nearShown && word != "" && strings.Contains(n, word) &&
			!slices.Contains(near, n) {
			near = append(near, n)
		}
	}
	if len(near) == 0 {
		var people []string
		for _, n := range names {
			people = append(people, explain.Demangled(strings.Trim(n, `@"`), demangle.NoParams))
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
