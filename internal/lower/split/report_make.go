// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Construction of the report of a frame from the layout and the analysis for it. Debug info and
// names come from the function, which is not rewritten yet. This file changes nothing.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/live"
)

// Switched is the ABI of C++. Elision copies its frames into other frames unchanged.
const Switched = "switched-resume"

// abiNames maps the intrinsics that begin a coroutine to the names of the ABIs.
var abiNames = map[ir.Intrinsic]string{
	ir.CoroID: Switched, ir.CoroIDRetcon: "returned-continuation", ir.CoroIDRetconOnce: "returned-continuation-once",
	ir.CoroIDRetconOnceDynamic: "returned-continuation-once-dynamic", ir.CoroIDAsync: "async",
}

// maxNextUse bounds, for each block of the coroutine, the blocks that are visited to find uses of
// objects after suspends. For further objects the report names no use.
const maxNextUse = 64

// awaitSuspend is part of the names of clang's wrappers of await_suspend.
const awaitSuspend = ".__await_suspend_wrapper__"

// explainer builds one report.
type explainer struct {
	*coroutine
	rep     *Report
	fixes   []fixable // that can be tried
	x       *coro.Crossing
	lv      *live.Liveness
	d       *frameDescriber
	objects map[ir.Value]*object
	values  map[ir.Value]*spill
	order   []*ir.Instr       // the suspends, in the order of the code
	number  map[*ir.Instr]int // indices in order
	budget  int
	holds   map[*ir.Type]bool // whether a type contains a coroutine handle: see holdsHandle
	blocks  []pathBlock
	flags   *flags
	states  []pathState // of the last search for paths
	byPos   []*ir.Instr // by position; created on first use
	// spell is created on first use, because it numbers the function's values.
	spell func(i *ir.Instr) string
}

// explain builds the report of the frame that was laid out for set.
func (co *coroutine) explain(set *spillSet, x *coro.Crossing) *explained {
	r := &Report{NotShared: co.notShared, Function: co.F.Name, Local: co.F.IsLocal(), Entries: debuginfo.EntryCount(co.m, co.F),
		Place: Place{co.F.Pos, debuginfo.FuncLoc(co.m, co.F)}, ABI: abiNames[ir.CoroCall(co.ID)],
		Align: 1}
	if len(co.Suspends) == 0 {
		return &explained{Report: r}
	}
	r.Size, r.Align, r.Shared, r.Padding = co.frame.Size, co.frame.Align, co.frame.Shared, co.frame.Padding()
	e := &explainer{coroutine: co, rep: r, x: x, lv: set.lv, objects: map[ir.Value]*object{},
		values: map[ir.Value]*spill{},
		d:      &frameDescriber{m: co.m, layout: co.c.Layout, counts: co.countRecords()},
		budget: maxNextUse * (len(x.Dom.RPO) + 16)}
	if e.lv == nil {
		e.lv = live.New(co.Shape, x, nil, co.c.Layout)
	}
	for k := range set.objects {
		e.objects[set.objects[k].Alloca] = &set.objects[k]
	}
	for k := range set.values {
		e.values[set.values[k].def] = &set.values[k]
	}
	e.order = slices.Clone(co.Suspends)
	slices.SortFunc(e.order, func(a, b *ir.Instr) int { return cmp.Compare(e.lv.At(a), e.lv.At(b)) })
	e.number = map[*ir.Instr]int{}
	for k, s := range e.order {
		e.number[s] = k
		r.Suspends = append(r.Suspends, SuspendReport{Place: e.place(s), Final: ir.IsCoro(s, ir.CoroSuspend) &&
			ir.IsFinal(s), ID: suspendID(co.m, s), Index: slices.Index(co.Suspends, s),
			Calls: debuginfo.CallPlaces(co.m, s), Awaiter: -1})
	}
	slots := slices.Clone(co.frame.Slots)
	slices.SortStableFunc(slots, func(a, b *frame.Slot) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(b.Size, a.Size))
	})
	for _, s := range slots {
		r.Rows = append(r.Rows, e.row(s))
	}
	for k, s := range e.order {
		r.Suspends[k].Awaiter, r.Suspends[k].Awaits = e.awaiter(s, slots)
	}
	ends := make([]int64, len(r.Suspends)) // of the rows so far that are live over each suspend
	for k := range r.Rows {
		w := &r.Rows[k]
		for _, n := range w.Live {
			r.Suspends[n].Live = append(r.Suspends[n].Live, k)
			r.Suspends[n].Bytes += max(0, w.End()-max(w.Offset, ends[n]))
			ends[n] = max(ends[n], w.End())
		}
	}
	for k := range r.Rows {
		for o := k + 1; o < len(r.Rows) && r.Rows[o].Offset < r.Rows[k].End(); o++ {
			r.Rows[k].Sharing = append(r.Rows[k].Sharing, o)
			r.Rows[o].Sharing = append(r.Rows[o].Sharing, k)
		}
	}
	for k := range r.Rows {
		slices.Sort(r.Rows[k].Sharing)
	}
	if !co.c.Brief {
		e.findFixes(r, slots)
		e.findPadding(r, slots, set)
		e.findOrders(r, slots, set)
		e.findAdds(r, slots, set)
		e.findApart(r, slots, set)
	}
	if co.c.Ways {
		r.Ways, r.AllWays = e.findPaths()
	}
	return &explained{r, e.fixes}
}

