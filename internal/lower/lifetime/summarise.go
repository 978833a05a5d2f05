// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// Summaries of functions whose bodies are in this file, for files with callers of them (package
// summary).
//
// The search that decides elision also finds what a function does to a coroutine. It searches a
// small synthetic caller that has a handle and passes it to the function by one path only. For the
// path "load at offset 8 of the first parameter" of @f the caller is
//
//	define void @caller(ptr %handle, i32 %n) {
//	  %holder = alloca [16 x i8]
//	  %at = getelementptr i8, ptr %holder, i64 8
//	  store ptr %handle, ptr %at
//	  call void @f(ptr %holder, i32 %n)
//	  ret void
//	}
//
// Nothing is known of the coroutine. So each resume may change all memory that escaped, and a user
// of the summary must check the same properties of the coroutine as if it had searched the body
// itself. If the search gives up or the handle escapes, the summary has no Handle for this path.

import (
	"slices"
	"unicode/utf8"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/summary"
)

// maxHolders bounds the offsets at which pointers are read from one parameter, and from a pointer
// that was read there.
const maxHolders = 8

// Summary returns the summary of a function, without Func.Body. It returns nil if there can be
// none, or if callers would not be allowed to rely on it. The loader must not replace the function.
func (fa *Facts) Summary(f *ir.Func) *summary.Func {
	if f.Declared || !utf8.ValidString(f.Name) || !summary.Believed(f, true) || !fa.body(f) || fa.suspends(f) ||
		fa.look(f).unfit || fa.returnsTwice(f) != nil {
		return nil
	}
	sum := &summary.Func{Name: f.Name, Type: f.FTy.String(), Throws: fa.mayBeThrown(f), Jumps: fa.funcJumps(f)}
	sum.Writes, _ = fa.writesElsewhere(f, 0)
	sum.Runs, _ = fa.funcHandsOn(f, 0)
	if c := fa.result(f); c != nil && c.Type().Bits() <= 64 {
		v := c.Uint64()
		sum.Result = &v
	}
	sum.Params = make([]summary.Param, len(f.Params))
	for k, p := range f.Params {
		if !p.Type().IsPtr() {
			continue
		}
		use, _ := fa.param(f, k, 0)
		late, _ := fa.paramLate(f, k, 0)
		sum.Params[k] = summary.Param{Keeps: use.away, Returns: use.returned, Handle: use.handled, Writes: use.written,
			ReadLate: late}
		if !fa.M.TypedPtrs && p.Type().AddrSpace() == 0 {
			sum.Handles = fa.handlesBehind(sum.Handles, f, k)
		}
	}
	// compiled without exceptions, for example: those of its callees pass it all the same
	passes := !sum.Throws && fa.exceptionsPass(f)
	sum.Throws = sum.Throws || passes
	for k := range sum.Handles {
		h := &sum.Handles[k]
		if x := (summary.Exit{By: summary.ByUnwind}); passes && !slices.Contains(h.Exits, x) {
			h.Exits = append(h.Exits, x)
			slices.SortFunc(h.Exits, summary.CompareExits)
		}
		h.Exits = slices.DeleteFunc(h.Exits, func(x summary.Exit) bool {
			return x.By == summary.ByUnwind && !sum.Throws || x.By == summary.ByJump && !sum.Jumps
		})
	}
	summary.SortHandles(sum.Handles)
	return sum
}

// mayBeThrown reports whether an exception may leave a function, by its attributes and its body.
func (fa *Facts) mayBeThrown(f *ir.Func) bool { return !f.HasAttr("nounwind") && fa.funcThrows(f) }

// handlesBehind appends the summaries of handles that the function receives through parameter k,
// one for each path on which it reads pointers.
func (fa *Facts) handlesBehind(list []summary.Handle, f *ir.Func, k int) []summary.Handle {
	add := func(path ...int64) {
		if h := newCaller(fa, f, k, path, true).handle(); h != nil {
			list = append(list, *h)
		}
	}
	add()
	reads := newCaller(fa, f, k, nil, false).reads()
	for _, first := range withZero(reads) {
		add(first)
		if !slices.Contains(reads, first) {
			continue
		}
		for _, second := range withZero(newCaller(fa, f, k, []int64{first}, false).reads()) {
			add(first, second)
		}
	}
	return list
}

// withZero adds offset 0, at which most handles lie: the summary must also state that nothing is
// read there.
func withZero(offs []int64) []int64 {
	if len(offs) > 0 && offs[0] == 0 {
		return offs
	}
	return append([]int64{0}, offs...)
}

// caller is a synthetic function that passes a handle to the callee by one path.
type caller struct {
	fa     *Facts
	callee *ir.Func
	param  int
	path   []int64
	// the handle is at the end of the path; otherwise a variable with unknown contents is there
	handled bool
	holders []*ir.Instr // the variables on the path, the parameter's first
	w       *pathSearch
	loan    loan
	ok      bool
}

