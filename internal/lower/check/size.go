// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Rules about the frame's memory: the width of coro.size, the alignment that the allocator
// guarantees, the promise and its alignment. The contents of the frame are not computed here.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/rule"
)

// sizeParam returns the index of the size parameter of a well-known allocator. ok is false for
// other functions.
func sizeParam(name string) (param int, ok bool) {
	switch name {
	case "malloc", "valloc":
		return 0, true
	case "aligned_alloc", "memalign", "calloc", "realloc":
		return 1, true
	case "posix_memalign":
		return 2, true
	}
	if strings.HasPrefix(name, "_Znw") || strings.HasPrefix(name, "_Zna") {
		return 0, true
	}
	return 0, false
}

// alignParam returns the index of the alignment parameter of a well-known allocator. ok is false if
// the function has none.
func alignParam(name string) (param int, ok bool) {
	switch name {
	case "aligned_alloc", "memalign":
		return 0, true
	case "posix_memalign":
		return 1, true
	}
	return 1, strings.HasPrefix(name, "_Zn") && strings.Contains(name, "St11align_val_t")
}

// sizeUse is a call that receives the frame's size or alignment.
type sizeUse struct {
	call *ir.Instr
	arg  int
	via  *ir.Instr // the cast that changed the width, or nil
}

// sizeUses returns the calls that a coro.size or coro.align reaches through casts, arithmetic and
// phis.
func sizeUses(size *ir.Instr) []sizeUse {
	type item struct{ v, via *ir.Instr }
	var out []sizeUse
	seen := map[*ir.Instr]bool{size: true}
	work := []item{{size, nil}}
	for len(work) > 0 && len(seen) < 64 {
		it := ir.Pop(&work)
		for u := it.v.FirstUse(); u != nil; u = u.Next() {
			i, via := u.User(), it.via
			switch i.Op {
			case ir.OpTrunc, ir.OpZExt, ir.OpSExt:
				via = i
			case ir.OpAdd, ir.OpSub, ir.OpAnd, ir.OpOr, ir.OpMul, ir.OpPhi, ir.OpSelect, ir.OpFreeze:
			case ir.OpCall, ir.OpInvoke:
				if n := u.Index(); n < i.NumCallArgs() {
					out = append(out, sizeUse{i, n, via})
				}
				continue
			default:
				continue
			}
			if !seen[i] {
				seen[i] = true
				work = append(work, item{i, via})
			}
		}
	}
	return out
}

// checkSizes verifies the widths between coro.size and the allocator.
func (k *checker) checkSizes() {
	want := 0 // width of the target's size type; 0: the module has no data layout
	if k.c.Layout != nil && k.m.DataLayout != "" {
		want = k.c.Layout.IndexBits(0)
	}
	for _, s := range k.calls[ir.CoroSize] {
		uses := sizeUses(s)
		if !k.checkAllocWidth(s, uses, want) {
			continue
		}
		bits := s.Type().Bits()
		if want == 0 && bits < 32 || want > 0 && bits < want && bits < 32 {
			e := k.once(s.Type(), rule.RuleSizeWidth, s.Pos,
				"coro.size.i%d cannot hold the size of a frame of %d bytes or more", bits, uint64(1)<<bits)
			if len(uses) > 0 {
				note(e, uses[0].call.Pos, "the size is used here")
			}
			hint(e, "use llvm.coro.size.i%d and an allocator that takes i%d", max(want, 32), max(want, 32))
		}
	}
}

