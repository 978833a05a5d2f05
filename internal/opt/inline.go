// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Inlining of one call: the callee's body replaces the call. Inlinable decides whether a call can
// be inlined. The caller of Inline decides whether that is worth it, and in which order.
//
// Functions with dynamic allocas, indirect branches or variable arguments are not inlined. A
// coroutine that is not split yet is never inlined, because no fact about its body may be used
// outside before the split. inlineattrs.go compares and merges the attributes of the two functions,
// and inlinefunclet.go handles funclets.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// Inlinable returns the reason why a call cannot be inlined, or "" if it can. The callee must be
// loaded.
func Inlinable(m *ir.Module, call *ir.Instr) string {
	f, caller := call.CalledFunc(), call.Func()
	why := noBody(m, f, caller)
	if why == "" {
		why = forbidsInlining(m, call, f, caller)
	}
	if why == "" {
		why = unlike(m, call, f, caller)
	}
	if why == "" {
		why = bodyInlinable(m, call, f)
	}
	return why
}

// noBody returns the reason why no body of a callee can be copied, or "".
func noBody(m *ir.Module, f, caller *ir.Func) string {
	switch {
	case f == nil:
		return "unknown callee"
	case f == caller:
		return "recursion"
	case f.Entry() == nil:
		return "the callee's body is not in the file"
	case ir.IsPresplit(m, f):
		return "unsplited coroutine call"
	case f.Interposable():
		return "the callee may be replaced at link time"
	}
	return ""
}

// forbidsInlining returns the attribute that forbids to inline a call, or "".
func forbidsInlining(m *ir.Module, call *ir.Instr, f, caller *ir.Func) string {
	switch {
	case f.HasAttr("noinline"):
		return "noinline function attribute"
	case call.Call().Attrs.Has(m, "noinline"):
		return "noinline call site attribute"
	case (caller.HasAttr("optnone") || f.HasAttr("optnone")) && !ir.CallHas(m, call, "alwaysinline"):
		return "optnone attribute"
	}
	return ""
}

// unlike returns the reason why a body does not fit into the caller in place of the call, or "".
func unlike(m *ir.Module, call *ir.Instr, f, caller *ir.Func) string {
	switch {
	case f.FTy.IsVariadic() || call.Call().FTy != f.FTy:
		return "the call's type differs from the callee's"
	case call.Call().CC != f.CC:
		return "calling conventions differ"
	case call.Op == ir.OpCallBr || call.Flags&ir.FlagMustTail != 0:
		return "callbr and musttail calls are not inlined"
	case f.HasAttr("returns_twice") || f.HasAttr("naked"):
		return "the callee is naked or returns twice"
	case !sameFeatures(m, caller, f) || !ir.CallHas(m, call, "alwaysinline") && !sameProtection(m, caller, f):
		return "the functions are made for different targets"
	case f.Person != nil && caller.Person != nil && !ir.SameValue(f.Person, caller.Person):
		return "the functions have different personalities"
	case f.GC != "" && f.GC != caller.GC:
		return "the callee has a garbage collector"
	case len(call.Call().Bundles) > 0 && ir.FuncletPad(call) == nil || len(call.Call().Bundles) > 1:
		return "the call has operand bundles"
	case f.HasAttr("null_pointer_is_valid") && !caller.HasAttr("null_pointer_is_valid"):
		return "address 0 is valid only in the callee"
	}
	for _, p := range f.Params {
		if p.Attrs.Has(m, "inalloca") || p.Attrs.Has(m, "preallocated") {
			return "the callee has inalloca or preallocated arguments"
		}
	}
	return ""
}

