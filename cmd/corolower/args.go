// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/words"
)

// This file converts a command line in opt's style to one that pflag understands: it expands
// response files and adds the second dash to long options with one dash, for example `-time-passes`
// becomes `--time-passes`. It refuses the words that opt refuses, with opt's messages.

// usageError is a mistake on the command line.
type usageError struct {
	msg  string
	hint string
}

func (e *usageError) Error() string { return e.msg }

func usagef(format string, args ...any) *usageError {
	for k, a := range args {
		if err, ok := a.(error); ok {
			args[k] = plain(err)
		}
	}
	return &usageError{msg: fmt.Sprintf(format, args...)}
}

// oneOf refuses the value of an option that is not one of a list.
func oneOf(option, value string, list []string) error {
	if slices.Contains(list, value) {
		return nil
	}
	return usagef("for the %s option: '%s' is not one of %s", option, value,
		strings.TrimPrefix(strings.Join(list, ", "), ", "))
}

// plain is the text of an error without the name of a system call: "x: No such file or directory" for
// "lstat x: no such file or directory", and without the names of Go's packages.
func plain(err error) string {
	var pe *os.PathError
	var ee *exec.Error
	switch {
	case errors.As(err, &ee) && errors.Is(err, exec.ErrNotFound):
		return strings.Replace(err.Error(), ee.Error(), ee.Name+": no such program", 1)
	case !errors.As(err, &pe):
		return strings.Replace(err.Error(), "error parsing regexp: ", "", 1)
	}
	return strings.Replace(err.Error(), pe.Error(), pe.Path+": "+upperFirst(pe.Err.Error()), 1)
}

// expandResponseFiles replaces @FILE by the words in FILE. As with opt, an @name that is no file is
// left alone; inside a response file, names are relative to it.
func expandResponseFiles(args []string) ([]string, error) {
	out, err := words.Files{Nested: true}.Expand(args)
	if err != nil {
		return nil, usagef("%v", err)
	}
	return out, nil
}

// ignoredFlags are options of opt that have no effect here: they concern bitcode, the conversion of
// debug records, code generation, or the tuning of passes that corolower does not have. The value
// reports whether the next word is the option's value if it has no `=`.
var ignoredFlags = map[string]bool{
	"time-trace-granularity": true, "f": false, "opaque-pointers": false, "experimental-debuginfo-iterators": true,
	"try-experimental-debuginfo-iterators": false,
	"write-experimental-debuginfo":         true, "preserve-ll-uselistorder": false,
	"enable-new-pm": true, "enable-coroutines": false, "disable-symbolication": false,
	"module-hash": false, "aa-pipeline": true, "march": true, "mattr": true, "pass-remarks-hotness-threshold": true,
	"verify-analysis-invalidation": false, "verify-dom-info": false, "strip-debug-none": false,
	"use-constant-int-for-fixed-length-splat": false,
	"code-model": true, "relocation-model": true, "preserve-alignment-assumptions-during-inlining": false,
	"do-counter-promotion": false,
	"hoist-common-insts":   false, "sink-common-insts": false, "sample-profile-file": true,
	"pgo-test-profile-file": true, "pgo-kind": true, "profile-file": true,
	"inline-threshold": true, "inlinehint-threshold": true,
	"memssa-check-limit": true, "enable-knowledge-retention": false,
	"simplifycfg-sink-common": false, "simplifycfg-hoist-common": false,
	"simplifycfg-merge-cond-stores": false, "bonus-inst-threshold": true,
	"keep-loops": false, "switch-to-lookup": false, "forward-switch-cond": false,
	"verify-loop-info": false, "verify-region-info": false,
	"disable-builtin": true, "vectorize-slp": false, "vectorize-loops": false,
	"unroll-runtime": false, "no-output": false,
}

// synonyms are other spellings of options: clang and rustc say --target for opt's -mtriple.
var synonyms = map[string]string{"target": "mtriple"}

// lookup returns the option with a name or another spelling of it, or nil if there is none.
func lookup(flags *pflag.FlagSet, name string) *pflag.Flag {
	f := flags.Lookup(name)
	if f == nil && synonyms[name] != "" {
		f = flags.Lookup(synonyms[name])
	}
	if f == nil && len(name) == 1 {
		f = flags.ShorthandLookup(name)
	}
	return f
}

