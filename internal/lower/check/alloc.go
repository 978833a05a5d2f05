// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Rules about the memory that coro.begin receives: whether every path that needs memory has some,
// how large it is, at which offset of the memory the frame begins, and how long the memory lasts.
// Package split computes the size of the frame.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/lower/split"
)

// memory is one source of the frame's memory: a call, an alloca or another value, and the offset at
// which the frame begins.
type memory struct {
	from   ir.Value
	offset int64
}

// maxSources limits the number of values between coro.begin and the allocation that sources visits.
const maxSources = 64

// sources returns the values that the memory of coro.begin comes from, except null, undef and
// poison. It looks through casts, phis, selects and GEPs with a constant offset. known is false if
// some source is neither a call nor an alloca, or if sources gave up.
func (k *checker) sources() (list []memory, known bool) {
	if k.begin == nil || k.begin.NumCallArgs() < 2 {
		return nil, false
	}
	known = true
	work := ir.NewWorklist(memory{from: k.begin.Arg(1)})
	for m := range work.All {
		if len(work.Added()) > maxSources {
			return nil, false
		}
		i := ir.AsInstr(ir.StripCasts(m.from))
		if i == nil {
			if c, ok := m.from.(*ir.Const); !ok || c.Kind != ir.ConstNull && c.Kind != ir.ConstUndef &&
				c.Kind != ir.ConstPoison {
				list, known = append(list, m), false
			}
			continue
		}
		switch i.Op {
		case ir.OpPhi:
			for a := range i.NumArgs() {
				work.Add(memory{i.Arg(a), m.offset})
			}
		case ir.OpSelect:
			work.Add(memory{i.Arg(1), m.offset}, memory{i.Arg(2), m.offset})
		case ir.OpGEP:
			if k.c.Layout == nil {
				return nil, false
			}
			off, ok := k.c.Layout.GEPOffset(i.ElemTy, i.Operands(1))
			if !ok {
				return nil, false
			}
			work.Add(memory{i.Arg(0), m.offset + off})
		default:
			list = append(list, memory{i, m.offset})
			known = known && (i.IsCall() || i.Op == ir.OpAlloca)
		}
	}
	return list, known
}

// checkAllocation runs the rules about the memory of coro.begin that do not need the layout of the
// frame.
func (k *checker) checkAllocation() {
	if k.begin == nil {
		return
	}
	k.checkInverted()
	if k.lowering {
		return
	}
	k.checkAllocTwice()
	list, known := k.sources()
	k.checkNoMemory(list)
	k.checkOnStack(list)
	k.checkFreedBefore(list)
	k.checkFreeOffset(list, known)
	k.checkMismatch(list, known)
	k.checkFreeMissing(list, known)
	k.checkReturned()
}

// checkInverted reports a branch on coro.alloc that allocates memory if none is needed, and
// allocates none otherwise:
//
//	%need = call i1 @llvm.coro.alloc(token %id)
//	br i1 %need, label %begin, label %grab          ; inverted
//	...
//	%where = phi ptr [ null, %entry ], [ %mem, %grab ]
func (k *checker) checkInverted() {
	phi := ir.AsInstr(k.begin.Arg(1))
	if phi == nil || phi.Op != ir.OpPhi {
		return
	}
	for _, a := range k.calls[ir.CoroAlloc] {
		if ir.AsInstr(a.Arg(0)) != k.id {
			continue
		}
		for u := a.FirstUse(); u != nil; u = u.Next() {
			br := u.User()
			if br.Op != ir.OpBr || br.NumArgs() != 3 || k.flow.dom.Index(br.Block()) < 0 {
				continue
			}
			yes, no := br.Arg(1).(*ir.Block), br.Arg(2).(*ir.Block)
			if yes == no || !k.inverted(phi, br.Block(), yes, no) {
				continue
			}
			e := k.once(phi, rule.RuleAllocInverted, br.Pos,
				"the branch on coro.alloc is inverted: the frame has no memory if coro.alloc returns true")
			note(e, a.Pos, "coro.alloc says here whether memory is needed")
			note(e, phi.Pos, "coro.begin gets null from here")
			hint(e, "allocate the memory on the branch that is taken when coro.alloc returns true")
		}
	}
}

