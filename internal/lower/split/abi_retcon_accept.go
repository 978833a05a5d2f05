package split

// What is wrong with a returned-continuation coroutine, told before anything is changed, in LLVM's order and words where LLVM has words. The
// other errors are of input that LLVM 22 makes broken or silently wrong code of, or crashes on. What does not fit into the frame is found
// later, with that of every ABI (spill.go).

import (
	"github.com/corolower/corolower/internal/ir"
)

func (co *retcon) accept() error {
	for _, check := range [...]func() *ir.Error{co.checkBuffer, co.checkPrototype, co.checkAllocator, co.checkSuspends, co.checkEnds,
		co.checkAllocas, co.checkErrorSlot} {
		if e := check(); e != nil {
			return e
		}
	}
	return nil
}

// wrong is an error about the id.
func (co *retcon) wrong(format string, args ...any) *ir.Error {
	return ir.Errorf(co.ID.Pos, format, args...)
}

// hinted adds a mend.
func hinted(e *ir.Error, hint string) *ir.Error {
	e.Hint = hint
	return e
}

func (co *retcon) checkBuffer() *ir.Error {
	number := func(k int) (int64, bool) {
		c, ok := co.ID.Arg(k).(*ir.Const)
		if !ok || c.Kind != ir.ConstInt {
			return 0, false
		}
		return int64(c.Uint64()), true
	}
	var ok bool
	if co.size, ok = number(retconSize); !ok {
		return hinted(co.wrong("size argument to coro.id.retcon.* must be constant"), "write the buffer's size in bytes as a number")
	}
	if co.align, ok = number(retconAlign); !ok {
		return hinted(co.wrong("alignment argument to coro.id.retcon.* must be constant"), "write the buffer's alignment in bytes as a number")
	}
	if co.align <= 0 || co.align&(co.align-1) != 0 {
		return hinted(co.wrong("alignment argument to coro.id.retcon.* must be a power of two, and is %d", co.align),
			"write the alignment that every buffer has; 1 for any")
	}
	return nil
}

func (co *retcon) checkPrototype() *ir.Error {
	var ok bool
	if co.proto, ok = ir.StripCasts(co.ID.Arg(retconPrototype)).(*ir.Func); !ok {
		return hinted(co.wrong("llvm.coro.id.retcon.* prototype not a Function"),
			"name a function with the type, calling convention and attributes of the continuations; a declaration will do")
	}
	own, ret := co.F.FTy.Ret(), co.proto.FTy.Ret()
	if !co.once {
		if !firstIsPtr(ret) {
			return hinted(co.wrong("llvm.coro.id.retcon prototype must return pointer as first result"),
				"a continuation returns the next one, then what is yielded")
		}
		if ret != own {
			return hinted(co.wrong("llvm.coro.id.retcon prototype return type must be same ascurrent function return type"),
				"the function and its continuations return the same")
		}
	}
	if p := co.proto.FTy.Params(); len(p) == 0 || !p[0].IsPtr() {
		return hinted(co.wrong("llvm.coro.id.retcon.* prototype must take pointer as its first parameter"), "that is the buffer")
	}
	if co.once && !firstIsPtr(own) {
		return hinted(co.wrong("a coroutine of llvm.coro.id.retcon.once must return pointer as first result, and @%s returns %s", co.F.Name, own),
			"it returns its continuation, then what it yields")
	}
	return nil
}

// firstIsPtr reports a pointer, or a struct that begins with one.
func firstIsPtr(t *ir.Type) bool {
	if t.Kind() == ir.Struct && !t.IsOpaque() && len(t.Fields()) > 0 {
		t = t.Fields()[0]
	}
	return t.IsPtr()
}

func (co *retcon) checkAllocator() *ir.Error {
	var ok bool
	if co.alloc, ok = ir.StripCasts(co.ID.Arg(retconAlloc)).(*ir.Func); !ok {
		return hinted(co.wrong("llvm.coro.* allocator not a Function"), "name a function that takes a size and returns memory")
	}
	if !co.alloc.FTy.Ret().IsPtr() {
		return hinted(co.wrong("llvm.coro.* allocator must return a pointer"), "the allocator returns the memory")
	}
	if e := co.checkTypedAllocator(); e != nil {
		return e
	}
	if co.dealloc, ok = ir.StripCasts(co.ID.Arg(retconDealloc)).(*ir.Func); !ok {
		return hinted(co.wrong("llvm.coro.* deallocator not a Function"), "name a function that takes memory of the allocator back")
	}
	if !co.dealloc.FTy.Ret().IsVoid() {
		return hinted(co.wrong("llvm.coro.* deallocator must return void"), "let it return nothing")
	}
	if p := co.dealloc.FTy.Params(); len(p) != 1 || !p[0].IsPtr() {
		return hinted(co.wrong("llvm.coro.* deallocator must take pointer as only param"), "that is what the allocator returned")
	}
	return nil
}

