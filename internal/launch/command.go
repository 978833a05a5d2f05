// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/pattern"
)

// This file parses a command line. It runs no programs and reads no files.

// Word is an option with its value, or an input.
type Word struct {
	Flag  *Flag    // its row; nil for inputs and for options without a row
	Text  []string // as written
	Value string   // of an option with a value
	Input bool
	Lang  string // of an input: from the last -x before it, or from its name; "" if clang's driver knows none
	CC1   bool   // follows -Xclang; Flag is the row of the option after -Xclang
}

// Name returns the option without its value.
func (w *Word) Name() string {
	if w.Flag != nil {
		return w.Flag.Name
	}
	return w.Text[0]
}

// Command is a parsed command line of a compiler. Its response files are expanded.
type Command struct {
	Launchers   []string // programs before the compiler that run it, with their settings
	Env         []string // the settings of env in Launchers
	Compiler    string
	Words       []Word
	dashes      bool // `--` precedes the last inputs
	elideErrors bool // Options.ElideErrors
}

// languages maps the file name extensions that clang's driver knows to languages.
var languages = map[string]string{
	".c": "c", ".m": "objective-c", ".mm": "objective-c++", ".M": "objective-c++", ".cu": "cuda", ".hip": "hip",
	".cc": "c++", ".cp": "c++", ".cxx": "c++", ".cpp": "c++",
	".CPP": "c++", ".c++": "c++", ".C": "c++", ".CC": "c++", ".CXX": "c++",
	".cppm": "c++-module", ".ccm": "c++-module", ".cxxm": "c++-module",
	".c++m": "c++-module", ".ixx": "c++-module", ".mpp": "c++-module",
	".ii": "c++-cpp-output", ".mii": "objective-c++-cpp-output",
}

// Language returns the language of a source file by its name, as -x spells it; "" for other
// languages than C and C++.
func Language(file string) string { return languages[filepath.Ext(file)] }

// launchers are programs that precede a compiler and run it on another machine, or skip the run.
var launchers = []string{"ccache", "sccache", "distcc", "icecc", "buildcache", "cachepot", "gomacc", "rewrapper", "env"}

// setting matches NAME=VALUE before a compiler.
var setting = pattern.Lazy(`^[A-Za-z_][A-Za-z0-9_]*=`)