// bodyInlinable returns the reason why a body cannot be copied, or "".
func bodyInlinable(m *ir.Module, call *ir.Instr, f *ir.Func) string {
	entry := f.Entry()
	fn := funcletsOf(call)
	if fn.unknown && (fn.site != nil || fn.unwinds) {
		return "the call is in a funclet of an unknown personality, or unwinds to one"
	}
	for b := entry; b != nil; b = b.Next() {
		if b.AddressTaken() {
			return "the callee takes the address of a block"
		}
		for i := b.First(); i != nil; i = i.Next() {
			switch i.Op {
			case ir.OpIndirectBr, ir.OpCallBr:
				return "the callee has an indirectbr or callbr"
			case ir.OpCatchSwitch, ir.OpCatchPad, ir.OpCleanupPad:
				if why := fn.refuses(i); why != "" {
					return why
				}
			case ir.OpVAArg:
				return "the callee reads variable arguments"
			case ir.OpAlloca:
				if b != entry || i.NumArgs() > 0 && !isConst(i.Arg(0)) || i.Flags&ir.FlagInAlloca != 0 {
					return "the callee has dynamic allocas"
				}
			case ir.OpCall, ir.OpInvoke:
				if why := callInlinable(m, f, i); why != "" {
					return why
				}
			}
		}
	}
	return ""
}

// callInlinable returns the reason why a call in the body of f prevents inlining f, or "".
func callInlinable(m *ir.Module, f *ir.Func, i *ir.Instr) string {
	g := i.CalledFunc()
	switch {
	case g == f:
		return "recursion"
	case ir.CallHas(m, i, "returns_twice"):
		return "the callee calls a function that returns twice"
	case ir.CallHas(m, i, "noduplicate"):
		return "the callee has a noduplicate call"
	case g == nil || !g.IsIntrinsic():
		return ""
	}
	switch id := g.Intrinsic(); {
	case id == ir.Deoptimize:
		return "the callee calls llvm.experimental.deoptimize"
	case id == ir.ConvergenceEntry:
		return "the callee calls llvm.experimental.convergence.entry"
	case id.Is(ir.OwnFrame):
		return "the callee accesses its own stack frame"
	case id == ir.CoroSuspend, id == ir.CoroSuspendRetcon, id == ir.CoroSuspendAsync, id.Is(ir.OtherABI):
		return "unsplited coroutine call"
	case id == ir.CoroID && i.NumCallArgs() == 4:
		if c, ok := i.Arg(3).(*ir.Const); ok && c.IsZero() {
			return "unsplited coroutine call"
		}
	}
	return ""
}

func isConst(v ir.Value) bool { _, ok := v.(*ir.Const); return ok }

// inliner is the state of one inlining.
type inliner struct {
	m        *ir.Module
	call     *ir.Instr
	caller   *ir.Func
	callee   *ir.Func
	bld      *ir.Builder // see builder
	vm       *ir.ValueMap
	blocks   []*ir.Block // the copied blocks in layout order
	rest     *ir.Block   // the code after the call
	locs     map[*ir.MD]*ir.MD
	site     *ir.MD                // distinct copy of the call's location, for inlinedAt
	tail     ir.Flags              // the tail flags that calls of the copy may keep
	scoped   bool                  // scopes is decided
	scopes   map[*ir.MDNode]*ir.MD // the copy's own alias scopes and lists of them; nil: it has none
	handsOff bool                  // the call transfers control for good: locals of the copy live until the caller returns

	// the exception path of an invoke
	pad    *ir.Block
	lp     *ir.Instr // the landingpad, cleanuppad or catchswitch of pad
	inner  *ir.Block // the code after the landingpad, which former resumes branch to
	innerV *ir.Instr // phi of the exception in inner
}

// Inline replaces a call, for which Inlinable returned "", by the callee's body. It returns the
// blocks of the copy. The first is the entry; the order of the others has no meaning. Inline erases
// blocks that only an exception from the call led to.
func Inline(m *ir.Module, call *ir.Instr) []*ir.Block {
	in := newInliner(m, call)
	blocks := in.run()
	in.release()
	return blocks
}

