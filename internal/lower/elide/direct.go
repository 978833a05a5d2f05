// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file makes recursive tasks recursive functions. A coroutine cannot be inlined into itself, and the
// size of its frame is not known before it is split. So each level of
//
//	task<long> fib(int n) {
//	  if (n < 2) co_return n;
//	  long a = co_await fib(n - 1);
//	  co_return a + co_await fib(n - 2);
//	}
//
// would allocate its frame and transfer control by an indirect jump. Instead, the coroutine gets copies:
//
//	task<long> fib(int n) { ... long a = co_await inner(n - 1, 0); ... }  // for others
//	task<long> inner(int n, unsigned depth) { ... long a = direct(n - 1, depth + 1); ... }
//	long direct(int n, unsigned depth) {
//	  if (depth >= limit) return outer(n);
//	  the code of fib from the creation of the task to its last use, with inner(n, depth) (region.go)
//	}
//	long outer(int n) { the same with deep(n) }
//	task<long> deep(int n) { ... long a = co_await deep(n - 1); ... }
//
// inner is split first. So its frame can be a variable of direct, the await in direct is removed as any
// other (synchronous.go), and the code of inner is inlined there. fib is like any coroutine that awaits
// another. Deeper than the limit, frames are on the heap and transfer control to each other, as before, so
// that the stack does not grow.
//
// The tasks of a component of the call graph are tried together. They are the greatest set of coroutines
// for which each suspend, except for the first and the final one, is the await of a task of the set that
// the coroutine has just created: takes removes coroutines for which that does not hold until it holds for
// all. Then each direct must satisfy synchronous.go. If one does not, the coroutines stay as they are, and
// nothing refers to the copies.
//
// Why that is sound: inner has no suspend between its first and its final one, and no exception leaves it.
// So if its part returns, and the calls in it have returned, it has transferred control to the coroutine
// that it continues with. A call of direct among them has returned only if the part that it resumes has.
// A call that has returned encloses finitely many, so this holds for all of them by induction. A call that
// does not return delays the awaiting coroutine forever, as the await did.
//
// The awaiting coroutine, inner, is not suspended while direct runs. Nobody notices, because only its own
// code knows an address in its frame (lookThrough.hidden), so nobody else resumes or destroys it. In direct, its
// handle is that of the no-op coroutine. So its wrapper must not access it (synchronous.go), and the handle
// must have no other use than to continue with it (lookThrough.onlyNext).

import (
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/target"
)

// The bound on the stack of recursive tasks: recursionStack bytes, or as many times Options.MaxStack as it
// is times the default. A level counts as its frame and levelBytes for the function around it.
const (
	recursionStack = 64 << 10
	levelBytes     = 128
)

// Recursion holds the recursive tasks of a component of the call graph.
type Recursion struct {
	c       *State
	tasks   []*recursiveTask
	of      map[*ir.Func]*recursiveTask // tasks, by the coroutine
	directs []*direct
	calls   map[*ir.Func]bool // the functions of directs
}

// recursiveTask is a coroutine of the component.
type recursiveTask struct {
	f           *ir.Func
	begin       *ir.Instr
	sites       []*synchronous
	body        *ir.Func // a copy of f with calls in place of its recursive awaits
	inner, deep *ir.Func
}

// direct is the function of regions with the same code.
type direct struct {
	f     *ir.Func // declared until Fill
	body  *ir.Func
	text  string // of body
	task  *recursiveTask
	outer *ir.Func
}

// Recursion copies the recursive tasks among the functions of a component; nil if there are none. The
// caller splits the coroutines of Inner, then elides frames in the functions of Fill, and then asks Commit.
func (c *State) Recursion(list []*ir.Func) *Recursion {
	if c.Target.PrivateLocals() {
		return nil
	}
	if c.Bodies.Directs == nil {
		c.Bodies.Directs = map[*ir.Func]bool{}
	}
	rec := &Recursion{c: c, of: map[*ir.Func]*recursiveTask{}}
	for _, f := range list {
		if !ir.IsPresplit(c.M, f) || f.HasAttr("optnone") || f.Interposable() || len(f.Taken) > 0 ||
			f.FTy.IsVariadic() || ir.PersonalityOf(f) != ir.PersonNone || ir.ReturnsTwice(c.M, f) != nil {
			continue
		}
		t := &recursiveTask{f: f}
		lt := &lookThrough{c: c, f: f, state: c.lookState()}
		c.Bodies.Begin(f)
		t.begin, t.sites = lt.awaitSites()
		c.Bodies.End()
		if t.begin != nil {
			rec.tasks = append(rec.tasks, t)
			rec.of[f] = t
		}
	}
	for rec.takes() {
		if rec.cut() {
			rec.copyInner()
			return rec
		}
	}
	return nil
}

