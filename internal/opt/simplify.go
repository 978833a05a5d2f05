package opt

// The scalar passes in the order in which they serve each other.
//
// What it does: bring what inlining and frontends leave in memory into values, and fold what that
// makes constant, so that the passes that follow a coroutine's handle see where it comes from and
// where it goes. What it does not do: search for a fixed point. Two rounds at most are run, so that
// the cost stays that of the passes.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// simplifyRounds is how often the passes are run: once more than needed by code in which no address
// lies in memory.
const simplifyRounds = 2

// Simplify runs the scalar passes on one function, which may be a coroutine that is still to be
// split. It reports whether anything changed; a function in which nothing is to be done is left as
// it is. Returns are not merged: who asks on which path a function is left wants to be told of the
// one that was written.
func Simplify(m *ir.Module, f *ir.Func, l *target.Layout) bool {
	changed, _ := simplify(m, f, l, true)
	return changed
}

// Settle is Simplify, and reports whether to simplify the function again would change nothing: in
// the last round nothing did.
func Settle(m *ir.Module, f *ir.Func, l *target.Layout) (settled bool) {
	_, settled = simplify(m, f, l, true)
	return settled
}

// simplify is Simplify and Settle; skip: idle passes are left out, which makes no difference.
func simplify(m *ir.Module, f *ir.Func, l *target.Layout, skip bool) (changed, settled bool) {
	var idle idlePasses
	for range simplifyRounds {
		round := ThreadConstants(m, f) // first: once memory is in values, these want repair
		round = unpackSingles(m, f, l) || round
		round = SROA(m, f, l) || round
		if round || !idle.values {
			round = InstSimplify(m, f, l) || round
		}
		merged := false
		if round || !idle.cse {
			merged = EarlyCSE(m, f, l)
			round = round || merged
		}
		var cfg cfgChange // the second round serves what a new shape of the control flow shows
		if f.NumBlocks() > 1 {
			cfg = simplifyCFG(f, false)
		}
		seen := false // the function, as it is, by InstSimplify
		if cfg.changed {
			round = true
			seen = !InstSimplify(m, f, l) // phis that lost entries
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

// idlePasses are passes that find nothing to do in a second round as long as nothing changes in
// front of them. Of 100 second rounds 95 change nothing, and to find that out again took a third of
// Simplify's time.
type idlePasses struct {
	values, cse, dce bool
}

// after sets them behind a round. merged: EarlyCSE changed something; settled: neither InstSimplify
// nor DCE did, which came last.
//
//   - DCE drops all at once.
//   - InstSimplify has seen the function as it is, if it is settled.
//   - EarlyCSE has seen it as it is, but for the blocks that went. What is known at the end of a block is known at the beginning of one that only
//     it leads to; and where an empty block is led past, no more is known behind it. What EarlyCSE changed itself is nothing that it looked at
//     before: it goes down the dominator tree in reverse post-order, so that without loops all operands are what they will be when an
//     instruction is looked at, those of phis too. In a loop phis may show more.
func (idle *idlePasses) after(cfg cfgChange, merged, settled bool) {
	idle.dce = true
	idle.values = settled
	idle.cse = settled && cfg.joined && !(merged && cfg.loops)
}