// place returns the position of an instruction; zero for nil.
func (e *explainer) place(i *ir.Instr) Place {
	if i == nil {
		return Place{}
	}
	return Place{i.Pos, debuginfo.CallerLoc(e.m, i)}
}

// row describes one slot.
func (e *explainer) row(s *frame.Slot) Row {
	r := Row{Offset: s.Offset, Size: s.Size, Align: s.Align, RoundTo: s.RoundTo, Name: s.Name,
		Type: s.Typ.String(), Rule: s.Why.Rule, Def: Place{Pos: s.Why.Def}}
	v, isInstr := s.Value.(*ir.Instr)
	if p, ok := s.Value.(*ir.Param); ok {
		r.Name, r.Param = p.Name, p.Index+1
	} else if isInstr {
		r.Name = v.Name()
		r.Def = e.place(v)
	}
	var spans []frame.Span
	switch o, sp := e.objects[s.Value], e.values[s.Value]; {
	case s.Value == nil:
		r.Kind = RowField
		spans = e.lv.Always()
	case o != nil:
		r.Kind = RowObject
		if r.FrameOf = v.FrameOf(); r.FrameOf != "" {
			r.Kind, r.FrameAt, r.Adds = RowFrame, v.FrameAt(), -1
		}
		if spans = s.Live.Spans; spans == nil {
			spans = e.lv.Object(o.AllocaInfo, e.c.Layout.AllocSize(e.allocaType(v))).Spans
		}
		r.Def = e.begins(o)
		if !e.c.Brief {
			r.Keepers = e.keepers(o)
			r.Use = e.place(e.nextUse(o, spans))
		}
	case sp != nil:
		r.Kind = RowValue
		if spans = s.Live.Spans; spans == nil {
			spans = e.lv.Value(sp.def, sp.users).Spans
		}
		r.Use = e.place(e.first(sp.users))
	default:
		r.Kind = RowPromise
		spans = e.lv.Always()
	}
	if s.Value != nil {
		var typ *ir.MD
		if r.Var, typ = e.variable(s.Value); r.Kind == RowPromise && r.Var != nil && !r.Var.Address && r.Var.To == 0 {
			r.Pointers = debuginfo.PointerMembers(e.m, typ, e.c.Layout.PtrSize(0))
		}
	}
	r.Handles = e.handles(s.Typ, 0, nil)
	if v := r.Var; len(r.Handles) == 0 && v != nil && !v.Address && v.From == 0 && isHandle(v.Type) &&
		r.Size == e.c.Layout.PtrSize(0) {
		r.Handles = []int64{0}
	}
	for _, sp := range spans {
		from, _ := slices.BinarySearchFunc(e.order, sp.From,
			func(i *ir.Instr, at int32) int { return cmp.Compare(e.lv.At(i), at) })
		for k := from; k < len(e.order) && e.lv.At(e.order[k]) < sp.To; k++ {
			r.Live = append(r.Live, k)
		}
	}
	return r
}

// first returns the instruction that comes first in the code.
func (e *explainer) first(list []*ir.Instr) *ir.Instr {
	return slices.MinFunc(list, func(a, b *ir.Instr) int { return cmp.Compare(e.lv.At(a), e.lv.At(b)) })
}

// begins returns where an object's lifetime begins, or its first use. An alloca stands in the entry
// block, and debug info states no source position for it.
func (e *explainer) begins(o *object) Place {
	at := Place{Pos: o.Alloca.Pos}
	list := o.Starts
	if len(list) == 0 {
		list = o.Users
	}
	if len(list) > 0 {
		at.Loc = e.place(e.first(list)).Loc
	}
	return at
}

// keepers returns the instructions through which an object's address may escape, in the order of
// the code, without duplicates.
func (e *explainer) keepers(o *object) []Keeper {
	list := slices.Clone(o.Keepers)
	slices.SortStableFunc(list, func(a, b coro.Keeper) int {
		return cmp.Or(cmp.Compare(e.lv.At(a.I), e.lv.At(b.I)), cmp.Compare(a.Arg, b.Arg))
	})
	list = slices.Compact(list)
	var out []Keeper
	for _, k := range list {
		r := Keeper{Place: e.place(k.I), Instr: k.I.Op.String(), Call: k.I.IsCall() && k.Arg < k.I.NumCallArgs(),
			Arg: k.Arg}
		if e.spell == nil && e.c.Speller != nil {
			e.spell = e.c.Speller(e.F)
		}
		if e.spell != nil {
			r.Instr = e.spell(k.I)
		}
		if f := k.I.CalledFunc(); r.Call && f != nil {
			r.Callee, r.Declared, r.Await = f.Name, f.Declared, strings.Contains(f.Name, awaitSuspend)
			r.This = r.Await || debuginfo.IsThis(e.m, f, k.Arg) || e.isResult(k.I, k.Arg)
		}
		out = append(out, r)
	}
	return out
}

