// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// The cost of inlining a call: the usual rule for small callees, in LLVM's units, so that its
// numbers have the familiar meaning. The estimate considers the callee and, if that is too much, what
// the constant arguments of the call leave of it.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// The units: an instruction that becomes a machine instruction costs 5, a call 25 more. The
// thresholds are LLVM's at -O2.
const (
	costInstr     = 5
	costCall      = 25
	thresholdO2   = 225
	thresholdHint = 325
	thresholdCold = 45
	thresholdSize = 50
	thresholdMin  = 5
	bonusLastCall = 15000
)

// InlineCost returns the cost of a loaded function's body, in the units above. It is the increase
// of the caller when the body is copied, without the savings of the removed call. Casts of pointers,
// addresses at constant offsets, phis, debug records and lifetime markers are free.
func InlineCost(m *ir.Module, f *ir.Func) int {
	cost := 0
	for i := range f.Instrs() {
		cost += instrCost(m, i)
	}
	return cost
}

// costWith returns the cost of what a call may run of its callee: the blocks that its constant
// arguments do not exclude, without the instructions that they fold. For example, a callee that
// switches on the size of a copy costs as much as the copy of one size. ok is false if that is more
// than limit: the search stops there, so that it takes no longer than inlining.
func costWith(m *ir.Module, f *ir.Func, call *ir.Instr, limit int) (cost int, ok bool) {
	known := map[ir.Value]ir.Value{}
	of := func(v ir.Value) ir.Value {
		if c := known[v]; c != nil {
			return c
		}
		return v
	}
	for k := range min(len(f.Params), call.NumCallArgs()) {
		if _, ok := intConst(call.Arg(k)); ok {
			known[f.Params[k]] = call.Arg(k)
		}
	}
	if len(known) == 0 {
		return 0, false
	}
	left := limit
	work := ir.NewWorklist(f.Entry())
	for b := range work.All {
		next := b.Succs(nil)
		for i := b.First(); i != nil; i = i.Next() {
			if left--; left < 0 {
				return 0, false
			}
			n := i.NumArgs()
			if n == 0 || i.Op == ir.OpPhi {
				continue
			}
			x := of(i.Arg(0))
			c, constant := intConst(x)
			if v := foldConstants(m, i, x, of(i.Arg(min(1, n-1)))); v != nil {
				known[i] = v
			} else if constant && (i.Op == ir.OpSwitch || i.Op == ir.OpBr) {
				next = []*ir.Block{chosen(i, c)}
			} else if cost += instrCost(m, i); cost > limit {
				return 0, false
			}
		}
		work.Add(next...)
	}
	return cost, true
}

func instrCost(m *ir.Module, i *ir.Instr) int {
	switch i.Op {
	case ir.OpPhi, ir.OpRet, ir.OpUnreachable, ir.OpAlloca, ir.OpBitCast,
		ir.OpAddrSpaceCast, ir.OpPtrToInt, ir.OpIntToPtr, ir.OpTrunc,
		ir.OpExtractValue, ir.OpInsertValue, ir.OpLandingPad, ir.OpResume, ir.OpDbg, ir.OpFreeze:
		return 0
	case ir.OpBr:
		if i.NumArgs() == 1 {
			return 0
		}
	case ir.OpSwitch:
		return costInstr * (i.NumCases() + 1)
	case ir.OpGEP:
		if constIndices(i) {
			return 0
		}
	case ir.OpCall, ir.OpInvoke:
		return callCost(i)
	}
	return costInstr
}

// callCost returns the cost of a call: its arguments, the call itself, and its effect on registers.
// For example, a call with two arguments costs 40. A sanitizer's report costs nothing, because
// later passes remove most of its checks: a destructor of three lines has four of them.
func callCost(i *ir.Instr) int {
	f := i.CalledFunc()
	if ir.OnlyReports(f) {
		return 0
	}
	if f == nil || !f.IsIntrinsic() {
		return costInstr*(i.NumCallArgs()+1) + costCall
	}
	if id := f.Intrinsic(); id.IsCoro() || id.Is(ir.NoCode) {
		return 0
	}
	if memCall(i) != ir.NotIntrinsic {
		return costInstr*(i.NumCallArgs()+1) + costCall
	}
	return costInstr
}

// CallCost returns the increase of the caller when a call is inlined: the cost of the body, which
// the caller of CallCost computes once per callee, minus the cost of the call. lastCall means that
// the callee is local and this call is its only use, so its body disappears with the call.
func CallCost(body int, call *ir.Instr, lastCall bool) int {
	body -= costInstr*(call.NumCallArgs()+1) + costCall
	if lastCall {
		body -= bonusLastCall
	}
	return body
}

