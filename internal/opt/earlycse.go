// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Common subexpression elimination along the dominator tree. An instruction is replaced by a
// dominating one with the same value, a load is replaced by the known content of memory, and a
// condition is replaced by a constant in blocks whose only edge implies its value.
//
// A store invalidates the known contents that it may write (earlycse_memory.go), any other write,
// and an ordered or volatile access, all of them, and so does every join of control flow. Coroutine
// intrinsics count as writes, so no known content survives a suspend. The pass moves nothing; the
// instructions that stay keep their positions.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// EarlyCSE removes instructions of f whose values are already available. It reports whether it
// changed f.
func EarlyCSE(m *ir.Module, f *ir.Func, l *target.Layout) bool { return earlyCSE(m, f, l, false) }

// EarlyCSEParts is EarlyCSE that also takes what a frame held for the address of a part, where
// elision looks for a llvm.coro.subfn.addr.
func EarlyCSEParts(m *ir.Module, f *ir.Func, l *target.Layout) bool {
	return earlyCSE(m, f, l, true)
}

// earlyCSE is EarlyCSE or, with parts, EarlyCSEParts.
func earlyCSE(m *ir.Module, f *ir.Func, l *target.Layout, parts bool) bool {
	if f.Entry() == nil {
		return false
	}
	f.Renumber()
	t := tablesFor(f)
	defer t.done(m)
	c := &t.run
	*c = cse{m: m, f: f, simp: instSimplifier{m: m, l: l}, presplit: ir.IsPresplit(m, f), parts: parts, t: t}
	c.run()
	if c.changed {
		f.Changed = true
	}
	return c.changed
}

// maxPhiScan is the largest number of entries of a phi that is searched for the entry of a block.
const maxPhiScan = 64

// cse is the state of one run over a function.
type cse struct {
	m         *ir.Module
	f         *ir.Func
	simp      instSimplifier
	presplit  bool
	parts     bool // see EarlyCSEParts
	own       int  // the number of known contents at the beginning of the block
	t         *tables
	gen       int // generation of memory; contents known in another generation are invalid
	stretch   int // see exprKey; 0 outside coroutines
	stretches int // the last stretch that was started
	changed   bool
	key       exprKey // of the current expression; too large to be passed by value
}

// run visits the blocks.
func (c *cse) run() {
	if c.f.NumBlocks() == 1 {
		c.gen++
		c.newStretch()
		c.block(c.f.Entry())
		return
	}
	d := ir.NewDomTree(c.f)
	defer d.Done()
	c.t.kids = sized(c.t.kids, 2*len(d.RPO))
	first, next := domChildren(d, c.t.kids)
	enter := func(k int32, gen, stretch int) openTables {
		o := openTables{child: first[k], tables: c.t.mark()}
		b := d.RPO[k]
		c.gen, c.stretch = gen, stretch
		p := b.SinglePred()
		if p == nil {
			c.gen++
			c.newStretch()
		} else {
			c.learn(p, b)
		}
		c.block(b)
		o.gen, o.stretch = c.gen, c.stretch
		return o
	}
	stack := append(c.t.open[:0], enter(0, 0, 0))
	for len(stack) > 0 {
		o := &stack[len(stack)-1]
		if k := o.child; k >= 0 {
			o.child = next[k]
			stack = append(stack, enter(k, o.gen, o.stretch))
			continue
		}
		c.t.release(o.tables)
		stack = stack[:len(stack)-1]
	}
	c.t.open = stack
}

// openTables is a block of the dominator tree whose children are being visited.
type openTables struct {
	child   int32 // the next child
	tables  mark  // their state before the block
	gen     int   // at the end of the block, like stretch
	stretch int
}

// newStretch starts a stretch of a coroutine.
func (c *cse) newStretch() {
	if c.presplit {
		c.stretches++
		c.stretch = c.stretches
	}
}

// otherThread reports whether v must not be used later than it is computed, because another thread
// may run then.
func (c *cse) otherThread(v ir.Value) bool { return c.presplit && ThreadBound(v) }

