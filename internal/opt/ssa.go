package opt

// The repair of SSA form after a block was copied: a value that the block defines has several
// definitions then, and phis are placed where they meet. Each value gets a variable, each
// definition writes it, each use behind the blocks reads it, and promotion makes values of the
// variables again. So there is one placement of phis here, mem2reg's, at its cost; irreducible
// control flow is nothing special to it. No variable is left.
//
// Who needs it: ThreadConstants, which is the only pass that copies a block of a function into the
// same function. The others do not:
//
//   - Inlining copies blocks, but all of them, so that each copy has its operands beside it; what leaves the copy is the result, by one phi.
//   - Splitting copies bodies into functions of their own: values that are used behind a suspend are in the frame, and what is used where a copy
//     does not come is Lost (see ir.Module.Lost). Recomputing copies a definition to in front of its use, and copies its operands first.
//   - SimplifyCFG, EarlyCSE and InstSimplify copy nothing. A value takes the place of another only where its block dominates.
//   - SROA copies memory intrinsics and markers, which define nothing.
//   - adoptAllocas of splitting moves allocas to the entry, up, where they dominate more than before.
//
// What it does not do: definitions by terminators (an invoke's block is not copied), tokens (no phi
// may merge them), debug records, which the pass that copies has to settle.

import "github.com/corolower/corolower/internal/ir"

// ssaRepair collects further definitions of values. Until run, uses name the first definition,
// whichever reaches them: a use of %x anywhere means what %x is there.
type ssaRepair struct {
	values []*ir.Instr // in the order in which they got a second definition
	copies map[*ir.Instr][]copied
	held   map[*ir.Instr]bool // values that define others behind their own block: uses that no use list has
}

// copied is a further definition of a value.
type copied struct {
	v  ir.Value
	in *ir.Block // where it stands in for the first
}

// define notes that v is what value i is at the end of block b. If v is itself a value with several
// definitions, that is what it is at the beginning of b. For example, a copy of the head of a loop
// that swaps two phis has %b for %a, and %a for %b.
func (s *ssaRepair) define(i *ir.Instr, v ir.Value, b *ir.Block) {
	if s.copies == nil {
		s.copies, s.held = map[*ir.Instr][]copied{}, map[*ir.Instr]bool{}
	}
	if x, ok := v.(*ir.Instr); ok && x.Block() != b {
		s.held[x] = true
	}
	if s.copies[i] == nil {
		s.values = append(s.values, i)
	}
	s.copies[i] = append(s.copies[i], copied{v, b})
}

// run places phis for the values that have several definitions.
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
	// What a definition takes over from before its block is read before any variable is written
	// there.
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
	for _, i := range s.values { // behind the writes: a phi reads what is known at the end of a block
		reload(bld, i, vars[i])
	}
	promoteAll(m, f, list)
}

// reload lets the uses of a value behind its block read a variable.
func reload(bld *ir.Builder, i, a *ir.Instr) {
	var uses []*ir.Use
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if behindUse(i.Block(), u) {
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

// usedBehind reports a value that is used in other blocks, phis of its own block's edges left out.
func usedBehind(i *ir.Instr) bool {
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if behindUse(i.Block(), u) {
			return true
		}
	}
	return false
}

// behindUse reports a use of a value of b to which control comes when it has left b.
func behindUse(b *ir.Block, u *ir.Use) bool {
	x := u.User()
	if x.Op == ir.OpPhi {
		return x.PhiBlocks()[u.Index()] != b
	}
	return x.Block() != b
}
