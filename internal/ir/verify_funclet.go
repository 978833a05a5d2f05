// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file checks how exceptions leave funclets. An unwind edge enters one pad, which does not
// contain the edge. All edges out of a funclet lead to the same pad. Sibling pads do not handle
// each other's exceptions. verify_eh.go checks pads and their operands individually before this.

// unwindsToCaller and unwindUnknown are used instead of pad numbers: exceptions leave the function,
// or no edge shows where they go.
const (
	unwindsToCaller = -1
	unwindUnknown   = -2
)

// padTree is the nesting of a function's pads. A catchpad is a child of its catchswitch, and any
// other pad is a child of the funclet that contains it. For example, with %s = catchswitch within
// none, %c = catchpad within %s and %d = cleanuppad within %c, %s contains %c, and %c contains %d.
type padTree struct {
	pads   []*Instr // parents before children, with all descendants directly after a pad
	number map[*Instr]int
	parent []int // by number; unwindsToCaller for a pad within no other
	end    []int // the number after the last descendant of a pad
}

// funclets checks the unwind edges of a function with funclets. The pads must be valid
// individually.
func (v *verifier) funclets() {
	t := v.newPadTree()
	// each check relies on the results of the previous one
	for _, check := range []func(*verifier){t.checkEntries, t.checkExits} {
		if len(v.errs) > 0 {
			return
		}
		check(v)
	}
}

// newPadTree numbers the pads of the function. A pad that is nested within itself is a finding and
// not part of the tree.
func (v *verifier) newPadTree() *padTree {
	children := map[*Instr][]*Instr{} // children of nil are the pads within no other
	n := 0
	for b := v.f.first; b != nil; b = b.next {
		if pad := b.FirstNonPhi(); pad != nil && isFuncletPad(pad) {
			p := outerPad(pad)
			children[p] = append(children[p], pad)
			n++
		}
	}
	t := &padTree{number: make(map[*Instr]int, n), parent: make([]int, 0, n), end: make([]int, n)}
	work := append([]*Instr(nil), children[nil]...)
	for len(work) > 0 {
		pad := work[len(work)-1]
		if k, seen := t.number[pad]; seen { // all its descendants are numbered
			t.end[k] = len(t.pads)
			work = work[:len(work)-1]
			continue
		}
		t.number[pad] = len(t.pads)
		t.pads = append(t.pads, pad)
		t.parent = append(t.parent, t.numberOf(outerPad(pad)))
		work = append(work, children[pad]...)
	}
	if len(t.pads) == n {
		return t
	}
	for b := v.f.first; b != nil; b = b.next {
		if pad := b.FirstNonPhi(); pad != nil && isFuncletPad(pad) {
			if _, ok := t.number[pad]; !ok {
				v.fail(pad, "FuncletPadInst must not be nested within itself")
				break
			}
		}
	}
	return t
}

func isFuncletPad(i *Instr) bool {
	return i.Op == OpCatchPad || i.Op == OpCleanupPad || i.Op == OpCatchSwitch
}

// outerPad returns the first operand of a pad. Unlike ParentPad, it returns the catchswitch of a
// catchpad.
func outerPad(pad *Instr) *Instr { return AsInstr(pad.args[0].val) }

// numberOf returns the number of a pad, or unwindsToCaller for nil.
func (t *padTree) numberOf(pad *Instr) int {
	if pad == nil {
		return unwindsToCaller
	}
	return t.number[pad]
}

// within reports whether pad k is p or nested in p. Every pad is within unwindsToCaller.
func (t *padTree) within(k, p int) bool {
	return p == unwindsToCaller || p <= k && k < t.end[p]
}

// padOf returns the number of the pad that begins a block, unwindUnknown for a landingpad, and
// unwindsToCaller for nil.
func (t *padTree) padOf(b *Block) int {
	if b == nil {
		return unwindsToCaller
	}
	if k, ok := t.number[b.FirstNonPhi()]; ok {
		return k
	}
	return unwindUnknown
}

