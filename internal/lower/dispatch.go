// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// Symmetric transfer by a loop, for targets on which no call can be a jump (target.TransferLoop).
// On these a chain of transfers would need a stack frame for each. The body of a resume part
// becomes a step, which returns the next frame, and the part runs a loop over steps:
//
//	define void @f.resume(ptr %frame)                 define ptr @f.resume.step(ptr %frame)
//	  ...                                               ...
//	  %next = ...                                       %next = ...
//	  %fn = load ptr, ptr %next                 =>      ret ptr %next   ; a transfer: the next frame
//	  tail call void %fn(ptr %next)                     ...
//	  ret void                                          ret ptr null    ; a suspend: none
//	  ...
//	  ret void                                        define void @f.resume(ptr %frame)
//	                                                    call void @.corodispatch(ptr %frame)
//	                                                    ret void
//
//	.corodispatch(h):
//	  while h is not null:
//	    if h's coroutine has a step: h = step(h)
//	    else: resume h by a call, and return
//
// @f.resume is still the function to which a frame points and that other code calls; every chain
// runs in the loop of the part that started it. Whoever resumes a frame calls the function to which
// the frame points, by that pointer or by name, so the loop begins with the step of the same part.
// The loop finds h's step by h's resume pointer, so it has to know all coroutines of the file that
// transfer control. Functions are lowered one by one: each part only names the loop, and after the
// last the driver calls NewDispatcher to build it from all steps. A coroutine that the loop does not
// know (of another module, or the no-op coroutine) is resumed by a call, and runs its own loop inside.
//
// coro-split marks transfers as tail calls, which guarantees that the callee does not use the
// part's stack variables: only then may the part return first. A resume at the end of a part that
// other tools marked as a tail call is treated in the same way.
//
// Only resume parts are rewritten. Transfers from a destroy part, from a ramp before its first
// suspend, and from inlined parts after which the caller continues, stay calls and start a loop.
// With typed pointers transfers stay calls too: the frames of a chain have different types, and no
// tool that reads typed pointers emits PTX that is still loaded today.

import (
	"slices"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/target"
)

// dispatcherName is the loop's name, unless the file already uses it.
const dispatcherName = ".corodispatch"

// maxInlineSteps is the largest number of steps with which the loop may still be inlined: every
// part that transfers control calls it.
const maxInlineSteps = 4

// Step describes a part that transfers control in the loop.
type Step struct {
	Resume string // the part, to which a frame points
	Step   string // its body
	CC     string // of both
	Attrs  []ir.Attr
}

// Dispatcher replaces the transfers in the parts of one unit.
type Dispatcher struct {
	*pass.Unit
	steps  []*ir.Func // the step at the same index in parts calls belongs to that part
	parts  []*ir.Func
	stepOf map[*ir.Func]*ir.Func // by part
}

// Loops reports whether the unit's target needs this pass.
func (d *Dispatcher) Loops() bool {
	return d.Target.Transfer("") == target.TransferLoop && !d.M.TypedPtrs
}

// Dispatch rewrites the transfers in one function. It must be the last pass to change a part.
func (d *Dispatcher) Dispatch(f *ir.Func) (bool, error) {
	transfers := d.transfers(f)
	if len(transfers) == 0 {
		return false, nil
	}
	step := d.step(f, transfers)
	d.steps, d.parts = append(d.steps, step), append(d.parts, f)
	ir.Put(&d.stepOf, f, step)
	return true, d.M.Err
}

// Transfers reports whether f is a part that Dispatch would rewrite if cleanup ran on it now.
func (d *Dispatcher) Transfers(f *ir.Func) bool { return len(d.transfers(f)) > 0 }

// Steps returns the steps that Dispatch created and that still exist.
func (d *Dispatcher) Steps() (list []Step) {
	if len(d.steps) == 0 {
		return nil
	}
	there := make(map[*ir.Func]bool, len(d.M.Funcs))
	for _, f := range d.M.Funcs {
		there[f] = true
	}
	for k, step := range d.steps {
		if there[step] {
			list = append(list, Step{d.parts[k].Name, step.Name, step.CC, step.Attrs.Expanded(d.M)})
		}
	}
	return list
}

// StepOf returns the step of a part, or nil if it has none. The loop calls the step, so it must
// live as long as the part.
func (d *Dispatcher) StepOf(part *ir.Func) *ir.Func { return d.stepOf[part] }