// isResult reports whether an argument is the address of the call's result (sret).
func (e *explainer) isResult(call *ir.Instr, arg int) bool {
	attrs := call.Call().ArgAttrs
	return arg < len(attrs) && attrs[arg].Get(e.m, "sret") != nil
}

// nextUse returns a use of an object's contents after the first suspend over which it is live: the
// nearest one, in blocks, or nil if it finds none.
func (e *explainer) nextUse(o *object, spans []frame.Span) *ir.Instr {
	at := slices.IndexFunc(e.order, func(s *ir.Instr) bool { return frame.Covers(spans, e.lv.At(s)) })
	if at < 0 {
		return nil
	}
	uses := map[*ir.Block]*ir.Instr{}
	for _, u := range o.Users {
		if ir.LifetimeKind(u) != ir.NotIntrinsic || u.Op == ir.OpGEP || u.Op == ir.OpBitCast ||
			u.Op == ir.OpAddrSpaceCast || e.x.Dom.Index(u.Block()) < 0 ||
			!frame.Covers(spans, e.lv.At(u)) {
			continue
		}
		if old := uses[u.Block()]; old == nil || e.lv.At(u) < e.lv.At(old) {
			uses[u.Block()] = u
		}
	}
	seen := map[*ir.Block]bool{}
	var work []*ir.Block
	for _, b := range e.beginnings(at) {
		work = append(work, b.at)
	}
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		if seen[b] {
			continue
		}
		seen[b] = true
		if e.budget--; e.budget < 0 {
			return nil
		}
		if u := uses[b]; u != nil {
			return u
		}
		work = b.Succs(work)
	}
	return nil
}

// variable returns the source variable that a slot holds, and its type, or nil if debug info
// describes none.
func (e *explainer) variable(v ir.Value) (*Variable, *ir.MD) {
	lv, ok := v.(ir.LocalValue)
	if !ok {
		return nil, nil
	}
	object := isObject(v, byvalType(e.m, v) != nil)
	list := recordsOf(v, object)
	if rec := readOf(e.m, lv); object && rec != nil {
		list = append(list, rec)
	}
	for _, rec := range list {
		kind := rec.Aux.(*ir.DbgAux).Kind
		if !debuginfo.IsPlainExpr(e.m, rec) && !debuginfo.IsPartExpr(e.m, rec, object && kind == "value") {
			continue // the variable is computed from the slot's value
		}
		out, typ := debugVariable(e.m, rec)
		if out == nil {
			continue
		}
		if from, to := debuginfo.Fragment(e.m, rec); to != debuginfo.WholeVariable {
			out.From, out.To = from/8, (to+7)/8
		}
		out.Address = kind == "declare" && !object
		out.OneOf = kind == "value" && !object && !e.d.alwaysIs(lv, rec)
		return out, typ
	}
	return nil, nil
}

// VariableName returns the name of the source variable that an alloca holds, or "" if debug info has
// none.
func VariableName(m *ir.Module, alloca *ir.Instr) string {
	list := recordsOf(alloca, true)
	if rec := readOf(m, alloca); rec != nil {
		list = append(list, rec)
	}
	for _, rec := range list {
		if v, _ := debugVariable(m, rec); v != nil {
			return v.Name
		}
	}
	return ""
}

// readOf returns the first value record that describes a variable by the memory at an address.
// Passes rewrite a declaration to such a record if the variable also has value records.
func readOf(m *ir.Module, v ir.LocalValue) *ir.Instr {
	var found *ir.Instr
	for u := v.FirstDbgUse(); u != nil; u = u.Next() {
		if d := u.User(); d.Aux.(*ir.DbgAux).Kind == "value" && debuginfo.Variable(d) != nil && debuginfo.ReadsMemory(m,
			d) {
			found = d // the list is newest first
		}
	}
	return found
}

// debugVariable reads the variable of a debug record, and returns its type too.
func debugVariable(m *ir.Module, rec *ir.Instr) (*Variable, *ir.MD) {
	n := m.MDNode(debuginfo.Variable(rec))
	if n == nil || n.Field("name") == nil {
		return nil, nil
	}
	v := &Variable{Name: n.Field("name").Text, Type: debuginfo.TypeName(m, n.Field("type")),
		Loc: debuginfo.DeclLoc(m, n)}
	id, ok := debuginfo.VarOf(m, rec)
	if ok && id.Inlined() {
		v.Of = debuginfo.FuncNameOf(m, n.Field("scope"))
	}
	v.Parameter = debuginfo.IntField(n, "arg") > 0 && v.Of == ""
	return v, n.Field("type")
}
