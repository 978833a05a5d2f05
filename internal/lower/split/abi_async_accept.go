// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Checks of an asynchronous coroutine, before splitting changes anything. The order and the texts
// of errors are LLVM's if LLVM reports the error. The other errors are about input on which LLVM 22
// crashes, or for which it produces invalid or silently wrong code. spill.go reports later what
// does not fit into the frame, for every ABI.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

func (co *async) accept() error {
	for _, check := range [...]func() *ir.Error{co.checkCalls, co.checkContext, co.checkPointer, co.checkRamp,
		co.checkPairs, co.checkSuspends, co.checkTails} {
		if e := check(); e != nil {
			return e
		}
	}
	return nil
}

// wrong returns an error about the id.
func (co *async) wrong(format string, args ...any) *ir.Error {
	return ir.Errorf(co.ID.Pos, format, args...)
}

// checkCalls checks the functions that suspends and ends call, in the order of the text.
func (co *async) checkCalls() *ir.Error {
	ends := map[*ir.Instr]bool{}
	for _, e := range co.Ends {
		ends[e] = true
	}
	for i := range co.F.Instrs() {
		switch {
		case ir.IsCoro(i, ir.CoroSuspendAsync):
			if e := co.checkProjection(i); e != nil {
				return e
			}
		case ends[i] && ir.IsCoro(i, ir.CoroEndAsync) && i.NumCallArgs() > endCallee:
			if e := co.checkCallee(i, endCallee,
				"llvm.coro.end.async must tail call function argument type must match the tail "+
					"arguments"); e != nil {
				return e
			}
		}
	}
	return nil
}

func (co *async) checkProjection(s *ir.Instr) *ir.Error {
	ptr, article := "ptr type", "a "
	if co.m.TypedPtrs {
		ptr, article = "i8* type", "an "
	}
	const what = "llvm.coro.suspend.async resume function projection function must "
	hint := "pass a function that takes the resumed function's context and returns the coroutine's own"
	f, ok := ir.StripCasts(s.Arg(suspendProjection)).(*ir.Func)
	switch {
	case !ok:
		return hinted(ir.Errorf(s.Pos, "the projection of llvm.coro.suspend.async is not a function"), hint)
	case !f.FTy.Ret().IsPtr() || f.FTy.Ret().AddrSpace() != 0:
		return hinted(ir.Errorf(s.Pos, "%sreturn %s%s", what, article, ptr), hint)
	}
	if p := f.FTy.Params(); len(p) != 1 || !p[0].IsPtr() || p[0].AddrSpace() != 0 || f.FTy.IsVariadic() {
		return hinted(ir.Errorf(s.Pos, "%stake one %s as parameter", what, ptr), hint)
	}
	return nil
}

// checkCallee checks operand k of an intrinsic, a function that is tail-called, and the operands
// after it, which are its arguments. As in LLVM, only a suspend may have more than its function takes.
func (co *async) checkCallee(i *ir.Instr, k int, count string) *ir.Error {
	word := "llvm.coro." + ir.CoroCall(i).CoroWord()
	if i.NumCallArgs() <= k {
		return hinted(ir.Errorf(i.Pos, "%s names no function to call", word),
			"pass the function that transfers control, and its arguments")
	}
	f, ok := ir.StripCasts(i.Arg(k)).(*ir.Func)
	switch {
	case !ok:
		return hinted(ir.Errorf(i.Pos, "dispatch function of %s is not a function", word),
			"pass a function that calls the target of the transfer, and pass the target as its argument")
	case f.FTy.IsVariadic():
		return hinted(ir.Errorf(i.Pos, "dispatch function @%s of %s is variadic", f.Name, word),
			"declare all its parameters")
	case !f.FTy.Ret().IsVoid():
		return hinted(ir.Errorf(i.Pos, "dispatch function @%s of %s must return void", f.Name, word),
			"declare it to return void, because no caller receives a result")
	case i.NumCallArgs()-k-1 < len(f.FTy.Params()), i.NumCallArgs()-k-1 > len(f.FTy.Params()) && k == endCallee:
		e := hinted(ir.Errorf(i.Pos, "%s", count), "@"+f.Name+" takes "+strconv.Itoa(len(f.FTy.Params()))+
			" arguments, but gets "+strconv.Itoa(i.NumCallArgs()-k-1))
		e.Notes = append(e.Notes, ir.Note{Pos: f.Pos, Msg: "@" + f.Name + " is here"})
		return e
	}
	for n, t := range f.FTy.Params() {
		if from := i.Arg(k + 1 + n).Type(); from != t && !co.coercible(from, t) {
			return hinted(ir.Errorf(i.Pos, "%s passes %s to @%s, which expects %s there", word, from, f.Name, t),
				"pass an argument of the expected type")
		}
		if f.Params[n].Attrs.Has(co.m, "swifterror") {
			return hinted(ir.Unsupportedf(i.Pos, "%s calls @%s, which has a swifterror parameter", word, f.Name),
				"return the error to the continuation as an ordinary argument")
		}
	}
	return nil
}