// checkAllocWidth compares the width of a coro.size with the parameters that receive it. It returns
// false if it reports a finding. For example, it warns about
//
//	%size = call i32 @llvm.coro.size.i32()
//	%wide = zext i32 %size to i64
//	%mem = call ptr @malloc(i64 %wide)
func (k *checker) checkAllocWidth(s *ir.Instr, uses []sizeUse, want int) bool {
	bits := s.Type().Bits()
	ok := true
	for _, u := range uses {
		t := u.call.Arg(u.arg).Type()
		fn := u.call.CalledFunc()
		if fn == nil || !t.IsInt() || fn.IsIntrinsic() {
			continue
		}
		if p, known := sizeParam(fn.Name); known && (p == u.arg || p == 1 && fn.Name == "calloc" && u.arg == 0) &&
			want > 0 && t.Bits() != want {
			e := k.once(fn, rule.RuleSizeWidth, u.call.Pos,
				"@%s takes its size as i%d, but the target's size type has %d bits", fn.Name, t.Bits(), want)
			note(e, s.Pos, "the frame's size is computed here")
			note(e, fn.Pos, "the allocator is declared here")
			hint(e, "declare @%s with i%d and use llvm.coro.size.i%d", fn.Name, want, want)
			if e != nil && u.via == nil && t.Bits() >= 32 {
				// this works if the caller zero-extends the argument, as LLVM's own back ends do
				e.Severity = ir.SevWarning
			}
			ok = false
			continue
		}
		if u.via != nil && t.Bits() != bits {
			verb := "widened"
			if t.Bits() < bits {
				verb = "truncated"
			}
			e := k.once(fn, rule.RuleSizeWidth, s.Pos, "coro.size.i%d is %s to i%d for @%s", bits, verb,
				t.Bits(), fn.Name)
			note(e, u.via.Pos, "the width changes here")
			note(e, u.call.Pos, "the allocator is called here")
			hint(e, "use llvm.coro.size.i%d", t.Bits())
			if e != nil && t.Bits() > bits {
				e.Severity = ir.SevWarning // no bit is lost as long as the frame is small
			}
			ok = false
		}
	}
	return ok
}

// allocation returns the call that allocates the frame and the alignment of its memory. It returns
// nil if the coroutine calls coro.align, or if the allocator is not a well-known one.
func (k *checker) allocation() (call *ir.Instr, align int64) {
	if len(k.calls[ir.CoroAlign]) > 0 {
		return nil, 0
	}
	for _, s := range k.calls[ir.CoroSize] {
		for _, u := range sizeUses(s) {
			fn := u.call.CalledFunc()
			if fn == nil {
				continue
			}
			if p, ok := alignParam(fn.Name); ok {
				if p < u.call.NumCallArgs() {
					if c, ok := constInt(u.call, p); ok {
						return u.call, int64(c.Uint64())
					}
				}
				continue
			}
			if p, ok := sizeParam(fn.Name); ok && (p == u.arg || fn.Name == "calloc") {
				return u.call, k.guarantee()
			}
		}
	}
	return nil, 0
}

// checkAlignedAlloc reports an allocator that receives the frame's size as its alignment, or the
// alignment as its size. It accepts an argument that depends on both: aligned_alloc requires a
// multiple of the alignment, so frontends round the size up,
//
//	%sum = add i64 %size, %align
//	%most = sub i64 %sum, 1
//	%mask = sub i64 0, %align
//	%rounded = and i64 %most, %mask
func (k *checker) checkAlignedAlloc() {
	type place struct {
		call *ir.Instr
		arg  int
	}
	given := func(of []*ir.Instr) map[place]*ir.Instr {
		out := map[place]*ir.Instr{}
		for _, i := range of {
			for _, u := range sizeUses(i) {
				out[place{u.call, u.arg}] = i
			}
		}
		return out
	}
	sizes, aligns := given(k.calls[ir.CoroSize]), given(k.calls[ir.CoroAlign])
	misplaced := func(of []*ir.Instr, mine, others map[place]*ir.Instr, what, other string, wrong,
		right func(name string) (int, bool)) {
		for _, i := range of {
			for _, u := range sizeUses(i) {
				fn := u.call.CalledFunc()
				if fn == nil {
					continue
				}
				if _, aligned := alignParam(fn.Name); !aligned {
					continue
				}
				p, ok := wrong(fn.Name)
				if !ok || p != u.arg || others[place{u.call, p}] != nil {
					continue
				}
				e := k.once(u.call, rule.RuleAlignedAlloc, u.call.Pos,
					"@%s gets the frame's %s where it expects the %s", fn.Name, what, other)
				note(e, i.Pos, "the frame's %s is computed here", what)
				q, _ := right(fn.Name)
				there := place{u.call, q}
				if others[there] == nil || mine[there] != nil { // not swapped: the other argument is wrong too
					hint(e, "pass the %s as argument %d", other, p+1)
					continue
				}
				hint(e, "swap the arguments: @%s takes the alignment as argument %d", fn.Name,
					first(alignParam(fn.Name))+1)
				if fn.Name != "posix_memalign" {
					fix(e, ir.FixSwap, u.call.Pos, 0, "", nil)
				}
			}
		}
	}
	misplaced(k.calls[ir.CoroSize], sizes, aligns, "size", "alignment", alignParam, sizeParam)
	misplaced(k.calls[ir.CoroAlign], aligns, sizes, "alignment", "size", sizeParam, alignParam)
}

