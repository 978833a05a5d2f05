package lower

// Symmetric transfer by a loop, for targets on which no call is a jump (target.TransferLoop). There
// a chain of transfers would need a stack frame for each:
//
//	define void @f.resume(ptr %frame)                      define ptr @f.resume.step(ptr %frame)
//	  ...                                                    ...
//	  %next = ...                                            %next = ...
//	  %fn = load ptr, ptr %next                    =>        ret ptr %next          ; a transfer: who goes on
//	  tail call void %fn(ptr %next)                          ...
//	  ret void                                               ret ptr null           ; a suspend: nobody
//	  ...
//	  ret void                                             define void @f.resume(ptr %frame)
//	                                                         %next = call ptr @f.resume.step(ptr %frame)
//	                                                         call void @.corodispatch(ptr %next)
//	                                                         ret void
//
//	.corodispatch(h):  while h is a coroutine with a step: h = its step(h);  a coroutine without: resume it, and back;  null: back
//
// @f.resume stays what a frame points to and what others call; every chain runs in the loop of
// whoever began it. Which step is h's is told by h's resume pointer, so the loop has to know all
// coroutines of the file that transfer. Functions are lowered one by one: each part only names the
// loop, and when all are done the driver has NewDispatcher make it of all steps. A coroutine that
// it does not know (of another module, or the one that does nothing) is resumed by a call, and runs
// a loop of its own inside.
//
// coro-split marks transfers as tail calls, which promises that nothing called uses the part's
// variables: only then may the part be left first. A resume at the very end that others marked so
// is as good.
//
// Only resume parts are rewritten. What a destroy part hands control to, what a ramp does before
// its first suspend, and what was inlined where its caller goes on, is called, and begins a loop.
// With typed pointers transfers stay calls too: the frames of a chain have different types, and no
// tool that takes typed pointers makes PTX that anyone loads today.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/target"
)

// dispatcherName is what the loop is called, if the file does not call something else so.
const dispatcherName = ".corodispatch"

// maxInlineSteps is how many steps the loop may know and still be inlined: it is called from every
// part that transfers.
const maxInlineSteps = 4

// Step is a part that hands control on in the loop.
type Step struct {
	Resume string // the part: what a frame points to
	Step   string // its body
	CC     string // of both
	Attrs  []ir.Attr
}

// Dispatcher replaces the transfers in the parts of one unit.
type Dispatcher struct {
	*pass.Unit
	steps  []*ir.Func // each with the part that calls it
	parts  []*ir.Func
	stepOf map[*ir.Func]*ir.Func // of a part
}

// Loops reports that this pass has something to do on the unit's target.
func (d *Dispatcher) Loops() bool {
	return d.Target.Transfer("") == target.TransferLoop && !d.M.TypedPtrs
}

// Dispatch rewrites the transfers in one function. It is the last that happens to a part.
func (d *Dispatcher) Dispatch(f *ir.Func) (bool, error) {
	transfers := d.transfers(f)
	if len(transfers) == 0 {
		return false, nil
	}
	step := d.step(f, transfers)
	d.steps, d.parts = append(d.steps, step), append(d.parts, f)
	if d.stepOf == nil {
		d.stepOf = map[*ir.Func]*ir.Func{}
	}
	d.stepOf[f] = step
	return true, d.M.Err
}

// Transfers reports a part that Dispatch would rewrite if cleanup ran on it now.
func (d *Dispatcher) Transfers(f *ir.Func) bool { return len(d.transfers(f)) > 0 }

// Steps gives the steps that were made and are still there.
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

// StepOf is the step that was made of a part; nil if none was. The loop names it: it is needed as
// long as the part is.
func (d *Dispatcher) StepOf(part *ir.Func) *ir.Func { return d.stepOf[part] }

func (d *Dispatcher) transfers(f *ir.Func) (list []*ir.Instr) {
	if !d.Loops() || ir.PartOf(d.M, f) != ir.PartResume {
		return nil
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op == ir.OpCall && i.Flags&(ir.FlagTail|ir.FlagMustTail) != 0 && d.isTransfer(i) {
				list = append(list, i)
			}
		}
	}
	return list
}

// isTransfer reports the call of a frame's resume function with this very frame, and nothing but a
// return behind it.
func (d *Dispatcher) isTransfer(call *ir.Instr) bool {
	c := call.Call()
	if c.NArgs != 1 || len(c.Bundles) > 0 || c.CC != partCC || !call.Type().IsVoid() || !returns(call.Next()) {
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
			return firstField(callee.Arg(0)) == handle && unchanged(d.M, callee, call)
		}
	}
	return false
}

