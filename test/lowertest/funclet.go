// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lowertest

// Whether the calls of a function name the funclets that they run in: code generation drops those
// that do not, and no verifier tells.

import (
	"fmt"

	"github.com/corolower/corolower/internal/ir"
)

// Misplaced goes along all paths of a function with funclets, and tells of calls that do not name
// the funclet that they run in, and of blocks that run in several.
func Misplaced(m *ir.Module, f *ir.Func) (errs []string) {
	in := map[*ir.Block]*ir.Instr{f.Entry(): nil}
	work := []*ir.Block{f.Entry()}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		pad := in[b]
		if p := b.FirstNonPhi(); p.Op == ir.OpCleanupPad || p.Op == ir.OpCatchPad {
			pad = p
		}
		for i := b.First(); i != nil; i = i.Next() {
			if i.IsCall() && (ir.CalledIntrinsic(i) == ir.NotIntrinsic || ir.MayThrow(m, i)) &&
				ir.FuncletPad(i) != pad {
				errs = append(errs, fmt.Sprintf("the call of %s does not name the funclet that it is in",
					i.CalledFunc().Name))
			}
		}
		if t := b.Terminator(); t.Op == ir.OpCatchRet || t.Op == ir.OpCleanupRet {
			if t.Arg(0) != ir.Value(pad) {
				errs = append(errs, "a funclet is left by another")
			}
			pad = ir.ParentPad(pad)
		}
		for _, s := range b.Succs(nil) {
			to := pad
			if p := s.FirstNonPhi(); s.IsEHPad() {
				to = ir.ParentPad(p) // that is where the pad itself is
			}
			if was, seen := in[s]; !seen {
				in[s] = to
				work = append(work, s)
			} else if was != to {
				errs = append(errs, "block %"+s.Name()+" is in two funclets")
			}
		}
	}
	return errs
}