func first(n int, _ bool) int { return n }

// checkBeginMemory reports code after coro.begin that uses the memory argument of coro.begin
// instead of its result: the memory is null if coro.alloc returns false. For example:
//
//	%where = phi ptr [ null, %entry ], [ %mem, %grab ]
//	%hdl = call ptr @llvm.coro.begin(token %id, ptr %where)
//	store i32 0, ptr %where                         ; reported: %where may be null
func (k *checker) checkBeginMemory() {
	if k.begin == nil {
		return
	}
	phi := ir.AsInstr(k.begin.Arg(1))
	if constMemory(k.begin.Arg(1), ir.ConstUndef, ir.ConstPoison) {
		e := k.report(rule.RuleBeginMemory, k.begin.Pos, "the memory argument of coro.begin has no defined value")
		note(e, k.id.Pos, "the coroutine's coro.id is here")
		hint(e, "pass memory of llvm.coro.size bytes, or null where coro.alloc returns false")
		return
	}
	if phi == nil || phi.Op != ir.OpPhi || len(k.calls[ir.CoroAlloc]) == 0 {
		return
	}
	null := false
	for n := 0; n < phi.NumArgs(); n++ {
		c, ok := phi.Arg(n).(*ir.Const)
		null = null || ok && (c.Kind == ir.ConstNull || c.Kind == ir.ConstUndef || c.Kind == ir.ConstPoison)
	}
	if !null {
		return
	}
	var at *ir.Instr
	for u := phi.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		if i == k.begin || i.Op == ir.OpICmp || i.Op == ir.OpPhi || k.flow.dom.Index(i.Block()) < 0 ||
			!k.flow.dom.InstrDominates(k.begin, i) {
			continue
		}
		if ir.CoroCall(i) == ir.CoroFree {
			continue // other rules check this operand, and splitting matches coro.free by its token
		}
		if at == nil || i.ID < at.ID {
			at = i
		}
	}
	if at == nil {
		return
	}
	e := k.report(rule.RuleBeginMemory, at.Pos, "the memory argument of coro.begin is used here, but it is null if "+
		"coro.alloc returns false")
	note(e, phi.Pos, "the memory comes from here")
	note(e, k.begin.Pos, "coro.begin returns the frame's address")
	hint(e, "use the result of coro.begin, and free the result of coro.free")
}

// constMemory reports whether an address is a constant of one of some kinds, or a phi of nothing else.
func constMemory(v ir.Value, kinds ...ir.ConstKind) bool {
	if phi := ir.AsInstr(v); phi != nil && phi.Op == ir.OpPhi {
		for n := range phi.NumArgs() {
			if c, ok := phi.Arg(n).(*ir.Const); !ok || !constMemory(c, kinds...) {
				return false
			}
		}
		return true
	}
	c, ok := ir.StripCasts(v).(*ir.Const)
	return ok && slices.Contains(kinds, c.Kind)
}

// promiseAlloca returns the alloca that operand 1 of coro.id refers to through casts, or nil if the
// operand is null or another value.
func (k *checker) promiseAlloca() *ir.Instr {
	if a := ir.AsInstr(ir.StripCasts(k.id.Arg(ir.IdPromise))); a != nil && a.Op == ir.OpAlloca {
		return a
	}
	return nil
}