// checkTypedAllocator looks at what the allocator takes. In the Swift compiler's fork the id is variadic, and what follows the deallocator is a
// number for the frame's type that the allocator is told as well. The fork passes by all but one of several, and calls an allocator with one
// argument too few or too many.
func (co *retcon) checkTypedAllocator() *ir.Error {
	p := co.alloc.FTy.Params()
	if !co.ID.Call().FTy.IsVariadic() {
		if len(p) != 1 || p[0].Kind() != ir.Int {
			return hinted(co.wrong("llvm.coro.* allocator must take integer as only param"), "that is the size in bytes")
		}
		return nil
	}
	i64 := co.m.Types.Int(64)
	if len(p) != 1 && len(p) != 2 {
		return hinted(co.wrong("llvm.coro.* allocator must take either one or two params"), "the size in bytes, and the type's number")
	}
	if len(p) == 2 && p[1].Kind() != ir.Int {
		return hinted(co.wrong("llvm.coro.* allocator must take uint64_t as its second param"), "that is the type's number")
	}
	if p[0].Kind() != ir.Int {
		return hinted(co.wrong("llvm.coro.* allocator must take integer as its first param"), "that is the size in bytes")
	}
	extra := co.ID.NumCallArgs() - (retconDealloc + 1)
	switch {
	case extra > 1:
		return hinted(co.wrong("more than one operand behind the deallocator"), "there is one, the type's number")
	case extra == 1 && co.ID.Arg(retconDealloc+1).Type() != i64:
		return hinted(co.wrong("the operand behind the deallocator must be an i64"), "it is the type's number")
	case extra != len(p)-1:
		return hinted(co.wrong("the allocator takes %d arguments, and the id has %d for it", len(p), extra+1),
			"an allocator that takes a type's number is told one behind the deallocator, and no other is")
	}
	if extra == 1 {
		co.typeID = co.ID.Arg(retconDealloc + 1)
		if p[1] != i64 {
			return hinted(co.wrong("the type's number is an i64, and the allocator takes %s", p[1]), "let the allocator take an i64")
		}
	}
	return nil
}

// yieldTypes are the types of what is yielded: what the function returns behind the continuation.
func (co *retcon) yieldTypes() []*ir.Type {
	if t := co.F.FTy.Ret(); t.Kind() == ir.Struct {
		return t.Fields()[1:]
	}
	return nil
}

// resultTypes are the types that a suspend's result, or the operands of coro.end.results, are made of.
func resultTypes(t *ir.Type) []*ir.Type {
	switch {
	case t.IsVoid():
		return nil
	case t.Kind() == ir.Struct:
		return t.Fields()
	}
	return []*ir.Type{t}
}

func (co *retcon) checkSuspends() *ir.Error {
	yields, gets := co.yieldTypes(), co.proto.FTy.Params()[1:]
	for _, s := range co.Suspends {
		at := func(text, hint string) *ir.Error {
			e := hinted(ir.Errorf(s.Pos, "%s", text), hint)
			e.Notes = append(e.Notes, ir.Note{Pos: co.ID.Pos, Msg: "the coroutine begins here, with the prototype @" + co.proto.Name})
			return e
		}
		if !ir.IsCoro(s, ir.CoroSuspendRetcon) {
			return at("coro.id.retcon.* must be paired with coro.suspend.retcon", "write llvm.coro.suspend.retcon, or begin the coroutine with the id of the suspend's ABI")
		}
		n := s.NumCallArgs()
		for k := 0; k < n && k < len(yields); k++ {
			if t := s.Arg(k).Type(); t != yields[k] && !ir.Bitcastable(t, yields[k]) {
				return at("argument to coro.suspend.retcon does not match corresponding prototype function result",
					"@"+co.F.Name+" returns "+yields[k].String()+" there, and this is "+t.String())
			}
		}
		if n != len(yields) {
			return at("wrong number of arguments to coro.suspend.retcon", "yield what @"+co.F.Name+" returns behind the continuation")
		}
		results := resultTypes(s.Type())
		if len(results) != len(gets) {
			return at("wrong number of results from coro.suspend.retcon", "the results are the prototype's parameters behind the buffer")
		}
		for k, t := range results {
			if t != gets[k] {
				return at("result from coro.suspend.retcon does not match corresponding prototype function param",
					"the prototype takes "+gets[k].String()+" there, and this is "+t.String())
			}
		}
	}
	return nil
}

