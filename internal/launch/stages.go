// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file builds the commands of the two stages.

// compile is a command that the launcher accepts: it compiles one C++ source to one object, or to
// assembly or IR.
type compile struct {
	*Command
	source string
	object string // "-": standard output
	trace  string // the file of -ftime-trace, "" for none
	cuda   bool
	part   []string // options that select the device or the host part of a CUDA source
}

// Reasons of plan for commands that can be taken apart.
const (
	severalInputs = "several inputs"
	noCompile     = "not a compile"
	deviceCode    = "CUDA or HIP, whose coroutines clang lowers itself" // what device does not take apart
)

// plan returns the compile of a command, or the reason why the command runs as written. warn
// reports whether the user needs to know the reason.
func plan(c *Command, o *Options) (u *compile, why string, warn bool) {
	u = &compile{Command: c}
	if device := c.deviceLanguage(); device != "" && c.compiles() && !c.named("-fno-corolower") {
		if device != "cuda" || len(c.Launchers) > 0 || c.assembles() || c.named("-emit-llvm") {
			return nil, deviceCode, true
		}
		u.cuda = true
	}
	on, lang := true, ""
	for k := range c.Words {
		w := &c.Words[k]
		switch {
		case w.Input && u.source != "":
			return nil, severalInputs, false
		case w.Input:
			u.source, lang = w.Text[0], w.Lang
		case w.Flag == nil:
			return nil, "unknown option " + w.Text[0], true
		case w.Flag.Use == Whole && u.cuda:
			return nil, w.Text[0], true
		case w.Flag.Use == Whole, w.CC1 && w.Flag.Use == Launcher:
			return nil, w.Flag.Name, false
		case w.Flag.Use == Profile && !o.Instrumented:
			return nil, w.Flag.Name, false
		}
		switch w.Name() {
		case "-o":
			u.object = w.Value
		case "-fcorolower", "-fno-corolower":
			on = w.Name() == "-fcorolower"
		}
	}
	switch {
	case u.source == "":
		return nil, "no source", false
	case !c.compiles():
		return nil, noCompile, false
	case !compiled(lang):
		return nil, "another language", false
	case TakesCL(c.Compiler) || !slices.Contains([]string{"", "g++", "gcc"}, c.last("--driver-mode=")):
		return nil, "another driver", false
	case !on:
		return nil, "-fno-corolower", false
	}
	if u.object == "" {
		u.object = stem(filepath.Base(u.source)) + u.ending()
	}
	return u, "", false
}

// compiled reports whether clang makes coroutines of a language's sources.
func compiled(lang string) bool {
	return lang == "c++" || lang == "c++-cpp-output" || lang == "c++-module" || lang == "cuda"
}

// output returns the options that select what code generation writes.
func (u *compile) output() []string {
	kind := []string{"-c"}
	if u.assembles() {
		kind[0] = "-S"
	}
	if u.named("-emit-llvm") {
		kind = append(kind, "-emit-llvm")
	}
	return kind
}

// ending returns the extension of the file that code generation writes.
func (u *compile) ending() string {
	switch strings.Join(u.output(), " ") {
	case "-S":
		return ".s"
	case "-S -emit-llvm":
		return ".ll"
	case "-c -emit-llvm":
		return ".bc"
	}
	return objectSuffix
}

