// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package explain

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pattern"
)

// This file resolves the names that people use for functions: mangled or demangled, with or without
// the @ of IR, or as a regular expression.

// Names is the set of functions of some files, in IR's spelling.
type Names map[string]bool

// Add adds the functions of a file. order maps each function to its position in the file.
func (fs Names) Add(res *driver.Result) (order map[string]int) {
	order = map[string]int{}
	for i, f := range res.Functions() {
		fs[Symbol(f)], order[f] = true, i
	}
	return order
}

// Symbol formats a function's name as IR does.
func Symbol(name string) string { return "@" + ir.QuoteName(name) }

// Demangled returns a function's name for people: the source name for C++ and Rust, or else the
// name itself. It removes a leading NUL, which marks the name of a numbered symbol.
func Demangled(name string, options ...demangle.Option) string {
	name = strings.TrimPrefix(name, "\x00")
	return demangle.Filter(strings.TrimPrefix(name, "\x01"), options...)
}

// mangled matches names that Demangled may recognize: those of C++ and Rust begin with _Z or _R,
// after one more _ on some systems.
var mangled = pattern.Lazy(`@?\b_{1,4}[ZR][\w.$]*[\w$]`)

// DemangledText replaces the IR symbols in a text by their source names, if these are known.
func DemangledText(text string) string {
	return mangled().ReplaceAllStringFunc(text, func(symbol string) string {
		name := strings.TrimPrefix(symbol, "@")
		if d := Demangled(name); d != name {
			return d
		}
		return symbol
	})
}

// Spellings returns the names that people may use for a function: the name in IR, and the source
// name with and without parameters.
func Spellings(name string) []string {
	full := Demangled(name)
	if full == name {
		return []string{name}
	}
	return []string{name, full, Demangled(name, demangle.NoParams)}
}

// numbered matches, in a demangled name, the number that a compiler assigns to a lambda or an
// unnamed type in the order of their text.
var numbered = pattern.Lazy(`\$_[0-9]+|#[0-9]+\}`)

// Stem returns a function's name without the numbers of lambdas and unnamed types, because these
// change if another one is added before them. has reports whether the name had such a number; if
// not, the stem is the name itself.
func Stem(name string) (stem string, has bool) {
	if !strings.ContainsAny(name, "$U") { // all mangled names of such functions have one of these
		return name, false
	}
	full := Demangled(name)
	if full == name || !numbered().MatchString(full) {
		return name, false
	}
	return numbered().ReplaceAllString(full, "}"), true
}

// Symbol formats a function that the user names as IR does. The user may omit the @ and the quotes.
func (fs Names) Symbol(f string) string {
	f = strings.TrimPrefix(f, "@")
	if fs["@"+f] {
		return "@" + f
	}
	return Symbol(f)
}

// Pattern returns the regular expression that a user writes as `/text/`, or nil for a plain name.
// An error contains the text of the expression.
func Pattern(written string) (*regexp.Regexp, error) {
	if len(written) < 2 || written[0] != '/' || written[len(written)-1] != '/' {
		return nil, nil
	}
	return regexp.Compile(written[1 : len(written)-1])
}

// Find returns the functions with a name: one in IR's spelling, or else all with that demangled
// name, with or without parameters. For `/text/` it returns the functions whose mangled or
// demangled name matches the regular expression, or none if the expression is invalid (see
// Pattern).
func (fs Names) Find(name string) []string {
	if s := fs.Symbol(name); fs[s] {
		return []string{s}
	}
	means := func(f, full string) bool {
		return full != f && (full == name || Demangled(f, demangle.NoParams) == name)
	}
	switch re, err := Pattern(name); {
	case err != nil:
		return nil
	case re != nil:
		means = func(f, full string) bool { return re.MatchString(f) || re.MatchString(full) }
	}
	var out []string
	for _, s := range slices.Sorted(maps.Keys(fs)) {
		if f := strings.Trim(s, `@"`); means(f, Demangled(f)) {
			out = append(out, s)
		}
	}
	return out
}

// Rank returns the position of a function in its file. A part of a coroutine has the position of
// the coroutine.
func Rank(order map[string]int, name string) int {
	for {
		if n, ok := order[name]; ok {
			return n
		}
		k := strings.LastIndexByte(name, '.')
		if k < 0 {
			return len(order)
		}
		name = name[:k]
	}
}
