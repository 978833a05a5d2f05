package launch

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
)

// This file makes the commands of the two stages.

// compile is a command that the launcher takes: one source of C++ becomes one object.
type compile struct {
	*Command
	source string
	object string
	trace  string // the file of -ftime-trace, "" for none
}

// plan gives the compile that a command is, or why it runs as written. warn says that the reason is
// one that a user wants to know.
func plan(c *Command, o *Options) (u *compile, why string, warn bool) {
	u = &compile{Command: c}
	made, on, lang := false, true, ""
	for k := range c.Words {
		w := &c.Words[k]
		switch {
		case w.Input && u.source != "":
			return nil, "several inputs", false
		case w.Input:
			u.source, lang = w.Text[0], w.Lang
		case w.Flag == nil:
			return nil, "unknown option " + w.Text[0], true
		case w.Flag.Use == Whole, w.CC1 && w.Flag.Use == Launcher:
			return nil, w.Flag.Name, false
		case w.Flag.Use == Profile && !o.Instrumented:
			return nil, w.Flag.Name, false
		}
		switch w.Name() {
		case "-c", "--compile":
			made = true
		case "-o":
			u.object = w.Value
		case "-fcorolower", "-fno-corolower":
			on = w.Name() == "-fcorolower"
		}
	}
	switch {
	case u.source == "":
		return nil, "no source", false
	case !made:
		return nil, "not a compile", false
	case lang != "c++" && lang != "c++-cpp-output":
		return nil, "another language", false
	case TakesCL(c.Compiler) || !slices.Contains([]string{"", "g++", "gcc"}, c.last("--driver-mode=")):
		return nil, "another driver", false
	case u.object == "-":
		return nil, "standard output", false
	case !on:
		return nil, "-fno-corolower", false
	}
	if u.object == "" {
		u.object = stem(filepath.Base(u.source)) + objectSuffix
	}
	return u, "", false
}

// stem is a file's name without its last ending.
func stem(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

// beside is the name of a file that goes with the object.
func (u *compile) beside(ending string) string {
	dir, base := filepath.Split(u.object)
	return dir + stem(base) + ending
}

// frontend is the words behind the compiler of the first stage, which writes textual IR to out, and
// its events to trace if the command asks for them.
func (u *compile) frontend(out, trace string) []string {
	var opts, inputs []string
	deps, file, target := false, false, false
	for k := range u.Words {
		w := &u.Words[k]
		if w.Input {
			if u.dashes {
				inputs = append(inputs, "--")
			}
			inputs = append(inputs, w.Text...)
			continue
		}
		if !w.CC1 {
			deps = deps || w.Text[0] == "-MD" || w.Text[0] == "-MMD"
			file = file || w.Name() == "-MF"
			target = target || w.Name() == "-MT" || w.Name() == "-MQ"
			if w.Name() == "-Wp," && (strings.Contains(w.Value, "-MD,") || strings.Contains(w.Value, "-MMD,")) {
				deps, file = true, true
			}
			target = target || w.Name() == "-Wp," && (strings.Contains(w.Value, "-MT,") ||
				strings.Contains(w.Value, "-MQ,"))
		}
		switch w.Flag.Use {
		case Both, Frontend, Warning, Profile:
			list := &opts
			if len(inputs) > 0 && w.Name() == "-x" { // it is about the next input
				list = &inputs
			}
			*list = append(*list, w.Text...)
		}
	}
	add := func(words ...string) { opts = append(opts, words...) }
	if deps && !file {
		add("-MF", u.beside(".d"))
	}
	if deps && !target {
		add("-MQ", u.object)
	}
	if u.splitDwarf() {
		name := u.beside(".dwo")
		if u.last("-gsplit-dwarf=") == "single" {
			name = u.object
		}
		add("-Xclang", "-split-dwarf-file", "-Xclang", name)
	}
	if u.has("-fsave-optimization-record") || u.has("-foptimization-record-") || u.has("-fstack-usage") {
		add("-Rpass=^$") // lines for what the second stage says of them
	}
	if u.has("--coverage") || u.has("-coverage") || u.has("-ftest-coverage") || u.has("-fprofile-arcs") {
		if base, err := filepath.Abs(u.beside("")); err == nil {
			add("-Xclang", "-coverage-notes-file="+base+".gcno", "-Xclang", "-coverage-data-file="+base+".gcda")
		}
	}
	if u.trace != "" {
		add("-ftime-trace=" + trace)
	}
	add("-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-Xclang", "-emit-llvm-uselists", "-o", out)
	return append(opts, inputs...)
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

// overlay is the file system of the second stage, where there is one: the IR, which comes from
// standard input, lies in the place of the source. So it has the source's name, which
// AddressSanitizer and -fstack-usage print.
func (u *compile) overlay() []byte {
	at, err := filepath.Abs(u.source)
	if err != nil || strings.HasPrefix(u.source, "-") {
		return nil
	}
	type file struct {
		Type     string `json:"type"`
		Name     string `json:"name"`
		Contents string `json:"external-contents"`
	}
	text, err := json.Marshal(map[string]any{"version": 0, "use-external-names": false,
		"roots": []file{{"file", at, "/dev/fd/0"}}})
	if err != nil {
		return nil
	}
	return text
}

// backend is the words behind the compiler of the second stage, which reads IR from standard input,
// or in the place of the source by the overlay in a file. Warnings of the driver have been printed
// by the first stage: here they are off, and those of code generation on again.
func (u *compile) backend(overlay, trace string) []string {
	opts := []string{"-c", "-x", "ir", "-", "-o", u.object, "-Qunused-arguments", "-fno-crash-diagnostics"}
	if overlay != "" {
		opts[3] = u.source
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
