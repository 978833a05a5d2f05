// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package project

import (
	"cmp"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/launch"
	"github.com/corolower/corolower/internal/words"
)

// This file converts the command that compiles a unit into one that emits IR: it removes the
// options that write files, and adds those that leave coroutines unlowered. It runs nothing.

// invocation is a parsed compile command.
type invocation struct {
	compiler string
	env      []string // environment settings before the compiler
	args     []string // the remaining options, and the source
	level    string   // optimisation level, as in the pipeline default<O2>: "O2"
	gpu      bool     // the source also has device code
	output   string
	skip     bool // the source is neither C nor C++
}

// read parses a command, and adds the options in extra. It drops options that write files, select
// the output, or concern other things than the unit (launch.Flag.Drop). An error is that of a
// response file.
func (c *Command) read(extra ...string) (*invocation, error) {
	list, err := words.Files{Dir: c.Dir}.Expand(c.Args)
	if err != nil {
		return nil, err
	}
	if k := slices.Index(list, "--"); k > 0 && launch.ProgramName(list[0]) != "cmake" {
		list = slices.Insert(list, k, extra...)
	} else {
		list = append(list, extra...)
	}
	cmd := launch.Parse(list)
	v := &invocation{compiler: cmd.Compiler, env: cmd.Env, output: cmp.Or(cmd.Output(), c.Output), level: cmd.Level()}
	lang := launch.Language(c.File)
	for k := range cmd.Words {
		w := &cmd.Words[k]
		if w.Input && launch.Language(w.Text[0]) != "" || w.Input && w.Lang != "" {
			lang = w.Lang
		}
		if w.Flag != nil && w.Flag.Drop || w.Name() == "-Wp," && strings.Contains(w.Value, "-M") {
			continue
		}
		v.args = append(v.args, w.Text...)
	}
	lang = strings.TrimSuffix(strings.TrimSuffix(lang, "-module"), "-cpp-output")
	v.args = withoutPCH(v.args)
	v.gpu = lang == "cuda" || lang == "hip"
	v.skip = !v.gpu && !slices.Contains([]string{"c", "c++", "objective-c", "objective-c++"}, lang)
	return v, nil
}

// withoutPCH drops a precompiled header if its text is also included, as CMake does: it was built
// with other options, and may not exist. For example, it drops the first two words of
//
//	-include-pch cmake_pch.hxx.pch -include cmake_pch.hxx
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

// line returns the words after the compiler for emitting IR. It writes the files ll and deps. level
// is a different optimisation level, or "".
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
	// The last -g option counts; -gline-tables-only has no variables.
	args = append(args, "-g", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names", "-o",
		ll,
		"-MD", "-MF", deps, "-MT", "unit", "-Xclang", "-module-file-deps",
		"-w", "-Qunused-arguments", "-fno-color-diagnostics")
	return append(args, rest...)
}
