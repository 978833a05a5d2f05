package opt

// The scalar passes in the order in which they serve each other.
//
// What it does: bring what inlining and frontends leave in memory into values, and fold what that makes constant, so that the passes that
// follow a coroutine's handle see where it comes from and where it goes. What it does not do: search for a fixed point. Two rounds at most
// are run, so that the cost stays that of the passes.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// simplifyRounds is how often the passes are run: once more than needed by code in which no address lies in memory.
const simplifyRounds = 2

// Simplify runs the scalar passes on one function, which may be a coroutine that is still to be split. It reports whether anything
// changed; a function in which nothing is to be done is left as it is. Returns are not merged: who asks on which path a function is left
// wants to be told of the one that was written.
func Simplify(m *ir.Module, f *ir.Func, l *target.Layout) bool {
	changed := false
	for range simplifyRounds {
		round := ThreadConstants(m, f) // first: once memory is in values, these want repair
		round = unpackSingles(m, f, l) || round
		round = SROA(m, f, l) || round
		round = InstSimplify(m, f, l) || round
		round = EarlyCSE(m, f, l) || round
		again := false // the second round serves what a new shape of the control flow shows
		if f.NumBlocks() > 1 && simplifyCFG(f, false) {
			round, again = true, true
			InstSimplify(m, f, l) // phis that lost entries
		}
		round = DCE(m, f) || round
		if !round {
			break
		}
		changed = true
		if !again {
			break
		}
	}
	if changed {
		f.Changed = true
	}
	return changed
}
