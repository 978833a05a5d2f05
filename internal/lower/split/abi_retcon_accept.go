// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Checks of a returned-continuation coroutine, before splitting changes anything. The order and the
// texts of errors are LLVM's if LLVM reports the error. The other errors are about input for which
// LLVM 22 produces invalid or silently wrong code, or on which it crashes. accept reports all
// errors, but only the first of each operand or call. spill.go reports later what does not fit into
// the frame, for every ABI.

import (
	"github.com/corolower/corolower/internal/ir"
)

func (co *retcon) accept() error {
	co.checkBuffer()
	co.checkPrototype()
	co.checkAllocator()
	return co.acceptBody()
}

// acceptBody checks everything except the id, and returns all errors found so far.
func (co *retcon) acceptBody() error {
	co.checkSuspends()
	co.checkEnds()
	co.checkAllocas()
	co.checkErrorSlot()
	if len(co.faults) == 0 {
		return nil
	}
	return co.faults
}

// tell records an error with a hint about its fix.
func (co *retcon) tell(at ir.Pos, hint, format string, args ...any) *ir.Error {
	e := ir.Errorf(at, format, args...)
	e.Hint = hint
	co.faults = append(co.faults, e)
	return e
}

// wrong records an error about the id.
func (co *retcon) wrong(hint, format string, args ...any) { co.tell(co.ID.Pos, hint, format, args...) }

// protoNote adds to an error the place where the id names the prototype.
func (co *retcon) protoNote(e *ir.Error, msg string) {
	e.Notes = append(e.Notes, ir.Note{Pos: co.ID.Pos, Msg: msg})
}

// number returns an operand of the id that must be a number.
func (co *retcon) number(k int) (int64, bool) {
	c, ok := co.ID.Arg(k).(*ir.Const)
	if !ok || c.Kind != ir.ConstInt {
		return 0, false
	}
	return int64(c.Uint64()), true
}

// anyAlign returns an alignment of an id. 0 means 1, as in LLVM.
func anyAlign(n int64) int64 {
	if n == 0 {
		return 1
	}
	return n
}

func (co *retcon) checkBuffer() {
	var ok bool
	if co.size, ok = co.number(retconSize); !ok {
		co.wrong("write the buffer's size in bytes as a number", "size argument to coro.id.retcon.* must be constant")
	}
	if co.align, ok = co.number(retconAlign); !ok {
		co.wrong("write the buffer's alignment in bytes as a number",
			"alignment argument to coro.id.retcon.* must be constant")
	} else if co.align = anyAlign(co.align); co.align <= 0 || co.align&(co.align-1) != 0 {
		co.wrong("write the alignment of every buffer, or 1 if it is unknown",
			"alignment argument to coro.id.retcon.* must be a power of two, not %d", co.align)
	}
	if a := ir.AsInstr(ir.Underlying(co.ID.Arg(retconBuffer))); a != nil && a.Op == ir.OpAlloca {
		e := co.tell(co.ID.Pos, "pass memory of the caller", "the buffer of coro.id.retcon.* is a variable of the coroutine")
		e.Notes = append(e.Notes, ir.Note{Pos: a.Pos, Msg: "the variable is here"})
	}
}

func (co *retcon) checkPrototype() {
	own := co.F.FTy.Ret()
	if proto := co.takePrototype(retconPrototype); proto != nil {
		ret := proto.FTy.Ret()
		switch {
		case co.once:
		case !firstIsPtr(ret):
			co.wrong("declare it to return the next continuation, then the yielded values",
				"llvm.coro.id.retcon prototype must return pointer as first result")
		case ret != own:
			co.wrong("give the function and its continuations the same return type",
				"llvm.coro.id.retcon prototype return type must be same ascurrent function return type")
		}
		co.checkBufferParam(proto)
	}
	if co.once {
		co.checkRampResult()
	}
}