// alignOf returns the alignment of an alloca, or 0 if it is unknown.
func (k *checker) alignOf(a *ir.Instr) int64 {
	if a.Align != 0 {
		return int64(a.Align)
	}
	if k.c.Layout == nil || a.ElemTy == nil || !k.c.Layout.Sized(a.ElemTy) {
		return 0
	}
	return k.c.Layout.PrefAlign(a.ElemTy)
}

// ownPromises returns the calls of coro.promise that are about the coroutine itself: in it, and in the
// functions that get its handle from an await.
func (k *checker) ownPromises(promise *ir.Instr) (own []*ir.Instr) {
	add := func(p *ir.Instr, isHandle func(ir.Value) bool) {
		of := origin(p.Arg(0))
		if from, ok := constInt(p, 2); ok && (from.IsTrue() && of == ir.Value(promise) || from.IsZero() && isHandle(of)) {
			own = append(own, p)
		}
	}
	for _, p := range k.calls[ir.CoroPromise] {
		add(p, func(v ir.Value) bool {
			i := ir.AsInstr(v)
			return i != nil && (i == k.begin || ir.CoroCall(i) == ir.CoroFrame)
		})
	}
	for i := range k.awaits {
		if k.lowering {
			break // simplifying a function costs time
		}
		if w := k.wrapper(i); w != nil {
			for p := range w.Instrs() {
				if ir.CoroCall(p) == ir.CoroPromise {
					add(p, func(v ir.Value) bool { return v == ir.Value(w.Params[1]) })
				}
			}
		}
	}
	return own
}

// checkPromise verifies operand 1 of coro.id and the alignment that each coro.promise states for
// it.
func (k *checker) checkPromise() {
	for _, id := range k.ids {
		v := ir.StripCasts(id.Arg(ir.IdPromise))
		if c, ok := v.(*ir.Const); ok && c.Kind == ir.ConstNull {
			continue
		}
		if a := ir.AsInstr(v); a != nil && a.Op == ir.OpAlloca {
			if wrong := coro.PromiseSize(a); wrong != nil {
				e := k.report(wrong.Rule, wrong.Pos, "%s", wrong.Msg)
				note(e, id.Pos, "it is named as the promise here")
				hint(e, "%s", wrong.Hint)
			}
			continue
		}
		e := k.tell(rule.RulePromise, id.Pos)
		switch v := v.(type) {
		case *ir.Instr:
			note(e, v.Pos, "the promise is created here")
		case *ir.Param:
			note(e, v.Pos, "the promise is this parameter")
		case *ir.Global:
			note(e, v.Pos, "the promise is this global")
		}
		hint(e, "make the promise an alloca of this function, which moves into the frame, or pass null")
	}
	a := k.promiseAlloca()
	if a == nil {
		return
	}
	for _, p := range k.ownPromises(a) {
		if e := k.promiseAlign(p, a, "the promise is aligned"); e != nil {
			note(e, a.Pos, "the promise is here")
			note(e, k.id.Pos, "coro.id names it as the promise here")
		}
	}
}

// promiseAlign reports a coro.promise with another alignment than that of the promise a, which what
// describes.
func (k *checker) promiseAlign(p, a *ir.Instr, what string) *ir.Error {
	al, ok := constInt(p, 1)
	have := k.alignOf(a)
	if !ok || al.IsZero() || have == 0 || k.c.Layout == nil || int64(al.Uint64()) == have {
		return nil
	}
	e := k.once(p, rule.RulePromiseAlign, p.Pos, "coro.promise has the alignment %d, but %s to %d bytes", al.Uint64(), what, have)
	hint(e, "pass i32 %d, because the promise's offset in the frame depends on the alignment", have)
	fix(e, ir.FixArg, p.Pos, 1, fmt.Sprintf("i32 %d", have), nil)
	if e != nil && coro.PromiseOffset(k.c.Layout, int64(al.Uint64())) == coro.PromiseOffset(k.c.Layout, have) {
		e.Severity = ir.SevWarning // both alignments lead to the same address
	}
	return e
}
