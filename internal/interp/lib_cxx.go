// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

// The C++ ABI: exceptions, guards, and the parts of the C++ library that are not in headers.

var cxxLibrary = map[string]libFunc{
	"__cxa_allocate_exception":   func(t *Thread, a []val) val { return val{v: t.newException(t.arg(a, 0), 0, 0).obj} },
	"__cxa_free_exception":       freeException,
	"__cxa_throw":                cxaThrow,
	"_CxxThrowException":         throwMSVC,
	"??2@YAPEAX_K@Z":             allocate(fromNew, -1),
	"??_U@YAPEAX_K@Z":            allocate(fromNewArray, -1),
	"??3@YAXPEAX@Z":              release(fromNew),
	"??3@YAXPEAX_K@Z":            release(fromNew),
	"??_V@YAXPEAX@Z":             release(fromNewArray),
	"??_V@YAXPEAX_K@Z":           release(fromNewArray),
	"?terminate@@YAXXZ":          func(t *Thread, _ []val) val { t.terminate(t.current()); return val{} },
	"__std_terminate":            func(t *Thread, _ []val) val { t.terminate(t.current()); return val{} },
	"__cxa_begin_catch":          beginCatch,
	"__cxa_end_catch":            endCatch,
	"__cxa_rethrow":              rethrow,
	"__cxa_get_exception_ptr":    func(t *Thread, a []val) val { return t.caughtObject(t.excAt(t.arg(a, 0))) },
	"__cxa_pure_virtual":         func(*Thread, []val) val { panic(trapf("call of a pure virtual function")) },
	"__cxa_guard_acquire":        guardAcquire,
	"__cxa_guard_release":        guardRelease,
	"__cxa_guard_abort":          guardAbort,
	"__cxa_bad_cast":             throws("_ZTISt8bad_cast", "std::bad_cast"),
	"__dynamic_cast":             dynamicCast,
	"_ZSt9terminatev":            func(t *Thread, _ []val) val { t.terminate(t.current()); return val{} },
	"_ZSt13set_terminatePFvvE":   setTerminate,
	"_ZSt19uncaught_exceptionsv": func(t *Thread, _ []val) val { return val{v: uint64(t.flying)} },
	"_ZSt18uncaught_exceptionv":  func(t *Thread, _ []val) val { return boolVal(t.flying > 0) },

	"_ZSt17current_exceptionv":                                    currentException,
	"_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE": rethrowException,
	"_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv":           addRef,
	"_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv":         releaseRef,
	"_ZNSt15__exception_ptr13exception_ptrC1ERKS0_":               copyExceptionPtr,
	"_ZNSt15__exception_ptr13exception_ptrC1EPv":                  exceptionPtrOf,
	"_ZNSt15__exception_ptr13exception_ptrD1Ev":                   releaseRef,
	"_ZNSt15__exception_ptr13exception_ptrC1Ev": func(t *Thread,
		a []val) val {
		t.m.mem.store(t.arg(a, 0), 8, val{})
		return val{}
	},

	"_ZSt17__throw_bad_allocv":            throws("_ZTISt9bad_alloc", "std::bad_alloc"),
	"_ZSt28__throw_bad_array_new_lengthv": throws("_ZTISt20bad_array_new_length", "std::bad_array_new_length"),
	"__cxa_throw_bad_array_new_length":    throws("_ZTISt20bad_array_new_length", "std::bad_array_new_length"),
	"_ZSt20__throw_length_errorPKc":       throwsText("_ZTISt12length_error"),
	"_ZSt19__throw_logic_errorPKc":        throwsText("_ZTISt11logic_error"),
	"_ZSt21__throw_runtime_errorPKc":      throwsText("_ZTISt13runtime_error"),
	"_ZSt20__throw_out_of_rangePKc":       throwsText("_ZTISt12out_of_range"),
	"_ZSt24__throw_out_of_range_fmtPKcz":  throwsFormat("_ZTISt12out_of_range"),
	"_ZSt24__throw_invalid_argumentPKc":   throwsText("_ZTISt16invalid_argument"),
	"_ZSt25__throw_bad_function_callv":    throws("_ZTISt17bad_function_call", "bad_function_call"),
	"_ZSt27__throw_bad_optional_accessv":  throws("_ZTISt19bad_optional_access", "bad optional access"),
	"_ZSt26__throw_bad_variant_accessPKc": throwsText("_ZTISt18bad_variant_access"),
	"_ZSt20__throw_system_errori":         throws("_ZTISt12system_error", "system error"),

	"_ZNSaIcEC1Ev": nop, "_ZNSaIcEC2Ev": nop, "_ZNSaIcEC1ERKS_": nop,
	"_ZNSaIcEC2ERKS_": nop, "_ZNSaIcED1Ev": nop, "_ZNSaIcED2Ev": nop,
	"_ZNSt9exceptionD2Ev": nop, "_ZNSt9exceptionD1Ev": nop, "_ZNSt9bad_allocD2Ev": nop, "_ZNSt9bad_allocD1Ev": nop,
	"_ZNSt9exceptionD0Ev":     release(fromNew),
	"_ZNKSt9exception4whatEv": what, "_ZNKSt11logic_error4whatEv": what,
	"_ZNKSt13runtime_error4whatEv": what, "_ZNKSt9bad_alloc4whatEv": what,

	"_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_": treeInsert,
	"_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_":      treeErase,
	"_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base":                   treeNext,
	"_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base":                  treeNext,
	"_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base":                   treePrev,
	"_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base":                  treePrev,
	"_ZNSt8__detail15_List_node_base7_M_hookEPS0_":                      listHook,
	"_ZNSt8__detail15_List_node_base9_M_unhookEv":                       listUnhook,
	"_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_":              listTransfer,
}