// InlineThreshold returns the cost below which a call is worth inlining. It is lower in cold code
// and under minsize and optsize, and higher on a GPU for a call that gets the address of a local.
func InlineThreshold(m *ir.Module, call *ir.Instr) int {
	caller, f := call.Func(), call.CalledFunc()
	t := thresholdO2
	if f.HasAttr("inlinehint") {
		t = thresholdHint
	}
	if f.HasAttr("cold") || call.Call().Attrs.Has(m, "cold") || caller.HasAttr("cold") {
		t = thresholdCold
	}
	switch {
	case caller.HasAttr("minsize"):
		t = min(t, thresholdMin)
	case caller.HasAttr("optsize"):
		t = min(t, thresholdSize)
	}
	if factor := target.Parse(m.Triple).InlineFactor(); factor > 1 && FreesLocal(call, asIs) {
		t *= factor
	}
	return t
}

// FreesLocal reports whether inlining a call may take a local of the caller out of memory: the callee
// and the other code only load and store it. A local whose address is kept stays in memory anyway.
// Bodies returns the body that would be inlined for a function, or nil if there is none.
func FreesLocal(call *ir.Instr, bodies func(*ir.Func) *ir.Func) bool {
	for k := range call.NumCallArgs() {
		if a := localOf(call.Arg(k)); a != nil {
			s := accessSearch{bodies: bodies, left: maxAccesses}
			if s.param(call, k) && s.only(a) {
				return true
			}
		}
	}
	return false
}

// asIs returns a function itself if it has a body.
func asIs(f *ir.Func) *ir.Func {
	if f.Loaded() {
		return f
	}
	return nil
}

// maxAccesses bounds the uses that accessSearch visits for one call, which keeps the cost linear.
const maxAccesses = 400

// accessSearch looks for a use of an address that is no access to its memory.
type accessSearch struct {
	bodies func(*ir.Func) *ir.Func
	left   int
	callee int // how many calls deep the search is
	seen   map[*ir.Param]bool
}

// only reports whether all uses of an address access its memory, or pass it to callees that do. A
// callee may return it if the caller only accesses its memory with the result.
func (s *accessSearch) only(v ir.LocalValue) bool {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if s.left--; s.left < 0 {
			return false
		}
		x := u.User()
		if x.Flags&ir.FlagVolatile != 0 {
			return false
		}
		switch x.Op {
		case ir.OpLoad, ir.OpICmp:
		case ir.OpStore:
			if u.Index() != 1 {
				return false
			}
		case ir.OpGEP, ir.OpBitCast, ir.OpAddrSpaceCast:
			if !s.only(x) {
				return false
			}
		case ir.OpCall, ir.OpInvoke:
			if u.Index() >= x.NumCallArgs() || !s.param(x, u.Index()) || x.Type().IsPtr() && !s.only(x) {
				return false
			}
		case ir.OpRet:
			if s.callee == 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// param reports whether a callee only accesses the memory of an argument, or returns it.
func (s *accessSearch) param(call *ir.Instr, k int) bool {
	f := call.CalledFunc()
	switch {
	case f == nil:
		return false
	case f.IsIntrinsic():
		return ir.IsLifetime(call) || ir.IsMemIntrinsic(f)
	}
	if f = s.bodies(f); f == nil || k >= len(f.Params) {
		return false
	}
	p := f.Params[k]
	if s.seen[p] {
		return true
	}
	ir.Put(&s.seen, p, true)
	s.callee++
	only := s.only(p)
	s.callee--
	return only
}

// PassesLocal reports whether an argument of a call is an address in a local of the caller.
func PassesLocal(call *ir.Instr) bool {
	for k := range call.NumCallArgs() {
		if localOf(call.Arg(k)) != nil {
			return true
		}
	}
	return false
}

// maxLocalSteps bounds the casts and offsets between a local and an address in it.
const maxLocalSteps = 8

// localOf returns the local that an address is in, with constant or other offsets, or nil.
func localOf(v ir.Value) *ir.Instr {
	for range maxLocalSteps {
		i, ok := v.(*ir.Instr)
		switch {
		case !ok:
			return nil
		case i.Op == ir.OpAlloca:
			return i
		case i.Op != ir.OpGEP && i.Op != ir.OpBitCast && i.Op != ir.OpAddrSpaceCast:
			return nil
		}
		v = i.Arg(0)
	}
	return nil
}
