// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Values that are never negative. Propagate turns signed operations on such values into unsigned
// ones. It runs before a coroutine is split,
// because the split hides the facts: a value that a suspend crosses is loaded from the frame
// afterwards, and a load may have any sign. For example, LLVM cannot prove after the split that %n
// is not negative, and a division of a signed number by 64 costs four instructions instead of one:
//
//	%n = phi i32 [ 2, %entry ], [ %next, %resumed ]
//	%next = add nsw i32 %n, 1
//	%word = sdiv i32 %n, 64           ; udiv i32 %n, 64
//
// The proof is by induction over the execution. It collects a set of instructions, beginning with
// the value in question: all operands that matter for an instruction of the set are in the set, too,
// or constants that are not negative, and the instruction yields no negative number if these
// operands are none. No instruction of the set can then be the first that yields a negative
// number. nsw makes an addition that would overflow poison, so the proof is of "not negative, or
// poison", and each rewrite maps poison to poison, or to some value. That is why freeze is never in
// the set: it turns poison into a number that may be negative. undef is no constant that the proof
// accepts. A value that depends on undef may differ between its uses, but the rules hold for each
// choice. No rule needs two operands to be equal.
//
// Propagate uses no branches: `if (n >= 0)` tells it nothing. It ignores vectors and integers of
// more than 64 bits.

import (
	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
)

// maxProof limits the instructions of one proof.
const maxProof = 48

// Propagate makes signed operations of f on values that are never negative unsigned. It reports
// whether it changed f.
func Propagate(m *ir.Module, f *ir.Func) bool {
	p := &signs{m: m, nneg: m.Has(ir.NonNegativeFlag)}
	changed := false
	for i := range f.Instrs() {
		if isSmallInt(i.Type()) && i.NumArgs() > 0 && p.unsign(i) {
			changed, f.Changed = true, true
		}
	}
	return changed
}

// signs is the state of Propagate for one function.
type signs struct {
	m      *ir.Module
	nneg   bool // zext has the flag nneg
	proven map[*ir.Instr]bool
	set    []*ir.Instr // of the current proof
	member map[*ir.Instr]bool
}

// unsign replaces a signed operation by the unsigned one that gives the same result.
func (p *signs) unsign(i *ir.Instr) bool {
	switch i.Op {
	case ir.OpSExt:
		if !p.nneg || !isSmallInt(i.Arg(0).Type()) || !p.nonNegative(i.Arg(0)) {
			return false
		}
		count.UnsignedExtension.Hit()
		i.Op = ir.OpZExt
		i.Flags |= ir.FlagNNeg
	case ir.OpAShr:
		if !p.nonNegative(i.Arg(0)) {
			return false
		}
		i.Op = ir.OpLShr
	case ir.OpSDiv, ir.OpSRem:
		if !p.nonNegative(i.Arg(1)) || !p.nonNegative(i.Arg(0)) {
			return false
		}
		count.UnsignedDivision.Hit()
		if i.Op == ir.OpSDiv {
			i.Op = ir.OpUDiv
		} else {
			i.Op = ir.OpURem
		}
	default:
		return false
	}
	return true
}

// isSmallInt reports whether a type is an integer with a sign bit and more, of up to 64 bits.
func isSmallInt(t *ir.Type) bool { return t.IsInt() && t.Bits() > 1 && t.Bits() <= 64 }

// nonNegative reports whether v is never negative, unless it is poison.
func (p *signs) nonNegative(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok {
		return isNonNegativeConst(v)
	}
	if p.proven[i] {
		return true
	}
	if p.member == nil {
		p.proven, p.member = map[*ir.Instr]bool{}, map[*ir.Instr]bool{}
	}
	clear(p.member)
	p.set = p.set[:0]
	if !p.include(i) {
		return false
	}
	for k := 0; k < len(p.set); k++ {
		if !p.follows(p.set[k]) {
			return false
		}
	}
	for _, x := range p.set {
		p.proven[x] = true
	}
	return true
}

// include adds a value to the set of the proof, and reports false if the proof fails.
func (p *signs) include(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	switch {
	case !ok:
		return isNonNegativeConst(v)
	case p.proven[i] || p.member[i]:
		return true
	case len(p.set) == maxProof || !isSmallInt(i.Type()):
		return false
	}
	p.member[i] = true
	p.set = append(p.set, i)
	return true
}

func isNonNegativeConst(v ir.Value) bool {
	c, ok := intConst(v)
	return ok && c.Int64() >= 0
}

// follows adds the operands of i to the set on which its sign depends. It reports false if i may be
// negative whatever its operands are.
func (p *signs) follows(i *ir.Instr) bool {
	switch i.Op {
	case ir.OpZExt:
		return true
	case ir.OpAdd, ir.OpMul:
		return i.Flags&ir.FlagNSW != 0 && p.include(i.Arg(0)) && p.include(i.Arg(1))
	case ir.OpShl:
		return i.Flags&ir.FlagNSW != 0 && p.include(i.Arg(0))
	case ir.OpLShr:
		if c, ok := intConst(i.Arg(1)); ok && c.Uint64() > 0 {
			return true // a zero is shifted in
		}
		return p.include(i.Arg(0))
	case ir.OpUDiv:
		if c, ok := intConst(i.Arg(1)); ok && c.Uint64() > 1 {
			return true // at most half of the largest number
		}
		return p.include(i.Arg(0))
	case ir.OpURem:
		if isNonNegativeConst(i.Arg(1)) {
			return true // smaller than the divisor
		}
		return p.include(i.Arg(0))
	case ir.OpAnd:
		return isNonNegativeConst(i.Arg(1)) || isNonNegativeConst(i.Arg(0)) || p.include(i.Arg(0))
	case ir.OpOr, ir.OpXor, ir.OpSDiv:
		return p.include(i.Arg(0)) && p.include(i.Arg(1))
	case ir.OpSRem, ir.OpAShr, ir.OpSExt:
		return p.include(i.Arg(0)) // has the sign of its first operand, or is 0
	case ir.OpSelect:
		return p.include(i.Arg(1)) && p.include(i.Arg(2))
	case ir.OpPhi:
		for k := range i.NumArgs() {
			if !p.include(i.Arg(k)) {
				return false
			}
		}
		return i.NumArgs() > 0
	}
	return false
}
