package split

// swifterror in coroutines of the Swift compiler. Such a slot is a register to code generation: it
// cannot live in the frame, and its address can go nowhere but into loads, stores and calls. So for
// the time of splitting the error is an ordinary value, with places that say where it has to be
// read from the slot or written to it: around calls that take the slot, around suspends, where the
// caller has its turn, and in front of ends. In each finished function those places use the slot
// that the function has: its own swifterror parameter, else a local one.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// errorPlaces makes the places, as calls of functions that no module has. Splitting replaces every
// one.
type errorPlaces struct {
	co       *coroutine
	bld      *ir.Builder
	typ      *ir.Type // of the error
	set, get *ir.Func
}

func (co *coroutine) errorPlaces(t *ir.Type) *errorPlaces {
	m := co.m
	return &errorPlaces{co: co, bld: ir.NewBuilder(m), typ: t,
		set: ir.NewDecl(m, "swifterror.set", m.Types.Func(m.PtrTo(t, 0), []*ir.Type{t}, false)),
		get: ir.NewDecl(m, "swifterror.get", m.Types.Func(t, nil, false))}
}

// write puts in front of i the place where the slot gets the variable's value; it stands for the
// slot's address.
func (e *errorPlaces) write(i, variable *ir.Instr) *ir.Instr {
	e.bld.At(i)
	v := e.bld.Load(e.typ, variable, e.co.ptrAlign(), "")
	p := e.bld.CallFunc(e.set, "", v)
	e.co.errors = append(e.co.errors, p)
	return p
}

// read puts in front of i the place where the variable gets the slot's value.
func (e *errorPlaces) read(i, variable *ir.Instr) {
	e.bld.At(i)
	v := e.bld.CallFunc(e.get, "")
	e.bld.Store(v, variable, e.co.ptrAlign())
	e.co.errors = append(e.co.errors, v)
}

// errorsToValues makes ordinary values of the function's swifterror parameter and of its swifterror
// allocas.
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

// errorVariable makes the variable that stands for the parameter. A caller's slot holds null when
// it calls.
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

// errorCalls gives calls that take the variable's address the slot instead.
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
				at = co.splitNormalEdge(i).Terminator()
			}
		}
		e.read(at, v)
	}
}

// errorSlots lets the places in a finished function use its slot; own gives an instruction of the
// original function in this one.
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

// errorParam is the first swifterror parameter of a function, or nil.
func errorParam(m *ir.Module, f *ir.Func) *ir.Param {
	for _, p := range f.Params {
		if p.Attrs.Has(m, "swifterror") {
			return p
		}
	}
	return nil
}
