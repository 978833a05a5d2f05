// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file checks terminators, phis and dominance.

// blocks checks the shape of every block: terminators, phis, pads.
func (v *verifier) blocks() {
	f := v.f
	if f.first.HasPreds() {
		v.failBlock(f.first, "Entry block to function must not have predecessors!")
	}
	for b := f.first; b != nil; b = b.next {
		if b.Terminator() == nil {
			v.failBlock(b, "Basic Block does not have terminator!")
			continue
		}
		phis := true
		for i := b.first; i != nil; i = i.next {
			if i.Op == OpPhi {
				v.check(phis, i, "PHI nodes not grouped at top of basic block!")
			} else {
				phis = false
			}
			if i.Op == OpAlloca && i.Flags&FlagSwiftError != 0 {
				v.swiftErr = true
			}
			if i != b.last && i.IsTerminator() {
				v.fail(i, "Terminator found in the middle of a basic block!")
			}
		}
		v.phis(b)
		v.pads(b)
	}
}

// successors reports whether exactly those operands of a terminator are blocks that must be blocks.
func successors(t *Instr) bool {
	n := len(t.args)
	first := n // index of the first operand that must be a block
	step := 1
	switch t.Op {
	case OpBr:
		if n != 1 && n != 3 {
			return false
		}
		first = n / 2
	case OpSwitch:
		if n < 2 || n%2 != 0 {
			return false
		}
		first, step = 1, 2
	case OpIndirectBr:
		first = 1
	case OpInvoke, OpCallBr:
		c, ok := t.Aux.(*CallAux)
		if !ok || t.Op == OpInvoke && t.CalleeArg()+3 != n || t.Op == OpCallBr && t.CalleeArg()+2+c.NIndirect != n {
			return false
		}
		first = t.CalleeArg() + 1
	case OpCleanupRet:
		if n < 1 || n > 2 {
			return false
		}
		first = 1
	case OpCatchRet:
		if n != 2 {
			return false
		}
		first = 1
	case OpCatchSwitch:
		if n < 2 {
			return false
		}
		first = 1
	case OpRet:
		if n > 1 {
			return false
		}
	case OpUnreachable:
		return n == 0
	case OpResume:
		if n != 1 {
			return false
		}
	}
	if first > n {
		return false
	}
	for k := range t.args {
		_, isBlock := t.args[k].val.(*Block)
		if isBlock != (k >= first && (k-first)%step == 0) {
			return false
		}
	}
	return true
}

// phis checks that every phi of a block has one entry for each edge into it.
func (v *verifier) phis(b *Block) {
	if b.first.Op != OpPhi {
		return
	}
	v.preds = b.Preds(v.preds[:0])
	for _, p := range v.preds {
		v.countIn[p.ID]++
	}
	for i := range b.Phis() {
		v.phi(i)
	}
	for _, p := range v.preds {
		v.countIn[p.ID] = 0
	}
}

// phi compares the entries of one phi with v.preds. v.countIn has the number of edges from each
// block.
func (v *verifier) phi(i *Instr) {
	aux, ok := i.Aux.(*PhiAux)
	if !ok || len(aux.Blocks) != len(i.args) {
		v.fail(i, "PHI node has not one block for each value")
		return
	}
	if len(i.args) == 0 {
		v.fail(i, "PHI nodes must have at least one entry.  If the block is dead, the PHI should be removed!")
		return
	}
	if len(i.args) != len(v.preds) {
		v.fail(i, "PHINode should have one entry for each predecessor of its parent basic block!")
		return
	}
	v.stamp++
	for k, x := range aux.Blocks {
		if x == nil || x.fn != v.f || v.countIn[x.ID] == 0 {
			v.fail(i, "PHI node entries do not match predecessors!")
			return
		}
		if v.seenIn[x.ID] != v.stamp {
			v.seenIn[x.ID] = v.stamp
			v.valueIn[x.ID] = i.args[k].val
		} else if !SameValue(v.valueIn[x.ID], i.args[k].val) {
			v.fail(i, "PHI node has multiple entries for the same basic block with different incoming values!")
			return
		}
	}
	// The numbers of entries and edges are equal and every entry names a predecessor, so the only
	// difference left is how often a block occurs.
	for _, x := range aux.Blocks {
		v.valueIn[x.ID] = nil
		v.countIn[x.ID]--
	}
	bad := false
	for _, p := range v.preds {
		bad = bad || v.countIn[p.ID] != 0
	}
	for _, x := range aux.Blocks {
		v.countIn[x.ID]++
	}
	v.check(!bad, i, "PHI node entries do not match predecessors!")
}