// coercible reports whether an argument can be cast from one type to the other.
func (co *async) coercible(from, to *ir.Type) bool {
	switch {
	case from.IsPtr() && to.IsPtr():
		return from.AddrSpace() == to.AddrSpace()
	case from.IsPtr():
		return to.IsInt()
	case to.IsPtr():
		return from.IsInt()
	}
	return ir.Bitcastable(from, to)
}

func (co *async) checkContext() *ir.Error {
	number := func(k int) (int64, bool) {
		c, ok := co.ID.Arg(k).(*ir.Const)
		if !ok || c.Kind != ir.ConstInt {
			return 0, false
		}
		return int64(c.Uint64()), true
	}
	var ok bool
	if co.header, ok = number(asyncSize); !ok {
		return hinted(co.wrong("size argument to coro.id.async must be constant"),
			"write the size of the context's header in bytes as a number")
	}
	if co.align, ok = number(asyncAlign); !ok {
		return hinted(co.wrong("alignment argument to coro.id.async must be constant"),
			"write the context's alignment in bytes as a number")
	}
	index, ok := number(asyncContext)
	if !ok {
		return hinted(co.wrong("storage argument offset to coro.id.async must be constant"),
			"write the index of the context parameter")
	}
	co.align = anyAlign(co.align)
	if co.align <= 0 || co.align&(co.align-1) != 0 {
		return hinted(co.wrong("alignment argument to coro.id.async must be a power of two, not %d", co.align),
			"write the alignment of every context, or 1 if it is unknown")
	}
	if index >= int64(len(co.F.Params)) {
		return hinted(co.wrong("storage argument offset to coro.id.async is %d, but @%s has %d parameters", index,
			co.F.Name, len(co.F.Params)),
			"write the index of the context parameter, counted from 0")
	}
	co.context = co.F.Params[index]
	if t := co.context.Type(); !t.IsPtr() || t.AddrSpace() != 0 {
		return hinted(co.wrong("the context, parameter %d of @%s, must be a pointer, not %s", index, co.F.Name, t),
			"write the index of the context parameter")
	}
	if co.context.Attrs.Has(co.m, "swifterror") {
		return hinted(co.wrong("the context, parameter %d of @%s, is swifterror, but it must hold the frame", index,
			co.F.Name), "write the index of the context parameter")
	}
	return nil
}

func (co *async) checkPointer() *ir.Error {
	g, ok := ir.StripCasts(co.ID.Arg(asyncPointer)).(*ir.Global)
	if !ok || g.GKind != ir.GlobalVar {
		return hinted(co.wrong("llvm.coro.id.async async function pointer not a global"),
			"name the global variable <{ i32, i32 }> from which callers read the function and its context size")
	}
	co.pointer = g
	pair := g.ValueType.Kind() == ir.Struct && !g.ValueType.IsOpaque() && len(g.ValueType.Fields()) == 2 &&
		g.ValueType.Fields()[1].IsInt()
	if co.m.TypedPtrs {
		i32 := co.m.Types.Int(32)
		if !pair || !g.ValueType.IsPacked() || g.ValueType.Fields()[0] != i32 || g.ValueType.Fields()[1] != i32 {
			return hinted(co.wrong("llvm.coro.id.async async function pointer argument's type is not <{i32, i32}>"),
				"@"+g.Name+" is of type "+g.ValueType.String())
		}
	}
	init, err := g.Initializer()
	if err != nil {
		return ir.AsError(err)
	}
	if k, ok := init.(*ir.Const); !pair || !ok || k.Kind != ir.ConstStruct && k.Kind != ir.ConstZero {
		e := hinted(co.wrong("the async function pointer @%s must have an initializer <{ i32, i32 }>: the "+
			"function, and the size of its context", g.Name),
			"define it in the function's file; corolower fills the size in")
		e.Notes = append(e.Notes, ir.Note{Pos: g.Pos, Msg: "@" + g.Name + " is here"})
		return e
	}
	return nil
}