func newInliner(m *ir.Module, call *ir.Instr) *inliner {
	in := inliners.Take(m)
	in.m, in.call, in.caller, in.callee = m, call, call.Func(), call.CalledFunc()
	in.caller.Changed = true
	if in.caller.Person == nil {
		in.caller.Person = in.callee.Person
	}
	mergeAttrs(m, in.caller, in.callee)
	return in
}

// builder creates the builder on first use, because most callees need none.
func (in *inliner) builder() *ir.Builder {
	if in.bld == nil {
		in.bld = ir.NewBuilder(in.m)
	}
	return in.bld
}

func (in *inliner) run() []*ir.Block {
	m := in.m
	runs := in.siteRuns()
	in.splitAtCall()
	in.copyBody(in.arguments())
	in.scaleCounts(runs)
	if in.pad != nil && in.lp.Op != ir.OpLandingPad {
		in.unwindToFunclet()
	} else {
		in.unwind()
	}
	in.nest()
	in.returns()
	in.moveAllocas()
	first := in.blocks[0]
	head := in.call.Block()
	pad := in.pad
	in.call.Erase()
	head.Append(m.NewInstr(ir.OpBr, m.Types.Void(), first))
	if pad != nil && !pad.HasPreds() {
		in.dropPad() // no instruction throws
	}
	return in.blocks
}

// release puts the state of an inlining back.
func (in *inliner) release() {
	m, locs := in.m, in.locs
	if len(locs) > maxLocTable {
		locs = nil
	}
	clear(locs)
	*in = inliner{locs: locs}
	inliners.Put(m, in)
}

// inliners holds the states of finished inlinings, with their cleared tables of locations.
var inliners = ir.NewSpare[inliner]()

// maxLocTable is the size of a table that takes longer to clear than to allocate anew.
const maxLocTable = 128

// dropPad erases the call's pad, which no edge unwinds to any more. A funclet pad stays because its
// token is used, but its phis are erased, because a phi needs entries.
func (in *inliner) dropPad() {
	if in.lp.Op == ir.OpLandingPad {
		EraseOne(in.m, in.pad)
		return
	}
	for p := in.pad.First(); p.Op == ir.OpPhi; p = in.pad.First() {
		replaceAndErase(p, in.m.Lost(p.Type()))
	}
}

// splitAtCall moves the code after the call to a new block. The call is then the last instruction
// of its block, without a terminator after it.
func (in *inliner) splitAtCall() {
	c := in.call
	if c.Op == ir.OpInvoke {
		// A block on the normal edge gives the copy's returns a single target.
		from, to := c.Block(), c.NormalDest()
		in.rest = in.caller.NewBlock("", from)
		in.rest.Append(in.m.NewInstr(ir.OpBr, in.m.Types.Void(), to))
		to.ReplacePhiBlock(from, in.rest)
		if c.UnwindDest() == to {
			panic("opt: invoke with one destination for both edges")
		}
		in.pad = c.UnwindDest()
		in.lp = in.pad.FirstNonPhi()
		return
	}
	from := c.Block()
	in.rest = from.SplitBefore(c.Next(), "")
	from.Terminator().Erase()
}

// arguments returns the values for the callee's parameters. It copies a byval argument, as the call
// would.
func (in *inliner) arguments() []ir.Value {
	args := make([]ir.Value, in.call.NumCallArgs())
	for k := range args {
		args[k] = in.call.Arg(k)
		a := in.callee.Params[k].Attrs.Get(in.m, "byval")
		if a == nil {
			continue
		}
		t := a.Type
		if t == nil {
			t = args[k].Type().Elem()
		}
		align := uint32(in.callee.Params[k].Attrs.Align(in.m))
		bld := in.builder()
		bld.Before(in.caller.Entry().First())
		slot := bld.Alloca(t, args[k].Type().AddrSpace(), align, "")
		bld.Before(in.call)
		bld.SetDebugLoc(in.callLoc())
		CopyMemory(bld, slot, args[k], t, min(align, in.knownAlign(args[k])))
		bld.SetDebugLoc(nil)
		args[k] = slot
	}
	return args
}

