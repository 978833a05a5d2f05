// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Profile counts of calls in inlined code. A call's counts are those of all runs of the callee, so the
// copy gets the share of the runs that come from the inlined call. For example, if a function is
// entered 1000 times, and 250 times from the inlined call,
//
//	call void @g(), !prof !{!"branch_weights", i32 400}
//
// has the count 100 in the copy. The callee keeps its counts, because other units may inline it too.

import (
	"slices"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// siteRuns returns how often the inlined call runs, or nil if that is unknown or nothing depends on it.
// It renumbers the caller.
func (in *inliner) siteRuns() *uint64 {
	if debuginfo.EntryCount(in.m, in.callee) == nil || !slices.ContainsFunc(in.callee.Blocks(), hasCounts) {
		return nil
	}
	if w := branchWeights(in.m, in.call); len(w) == 1 {
		return &w[0]
	}
	q := NewProfile(in.m, in.caller)
	if q == nil {
		return nil
	}
	defer q.dom.Done()
	n := q.Runs(in.call.Block())
	return &n
}

// hasCounts reports whether a call in a block has counts.
func hasCounts(b *ir.Block) bool {
	for i := b.First(); i != nil; i = i.Next() {
		if i.Op == ir.OpCall && i.MetaOf("prof") != nil {
			return true
		}
	}
	return false
}

// scaleCounts scales the counts of the copy's calls to the runs of the inlined call. It removes them if
// these are unknown.
func (in *inliner) scaleCounts(runs *uint64) {
	all := debuginfo.EntryCount(in.m, in.callee)
	if all == nil {
		return
	}
	for _, b := range in.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			if n := in.m.MDNode(i.MetaOf("prof")); n != nil && i.Op == ir.OpCall {
				if runs == nil {
					i.SetMeta("prof", nil)
				} else if *all > *runs {
					i.SetMeta("prof", in.scaled(n, *runs, *all))
				}
			}
		}
	}
}

// scaled returns a copy of a node with scaled counts. The other numbers of a value profile are the
// values and their kind:
//
//	!{!"VP", i32 0, i64 TOTAL, i64 VALUE, i64 COUNT, i64 VALUE, i64 COUNT}
func (in *inliner) scaled(n *ir.MDNode, runs, all uint64) *ir.MD {
	fields := slices.Clone(n.Fields)
	for k := range fields {
		c, ok := fields[k].Val.Val.(*ir.Const)
		if ok && (fields[0].Val.Text != "VP" || k >= 2 && k%2 == 0) {
			count := in.m.ConstInt(c.Type(), int64(Reached(c.Uint64(), runs, all)))
			fields[k].Val = &ir.MD{Kind: ir.MDValue, Val: count}
		}
	}
	return in.m.AddMD(&ir.MDNode{Fields: fields})
}