// creations returns the calls in a function that create the tasks.
func (rec *Recursion) creations(f *ir.Func) (list []*ir.Instr) {
	for i := range f.Instrs() {
		if i.IsCall() && rec.of[i.CalledFunc()] != nil {
			list = append(list, i)
		}
	}
	return list
}

// takes removes the coroutines that may suspend otherwise than in an await of the tasks, until there is none,
// and reports whether there are recursive tasks left.
func (rec *Recursion) takes() bool {
	suspends := func(t *recursiveTask) bool {
		n := -1 // the first one
		for i := range t.f.Instrs() {
			if coro.IsSuspend(i) && !ir.IsFinal(i) {
				n++
			}
		}
		return n != len(t.sites) || len(rec.creations(t.f)) != n
	}
	for rec.drop(suspends) {
	}
	return slices.ContainsFunc(rec.tasks, func(t *recursiveTask) bool { return len(t.sites) > 0 })
}

// drop removes the coroutines for which something holds, and reports whether there were any.
func (rec *Recursion) drop(holds func(t *recursiveTask) bool) bool {
	n := len(rec.tasks)
	rec.tasks = slices.DeleteFunc(rec.tasks, holds)
	kept := map[*ir.Func]*recursiveTask{}
	for _, t := range rec.tasks {
		kept[t.f] = t
	}
	rec.of = kept
	return len(rec.tasks) < n
}

// cut replaces the recursive awaits in copies of all coroutines. It removes the coroutines that are different
// from what is expected, and reports false if there are any.
func (rec *Recursion) cut() bool {
	rec.directs, rec.calls = nil, map[*ir.Func]bool{}
	return !rec.drop(func(t *recursiveTask) bool { return !rec.cutTask(t) })
}

func (rec *Recursion) cutTask(t *recursiveTask) bool {
	c, m := rec.c, rec.c.M
	s, vm := bodies.CopyFunc(m, t.f)
	for _, a := range t.sites {
		await := vm.Instr(a.await)
		suspend := suspendOf(await)
		if await.Op == ir.OpInvoke {
			opt.InvokeToCall(m, await) // the wrapper is quiet
		}
		ir.ReplaceUses(suspend, m.ConstInt(suspend.Type(), 0))
	}
	opt.Simplify(m, s, c.Layout)
	left := rec.creations(s)
	for len(left) > 0 {
		n := len(left)
		for k := n - 1; k >= 0; k-- { // a task that dies before another is in the region of that one
			if r := c.findRegion(left[k], vm.Instr(t.begin)); r != nil {
				task := rec.of[left[k].CalledFunc()]
				r.call(rec.direct(r, task), m.ConstInt(m.Types.Int(32), 0))
				left = slices.Delete(left, k, k+1)
			}
		}
		if len(left) == n {
			return false
		}
	}
	opt.Simplify(m, s, c.Layout)
	t.body = s
	return !slices.ContainsFunc(slices.Collect(s.Instrs()), func(i *ir.Instr) bool {
		return ir.CoroCall(i) == ir.CoroAwaitHandle && suspendOf(i) != nil
	})
}

// direct returns the function of a region that creates a task.
func (rec *Recursion) direct(r *region, t *recursiveTask) *ir.Func {
	d := &direct{body: r.function(t.f.Name), task: t}
	rec.deepen(d.body)
	d.text = rec.c.text(d.body, t.f)
	for _, old := range rec.directs {
		if old.task == t && old.text == d.text && old.body.FTy == d.body.FTy {
			return old.f
		}
	}
	d.f = rec.c.add(t.f, ".direct", d.body.FTy)
	d.f.Attrs, d.f.Person, d.f.GC = d.body.Attrs, d.body.Person, d.body.GC
	d.f.Declared = true
	rec.directs = append(rec.directs, d)
	rec.calls[d.f] = true
	rec.c.Bodies.Directs[d.f] = true
	return d.f
}

