// Package opt holds the few general clean-ups that coroutine lowering needs: folding terminators,
// removing unreachable blocks and dead instructions, and simplifying the control flow of what is
// left.
//
// What it does: reproduce what LLVM's passes of the same names do to lowered coroutines, close
// enough that the text comes out the same for the control flow that lowering leaves behind.
//
// Inlining of one call, and what takes values out of memory (SROA, mem2reg) and simplifies them,
// are here as well, for passes that decide what is worth it; Simplify runs the scalar ones in
// order. They may be run on coroutines that are still to be split: the intrinsics are calls with
// effects to them, nothing known of memory passes a suspend, and what an exception may leave behind
// in memory stays there (see exits.go). Their cost is linear in the function, but for slots that
// live far and wide: promotion looks at each block in which each lives.
//
// What it does not do: optimise. It duplicates no code and hoists nothing that has an effect.
package opt
