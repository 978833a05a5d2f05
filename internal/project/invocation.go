package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/pattern"
	"github.com/corolower/corolower/internal/words"
)

// This file makes of the command that compiles a unit one that makes IR of it: what writes files goes, what leaves coroutines in is added. It runs
// nothing.

// languages are the languages of sources, by the ending of the file's name; those that clang's driver knows.
var languages = map[string]string{
	".c": "c", ".m": "objective-c", ".mm": "objective-c++", ".M": "objective-c++", ".cu": "cuda", ".hip": "hip",
	".cc": "c++", ".cp": "c++", ".cxx": "c++", ".cpp": "c++", ".CPP": "c++", ".c++": "c++", ".C": "c++", ".CC": "c++", ".CXX": "c++",
	".cppm": "c++", ".ccm": "c++", ".cxxm": "c++", ".c++m": "c++", ".ixx": "c++", ".mpp": "c++",
}

// language is that of a source; "" for what is none of C and C++.
func language(file string) string { return languages[filepath.Ext(file)] }

// launchers are programs in front of a compiler that run it elsewhere, or not at all.
var launchers = []string{"ccache", "sccache", "distcc", "icecc", "buildcache", "cachepot", "gomacc", "rewrapper", "env"}

// setting is NAME=VALUE in front of a compiler.
var setting = pattern.Lazy(`^[A-Za-z_][A-Za-z0-9_]*=`)