// subcommand is the command that a command line names.
func subcommand(root *cobra.Command, args []string) *cobra.Command {
	cmd := root
	for _, a := range args { // explain has subcommands
		k := slices.IndexFunc(cmd.Commands(), func(c *cobra.Command) bool { return c.Name() == a })
		if k < 0 {
			break
		}
		cmd = cmd.Commands()[k]
	}
	return cmd
}

// normalize adds the second dash to long options and refuses unknown options. It takes words after
// `--` and lone dashes as files.
func normalize(root *cobra.Command, args []string) ([]string, error) {
	cmd := subcommand(root, args)
	if completing(args) {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		flags.AddFlagSet(root.Flags())
		return longDashes(flags, args), nil // the words to complete are not a command line yet
	}
	if cmd.Name() == "completion" || cmd.Name() == "help" {
		return args, nil
	}
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.AddFlagSet(cmd.Flags())
	flags.AddFlagSet(cmd.PersistentFlags())
	flags.AddFlagSet(cmd.InheritedFlags())
	var out, single, rest []string // single: passes that are options of their own, as in `-coro-split`
	given := map[string]bool{}
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			rest = args[i:]
			break
		}
		if len(a) < 2 || a[0] != '-' {
			out = append(out, a)
			continue
		}
		name, val, has := strings.Cut(strings.TrimPrefix(a[1:], "-"), "=")
		if takes, ok := ignoredFlags[name]; ok && cmd == root {
			if takes && !has {
				i++
			}
			continue
		}
		f := lookup(flags, name)
		if f == nil && !has && strings.HasPrefix(name, "j") && isDigits(name[1:]) {
			f, val, has = flags.Lookup("j"), name[1:], true
		}
		if f == nil && cmd == root && !has && isPass(name) {
			single = append(single, name)
			continue
		}
		if f == nil {
			return nil, unknownFlag(a, name, flags)
		}
		if given[f.Name] && f.Value.Type() == "string" && f.Name != "color" {
			return nil, usagef("for the %s option: may only occur zero or one times!", spell(f.Name))
		}
		given[f.Name] = true
		if has {
			out = append(out, "--"+f.Name+"="+val)
			continue
		}
		out = append(out, "--"+f.Name)
		if f.NoOptDefVal == "" { // the value is the next word, whatever it looks like
			if i+1 >= len(args) {
				return nil, usagef("for the %s option: requires a value!", spell(f.Name))
			}
			i++
			out[len(out)-1] += "=" + args[i]
		}
	}
	if len(single) > 0 {
		if given["passes"] {
			return nil, usagef("Cannot specify passes via both -foo-pass and --passes=foo-pass")
		}
		out = append(out, "--passes="+strings.Join(single, ","))
	}
	return append(out, rest...), nil
}

// isPass reports whether a name is that of a pass. Up to LLVM 16, opt accepted `-coro-split` for
// `-passes=coro-split`.
func isPass(name string) bool {
	return slices.ContainsFunc(driver.Table.Passes, func(p *pass.Info) bool { return p.Name == name })
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// spell returns an option with its dashes, as opt's messages spell it.
func spell(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// unknownFlag returns opt's message, with the nearest option, or with the new spelling if arg is an
// option of LLVM 14.
func unknownFlag(arg, name string, flags *pflag.FlagSet) error {
	e := usagef("Unknown command line argument '%s'.  Try: 'corolower --help'", arg)
	for _, p := range driver.Table.Passes {
		if p.Name == name {
			e.hint = fmt.Sprintf("passes are named with -passes=%s", name)
			return e
		}
	}
	if near := driver.Table.Instead[name]; near != "" {
		e.hint = fmt.Sprintf("'%s' is a pass of opt that corolower does not have; the closest is -passes=%s", name, near)
		return e
	}
	if len(name) > 1 && name[0] == 'O' && flags.Lookup("O3") != nil {
		e.hint = "the levels are -O0, -O1, -O2, -O3, -Os and -Oz"
		return e
	}
	var names []string
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && len(f.Name) > 1 {
			names = append(names, f.Name)
		}
	})
	if near := words.Nearest(name, names); near != "" {
		e.hint = fmt.Sprintf("Did you mean '%s'?", spell(near))
	}
	return e
}