// alive reports whether a value was not erased since it was recorded.
func alive(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return !ok || i.Block() != nil
}

// learn records the facts that hold in b because its only incoming edge is one of p's conditional
// branch.
func (c *cse) learn(p, b *ir.Block) {
	t := p.Terminator()
	if t.Op != ir.OpBr || t.NumArgs() != 3 || t.Arg(1) == t.Arg(2) {
		return
	}
	c.assume(t.Arg(0), t.Arg(1) == ir.Value(b), 8)
}

// assume records that a condition is true or false, and the implied values of its operands. For
// example, if `and i1 %a, %b` is true, %a and %b are true.
func (c *cse) assume(v ir.Value, truth bool, depth int) {
	i, ok := v.(*ir.Instr)
	if !ok {
		if p, ok := v.(*ir.Param); ok {
			c.t.setFact(p, c.m.Bool(truth))
		}
		return
	}
	c.t.setFact(i, c.m.Bool(truth))
	if depth == 0 {
		return
	}
	switch i.Op {
	case ir.OpAnd, ir.OpOr:
		if i.Type().IsIntN(1) && truth == (i.Op == ir.OpAnd) {
			c.assume(i.Arg(0), truth, depth-1)
			c.assume(i.Arg(1), truth, depth-1)
		}
	case ir.OpXor:
		if isOne(i.Arg(1)) && i.Type().IsIntN(1) {
			c.assume(i.Arg(0), !truth, depth-1)
		}
	case ir.OpSelect: // the logical forms of and, or
		if !i.Type().IsIntN(1) || i.Arg(0).Type() != i.Type() {
			return
		}
		if truth && isZero(i.Arg(2)) {
			c.assume(i.Arg(0), true, depth-1)
			c.assume(i.Arg(1), true, depth-1)
		}
		if !truth && isOne(i.Arg(1)) {
			c.assume(i.Arg(0), false, depth-1)
			c.assume(i.Arg(2), false, depth-1)
		}
	case ir.OpICmp:
		if k := &c.key; exprOf(i, k) {
			k.stretch = c.stretch
			c.t.setExpr(k, c.m.Bool(truth))
			k.sub = uint8(ir.Pred(k.sub).Inverse())
			c.t.setExpr(k, c.m.Bool(!truth))
		}
	}
}

// block processes the instructions of one block in order.
func (c *cse) block(b *ir.Block) {
	c.own = len(c.t.mem)
	for i := b.First(); i != nil; {
		next := i.Next()
		c.instr(i)
		i = next
	}
	if len(c.t.facts) == 0 {
		return
	}
	// Facts at the end of the block also hold on its outgoing edges.
	var buf [4]*ir.Block
	for _, s := range b.Succs(buf[:0]) {
		for p := range s.Phis() {
			if !p.Type().IsIntN(1) || p.NumArgs() > maxPhiScan {
				continue
			}
			for k, from := range p.PhiBlocks() {
				if from == b {
					c.known(p, k)
				}
			}
		}
	}
}

// known replaces operand k if it is a condition with a known value.
func (c *cse) known(i *ir.Instr, k int) {
	if h := c.t.fact(i.Arg(k)); h != nil {
		i.SetArg(k, h)
		c.changed = true
	}
}

func (c *cse) instr(i *ir.Instr) {
	if len(c.t.facts) > 0 && i.Op != ir.OpPhi && !isAssume(i) {
		for k := range i.NumArgs() {
			if i.Arg(k).Type().IsIntN(1) {
				c.known(i, k)
			}
		}
	}
	if IsDead(c.m, i) {
		i.Erase()
		c.changed = true
		return
	}
	if i.HasUses() {
		if v := c.simp.simplify(i); v != nil && v != ir.Value(i) && !c.otherThread(v) {
			c.replace(i, v)
			return
		}
	}
	if k := &c.key; exprOf(i, k) {
		c.expression(i, k)
		return
	}
	switch i.Op {
	case ir.OpLoad:
		c.load(i)
	case ir.OpStore:
		c.store(i)
	case ir.OpCall, ir.OpInvoke, ir.OpCallBr:
		c.call(i)
	case ir.OpFence, ir.OpCmpXchg, ir.OpAtomicRMW, ir.OpVAArg, ir.OpCatchPad,
		ir.OpCleanupPad, ir.OpCatchRet, ir.OpCleanupRet, ir.OpLandingPad:
		c.gen++
	}
}

