// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package splitdebug

// Expressions that repeat what instructions compute, and the places of records among them.

import (
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// InstrWords returns the words that compute an instruction from its first operand. All of them compute
// with DWARF's generic type, which is as wide as an address, because a debugger refuses an operation
// on two types. The bits above those of the type may be wrong, because a debugger reads only as many
// bits as the variable has. So InstrWords does not support operations that depend on higher bits. For
// example:
//
//	%b = shl i8 %a, 1          ; DW_OP_constu 1 DW_OP_shl
//	%c = lshr i8 %a, 1         ; not supported: it would shift in bit 8 of %a
func InstrWords(l *target.Layout, i *ir.Instr) ([]string, bool) {
	switch i.Op {
	case ir.OpBitCast:
		return nil, i.Arg(0).Type().IsPtr() == i.Type().IsPtr() && !isVectorType(i.Type()) &&
			!isVectorType(i.Arg(0).Type())
	case ir.OpTrunc:
		return nil, !isVectorType(i.Type())
	case ir.OpPtrToInt, ir.OpIntToPtr:
		return nil, !isVectorType(i.Type()) && l.SizeBits(i.Type()) <= l.SizeBits(i.Arg(0).Type())
	case ir.OpGEP:
		if isVectorType(i.Type()) {
			return nil, false
		}
		off, ok := l.GEPOffset(i.ElemTy, i.Operands(1))
		return debuginfo.PlusConst(off), ok
	}
	width := int(l.PtrSize(0)) * 8
	if !i.Type().IsInt() || i.Type().Bits() > width {
		return nil, false
	}
	if i.Op == ir.OpZExt || i.Op == ir.OpSExt {
		return extendWords(i, width), true
	}
	if i.NumArgs() != 2 {
		return nil, false
	}
	c, ok := i.Arg(1).(*ir.Const)
	if !ok || !c.IsInt() {
		return nil, false
	}
	word := ""
	switch i.Op {
	case ir.OpAdd:
		return debuginfo.PlusConst(c.Int64()), true
	case ir.OpSub:
		return debuginfo.PlusConst(-c.Int64()), true
	case ir.OpMul:
		word = "DW_OP_mul"
	case ir.OpShl:
		word = "DW_OP_shl"
	case ir.OpAnd:
		word = "DW_OP_and"
	case ir.OpOr:
		word = "DW_OP_or"
	case ir.OpXor:
		word = "DW_OP_xor"
	default:
		return nil, false
	}
	return constWords(uint64(c.Int64()), word), true
}

// extendWords returns the words that extend an integer in a generic type of a width.
func extendWords(i *ir.Instr, width int) []string {
	n := i.Arg(0).Type().Bits()
	if i.Op == ir.OpZExt {
		return constWords(1<<n-1, "DW_OP_and")
	}
	by := uint64(width - n)
	return append(constWords(by, "DW_OP_shl"), constWords(by, "DW_OP_shra")...)
}

// constWords returns the words of an operation on the top of the stack and a constant.
func constWords(c uint64, op string) []string {
	return []string{"DW_OP_constu", strconv.FormatUint(c, 10), op}
}

func isVectorType(t *ir.Type) bool { return t.Kind() == ir.Vector }

// maxMoved bounds the records past which MoveBehind moves one.
const maxMoved = 256

// MoveBehind moves a record that precedes a reload at the head of the same block after the reload,
// unless it would pass a record of an overlapping part of the same variable.
func MoveBehind(m *ir.Module, rec *ir.Instr, reload ir.Value) {
	load := ir.AsInstr(reload)
	if load == nil || load.Next() == nil {
		return
	}
	v, _ := debuginfo.VarOf(m, rec)
	off, end := debuginfo.Fragment(m, rec)
	left := maxMoved
	for i := load; i != nil; i = i.Prev() {
		for k := len(i.Dbg) - 1; k >= 0; k-- {
			d := i.Dbg[k]
			if d == rec {
				i.Dbg = append(append([]*ir.Instr(nil), i.Dbg[:k]...), i.Dbg[k+1:]...)
				next := load.Next()
				next.Dbg = append([]*ir.Instr{rec}, next.Dbg...)
				return
			}
			from, to := debuginfo.Fragment(m, d)
			if w, ok := debuginfo.VarOf(m, d); ok && w == v && from < end && off < to {
				return
			}
			if left--; left < 0 {
				return
			}
		}
	}
}