// checkEntries checks every edge into a pad: it may leave nested funclets up to the parent of the
// pad, and must not come from inside the pad.
func (t *padTree) checkEntries(v *verifier) {
	var preds []*Block
	for to, pad := range t.pads {
		if pad.Op == OpCatchPad {
			sw := t.pads[t.parent[to]]
			v.check(UnwindDest(sw) != pad.block, sw, "Catchswitch cannot unwind to one of its catchpads")
			continue
		}
		preds = pad.block.Preds(preds[:0])
		for _, b := range preds {
			from, edge := unwindsToCaller, b.last
			switch edge.Op {
			case OpInvoke:
				if CalledIntrinsic(edge) != NotIntrinsic && CallHas(v.m, edge, "nounwind") {
					continue
				}
				if within := FuncletPad(edge); within != nil {
					k, ok := t.number[within]
					if !ok {
						v.fail(edge, "Funclet bundle operands should correspond to a FuncletPadInst")
						return
					}
					from = k
				}
			case OpCleanupRet:
				from = t.number[AsInstr(edge.args[0].val)]
				v.check(from != t.parent[to], edge, "A cleanupret must exit its cleanup")
			default:
				from = t.number[edge]
			}
			switch {
			case from != unwindsToCaller && t.within(from, to):
				v.fail(edge, "EH pad cannot handle exceptions raised within it")
			case !t.within(from, t.parent[to]):
				v.fail(edge, "A single unwind edge may only enter one EH pad")
			}
		}
	}
}

// checkExits checks that all edges out of a funclet, and out of the cleanups in it, lead to one
// pad. For a catchpad it must be the unwind destination of its catchswitch.
func (t *padTree) checkExits(v *verifier) {
	exit := make([]int, len(t.pads))
	for k := len(t.pads) - 1; k >= 0; k-- { // children first
		exit[k] = t.exitOf(v, k, exit)
		if p := t.parent[k]; t.pads[k].Op == OpCatchPad && exit[k] != unwindUnknown {
			v.check(exit[k] == t.padOf(UnwindDest(t.pads[p])), t.pads[k],
				"Unwind edges out of a catch must have the same unwind dest as the parent catchswitch")
		}
	}
	if len(v.errs) == 0 {
		t.checkSiblings(v, exit)
	}
}

// exitOf returns the pad that exceptions go to when they leave pad k, and checks that there is only
// one.
func (t *padTree) exitOf(v *verifier, k int, exit []int) int {
	pad := t.pads[k]
	if pad.Op == OpCatchSwitch {
		return t.padOf(UnwindDest(pad))
	}
	found := unwindUnknown
	for u := pad.FirstUse(); u != nil; u = u.Next() {
		user := u.User()
		to := unwindUnknown
		switch user.Op {
		case OpCleanupRet:
			to = t.padOf(UnwindDest(user))
		case OpCatchSwitch:
			// A catchswitch that unwinds to the caller may be in a funclet that unwinds elsewhere,
			// because no form of catchswitch does not unwind.
			if dest := UnwindDest(user); dest != nil {
				to = t.padOf(dest)
			}
		case OpInvoke:
			to = t.padOf(user.UnwindDest())
		case OpCleanupPad:
			to = exit[t.number[user]]
		case OpCall, OpCatchRet: // a call in a funclet that unwinds elsewhere need not be marked nounwind
		default:
			v.fail(user, "Bogus funclet pad use")
		}
		if to == unwindUnknown || to >= 0 && t.parent[to] == k {
			continue // an edge to a pad nested in this one does not leave it
		}
		if found == unwindUnknown {
			found = to
		}
		if !v.check(found == to, pad, "Unwind edges out of a funclet pad must have the same unwind dest") {
			break
		}
	}
	return found
}

// checkSiblings checks that sibling pads do not unwind to each other in a cycle.
func (t *padTree) checkSiblings(v *verifier, exit []int) {
	seen := make([]int, len(t.pads)) // by number: 1 + the first pad whose path passed here
	for k := range t.pads {
		for at := k; seen[at] == 0; at = exit[at] {
			seen[at] = k + 1
			to := exit[at]
			if to < 0 || t.parent[to] != t.parent[at] {
				break
			}
			if !v.check(seen[to] != k+1, t.pads[at], "EH pads can't handle each other's exceptions") {
				return
			}
		}
	}
}
