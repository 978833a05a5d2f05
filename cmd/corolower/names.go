// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/words"
)

// This file resolves the function names that people pass to --function, and explains names that
// match nothing.

// namedBy describes the accepted forms of a function's name, for the help of flags.
const namedBy = "mangled name, demangled name, or /regex/; may be repeated"

// checkNames returns an error if a name is an invalid regular expression.
func checkNames(names []string) error {
	for _, f := range names {
		if _, err := explain.Pattern(f); err != nil {
			return usagef("for the --function option: %v", err)
		}
	}
	return nil
}

// named resolves the function names that a user wrote. If one matches no function, it prints that
// and returns false.
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

// nearShown is the maximum number of similar names that a message suggests.
const nearShown = 3

// unknownFunction returns the message for a function that no file has, and suggests names that
// resemble it or contain it, as mangled names do. written is the user's spelling.
func unknownFunction(name, written string, known explain.Names, st *diag.Style) string {
	if re, _ := explain.Pattern(written); re != nil {
		return fmt.Sprintf("corolower: %s no function has a name that matches '%s'\n", st.Error("error:"),
			diag.Clean(written))
	}
	names := slices.Sorted(maps.Keys(known))
	var near []string
	if n := words.Nearest(name, names); n != "" {
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
		if n := words.Nearest(written, people); n != "" {
			near = append(near, n)
		}
	}
	s := fmt.Sprintf("corolower: %s no function is named '%s'\n", st.Error("error:"), diag.Clean(name))
	if len(near) > 0 {
		s += st.Hint("hint:") + " Did you mean '" + diag.Clean(strings.Join(near, "' or '")) + "'?\n"
	}
	return s
}
