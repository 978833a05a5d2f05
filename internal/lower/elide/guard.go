// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file guards virtual calls that create coroutines. A coroutine that awaits
//
//	total += co_await shape->area();
//
// knows nothing of the frame, because it depends on the class. If tables of the file have coroutines at the
// place that the call reads, the code from the call to the last use of the task is copied for each of them:
//
//	%fn = load ptr, ptr %vtable
//	%is = icmp eq ptr %fn, @square.area
//	br i1 %is, label %copy, label %original   ; %copy calls @square.area and awaits, %original calls %fn
//
// In a copy, the frame can be elided, and the await removed, as for any other call of the function.
//
// That is sound because a copy runs only if the called function is the one that it is for. It does not rest on
// what the tables say: they only tell what to compare with. If the frame in a copy is not elided, the copy is
// dropped.

import (
	"maps"
	"slices"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/remark"
)

const (
	maxGuards    = 4  // functions that a call is compared with. If there are more, it is compared with none
	maxAllGuards = 16 // those of all calls in a coroutine, because copies of calls are compared, too
)

// guards copies the code after virtual calls in a coroutine that is not split yet.
func (lt *lookThrough) guards() (changed bool) {
	f := lt.f
	if len(lt.c.Tables) == 0 || !ir.IsPresplit(lt.c.M, f) || f.HasAttr("optsize") || f.HasAttr("minsize") {
		return false
	}
	next := func() (*ir.Instr, []*ir.Func) {
		for i := range f.Instrs() {
			list := lt.c.targets(i)
			if len(list) > 0 && lt.state.guarded[f]+len(list) <= maxAllGuards && !lt.state.hopeless[i] {
				return i, list
			}
		}
		return nil, nil
	}
	for call, list := next(); call != nil; call, list = next() {
		lt.state.hopeless[call] = true // unless the trial succeeds
		changed = lt.guard(call, list) || changed
	}
	return changed
}

// targets returns the functions in tables that a call through a pointer in a table may call and that create
// coroutines, except those that it is compared with already; nil if there are too many.
func (c *State) targets(call *ir.Instr) (list []*ir.Func) {
	if !call.IsCall() || call.Op == ir.OpCallBr || call.CalledFunc() != nil || pointerBundle(call) {
		return nil
	}
	fn := ir.AsInstr(call.Callee())
	if fn == nil || fn.Op != ir.OpLoad {
		return nil
	}
	base, offset := c.Layout.Base(fn.Arg(0), nil)
	size := c.Layout.PtrSize(fn.Type().AddrSpace())
	if at := ir.AsInstr(base); at == nil || at.Op != ir.OpLoad || offset%size != 0 {
		return nil
	}
	for _, g := range c.inTables()[offset/size] {
		compared := slices.ContainsFunc(fn.Users(), func(u *ir.Instr) bool { return u.Op == ir.OpICmp && u.Arg(1) == ir.Value(g) })
		if !compared && g.FTy == call.Call().FTy && g.CC == call.Call().CC && g.Type() == fn.Type() && len(c.creates(g)) > 0 {
			list = append(list, g)
		}
	}
	if len(list) > maxGuards {
		return nil
	}
	return list
}

// inTables returns the functions of the tables by their place. That is relative to the first of neighbouring
// functions: what is in front of them, for example type information, is no function.
func (c *State) inTables() map[int64][]*ir.Func {
	if c.tables != nil {
		return c.tables
	}
	type entry struct {
		f     *ir.Func
		place int64
	}
	c.tables = map[int64][]*ir.Func{}
	seen := map[entry]bool{}
	var enter func(v ir.Value)
	enter = func(v ir.Value) {
		place := int64(0)
		k, ok := v.(*ir.Const)
		if !ok {
			return
		}
		for _, e := range k.Elems {
			f, ok := ir.StripCasts(e).(*ir.Func)
			if place++; !ok {
				place = 0
				enter(e)
			} else if at := (entry{f, place - 1}); !seen[at] {
				seen[at] = true
				c.tables[at.place] = append(c.tables[at.place], f)
			}
		}
	}
	for _, name := range c.Tables {
		v, _ := c.M.Lookup(name)
		if g, ok := v.(*ir.Global); ok {
			init, _ := g.Initializer()
			enter(init)
		}
	}
	return c.tables
}