// programName is a program's name without directory and without .exe.
func programName(word string) string {
	if k := strings.LastIndexAny(word, `/\`); k >= 0 {
		word = word[k+1:]
	}
	if n := len(word) - len(".exe"); n > 0 && strings.EqualFold(word[n:], ".exe") {
		word = word[:n]
	}
	return word
}

// invocation is a compile command, taken apart.
type invocation struct {
	compiler string
	env      []string // settings in front of the compiler
	args     []string // options that stay, and the source
	level    string   // of optimisation, as in the pipeline default<O2>: "O2"
	gpu      bool     // the source has code for a GPU too
	output   string
	skip     bool // what is compiled is neither C nor C++
}

// options that go: they write files, choose what is made, or tell of other than the unit. The value tells whether the next word belongs to them.
var dropped = map[string]bool{
	"-c": false, "-S": false, "-E": false, "-M": false, "-MM": false, "-MD": false, "-MMD": false, "-MP": false, "-MG": false, "-MV": false,
	"-o": true, "-MF": true, "-MT": true, "-MQ": true, "-MJ": true, "-emit-llvm": false, "-emit-ast": false, "-fsyntax-only": false,
	"--precompile": false, "-save-temps": false, "--save-temps": false, "-ftime-trace": false, "-fsave-optimization-record": false,
	"-gsplit-dwarf": false, "-flto": false, "-fwhole-program-vtables": false, "-fembed-bitcode": false, "-fembed-bitcode-marker": false,
	"-fmodule-output": false, "--serialize-diagnostics": true, "-serialize-diagnostics": true, "-dependency-file": true, "-v": false, "-###": false,
	"-H": false, "--verbose": false, "-ftest-coverage": false, "-Winvalid-pch": false, "-fdebug-compilation-dir": true, "-fpch-instantiate-templates": false,
	"--compile": false, "--assemble": false,
}

// droppedBeginnings are those with a value in the same word.
var droppedBeginnings = []string{
	"-o", "-MF", "-MT", "-MQ", "-MJ", "-save-temps=", "--save-temps=", "-ftime-trace=", "-ftime-trace-granularity=", "-fsave-optimization-record=",
	"-foptimization-record-", "-gsplit-dwarf=", "-flto=", "-flto-jobs=", "-fthinlto-index=", "-fembed-bitcode=", "-fmodule-output=",
	"-fcrash-diagnostics-dir=", "-fdebug-prefix-map=", "-ffile-prefix-map=", "-fdebug-compilation-dir=", "-ffile-compilation-dir=",
	"-fcoverage-prefix-map=", "-fdiagnostics-", "-fcolor-diagnostics", "-dependency-file=", "-dumpdir=", "-dumpbase=",
}

// read takes a command apart, with options that are added to it. The error is one of a response file.
func (c *Command) read(extra ...string) (*invocation, error) {
	list, err := words.Files{Dir: c.Dir}.Expand(c.Args)
	if err != nil {
		return nil, err
	}
	if k := slices.Index(list, "--"); k > 0 && programName(list[0]) != "cmake" {
		list = slices.Insert(list, k, extra...)
	} else {
		list = append(list, extra...)
	}
	v := &invocation{output: c.Output, level: "O0"}
	list = v.stripLaunchers(list)
	lang := language(c.File)
	v.compiler = list[0]
	for k := 1; k < len(list); k++ {
		a := list[k]
		next := ""
		if k+1 < len(list) {
			next = list[k+1]
		}
		if a == "-Xclang" && droppedPair(list[k:]) {
			k += 3
			continue
		}
		if a == "-o" {
			v.output = next
		}
		if value, ok := dropped[a]; ok {
			if value {
				k++
			}
			continue
		}
		if a == "-Xclang" || a == "-Xpreprocessor" || a == "-Xassembler" || a == "-Xlinker" || a == "-mllvm" {
			if k++; a != "-Xassembler" && a != "-Xlinker" {
				v.args = append(v.args, a, next)
			}
			continue
		}
		if strings.HasPrefix(a, "-Wp,") && strings.Contains(a, ",-M") || hasAnyPrefix(a, droppedBeginnings) && !strings.HasPrefix(a, "-objc") {
			continue
		}
		if a == "-x" && next != "" {
			lang = strings.TrimSuffix(strings.TrimSuffix(next, "-module"), "-cpp-output")
		} else if strings.HasPrefix(a, "-x") && a != "-x" && !strings.HasPrefix(a, "-xc++-module") {
			lang = strings.TrimPrefix(a, "-x")
		}
		if strings.HasPrefix(a, "-O") {
			v.level = levelOf(a)
		}
		v.args = append(v.args, a)
	}
	v.args = withoutPCH(v.args)
	v.gpu = lang == "cuda" || lang == "hip"
	v.skip = !v.gpu && !slices.Contains([]string{"c", "c++", "objective-c", "objective-c++"}, lang)
	return v, nil
}

// stripLaunchers leaves out what stands in front of the compiler, and keeps settings that env makes.
func (v *invocation) stripLaunchers(list []string) []string {
	if k := slices.Index(list, "--"); k > 0 && k+1 < len(list) && programName(list[0]) == "cmake" {
		list = list[k+1:] // cmake -E ... -- compiler
	}
	for len(list) > 1 && slices.Contains(launchers, programName(list[0])) {
		env := programName(list[0]) == "env"
		list = list[1:]
		for len(list) > 1 && (setting().MatchString(list[0]) || strings.HasPrefix(list[0], "-")) {
			if env && !strings.HasPrefix(list[0], "-") { // ccache's settings are ccache's
				v.env = append(v.env, list[0])
			}
			list = list[1:]
		}
	}
	for len(list) > 2 && !gnuCompiler().MatchString(programName(list[0])) && gnuCompiler().MatchString(programName(list[1])) {
		list = list[1:] // a wrapper of the project's own
	}
	return list
}

// droppedPair reports -Xclang OPTION -Xclang VALUE of an option that goes, at the beginning of a list.
func droppedPair(list []string) bool {
	return len(list) > 3 && list[2] == "-Xclang" && dropped[list[1]]
}

func hasAnyPrefix(s string, list []string) bool {
	return slices.ContainsFunc(list, func(p string) bool { return strings.HasPrefix(s, p) })
}

// levelOf is the level of a pipeline for an option of the compiler. Of several the last counts.
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

// withoutPCH leaves out a precompiled header of which the text is included as well, as CMake has it: it was made with other options, and need not be
// there.
func withoutPCH(args []string) []string {
	var included []string
	for k, a := range args[:max(0, len(args)-1)] {
		if a == "-include" {
			included = append(included, args[k+1])
			if args[k+1] == "-Xclang" && k+2 < len(args) {
				included = append(included, args[k+2])
			}
		}
	}
	var out []string
	for k := 0; k < len(args); k++ {
		// -include-pch F, or -Xclang -include-pch -Xclang F
		rest, n := args[k:], 2
		if len(rest) > 3 && rest[0] == "-Xclang" && rest[1] == "-include-pch" && rest[2] == "-Xclang" {
			rest, n = []string{rest[1], rest[3]}, 4
		}
		if len(rest) > 1 && rest[0] == "-include-pch" {
			text := strings.TrimSuffix(strings.TrimSuffix(rest[1], ".pch"), ".gch")
			if text != rest[1] && slices.Contains(included, text) {
				k += n - 1
				continue
			}
		}
		out = append(out, args[k])
	}
	return out
}

// gnuCompiler is the name of a compiler with gcc's options, which may say what it compiles for.
var gnuCompiler = pattern.Lazy(`^(?:(.+)-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(?:-[0-9.]+)?$`)

// msvcCompiler is the name of one with cl's.
var msvcCompiler = pattern.Lazy(`(?i)^(?:.+-)?cl(?:-[0-9.]+)?$`)

// target is the triple that the name of another compiler has in front, "" for none.
func target(compiler string) string {
	m := gnuCompiler().FindStringSubmatch(programName(compiler))
	if m == nil || !strings.Contains(m[1], "-") {
		return ""
	}
	return m[1]
}

// line is the words behind the compiler that make IR: ll and deps are the files that it writes, level another level of optimisation, or "".
func (v *invocation) line(ll, deps, level string) []string {
	args, rest := v.args, []string(nil)
	if k := slices.Index(args, "--"); k >= 0 {
		args, rest = args[:k], args[k:]
	}
	args = slices.Clone(args)
	if level != "" {
		args = append(args, "-"+level)
	}
	if v.gpu {
		args = append(args, "--cuda-host-only")
	}
	// The last -g counts: -gline-tables-only has no variables.
	args = append(args, "-g", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names", "-o", ll,
		"-MD", "-MF", deps, "-MT", "unit", "-Xclang", "-module-file-deps", "-w", "-Qunused-arguments", "-fno-color-diagnostics")
	return append(args, rest...)
}
