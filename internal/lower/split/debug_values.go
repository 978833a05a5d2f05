// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Descriptions of variables whose values move to the frame. There are two kinds of records.
//
// A declaration states where a variable is stored throughout its scope. If its storage moves to the
// frame, the declaration is rewritten to an offset from the frame pointer, and moves to a point
// where that is available: after coro.begin in the ramp, to the entry in a clone. In a clone the
// pointer is a parameter, whose register may be reused, so it is stored to a local variable, and
// declarations read that variable. LLVM 22 does only this. But optimisation removes the local
// variable and every such declaration with it, and clang drops declarations of storage that is not
// a local variable. So in functions that may be optimised, each declaration gets an additional
// value record that reads memory through the pointer.
//
// A value record states the value of a variable from its place on. If a suspend separates the
// record from the value's definition, it reads the slot, or computes the value from slots as the
// code did. If slots share storage, it reads the reloaded value, because the slot may soon hold
// another value. A value that cannot be described is marked unknown. For example, a record of %y =
// add i32 %x, 7 after a suspend becomes, with %x in the frame at offset 16:
//
//	#dbg_value(ptr %hdl, !7, !DIExpression(DW_OP_plus_uconst, 16, DW_OP_deref_size, 4,
//	           DW_OP_plus_uconst, 7, DW_OP_stack_value), !9)

import (
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/splitdebug"
)

// salvageValues rewrites records that use spilled values: value records across a suspend, and all
// declarations. It runs once the layout is known and before the code is changed.
func (co *coroutine) salvageValues(set *spillSet, x *coro.Crossing) {
	if debuginfo.SubprogramOf(co.F) == nil {
		return
	}
	spilled := make(map[ir.Value]bool, len(set.values))
	for _, s := range set.values {
		spilled[s.def] = true
	}
	co.pending = map[ir.Value][]pendingRecord{}
	co.resumeVariables(set, x, spilled)
	records := debuginfo.CountRecords(co.m, co.F)
	var slots []*ir.Instr
	for b := co.F.Entry(); b != nil; b = b.Next() {
		if !x.Dom.Reachable(b) {
			continue
		}
		for i := b.First(); i != nil; i = i.Next() {
			for k := 0; k < len(i.Dbg); k++ {
				d := i.Dbg[k]
				switch d.Aux.(*ir.DbgAux).Kind {
				case "declare", "declare_value":
					if d.NumArgs() != 1 || !spilled[d.Arg(0)] {
						continue
					}
					def := d.Arg(0)
					if !co.sharesBytes(def) {
						slots = append(slots, co.slotDeclare(d))
					}
					if co.recordAcross(x, def, i) {
						i.EraseDbg(k)
						k--
					}
				case "value", "addr", "assign":
					co.salvageRecord(x, spilled, d, i)
				}
			}
		}
	}
	for _, s := range set.values {
		slots = append(slots, co.copiedDeclares(s.def, records)...)
	}
	if len(slots) > 0 {
		at := co.afterBegin()
		at.Dbg = append(slots, at.Dbg...)
	}
}

// recordAcross reports whether a suspend separates a record before an instruction from a definition
// that it uses.
func (co *coroutine) recordAcross(x *coro.Crossing, def ir.Value, at *ir.Instr) bool {
	a, b := x.DefBlock(def), at.Block()
	if at == b.FirstNonPhi() && (coro.IsSuspend(at) || ir.CoroCall(at) == ir.CoroSave) {
		// The crossing places the whole block of a suspend or save after it; records before the
		// suspend moved into that block with it.
		if p := b.SinglePred(); p != nil {
			b = p
		}
	}
	return a != nil && x.Dom.Index(a) >= 0 && x.Dom.Dominates(a, b) && x.Crosses(a, b)
}

// slotDeclare copies a declaration whose storage is a spilled value, or with declare_value whose
// value is one, and rewrites the copy to the slot.
func (co *coroutine) slotDeclare(d *ir.Instr) *ir.Instr {
	c := co.m.CloneInstr(d)
	def := d.Arg(0)
	words := debuginfo.PlusConst(co.frame.OffsetOf(def))
	if d.Aux.(*ir.DbgAux).Kind == "declare_value" {
		aux := *d.Aux.(*ir.DbgAux)
		aux.Kind = "declare" // the slot holds the variable
		c.Aux = &aux
	} else if coro.ByvalType(co.m, def) == nil {
		words = append(words, "DW_OP_deref") // the slot holds the variable's address
	}
	if n, k := debuginfo.ExprOf(co.m, c); n != nil {
		debuginfo.SetExpr(c, k, debuginfo.ApplyToArg(debuginfo.ExprWords(n), words, 0, 1))
	}
	c.SetArg(0, co.framePtr)
	return c
}

