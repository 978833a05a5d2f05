// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// Legalisation removes constructs that a target does not support from functions that deal with
// coroutines. This file contains every change that lowering makes because of the machine and not
// because of the coroutine; package target describes the machine. (Symmetric transfer is in
// dispatch.go.)
//
//   - Exceptions, on a target without unwinding: an invoke becomes a call, before the split, so
//     that no frame holds a value for a landing pad. Any other instruction for exceptions is an
//     error.
//   - Functions that have another name in the target's runtime: C++'s operator new and delete are
//     malloc and free on a GPU, because a coroutine with a frame on the heap could not be linked
//     otherwise. Only declared functions are replaced: an operator that the file defines belongs to
//     the program. A malloc of another type is not used either.
//   - The pragma that marks coroutines, if the output is meant for llc.
//
// Functions that do not deal with coroutines are not changed.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/pass"
)

// dropUnwinding removes exceptions from a function on a target without unwinding. It reports
// whether it changed anything.
func dropUnwinding(c *pass.Unit, f *ir.Func) (bool, error) {
	if c.Target.Unwinds() {
		return false, nil
	}
	var invokes []*ir.Instr
	for b := f.Entry(); b != nil; b = b.Next() {
		if t := b.Terminator(); t.Op == ir.OpInvoke {
			invokes = append(invokes, t)
		}
	}
	for _, t := range invokes {
		opt.InvokeToCall(c.M, t)
	}
	changed := len(invokes) > 0
	if changed {
		f.Renumber()
		opt.RemoveUnreachable(f)
	}
	for i := range f.Instrs() {
		if err := needsUnwinding(c, i); err != nil {
			return changed, err
		}
	}
	if f.Person != nil {
		f.Person, changed = nil, true
	}
	return changed, nil
}

// needsUnwinding returns an error if i deals with an exception.
func needsUnwinding(c *pass.Unit, i *ir.Instr) error {
	what := ""
	switch i.Op {
	case ir.OpResume, ir.OpCatchSwitch, ir.OpCatchPad, ir.OpCleanupPad, ir.OpCatchRet, ir.OpCleanupRet, ir.OpLandingPad:
		what = i.Op.Info().Name
	case ir.OpCall:
		if f := i.CalledFunc(); f == nil || !c.Target.CannotRaise(f.Name) {
			return nil
		}
		what = "a call of @" + ir.QuoteName(i.CalledFunc().Name)
	default:
		return nil
	}
	e := ir.Unsupportedf(i.Pos, "exceptions are not supported on %s, which cannot unwind: %s", c.Target.Arch, what)
	e.Hint = "compile with -fno-exceptions"
	return e
}

// runtimeCall replaces a call of a function that has another name in the target's runtime. It
// reports whether it did.
func runtimeCall(c *pass.Unit, b *ir.Builder, i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil || !f.Declared {
		return false
	}
	name := c.Target.Runtime(f.Name)
	if name == "" || i.NumCallArgs() == 0 || len(i.Call().Bundles) > 0 {
		return false
	}
	// The file may declare a function of its own by that name.
	if from, to := i.Arg(0).Type(), i.Type(); !(name == "free" && from.IsPtr() && to.IsVoid() ||
		name == "malloc" && from.IsInt() && c.Layout.SizeBits(from) == 8*c.Layout.PtrSize(0) && to.IsPtr()) {
		return false
	}
	g := runtimeFunc(c.M, name, c.M.Types.Func(i.Type(), []*ir.Type{i.Arg(0).Type()}, false))
	if g == nil {
		return false
	}
	b.Before(i).SetDebugLoc(i.DebugLoc())
	call := b.CallFunc(g, "", i.Arg(0))
	call.Dbg, i.Dbg = i.Dbg, nil
	if !i.Type().IsVoid() {
		name := i.Name()
		i.SetName("")
		call.SetName(name)
		// Unlike the result of new, this one may be null, so its attributes are not copied.
		ir.ReplaceUses(i, call)
	}
	i.Erase()
	return true
}

// runtimeFunc returns a function of the runtime, and declares it if the file does not. It returns
// nil if the file uses the name otherwise.
func runtimeFunc(m *ir.Module, name string, fty *ir.Type) *ir.Func {
	v, err := m.Lookup(name)
	if err != nil {
		return nil
	}
	if v != nil {
		f, ok := v.(*ir.Func)
		if !ok || f.FTy != fty {
			return nil
		}
		return f
	}
	f := ir.NewDecl(m, name, fty)
	f.Attrs = ir.NewAttrs("nounwind")
	m.AddFunc(f)
	return f
}