// ProgramName returns a program's name without directory and without .exe.
func ProgramName(word string) string {
	if k := strings.LastIndexAny(word, `/\`); k >= 0 {
		word = word[k+1:]
	}
	if n := len(word) - len(".exe"); n > 0 && strings.EqualFold(word[n:], ".exe") {
		word = word[:n]
	}
	return word
}

// gnuCompiler matches the name of a compiler with gcc's options. The name may begin with a target.
var gnuCompiler = pattern.Lazy(`^(?:(.+)-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(?:-[0-9.]+)?$`)

// IsCommand reports whether words are the command line of a compiler, also after other launchers.
func IsCommand(list []string) bool {
	if len(list) == 0 {
		return false
	}
	c := Parse(list)
	known := func(word string) bool { return gnuCompiler().MatchString(ProgramName(word)) || TakesCL(word) }
	return known(c.Compiler) && (known(list[0]) || slices.Contains(launchers, ProgramName(list[0])))
}

// msvcCompiler matches the name of a compiler with cl's options.
var msvcCompiler = pattern.Lazy(`(?i)^(?:.+-)?cl(?:-[0-9.]+)?$`)

// Target returns the triple at the beginning of a compiler's name, for example aarch64-linux-gnu of
// aarch64-linux-gnu-g++; "" for none.
func Target(compiler string) string {
	m := gnuCompiler().FindStringSubmatch(ProgramName(compiler))
	if m == nil || !strings.Contains(m[1], "-") {
		return ""
	}
	return m[1]
}

// Parse parses the words of a command. There must be at least one.
func Parse(list []string) *Command {
	c := &Command{}
	if k := slices.Index(list, "--"); k > 0 && k+1 < len(list) && ProgramName(list[0]) == "cmake" {
		list = list[k+1:] // cmake -E ... -- compiler
	}
	rest := c.skipLaunchers(list)
	c.Launchers = list[:len(list)-len(rest)]
	c.Compiler = rest[0]
	lang := ""
	for rest = rest[1:]; len(rest) > 0; {
		if rest[0] == "--" && !c.dashes {
			c.dashes, rest = true, rest[1:]
			continue
		}
		w := Word{Text: rest[:1], Input: true}
		if strings.HasPrefix(rest[0], "-") && rest[0] != "-" && !c.dashes {
			w = option(rest)
		}
		rest = rest[len(w.Text):]
		switch {
		case w.Input:
			if w.Lang = lang; lang == "" || lang == "none" {
				w.Lang = Language(w.Text[0])
			}
		case w.Name() == "-x" && !w.CC1:
			lang = w.Value
		}
		c.Words = append(c.Words, w)
	}
	return c
}

// option parses the option at the beginning of a list, with its value.
func option(list []string) Word {
	f, next := Lookup(list[0])
	w := Word{Flag: f, Text: list[:1]}
	if f == nil {
		return w
	}
	if next && len(list) > 1 {
		w.Text, w.Value = list[:2], list[1]
	} else if !next {
		w.Value = strings.TrimPrefix(list[0], f.Name)
	}
	if f.Name != "-Xclang" || len(list) < 2 {
		return w
	}
	// -Xclang OPTION, or -Xclang OPTION -Xclang VALUE
	inner, next := Lookup(list[1])
	if inner == nil {
		return w
	}
	w.Flag, w.CC1, w.Value = inner, true, strings.TrimPrefix(list[1], inner.Name)
	if next && len(list) > 3 && list[2] == "-Xclang" {
		w.Text, w.Value = list[:4], list[3]
	}
	return w
}

// skipLaunchers returns the list from the compiler on, and records the settings of env.
func (c *Command) skipLaunchers(list []string) []string {
	for len(list) > 1 && slices.Contains(launchers, ProgramName(list[0])) {
		env := ProgramName(list[0]) == "env"
		list = list[1:]
		for len(list) > 1 && (setting().MatchString(list[0]) || strings.HasPrefix(list[0], "-")) {
			if env && !strings.HasPrefix(list[0], "-") { // the settings of ccache are for ccache only
				c.Env = append(c.Env, list[0])
			}
			list = list[1:]
		}
	}
	for len(list) > 2 && !gnuCompiler().MatchString(ProgramName(list[0])) &&
		gnuCompiler().MatchString(ProgramName(list[1])) {
		list = list[1:] // a wrapper of the project's own
	}
	return list
}

// TakesCL reports whether a compiler, by its name, takes the options of cl, which the table does
// not have.
func TakesCL(compiler string) bool { return msvcCompiler().MatchString(ProgramName(compiler)) }

// Output is the file that -o names, "" without one.
func (c *Command) Output() string { return c.last("-o") }

// last returns the value of the last option of a row; "" if there is none.
func (c *Command) last(name string) string {
	for k := len(c.Words) - 1; k >= 0; k-- {
		if w := &c.Words[k]; w.Flag != nil && w.Flag.Name == name {
			return w.Value
		}
	}
	return ""
}

// has reports whether an option's first word begins with name.
func (c *Command) has(name string) bool {
	return slices.ContainsFunc(c.Words, func(w Word) bool { return !w.Input && strings.HasPrefix(w.Text[0], name) })
}

// Level returns the level of a command's last -O as in the pipeline default<O2>, for example "O2".
// Without -O it returns "O0".
func (c *Command) Level() string {
	level := "O0"
	for k := range c.Words {
		if w := &c.Words[k]; !w.Input && !w.CC1 && strings.HasPrefix(w.Text[0], "-O") && w.Flag != nil {
			level = levelOf(w.Text[0])
		}
	}
	return level
}

// levelOf returns the level of the pipeline for an option of the compiler.
func levelOf(option string) string {
	switch level := strings.TrimPrefix(option, "-O"); level {
	case "", "g":
		return "O1"
	case "fast":
		return "O3"
	case "0", "1", "2", "3", "s", "z":
		return "O" + level
	}
	return "O3" // -O4 and more
}