// text returns the instructions of a function, to compare it with others. The wrapper of an await, of which
// there is one for each, counts as its own text.
func (c *State) text(f, creator *ir.Func) string {
	var b strings.Builder
	for _, a := range f.Attrs.Expanded(c.M) {
		b.WriteString(a.Name + "=" + a.Val + " ")
	}
	f.Renumber()
	for i := range f.Instrs() {
		line := c.spell(i)
		if ir.CoroCall(i) == ir.CoroAwaitHandle {
			w := i.Arg(2).(*ir.Func)
			line = strings.ReplaceAll(line, w.Name, c.text(c.wrapperBody(w, creator), creator))
		}
		b.WriteString("\n" + line)
	}
	return b.String()
}

// add adds an internal function to the unit, which belongs to a coroutine.
func (c *State) add(f *ir.Func, suffix string, t *ir.Type) *ir.Func {
	m := c.M
	n := ir.NewFunc(m, m.UniqueSymbol(f.Name+suffix), t)
	n.Linkage, n.AddrSpace, n.After = ir.LinkInternal, f.AddrSpace, f
	m.AddFunc(n)
	return n
}

// deepen makes the calls of directs in a function pass the depth in its last parameter, plus 1.
func (rec *Recursion) deepen(f *ir.Func) {
	for i := range f.Instrs() {
		if i.IsCall() && rec.calls[i.CalledFunc()] {
			bld := ir.NewBuilder(rec.c.M).At(i)
			one := rec.c.M.ConstInt(rec.c.M.Types.Int(32), 1)
			i.SetArg(i.NumCallArgs()-1, bld.Binary(ir.OpAdd, f.Params[len(f.Params)-1], one, 0, ""))
		}
	}
}

// copyInner adds the coroutines that directs create.
func (rec *Recursion) copyInner() {
	m := rec.c.M
	for _, t := range rec.tasks {
		types := append(slices.Clone(t.f.FTy.Params()), m.Types.Int(32))
		t.inner = rec.c.copyCoroutine(t.body, t.f, ".inner", m.Types.Func(t.f.FTy.Ret(), types, false))
		rec.deepen(t.inner)
	}
}

// copyCoroutine adds a copy of a coroutine to the unit.
func (c *State) copyCoroutine(body, f *ir.Func, suffix string, t *ir.Type) *ir.Func {
	n := c.add(f, suffix, t)
	n.CC, n.GC, n.Person, n.Attrs, n.RetAttrs, n.Meta = body.CC, body.GC, body.Person, body.Attrs, body.RetAttrs, body.Meta
	for k, p := range body.Params {
		n.Params[k].Name, n.Params[k].Attrs = p.Name, p.Attrs
	}
	body.Renumber()
	ir.CloneBody(n, body, params(n)[:len(f.Params)], nil)
	debuginfo.GiveOwn(c.M, n, f)
	id := coro.RampID(c.M, n)
	id.SetArg(ir.IdCoro, ir.CastConst(c.M, n, id.Arg(ir.IdCoro).Type()))
	return n
}

// params returns a function's parameters as values.
func params(f *ir.Func) []ir.Value {
	var list []ir.Value
	for _, p := range f.Params {
		list = append(list, p)
	}
	return list
}

// Inner returns the coroutines to be split first.
func (rec *Recursion) Inner() (list []*ir.Func) {
	for _, t := range rec.tasks {
		list = append(list, t.inner)
	}
	return list
}

// Fill gives the directs their bodies, and returns them; nil if the size of a frame is unknown.
func (rec *Recursion) Fill() (list []*ir.Func) {
	c, m := rec.c, rec.c.M
	for _, t := range rec.tasks {
		t.deep = c.copyCoroutine(t.f, t.f, ".deep", t.f.FTy)
	}
	for _, t := range rec.tasks {
		for _, i := range rec.creations(t.deep) {
			i.SetCallee(rec.of[i.CalledFunc()].deep)
		}
	}
	c.directs = map[*ir.Func]bool{}
	for _, d := range rec.directs {
		id := coro.RampID(m, d.task.inner)
		if id == nil {
			return nil
		}
		if l := newLifetime(c, d.f, id); l == nil || l.Size < 0 {
			return nil
		}
		rec.fillOuter(d)
		d.f.SwapBody(d.body)
		d.f.Declared = false
		create := rec.creations(d.f)[0]
		passDepth(m, create, d.task.inner, d.f.Params[len(d.f.Params)-1])
		c.directs[d.f] = true
		list = append(list, d.f)
	}
	c.Changed(append(rec.Deep(), list...)...)
	return list
}