func (co *async) checkRamp() *ir.Error {
	f := co.F
	if !f.FTy.Ret().IsVoid() {
		return hinted(co.wrong("an asynchronous coroutine must return void, but @%s returns %s", f.Name, f.FTy.Ret()),
			"pass the results to the function that llvm.coro.end.async calls")
	}
	if f.FTy.IsVariadic() {
		return hinted(co.wrong("an asynchronous coroutine must not be variadic, but @%s is", f.Name),
			"declare all its parameters")
	}
	for _, p := range f.Params {
		if t := coro.ByvalType(co.m, p); t != nil && co.c.Layout.ABIAlign(t) > co.align {
			return hinted(ir.Unsupportedf(p.Pos, "a byval parameter has a larger alignment than the context (%d bytes)",
				co.align), "copy it to a local variable")
		}
	}
	for i := range f.Instrs() {
		switch id := ir.CoroCall(i); id {
		case ir.CoroAllocaAlloc, ir.CoroAllocaAllocFrame:
			return hinted(ir.Unsupportedf(i.Pos,
				"llvm.coro.%s in an asynchronous coroutine, which has no allocator", id.CoroWord()),
				"allocate the memory with the task's allocator")
		}
	}
	return nil
}

// checkPairs finds the resume function of each suspend.
func (co *async) checkPairs() *ir.Error {
	by := map[*ir.Instr]*ir.Instr{}
	for _, s := range co.Suspends {
		if !ir.IsCoro(s, ir.CoroSuspendAsync) {
			return hinted(ir.Errorf(s.Pos, "coro.id.async must be paired with coro.suspend.async"),
				"write llvm.coro.suspend.async, or begin the coroutine with the id of the suspend's ABI")
		}
		r := ir.AsInstr(ir.StripCasts(s.Arg(suspendResume)))
		if r == nil || !ir.IsCoro(r, ir.CoroAsyncResume) {
			return hinted(ir.Errorf(s.Pos, "the resume function of llvm.coro.suspend.async must be the result of "+
				"llvm.coro.async.resume"),
				"pass the result of llvm.coro.async.resume, with a separate call for each suspend")
		}
		if first := by[r]; first != nil {
			e := hinted(ir.Errorf(s.Pos, "two suspends use the same llvm.coro.async.resume"),
				"call it once for each suspend, because each call stands for one function")
			e.Notes = append(e.Notes, ir.Note{Pos: first.Pos, Msg: "the other suspend is here"},
				ir.Note{Pos: r.Pos, Msg: "llvm.coro.async.resume is called here"})
			return e
		}
		by[r] = s
		co.points = append(co.points,
			asyncPoint{resume: r, project: ir.StripCasts(s.Arg(suspendProjection)).(*ir.Func)})
	}
	return nil
}

func (co *async) checkSuspends() *ir.Error {
	for n, s := range co.Suspends {
		at := func(hint, format string, args ...any) *ir.Error {
			return hinted(ir.Errorf(s.Pos, format, args...), hint)
		}
		p := &co.points[n]
		if s.Type().Kind() != ir.Struct || s.Type().IsOpaque() {
			return at("declare the result as a struct of the resume function's arguments",
				"the result of llvm.coro.suspend.async must be a struct, not %s", s.Type())
		}
		p.gets = s.Type().Fields()
		c, ok := s.Arg(suspendParams).(*ir.Const)
		if !ok || c.Kind != ir.ConstInt {
			return at("write the index of the context plus 256 times the index of swiftself",
				"the parameter numbers of llvm.coro.suspend.async must be constant")
		}
		p.context, p.swiftself = int(c.Uint64()&0xff), int(c.Uint64()>>8)
		if p.context >= len(p.gets) || !p.gets[p.context].IsPtr() || p.gets[p.context].AddrSpace() != 0 {
			return at("write the index of a pointer in the result into the low 8 bits of the first operand",
				"the context of llvm.coro.suspend.async is element %d of its result, but that is not a pointer in %s",
				p.context, s.Type())
		}
		if p.swiftself >= len(p.gets) {
			return at("write the index of an element of the result, times 256, into the first operand, or 0 for none",
				"swiftself of llvm.coro.suspend.async is element %d of its result, which has only %d",
				p.swiftself, len(p.gets))
		}
		if e := co.checkCallee(s, suspendDispatch,
			"the arguments of the dispatch function of llvm.coro.suspend.async do not match its parameters"); e != nil {
			return e
		}
		p.dispatch = ir.StripCasts(s.Arg(suspendDispatch)).(*ir.Func)
	}
	for _, e := range co.Ends {
		if !ir.IsCoro(e, ir.CoroEndAsync) && !ir.IsCoro(e, ir.CoroEnd) {
			return hinted(ir.Errorf(e.Pos, "coro.id.async must be paired with coro.end.async"),
				"write llvm.coro.end.async")
		}
	}
	return nil
}

