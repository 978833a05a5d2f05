// Package llircoro lowers the coroutines of modules that are built with github.com/llir/llvm, for
// compilers that are written in Go.
//
// A frontend writes its coroutines as ordinary functions that call the intrinsics llvm.coro.* (see
// the example in this package), and hands the module to Lower before it gives it to llc or clang:
//
//	lowered, remarks, err := llircoro.Lower(m, llircoro.Options{})
//
// Declare and NewCoroutine build the intrinsics and the skeleton of a coroutine; Check tells what
// is wrong with coroutines without lowering them.
//
// llir v0.3.6 has typed pointers only (`i8*`), so everything here is in the dialect of LLVM 14.
// Later versions of LLVM read it, too: they take `T*` for `ptr`.
//
// What this package does not do: it does not optimise what is no coroutine, and it does not run a
// compiler. It goes through text: the module is printed, lowered as the command corolower lowers a
// file, and read again by llir. llir's reader skips words that it does not know without a message;
// what it read is therefore compared with what it was given, and Lower gives an error when anything
// was lost.
package llircoro

import (
	"errors"
	"fmt"

	llir "github.com/llir/llvm/ir"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
)

// Options say how a module is lowered. The zero value is the whole coroutine pipeline with the
// smallest frames.
type Options struct {
	// Passes is a pipeline in opt's grammar, such as "default<O0>" or
	// "coro-early,coro-split,coro-cleanup". "" is the whole of it.
	Passes string
	// Name stands for the module in messages; "" takes the module's source file name.
	Name string
	// Triple and DataLayout are used in place of the module's own; "" leaves those. A module
	// without a layout gets that of its triple.
	Triple, DataLayout string
	// Jobs is how many functions are lowered at a time; 0 is one a core. The result does not depend
	// on it.
	Jobs int
	// SkipVerify leaves out the check that the module is valid IR before and after the passes. The
	// rules of coroutines are checked anyway.
	SkipVerify bool
	// Lax makes warnings of those findings about coroutines that opt passes over in silence, such
	// as a coroutine that lacks the presplit attribute and is therefore not lowered. Without it
	// they are errors.
	Lax bool
	// Warn is called for each finding that does not stop the lowering, in the order of their
	// places; nil drops them.
	Warn func(*Error)
}

// Remark is what a pass has to tell about a function.
type Remark struct {
	Kind     string // Passed, Missed or Analysis
	Pass     string // coro-split
	Name     string // what it is about, for programs: CoroSplit
	Function string // without the @
	Message  string // Split 'f' (frame_size=24, align=8)
	// Args are the parts of the message that have a name, in order: function, frame_size, align.
	Args []RemarkArg
}

// RemarkArg is a named part of a remark.
type RemarkArg struct{ Key, Value string }

func (r Remark) String() string { return r.Message }

// Lower lowers the coroutines of a module. It gives a new module that shares nothing with m, which
// llir numbers and prints but which stays otherwise as it is; and what the passes remarked, in the
// order of the functions.
//
// The error is an Errors with everything that was found; no module is given then. Nothing that the
// caller can put into m makes Lower panic.
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

// printModule gives the text of a module. llir panics about modules it cannot print, such as a
// block without terminator.
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

// culprit names the first function that llir cannot print.
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

// publish makes the public form of remarks.
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