// takePrototype returns the function that an operand of the id names as the prototype, and records
// an error if it names none.
func (co *retcon) takePrototype(k int) *ir.Func {
	proto, ok := ir.StripCasts(co.ID.Arg(k)).(*ir.Func)
	if !ok {
		co.wrong("name a function with the type, calling convention and attributes of the continuations; a "+
			"declaration is enough",
			"llvm.coro.id.retcon.* prototype not a Function")
		return nil
	}
	co.proto = proto
	return proto
}

func (co *retcon) checkBufferParam(proto *ir.Func) {
	if p := proto.FTy.Params(); len(p) == 0 || !p[0].IsPtr() {
		co.wrong("make the buffer its first parameter",
			"llvm.coro.id.retcon.* prototype must take pointer as its first parameter")
	} else if have := co.buffer().Type().AddrSpace(); p[0].AddrSpace() != have {
		co.wrong("give the parameter the buffer's address space",
			"the prototype @%s takes its first parameter in address space %d, but the buffer is in %d", proto.Name, p[0].AddrSpace(), have)
	} else if proto.Params[0].Attrs.Has(co.m, "swifterror") {
		co.wrong("make the error another parameter, because the first is the buffer",
			"the prototype @%s takes its first parameter as swifterror, but that is the buffer", proto.Name)
	}
}

// checkRampResult checks that the ramp of a once-coroutine returns a pointer first, the
// continuation. The rest of its result may differ from the prototype's.
func (co *retcon) checkRampResult() {
	if own := co.F.FTy.Ret(); !firstIsPtr(own) {
		co.wrong("return the continuation, then the yielded values",
			"a coroutine of llvm.%s must return pointer as first result, but @%s returns %s",
			"coro."+ir.CoroCall(co.ID).CoroWord(), co.F.Name, own)
	}
}

// firstIsPtr reports whether a type is a pointer, or a struct that begins with one.
func firstIsPtr(t *ir.Type) bool {
	if t.Kind() == ir.Struct && !t.IsOpaque() && len(t.Fields()) > 0 {
		t = t.Fields()[0]
	}
	return t.IsPtr()
}

func (co *retcon) checkAllocator() {
	h := &co.heap
	var ok bool
	if h.alloc, ok = ir.StripCasts(co.ID.Arg(retconAlloc)).(*ir.Func); !ok {
		co.wrong("name a function that takes a size and returns memory", "llvm.coro.* allocator not a Function")
	} else if !h.alloc.FTy.Ret().IsPtr() {
		co.wrong("declare it to return the memory's address", "llvm.coro.* allocator must return a pointer")
	} else {
		co.checkTypedAllocator()
	}
	if h.dealloc, ok = ir.StripCasts(co.ID.Arg(retconDealloc)).(*ir.Func); !ok {
		co.wrong("name a function that frees memory of the allocator", "llvm.coro.* deallocator not a Function")
	} else if !h.dealloc.FTy.Ret().IsVoid() {
		co.wrong("declare it to return void", "llvm.coro.* deallocator must return void")
	} else if p := h.dealloc.FTy.Params(); len(p) != 1 || !p[0].IsPtr() {
		co.wrong("declare its parameter as the pointer that the allocator returned",
			"llvm.coro.* deallocator must take pointer as only param")
	}
	co.frameHeap = co.heap // memory for a callee's frame is not special here
}