// inverted reports whether a phi is null for every predecessor on the edge from a block to yes, and
// never null for those on the edge to no.
func (k *checker) inverted(phi *ir.Instr, from, yes, no *ir.Block) bool {
	dom := k.flow.dom
	through := func(pred, to *ir.Block) bool { // pred reaches the phi's block through this edge of the branch
		if pred == from {
			return to == phi.Block()
		}
		return dom.Index(pred) >= 0 && dom.EdgeDominates(from, to, pred)
	}
	nulls, values := 0, 0
	for n, pred := range phi.PhiBlocks() {
		c, ok := phi.Arg(n).(*ir.Const)
		switch {
		case ok && c.Kind == ir.ConstNull && through(pred, yes) && (pred != from || no != phi.Block()):
			nulls++
		case !ok && through(pred, no) && (pred != from || yes != phi.Block()):
			values++
		default:
			return false
		}
	}
	return nulls > 0 && values > 0
}

// checkAllocTwice reports each coro.alloc of the coroutine after the first.
func (k *checker) checkAllocTwice() {
	var first *ir.Instr
	for _, a := range k.calls[ir.CoroAlloc] {
		switch {
		case ir.AsInstr(a.Arg(0)) != k.id:
		case first == nil:
			first = a
		default:
			e := k.report(rule.RuleAllocTwice, a.Pos, "this is a second coro.alloc for the same frame")
			note(e, first.Pos, "the first one is here")
			hint(e, "use the first one's result")
		}
	}
}

// checkOnStack reports a frame that is an alloca of the ramp, because the ramp returns at the first
// suspend:
//
//	%mem = alloca [64 x i8], align 16
//	%hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
//
// It reports nothing if the ramp itself resumes or destroys the coroutine, which it may do before
// it returns.
func (k *checker) checkOnStack(list []memory) {
	for _, id := range [...]ir.Intrinsic{ir.CoroResume, ir.CoroDestroy} {
		for _, i := range k.calls[id] {
			if ir.AsInstr(ir.StripCasts(i.Arg(0))) == k.begin {
				return
			}
		}
	}
	for _, m := range list {
		a := ir.AsInstr(m.from)
		if a == nil || a.Op != ir.OpAlloca {
			continue
		}
		for _, s := range k.calls[ir.CoroSuspend] {
			out, _, ok := arm(s, -1)
			if n := k.flow.dom.Index(s.Block()); !ok || n < 0 || k.flow.dom.Index(out) < 0 ||
				!k.flow.has(aReturn, k.flow.dom.Index(out)) {
				continue
			}
			e := k.once(a, rule.RuleFrameOnStack, k.begin.Pos,
				"the frame is in a variable of @%s, which is gone when the ramp returns", k.f.Name)
			note(e, a.Pos, "the variable is here")
			note(e, s.Pos, "the ramp returns at this suspend")
			hint(e, "allocate llvm.coro.size bytes on the heap, or let the caller pass memory that lives as long "+
				"as the coroutine")
			break
		}
	}
}

// allAllocated reports whether there is memory, and all of it comes from well-known allocators.
func allAllocated(list []memory) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(m memory) bool {
		f := m.from.(*ir.Instr).CalledFunc()
		if f == nil {
			return true
		}
		p, ok := sizeParam(f.Name)
		return !ok || p >= m.from.(*ir.Instr).NumCallArgs()
	})
}

// checkFreeOffset reports a frame that begins after a header if the address that is freed does not
// point to the header, and a frame without a header that is freed at another offset. The freed
// address must be the allocated one. For example, 16 bytes too far into the memory:
//
//	%mem = call ptr @malloc(i64 %sum)
//	%where = getelementptr i8, ptr %mem, i64 16
//	%hdl = call ptr @llvm.coro.begin(token %id, ptr %where)
//	...
//	%frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
//	call void @free(ptr %frame)                     ; %mem + 16
func (k *checker) checkFreeOffset(list []memory, known bool) {
	differs := func(m memory) bool { return m.offset != list[0].offset }
	if !known || !allAllocated(list) || k.c.Layout == nil || slices.ContainsFunc(list, differs) {
		return
	}
	alloc := list[0].from.(*ir.Instr)
	for _, fr := range k.ownFrees() {
		k.addressesIn(fr, func(u *ir.Use, offset int64) {
			i := u.User()
			if !i.IsCall() || u.Index() != 0 || !ir.FreesMemory(i.CalledFunc()) || offset == -list[0].offset {
				return
			}
			e := k.once(i, rule.RuleFreeOffset, i.Pos, "the frame is freed at byte %d of the memory that @%s returned",
				list[0].offset+offset, alloc.CalledFunc().Name)
			note(e, alloc.Pos, "the memory is allocated here")
			note(e, k.begin.Pos, "the frame begins at byte %d of it", list[0].offset)
			hint(e, "free the address that @%s returned: coro.free returns the address of the frame",
				alloc.CalledFunc().Name)
		})
	}
}

