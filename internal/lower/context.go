// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// llvm.coro.async.context.alloc and .dealloc: memory for the context of a called asynchronous
// function. LLVM declares them, but describes no meaning and lowers them nowhere, so its code
// generator crashes on them. This pass lowers them according to their names if the file declares an
// allocator for such memory: that of the Swift runtime. The size comes from the callee's async
// function pointer. Otherwise they stay calls, as with LLVM, so that another tool can lower them,
// and a warning reports them.

import (
	"github.com/corolower/corolower/internal/ir"
)

// The names of the task's allocator in the Swift runtime. A local function with such a name is
// another function.
const (
	taskAlloc   = "swift_task_alloc"
	taskDealloc = "swift_task_dealloc"
)

// isTaskFunc reports whether f is the runtime's function with this name.
func isTaskFunc(f *ir.Func, name string) bool {
	p, ret := f.FTy.Params(), f.FTy.Ret()
	if f.Name != name || f.IsLocal() || len(p) != 1 || f.FTy.IsVariadic() {
		return false
	}
	if name == taskAlloc {
		return ret.IsPtr() && p[0].IsInt() && p[0].Bits() <= 64
	}
	return ret.IsVoid() && p[0].IsPtr()
}

// context replaces one of the two by a call of the task's allocator. The allocator uses the running
// task, so the task operand is not needed.
func (e *early) context(i *ir.Instr, id ir.Intrinsic) error {
	name := taskDealloc
	if id == ir.CoroAsyncContextAlloc {
		name = taskAlloc
	}
	if i.Op != ir.OpCall || len(i.Call().Bundles) > 0 || i.Flags&ir.FlagMustTail != 0 {
		return ir.Unsupportedf(i.Pos, "%s is not a plain call", id.Name())
	}
	f, err := e.runtime(name)
	if err != nil {
		return err
	}
	if f == nil {
		x := ir.Warningf(i.Pos, "%s stays a call without code, because the file does not declare the task's allocator",
			id.Name())
		x.Hint = "declare `swiftcc ptr @" + taskAlloc + "(i64)` and `swiftcc void @" + taskDealloc +
			"(ptr)`, with the target's size type, or call your own allocator"
		e.warnings = append(e.warnings, x)
		return nil
	}
	m := e.c.M
	bld := e.b.At(i)
	bld.SetDebugLoc(i.DebugLoc())
	e.changed = true
	if id == ir.CoroAsyncContextDealloc {
		bld.CallFunc(f, "", bld.PtrCast(i.Arg(0), f.FTy.Params()[0]))
		i.Erase()
		return nil
	}
	pointer := i.Arg(1)
	i32 := m.Types.Int(32)
	form := m.Types.Struct([]*ir.Type{i32, i32}, true)
	if g, ok := ir.StripCasts(pointer).(*ir.Global); ok && hasSize(g) {
		pointer, form = g, g.ValueType
	}
	field := form.Fields()[1]
	align := uint32(e.c.Layout.ABIAlign(field))
	if form.IsPacked() {
		align = 1 // nothing guarantees a larger alignment of the pointer
	}
	var size ir.Value = bld.Load(field, bld.FieldAddr(form, pointer, 1, "", ir.FlagInBounds), align, "")
	switch t := f.FTy.Params()[0]; {
	case field.Bits() < t.Bits():
		size = bld.Cast(ir.OpZExt, size, t, "")
	case field.Bits() > t.Bits():
		size = bld.Cast(ir.OpTrunc, size, t, "")
	}
	p := bld.CallFunc(f, "", size)
	if i.Name() != "" {
		p.TakeName(i)
	}
	ir.ReplaceUses(i, bld.PtrCast(p, i.Type()))
	i.Erase()
	return nil
}

// runtime returns a function of the task's allocator as the file declares it, or nil if the file
// does not declare it with the expected type.
func (e *early) runtime(name string) (*ir.Func, error) {
	f, err := e.c.M.Func(name)
	if err != nil || f == nil || !isTaskFunc(f, name) {
		return nil, err
	}
	return f, nil
}
