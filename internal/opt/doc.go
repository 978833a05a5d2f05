// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package opt holds the few general clean-ups that coroutine lowering needs: folding terminators,
// removing unreachable blocks and dead instructions, and simplifying the remaining control flow.
//
// These passes reproduce LLVM's passes of the same names on lowered coroutines, closely enough that
// the text is the same for the control flow that lowering leaves.
//
// The package also inlines single calls, promotes memory to values (SROA, mem2reg) and simplifies
// values, for passes that decide where this is profitable; Simplify runs the scalar passes in
// sequence. They may run on coroutines that are not split yet: the intrinsics are calls with
// effects to them, no known content of memory survives a suspend, and memory that an exception may
// leave behind stays memory (see exits.go). Their cost is linear in the size of the function,
// except for variables with long live ranges: promotion visits each block in which a variable is
// live.
//
// The package does not optimize in general. Only inlining, jump threading and unrolling copy code, and
// no pass hoists an instruction with an effect. The passes on loops run only where no other optimiser
// does.
package opt
