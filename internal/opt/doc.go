// Package opt holds the few general clean-ups that coroutine lowering needs: folding terminators, removing unreachable blocks and dead
// instructions, and simplifying the control flow of what is left.
//
// What it does: reproduce what LLVM's passes of the same names do to lowered coroutines, close enough that the text comes out the same
// for the control flow that lowering leaves behind.
//
// Inlining of one call, and what takes values out of memory (SROA, mem2reg) and simplifies them, are here as well, for passes that decide
// what is worth it.
//
// What it does not do: optimise. It duplicates no code, hoists nothing that has an effect, and looks at no instruction's meaning beyond
// constants in branch conditions. It knows nothing of coroutines: their intrinsics are calls with effects to it, so that a coroutine that
// is still to be split passes through unharmed.
package opt