// guard compares the function that a call calls with others, if frames are elided in the copies for them.
func (lt *lookThrough) guard(call *ir.Instr, list []*ir.Func) bool {
	c, m, f := lt.c, lt.c.M, lt.f
	loc := debuginfo.InstrLoc(m, call)
	room, rested := lt.state.room[f], maps.Clone(c.private.rested)
	for len(list) > 0 {
		s, vm := bodies.CopyFunc(m, f)
		attrs, person, was := f.Attrs, f.Person, f.Changed
		f.SwapBody(s) // work on the copy, under the function's own name
		var won []*ir.Func
		c.Quietly(func() {
			calls := lt.branch(vm.Instr(call), list)
			if calls == nil || lt.creations() == nil {
				return
			}
			for k, g := range list {
				if slices.ContainsFunc(lt.won, func(s *creating) bool { return s.call == calls[k] }) {
					won = append(won, g)
				}
			}
		})
		if len(won) == len(list) {
			f.Changed = true
			lt.state.guarded[f] += len(list)
			for _, g := range list {
				count.Guarded.Hit()
				c.Remarks.Add(remark.Remark{Kind: remark.Passed, Pass: "coro-elide", Name: "CoroGuard", Function: f.Name, Loc: loc,
					Args: remark.Words("a call in '", remark.Named("caller", f.Name), "' compared with '",
						remark.Arg{Key: "callee", Val: g.Name, Loc: debuginfo.FuncLoc(m, g)}, "', whose frame is elided there")})
			}
			return true
		}
		f.SwapBody(s)
		f.Attrs, f.Person, f.Changed = attrs, person, was
		lt.state.room[f], c.private.rested, c.private.leads = room, rested, nil
		list = won
	}
	return false
}

// branch copies the code from a call to the last use of the task that it creates, and returns the calls in the
// copies for some functions; nil if it must not be copied.
func (lt *lookThrough) branch(call *ir.Instr, list []*ir.Func) (calls []*ir.Instr) {
	m, f := lt.c.M, lt.f
	r := &region{c: lt.c, m: m, f: f, create: call, side: map[*ir.Block]side{}}
	uses := r.taskUses()
	if len(uses) == 0 {
		return nil
	}
	r.head = call.Block().SplitBefore(call, "")
	if !r.spans(uses) {
		return nil
	}
	blocks, size := []*ir.Block{r.head}, 0
	for b := f.Entry(); b != nil; b = b.Next() {
		if r.side[b] == outside {
			continue
		}
		if size += b.Len(); b != r.head {
			blocks = append(blocks, b)
		}
		for i := b.First(); i != nil; i = i.Next() {
			if !r.mayCopy(i) {
				return nil
			}
		}
	}
	room := lt.state.room
	if room[f] == 0 {
		room[f] = lt.c.Opts.maxAdded(ir.NumInstrs(f, 1<<30))
	}
	if size *= len(list); size >= room[f] {
		return nil
	}
	room[f] -= size
	bld := ir.NewBuilder(m)
	bld.Before(r.head.SinglePred().Terminator()).SetDebugLoc(call.DebugLoc())
	var conds []ir.Value
	for _, g := range list {
		conds = append(conds, bld.ICmp(ir.PredEQ, call.Callee(), g, ""))
	}
	for k, own := range opt.Version(m, f, blocks, r.variables(), conds) {
		x := own[call].(*ir.Instr)
		x.SetCallee(list[k])
		x.SetMeta("callees", nil)
		x.SetMeta("prof", nil)
		calls = append(calls, x)
	}
	return calls
}

// variables returns the variables of which each copy of the region has its own, for example the task object. Other
// code may know the address of the original's, because it is passed to a function that is not known. When the region begins, the variable holds
// nothing, and nothing uses it behind the region, except by addresses that the copy itself gives away.
func (r *region) variables() (list []*ir.Instr) {
	for i := r.f.Entry().First(); i != nil; i = i.Next() {
		inside := func(u *ir.Instr) bool { return r.side[u.Block()] != outside && !ir.IsLifetime(u) }
		special := i.Flags&(ir.FlagInAlloca|ir.FlagSwiftError) != 0
		if i.Op == ir.OpAlloca && !special && slices.ContainsFunc(i.Users(), inside) && r.keeps(i, false) {
			list = append(list, i)
		}
	}
	return list
}

// mayCopy reports whether an instruction of a region may be copied as far as the coroutine is concerned: its
// intrinsics that stand once in it may not, and a suspend belongs to the save of the same copy.
func (r *region) mayCopy(i *ir.Instr) bool {
	switch k := ir.CoroCall(i); k {
	case ir.CoroSuspend:
		save := coro.Save(i)
		return !ir.IsFinal(i) && (save == nil || r.side[save.Block()] != outside)
	case ir.NotCoro, ir.CoroSave, ir.CoroSubFnAddr, ir.CoroPromise, ir.CoroResume, ir.CoroDestroy, ir.CoroDone:
		return true
	default:
		return k.IsAwait()
	}
}