// tailCall is a call that stays a tail call in the functions that are built.
type tailCall struct {
	fty   *ir.Type
	cc    string
	attrs []*ir.AttrSet
}

// checkTails checks that code generation can make the guaranteed tail calls in each function that
// may contain them: in the coroutine itself, and in any resume function. With tailcc and
// swifttailcc it can make most of them.
func (co *async) checkTails() *ir.Error {
	co.bodies = map[*ir.Func]bool{}
	if co.asksTarget(); !co.tailCalls {
		return nil
	}
	done := map[*ir.Func]bool{}
	look := func(i *ir.Instr, k int) *ir.Error {
		f := ir.StripCasts(i.Arg(k)).(*ir.Func)
		if done[f] {
			return nil
		}
		done[f] = true
		for _, c := range co.tailsOf(f) {
			if why := co.cannotTail(c); why != "" {
				e := hinted(ir.Errorf(i.Pos, "control cannot be transferred through @%s by a tail call: %s",
					f.Name, why),
					"give the coroutine and its callees the convention swifttailcc or tailcc, or make the call in @"+
						f.Name+" `tail`, not `musttail`")
				e.Notes = append(e.Notes, ir.Note{Pos: f.Pos, Msg: "@" + f.Name + " is here"})
				return e
			}
		}
		return nil
	}
	for _, s := range co.Suspends {
		if e := look(s, suspendDispatch); e != nil {
			return e
		}
	}
	for _, end := range co.Ends {
		if ir.IsCoro(end, ir.CoroEndAsync) && end.NumCallArgs() > endCallee && !ir.IsUnwindEnd(end) {
			if e := look(end, endCallee); e != nil {
				return e
			}
		}
	}
	return nil
}

// tailsOf returns the musttail calls that result from a tail call of f: those of f's body, or the
// call itself if f cannot be inlined.
func (co *async) tailsOf(f *ir.Func) []tailCall {
	if !co.handsOff(f) {
		c := tailCall{fty: f.FTy, cc: f.CC}
		return []tailCall{c}
	}
	var list []tailCall
	for i := range f.Instrs() {
		if i.Op == ir.OpCall && i.Flags&ir.FlagMustTail != 0 {
			list = append(list, tailCall{i.Call().FTy, i.Call().CC, i.Call().ArgAttrs})
		}
	}
	return list
}

// cannotTail returns the reason why a call cannot be a guaranteed tail call in one of the functions
// that are built, or "" if it can be one in each.
func (co *async) cannotTail(c tailCall) string {
	if !ir.SameCC(c.cc, co.F.CC) {
		return "it has another calling convention than @" + co.F.Name
	}
	if c.fty.IsVariadic() {
		return "it is variadic"
	}
	if c.cc == "tailcc" || c.cc == "swifttailcc" {
		for _, p := range co.F.Params {
			if n := ir.BarsTailCC(co.m, p.Attrs); n != "" {
				return "@" + co.F.Name + " has a parameter that is " + n
			}
		}
		return ""
	}
	params := co.F.FTy.Params()
	for n := -1; n < len(co.points); n++ {
		if n >= 0 {
			params = co.points[n].gets
		}
		if len(params) != len(c.fty.Params()) {
			return "its number of arguments differs from that of a function that makes the call"
		}
		for k, t := range c.fty.Params() {
			if t != params[k] && !(t.IsPtr() && params[k].IsPtr() && t.AddrSpace() == params[k].AddrSpace()) {
				return "its argument types differ from those of a function that makes the call"
			}
			var own, passed *ir.AttrSet
			switch {
			case n < 0:
				own = co.F.Params[k].Attrs
			case co.context.Attrs.Has(co.m, "swiftasync") && k == co.points[n].context:
				own = ir.NewAttrs("swiftasync")
			case co.context.Attrs.Has(co.m, "swiftasync") && k != 0 && k == co.points[n].swiftself:
				own = ir.NewAttrs("swiftself")
			}
			if k < len(c.attrs) {
				passed = c.attrs[k]
			}
			if !ir.SameABI(co.m, own, passed) {
				return "its argument attributes differ from those of a function that makes the call"
			}
		}
	}
	return ""
}
