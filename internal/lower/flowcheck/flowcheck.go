// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package flowcheck checks the profile counts of the functions into which a coroutine was split. A
// coroutine is resumed or destroyed as often as it was suspended, at each suspend. For example, if
// the ramp suspends 10 times at the first suspend, and the resume part 990 times, these counts are
// right:
//
//	define void @f.resume(ptr) !prof !{!"function_entry_count", i64 990}
//	define void @f.destroy(ptr) !prof !{!"function_entry_count", i64 10}
//
// The check sees only the finished functions. It shares no code with the estimate of frequencies
// (opt.Frequencies), from which the counts come: it takes one block after the other out of a
// function, and connects the blocks around it, until only the entry and the suspends are left. It
// edits nothing. Where a branch without weights decides whether a suspend is reached, nothing is
// known, so there is no finding.
package flowcheck

import (
	"fmt"
	"math"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// Suspend is the place of a suspend in one function: the blocks in which the coroutine suspends, and
// the block in which it continues. A block is nil if the function has none.
type Suspend struct {
	Leave []*ir.Block
	Enter *ir.Block
}

// accuracy is the largest relative difference. The estimate counts a loop that nothing leaves as
// 4096 rounds.
const accuracy = 0.01

// Check compares how often some functions suspend and continue a coroutine at each suspend, and
// describes the first difference; "" if there is none or nothing is known. Each count may be off by
// one, because it is an integer.
func Check(m *ir.Module, functions []*ir.Func, places map[*ir.Func][]Suspend) string {
	n := len(places[functions[0]])
	left, continued := make([]float64, n), make([]float64, n)
	for _, f := range functions {
		count := debuginfo.EntryCount(m, f)
		if count == nil {
			continue // never entered, or unknown
		}
		runs := float64(*count)
		leaves, all := map[*ir.Block]bool{}, map[*ir.Block]bool{}
		for _, s := range places[f] {
			for _, b := range s.Leave {
				leaves[b], all[b] = true, true
			}
			all[s.Enter] = true
		}
		reached, known := reach(m, f, leaves)
		entered, also := reach(m, f, all)
		if !known || !also {
			return ""
		}
		for k, s := range places[f] {
			for _, b := range s.Leave {
				left[k] += runs * reached[b]
			}
			continued[k] += runs * entered[s.Enter]
		}
	}
	for k := range left {
		if math.Abs(left[k]-continued[k]) > accuracy*left[k]+float64(n+2) {
			return fmt.Sprintf("suspend %d is left %.0f times, but the coroutine continues there %.0f times", k, left[k], continued[k])
		}
	}
	return ""
}

// flow holds the probabilities of the blocks to which control goes from a block.
type flow map[*ir.Block]float64

// reach returns the probability that control reaches each of some blocks from the entry, before any
// other of them. It reports false if that depends on a branch without weights.
func reach(m *ir.Module, f *ir.Func, ends map[*ir.Block]bool) (map[*ir.Block]float64, bool) {
	alive := ir.NewWorklist(f.Entry())
	for b := range alive.All {
		if !ends[b] {
			alive.Add(b.Succs(nil)...)
		}
	}
	g := &graph{m: m, ends: ends, alive: alive.Has, dead: map[*ir.Block]bool{}, from: map[*ir.Block][]flow{}, into: map[*ir.Block][]flow{}}
	f.Renumber()
	order := ir.ReversePostOrder(f)
	for k := len(order) - 1; k >= 0; k-- {
		if b := order[k]; alive.Has(b) && !ends[b] {
			g.add(b)
		}
	}
	for k := len(order) - 1; k > 0; k-- {
		if b := order[k]; alive.Has(b) && !ends[b] && !g.remove(b) {
			return nil, false
		}
	}
	entry := order[0]
	if ends[entry] {
		return flow{entry: 1}, true
	}
	return g.from[entry][0], g.same(entry) && !g.dead[entry]
}

// graph is what remains of a function.
type graph struct {
	m     *ir.Module
	ends  map[*ir.Block]bool
	alive func(*ir.Block) bool
	dead  map[*ir.Block]bool   // all paths lead to unreachable
	from  map[*ir.Block][]flow // several: one of them, without weights
	into  map[*ir.Block][]flow // those that contain the block
}

// add adds a block, whose successors were added unless there is a loop.
func (g *graph) add(b *ir.Block) {
	t := b.Terminator()
	succs := b.Succs(nil)
	w := weights(g.m, t)
	if k, ok := g.decided(t); ok {
		w = make([]float64, len(succs))
		w[k] = 1
	} else if t.Op == ir.OpInvoke && len(w) != len(succs) {
		w = []float64{1, 0}
	}
	whole, list, sum := flow{}, []flow(nil), 0.0
	for k, s := range succs {
		if g.dead[s] {
			continue
		}
		list = append(list, flow{s: 1})
		if len(w) == len(succs) {
			whole[s] += w[k]
			sum += w[k]
		}
	}
	if sum > 0 {
		for s := range whole {
			whole[s] /= sum
		}
		list = []flow{whole}
	}
	if len(list) == 0 {
		g.dead[b] = len(succs) > 0 || t.Op == ir.OpUnreachable
		list = []flow{{}}
	}
	g.from[b] = list
	for _, x := range list {
		for s := range x {
			g.into[s] = append(g.into[s], x)
		}
	}
}

// decided returns the index of the successor that a branch always takes, because all edges into its
// block that control takes bring the same constant.
func (g *graph) decided(t *ir.Instr) (int, bool) {
	for p := range t.Block().Phis() {
		var only *ir.Const
		for k, from := range p.PhiBlocks() {
			if !g.alive(from) || g.ends[from] {
				continue
			}
			c, ok := p.Arg(k).(*ir.Const)
			if !ok || !c.IsInt() || only != nil && !ir.SameValue(only, c) {
				only = nil
				break
			}
			only = c
		}
		if only != nil {
			if k := ir.EdgeOf(t, p, only.Int64()); k >= 0 {
				return k, true
			}
		}
	}
	return 0, false
}

// same reports whether it makes no difference where control goes from a block.
func (g *graph) same(b *ir.Block) bool {
	list := g.from[b]
	for _, x := range list[1:] {
		if len(x) != len(list[0]) {
			return false
		}
		for s, p := range x {
			if math.Abs(p-list[0][s]) > 1e-9 {
				return false
			}
		}
	}
	return true
}

// remove takes a block out of the graph. It reports whether that is possible.
func (g *graph) remove(b *ir.Block) bool {
	if !g.same(b) {
		return false
	}
	own := g.from[b][0]
	again := own[b]
	delete(own, b)
	for _, x := range g.into[b] {
		p := x[b]
		delete(x, b)
		if p == 0 || again > 1-1e-12 {
			continue // taken out, or control never leaves a loop
		}
		for s, q := range own {
			if x[s] == 0 {
				g.into[s] = append(g.into[s], x)
			}
			x[s] += p * q / (1 - again)
		}
	}
	return true
}

// weights returns the branch weights of a terminator, or nil.
func weights(m *ir.Module, t *ir.Instr) (list []float64) {
	n := m.MDNode(t.MetaOf("prof"))
	if n == nil || len(n.Fields) == 0 || n.Fields[0].Val.Text != "branch_weights" {
		return nil
	}
	for _, f := range n.Fields[1:] {
		if c, ok := f.Val.Val.(*ir.Const); ok {
			list = append(list, float64(c.Uint64()))
		}
	}
	return list
}