func (d *Dispatcher) transfers(f *ir.Func) (list []*ir.Instr) {
	if !d.Loops() || ir.PartOf(d.M, f) != ir.PartResume {
		return nil
	}
	for i := range f.Instrs() {
		if i.Op == ir.OpCall && i.Flags&(ir.FlagTail|ir.FlagMustTail) != 0 && d.isTransfer(i) {
			list = append(list, i)
		}
	}
	return list
}

// isTransfer reports whether call resumes a frame by its resume function, with only a return after
// it.
func (d *Dispatcher) isTransfer(call *ir.Instr) bool {
	c := call.Call()
	if c.NArgs != 1 || len(c.Bundles) > 0 || c.CC != ir.PartConvention(d.M) || !call.Type().IsVoid() || !returns(call.Next()) {
		return false
	}
	handle := call.Arg(0)
	if !handle.Type().IsPtr() || handle.Type().AddrSpace() != 0 {
		return false
	}
	switch callee := call.Callee().(type) {
	case *ir.Func:
		return ir.PartOf(d.M, callee) == ir.PartResume
	case *ir.Instr:
		switch {
		case ir.CoroCall(callee) == ir.CoroSubFnAddr:
			index, ok := callee.Arg(1).(*ir.Const)
			return ok && index.IsZero() && callee.Arg(0) == handle
		case callee.Op == ir.OpLoad:
			at, off := d.Layout.Base(callee.Arg(0), handle)
			return at == handle && off == 0 && unchanged(d.M, callee, call)
		}
	}
	return false
}

// unchanged reports whether nothing between a load and a later call in the same block may write
// memory.
func unchanged(m *ir.Module, load, call *ir.Instr) bool {
	for i := call.Prev(); i != nil; i = i.Prev() {
		switch {
		case i == load:
			return true
		case opt.HasEffects(m, i):
			return false
		}
	}
	return false
}

// maxReturnWay bounds the number of empty blocks that are followed from a transfer to the return.
const maxReturnWay = 8

// returns reports whether i returns void, or branches to a block that only does so.
func returns(i *ir.Instr) bool {
	for n := 0; i.Op == ir.OpBr && i.NumArgs() == 1 && n < maxReturnWay; n++ {
		i = i.Arg(0).(*ir.Block).FirstNonPhi()
	}
	return i.Op == ir.OpRet && i.NumArgs() == 0
}

// step moves the body of a resume part to a new function that returns the next frame, and lets the
// part call the loop.
func (d *Dispatcher) step(f *ir.Func, transfers []*ir.Instr) *ir.Func {
	m := d.M
	ptr := m.PtrType(0)
	step := ir.NewFunc(m, m.UniqueSymbol(f.Name+".step"), m.Types.Func(ptr, []*ir.Type{ptr}, false))
	step.Linkage, step.CC, step.After, step.Pos, step.Attrs = ir.LinkInternal, f.CC, f, f.Pos, f.Attrs
	ir.MarkPart(m, step, ir.PartStep)
	step.Section, step.Partition, step.Align, step.PrefAlign, step.GC = f.Section, f.Partition, f.Align, f.PrefAlign, f.GC
	step.Person, f.Person = f.Person, nil
	step.Meta, f.Meta = f.Meta, nil // the subprogram belongs to the body
	m.AddFunc(step)
	f.SwapBody(step)
	f.Params[0].Attrs = step.Params[0].Attrs
	b := ir.NewBuilder(m)
	for _, call := range transfers {
		end := call.Next()
		b.Before(end).SetDebugLoc(call.DebugLoc())
		b.Ret(call.Arg(0))
		if end.Op == ir.OpBr {
			end.Arg(0).(*ir.Block).RemovePhiEntry(end.Block())
		}
		end.Erase()
		fn := call.Callee()
		call.Erase()
		opt.DeleteDead(m, fn)
	}
	for blk := step.Entry(); blk != nil; blk = blk.Next() {
		if t := blk.Terminator(); t.Op == ir.OpRet && t.NumArgs() == 0 {
			b.Before(t).SetDebugLoc(t.DebugLoc())
			b.Ret(m.Null(ptr))
			t.Erase()
		}
	}
	opt.RemoveUnreachable(step)
	b.SetDebugLoc(nil).AtEnd(f.NewBlock("entry", nil))
	count.DispatchStep.Hit()
	b.CallFunc(d.loop(), "", f.Params[0])
	b.Ret(nil)
	f.Changed, step.Changed = true, true
	return step
}