// knownAlign returns the known alignment of an address. The alignment that a byval parameter states
// is that of the callee's copy, not of what is copied.
func (in *inliner) knownAlign(addr ir.Value) uint32 {
	switch x := ir.StripCasts(addr).(type) {
	case *ir.Instr:
		if x.Op == ir.OpAlloca {
			return max(x.Align, 1)
		}
	case *ir.Param:
		return max(uint32(x.Attrs.Align(in.m)), 1)
	}
	return 1
}

// CopyMemory copies a value of a type, including padding, which may contain other members of a
// union. align is the known alignment of both addresses, 0 if there is none.
func CopyMemory(bld *ir.Builder, dst, src ir.Value, t *ir.Type, align uint32) {
	m := bld.Module()
	align = max(align, 1)
	if !t.IsAggregate() {
		bld.Store(bld.Load(t, src, align, ""), dst, align)
		return
	}
	l, err := target.ParseLayout(m.DataLayout)
	if err != nil {
		bld.Store(bld.Load(t, src, align, ""), dst, align)
		return
	}
	i8 := m.Types.Int(8)
	dp, sp := m.PtrTo(i8, dst.Type().AddrSpace()), m.PtrTo(i8, src.Type().AddrSpace())
	f := ir.DeclareIntrinsic(m, ir.Memcpy, dp, sp, m.Types.Int(64))
	call := bld.CallFunc(f, "", bld.PtrCast(dst, dp), bld.PtrCast(src, sp), m.ConstInt(m.Types.Int(64), l.AllocSize(t)),
		m.Bool(false))
	if align > 1 {
		a := ir.NewAttrs("align " + strconv.Itoa(int(align)))
		call.Call().ArgAttrs = []*ir.AttrSet{a, a, nil, nil}
	}
}

// copyBody inserts a copy of the callee after the call, with unique names and inlined locations.
func (in *inliner) copyBody(args []ir.Value) {
	in.callee.Renumber()
	last := in.caller.LastBlock()
	in.vm = ir.CloneBody(in.caller, in.callee, args, in.fix)
	in.blocks = make([]*ir.Block, 0, in.callee.NumBlocks())
	for b := last.Next(); b != nil; b = b.Next() {
		in.blocks = append(in.blocks, b)
		dropScopes(b)
	}
	var few [64]string
	names := few[:0]
	for _, b := range in.blocks {
		names = append(names, b.Name())
		b.SetParsedName("")
		for i := b.First(); i != nil; i = i.Next() {
			names = append(names, i.Name())
			i.SetParsedName("")
		}
	}
	k := 0
	name := func() string {
		n := names[k]
		k++
		if n != "" {
			n += ".i"
		}
		return n
	}
	if in.callLoc() == nil {
		in.dropRecords()
	}
	at := in.call.Block()
	for _, b := range in.blocks {
		in.caller.MoveBlock(b, at)
		at = b
		b.SetName(name())
		for i := b.First(); i != nil; i = i.Next() {
			if n := name(); n != "" {
				i.SetName(n)
			}
		}
	}
}

// dropRecords erases the copy's debug records. Without an inlinedAt location they would describe
// variables of no scope in the caller.
func (in *inliner) dropRecords() {
	for _, b := range in.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			i.EraseDbgIf(func(*ir.Instr) bool { return true })
		}
	}
}