// copiedDeclares describes a variable of the ramp by the slot of a value that was loaded from it.
// Unoptimised code loads a constant variable, such as the pointer this, from its local variable
// once, and only the value is live across suspends. The slot describes the variable only if the
// variable has no other record, through which it may get another value or other storage: for
// example, a parameter has one declaration for its incoming value and another for its copy in the
// coroutine. Nor does the slot describe it if other objects share its bytes.
func (co *coroutine) copiedDeclares(def ir.Value, records debuginfo.Counts) []*ir.Instr {
	load := ir.AsInstr(def)
	if load == nil || load.Op != ir.OpLoad {
		return nil
	}
	local := ir.AsInstr(load.Arg(0))
	if local == nil || local.Op != ir.OpAlloca || local.ElemTy != load.Type() ||
		co.inFrame(local) || !setOnce(local) || co.sharesBytes(def) {
		return nil
	}
	var out []*ir.Instr
	for u := local.FirstDbgUse(); u != nil; u = u.Next() {
		d := u.User()
		if d.Aux.(*ir.DbgAux).Kind != "declare" || d.NumArgs() != 1 {
			continue
		}
		if v, ok := debuginfo.VarOf(co.m, d); !ok || records[v] > 1 {
			continue
		}
		c := co.m.CloneInstr(d)
		if n, k := debuginfo.ExprOf(co.m, c); n != nil {
			debuginfo.SetExpr(c, k, append(debuginfo.PlusConst(co.frame.OffsetOf(def)), debuginfo.ExprWords(n)...))
		}
		c.SetArg(0, co.framePtr)
		out = append(out, c)
	}
	return out
}

// inFrame reports whether a value has a slot in the frame.
func (co *coroutine) inFrame(v ir.Value) bool {
	s, _ := co.frame.SlotOf(v)
	return s != nil
}

// sharesBytes reports whether bytes of a value's slot hold another value or object at other times.
func (co *coroutine) sharesBytes(v ir.Value) bool {
	s, _ := co.frame.SlotOf(v)
	return s != nil && co.frame.Shared && len(co.frame.Sharing(s)) > 0
}

// setOnce reports whether a local variable is only loaded and stored, with a single store: then
// every load returns the same value.
func setOnce(local *ir.Instr) bool {
	stores := 0
	for u := local.FirstUse(); u != nil; u = u.Next() {
		switch i := u.User(); {
		case i.Op == ir.OpStore && u.Index() == 1:
			stores++
		case i.Op != ir.OpLoad && ir.LifetimeKind(i) == 0:
			return false
		}
	}
	return stores == 1
}

// salvageRecord rewrites the operands of a value record that are defined across a suspend.
func (co *coroutine) salvageRecord(x *coro.Crossing, spilled map[ir.Value]bool, d, at *ir.Instr) {
	m := co.m
	expr, slot := debuginfo.ExprOf(m, d)
	if expr == nil {
		return
	}
	aux := d.Aux.(*ir.DbgAux)
	n := 0 // number of operands of the value
	for _, op := range aux.Ops[:slot] {
		if op.MD == nil {
			n = op.Arg + max(op.NArgs, 1)
			if op.List {
				n = op.Arg + op.NArgs
			}
		}
	}
	for k := 0; k < d.NumArgs(); k++ {
		v := d.Arg(k)
		i := ir.AsInstr(v)
		if p, ok := v.(*ir.Param); (i == nil && (!ok || p == nil)) ||
			i == co.Begin || v == co.framePtr || i != nil && i.Op == ir.OpAlloca {
			continue
		}
		if !co.recordAcross(x, v, at) {
			continue
		}
		root, words, ok := co.valueWords(spilled, v)
		switch {
		case ok && co.sharesBytes(root) && !co.resumed[d] && debuginfo.ReadsMemory(m, d) && (!spilled[root] ||
			coro.ByvalType(m, root) != nil):
			d.SetArg(k, m.Poison(v.Type())) // the slot may hold something else
		// The address of an assignment record becomes unknown, because it refers to storage outside
		// the frame.
		case !ok || k >= n:
			d.SetArg(k, m.Poison(v.Type()))
		case co.sharesBytes(root) && !co.resumed[d] && spilled[root] && coro.ByvalType(m, root) == nil:
			co.pending[root] = append(co.pending[root], pendingRecord{d, at, k, words})
		default:
			words = append(co.slotWords(spilled, root), words...)
			co.rewriteOperand(d, k, n, co.framePtr, words, co.sharesBytes(root))
		}
	}
}

