// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// This file takes a command apart that has several inputs, or that links what it compiles. Each C++
// source gets a command of its own, which compiles it as if the user had written -c. Another
// command does the rest. For example:
//
//	clang++ -O2 a.cpp b.o -lm -o prog
//
//	clang++ -O2 -lm -Qunused-arguments -c -o /tmp/a-1.o a.cpp
//	clang++ -O2 /tmp/a-1.o b.o -lm -o prog -Qunused-arguments
//
// As with clang, the objects that only the linker needs are temporary files.

// part is the command for one source.
type part struct {
	input  int // the source in Command.Words
	source string
	deps   []string // options that name the dependency file as the whole command names it
}

// parts is a command that was taken apart.
type parts struct {
	*Command
	list  []part
	links bool
}

// besideOutput are the options that write a file whose name clang derives from the names of the
// program and of the source. On macOS -g is one of them: clang runs dsymutil.
var besideOutput = slices.Concat([]string{"-gsplit-dwarf", "-ftime-trace"}, records, coverage)

// apart takes a command apart. If it cannot, why is the reason, and warn reports whether the user
// needs to know it.
func apart(c *Command, o *Options) (p *parts, why string, warn bool) {
	p = &parts{Command: c, links: !c.compiles()}
	for k := range c.Words {
		if w := &c.Words[k]; w.Input && (compiled(w.Lang)) {
			p.list = append(p.list, part{input: k, source: w.Text[0]})
		}
	}
	switch {
	case len(p.list) == 0 && p.links, p.links && c.has("-emit-llvm"):
		return nil, noCompile, false
	case len(p.list) == 0, !p.links && c.Output() != "", c.dashes:
		return nil, severalInputs, false
	}
	deps, file, target := c.dependencies()
	for k := range p.list {
		s := &p.list[k]
		if p.links && deps {
			name := c.Output()
			if name == "" {
				name = stem(filepath.Base(s.source)) + objectSuffix
			}
			if !file {
				s.deps = append(s.deps, "-MF", stem(name)+".d")
			}
			if !target {
				s.deps = append(s.deps, "-MQ", name)
			}
		}
		if u, why, warn := plan(Parse(p.compile(s, "x.o")), o); u == nil {
			return nil, why, warn
		}
	}
	switch {
	case slices.ContainsFunc(p.list, func(s part) bool { return s.source == "-" }):
		return nil, "standard input", false
	case p.links && deps && len(p.list) > 1:
		return nil, "one dependency file for several sources", false
	case p.links && (slices.ContainsFunc(besideOutput, c.has) || runtime.GOOS == "darwin" && c.has("-g")):
		return nil, "a program and files beside it", false
	}
	return p, "", false
}

// missing reports whether an input does not exist. Then clang compiles nothing.
func (p *parts) missing() bool {
	return slices.ContainsFunc(p.Words, func(w Word) bool {
		if !w.Input {
			return false
		}
		_, err := os.Stat(w.Text[0])
		return errors.Is(err, os.ErrNotExist)
	})
}

// compiles reports whether the command compiles without linking.
func (c *Command) compiles() bool { return c.named("-c", "--compile") || c.assembles() }

// assembles reports whether the command writes assembly, or IR with -emit-llvm.
func (c *Command) assembles() bool { return c.named("-S", "--assemble") }

// named reports whether the command has one of the options.
func (c *Command) named(names ...string) bool {
	return slices.ContainsFunc(c.Words, func(w Word) bool {
		return !w.Input && !w.CC1 && slices.Contains(names, w.Name())
	})
}

// compile returns the command for one source. Its object is the one that the whole command makes,
// or object if the command links.
func (p *parts) compile(s *part, object string) []string {
	list := slices.Concat(p.Launchers, []string{p.Compiler})
	for k := range p.Words {
		w := &p.Words[k]
		switch {
		case w.Input, w.Name() == "-o" && !w.CC1:
		case w.Name() == "-x" && !w.CC1 && k > s.input: // it applies to the inputs that follow it
		default:
			list = append(list, w.Text...)
		}
	}
	list = append(list, s.deps...)
	if p.links {
		list = append(list, "-Qunused-arguments", "-c", "-o", object)
	}
	return append(list, s.source)
}

// rest returns the command that does everything else; nil if there is nothing else to do. objects
// are those of the sources.
func (p *parts) rest(objects []string) []string {
	list := slices.Concat(p.Launchers, []string{p.Compiler})
	next, others, lang, given := 0, 0, "none", "none"
	input := func(want string, text ...string) {
		if given != want {
			list = append(list, "-x", want)
			given = want
		}
		list = append(list, text...)
	}
	for k := range p.Words {
		w := &p.Words[k]
		switch {
		case w.Input && next < len(p.list) && p.list[next].input == k:
			if p.links {
				input("none", objects[next])
			}
			next++
		case w.Input:
			input(lang, w.Text...)
			others++
		case w.Name() == "-x" && !w.CC1:
			lang = w.Value
		default:
			list = append(list, w.Text...)
		}
	}
	if p.links {
		return append(list, "-Qunused-arguments")
	}
	if others == 0 {
		return nil
	}
	return list
}

// inParts runs a command that was taken apart.
func (r *runner) inParts(p *parts) End {
	r.signals = catch()
	defer r.signals.stop()
	objects := make([]string, len(p.list))
	if p.links {
		defer func() {
			for _, name := range objects {
				if name != "" {
					os.Remove(name)
				}
			}
		}()
	}
	first := End{}
	for k := range p.list {
		s := &p.list[k]
		if p.links {
			f, err := os.CreateTemp("", stem(filepath.Base(s.source))+"-*"+objectSuffix)
			if err != nil {
				fmt.Fprintf(os.Stderr, "corolower: error: %v\n", err)
				return End{Code: 1}
			}
			f.Close()
			objects[k] = f.Name()
		}
		end := (&runner{Options: r.Options, argv: p.compile(s, objects[k]), stays: true}).command()
		if caught := r.signals.caught(); caught != (End{}) || end.Signal != nil {
			return firstOf(caught, end)
		}
		first = firstOf(first, end)
	}
	list := p.rest(objects)
	if list == nil || p.links && first != (End{}) {
		return first
	}
	r.argv = own(list)
	return firstOf(first, r.plain())
}

// firstOf returns the first end that is not success.
func firstOf(a, b End) End {
	if a != (End{}) {
		return a
	}
	return b
}

// dependencies reports whether the command writes a dependency file, and whether it names the file
// and the target in it.
func (c *Command) dependencies() (deps, file, target bool) {
	for k := range c.Words {
		w := &c.Words[k]
		if w.Input || w.CC1 {
			continue
		}
		deps = deps || w.Text[0] == "-MD" || w.Text[0] == "-MMD"
		file = file || w.Name() == "-MF"
		target = target || w.Name() == "-MT" || w.Name() == "-MQ"
		if w.Name() == "-Wp," && (strings.Contains(w.Value, "-MD,") || strings.Contains(w.Value, "-MMD,")) {
			deps, file = true, true
		}
		target = target || w.Name() == "-Wp," && (strings.Contains(w.Value, "-MT,") ||
			strings.Contains(w.Value, "-MQ,"))
	}
	return deps, file, target
}