// newCaller builds a caller and searches it.
func newCaller(fa *Facts, g *ir.Func, k int, path []int64, handled bool) *caller {
	c := &caller{fa: fa, callee: g, param: k, path: path, handled: handled, loan: fa.borrow()}
	f := c.build()
	an := newLifetimeAnalysis(fa, f)
	an.begin(&Lifetime{Begin: f.Entry().Terminator()}, partUse{}) // Begin only stands for the frame
	if !handled {
		an.reads = map[int64]bool{}
		an.readsOf = c.holders[len(c.holders)-1]
	}
	c.w = an.newWalk(f)
	c.w.site = f.Entry().First()
	start := fa.newAbstractState()
	if handled {
		start.set(regID(f.Params[k]), abstractValue{kind: knownFrame})
	}
	c.w.enqueue(-1, f.Entry(), nil, start)
	c.ok = c.w.run()
	return c
}

// build creates the code.
func (c *caller) build() *ir.Func {
	m, g := c.fa.M, c.callee
	f := ir.NewFunc(m, g.Name+".caller", g.FTy)
	b := ir.NewBuilder(m).AtEnd(f.NewBlock("entry", nil))
	n := len(c.path)
	if !c.handled {
		n++ // the contents of the last one are unknown
	}
	for range n {
		size := uint64(maxHolderSize)
		c.holders = append(c.holders, b.Alloca(m.Types.Array(m.Types.Int(8), size), 0, 16, ""))
	}
	args := make([]ir.Value, len(f.Params))
	for k, p := range f.Params {
		args[k] = p
	}
	for k, off := range c.path {
		var what ir.Value = f.Params[c.param]
		if k+1 < len(c.holders) {
			what = c.holders[k+1]
		}
		at := b.ByteGEP(c.holders[k], m.ConstInt(m.Types.Int(64), off), 0, "")
		b.Store(what, at, 1)
	}
	if len(c.holders) > 0 {
		args[c.param] = c.holders[0]
	}
	call := b.CallFunc(g, "", args...)
	if call.Type().IsVoid() {
		b.Ret(nil)
	} else {
		b.Ret(call)
	}
	return f
}

// maxHolderSize bounds, in bytes, the objects that are searched for handles.
const maxHolderSize = 4096

// reads returns the offsets at which pointers are read from the last holder, sorted; none if the
// search gave up.
func (c *caller) reads() []int64 {
	defer c.loan.giveBack()
	if !c.ok {
		return nil
	}
	var list []int64
	for off := range c.w.an.reads {
		if off >= 0 && off < maxHolderSize {
			list = append(list, off)
		}
	}
	slices.Sort(list)
	return list[:min(len(list), maxHolders)]
}

// handle returns what the callee does with the coroutine; nil: it may do anything.
func (c *caller) handle() *summary.Handle {
	defer c.loan.giveBack()
	an := c.w.an
	if !c.ok || an.miss.text != "" || an.miss.at != nil || an.life.Cleanup != nil {
		return nil
	}
	h := &summary.Handle{Param: c.param, Path: slices.Clone(c.path), Resumes: an.resumed, Destroys: an.ended.n > 0}
	for k := range c.w.outs {
		x, ok := c.exit(&c.w.outs[k])
		if !ok {
			return nil
		}
		if !slices.Contains(h.Exits, x) {
			h.Exits = append(h.Exits, x)
		}
	}
	slices.SortFunc(h.Exits, summary.CompareExits)
	return h
}

// exit expresses an outcome of the call in the terms of a summary. It returns false if it cannot.
func (c *caller) exit(o *callOut) (x summary.Exit, ok bool) {
	s := o.s
	x.By = summary.ByReturn
	switch {
	case o.jump:
		x.By = summary.ByJump
	case o.unwind:
		x.By = summary.ByUnwind
	}
	if s.esc != nil || slices.ContainsFunc(c.holders, func(a *ir.Instr) bool { return s.captured(a) }) {
		return x, false
	}
	whole := true // the pointers to the last holder are unchanged
	for k := range c.holders[:max(len(c.holders)-1, 0)] {
		whole = whole && s.load(abstractValue{knownAddr, c.holders[k], c.path[k]},
			c.fa.Layout.PtrSize(0)) == abstractValue{knownAddr,
			c.holders[k+1], 0}
	}
	if n := len(c.path); n > 0 && whole {
		switch k := s.load(abstractValue{knownAddr, c.holders[n-1], c.path[n-1]}, c.fa.Layout.PtrSize(0)); {
		case k.isHandle():
			x.Holder = summary.HoldsHandle
		case k.isNull():
			x.Holder = summary.HoldsNull
		}
	}
	for k := range s.slots {
		if !c.expected(&s.slots[k], x.Holder) {
			return x, false
		}
	}
	switch {
	case o.ret.isHandle():
		x.Result = summary.ResultHandle
	case len(c.holders) > 0 && o.ret == abstractValue{knownAddr, c.holders[0], 0}:
		x.Result = summary.ResultArgument
	case o.ret.kind != knownNothing && o.ret.kind != knownConst:
		return x, false
	}
	return x, true
}

// expected reports whether a slot is one that the exit describes, or one that does not lead to the
// coroutine.
func (c *caller) expected(cell *cell, holder string) bool {
	at := slices.Index(c.holders, ir.AsInstr(cell.base))
	inPlace := at >= 0 && cell.off == c.path[at]
	last := at == len(c.holders)-1
	switch cell.k.kind {
	case knownFrame:
		return inPlace && last && holder == summary.HoldsHandle
	case knownAddr:
		return inPlace && !last && cell.k == abstractValue{knownAddr, c.holders[at+1], 0}
	case knownFn, knownPart, knownSlot:
		return false
	}
	return true
}