// fix adapts one copied instruction: locations, tail flags that hold only in the callee's own
// frame, and scopes that must be distinct in each copy.
func (in *inliner) fix(c *ir.Instr) {
	in.fixTail(c)
	ir.DropBundles(in.m, c, ir.IsInlined)
	drop := false
	for _, a := range c.Meta {
		drop = drop || a.Kind == "dbg" || ir.FateOf(ir.MetaClaim, a.Kind, ir.IsInlined) == ir.Drop
	}
	if drop {
		keep := in.m.NewMeta(len(c.Meta))[:0]
		for _, a := range c.Meta {
			if a.Kind == "dbg" {
				if a.MD = in.inlinedLoc(a.MD); a.MD == nil {
					continue
				}
			} else if ir.FateOf(ir.MetaClaim, a.Kind, ir.IsInlined) == ir.Drop {
				if a.MD = in.ownScopes(a); a.MD == nil {
					continue
				}
			}
			keep = append(keep, a)
		}
		c.Meta = keep
	} else if c.IsCall() && in.callLoc() != nil && c.Op != ir.OpDbg {
		c.SetDebugLoc(in.callLoc()) // LLVM requires a location for a call in a function with debug info
	}
	if d, ok := c.Aux.(*ir.DbgAux); ok {
		in.fixRecord(c, d)
	}
}

// dropScopes erases the declarations of alias scopes from a block of the copy: see inlinescopes.go.
func dropScopes(b *ir.Block) {
	for i := b.First(); i != nil; {
		next := i.Next()
		if declaresScope(i) {
			next.Dbg = append(i.Dbg[:len(i.Dbg):len(i.Dbg)], next.Dbg...)
			i.Dbg = nil
			i.Erase()
		}
		i = next
	}
}

// declaresScope reports whether an instruction only declares an alias scope.
func declaresScope(i *ir.Instr) bool {
	return i.Op == ir.OpCall && ir.CalledIntrinsic(i) == ir.NoAliasScopeDecl
}

// callLoc returns the location of the call, or nil if the caller has no debug info.
func (in *inliner) callLoc() *ir.MD { return in.call.DebugLoc() }

// fixRecord maps the location of a debug record, its last operand.
func (in *inliner) fixRecord(c *ir.Instr, d *ir.DbgAux) {
	if d.Call != nil || len(d.Ops) == 0 {
		return
	}
	last := len(d.Ops) - 1
	md := d.Ops[last].MD
	if n := in.m.MDNode(md); n == nil || n.Name != "DILocation" {
		return
	}
	loc := in.inlinedLoc(md)
	if loc == nil {
		return
	}
	cp := *d
	cp.Ops = append([]ir.DbgOp(nil), d.Ops...)
	cp.Ops[last].MD = loc
	c.Aux = &cp
}

// inlinedLoc returns a location of the callee with the call as inlinedAt.
func (in *inliner) inlinedLoc(md *ir.MD) *ir.MD {
	site := in.callLoc()
	if site == nil {
		return nil
	}
	if r, ok := in.locs[md]; ok {
		return r
	}
	n := in.m.MDNode(md)
	if n == nil || n.Name != "DILocation" {
		return nil
	}
	if in.site == nil {
		if s := in.m.MDNode(site); s != nil {
			c := in.m.CloneMD(s)
			c.Distinct = true
			in.site = in.m.AddMD(c)
		} else {
			return nil
		}
	}
	c := in.m.CloneMD(n)
	if at := n.Field("inlinedAt"); at != nil {
		c.SetField("inlinedAt", in.inlinedAt(at))
	} else {
		c.SetField("inlinedAt", in.site)
	}
	r := in.m.AddMD(c)
	ir.Put(&in.locs, md, r)
	return r
}

// inlinedAt maps the location of an earlier inlining, which stays distinct.
func (in *inliner) inlinedAt(md *ir.MD) *ir.MD {
	r := in.inlinedLoc(md)
	if r == nil {
		return in.site
	}
	if r.Node != nil {
		r.Node.Distinct = true
	}
	return r
}

// unwind redirects exceptions that leave the copy to the call's unwind destination.
func (in *inliner) unwind() {
	if in.pad == nil {
		return
	}
	m := in.m
	var throwing, resumes, pads []*ir.Instr
	for _, b := range in.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			switch {
			case i.Op == ir.OpCall && ir.MayThrow(m, i):
				throwing = append(throwing, i)
			case i.Op == ir.OpResume:
				resumes = append(resumes, i)
			case i.Op == ir.OpLandingPad:
				pads = append(pads, i)
			}
		}
	}
	invoke := in.call.Block()
	for _, c := range throwing {
		in.makeInvoke(c, invoke)
	}
	for _, p := range pads {
		in.addClauses(p)
	}
	for _, r := range resumes {
		in.enterInner(r, invoke)
	}
	in.pad.RemovePhiEntry(invoke) // the invoke's own edge is removed
}

