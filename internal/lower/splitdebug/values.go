// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package splitdebug

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
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/live"
	"github.com/corolower/corolower/internal/target"
)

// Values describes the variables of a coroutine while its values and objects move to a frame.
type Values struct {
	*coro.Shape
	M        *ir.Module
	Target   *target.Layout
	Frame    *frame.Layout
	Pointer  ir.Value // to the frame, in the original function; an instruction
	Crossing *coro.Crossing
	Live     *live.Liveness // with shared storage
	Spilled  []ir.Value     // the values that the frame holds
	Objects  []*ir.Instr    // the allocas

	spilled map[ir.Value]bool
	pending map[ir.Value][]pendingRecord // records that need a reload
	resumed map[*ir.Instr]bool           // records that were repeated after a suspend
}

// pendingRecord is an operand of a value record that needs a reload in its block.
type pendingRecord struct {
	rec, at *ir.Instr // at is the instruction after the record
	arg     int
	words   []string // expression that computes the value from the reload
}

// Salvage rewrites records that use spilled values: value records across a suspend, and all
// declarations. It runs once the layout is known and before the code is changed.
func (vs *Values) Salvage() {
	if debuginfo.SubprogramOf(vs.F) == nil {
		return
	}
	vs.spilled = make(map[ir.Value]bool, len(vs.Spilled))
	for _, v := range vs.Spilled {
		vs.spilled[v] = true
	}
	x := vs.Crossing
	vs.pending = map[ir.Value][]pendingRecord{}
	vs.resumeVariables()
	records := debuginfo.CountRecords(vs.M, vs.F)
	var slots []*ir.Instr
	for b := vs.F.Entry(); b != nil; b = b.Next() {
		if !x.Dom.Reachable(b) {
			continue
		}
		for i := b.First(); i != nil; i = i.Next() {
			for k := 0; k < len(i.Dbg); k++ {
				d := i.Dbg[k]
				switch d.Aux.(*ir.DbgAux).Kind {
				case "declare", "declare_value":
					if d.NumArgs() != 1 || !vs.spilled[d.Arg(0)] {
						continue
					}
					def := d.Arg(0)
					if !vs.sharesBytes(def) {
						slots = append(slots, vs.slotDeclare(d))
					}
					if vs.recordAcross(def, i) {
						i.EraseDbg(k)
						k--
					}
				case "value", "addr", "assign":
					vs.salvageRecord(d, i)
				}
			}
		}
	}
	for _, v := range vs.Spilled {
		slots = append(slots, vs.copiedDeclares(v, records)...)
	}
	if len(slots) > 0 {
		at := vs.Pointer.(*ir.Instr).Next()
		at.Dbg = append(slots, at.Dbg...)
	}
}