// addressesIn calls visit for each use of an address, and of the addresses at constant offsets from it,
// that derives no other one.
func (k *checker) addressesIn(root *ir.Instr, visit func(u *ir.Use, offset int64)) {
	work := []memory{{from: root}}
	for n := 0; n < len(work) && n < maxSources; n++ {
		for u := work[n].from.(*ir.Instr).FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpBitCast || i.Op == ir.OpAddrSpaceCast:
				work = append(work, memory{i, work[n].offset})
			case i.Op == ir.OpGEP && u.Index() == 0:
				if off, ok := k.c.Layout.GEPOffset(i.ElemTy, i.Operands(1)); ok {
					work = append(work, memory{i, work[n].offset + off})
				}
			default:
				visit(u, work[n].offset)
			}
		}
	}
}

// checkFreeMissing reports a coroutine that allocates its frame but never frees it. The finding is
// a warning, because the code that destroys the coroutine may free the memory in another way. It
// reports nothing if the destroy path of some suspend passes an address to an ordinary function,
// which may free the frame.
func (k *checker) checkFreeMissing(list []memory, known bool) {
	if !known || !allAllocated(list) || len(k.frees) > 0 || k.broken[ir.CoroFree] ||
		slices.ContainsFunc(k.calls[ir.CoroFree], isUsed) {
		return
	}
	alloc := list[0].from.(*ir.Instr)
	for _, s := range k.calls[ir.CoroSuspend] {
		dest, _, ok := arm(s, 1)
		if !ok || k.flow.dom.Index(dest) < 0 || !k.flow.returns(s) || k.mayFree(dest) {
			return
		}
	}
	if len(k.calls[ir.CoroSuspend]) == 0 {
		return
	}
	s := k.calls[ir.CoroSuspend][0]
	e := k.report(rule.RuleFreeMissing, alloc.Pos,
		"the frame is allocated here, and nothing in @%s frees it, so destroying the coroutine may leak it", k.f.Name)
	note(e, k.begin.Pos, "the coroutine begins here")
	note(e, s.Pos, "it can be destroyed here")
	hint(e, "free the result of llvm.coro.free in the cleanup")
}

// isUsed reports whether the result of a coro.free is used other than in a comparison.
func isUsed(fr *ir.Instr) bool {
	return slices.ContainsFunc(fr.Users(), func(i *ir.Instr) bool { return i.Op != ir.OpICmp })
}

// mayFree reports whether an ordinary function receives an address between a block and the next
// suspend.
func (k *checker) mayFree(from *ir.Block) bool {
	work := ir.NewWorklist(from)
	for b := range work.All {
		suspends := false
		for i := b.First(); i != nil; i = i.Next() {
			c := ir.CoroCall(i)
			if suspends = c == ir.CoroSuspend; suspends {
				break
			}
			if !i.IsCall() || c != ir.NotCoro || i.CalledFunc() != nil && i.CalledFunc().IsIntrinsic() {
				continue
			}
			for a := range i.NumCallArgs() {
				if t := i.Arg(a).Type(); t.IsPtr() || t.IsInt() && t.Bits() >= 32 || t.Kind() == ir.Struct {
					return true
				}
			}
		}
		if suspends {
			continue
		}
		work.Add(b.Succs(nil)...)
	}
	return false
}

