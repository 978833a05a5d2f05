// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package pattern compiles the program's regular expressions on first use: a run on one small file
// needs none of them, and compiling all would take a twentieth of its time.
//
// It is only for constant patterns. Patterns from users may be invalid, and are compiled elsewhere.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy returns a function that returns the compiled form of an expression, which is compiled once.
// The expression is part of the program: an invalid one panics on first use.
func Lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
