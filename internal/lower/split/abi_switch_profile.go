// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// This file counts how often the parts of a switched-resume coroutine are entered (profile.go).

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// entering returns how often a part of a kind is entered, by suspend; nil if that is unknown.
func (co *switched) entering(kind cloneKind) []uint64 {
	switch p := co.profile; {
	case p == nil:
		return nil
	case kind == cloneResume:
		return p.resumed
	default:
		return p.destroyed
	}
}

// weigh gives weights to the switch over the index. Its default edge is never taken.
func (cl *clone) weigh() {
	if counts := cl.co.entering(cl.kind); counts != nil {
		sw := cl.vm.Instr(cl.co.sw)
		opt.SetWeights(cl.co.m, sw, append([]uint64{0}, counts[:sw.NumCases()]...))
	}
}

// flows implements abi: a coroutine is destroyed by one of two parts, and resumed by one, or by its
// continuations. In versions that mark tail calls a part may end with a transfer that only it has.
func (co *switched) flows([]*ir.Func) [][]*ir.Func {
	if co.marksTailCalls() {
		return nil
	}
	resume, destroy, cleanup := co.clones[cloneResume], co.clones[cloneDestroy], co.clones[cloneCleanup]
	sets := [][]*ir.Func{{co.F, resume, destroy}, {co.F, resume, cleanup}}
	if len(co.continuations) > 0 {
		sets = append(sets, slices.Concat([]*ir.Func{co.F, destroy}, co.continuations))
	}
	return sets
}

// maxTransferWay bounds the blocks between a transfer of control and its suspend.
const maxTransferWay = 8

// transfersLeave records that the coroutine suspends at a transfer of control, too: a part ends there.
func (co *switched) transfersLeave() {
	for _, t := range co.transfers {
		b := t.Block().SingleSucc()
		for n := 0; co.checked() && b != nil && n < maxTransferWay; b, n = b.SingleSucc(), n+1 {
			for k, list := range co.profile.leaves {
				if list[0] == b {
					co.profile.leaves[k] = append(list, t.Block())
				}
			}
		}
	}
}
