// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package llircoro lowers the coroutines of modules that are built with github.com/llir/llvm. It is
// for compilers that are written in Go.
//
// A frontend writes its coroutines as ordinary functions that call the intrinsics llvm.coro.* (see
// the example in this package). It passes the module to Lower before it passes it to llc or clang:
//
//	lowered, remarks, err := llircoro.Lower(m, llircoro.Options{})
//
// Declare and NewCoroutine build the intrinsics and the skeleton of a coroutine. Check reports
// errors in coroutines without lowering them.
//
// llir v0.3.6 has only typed pointers (`i8*`), so this package uses the dialect of LLVM 14. Later
// versions of LLVM read it too, because they treat `T*` as `ptr`.
//
// This package does not optimize code outside of coroutines, and does not run a compiler. It works
// on text: it prints the module, lowers it as the command corolower lowers a file, and reads the
// result with llir. llir's reader silently skips words that it does not know. Lower therefore
// compares the module that llir read with the text, and returns an error if anything was lost.
package llircoro

import (
	"errors"
	"fmt"

	llir "github.com/llir/llvm/ir"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
)

// Options control the lowering of a module. The zero value runs the whole coroutine pipeline with
// the smallest frames.
type Options struct {
	// Passes is a pipeline in opt's grammar, such as "default<O0>" or
	// "coro-early,coro-split,coro-cleanup". "" is the whole pipeline.
	Passes string
	// Name is the module's name in messages. If it is "", the module's source file name is used.
	Name string
	// Triple and DataLayout replace the module's own unless they are "". A module without a layout
	// gets the default layout of its triple.
	Triple, DataLayout string
	// Jobs is the number of functions to lower in parallel. 0 means one per core. The result does
	// not depend on it.
	Jobs int
	// SkipVerify skips the check that the module is valid IR before and after the passes. The rules
	// of coroutines are still checked.
	SkipVerify bool
	// Lax turns findings about coroutines that opt silently accepts into warnings. For example, a
	// coroutine without the presplit attribute is not lowered. Without Lax these findings are
	// errors.
	Lax bool
	// Warn is called for each finding that does not stop the lowering, in the order of their
	// positions. If Warn is nil, such findings are dropped.
	Warn func(*Error)
}

// Remark is a message of a pass about a function.
type Remark struct {
	Kind     string // Passed, Missed or Analysis
	Pass     string // coro-split
	Name     string // identifies the message for programs: CoroSplit
	Function string // without the @
	Message  string // Split 'f' (frame_size=24, align=8)
	// Args are the named parts of the message, in order: function, frame_size, align.
	Args []RemarkArg
}

// RemarkArg is a named part of a remark.
type RemarkArg struct{ Key, Value string }

func (r Remark) String() string { return r.Message }

// Lower lowers the coroutines of a module. It returns a new module that shares nothing with m, and
// the remarks of the passes in the order of the functions. llir numbers and prints m, and Lower
// does not change it otherwise.
//
// The error is an Errors with all findings, and then there is no module. No content of m makes
// Lower panic.
func Lower(m *llir.Module, opts Options) (*llir.Module, []Remark, error) {
	name := opts.moduleName(m)
	text, err := printModule(m)
	if err != nil {
		return nil, nil, Errors{{Module: name, Message: err.Error(),
			Hint: "give every block a terminator, and every value a type"}}
	}
	o := &driver.Options{
		Triple: opts.Triple, DataLayout: opts.DataLayout,
		Jobs: opts.Jobs, DisableVerify: opts.SkipVerify, Remarks: true,
		DebugFrame: true,
	}
	if opts.Passes != "" {
		if o.Pipeline, err = driver.Table.Parse(opts.Passes); err != nil {
			e := &Error{Module: name, Message: fmt.Sprintf("Options.Passes: %v", err)}
			if pe := (*pass.Error)(nil); errors.As(err, &pe) {
				e.Hint = pe.Hint
			}
			return nil, nil, Errors{e}
		}
	}
	if !opts.Lax {
		check := *o
		check.CheckOnly = true
		if _, err := driver.Run(name, text, &check); err != nil {
			return nil, nil, locate(name, text, asErrors(err))
		}
	}
	res, err := driver.Run(name, text, o)
	if opts.Warn != nil && len(res.Warnings) > 0 {
		for _, e := range locate(name, text, res.Warnings) {
			opts.Warn(e)
		}
	}
	if err != nil {
		return nil, nil, locate(name, text, asErrors(err))
	}
	out, err := read(name, res.Bytes())
	if err != nil {
		return nil, nil, err
	}
	return out, publish(res.Remarks), nil
}

// printModule returns the text of a module. llir panics if it cannot print a module, for example
// one with a block without a terminator.
func printModule(m *llir.Module) (text []byte, err error) {
	if m == nil {
		return nil, fmt.Errorf("there is no module (nil)")
	}
	defer func() {
		if r := recover(); r != nil {
			text, err = nil, fmt.Errorf("llir cannot print the module: %v%s", r, culprit(m))
		}
	}()
	return []byte(m.String()), nil
}

// culprit describes the first function that llir cannot print.
func culprit(m *llir.Module) (s string) {
	for i, f := range m.Funcs {
		if f == nil {
			return fmt.Sprintf(" (function %d is nil)", i)
		}
		if !printable(f) {
			return fmt.Sprintf(" (in @%s)", f.Name())
		}
	}
	return ""
}

func printable(f *llir.Func) (ok bool) {
	defer func() { ok = recover() == nil }()
	_ = f.LLString()
	return true
}

// publish converts remarks to their public form.
func publish(list []remark.Remark) []Remark {
	kinds := [...]string{remark.Passed: "Passed", remark.Missed: "Missed", remark.Analysis: "Analysis"}
	var out []Remark
	for i := range list {
		r := &list[i]
		p := Remark{Kind: kinds[r.Kind], Pass: r.Pass, Name: r.Name, Function: r.Function}
		for _, a := range r.Args {
			p.Message += a.Val
			if a.Key != "String" {
				p.Args = append(p.Args, RemarkArg{a.Key, a.Val})
			}
		}
		out = append(out, p)
	}
	return out
}
