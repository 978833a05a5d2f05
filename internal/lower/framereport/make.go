// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framereport

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
	"github.com/corolower/corolower/internal/lower/split"
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

// Reporter describes the frames that coroutines are split with.
type Reporter struct {
	// Ways requests Report.Ways too. Brief omits from reports the instructions through which addresses
	// may escape, and the fixes that make frames smaller, for which frames are laid out again.
	Ways, Brief bool
	// Speller returns a function that prints an instruction of f on one line.
	Speller func(f *ir.Func) func(i *ir.Instr) string
	Frames  []Report
}

// Attach makes a Splitter describe its frames here.
func (r *Reporter) Attach(s *split.Splitter) {
	s.Trials = !r.Brief
	s.Describe = func(l *split.Laid) func(parts []*ir.Func) {
		x := r.explain(l)
		return func(parts []*ir.Func) {
			if l.CanTry() {
				x.tryFixes(l)
			}
			for _, f := range parts {
				x.Parts = append(x.Parts, Part{Name: f.Name, Private: f.Linkage == ir.LinkPrivate})
			}
			r.Frames = append(r.Frames, *x.Report)
		}
	}
}

// explainer builds one report.
type explainer struct {
	*split.Laid
	*Reporter
	rep    *Report
	fixes  []fixable // that can be tried
	counts debuginfo.Counts
	order  []*ir.Instr       // the suspends, in the order of the code
	number map[*ir.Instr]int // indices in order
	budget int
	holds  map[*ir.Type]bool // whether a type contains a coroutine handle: see holdsHandle
	blocks []pathBlock
	flags  *flags
	states []pathState // of the last search for paths
	// spell is created on first use, because it numbers the function's values.
	spell func(i *ir.Instr) string
}

// explain builds the report of a frame.
func (rp *Reporter) explain(l *split.Laid) *explained {
	r := &Report{NotShared: l.NotShared, Function: l.F.Name, Local: l.F.IsLocal(), Entries: debuginfo.EntryCount(l.M, l.F),
		Place: Place{l.F.Pos, debuginfo.FuncLoc(l.M, l.F)}, Result: debuginfo.ResultOf(l.M, l.F), ABI: abiNames[ir.CoroCall(l.ID)],
		Align: 1}
	if len(l.Suspends) == 0 {
		return &explained{Report: r}
	}
	r.Size, r.Align, r.Shared, r.Padding = l.Frame.Size, l.Frame.Align, l.Frame.Shared, l.Frame.Padding()
	e := &explainer{Laid: l, Reporter: rp, rep: r, counts: debuginfo.CountRecords(l.M, l.F),
		budget: maxNextUse * (len(l.Crossing.Dom.RPO) + 16)}
	e.order = slices.Clone(l.Suspends)
	slices.SortFunc(e.order, func(a, b *ir.Instr) int { return cmp.Compare(e.Live.At(a), e.Live.At(b)) })
	e.number = map[*ir.Instr]int{}
	for k, s := range e.order {
		e.number[s] = k
		r.Suspends = append(r.Suspends, SuspendReport{Place: e.place(s), Final: ir.IsCoro(s, ir.CoroSuspend) &&
			ir.IsFinal(s), ID: coro.SuspendID(l.M, s), Index: slices.Index(l.Suspends, s),
			Calls: debuginfo.CallPlaces(l.M, s), Awaiter: -1})
	}
	slots := slices.Clone(l.Frame.Slots)
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
	if !rp.Brief {
		e.findFixes(r, slots)
		e.findPadding(r, slots)
		e.findAdds(r, slots)
	}
	if rp.Ways {
		r.Ways, r.AllWays = e.findPaths()
	}
	return &explained{r, e.fixes}
}

// place returns the position of an instruction; zero for nil.
func (e *explainer) place(i *ir.Instr) Place {
	if i == nil {
		return Place{}
	}
	return Place{i.Pos, debuginfo.CallerLoc(e.M, i)}
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
	switch o, users := e.Objects[s.Value], e.Users[s.Value]; {
	case s.Value == nil:
		r.Kind = RowField
		spans = e.Live.Always()
	case o != nil:
		r.Kind = RowObject
		if r.FrameOf = v.FrameOf(); r.FrameOf != "" {
			r.Kind, r.FrameAt, r.Adds = RowFrame, v.FrameAt(), -1
		}
		if spans = s.Live.Spans; spans == nil {
			spans = e.Live.Object(o, e.Layout.AllocSize(e.AllocaType(v))).Spans
		}
		r.Def = e.begins(o)
		if !e.Brief {
			r.Keepers = e.keepers(o)
			r.Use = e.place(e.nextUse(o, spans))
		}
	case users != nil:
		r.Kind = RowValue
		if spans = s.Live.Spans; spans == nil {
			spans = e.Live.Value(s.Value, users).Spans
		}
		r.Use = e.place(e.first(users))
	default:
		r.Kind = RowPromise
		spans = e.Live.Always()
	}
	if s.Value != nil {
		var typ *ir.MD
		if r.Var, typ = e.variable(s.Value); r.Kind == RowPromise && r.Var != nil && !r.Var.Address && r.Var.To == 0 {
			r.Pointers = debuginfo.PointerMembers(e.M, typ, e.Layout.PtrSize(0))
		}
	}
	r.Handles = e.handles(s.Typ, 0, nil)
	if v := r.Var; len(r.Handles) == 0 && v != nil && !v.Address && v.From == 0 && isHandle(v.Type) &&
		r.Size == e.Layout.PtrSize(0) {
		r.Handles = []int64{0}
	}
	for _, sp := range spans {
		from, _ := slices.BinarySearchFunc(e.order, sp.From,
			func(i *ir.Instr, at int32) int { return cmp.Compare(e.Live.At(i), at) })
		for k := from; k < len(e.order) && e.Live.At(e.order[k]) < sp.To; k++ {
			r.Live = append(r.Live, k)
		}
	}
	return r
}