// makeInvoke converts a call of the copy into an invoke that unwinds to the pad.
func (in *inliner) makeInvoke(c *ir.Instr, invoke *ir.Block) {
	m := in.m
	b := c.Block()
	next := b.SplitBefore(c.Next(), "")
	if k := len(in.blocks); k > 0 {
		in.blocks = append(in.blocks, next)
	}
	b.Terminator().Erase()
	args := make([]ir.Value, 0, c.NumArgs()+2)
	for k := 0; k < c.NumArgs(); k++ {
		args = append(args, c.Arg(k))
	}
	args = append(args, next, in.pad)
	inv := m.NewInstr(ir.OpInvoke, c.Type(), args...)
	inv.Aux, inv.Flags, inv.Pos, inv.Meta = c.Aux, c.Flags, c.Pos, c.Meta
	inv.Dbg, c.Dbg = c.Dbg, nil
	inv.TakeName(c)
	ir.ReplaceUses(c, inv)
	c.Erase()
	b.Append(inv)
	in.enterPad(invoke, b)
}

// enterPad adds phi entries to the pad for an edge from block b of the copy, with the values of the
// invoke's edge.
func (in *inliner) enterPad(invoke, b *ir.Block) {
	for p := range in.pad.Phis() {
		p.AddIncoming(in.m, p.IncomingFor(invoke), b)
	}
}

// addClauses adds the clauses of the call's pad to a landingpad of the copy, because the unwinder
// checks only the innermost landingpad.
func (in *inliner) addClauses(p *ir.Instr) {
	m := in.m
	var args []ir.Value
	aux := &ir.LandingAux{}
	old, _ := p.Aux.(*ir.LandingAux)
	outer, _ := in.lp.Aux.(*ir.LandingAux)
	for k := 0; k < p.NumArgs(); k++ {
		args = append(args, p.Arg(k))
		aux.Filter = append(aux.Filter, old != nil && old.Filter[k])
	}
	for k := 0; k < in.lp.NumArgs(); k++ {
		args = append(args, in.lp.Arg(k))
		aux.Filter = append(aux.Filter, outer != nil && outer.Filter[k])
	}
	p.SetArgs(m, args)
	p.Aux = aux
	p.Flags |= in.lp.Flags & ir.FlagCleanup
}

// enterInner replaces a resume of the copy by a branch to the code after the pad's landingpad.
func (in *inliner) enterInner(r *ir.Instr, invoke *ir.Block) {
	m := in.m
	if in.inner == nil {
		in.splitPad()
	}
	b := r.Block()
	v := r.Arg(0)
	in.innerV.AddIncoming(m, v, b)
	for p := range in.inner.Phis() {
		if p == in.innerV {
			continue
		}
		// p merges a phi of the pad: its value is the one on the invoke's edge.
		outer := p.Arg(0).(*ir.Instr)
		p.AddIncoming(m, outer.IncomingFor(invoke), b)
	}
	br := m.NewInstr(ir.OpBr, m.Types.Void(), in.inner)
	br.SetDebugLoc(r.DebugLoc())
	r.Erase()
	b.Append(br)
}

// splitPad splits the pad after its landingpad. Each phi of the pad, and the exception, gets a phi
// in the inner block, which replaces it in all its users.
func (in *inliner) splitPad() {
	m := in.m
	in.inner = in.pad.SplitBefore(in.lp.Next(), in.pad.Name()+".body")
	mk := func(v *ir.Instr) *ir.Instr {
		p := m.NewInstr(ir.OpPhi, v.Type(), v)
		p.Aux = &ir.PhiAux{Blocks: []*ir.Block{in.pad}}
		in.inner.Prepend(p)
		ir.ReplaceUsesIf(v, p, func(u *ir.Use) bool { return u.User() != p })
		return p
	}
	in.innerV = mk(in.lp)
	for p := range in.pad.Phis() {
		mk(p)
	}
}