// replace replaces the uses of i by v, and erases i unless it has effects.
func (c *cse) replace(i *ir.Instr, v ir.Value) {
	ir.ReplaceUses(i, v)
	c.changed = true
	if IsDead(c.m, i) {
		i.Erase()
	}
}

// exprOf sets k to the key of i if the value of i depends only on its operands, and reports whether
// it does.
func exprOf(i *ir.Instr, k *exprKey) bool {
	info := i.Op.Info()
	ok := info.Binary || info.Cast
	switch i.Op {
	case ir.OpFNeg, ir.OpExtractElement, ir.OpInsertElement, ir.OpShuffleVector,
		ir.OpExtractValue, ir.OpInsertValue, ir.OpGEP, ir.OpICmp,
		ir.OpFCmp, ir.OpSelect, ir.OpFreeze:
		ok = true
	}
	n := i.NumArgs()
	if !ok || n > len(k.args) {
		return false
	}
	*k = exprKey{op: i.Op, sub: i.Sub, n: uint8(n), typ: i.Type(), elem: i.ElemTy}
	for j := range n {
		k.args[j] = i.Arg(j)
	}
	switch aux := i.Aux.(type) {
	case *ir.IndexAux:
		if len(aux.Indices) > 4 {
			return false
		}
		for _, x := range aux.Indices {
			if x >= 1<<16-1 {
				return false
			}
			k.idx = k.idx<<16 | uint64(x+1)
		}
	case *ir.GEPAux:
		return false
	}
	return true
}

// commute swaps the first two operands, and reports whether the result is the same. If it is, a
// second call restores the key.
func (k *exprKey) commute() bool {
	switch k.op {
	case ir.OpAdd, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpFAdd, ir.OpFMul:
	case ir.OpICmp:
		k.sub = uint8(ir.Pred(k.sub).Swapped())
	default:
		return false
	}
	k.args[0], k.args[1] = k.args[1], k.args[0]
	return true
}

// expression replaces an instruction without effects by a recorded equal one, or records it.
func (c *cse) expression(i *ir.Instr, k *exprKey) {
	k.stretch = c.stretch
	v := c.t.expr(k)
	if v == nil && k.commute() {
		v = c.t.expr(k)
		k.commute()
	}
	if v != nil && alive(v) {
		if old, isInstr := v.(*ir.Instr); isInstr {
			merge(old, i)
		}
		c.replace(i, v)
		return
	}
	c.t.setExpr(k, i)
}

// merge keeps on the remaining instruction only the flags and metadata that hold for both.
func merge(stays, goes *ir.Instr) {
	stays.Flags = commonFlags(stays.Flags, goes.Flags)
	var meta []ir.Attachment
	for _, a := range stays.Meta {
		if ir.FateOf(ir.MetaClaim, a.Kind, ir.IsJoined) == ir.Keep || sameRef(a.MD, goes.MetaOf(a.Kind)) {
			meta = append(meta, a)
		}
	}
	if len(meta) != len(stays.Meta) {
		stays.Meta = meta
	}
}

// commonFlags returns the flags that both instructions have. `fast` implies all other fast-math
// flags.
func commonFlags(a, b ir.Flags) ir.Flags {
	const each = ir.FastMath &^ ir.FlagFast
	if (a|b)&ir.FlagFast == 0 || a&b&ir.FlagFast != 0 {
		return a & b
	}
	if a&ir.FlagFast != 0 {
		a = a&^ir.FlagFast | each
	} else {
		b = b&^ir.FlagFast | each
	}
	return a & b
}