// rewriteOperand replaces operand k of the n operands of a value record by v, from which words
// compute the old operand. A value in shared bytes is described by a list, because LLVM's fast
// register allocator repeats records with a plain operand at the end of the block, where the bytes
// may hold another value.
func (co *coroutine) rewriteOperand(d *ir.Instr, k, n int, v ir.Value, words []string, shared bool) {
	d.SetArg(k, v)
	node, slot := debuginfo.ExprOf(co.m, d)
	if node == nil || len(words) == 0 {
		return
	}
	only := n == 1 && d.NumArgs() == 1 && d.Aux.(*ir.DbgAux).Kind == "value"
	expr := debuginfo.ExprWords(node)
	if only {
		expr = debuginfo.PlainWords(d, expr)
	}
	expr = debuginfo.ApplyToArg(expr, words, k, n)
	if n > 1 || d.Aux.(*ir.DbgAux).Kind != "addr" {
		expr = debuginfo.StackValue(expr)
	}
	if only && v == co.framePtr && (shared || !slices.Contains(expr, "DW_OP_stack_value")) {
		expr = debuginfo.MakeList(co.m, d, expr)
	}
	debuginfo.SetExpr(d, slot, expr)
}

// slotWords returns the words that compute a root from the frame pointer: the contents of a spilled
// value's slot, or the address of an object's slot. They read no bytes after a small slot, as
// DW_OP_deref would.
func (co *coroutine) slotWords(spilled map[ir.Value]bool, root ir.Value) []string {
	words := debuginfo.PlusConst(co.frame.OffsetOf(root))
	if !spilled[root] || coro.ByvalType(co.m, root) != nil {
		return words
	}
	if size := co.c.Layout.StoreSize(root.Type()); size <= co.c.Layout.PtrSize(0) && size&(size-1) == 0 {
		return append(words, "DW_OP_deref_size", strconv.FormatInt(size, 10))
	}
	return append(words, "DW_OP_deref")
}

// maxSalvage bounds the instructions through which one record's value is recomputed. All programs
// measured need at most one. Each instruction makes the expression longer, and every record may
// have such an expression.
const maxSalvage = 16

// valueWords finds a root in the frame from which v is computed by instructions that an expression
// can repeat, and returns the root and those words. It does not repeat loads, because the memory
// may have changed.
func (co *coroutine) valueWords(spilled map[ir.Value]bool, v ir.Value) (root ir.Value, words []string, ok bool) {
	for k := 0; k < maxSalvage; k++ {
		if spilled[v] {
			return v, words, true
		}
		i := ir.AsInstr(v)
		if i == nil {
			return nil, nil, false
		}
		if i.Op == ir.OpAlloca {
			_, in := co.frame.SlotOf(i)
			return i, words, in
		}
		step, ok := splitdebug.InstrWords(co.c.Layout, i)
		if !ok {
			return nil, nil, false
		}
		words = append(step, words...)
		v = i.Arg(0)
	}
	return nil, nil, false
}

// describePromise preserves the promise's description if only debug info uses the promise, because
// then the code computes no address of its slot.
func (co *coroutine) describePromise() {
	if co.Promise == nil || !co.inFrame(co.Promise) {
		return
	}
	for u := co.Promise.FirstDbgUse(); u != nil; {
		next := u.Next()
		if d := u.User(); d.Aux.(*ir.DbgAux).Kind == "declare" && d.NumArgs() == 1 {
			if n, k := debuginfo.ExprOf(co.m, d); n != nil {
				debuginfo.SetExpr(d, k, append(debuginfo.PlusConst(co.frame.OffsetOf(co.Promise)),
					debuginfo.ExprWords(n)...))
			}
			u.Set(co.framePtr)
		}
		u = next
	}
}

// reloaded rewrites the pending records of a block to read the reload of a spilled value at the
// block's head.
func (co *coroutine) reloaded(def ir.Value, b *ir.Block, reload ir.Value) {
	list := co.pending[def]
	if len(list) == 0 {
		return
	}
	rest := list[:0]
	for _, p := range list {
		if p.at.Block() != b {
			rest = append(rest, p)
			continue
		}
		n := p.rec.NumArgs()
		if p.rec.Aux.(*ir.DbgAux).Kind == "assign" {
			n = p.arg + 1
		}
		co.rewriteOperand(p.rec, p.arg, n, reload, p.words, false)
		splitdebug.MoveBehind(co.m, p.rec, reload)
	}
	co.pending[def] = rest
}

// forgetPending marks the values of records that found no reload as unknown.
func (co *coroutine) forgetPending() {
	for def, list := range co.pending {
		for _, p := range list {
			p.rec.SetArg(p.arg, co.m.Poison(def.Type()))
		}
	}
	co.pending = nil
}
