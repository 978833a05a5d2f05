// Package pattern holds regular expressions of the program that are compiled on first use: a run
// that reads one small file needs none of them, and compiling all would be a twentieth of it.
//
// What it does not do: patterns that people give are not compiled here, because those may be wrong.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy gives the compiled form of an expression, always the same. The expression is part of the
// program: one that is wrong panics on first use.
func Lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
