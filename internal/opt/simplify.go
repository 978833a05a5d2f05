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
	changed, _ := simplify(m, f, l)
	return changed
}

// Settle runs Simplify and reports whether another Simplify would change nothing, because the last
// round changed nothing.
func Settle(m *ir.Module, f *ir.Func, l *target.Layout) (settled bool) {
	_, settled = simplify(m, f, l)
	return settled
}

// simplify implements Simplify and Settle.
func simplify(m *ir.Module, f *ir.Func, l *target.Layout) (changed, settled bool) {
	for range simplifyRounds {
		round := ThreadConstants(m, f) // first, because values that are already promoted would need SSA repair
		round = SROA(m, f, l) || round
		round = InstSimplify(m, f, l) || round
		round = EarlyCSE(m, f, l) || round
		cfg := f.NumBlocks() > 1 && simplifyCFG(f, false)
		if cfg {
			round = true
			InstSimplify(m, f, l) // for phis that lost entries
		}
		round = DCE(m, f) || round
		if settled = !round; settled {
			break
		}
		changed = true
		if !cfg {
			break // the second round uses the opportunities of a new control flow
		}
	}
	if changed {
		f.Changed = true
	}
	return changed, settled
}