// sameRef reports whether two attachments refer to the same node.
func sameRef(a, b *ir.MD) bool {
	return a == b || a != nil && b != nil && a.Kind == b.Kind && a.Num == b.Num && a.Node == b.Node
}

func (c *cse) load(i *ir.Instr) {
	if !plainAccess(i) {
		c.gen++
		return
	}
	c.read(i, c.locate(i.Arg(0), i.Type()))
}

// read replaces an instruction that reads memory by the known content, or records its result.
func (c *cse) read(i *ir.Instr, at location) {
	if v, _ := c.t.memory(at, c.gen); v != nil && v.Type() == i.Type() && alive(v) && !c.otherThread(v) {
		if old, ok := v.(*ir.Instr); ok && old.Op == ir.OpLoad && plainAccess(old) && i.Op == ir.OpLoad &&
			c.locate(old.Arg(0), old.Type()) == at {
			// Flags and metadata are merged only for a load of the same memory. A load of other
			// memory, whose result was stored here, keeps its own.
			merge(old, i)
		}
		c.replace(i, v)
		return
	}
	c.t.setMemory(at, i, i.MetaOf(tbaa), c.gen)
}

// tbaa is the attachment with the type of an access.
const tbaa = "tbaa"

func (c *cse) store(i *ir.Instr) {
	if !plainAccess(i) {
		c.gen++
		return
	}
	v, at, tag := i.Arg(0), c.locate(i.Arg(1), i.Arg(0).Type()), i.MetaOf(tbaa)
	if k, knownTag := c.t.memory(at, c.gen); k != nil && ir.SameValue(k, v) && sameRef(knownTag, tag) {
		// The memory already holds the value for reads of the same type. With another tag, reads of
		// this type could move before the earlier store.
		i.Erase()
		c.changed = true
		return
	}
	c.write(at)
	c.t.setMemory(at, v, tag, c.gen)
}

func isAssume(i *ir.Instr) bool {
	return ir.CalledIntrinsic(i) == ir.Assume
}

func (c *cse) call(i *ir.Instr) {
	switch id := ir.CalledIntrinsic(i); {
	case id == ir.Assume:
		if len(i.Call().Bundles) == 0 {
			c.assume(i.Arg(0), true, 0)
		}
		return
	case id == ir.SideEffect, id == ir.DoNothing, id == ir.PseudoProbe, id == ir.NoAliasScopeDecl,
		id == ir.LaunderInvariantGroup, id == ir.StripInvariantGroup:
		return
	case c.memoryCall(i, id):
		return
	case id.IsCoro():
		c.gen++
		c.newStretch()
		return
	}
	if ir.OnlyReadsMemory(c.m, i) && !ir.CallHas(c.m, i, "convergent") && willReturn(c.m, i) {
		if k := &c.key; c.pureCall(i, k) {
			c.expression(i, k)
		}
		return
	}
	c.gen++
}

// pureCall sets k to the key of i if i calls an intrinsic that computes from its arguments alone,
// and reports whether it does. A call in a coroutine that is not split yet has no key: a result
// that is constant within one thread may differ after a suspend.
func (c *cse) pureCall(i *ir.Instr, k *exprKey) bool {
	f := i.CalledFunc()
	a := i.Call()
	*k = exprKey{op: i.Op, n: uint8(i.NumArgs()), typ: i.Type()}
	if f == nil || !f.IsIntrinsic() || i.Op != ir.OpCall ||
		c.presplit || i.NumArgs() > len(k.args) || i.Type().IsVoid() ||
		i.Type().IsToken() || !a.RetAttrs.Empty() || len(a.Bundles) > 0 || !ir.TouchesNoMemory(c.m, i) {
		return false
	}
	for _, s := range a.ArgAttrs {
		if !s.Empty() {
			return false
		}
	}
	for j := range i.NumArgs() {
		k.args[j] = i.Arg(j)
	}
	return true
}