// Exceptions.

// newException allocates an exception object.
func (t *Thread) newException(size, typ, dtor uint64) *exception {
	o := t.newObject(fromException, size, 16)
	e := &exception{obj: o.addr(), typ: typ, dtor: dtor, allocated: true}
	if t.m.exc == nil {
		t.m.exc = exceptions{}
	}
	t.m.exc[e.obj] = e
	return e
}

func (t *Thread) excAt(p uint64) *exception {
	e := t.m.exc[p]
	if e == nil {
		panic(trapf("%#x is not an exception object", p))
	}
	return e
}

func freeException(t *Thread, a []val) val {
	delete(t.m.exc, t.arg(a, 0))
	t.free1(a[0].v, fromException)
	return val{}
}

func cxaThrow(t *Thread, a []val) val {
	e := t.excAt(t.arg(a, 0))
	e.typ, e.dtor = t.arg(a, 1), t.arg(a, 2)
	t.throwNew(e)
	return val{}
}

// throwNew throws an exception that is not only thrown again by its handler.
func (t *Thread) throwNew(e *exception) {
	e.refs++
	e.thrown++
	t.fly(e)
}

// fly begins to unwind because of an exception.
func (t *Thread) fly(e *exception) {
	e.flying++
	t.flying++
	t.throw(e)
}

// caughtObject returns the address that a handler receives.
func (t *Thread) caughtObject(e *exception) val { return val{v: e.caught} }

func beginCatch(t *Thread, a []val) val {
	e := t.excAt(t.arg(a, 0))
	t.enterHandler(e, 0)
	return t.caughtObject(e)
}

// enterHandler enters a handler of an exception; frame is the serial of the frame whose funclet it
// is.
func (t *Thread) enterHandler(e *exception, frame uint64) {
	e.alive++
	e.flying = max(0, e.flying-1)
	t.flying = max(0, t.flying-1)
	t.caught = append(t.caught, caughtExc{exc: e, frame: frame})
}

func endCatch(t *Thread, _ []val) val {
	if e := t.leaveHandler("__cxa_end_catch"); e != nil {
		t.drop(e)
	}
	return val{}
}

// leaveHandler leaves the innermost handler, by an instruction or call with a name. It returns the
// exception of which a reference must be released, or nil if other handlers or unwinding need the
// references that are left.
func (t *Thread) leaveHandler(by string) *exception {
	n := len(t.caught)
	if n == 0 {
		panic(trapf("%s outside of a handler", by))
	}
	c := t.caught[n-1]
	t.caught = t.caught[:n-1]
	c.exc.alive--
	if c.exc.thrown <= c.exc.alive+c.exc.flying {
		return nil
	}
	c.exc.thrown--
	return c.exc
}

// release releases a reference to an exception; the last one destroys the object, and calls then.
func (t *Thread) release(e *exception, then func()) {
	if e.refs--; e.refs > 0 {
		return
	}
	gone := func(t *Thread, _ []val) {
		delete(t.m.exc, e.obj)
		switch {
		case e.allocated:
			t.free1(e.obj, fromException)
		case e.own != nil && !e.own.dead:
			t.m.mem.kill(e.own)
		}
		then()
	}
	if e.dtor == 0 {
		gone(t, nil)
		return
	}
	t.enter(t.function(val{v: e.dtor}), []val{{v: e.obj}}, gone)
}

// drop is release in a library call, which returns after the destructor.
func (t *Thread) drop(e *exception) {
	at, entered := t.top, false
	t.release(e, func() {
		if entered {
			t.finish()
		}
	})
	entered = t.top != at
}

func rethrow(t *Thread, _ []val) val {
	e := t.current()
	if e == nil {
		t.terminate(nil)
		return val{}
	}
	t.fly(e)
	return val{}
}

// current returns the exception of the innermost handler.
func (t *Thread) current() *exception {
	if n := len(t.caught); n > 0 {
		return t.caught[n-1].exc
	}
	return nil
}

func currentException(t *Thread, a []val) val {
	p := uint64(0)
	if e := t.current(); e != nil {
		e.refs++
		p = e.obj
	}
	t.m.mem.store(t.arg(a, 0), 8, val{v: p})
	return val{}
}

func (t *Thread) heldBy(ptr uint64) *exception {
	p := t.m.mem.load(ptr, 8)
	if p.u != 0 {
		panic(trapf("an exception_ptr is undefined"))
	}
	if p.v == 0 {
		return nil
	}
	return t.excAt(p.v)
}