// checkReturned reports a ramp that returns the address of one of its variables. It ignores the
// promise, because a caller can compute the handle from the promise's address.
func (k *checker) checkReturned() {
	if len(k.calls[ir.CoroSuspend]) == 0 {
		return
	}
	for _, t := range k.flow.terminators(ir.OpRet) {
		if t.NumArgs() == 0 {
			continue
		}
		a := ir.AsInstr(ir.Underlying(t.Arg(0)))
		if a == nil || a.Op != ir.OpAlloca || a == k.promiseAlloca() {
			continue
		}
		e := k.once(a, rule.RuleAddressReturned, t.Pos,
			"the ramp returns the address of its variable, which may be gone when the caller uses it")
		note(e, a.Pos, "the variable is here")
		note(e, k.begin.Pos, "the handle is here")
		hint(e, "return the result of coro.begin")
	}
}

// sampleAlign is the alignment of the frames for which sizes are computed.
const sampleAlign = 16

// sizeEval computes the size argument of an allocator for a frame of a given size.
type sizeEval struct {
	ir.Evaluator
	size    uint64
	asked   bool      // the value depends on coro.size
	aligned bool      // the value depends on coro.align
	cut     *ir.Instr // a truncation between coro.size and the allocator
}

func (k *checker) newSizeEval(size uint64) *sizeEval {
	x := &sizeEval{size: size}
	x.Evaluator = ir.Evaluator{M: k.m, Known: func(i *ir.Instr) (uint64, bool) {
		switch ir.CoroCall(i) {
		case ir.CoroSize:
			x.asked = true
			return x.size, true
		case ir.CoroAlign:
			x.aligned = true
			return sampleAlign, true
		}
		if i.Op == ir.OpTrunc {
			x.cut = i
		}
		return 0, false
	}}
	return x
}

// allocated returns the number of bytes that an allocation returns for the frame size of x.
func (x *sizeEval) allocated(i *ir.Instr) (uint64, bool) {
	if !i.IsCall() || i.CalledFunc() == nil {
		return 0, false
	}
	name := i.CalledFunc().Name
	p, ok := sizeParam(name)
	if !ok || name == "posix_memalign" || p >= i.NumCallArgs() {
		return 0, false
	}
	size, ok := x.Eval(i.Arg(p))
	if ok && name == "calloc" {
		var n uint64
		n, ok = x.Eval(i.Arg(0))
		size *= n
	}
	return size, ok
}

// sizeSamples are frame sizes that every allocation must be large enough for. The size of the frame
// depends on the LLVM version that lowers the module, so checkSmallAlloc also tries these sizes.
var sizeSamples = [...]uint64{256, 320, 4096, 65600}

// checkSmallAlloc reports memory that is too small for the frame, either at the frame's current
// size or at one of sizeSamples.
func (k *checker) checkSmallAlloc(kept *split.Survey) {
	if kept == nil || kept.Size == 0 || k.sizeDecides() {
		return
	}
	list, _ := k.sources()
	for _, m := range list {
		i := ir.AsInstr(m.from)
		if have, ok := k.objectSize(m.from); ok && m.offset >= 0 {
			size := uint64(kept.Size)
			if kept.InFrame(i) { // it is used after a suspend, so the frame would contain its own memory
				size -= min(size, have)
			}
			if have < size+uint64(m.offset) {
				k.reportSmall(m.from, k.begin.Pos, m.offset, "the frame of @"+k.f.Name+" has", size, have)
			}
		}
		if i == nil || m.offset < 0 || k.tooSmall(i, m.offset, uint64(kept.Size)) {
			continue
		}
		for _, size := range sizeSamples {
			x := k.newSizeEval(size)
			have, ok := x.allocated(i)
			if !ok || !x.asked || have >= size+uint64(m.offset) {
				continue
			}
			if x.cut == nil {
				k.reportSmall(i, i.Pos, m.offset, "a frame of", size, have)
				break
			}
			e := k.once(i, rule.RuleSizeWidth, x.cut.Pos,
				"the frame's size is truncated to i%d, so a frame of %d bytes gets only %d",
				x.cut.Type().Bits(), size, have)
			note(e, i.Pos, "the allocator is called here")
			hint(e, "pass the result of llvm.coro.size without truncating it")
			break
		}
	}
}