// firstField is what an address is the address of the first field of, or the address.
func firstField(v ir.Value) ir.Value {
	at := ir.AsInstr(v)
	if at == nil || at.Op != ir.OpGEP {
		return v
	}
	for k := 1; k < at.NumArgs(); k++ {
		if c, ok := at.Arg(k).(*ir.Const); !ok || !c.IsZero() {
			return v
		}
	}
	return at.Arg(0)
}

// unchanged reports that between a load and a call further down its block nothing writes.
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

// maxReturnWay bounds how many empty blocks are followed from a transfer to the return.
const maxReturnWay = 8

// returns reports an instruction that returns nothing, or goes to a block that does no more than
// that.
func returns(i *ir.Instr) bool {
	for n := 0; i.Op == ir.OpBr && i.NumArgs() == 1 && n < maxReturnWay; n++ {
		i = i.Arg(0).(*ir.Block).FirstNonPhi()
	}
	return i.Op == ir.OpRet && i.NumArgs() == 0
}

// step moves the body of a resume part to a function that returns the frame that control goes to,
// and makes the part call it.
func (d *Dispatcher) step(f *ir.Func, transfers []*ir.Instr) *ir.Func {
	m := d.M
	ptr := m.PtrType(0)
	step := ir.NewFunc(m, m.UniqueSymbol(f.Name+".step"), m.Types.Func(ptr, []*ir.Type{ptr}, false))
	step.Linkage, step.CC, step.After, step.Pos, step.Attrs = ir.LinkInternal, f.CC, f, f.Pos, f.Attrs
	ir.MarkPart(m, step, ir.PartStep)
	step.Section, step.Partition, step.Align, step.GC = f.Section, f.Partition, f.Align, f.GC
	step.Meta, f.Meta = f.Meta, nil // the subprogram is the body's
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
	next := b.CallFunc(step, "next", f.Params[0])
	b.CallFunc(d.loop(), "", next)
	b.Ret(nil)
	f.Changed, step.Changed = true, true
	return step
}

// loop names the loop in the unit: a function that is elsewhere.
func (d *Dispatcher) loop() *ir.Func {
	m := d.M
	name := freeInSource(m, dispatcherName)
	if v, _ := m.Lookup(name); v != nil {
		return v.(*ir.Func)
	}
	return elsewhere(m, name, m.Types.Func(m.Types.Void(), []*ir.Type{m.PtrType(0)}, false), partCC)
}

// elsewhere names a function that another unit defines.
func elsewhere(m *ir.Module, name string, fty *ir.Type, cc string) *ir.Func {
	f := ir.NewDecl(m, name, fty)
	f.CC, f.New = cc, false
	m.AddFunc(f)
	return f
}

// NewDispatcher makes the loop over steps in a unit of its own, which has none of the functions.
// The steps are in the order in which they are asked for.
func NewDispatcher(c *pass.Unit, steps []Step) *ir.Func {
	m := c.M
	ptr, void := m.PtrType(0), m.Types.Void()
	f := ir.NewFunc(m, freeInSource(m, dispatcherName), m.Types.Func(void, []*ir.Type{ptr}, false))
	f.Linkage, f.CC, f.Attrs = ir.LinkInternal, partCC, &ir.AttrSet{List: loopAttrs(steps)}
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
	b.Call(fn, resumes, partCC, []ir.Value{handle}, "")
	b.Br(done)
	return f
}

// loopAttrs are the attributes of a loop over steps: what all say of the machine, and of what they
// may do that nothing unwinds here.
func loopAttrs(steps []Step) []ir.Attr {
	var list []ir.Attr
	has := func(s *Step, a ir.Attr) bool { return slices.Contains(s.Attrs, a) }
	convergent := ir.Attr{Name: "convergent"}
	if slices.ContainsFunc(steps, func(s Step) bool { return has(&s, convergent) }) {
		list = append(list, convergent)
	}
	if len(steps) > maxInlineSteps {
		list = append(list, ir.Attr{Name: "noinline"})
	}
	list = append(list, ir.Attr{Name: "nounwind"})
	for _, a := range steps[0].Attrs {
		if a.Str && a.Name != ir.PartAttr && !slices.ContainsFunc(steps, func(s Step) bool { return !has(&s, a) }) {
			list = append(list, a)
		}
	}
	return list
}