// first returns the instruction that comes first in the code.
func (e *explainer) first(list []*ir.Instr) *ir.Instr {
	return slices.MinFunc(list, func(a, b *ir.Instr) int { return cmp.Compare(e.Live.At(a), e.Live.At(b)) })
}

// begins returns where an object's lifetime begins, or its first use. An alloca stands in the entry
// block, and debug info states no source position for it.
func (e *explainer) begins(o *coro.AllocaInfo) Place {
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
func (e *explainer) keepers(o *coro.AllocaInfo) []Keeper {
	list := slices.Clone(o.Keepers)
	slices.SortStableFunc(list, func(a, b coro.Keeper) int {
		return cmp.Or(cmp.Compare(e.Live.At(a.I), e.Live.At(b.I)), cmp.Compare(a.Arg, b.Arg))
	})
	list = slices.Compact(list)
	var out []Keeper
	for _, k := range list {
		r := Keeper{Place: e.place(k.I), Instr: k.I.Op.String(), Call: k.I.IsCall() && k.Arg < k.I.NumCallArgs(),
			Arg: k.Arg}
		if e.spell == nil && e.Speller != nil {
			e.spell = e.Speller(e.F)
		}
		if e.spell != nil {
			r.Instr = e.spell(k.I)
		}
		if f := k.I.CalledFunc(); r.Call && f != nil {
			r.Callee, r.Declared, r.Await = f.Name, f.Declared, strings.Contains(f.Name, awaitSuspend)
			r.This = r.Await || debuginfo.IsThis(e.M, f, k.Arg) || e.isResult(k.I, k.Arg)
			if !r.This {
				r.Decl = debuginfo.DeclOf(e.M, f, k.Arg)
			}
		}
		out = append(out, r)
	}
	return out
}

// isResult reports whether an argument is the address of the call's result (sret).
func (e *explainer) isResult(call *ir.Instr, arg int) bool {
	attrs := call.Call().ArgAttrs
	return arg < len(attrs) && attrs[arg].Get(e.M, "sret") != nil
}

// nextUse returns a use of an object's contents after the first suspend over which it is live: the
// nearest one, in blocks, or nil if it finds none.
func (e *explainer) nextUse(o *coro.AllocaInfo, spans []frame.Span) *ir.Instr {
	at := slices.IndexFunc(e.order, func(s *ir.Instr) bool { return frame.Covers(spans, e.Live.At(s)) })
	if at < 0 {
		return nil
	}
	uses := map[*ir.Block]*ir.Instr{}
	for _, u := range o.Users {
		if ir.LifetimeKind(u) != ir.NotIntrinsic || u.Op == ir.OpGEP || u.Op == ir.OpBitCast ||
			u.Op == ir.OpAddrSpaceCast || e.Crossing.Dom.Index(u.Block()) < 0 ||
			!frame.Covers(spans, e.Live.At(u)) {
			continue
		}
		if old := uses[u.Block()]; old == nil || e.Live.At(u) < e.Live.At(old) {
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
	object := coro.IsObject(e.M, v)
	list := debuginfo.RecordsOf(v, object)
	if rec := debuginfo.ReadOf(e.M, lv); object && rec != nil {
		list = append(list, rec)
	}
	for _, rec := range list {
		kind := rec.Aux.(*ir.DbgAux).Kind
		if !debuginfo.IsPlainExpr(e.M, rec) && !debuginfo.IsPartExpr(e.M, rec, object && kind == "value") {
			continue // the variable is computed from the slot's value
		}
		out, typ := debugVariable(e.M, rec)
		if out == nil {
			continue
		}
		if from, to := debuginfo.Fragment(e.M, rec); to != debuginfo.WholeVariable {
			out.From, out.To = from/8, (to+7)/8
		}
		out.Address = kind == "declare" && !object
		out.OneOf = kind == "value" && !object && !e.counts.AlwaysIs(e.M, lv, rec)
		return out, typ
	}
	return nil, nil
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