// recordAcross reports whether a suspend separates a record before an instruction from a definition
// that it uses.
func (vs *Values) recordAcross(def ir.Value, at *ir.Instr) bool {
	x := vs.Crossing
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
func (vs *Values) slotDeclare(d *ir.Instr) *ir.Instr {
	c := vs.M.CloneInstr(d)
	def := d.Arg(0)
	words := debuginfo.PlusConst(vs.Frame.OffsetOf(def))
	if d.Aux.(*ir.DbgAux).Kind == "declare_value" {
		aux := *d.Aux.(*ir.DbgAux)
		aux.Kind = "declare" // the slot holds the variable
		c.Aux = &aux
	} else if coro.ByvalType(vs.M, def) == nil {
		words = append(words, "DW_OP_deref") // the slot holds the variable's address
	}
	if n, k := debuginfo.ExprOf(vs.M, c); n != nil {
		debuginfo.SetExpr(c, k, debuginfo.ApplyToArg(debuginfo.ExprWords(n), words, 0, 1))
	}
	c.SetArg(0, vs.Pointer)
	return c
}

// copiedDeclares describes a variable of the ramp by the slot of a value that was loaded from it.
// Unoptimised code loads a constant variable, such as the pointer this, from its local variable
// once, and only the value is live across suspends. The slot describes the variable only if the
// variable has no other record, through which it may get another value or other storage: for
// example, a parameter has one declaration for its incoming value and another for its copy in the
// coroutine. Nor does the slot describe it if other objects share its bytes.
func (vs *Values) copiedDeclares(def ir.Value, records debuginfo.Counts) []*ir.Instr {
	load := ir.AsInstr(def)
	if load == nil || load.Op != ir.OpLoad {
		return nil
	}
	local := ir.AsInstr(load.Arg(0))
	if local == nil || local.Op != ir.OpAlloca || local.ElemTy != load.Type() ||
		vs.inFrame(local) || !setOnce(local) || vs.sharesBytes(def) {
		return nil
	}
	var out []*ir.Instr
	for u := local.FirstDbgUse(); u != nil; u = u.Next() {
		d := u.User()
		if d.Aux.(*ir.DbgAux).Kind != "declare" || d.NumArgs() != 1 {
			continue
		}
		if v, ok := debuginfo.VarOf(vs.M, d); !ok || records[v] > 1 {
			continue
		}
		c := vs.M.CloneInstr(d)
		if n, k := debuginfo.ExprOf(vs.M, c); n != nil {
			debuginfo.SetExpr(c, k, append(debuginfo.PlusConst(vs.Frame.OffsetOf(def)), debuginfo.ExprWords(n)...))
		}
		c.SetArg(0, vs.Pointer)
		out = append(out, c)
	}
	return out
}

// inFrame reports whether a value has a slot in the frame.
func (vs *Values) inFrame(v ir.Value) bool {
	s, _ := vs.Frame.SlotOf(v)
	return s != nil
}

// sharesBytes reports whether bytes of a value's slot hold another value or object at other times.
func (vs *Values) sharesBytes(v ir.Value) bool {
	s, _ := vs.Frame.SlotOf(v)
	return s != nil && vs.Frame.Shared && len(vs.Frame.Sharing(s)) > 0
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
func (vs *Values) salvageRecord(d, at *ir.Instr) {
	m := vs.M
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
			i == vs.Begin || v == vs.Pointer || i != nil && i.Op == ir.OpAlloca {
			continue
		}
		if !vs.recordAcross(v, at) {
			continue
		}
		root, words, ok := vs.valueWords(v)
		switch {
		case ok && vs.sharesBytes(root) && !vs.resumed[d] && debuginfo.ReadsMemory(m, d) && (!vs.spilled[root] ||
			coro.ByvalType(m, root) != nil):
			d.SetArg(k, m.Poison(v.Type())) // the slot may hold something else
		// The address of an assignment record becomes unknown, because it refers to storage outside
		// the frame.
		case !ok || k >= n:
			d.SetArg(k, m.Poison(v.Type()))
		case vs.sharesBytes(root) && !vs.resumed[d] && vs.spilled[root] && coro.ByvalType(m, root) == nil:
			vs.pending[root] = append(vs.pending[root], pendingRecord{d, at, k, words})
		default:
			words = append(vs.slotWords(root), words...)
			vs.rewriteOperand(d, k, n, vs.Pointer, words, vs.sharesBytes(root))
		}
	}
}

// rewriteOperand replaces operand k of the n operands of a value record by v, from which words
// compute the old operand. A value in shared bytes is described by a list, because LLVM's fast
// register allocator repeats records with a plain operand at the end of the block, where the bytes
// may hold another value.
func (vs *Values) rewriteOperand(d *ir.Instr, k, n int, v ir.Value, words []string, shared bool) {
	d.SetArg(k, v)
	node, slot := debuginfo.ExprOf(vs.M, d)
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
	if only && v == vs.Pointer && (shared || !slices.Contains(expr, "DW_OP_stack_value")) {
		expr = debuginfo.MakeList(vs.M, d, expr)
	}
	debuginfo.SetExpr(d, slot, expr)
}

// slotWords returns the words that compute a root from the frame pointer: the contents of a spilled
// value's slot, or the address of an object's slot. They read no bytes after a small slot, as
// DW_OP_deref would.
func (vs *Values) slotWords(root ir.Value) []string {
	words := debuginfo.PlusConst(vs.Frame.OffsetOf(root))
	if !vs.spilled[root] || coro.ByvalType(vs.M, root) != nil {
		return words
	}
	if size := vs.Target.StoreSize(root.Type()); size <= vs.Target.PtrSize(0) && size&(size-1) == 0 {
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
func (vs *Values) valueWords(v ir.Value) (root ir.Value, words []string, ok bool) {
	for k := 0; k < maxSalvage; k++ {
		if vs.spilled[v] {
			return v, words, true
		}
		i := ir.AsInstr(v)
		if i == nil {
			return nil, nil, false
		}
		if i.Op == ir.OpAlloca {
			_, in := vs.Frame.SlotOf(i)
			return i, words, in
		}
		step, ok := InstrWords(vs.Target, i)
		if !ok {
			return nil, nil, false
		}
		words = append(step, words...)
		v = i.Arg(0)
	}
	return nil, nil, false
}

// Promised preserves the promise's description if only debug info uses the promise, because
// then the code computes no address of its slot.
func (vs *Values) Promised() {
	if vs.Promise == nil || !vs.inFrame(vs.Promise) {
		return
	}
	for u := vs.Promise.FirstDbgUse(); u != nil; {
		next := u.Next()
		if d := u.User(); d.Aux.(*ir.DbgAux).Kind == "declare" && d.NumArgs() == 1 {
			if n, k := debuginfo.ExprOf(vs.M, d); n != nil {
				debuginfo.SetExpr(d, k, append(debuginfo.PlusConst(vs.Frame.OffsetOf(vs.Promise)),
					debuginfo.ExprWords(n)...))
			}
			u.Set(vs.Pointer)
		}
		u = next
	}
}

// Reloaded rewrites the pending records of a block to read the reload of a spilled value at the
// block's head.
func (vs *Values) Reloaded(def ir.Value, b *ir.Block, reload ir.Value) {
	list := vs.pending[def]
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
		vs.rewriteOperand(p.rec, p.arg, n, reload, p.words, false)
		MoveBehind(vs.M, p.rec, reload)
	}
	vs.pending[def] = rest
}

// Forget marks the values of records that found no reload as unknown.
func (vs *Values) Forget() {
	for def, list := range vs.pending {
		for _, p := range list {
			p.rec.SetArg(p.arg, vs.M.Poison(def.Type()))
		}
	}
	vs.pending = nil
}