// tooSmall reports an allocation that is too small for the frame's current size. It ignores one
// whose size depends on the alignment of the frame, which is not known here, and one whose size is
// truncated, which checkSmallAlloc reports.
func (k *checker) tooSmall(i *ir.Instr, offset int64, size uint64) bool {
	x := k.newSizeEval(size)
	have, ok := x.allocated(i)
	if !ok || x.aligned && x.asked || have >= size+uint64(offset) {
		return false
	}
	if _, aligns := alignParam(i.CalledFunc().Name); x.aligned && aligns {
		return false // checkAlignedAlloc reports the arguments
	}
	if x.asked && x.cut == nil || !x.asked {
		k.reportSmall(i, i.Pos, offset, "the frame of @"+k.f.Name+" has", size, have)
		return true
	}
	return false
}

// objectSize returns the number of bytes of a variable.
func (k *checker) objectSize(v ir.Value) (uint64, bool) {
	t, count := (*ir.Type)(nil), uint64(1)
	switch v := ir.StripCasts(v).(type) {
	case *ir.Global:
		if v.GKind != ir.GlobalVar || v.Declared || v.Linkage == "common" || v.Linkage == "weak" {
			return 0, false
		}
		t = v.ValueType
	case *ir.Instr:
		n, ok := uint64(0), false
		if v.Op == ir.OpAlloca {
			n, ok = ir.AllocaCount(v)
		}
		if !ok {
			return 0, false
		}
		t, count = v.ElemTy, n
	}
	if t == nil {
		return 0, false
	}
	size, ok := k.c.Layout.Size(t)
	return uint64(size) * count, ok
}

// reportSmall adds the finding about memory that is too small for a frame.
func (k *checker) reportSmall(of ir.Value, at ir.Pos, offset int64, what string, size, have uint64) {
	e := k.once(of, rule.RuleSmallAlloc, at, "%s %d bytes, but its memory has %d", what, size, have)
	if e == nil {
		return
	}
	if offset > 0 {
		e.Msg = fmt.Sprintf("%s %d bytes and begins at byte %d, but its memory has %d", what, size, offset, have)
	}
	if g, ok := of.(*ir.Global); ok {
		note(e, g.Pos, "the memory is here")
	} else if i := ir.AsInstr(of); i.Pos != at {
		note(e, i.Pos, "the memory is here")
	} else {
		note(e, k.begin.Pos, "coro.begin puts the frame there")
	}
	hint(e, "allocate llvm.coro.size bytes, which follows the frame's contents")
	if offset > 0 {
		hint(e, "allocate %d bytes more than llvm.coro.size, for what precedes the frame", offset)
	}
}

// checkNoMemory reports a coro.begin that gets a constant, or null although the coroutine allocates
// memory for its frame if coro.alloc returns true.
func (k *checker) checkNoMemory(list []memory) {
	for _, m := range list {
		if g, ok := m.from.(*ir.Global); ok && g.IsConst {
			e := k.once(g, rule.RuleBeginMemory, k.begin.Pos, "coro.begin puts the frame into the constant @%s", g.Name)
			note(e, g.Pos, "the constant is here")
			hint(e, "pass memory that can be written")
		}
	}
	if !constMemory(k.begin.Arg(1), ir.ConstNull) || len(k.calls[ir.CoroAlloc]) == 0 {
		return
	}
	for _, s := range k.calls[ir.CoroSize] {
		for _, u := range sizeUses(s) {
			if fn := u.call.CalledFunc(); fn == nil || !k.flow.dom.InstrDominates(k.calls[ir.CoroAlloc][0], u.call) {
				continue
			} else if p, ok := sizeParam(fn.Name); !ok || p != u.arg {
				continue
			}
			e := k.once(k.begin, rule.RuleBeginMemory, k.begin.Pos, "coro.begin gets null, and not the memory that is allocated for the frame")
			note(e, u.call.Pos, "the memory is allocated here")
			hint(e, "pass a phi of that memory, and of null where coro.alloc returns false")
		}
	}
}

// checkFreedBefore reports memory that is freed before coro.begin puts the frame there.
func (k *checker) checkFreedBefore(list []memory) {
	for _, c := range k.frees {
		for _, m := range list {
			if c.NumCallArgs() == 0 || ir.StripCasts(c.Arg(0)) != m.from || !k.flow.dom.InstrDominates(c, k.arrival(m.from)) {
				continue
			}
			e := k.once(c, rule.RuleAfterFree, k.begin.Pos, "coro.begin puts the frame into memory that was freed")
			note(e, c.Pos, "it is freed here")
			hint(e, "free the memory in the cleanup, after coro.free")
		}
	}
}