// variables returns the size of a function's variables. One that nothing reads, such as that which tells
// debuggers where the frame is, will be removed.
func (c *State) variables(f *ir.Func) (bytes int64) {
	for i := f.Entry().First(); i != nil; i = i.Next() {
		reads := func(u *ir.Instr) bool { return u.Op != ir.OpStore || u.Arg(0) == ir.Value(i) }
		if n, fixed := ir.AllocaCount(i); i.Op == ir.OpAlloca && fixed && slices.ContainsFunc(i.Users(), reads) {
			bytes += int64(n) * c.Layout.AllocSize(i.ElemTy)
		}
	}
	return bytes
}

// levels returns how many directs with this many bytes on the stack may call each other.
func (rec *Recursion) levels(bytes int64) int64 {
	stack := orDefault(rec.c.Opts.MaxStack, DefaultMaxStack)
	if stack < 0 {
		return 1<<31 - 1
	}
	return max(stack*(recursionStack/DefaultMaxStack)/(bytes+levelBytes), 1)
}

// limit makes a direct call its outer at a depth.
func (rec *Recursion) limit(d *direct, levels int64) {
	m := rec.c.M
	bld := ir.NewBuilder(m)
	entry := d.f.Entry()
	rest := entry.SplitBefore(firstNonAlloca(entry), "")
	entry.Terminator().Erase()
	at := d.f.NewBlock("", entry)
	args := params(d.f)
	depth := d.f.Params[len(args)-1]
	bld.AtEnd(entry)
	bld.CondBr(bld.ICmp(ir.PredUGE, depth, m.ConstInt(depth.Type(), levels), ""), at, rest)
	bld.AtEnd(at)
	call := bld.CallFunc(d.outer, "", args...)
	if call.Type().IsVoid() {
		bld.Ret(nil)
	} else {
		bld.Ret(call)
	}
}

// fillOuter makes the function that runs a task on the heap to its end. The tasks that it awaits transfer
// control to each other, and the last one to the no-op coroutine, which returns.
func (rec *Recursion) fillOuter(d *direct) {
	c, m := rec.c, rec.c.M
	d.outer = c.add(d.task.f, ".outer", d.f.FTy)
	o := d.outer
	o.Person, o.GC = d.f.Person, d.f.GC
	o.Attrs = d.f.Attrs.Without(m, "alwaysinline", "inlinehint").With(m, ir.Attr{Name: "noinline"})
	d.body.Renumber()
	ir.CloneBody(o, d.body, params(o), nil)
	var await *ir.Instr
	for i := range o.Instrs() {
		switch {
		case ir.CoroCall(i) == ir.CoroAwaitHandle:
			await = i
		case i.IsCall() && rec.calls[i.CalledFunc()]:
			i.SetArg(i.NumCallArgs()-1, m.ConstInt(m.Types.Int(32), -1)) // calls its outer
		}
	}
	rec.creations(o)[0].SetCallee(d.task.deep)
	suspend := suspendOf(await)
	bld := ir.NewBuilder(m).Before(await)
	next := bld.CallFunc(await.Arg(2).(*ir.Func), "", await.Arg(0), await.Arg(1))
	fn := bld.CallFunc(ir.DeclareIntrinsic(m, ir.CoroSubFnAddr), "", next, m.ConstInt(m.Types.Int(8), 0))
	bld.Call(fn, m.Types.Func(m.Types.Void(), []*ir.Type{next.Type()}, false), ir.PartConvention(m), []ir.Value{next}, "")
	save := coro.Save(suspend)
	ir.ReplaceUses(suspend, m.ConstInt(suspend.Type(), 0))
	suspend.Erase()
	await.Erase()
	save.Erase()
	rec.lowerNoop(o)
	opt.Simplify(m, o, c.Layout)
}

