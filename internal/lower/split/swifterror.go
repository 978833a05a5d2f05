// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// swifterror in coroutines of the Swift compiler. Code generation keeps such a slot in a register:
// it cannot live in the frame, and only loads, stores and calls may use its address. So during
// splitting the error is an ordinary value, and placeholder calls mark where it must be read from
// the slot or written to it: around calls that take the slot, around suspends, at which the caller
// runs, and before ends. For example, around a call:
//
//	%slot = call ptr @swifterror.set(ptr %error)
//	call swiftcc void @callee(ptr swifterror %slot)
//	%error1 = call ptr @swifterror.get()
//
// In each finished function the placeholders become accesses of the function's own slot: its
// swifterror parameter, or else a local slot.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// errorPlaces inserts the placeholders, as calls of functions that are in no module. Splitting
// replaces all of them.
type errorPlaces struct {
	co       *coroutine
	bld      *ir.Builder
	typ      *ir.Type // the error's type
	set, get *ir.Func
}

func (co *coroutine) errorPlaces(t *ir.Type) *errorPlaces {
	m := co.m
	return &errorPlaces{co: co, bld: ir.NewBuilder(m), typ: t,
		set: ir.NewDecl(m, "swifterror.set", m.Types.Func(m.PtrTo(t, 0), []*ir.Type{t}, false)),
		get: ir.NewDecl(m, "swifterror.get", m.Types.Func(t, nil, false))}
}

// write inserts a placeholder before i that stores the variable's value to the slot. Its result
// stands for the slot's address.
func (e *errorPlaces) write(i, variable *ir.Instr) *ir.Instr {
	e.bld.At(i)
	v := e.bld.Load(e.typ, variable, e.co.ptrAlign(), "")
	p := e.bld.CallFunc(e.set, "", v)
	e.co.errors = append(e.co.errors, p)
	return p
}

// read inserts a placeholder before i that loads the slot's value into the variable.
func (e *errorPlaces) read(i, variable *ir.Instr) {
	e.bld.At(i)
	v := e.bld.CallFunc(e.get, "")
	e.bld.Store(v, variable, e.co.ptrAlign())
	e.co.errors = append(e.co.errors, v)
}

// errorsToValues turns the function's swifterror parameter and swifterror allocas into ordinary
// values.
func (co *coroutine) errorsToValues() {
	var vars []*ir.Instr
	if p := errorParam(co.m, co.F); p != nil {
		vars = append(vars, co.errorVariable(p))
	}
	for i := co.F.Entry().First(); i != nil; i = i.Next() {
		if i.Op == ir.OpAlloca && i.Flags&ir.FlagSwiftError != 0 {
			i.Flags &^= ir.FlagSwiftError
			vars = append(vars, i)
		}
	}
	for _, v := range vars {
		co.errorCalls(v)
	}
	if len(vars) > 0 {
		opt.PromoteAllocas(co.m, co.F, vars)
	}
}

// errorVariable creates the variable that replaces the parameter. The caller's slot holds null at
// the call.
func (co *coroutine) errorVariable(p *ir.Param) *ir.Instr {
	t := p.Type().Elem()
	if t == nil {
		t = co.m.PtrType(0)
	}
	bld := ir.NewBuilder(co.m)
	bld.Before(co.F.Entry().FirstInsertionPt())
	v := bld.Alloca(t, co.c.Layout.AllocaAS, co.ptrAlign(), "")
	ir.ReplaceUses(p, v)
	bld.Store(co.m.Null(t), v, co.ptrAlign())
	e := co.errorPlaces(t)
	for _, s := range co.Suspends {
		e.write(s, v)
		e.read(s.Next(), v)
	}
	for _, end := range co.Ends {
		e.write(end, v)
	}
	return v
}

// errorCalls replaces the variable's address by the slot in the arguments of calls.
func (co *coroutine) errorCalls(v *ir.Instr) {
	e := co.errorPlaces(v.ElemTy)
	for _, i := range v.Users() {
		if !i.IsCall() || ir.LifetimeKind(i) != ir.NotIntrinsic {
			continue
		}
		slot := e.write(i, v)
		replaceArgs(i, v, slot)
		at := i.Next()
		if i.Op == ir.OpInvoke {
			if dest := i.NormalDest(); dest.SinglePred() == i.Block() {
				at = dest.FirstInsertionPt()
			} else {
				at = co.blockOnEdge(i.Block(), i.NormalDest()).Terminator()
			}
		}
		e.read(at, v)
	}
}

// errorSlots replaces the placeholders in a finished function by accesses of its slot. own maps an
// instruction of the original function to this function.
func (co *coroutine) errorSlots(f *ir.Func, own func(*ir.Instr) *ir.Instr) {
	if len(co.errors) == 0 {
		return
	}
	var slot ir.Value
	if p := errorParam(co.m, f); p != nil {
		slot = p
	}
	bld := ir.NewBuilder(co.m)
	for _, place := range co.errors {
		i := own(place)
		if i == nil || i.Block() == nil {
			continue
		}
		reads := i.NumCallArgs() == 0
		t := i.Type()
		if !reads {
			t = i.Arg(0).Type()
		}
		if slot == nil {
			bld.Before(f.Entry().FirstInsertionPt()).SetDebugLoc(nil)
			a := bld.Alloca(t, co.c.Layout.AllocaAS, co.ptrAlign(), "")
			a.Flags |= ir.FlagSwiftError
			slot = a
		}
		bld.At(i)
		if reads {
			ir.ReplaceUses(i, bld.Load(t, slot, co.ptrAlign(), ""))
		} else {
			bld.Store(i.Arg(0), slot, co.ptrAlign())
			ir.ReplaceUses(i, slot)
		}
		i.Erase()
	}
}

// errorParam returns the first swifterror parameter of a function, or nil.
func errorParam(m *ir.Module, f *ir.Func) *ir.Param {
	for _, p := range f.Params {
		if p.Attrs.Has(m, "swifterror") {
			return p
		}
	}
	return nil
}
