// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Exceptions as in the Itanium C++ ABI: a throw first searches for a handler, and only then leaves
// functions.

// exception is a thrown object.
type exception struct {
	obj  uint64
	typ  uint64 // its typeinfo
	dtor uint64
	refs int
	// the references among refs that handlers and unwinding hold: one for each throw, except a throw
	// of the handled exception again
	thrown int
	flying int         // throws that no handler has caught yet
	alive  int         // number of handlers that handle it
	catch  []catchable // the types that catch it, in Microsoft's ABI
	own    *object     // the object, if it was a local variable
	// the object is memory of __cxa_allocate_exception
	allocated bool
	caught    uint64 // the address that the last handler received: of a base, or the value of a thrown pointer
}

// exceptions are all exception objects, by address.
type exceptions map[uint64]*exception

// unwinding is the state that a landing pad receives.
type unwinding struct {
	exc *exception
	sel uint64
	as  *catchable // of a funclet: the type that catches the exception; nil: any
}

// caughtExc is a handler that a thread has entered.
type caughtExc struct {
	exc   *exception
	frame uint64 // the serial of the frame whose funclet it is
	depth int    // the number of handlers of the same function that contain the funclet
}

// clause is a catch or filter of a landing pad.
type clause struct {
	filter bool
	types  []uint64
}

// landing collects the clauses of a landing pad.
func (c *compiler) landing(ci *callInfo, b *ir.Block) {
	pad := b.FirstNonPhi()
	ci.pad = pad
	if pad.Op != ir.OpLandingPad {
		ci.funclet = c.padOf(b)
		return
	}
	ci.cleanup = pad.Flags&ir.FlagCleanup != 0
	aux, _ := pad.Aux.(*ir.LandingAux)
	for k := range pad.NumArgs() {
		cl := clause{filter: aux != nil && k < len(aux.Filter) && aux.Filter[k]}
		for _, x := range c.p.constant(pad.Arg(k)) {
			cl.types = append(cl.types, x.v)
		}
		ci.clauses = append(ci.clauses, cl)
	}
}

func compileLandingPad(c *compiler, i *ir.Instr) {
	c.add(inst{run: execLandingPad, dst: c.dst(i), n: c.words(i)})
}

func execLandingPad(t *Thread, f *frame, in *inst) {
	if in.n != 2 {
		panic(unsupportedf("a landing pad of this type cannot be run"))
	}
	f.regs[in.dst], f.regs[in.dst+1] = val{v: t.uw.exc.obj}, val{v: t.uw.sel & 0xffffffff}
}

func compileResume(c *compiler, i *ir.Instr) {
	c.add(inst{run: execResume, a: c.src(i.Arg(0))})
}

func execResume(t *Thread, f *frame, in *inst) {
	e := t.m.exc[t.m.mem.real(pointer(f.regs[in.a], "resume"))]
	if e == nil {
		panic(trapf("resume of a value that is not an exception"))
	}
	t.leave(f)
	t.unwind(e)
}

// leave leaves a frame because of an exception.
func (t *Thread) leave(f *frame) {
	if f.gate {
		panic(unsupportedf("an exception leaves a function that the library calls back"))
	}
	t.pop()
}

// selector returns the number that code uses for a type.
func selector(typ uint64) uint64 {
	if typ == 0 {
		return 1
	}
	return typ>>32 + 1
}

// match returns the selector with which a landing pad catches an exception; ok is false if it does
// not catch it.
func (t *Thread) match(ci *callInfo, e *exception) (sel uint64, ok bool) {
	if ci.funclet != nil {
		return 0, ci.funclet.willCatch(e)
	}
	for k, cl := range ci.clauses {
		if cl.filter {
			allowed := false
			for _, typ := range cl.types {
				if _, is := t.catches(typ, e); is {
					allowed = true
				}
			}
			if !allowed {
				return ^uint64(k), true
			}
			continue
		}
		if obj, is := t.catches(cl.types[0], e); is {
			e.caught = obj
			return selector(cl.types[0]), true
		}
	}
	return 0, false
}

// throw throws an exception: it searches for a handler and continues there.
func (t *Thread) throw(e *exception) {
	for f := t.top; f != nil; f = f.up {
		ci, _ := f.code[f.pc-1].x.(*callInfo)
		if ci != nil && ci.unwind != nil {
			if _, ok := t.match(ci, e); ok {
				t.unwind(e)
				return
			}
		}
		if f.gate {
			break
		}
		if f.fn.nounwind {
			if ci == nil || ci.unwind == nil {
				if f.promised > 0 {
					t.leavesByException(f)
				}
				break // the exception must not leave the function
			}
		}
	}
	t.terminate(e)
}

// unwind leaves functions up to a landing pad that catches the exception or is a cleanup.
func (t *Thread) unwind(e *exception) {
	t.jumped = true
	for t.top != nil {
		f := t.top
		if ci, _ := f.code[f.pc-1].x.(*callInfo); ci != nil && ci.unwind != nil {
			sel, ok := t.match(ci, e)
			if ok || ci.cleanup || ci.funclet != nil {
				t.uw = unwinding{exc: e, sel: sel}
				f.jump(ci.unwind)
				return
			}
		}
		if !t.unwindOut(f, e) {
			return
		}
	}
	panic(trapf("an exception leaves the first function of a thread"))
}

// unwindOut leaves a function because of an exception. It returns false if the exception must not
// leave the function.
func (t *Thread) unwindOut(f *frame, e *exception) bool {
	if f.promised > 0 {
		t.leavesByException(f)
	}
	if f.fn.nounwind {
		t.terminate(e)
		return false
	}
	t.endFunclets(f, 0)
	t.leave(f)
	return true
}