// loop returns the declaration of the loop, which another unit defines.
func (d *Dispatcher) loop() *ir.Func {
	m := d.M
	name := freeInSource(m, dispatcherName)
	if v, _ := m.Lookup(name); v != nil {
		return v.(*ir.Func)
	}
	return elsewhere(m, name, m.Types.Func(m.Types.Void(), []*ir.Type{m.PtrType(0)}, false), ir.PartConvention(m))
}

// elsewhere declares a function that another unit defines.
func elsewhere(m *ir.Module, name string, fty *ir.Type, cc string) *ir.Func {
	f := ir.NewDecl(m, name, fty)
	f.CC, f.New = cc, false
	m.AddFunc(f)
	return f
}

// NewDispatcher builds the loop over steps in a unit of its own, which contains none of the parts.
// The loop compares the resume pointer with the steps in the given order.
func NewDispatcher(c *pass.Unit, steps []Step) {
	m := c.M
	ptr, void := m.PtrType(0), m.Types.Void()
	f := ir.NewFunc(m, freeInSource(m, dispatcherName), m.Types.Func(void, []*ir.Type{ptr}, false))
	f.Linkage, f.CC, f.Attrs = ir.LinkInternal, ir.PartConvention(m), &ir.AttrSet{List: loopAttrs(steps, c.Target.Unwinds())}
	ir.MarkPart(m, f, ir.PartDispatch)
	m.AddFunc(f)

	entry, loop, look := f.NewBlock("entry", nil), f.NewBlock("loop", nil), f.NewBlock("look", nil)
	b := ir.NewBuilder(m)
	b.AtEnd(entry).Br(loop)
	b.AtEnd(loop)
	handle := b.Phi(ptr, "handle", []ir.Value{f.Params[0]}, []*ir.Block{entry})
	done := f.NewBlock("done", nil)
	b.AtEnd(done).Ret(nil)
	b.AtEnd(loop).CondBr(b.ICmp(ir.PredEQ, handle, m.Null(ptr), "nobody"), done, look)
	b.AtEnd(look)
	fn := b.Load(ptr, handle, uint32(c.Layout.PtrAlign(0)), "resume")
	resumes, stepTy := m.Types.Func(void, []*ir.Type{ptr}, false), m.Types.Func(ptr, []*ir.Type{ptr}, false)
	for _, s := range steps {
		run, other := f.NewBlockBefore("step", done), f.NewBlockBefore("other", done)
		b.CondBr(b.ICmp(ir.PredEQ, fn, elsewhere(m, s.Resume, resumes, s.CC), ""), run, other)
		b.AtEnd(run)
		next := b.CallFunc(elsewhere(m, s.Step, stepTy, s.CC), "next", handle)
		b.Br(loop)
		handle.AddIncoming(m, next, run)
		b.AtEnd(other)
	}
	b.Call(fn, resumes, ir.PartConvention(m), []ir.Value{handle}, "")
	b.Br(done)
}

// loopAttrs returns the attributes of a loop over steps: the target attributes that all of them
// have, convergent if one of them has it, and nounwind on a target where nothing unwinds. Elsewhere
// an exception may leave a step, or a coroutine that the loop does not know.
func loopAttrs(steps []Step, unwinds bool) []ir.Attr {
	var list []ir.Attr
	has := func(s *Step, a ir.Attr) bool { return slices.Contains(s.Attrs, a) }
	convergent := ir.Attr{Name: "convergent"}
	if slices.ContainsFunc(steps, func(s Step) bool { return has(&s, convergent) }) {
		list = append(list, convergent)
	}
	if len(steps) > maxInlineSteps {
		list = append(list, ir.Attr{Name: "noinline"})
	}
	if !unwinds {
		list = append(list, ir.Attr{Name: "nounwind"})
	}
	for _, a := range steps[0].Attrs {
		if (a.Str || a.Name == "uwtable") && a.Name != ir.PartAttr && !slices.ContainsFunc(steps, func(s Step) bool { return !has(&s, a) }) {
			list = append(list, a)
		}
	}
	return list
}