func rethrowException(t *Thread, a []val) val {
	e := t.heldBy(t.arg(a, 0))
	if e == nil {
		t.terminate(nil)
		return val{}
	}
	t.throwNew(e)
	return val{}
}

func addRef(t *Thread, a []val) val {
	if e := t.heldBy(t.arg(a, 0)); e != nil {
		e.refs++
	}
	return val{}
}

func releaseRef(t *Thread, a []val) val {
	e := t.heldBy(t.arg(a, 0))
	t.m.mem.store(a[0].v, 8, val{})
	if e != nil {
		t.drop(e)
	}
	return val{}
}

func copyExceptionPtr(t *Thread, a []val) val {
	e := t.heldBy(t.arg(a, 1))
	t.m.mem.copy(t.arg(a, 0), a[1].v, 8)
	if e != nil {
		e.refs++
	}
	return val{}
}

func exceptionPtrOf(t *Thread, a []val) val {
	t.m.mem.store(t.arg(a, 0), 8, val{v: t.arg(a, 1)})
	return addRef(t, a)
}

func setTerminate(t *Thread, a []val) val {
	old := t.m.handler
	t.m.handler = t.arg(a, 0)
	return val{v: old}
}

// Exceptions that the library throws: an object with only a pointer to its text, after the place of
// the pointer to virtual functions.

// throwNamed throws an exception of a library type.
func (t *Thread) throwNamed(typ, text string) {
	o := t.newObject(fromMalloc, uint64(len(text)+1), 1)
	t.m.mem.write(o.addr(), append([]byte(text), 0))
	e := t.newException(16, t.m.prog.named[typ], 0)
	t.setTable(e.obj, "_ZTV"+typ[4:])
	t.m.mem.store(e.obj+8, 8, val{v: o.addr()})
	t.throwNew(e)
}

func throws(typ, text string) libFunc {
	return func(t *Thread, _ []val) val { t.throwNamed(typ, text); return val{} }
}

func throwsText(typ string) libFunc {
	return func(t *Thread, a []val) val { t.throwNamed(typ, t.m.mem.text(t.arg(a, 0))); return val{} }
}

func throwsFormat(typ string) libFunc {
	return func(t *Thread, a []val) val {
		t.throwNamed(typ, t.format(t.m.mem.text(t.arg(a, 0)), &listArgs{list: a[1:]}))
		return val{}
	}
}

// Guards of static variables.

func guardAcquire(t *Thread, a []val) val {
	p := t.arg(a, 0)
	l := t.m.lockAt(p)
	if l.owner == t {
		panic(trapf("a static variable is initialized while it is being initialized"))
	}
	if !t.takes(p) {
		return val{}
	}
	if t.m.mem.load(p, 1).v == 1 {
		l.owner = nil
		return val{}
	}
	return val{v: 1}
}

func guardRelease(t *Thread, a []val) val {
	t.m.mem.store(t.arg(a, 0), 1, val{v: 1})
	t.gives(a[0].v)
	return val{}
}

func guardAbort(t *Thread, a []val) val {
	t.gives(t.arg(a, 0))
	return val{}
}

// dynamicCast casts to the object's own class or one of its bases.
func dynamicCast(t *Thread, a []val) val {
	obj, dst := t.arg(a, 0), t.arg(a, 2)
	if obj == 0 {
		return val{}
	}
	vt := t.m.mem.load(obj, 8).v
	top, typ := t.m.mem.load(vt-16, 8).v, t.m.mem.load(vt-8, 8).v
	whole := obj + top
	if r, ok := t.asBase(typ, dst, whole); ok {
		return val{v: r}
	}
	return val{}
}

// Lists: a node starts with the pointers next and prev.

func (t *Thread) ptrAt(p, off uint64) uint64 { return pointer(t.m.mem.load(p+off, 8), "read") }

func (t *Thread) setPtr(p, off, x uint64) { t.m.mem.store(p+off, 8, val{v: x}) }

func listHook(t *Thread, a []val) val {
	n, at := t.arg(a, 0), t.arg(a, 1)
	prev := t.ptrAt(at, 8)
	t.setPtr(n, 0, at)
	t.setPtr(n, 8, prev)
	t.setPtr(prev, 0, n)
	t.setPtr(at, 8, n)
	return val{}
}

func listUnhook(t *Thread, a []val) val {
	n := t.arg(a, 0)
	next, prev := t.ptrAt(n, 0), t.ptrAt(n, 8)
	t.setPtr(prev, 0, next)
	t.setPtr(next, 8, prev)
	return val{}
}

// listTransfer moves the nodes from first up to last before this.
func listTransfer(t *Thread, a []val) val {
	this, first, last := t.arg(a, 0), t.arg(a, 1), t.arg(a, 2)
	if this == last {
		return val{}
	}
	end := t.ptrAt(last, 8)
	before := t.ptrAt(first, 8)
	t.setPtr(before, 0, last)
	t.setPtr(last, 8, before)
	prev := t.ptrAt(this, 8)
	t.setPtr(prev, 0, first)
	t.setPtr(first, 8, prev)
	t.setPtr(end, 0, this)
	t.setPtr(this, 8, end)
	return val{}
}