// terminate ends the program, because of exception e if e is not nil.
func (t *Thread) terminate(e *exception) {
	t.jumped = true
	if h := t.m.handler; h != 0 {
		t.m.handler = 0
		t.enter(t.function(val{v: h}), nil, func(t *Thread, _ []val) { t.m.abort(t) })
		return
	}
	if e != nil {
		t.m.err(fmt.Sprintf("terminate called after throwing an instance of '%s'\n", t.typeName(e.typ)))
	} else {
		t.m.err("terminate called without an active exception\n")
	}
	t.m.abort(t)
}

// Types of exceptions.

// catches reports whether a handler for a type catches an exception, and returns the address that
// the handler receives.
func (t *Thread) catches(typ uint64, e *exception) (obj uint64, ok bool) {
	obj = e.obj
	if t.isPointer(e.typ) {
		obj = t.m.mem.load(e.obj, 8).v
	}
	if typ == 0 || typ == e.typ {
		return obj, true
	}
	if t.isPointer(typ) && t.isPointer(e.typ) {
		switch t.symbol(typ) {
		case "_ZTIPv", "_ZTIPKv":
			return obj, true
		}
		if t.kindOfType(typ) == "pointer" && t.kindOfType(e.typ) == "pointer" {
			return t.asBase(t.m.mem.load(e.typ+24, 8).v, t.m.mem.load(typ+24, 8).v, obj)
		}
		return obj, "_ZTIPK"+strings.TrimPrefix(t.symbol(e.typ), "_ZTIP") == t.symbol(typ)
	}
	return t.asBase(e.typ, typ, obj)
}

// asBase returns the address of a base class in an object. ok is false if it is no public base.
func (t *Thread) asBase(typ, base, obj uint64) (uint64, bool) {
	if typ == base {
		return obj, true
	}
	mem := &t.m.mem
	switch t.kindOfType(typ) {
	case "si":
		return t.asBase(mem.load(typ+16, 8).v, base, obj)
	case "vmi":
		for k := range mem.load(typ+20, 4).v {
			at := typ + 24 + 16*k
			flags := mem.load(at+8, 8).v
			if flags&2 == 0 {
				continue
			}
			off := uint64(int64(flags) >> 8)
			if flags&1 != 0 && obj != 0 {
				off = mem.load(mem.load(obj, 8).v+off, 8).v
			}
			if r, ok := t.asBase(mem.load(at, 8).v, base, obj+off); ok {
				return r, true
			}
		}
	case "std":
		want := t.symbol(base)
		for name := stdBases[t.symbol(typ)]; name != ""; name = stdBases[name] {
			if name == want {
				return obj, true
			}
		}
	}
	return 0, false
}

// kindOfType returns how a typeinfo lists its bases: si, vmi, pointer, std for a type of the
// library, or "".
func (t *Thread) kindOfType(typ uint64) string {
	o, _ := t.m.mem.object(typ)
	if o == nil || o.global == nil {
		return ""
	}
	if o.global.Declared {
		return "std"
	}
	name := t.symbol(t.m.mem.load(typ, 8).v)
	name = strings.TrimPrefix(name, "_ZTVN10__cxxabiv1")
	switch {
	case strings.HasPrefix(name, "20__si_class"):
		return "si"
	case strings.HasPrefix(name, "21__vmi_class"):
		return "vmi"
	case strings.HasPrefix(name, "19__pointer"):
		return "pointer"
	}
	return ""
}

func (t *Thread) isPointer(typ uint64) bool {
	return strings.HasPrefix(t.symbol(typ), "_ZTIP")
}

// symbol returns the name of the global at an address.
func (t *Thread) symbol(addr uint64) string {
	if o, _ := t.m.mem.object(addr); o != nil && o.global != nil {
		return o.global.Name
	}
	return ""
}

func (t *Thread) typeName(typ uint64) string {
	name := strings.TrimPrefix(t.symbol(typ), "_ZTI")
	if name == "" {
		return "?"
	}
	return name
}

// stdBases maps the exceptions of the C++ library to their base classes.
var stdBases = map[string]string{
	"_ZTISt9bad_alloc": "_ZTISt9exception", "_ZTISt20bad_array_new_length": "_ZTISt9bad_alloc",
	"_ZTISt8bad_cast":       "_ZTISt9exception",
	"_ZTISt13bad_exception": "_ZTISt9exception", "_ZTISt11logic_error": "_ZTISt9exception",
	"_ZTISt13runtime_error": "_ZTISt9exception",
	"_ZTISt12length_error":  "_ZTISt11logic_error", "_ZTISt12out_of_range": "_ZTISt11logic_error",
	"_ZTISt16invalid_argument": "_ZTISt11logic_error",
	"_ZTISt12domain_error":     "_ZTISt11logic_error", "_ZTISt11range_error": "_ZTISt13runtime_error",
	"_ZTISt14overflow_error":  "_ZTISt13runtime_error",
	"_ZTISt15underflow_error": "_ZTISt13runtime_error", "_ZTISt12system_error": "_ZTISt13runtime_error",
	"_ZTISt18bad_variant_access":  "_ZTISt9exception",
	"_ZTISt19bad_optional_access": "_ZTISt9exception", "_ZTISt17bad_function_call": "_ZTISt9exception",
	"_ZTISt12future_error": "_ZTISt11logic_error",
}
