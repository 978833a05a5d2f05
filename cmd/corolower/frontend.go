// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/launch"
	"github.com/corolower/corolower/internal/report/project"
)

// This file makes IR of C++ sources that are named as inputs: with the command of a compile
// database, with the command after --, or with clang++ -std=c++20 -O2.

// frontend is how a command reads sources.
type frontend struct {
	build   string   // -p
	reader  string   // see driver.Options.Reader
	save    string   // --save-ir
	command []string // after --
	cache   *project.Cache
}

// frontFlags are the options of the commands that read sources.
func (f *frontend) register(flags *pflag.FlagSet) {
	flags.StringVarP(&f.build, "p", "p", "", "for a C++ source: build `directory`, or its "+project.DatabaseName+
		" (default: ., build/, and parents)")
	flags.StringVar(&f.save, "save-ir", "", "for a C++ source: write its IR to this `file`, and show the lines in it, too")
	group(flags, "C++ sources")
}

// words takes the command after -- from a command line, and returns the inputs. For example, all of
// these name the input a.cpp:
//
//	a.cpp
//	a.cpp -- clang++ -O2
//	-- clang++ -O2 -c a.cpp
func (a *app) words(f *frontend, cmd *cobra.Command, args []string) ([]string, error) {
	a.front = f
	f.reader = cmd.CommandPath() + " -"
	k := cmd.ArgsLenAtDash()
	if k < 0 || !launch.IsCommand(args[k:]) || cmd.Name() == "run" && k > 0 {
		return args, nil
	}
	args, f.command = args[:k], args[k:]
	if f.build != "" {
		return nil, usagef("a command after -- excludes -p")
	}
	if len(args) == 0 {
		c, err := project.OneCommand(".", f.command)
		if err != nil {
			return nil, usagef("%v", err)
		}
		args = []string{filepath.Clean(c.File)}
		f.command = slices.DeleteFunc(f.command, func(w string) bool { return filepath.Clean(w) == args[0] })
	}
	return args, nil
}

// onWords returns the function of a command that runs on the inputs that its words name.
func (a *app) onWords(f *frontend, run func(inputs []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		inputs, err := a.words(f, cmd, args)
		if err != nil {
			return err
		}
		return run(inputs)
	}
}

// reads reports whether an input is a source for the frontend.
func (f *frontend) reads(name string) bool {
	lang := launch.Language(name)
	return f != nil && (lang == "c" || strings.HasPrefix(lang, "c++"))
}

// compileError is the error of a source that its compiler refuses.
type compileError struct{ said string }

func (e *compileError) Error() string { return e.said }

// emit returns the IR of a source.
func (a *app) emit(name string) ([]byte, error) {
	f := a.front
	if _, err := os.Stat(name); err != nil {
		return nil, &openError{cannotOpen + ": " + upperFirst(errors.Unwrap(err).Error()), err}
	}
	wd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	c, own, err := a.commandFor(name, wd)
	if err != nil {
		return nil, err
	}
	o := &project.Options{Root: wd, Debug: debugging()}
	if o.BuildID, err = buildID(); err == nil && f.cache == nil {
		f.cache, _ = project.OpenCache("") // without a cache, each run compiles
	}
	o.Cache = f.cache
	ctx, done := interruptible()
	text, notes, err := project.Emit(ctx, c, o)
	done()
	for _, n := range notes {
		if own { // nobody named the compiler that another one replaces
			break
		}
		fmt.Fprintf(a.stderr, "corolower: %s %s\n", a.style().Note("note:"), diag.Clean(n))
	}
	switch {
	case errors.Is(err, context.Canceled):
		return nil, err
	case err != nil:
		return nil, &compileError{err.Error()}
	case f.save != "":
		err = a.writeText(f.save, text)
	}
	return text, err
}

// commandFor returns the command that compiles a source. own: it is not the user's.
func (a *app) commandFor(name, wd string) (c *project.Command, own bool, err error) {
	f := a.front
	plain := &project.Command{Dir: wd, File: absolutePath(name, wd), Args: []string{"clang++", "-std=c++20", "-O2", "-c", name}}
	if f.command != nil {
		plain.Args = slices.Concat(f.command, []string{"-c", name})
		return plain, false, nil
	}
	if launch.Language(name) == "c" {
		plain.Args = []string{"clang", "-O2", "-c", name}
	}
	path, err := project.FindDatabase(f.build, wd)
	if errors.Is(err, project.ErrNoDatabase) {
		return plain, true, nil
	} else if err != nil {
		return nil, false, usagef("%v", err)
	}
	all, err := project.ReadDatabase(path)
	if err != nil {
		return nil, false, usagef("%v", err)
	}
	for k := range all {
		if sameFile(name, all[k].File, wd) {
			return &all[k], false, nil
		}
	}
	if f.build != "" {
		return nil, false, usagef("%s has no command for '%s'", path, name)
	}
	fmt.Fprintf(a.stderr, "corolower: %s %s has no command for %s, so %s compiles it\n", a.style().Note("note:"), diag.Clean(path),
		diag.Clean(name), strings.Join(plain.Args[:len(plain.Args)-2], " "))
	return plain, true, nil
}

// emitted reads a source as IR. Its name in messages is that of the saved IR, or one that says what
// it is.
func (a *app) emitted(name string) (string, []byte, error) {
	text, err := a.emit(name)
	if err != nil {
		return name, nil, err
	}
	a.gc.start(int64(len(text)))
	shown := cmp.Or(a.front.save, name+".ll")
	if a.front.save == "" {
		a.derived = append(a.derived, shown)
	}
	return shown, text, nil
}

// newFile returns the file of an input that was read.
func (a *app) newFile(shown string, text []byte) *diag.File {
	f := diag.NewFile(shown, text)
	f.Derived = slices.Contains(a.derived, shown)
	return f
}