// arrival returns the instruction at which coro.begin's memory is chosen, if it comes from v: the
// end of the block from which a phi takes v, or coro.begin.
func (k *checker) arrival(v ir.Value) *ir.Instr {
	if phi := ir.AsInstr(k.begin.Arg(1)); phi != nil && phi.Op == ir.OpPhi {
		for n, b := range phi.PhiBlocks() {
			if ir.StripCasts(phi.Arg(n)) == v {
				return b.Terminator()
			}
		}
	}
	return k.begin
}

// allocators maps allocators and functions that free memory to the name of those that belong
// together. The operators of C++ are found by their prefix.
var allocators = map[string]string{"malloc": "malloc", "calloc": "malloc", "realloc": "malloc", "aligned_alloc": "malloc",
	"memalign": "malloc", "posix_memalign": "malloc", "valloc": "malloc", "free": "malloc",
	"_Znw": "operator new", "_Zdl": "operator new", "_Zna": "operator new[]", "_Zda": "operator new[]"}

func allocatorOf(name string) string {
	if strings.HasPrefix(name, "_Z") && len(name) > 4 {
		of := allocators[name[:4]]
		if of != "" && strings.Contains(name, "St11align_val_t") {
			of += " with an alignment"
		}
		return of
	}
	return allocators[name]
}

// checkMismatch reports a frame that another function frees than the one that belongs to its
// allocator, or with another size:
//
//	%mem = call ptr @_Znwm(i64 %size)
//	...
//	call void @free(ptr %frame)
func (k *checker) checkMismatch(list []memory, known bool) {
	if !known || len(list) != 1 {
		return
	}
	alloc := list[0].from.(*ir.Instr)
	if !alloc.IsCall() || alloc.CalledFunc() == nil {
		return
	}
	of := allocatorOf(alloc.CalledFunc().Name)
	for _, fr := range k.ownFrees() {
		for _, c := range releases(fr) {
			name := c.CalledFunc().Name
			with := allocatorOf(name)
			size, freed := k.newSizeEval(sizeSamples[0]), k.newSizeEval(sizeSamples[0])
			have, ok := size.allocated(alloc)
			n, sized := uint64(0), false
			if strings.HasPrefix(name, "_ZdlPvm") && c.NumCallArgs() > 1 {
				n, sized = freed.Eval(c.Arg(1))
			}
			msg := "" // a constant may be the size that the frame has, but not less than its first two words
			switch {
			case of != "" && with != "" && of != with:
				msg = fmt.Sprintf("the frame is freed with @%s, but comes from @%s", name, alloc.CalledFunc().Name)
			case ok && sized && n != have && freed.asked:
				msg = fmt.Sprintf("for a frame of %d bytes, %d are allocated and %d are freed", sizeSamples[0], have, n)
			case ok && sized && !freed.asked && n < 2*uint64(k.ptrSize()):
				msg = fmt.Sprintf("the frame is freed with the size %d, but its first two words alone have %d bytes", n, 2*k.ptrSize())
			default:
				continue
			}
			e := k.once(c, rule.RuleMismatch, c.Pos, "%s", msg)
			note(e, alloc.Pos, "the memory is allocated here")
			hint(e, "free it with the function that belongs to @%s, with the same size and alignment", alloc.CalledFunc().Name)
		}
	}
}

// sizeDecides reports whether a branch depends on the size of the frame: an allocation may then be
// for small frames only, or for large ones.
func (k *checker) sizeDecides() bool {
	work := ir.NewWorklist(k.calls[ir.CoroSize]...)
	for v := range work.All {
		if len(work.Added()) > maxSources {
			return true
		}
		for u := v.FirstUse(); u != nil; u = u.Next() {
			switch i := u.User(); i.Op {
			case ir.OpBr, ir.OpSwitch:
				return true
			case ir.OpCall, ir.OpInvoke, ir.OpStore, ir.OpRet:
			default:
				work.Add(i)
			}
		}
	}
	return false
}
