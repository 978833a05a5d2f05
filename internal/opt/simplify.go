// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// The sequence of the scalar passes.
//
// Simplify promotes memory that inlining and frontends leave to values, and folds the constants
// that this exposes, so that later passes can follow a coroutine's handle from its definition to
// its uses. It does not iterate to a fixed point: it runs at most two rounds, so its cost stays
// that of the passes.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// simplifyRounds is the number of rounds: one more than code needs that keeps no address in memory.
const simplifyRounds = 2

// Simplify runs the scalar passes on one function, which may be a coroutine that is not split yet.
// It reports whether it changed anything; a function without opportunities stays exactly as it is.
// It does not merge returns, because callers that report a path refer to the return that the source
// has.
func Simplify(m *ir.Module, f *ir.Func, l *target.Layout) bool {
	changed, _ := simplify(m, f, l, true)
	return changed
}

// Settle runs Simplify and reports whether another Simplify would change nothing, because the last
// round changed nothing.
func Settle(m *ir.Module, f *ir.Func, l *target.Layout) (settled bool) {
	_, settled = simplify(m, f, l, true)
	return settled
}

// simplify implements Simplify and Settle. skip omits idle passes, and shares the dominator tree of
// SROA with InstSimplify and EarlyCSE. Neither affects the result.
func simplify(m *ir.Module, f *ir.Func, l *target.Layout, skip bool) (changed, settled bool) {
	var idle idlePasses
	for range simplifyRounds {
		round := ThreadConstants(m, f) // first, because values that are already promoted would need SSA repair
		promoted, dom := sroaAndTree(m, f, l)
		round = promoted || round
		if !skip {
			dom.Done()
			dom = nil
		}
		if round || !idle.values {
			simplified, flow := instSimplify(m, f, l, dom)
			if round = simplified || round; flow {
				dom.Done()
				dom = nil
			}
		}
		merged := false
		if round || !idle.cse {
			merged = earlyCSE(m, f, l, false, dom)
			round = round || merged
		}
		dom.Done()
		var cfg cfgChange // the second round uses the opportunities of a new control flow
		if f.NumBlocks() > 1 {
			cfg = simplifyCFG(f, false)
		}
		seen := false // InstSimplify has seen the function in its current state
		if cfg.changed {
			round = true
			seen = !InstSimplify(m, f, l) // for phis that lost entries
		}
		if round || !idle.dce {
			dropped := DCE(m, f)
			round = round || dropped
			if skip {
				idle.after(cfg, merged, seen && !dropped)
			}
		}
		if settled = !round; settled {
			break
		}
		changed = true
		if !cfg.changed {
			break
		}
	}
	if changed {
		f.Changed = true
	}
	return changed, settled
}

// idlePasses says which passes find no opportunity in a second round unless an earlier pass changes
// something. 95 of 100 second rounds change nothing, and finding that out took a third of
// Simplify's time.
type idlePasses struct {
	values, cse, dce bool
}

// after sets the flags after a round. merged means that EarlyCSE changed something; settled means
// that neither InstSimplify nor DCE, which ran last, did.
//
//   - DCE removes everything dead in one run.
//   - InstSimplify has seen the function in its current state if it is settled.
//   - EarlyCSE has seen the function in its current state except for removed blocks. The facts at
//     the end of a block also hold at the beginning of its only successor if that has no other
//     predecessor, and bypassing an empty block adds no facts after it. EarlyCSE's own changes
//     create no opportunities: it visits the dominator tree in reverse post-order, so without loops
//     all operands, including those of phis, are final when it visits an instruction. In a loop
//     phis may expose more.
func (idle *idlePasses) after(cfg cfgChange, merged, settled bool) {
	idle.dce = true
	idle.values = settled
	idle.cse = settled && cfg.joined && !(merged && cfg.loops)
}