// checkTypedAllocator checks the parameters of the allocator. In the Swift compiler's fork the id
// is variadic, and the operand after the deallocator is a number for the frame's type, which the
// allocator receives too. If there are several such operands, the fork ignores all but one, and
// calls an allocator with one argument too few or too many.
func (co *retcon) checkTypedAllocator() {
	p := co.heap.alloc.FTy.Params()
	if !co.ID.Call().FTy.IsVariadic() {
		if len(p) != 1 || p[0].Kind() != ir.Int {
			co.wrong("declare that parameter as the size in bytes",
				"llvm.coro.* allocator must take integer as only param")
		}
		return
	}
	i64 := co.m.Types.Int(64)
	extra := co.ID.NumCallArgs() - (retconDealloc + 1)
	switch {
	case len(p) != 1 && len(p) != 2:
		co.wrong("declare it with the size in bytes and, optionally, the type's number",
			"llvm.coro.* allocator must take either one or two params")
	case len(p) == 2 && p[1].Kind() != ir.Int:
		co.wrong("declare that parameter as the type's number",
			"llvm.coro.* allocator must take uint64_t as its second param")
	case p[0].Kind() != ir.Int:
		co.wrong("declare that parameter as the size in bytes",
			"llvm.coro.* allocator must take integer as its first param")
	case extra > 1:
		co.wrong("pass only the type's number", "more than one operand after the deallocator")
	case extra == 1 && co.ID.Arg(retconDealloc+1).Type() != i64:
		co.wrong("pass the type's number", "the operand after the deallocator must be an i64")
	case extra != len(p)-1:
		co.wrong("pass the type's number after the deallocator if the allocator takes one, and only then",
			"the allocator takes %d arguments, but the id has %d for it", len(p), extra+1)
	case extra == 1 && p[1] != i64:
		co.wrong("declare the allocator's parameter as i64", "the type's number is an i64, but the allocator takes %s",
			p[1])
	case extra == 1:
		co.heap.typeID = co.ID.Arg(retconDealloc + 1)
	}
}

// yieldTypes returns the types of the yielded values, which the function returns after the
// continuation.
func (co *retcon) yieldTypes() []*ir.Type {
	if t := co.F.FTy.Ret(); t.Kind() == ir.Struct {
		return t.Fields()[1:]
	}
	return nil
}

// resultTypes returns the element types of a suspend's result or of the operands of
// coro.end.results.
func resultTypes(t *ir.Type) []*ir.Type {
	switch {
	case t.IsVoid():
		return nil
	case t.Kind() == ir.Struct:
		return t.Fields()
	}
	return []*ir.Type{t}
}

func (co *retcon) checkSuspends() {
	for _, s := range co.Suspends {
		msg, hint := co.suspendFault(s)
		if msg == "" {
			continue
		}
		e := co.tell(s.Pos, hint, "%s", msg)
		if co.proto == nil {
			co.protoNote(e, "the coroutine begins here")
		} else {
			co.protoNote(e, "the coroutine begins here, with the prototype @"+co.proto.Name)
		}
	}
}

// suspendFault returns the first error in a suspend, and its fix.
func (co *retcon) suspendFault(s *ir.Instr) (msg, hint string) {
	if !ir.IsCoro(s, ir.CoroSuspendRetcon) {
		return "coro.id.retcon.* must be paired with coro.suspend.retcon",
			"write llvm.coro.suspend.retcon, or begin the coroutine with the id of the suspend's ABI"
	}
	yields, n := co.yieldTypes(), s.NumCallArgs()
	for k := 0; k < n && k < len(yields); k++ {
		if t := s.Arg(k).Type(); t != yields[k] && !ir.Bitcastable(t, yields[k]) {
			return "argument to coro.suspend.retcon does not match corresponding prototype function result",
				"@" + co.F.Name + " returns " + yields[k].String() + " there, and this is " + t.String()
		}
	}
	if n != len(yields) {
		return "wrong number of arguments to coro.suspend.retcon",
			"yield the values that @" + co.F.Name + " returns after the continuation"
	}
	if co.proto == nil || len(co.proto.FTy.Params()) == 0 {
		return "", ""
	}
	gets, results := co.proto.FTy.Params()[1:], resultTypes(s.Type())
	if len(results) != len(gets) {
		return "wrong number of results from coro.suspend.retcon",
			"use the prototype's parameters after the buffer as results"
	}
	for k, t := range results {
		if t != gets[k] {
			return "result from coro.suspend.retcon does not match corresponding prototype function param",
				"the prototype takes " + gets[k].String() + " there, and this is " + t.String()
		}
	}
	return "", ""
}

const unmatchedResults = "coro.end.results do not match the continuation prototype's return type"