// last makes the direct calls at the end of a direct end it, so that they need no level of the stack:
//
//	%r = musttail call i32 @f.direct(i32 %n, i32 %depth)
//	ret i32 %r
func (rec *Recursion) last(f *ir.Func) {
	m := rec.c.M
	if rec.c.Target.Transfer(f.TargetFeatures()) != target.TransferTail || rec.c.variables(f) > 0 {
		return // variables would have to live until the call returns
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		call := b.Terminator().Prev()
		if call == nil || call.Op != ir.OpCall || !rec.calls[call.CalledFunc()] || call.CalledFunc().FTy != f.FTy ||
			!isReturned(call) {
			continue
		}
		if b.Terminator().Op != ir.OpRet {
			opt.DetachSuccs(m, b)
			b.Terminator().Erase()
			var result ir.Value
			if !call.Type().IsVoid() {
				result = call
			}
			ir.NewBuilder(m).AtEnd(b).Ret(result)
		}
		call.Flags |= ir.FlagMustTail
		call.SetArg(call.NumCallArgs()-1, f.Params[len(f.Params)-1])
		count.LastCall.Hit()
	}
	opt.RemoveUnreachable(f)
}

// isReturned reports whether a function only returns the result of a call that its block ends with.
func isReturned(call *ir.Instr) bool {
	from, v := call.Block(), ir.Value(call)
	for t := call.Next(); ; t = from.Terminator() {
		if t.Op == ir.OpRet {
			return t.NumArgs() == 0 || t.Arg(0) == v
		}
		if t.Op != ir.OpBr || t.NumArgs() != 1 {
			return false
		}
		to := t.Arg(0).(*ir.Block)
		if to.FirstNonPhi() != to.Terminator() {
			return false
		}
		for p := range to.Phis() {
			if p.IncomingFor(from) != v {
				return false
			}
			v = p
		}
		from = to
	}
}

// lowerNoop replaces the no-op coroutine that the tasks of a function continued with.
func (rec *Recursion) lowerNoop(f *ir.Func) {
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; {
			next := i.Next()
			if ir.IsCoro(i, ir.CoroNoop) {
				ir.ReplaceUses(i, ir.CastConst(rec.c.M, rec.c.Bodies.NoopFrame(), i.Type()))
				i.Erase()
			}
			i = next
		}
	}
}

// Deep returns the coroutines and functions that run below the limit of the depth.
func (rec *Recursion) Deep() (list []*ir.Func) {
	for _, t := range rec.tasks {
		list = append(list, t.deep)
	}
	for _, d := range rec.directs {
		list = append(list, d.outer)
	}
	return list
}

// Commit makes the coroutines of the component create tasks whose recursive awaits are calls, if the
// functions of Fill may run in place of awaits. Otherwise it changes nothing, and reports false.
func (rec *Recursion) Commit() bool {
	c := rec.c
	done := true
	c.directs = nil
	for _, d := range rec.directs {
		for i := range d.f.Instrs() {
			k := ir.CoroCall(i)
			done = done && k != ir.CoroAwaitHandle && k != ir.CoroBegin
		}
	}
	if !done {
		return false
	}
	for _, d := range rec.directs {
		rec.lowerNoop(d.f)
		rec.last(d.f)
		rec.limit(d, rec.levels(c.variables(d.f)))
		count.RecursiveTask.Hit()
	}
	var list []*ir.Func
	for _, t := range rec.tasks {
		look := c.lookState()
		look.recursive[t.f] = slices.DeleteFunc(look.recursive[t.f], func(r recursiveCall) bool { return rec.of[r.caller] != nil })
		for _, create := range rec.creations(t.f) {
			passDepth(c.M, create, rec.of[create.CalledFunc()].inner, c.M.ConstInt(c.M.Types.Int(32), 0))
		}
		t.f.Changed = true
		list = append(list, t.f)
	}
	c.Changed(list...)
	c.verdicts.forget(func(e *Elision) bool {
		return e.Miss != nil && e.Miss.Kind == lifetime.MissRecursion &&
			slices.ContainsFunc(rec.tasks, func(t *recursiveTask) bool { return t.f.Name == e.Caller })
	})
	return true
}

// passDepth makes a call that creates a task create that of another coroutine, with one more parameter.
func passDepth(m *ir.Module, call *ir.Instr, inner *ir.Func, depth ir.Value) {
	args := slices.Insert(call.Operands(0), call.NumCallArgs(), depth)
	aux := *call.Call()
	aux.FTy, aux.NArgs = inner.FTy, aux.NArgs+1
	if aux.ArgAttrs != nil {
		aux.ArgAttrs = append(slices.Clone(aux.ArgAttrs), nil)
	}
	call.Aux = &aux
	call.SetArgs(m, args)
	call.SetCallee(inner)
}