// dominance checks that the definition of every operand dominates the use. Most operands need no
// dominator tree for that, and many functions need none at all, because split code reloads values
// near their uses. The tree is built for the first operand that plain cannot decide.
func (v *verifier) dominance() {
	for b := v.f.first; b != nil; b = b.next {
		for i := b.first; i != nil; i = i.next {
			if i.Op == OpPhi {
				blocks := i.PhiBlocks()
				for k := range i.args {
					def, ok := i.args[k].val.(*Instr)
					if ok && !v.plain(def, blocks[k]) && (def.block == nil || !v.availableAtEnd(def, blocks[k], b)) {
						v.undominated(def, i)
					}
					if !ok && isLost(i.args[k].val) && v.tree().Reachable(blocks[k]) {
						v.lost(i)
					}
				}
				continue
			}
			for k := range i.args {
				def, ok := i.args[k].val.(*Instr)
				switch {
				case !ok && isLost(i.args[k].val):
					if v.tree().Reachable(b) {
						v.lost(i)
					}
				case !ok && i.args[k].val != nil || ok && def.block == b && def.ID < i.ID && def != b.last:
				case ok && def.block != b && v.plain(def, b):
				case v.tree().Reachable(b): // unreachable code may use any value
					v.operandDefined(i, def)
				}
			}
		}
	}
}

// operandDefined checks one operand of a reachable instruction; def is nil for a missing one.
func (v *verifier) operandDefined(i, def *Instr) {
	switch {
	case def == nil:
		v.fail(i, "Operand is null")
	case def.block == nil || def.block.fn != v.f:
		v.fail(i, "Instruction not embedded in a basic block!")
	case def == i:
		v.fail(i, "Only PHI nodes may reference their own value!")
	case !v.available(def, i):
		v.undominated(def, i)
	}
}

// lost reports a reachable use of a value whose definition a pass erased on the assumption that all
// uses were unreachable.
func (v *verifier) lost(i *Instr) {
	v.fail(i, "Instruction uses a value that was erased with unreachable code!")
}

// tree returns the dominator tree.
func (v *verifier) tree() *DomTree {
	if v.dom == nil {
		v.dom = NewDomTree(v.f)
	}
	return v.dom
}

// plainSteps is the number of blocks that plain visits upwards from a block.
const plainSteps = 4

// plain reports whether def is defined at the end of block b, if b is reachable, in the cases that
// are cheap to see: the definition is in b itself, in the entry block, or in a block that a short
// chain of single predecessors leads to from b. The result of an invoke is defined in its normal
// destination, if the invoke is its only predecessor.
func (v *verifier) plain(def *Instr, b *Block) bool {
	at := def.block
	switch {
	case at == nil || at.fn != v.f:
		return false
	case def.Op == OpInvoke:
		if at = def.NormalDest(); at.SinglePred() != def.block {
			return false
		}
	case at == v.f.first:
		return true
	}
	for range plainSteps {
		if b == at {
			return true
		}
		if b = b.SinglePred(); b == nil {
			return false
		}
	}
	return false
}

func (v *verifier) undominated(def, user *Instr) {
	e := v.fail(user, "Instruction does not dominate all uses!")
	if def.Pos.IsValid() {
		e.Notes = append(e.Notes, Note{Pos: def.Pos, Msg: "the value is defined here: " + v.describe(def)})
	}
}

// available reports whether def is defined when the reachable instruction user, which is not a phi,
// executes. IDs are in layout order, so within a block they give the order of instructions.
func (v *verifier) available(def, user *Instr) bool {
	if def.block == user.block {
		return def.ID < user.ID && !def.IsTerminator()
	}
	return v.availableIn(def, user.block)
}

// availableIn reports whether def, of another block, is defined at the start of reachable block b.
func (v *verifier) availableIn(def *Instr, b *Block) bool {
	if !v.tree().Reachable(def.block) {
		return false
	}
	if def.Op == OpInvoke {
		return v.dom.Dominates(def.NormalDest(), b) && v.normalEdgeDominates(def)
	}
	return v.dom.Dominates(def.block, b)
}

// availableAtEnd reports whether def is defined on the edge from block from to block to, where a
// phi uses it.
func (v *verifier) availableAtEnd(def *Instr, from, to *Block) bool {
	if def.Op == OpInvoke && def.block == from && to == def.NormalDest() && to != def.UnwindDest() {
		return true // the normal edge defines the value
	}
	if !v.tree().Reachable(from) {
		return true
	}
	return def.block == from && def.Op != OpInvoke || v.availableIn(def, from)
}

// normalEdgeDominates reports whether an invoke's normal edge dominates its destination, that is,
// whether every other edge into the destination comes from a block that the destination dominates.
func (v *verifier) normalEdgeDominates(inv *Instr) bool {
	if v.edgeOnly == nil {
		v.edgeOnly = make([]int8, v.f.nextID)
	}
	if v.edgeOnly[inv.ID] == 0 {
		v.edgeOnly[inv.ID] = 2
		to := inv.NormalDest()
		if v.dom.EdgeDominates(inv.block, to, to) {
			v.edgeOnly[inv.ID] = 1
		}
	}
	return v.edgeOnly[inv.ID] == 1
}