const unmatchedResults = "coro.end.results do not match the continuation prototype's return type"

func (co *retcon) checkEnds() *ir.Error {
	for _, e := range co.Ends {
		if !ir.IsCoro(e, ir.CoroEnd) {
			return hinted(ir.Errorf(e.Pos, "coro.id.retcon.* must be paired with coro.end"), "write llvm.coro.end")
		}
		if e.NumCallArgs() > 2 {
			if c, ok := e.Arg(2).(*ir.Const); (!ok || c != co.m.NoneToken()) && co.endResults(e) == nil {
				return hinted(ir.Errorf(e.Pos, "coro.end's results must be a coro.end.results or none"), "pass the token of llvm.coro.end.results")
			}
		}
		results := co.endResults(e)
		switch {
		case results != nil && !co.once:
			return hinted(ir.Errorf(e.Pos, "a coroutine of llvm.coro.id.retcon has no results"), "pass `token none`: it ends with a null continuation")
		case ir.IsUnwindEnd(e) || !co.once:
			continue
		}
		want := resultTypes(co.proto.FTy.Ret())
		bad := results == nil && len(want) > 0 || results != nil && results.NumCallArgs() != len(want)
		for k := 0; results != nil && !bad && k < len(want); k++ {
			bad = results.Arg(k).Type() != want[k]
		}
		if bad {
			at := e
			if results != nil {
				at = results
			}
			err := hinted(ir.Errorf(at.Pos, "%s", unmatchedResults), "@"+co.proto.Name+" returns "+co.proto.FTy.Ret().String()+
				": give llvm.coro.end.results an operand for each result, and its token to the coro.end")
			err.Notes = append(err.Notes, ir.Note{Pos: co.ID.Pos, Msg: "the prototype is named here"})
			return err
		}
	}
	return nil
}

// checkAllocas looks at coro.alloca.*.
func (co *retcon) checkAllocas() *ir.Error {
	for b := co.F.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			switch ir.CoroCall(i) {
			case ir.CoroAllocaAlloc:
				if c, ok := i.Arg(1).(*ir.Const); !ok || c.Kind != ir.ConstInt || c.Uint64() == 0 || c.Uint64()&(c.Uint64()-1) != 0 {
					return hinted(ir.Errorf(i.Pos, "the alignment of coro.alloca.alloc must be a constant power of two"), "write the alignment in bytes as a number")
				}
				for _, u := range i.Users() {
					if k := ir.CoroCall(u); k != ir.CoroAllocaGet && k != ir.CoroAllocaFree {
						return hinted(ir.Errorf(u.Pos, "the token of coro.alloca.alloc is for coro.alloca.get and coro.alloca.free only"), "use the address that coro.alloca.get gives")
					}
				}
			case ir.CoroAllocaGet, ir.CoroAllocaFree:
				if a := ir.AsInstr(i.Arg(0)); a == nil || !ir.IsCoro(a, ir.CoroAllocaAlloc) {
					return hinted(ir.Errorf(i.Pos, "llvm.coro.%s's argument must be a coro.alloca.alloc", ir.CoroCall(i).CoroWord()), "pass the token of llvm.coro.alloca.alloc")
				}
			case ir.CoroAllocaAllocFrame, ir.CoroAllocaFreeFrame:
				return hinted(ir.Unsupportedf(i.Pos, "llvm.coro.%s is not lowered yet", ir.CoroCall(i).CoroWord()), "use llvm.coro.alloca.alloc and llvm.coro.alloca.free")
			}
		}
	}
	return nil
}

// checkErrorSlot: an error that the coroutine is called with a place for has to have one in each continuation.
func (co *retcon) checkErrorSlot() *ir.Error {
	p := errorParam(co.m, co.F)
	if p == nil || errorParam(co.m, co.proto) != nil {
		return nil
	}
	e := hinted(ir.Errorf(p.Pos, "@%s has a swifterror parameter, and the prototype @%s of its continuations has none", co.F.Name, co.proto.Name),
		"add a swifterror parameter to the prototype, and a result for it to the suspends")
	e.Notes = append(e.Notes, ir.Note{Pos: co.ID.Pos, Msg: "the prototype is named here"})
	return e
}
