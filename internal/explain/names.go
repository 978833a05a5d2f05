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

// This file is functions as people name them: mangled or demangled, with or without the @ of IR, or
// by a regular expression.

// Names are the functions of some files, as IR spells them.
type Names map[string]bool

// Add adds those of a file. order is the place of each in the file.
func (fs Names) Add(res *driver.Result) (order map[string]int) {
	order = map[string]int{}
	for i, f := range res.Functions() {
		fs[Symbol(f)], order[f] = true, i
	}
	return order
}

// Symbol spells a function's name as the IR does.
func Symbol(name string) string { return "@" + ir.QuoteName(name) }

// Demangled is a function's name for people: that of the source for C++ and Rust, else the name
// itself. A NUL in front, which marks the name of a numbered symbol, is left out.
func Demangled(name string, options ...demangle.Option) string {
	name = strings.TrimPrefix(name, "\x00")
	return demangle.Filter(strings.TrimPrefix(name, "\x01"), options...)
}

// mangled finds names in texts that Demangled may know: those of C++ and Rust begin with _Z or _R,
// with one _ more on some systems.
var mangled = pattern.Lazy(`@?\b_{1,4}[ZR][\w.$]*[\w$]`)

// DemangledText is a text for people in which symbols are spelled as IR does: with names of the
// source where they can be known.
func DemangledText(text string) string {
	return mangled().ReplaceAllStringFunc(text, func(symbol string) string {
		name := strings.TrimPrefix(symbol, "@")
		if d := Demangled(name); d != name {
			return d
		}
		return symbol
	})
}

// Spellings are the names that people may mean a function by: that of the IR, and the source's with
// and without parameters.
func Spellings(name string) []string {
	full := Demangled(name)
	if full == name {
		return []string{name}
	}
	return []string{name, full, Demangled(name, demangle.NoParams)}
}

// numbered is a number that a compiler gives a lambda or a type without a name, in the order of
// their text, in a demangled name.
var numbered = pattern.Lazy(`\$_[0-9]+|#[0-9]+\}`)

// Stem is a function's name without the numbers of lambdas and of types without names, which change
// when another comes in front. has tells whether there were some; where there are none, the stem is
// the name as it is.
func Stem(name string) (stem string, has bool) {
	if !strings.ContainsAny(name, "$U") { // as mangled names of such have
		return name, false
	}
	full := Demangled(name)
	if full == name || !numbered().MatchString(full) {
		return name, false
	}
	return numbered().ReplaceAllString(full, "}"), true
}

// Symbol spells a function that the user names as the IR does. The user need not write the @, nor
// the quotes.
func (fs Names) Symbol(f string) string {
	f = strings.TrimPrefix(f, "@")
	if fs["@"+f] {
		return "@" + f
	}
	return Symbol(f)
}

// Pattern is the regular expression that a user means by `/text/`; nil: what is written is a name.
// The error has the text of the expression in it.
func Pattern(written string) (*regexp.Regexp, error) {
	if len(written) < 2 || written[0] != '/' || written[len(written)-1] != '/' {
		return nil, nil
	}
	return regexp.Compile(written[1 : len(written)-1])
}

// Find gives the functions of a name: as IR spells it, or else demangled, with or without
// parameters; then there may be several. `/text/` gives those of which the mangled or the demangled
// name has a match of the regular expression in it; none where it is no expression (see Pattern).
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

// Rank is the place of a function in its file; a part of a coroutine stands with the coroutine.
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