func (co *retcon) checkEnds() {
	for _, e := range co.Ends {
		if !ir.IsCoro(e, ir.CoroEnd) {
			co.tell(e.Pos, "write llvm.coro.end", "coro.id.retcon.* must be paired with coro.end")
			continue
		}
		results := co.endResults(e)
		if e.NumCallArgs() > 2 && results == nil {
			if c, ok := e.Arg(2).(*ir.Const); !ok || c != co.m.NoneToken() {
				co.tell(e.Pos, "pass the token of llvm.coro.end.results",
					"coro.end's results must be a coro.end.results or none")
				continue
			}
		}
		switch {
		case results != nil && !co.once:
			co.tell(e.Pos, "pass `token none`, because it ends with a null continuation",
				"a coroutine of llvm.coro.id.retcon has no results")
		case co.once && !ir.IsUnwindEnd(e):
			co.checkResults(e, results)
		}
	}
}

// checkResults compares the results of an end, nil if it has none, with the prototype's result
// type.
func (co *retcon) checkResults(e, results *ir.Instr) {
	if co.proto == nil {
		return
	}
	want := resultTypes(co.proto.FTy.Ret())
	bad := results == nil && len(want) > 0 || results != nil && results.NumCallArgs() != len(want)
	for k := 0; results != nil && !bad && k < len(want); k++ {
		bad = results.Arg(k).Type() != want[k]
	}
	if !bad {
		return
	}
	at := e
	if results != nil {
		at = results
	}
	err := co.tell(at.Pos, "@"+co.proto.Name+" returns "+co.proto.FTy.Ret().String()+
		": give llvm.coro.end.results an operand for each result, and its token to the coro.end",
		"%s", unmatchedResults)
	co.protoNote(err, "the prototype is named here")
}

// checkAllocas checks the coro.alloca.* intrinsics.
func (co *retcon) checkAllocas() {
	for i := range co.F.Instrs() {
		switch id := ir.CoroCall(i); id {
		case ir.CoroAllocaAlloc, ir.CoroAllocaAllocFrame:
			co.checkAlloca(i)
		case ir.CoroAllocaGet, ir.CoroAllocaFree, ir.CoroAllocaFreeFrame:
			if a := ir.AsInstr(i.Arg(0)); a == nil || !isAllocaAlloc(a) {
				co.tell(i.Pos, "pass the token of llvm.coro.alloca.alloc",
					"llvm.coro.%s's argument must be a coro.alloca.alloc", id.CoroWord())
			}
		}
	}
}

// checkAlloca checks one that allocates memory.
func (co *retcon) checkAlloca(i *ir.Instr) {
	word := ir.CoroCall(i).CoroWord()
	if c, ok := i.Arg(1).(*ir.Const); !ok || c.Kind != ir.ConstInt ||
		c.Uint64() == 0 || c.Uint64()&(c.Uint64()-1) != 0 {
		co.tell(i.Pos, "write the alignment in bytes as a number",
			"the alignment of coro.%s must be a constant power of two", word)
	}
	if h := &co.frameHeap; ir.IsCoro(i, ir.CoroAllocaAllocFrame) && h.typeID != nil &&
		i.Arg(2).Type() != h.typeID.Type() {
		co.tell(i.Pos, "pass the number of the frame's type", "the last operand of coro.%s must be an i64", word)
	}
	for _, u := range i.Users() {
		if ir.CoroCall(u) != ir.CoroAllocaGet && !isAllocaFree(u) {
			co.tell(u.Pos, "use the address that coro.alloca.get returns",
				"only coro.alloca.get and coro.alloca.free can use the token of coro.%s", word)
		}
	}
}

// checkErrorSlot checks that the prototype has a swifterror parameter if the coroutine has one.
func (co *retcon) checkErrorSlot() {
	p := errorParam(co.m, co.F)
	if p == nil || co.proto == nil || errorParam(co.m, co.proto) != nil {
		return
	}
	e := co.tell(p.Pos, "add a swifterror parameter to the prototype, and a result for it to the suspends",
		"@%s has a swifterror parameter, but the prototype @%s of its continuations has none", co.F.Name, co.proto.Name)
	co.protoNote(e, "the prototype is named here")
}
