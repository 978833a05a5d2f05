// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/legalise"
)

// legalise rewrites what PTX has no instruction for.
func (w *writer) legalise(f *ir.Func) { legalise.Func(f, w.lay, w.keeps) }

// keeps reports whether the writer writes an instruction itself that package legalise has a rule for.
// This includes instructions that it reports as an error.
func (w *writer) keeps(i *ir.Instr) bool {
	for t := range operandTypes(i) {
		if w.shape(t).bad != "" {
			return true
		}
	}
	t := i.Type()
	if !t.IsVoid() && w.shape(t).bad != "" {
		return true
	}
	switch i.Op {
	case ir.OpAtomicRMW:
		if i.Flags&ir.FlagElementwise != 0 {
			return false
		}
		_, native := w.rmwIn(ir.RMWNames[i.Sub], t)
		return native && !legalise.Local(i.Arg(0)) || !w.rmwType(t) || w.misaligned(i, t)
	case ir.OpCmpXchg:
		t = i.Arg(1).Type()
		return len(w.shape(t).slots) != 1 && !is128(t) || int64(bitsOf(t)) != 8*w.lay.StoreSize(t) && !is128(t) ||
			w.misaligned(i, t)
	}
	switch id := ir.CalledIntrinsic(i); id.Info().Name {
	case "fshl", "fshr":
		return t.Scalar().Bits() == 32
	case "abs":
		return t.Scalar().Bits() <= 64
	}
	return false
}
