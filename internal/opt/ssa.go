// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// SSA repair after a block was copied: a value that the block defines then has several definitions,
// and phis must be placed where they meet. Each value becomes a variable, each definition writes
// it, each use after the blocks reads it, and promotion then converts the variables to values. So
// mem2reg is the only code that places phis, its cost applies, and irreducible control flow needs
// no special handling. No variable remains.
//
// Each copy of a block within its function is made with ssaRepair, because control then may reach
// uses from several definitions. These copies need none:
//
//   - Inlining copies whole bodies, so each copied use has its copied definition. Only the result
//     leaves the copy, through one phi.
//   - Splitting copies bodies into new functions: values that are live across a suspend are in the
//     frame, and a value whose definition is unreachable in a copy is Lost (see ir.Module.Lost).
//     Rematerialization copies a definition to the position before its use, after copying its
//     operands.
//   - SimplifyCFG, EarlyCSE and InstSimplify copy nothing. They replace a value only where the
//     other one dominates. SimplifyCFG bypasses only blocks that define no values but phis which
//     are used in the next block's phis.
//   - SROA copies memory intrinsics and markers, which define nothing.
//   - adoptAllocas of splitting moves allocas up to the entry, where they dominate more than
//     before.
//
// Not supported are definitions by terminators (a block that ends in an invoke is not copied),
// tokens (no phi may merge them), and debug records, which the copying pass must fix.
//
// A copy may be copied again, for example if %mid and then its copy are bypassed. It then defines,
// too, what the first copy defines in place of the original:
//
//	mid:
//	  %s = add i32 %n, 1                 ; used after %mid
//	  br i1 %c, label %y, label %d
//	mid.thread:                              ; defines %s as %t
//	  %t = add i32 %n, 1
//	  br label %y
//	mid.thread.thread:                       ; defines %s as %u
//	  %u = add i32 %n, 1
//	  br label %z

import "github.com/corolower/corolower/internal/ir"

// ssaRepair collects further definitions of values. Until run, every use refers to the first
// definition and means the one that reaches it.
type ssaRepair struct {
	values []*ir.Instr // in the order of their second definition
	copies map[*ir.Instr][]copied
	in     map[*ir.Block][]definition
	// values that serve as definitions of others outside their own block: uses that are in no use
	// list
	held map[*ir.Instr]bool
}

// definition says that a value equals another one at the end of a block.
type definition struct {
	of *ir.Instr
	v  ir.Value
}

// copied is a further definition of a value.
type copied struct {
	v  ir.Value
	in *ir.Block // the block where it replaces the first definition
}

// define records that value i equals v at the end of block b. If v itself has several definitions,
// v means its value at the beginning of b. For example, when the head of a loop that swaps two phis
// is copied, the copy defines %a as %b and %b as %a.
func (s *ssaRepair) define(i *ir.Instr, v ir.Value, b *ir.Block) {
	if s.copies == nil {
		s.copies, s.held, s.in = map[*ir.Instr][]copied{}, map[*ir.Instr]bool{}, map[*ir.Block][]definition{}
	}
	if x, ok := v.(*ir.Instr); ok && x.Block() != b {
		s.held[x] = true
	}
	if s.copies[i] == nil {
		s.values = append(s.values, i)
	}
	s.copies[i] = append(s.copies[i], copied{v, b})
	s.in[b] = append(s.in[b], definition{i, v})
}

// copyBlock records the definitions of block b for its copy n. own maps the values of b to those of n.
func (s *ssaRepair) copyBlock(b, n *ir.Block, own incoming) {
	for _, x := range s.in[b] {
		s.define(x.of, own.of(x.v), n)
	}
}

// run places phis for the values with several definitions.
func (s *ssaRepair) run(m *ir.Module, f *ir.Func) {
	if len(s.values) == 0 {
		return
	}
	bld := ir.NewBuilder(m)
	entry := f.Entry()
	vars := map[*ir.Instr]*ir.Instr{}
	var list []*ir.Instr
	for _, i := range s.values {
		vars[i] = bld.Before(entry.First()).Alloca(i.Type(), 0, 1, "")
		list = append(list, vars[i])
	}
	// Load the values that definitions take from before their blocks, before those blocks write any
	// variable.
	for _, i := range s.values {
		for k, c := range s.copies[i] {
			if old, ok := c.v.(*ir.Instr); ok && vars[old] != nil {
				s.copies[i][k].v = bld.Before(c.in.FirstInsertionPt()).Load(old.Type(), vars[old], 1, "")
			}
		}
	}
	for _, i := range s.values {
		at := i.Next()
		if i.Op == ir.OpPhi {
			at = i.Block().FirstInsertionPt()
		}
		bld.Before(at).Store(i, vars[i], 1)
		for _, c := range s.copies[i] {
			bld.Before(c.in.Terminator()).Store(c.v, vars[i], 1)
		}
	}
	for _, i := range s.values { // after the stores: a phi reads the value at the end of a block
		reload(bld, i, vars[i])
	}
	promoteAll(m, f, list)
}

// reload makes the uses of a value after its block read a variable.
func reload(bld *ir.Builder, i, a *ir.Instr) {
	var uses []*ir.Use
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if useAfter(i.Block(), u) {
			uses = append(uses, u)
		}
	}
	for _, u := range uses {
		at := u.User()
		if at.Op == ir.OpPhi {
			at = at.PhiBlocks()[u.Index()].Terminator()
		}
		u.Set(bld.Before(at).Load(i.Type(), a, 1, ""))
	}
}

// usedAfter reports whether a value is used in other blocks. A phi operand on an edge out of the
// value's own block does not count.
func usedAfter(i *ir.Instr) bool {
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if useAfter(i.Block(), u) {
			return true
		}
	}
	return false
}

// useAfter reports whether a use of a value of b executes after control has left b.
func useAfter(b *ir.Block, u *ir.Use) bool {
	x := u.User()
	if x.Op == ir.OpPhi {
		return x.PhiBlocks()[u.Index()] != b
	}
	return x.Block() != b
}