// returns makes the copy's returns branch to the code after the call, and replaces the call by the
// result.
func (in *inliner) returns() {
	m := in.m
	var rets []*ir.Instr
	for _, b := range in.blocks {
		if t := b.Terminator(); t.Op == ir.OpRet {
			rets = append(rets, t)
		}
	}
	var result ir.Value
	var phi *ir.Instr
	switch {
	case in.call.Type().IsVoid():
	case len(rets) == 0:
		result = m.Lost(in.call.Type())
	case len(rets) == 1:
		result = rets[0].Arg(0)
	default:
		phi = m.NewInstr(ir.OpPhi, in.call.Type())
		phi.Aux = &ir.PhiAux{}
		in.rest.Prepend(phi)
		result = phi
	}
	for _, r := range rets {
		b := r.Block()
		if phi != nil {
			phi.AddIncoming(m, r.Arg(0), b)
		}
		br := m.NewInstr(ir.OpBr, m.Types.Void(), in.rest)
		br.SetDebugLoc(in.callLoc())
		r.Erase()
		b.Append(br)
	}
	if result != nil {
		ir.ReplaceUses(in.call, result)
		if phi != nil {
			phi.TakeName(in.call)
		}
	}
}

// moveAllocas moves the callee's locals to the caller's entry. It adds lifetime markers around the
// copy to locals without any, so that a copy in a loop or another copy can share their storage.
func (in *inliner) moveAllocas() {
	m := in.m
	entry := in.caller.Entry()
	var list []*ir.Instr
	for i := in.blocks[0].First(); i != nil; i = i.Next() {
		if i.Op == ir.OpAlloca {
			list = append(list, i)
		}
	}
	// A call that became an invoke ends its block. Locals behind it are in a later one.
	for i := in.callee.Entry().First(); i != nil; i = i.Next() {
		if i.Op == ir.OpAlloca && in.vm.Instr(i).Block() != in.blocks[0] {
			list = append(list, in.vm.Instr(i))
		}
	}
	if len(list) == 0 {
		return // most callees have none; do not iterate over the caller's locals
	}
	at := entry.First()
	for at != nil && at.Op == ir.OpAlloca {
		at = at.Next()
	}
	for _, a := range list {
		a.MoveBefore(at)
	}
	if m.TypedPtrs || in.handsOff {
		return
	}
	in.addLifetimes(list)
}

// addLifetimes adds lifetime markers around the copy for locals without markers.
func (in *inliner) addLifetimes(list []*ir.Instr) {
	var ends []*ir.Instr
	for _, b := range in.blocks {
		t := b.Terminator()
		if t == nil {
			continue
		}
		leaves := t.Op == ir.OpResume
		if t.Op == ir.OpBr && t.NumArgs() == 1 && (t.Arg(0) == ir.Value(in.rest) ||
			in.inner != nil && t.Arg(0) == ir.Value(in.inner)) {
			leaves = true
		}
		if leaves {
			ends = append(ends, t)
		}
	}
	first := in.blocks[0].First()
	for _, a := range list {
		if hasMarkers(a) || a.Flags&ir.FlagSwiftError != 0 {
			continue
		}
		bld := in.builder()
		bld.Before(first)
		bld.SetDebugLoc(in.callLoc())
		bld.Lifetime(ir.LifetimeStart, a)
		for _, e := range ends {
			bld.Before(e)
			bld.Lifetime(ir.LifetimeEnd, a)
		}
		bld.SetDebugLoc(nil)
	}
}

func hasMarkers(a *ir.Instr) bool {
	for u := a.FirstUse(); u != nil; u = u.Next() {
		if ir.IsLifetime(u.User()) {
			return true
		}
	}
	return false
}