// stem returns a file's name without its last extension.
func stem(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

// beside returns the name of a file next to the object.
func (u *compile) beside(ending string) string {
	dir, base := filepath.Split(u.object)
	return dir + stem(base) + ending
}

// Options, by their beginnings, whose file clang names after the object.
var (
	records  = []string{"-fsave-optimization-record", "-foptimization-record-", "-fstack-usage"}
	coverage = []string{"--coverage", "-coverage", "-ftest-coverage", "-fprofile-arcs"}
)

// frontend returns the arguments of the first stage, which writes textual IR to out, and its trace
// events to trace if the command requests them.
func (u *compile) frontend(out, trace string) []string {
	opts, inputs := u.first(func(w *Word) bool { return w.Flag.Use == Backend })
	add := func(words ...string) { opts = append(opts, words...) }
	if u.splitDwarf() {
		name := u.beside(".dwo")
		if u.last("-gsplit-dwarf=") == "single" {
			name = u.object
		}
		add("-Xclang", "-split-dwarf-file", "-Xclang", name)
	}
	if slices.ContainsFunc(records, u.has) || u.has("-Wframe-larger-than=") || u.ElideErrors() {
		add("-Rpass=^$") // emit the line tables that the messages of the second stage need
	}
	if slices.ContainsFunc(coverage, u.has) {
		if base, err := filepath.Abs(u.beside("")); err == nil {
			add("-Xclang", "-coverage-notes-file="+base+".gcno", "-Xclang", "-coverage-data-file="+base+".gcda")
		}
	}
	if u.trace != "" {
		add("-ftime-trace=" + trace)
	}
	add(u.part...)
	add("-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-Xclang", "-emit-llvm-uselists", "-o", out)
	return append(opts, inputs...)
}

// messages returns the arguments of a run that compiles the source as it is written, but without
// warnings about frames, without remarks, and with no object. It may write again what the first
// stage wrote.
func (u *compile) messages() []string {
	opts, inputs := u.first(func(w *Word) bool {
		name := w.Text[0]
		return w.Name() == "-R" || w.Name() == "-Wframe-larger-than=" || strings.HasPrefix(name, "-gsplit-dwarf") ||
			slices.ContainsFunc(records, func(record string) bool { return strings.HasPrefix(name, record) })
	})
	if slices.ContainsFunc(records, u.has) || u.has("-R") {
		opts = append(opts, "-Rpass=^$") // messages cite lines from line tables
	}
	return slices.Concat(opts, []string{"-c", "-o", os.DevNull}, inputs)
}

// first returns the options of a run that reads the source, except those that without matches, and
// the inputs.
func (u *compile) first(without func(w *Word) bool) (opts, inputs []string) {
	deps, file, target := u.dependencies()
	for k := range u.Words {
		w := &u.Words[k]
		if w.Input {
			if u.dashes {
				inputs = append(inputs, "--")
			}
			inputs = append(inputs, w.Text...)
			continue
		}
		switch w.Flag.Use {
		case Both, Frontend, Warning, Profile, Backend:
			if without(w) {
				continue
			}
			list := &opts
			if len(inputs) > 0 && w.Name() == "-x" { // it applies to the next input
				list = &inputs
			}
			if w.Text[0] == "-fmodule-output" {
				*list = append(*list, w.Text[0]+"="+u.moduleFile())
				continue
			}
			*list = append(*list, w.Text...)
		}
	}
	if deps && !file {
		opts = append(opts, "-MF", u.beside(".d"))
	}
	if deps && !target {
		opts = append(opts, "-MQ", u.object)
	}
	return opts, inputs
}

// moduleFile returns the file of -fmodule-output without a value, with the name that clang's driver
// chooses.
func (u *compile) moduleFile() string {
	if u.Output() != "" && !u.assembles() {
		return u.beside(".pcm")
	}
	return stem(u.source) + ".pcm"
}

// folders returns the options for the folders in which inline assembly finds files, for example with
// the directive .incbin. clang's driver drops them if the source is IR.
func (u *compile) folders() (options []string) {
	for k := range u.Words {
		switch w := &u.Words[k]; w.Name() {
		case "-I", "-iquote", "-isystem", "-idirafter":
			options = append(options, "-Xclang", w.Name(), "-Xclang", w.Value)
		}
	}
	return options
}

func (u *compile) splitDwarf() bool {
	on := false
	for k := range u.Words {
		switch w := &u.Words[k]; {
		case w.Text[0] == "-gno-split-dwarf":
			on = false
		case strings.HasPrefix(w.Text[0], "-gsplit-dwarf"):
			on = true
		}
	}
	return on
}

// backendWarnings are the groups of clang's warnings that code generation prints and that are on by
// default.
var backendWarnings = []string{"pass-failed", "attribute-warning", "inline-asm", "frame-larger-than", "backend-plugin",
	"profile-instr-out-of-date", "misexpect", "source-mgr", "linker-warnings"}

// overlay returns the virtual file system of the second stage; nil if there is none. It maps the
// source's name to standard input, which has the IR. So the module has the source's name, which
// AddressSanitizer and -fstack-usage print.
func (u *compile) overlay() []byte {
	at, err := filepath.Abs(u.source)
	if err != nil || strings.HasPrefix(u.source, "-") {
		return nil
	}
	return Overlay(map[string]string{at: "/dev/fd/0"})
}

// Overlay returns the text of a virtual file system for clang's -ivfsoverlay. It maps the absolute
// names of files to the files that are read instead.
func Overlay(files map[string]string) []byte {
	type file struct {
		Type     string `json:"type"`
		Name     string `json:"name"`
		Contents string `json:"external-contents"`
	}
	var roots []file
	for _, name := range slices.Sorted(maps.Keys(files)) {
		roots = append(roots, file{"file", name, files[name]})
	}
	text, _ := json.Marshal(map[string]any{"version": 0, "use-external-names": false, "roots": roots})
	return text
}

// backend returns the arguments of the second stage, which reads IR from standard input, or under
// the source's name if overlay names a file with the mapping. The first stage has already printed
// the driver's warnings. So the driver's warnings are off here, and those of code generation are on
// again.
func (u *compile) backend(overlay, trace string) []string {
	name := "-"
	if overlay != "" {
		name = u.source
	}
	opts := append(u.output(), "-x", "ir", name, "-o", u.object, "-Qunused-arguments", "-fno-crash-diagnostics")
	if overlay != "" {
		opts = append(opts, "-Xclang", "-ivfsoverlay", "-Xclang", overlay)
	}
	inner := []string{}
	for _, g := range backendWarnings {
		inner = append(inner, "-Xclang", "-W"+g)
	}
	for k := range u.Words {
		w := &u.Words[k]
		if w.Input {
			continue
		}
		switch w.Flag.Use {
		case Both, Backend, Profile:
			opts = append(opts, w.Text...)
		case Warning:
			opts = append(opts, w.Text...)
			if !w.CC1 && strings.HasPrefix(w.Text[0], "-W") && !strings.HasPrefix(w.Text[0], "-Wframe-larger-than") {
				inner = append(inner, "-Xclang", w.Text[0])
			}
		}
	}
	if trace != "" {
		opts = append(opts, "-ftime-trace="+trace)
	}
	return slices.Concat(opts, []string{"-Wno-everything"}, inner, []string{"-Xclang", "-Wno-override-module",
		"-Xclang", "-Wno-unknown-warning-option"})
}
