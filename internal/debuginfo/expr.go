// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

// This file builds and edits debug metadata: operands, records, and DIExpressions, which it
// represents as lists of words.

import (
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// MdInt returns an integer operand of a specialized node.
func MdInt(n int64) *ir.MD { return &ir.MD{Kind: ir.MDInt, Text: strconv.FormatInt(n, 10)} }

// MdWord returns an operand that is a bare word: a flag, an encoding, true.
func MdWord(s string) *ir.MD { return &ir.MD{Kind: ir.MDIdent, Text: s} }

// MdNull returns the operand null.
func MdNull() *ir.MD { return &ir.MD{Kind: ir.MDNull} }

// MdText returns a string operand of a specialized node. It drops the leading NUL that marks the
// name of a numbered symbol.
func MdText(s string) *ir.MD {
	s = strings.TrimPrefix(s, "\x00")
	return &ir.MD{Kind: ir.MDQuoted, Text: string(ir.AppendEscaped(nil, s))}
}

// MdFields builds the fields of a node from alternating names and operands. It omits a field whose
// operand is nil or an int64 zero, because LLVM does not print fields with their default value.
func MdFields(list ...any) []ir.MDField {
	var out []ir.MDField
	for k := 0; k < len(list); k += 2 {
		name := list[k].(string)
		switch v := list[k+1].(type) {
		case *ir.MD:
			if v != nil {
				out = append(out, ir.MDField{Name: name, Val: v})
			}
		case int64:
			if v != 0 {
				out = append(out, ir.MDField{Name: name, Val: MdInt(v)})
			}
		}
	}
	return out
}

// MdLine returns a line or column number, or 0 if there is none.
func MdLine(v *ir.MD) int64 {
	if v == nil {
		return 0
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// ExprOf returns a record's expression and the index of its operand, or nil if it has none. For an
// assignment it is the expression of the value.
func ExprOf(m *ir.Module, d *ir.Instr) (*ir.MDNode, int) {
	for k, op := range d.Aux.(*ir.DbgAux).Ops {
		if op.MD == nil {
			continue
		}
		if n := m.MDNode(op.MD); n != nil && n.Name == "DIExpression" {
			return n, k
		}
	}
	return nil, 0
}

// SetExpr replaces operand k of a record by an expression.
func SetExpr(d *ir.Instr, k int, words []string) {
	aux := *d.Aux.(*ir.DbgAux)
	aux.Ops = append([]ir.DbgOp(nil), aux.Ops...)
	aux.Ops[k].MD = ExprMD(words)
	d.Aux = &aux
}

// ExprMD builds an expression from words.
func ExprMD(words []string) *ir.MD {
	n := &ir.MDNode{Num: -1, New: -1, Name: "DIExpression"}
	for _, w := range words {
		v := MdWord(w)
		if w[0] >= '0' && w[0] <= '9' {
			v = &ir.MD{Kind: ir.MDInt, Text: w}
		}
		n.Fields = append(n.Fields, ir.MDField{Val: v})
	}
	return &ir.MD{Kind: ir.MDNodeRef, Node: n}
}

// ExprWords returns the operations and numbers of a DIExpression, in order.
func ExprWords(n *ir.MDNode) []string {
	out := make([]string, len(n.Fields))
	for k := range n.Fields {
		out[k] = n.Fields[k].Val.Text
	}
	return out
}

// PlusConst returns the words that add a constant to the top of the stack. For 0 it returns none.
func PlusConst(n int64) []string {
	switch {
	case n > 0:
		return []string{"DW_OP_plus_uconst", strconv.FormatInt(n, 10)}
	case n < 0:
		return []string{"DW_OP_constu", strconv.FormatUint(-uint64(n), 10), "DW_OP_minus"}
	}
	return nil
}

// AddOffsets merges consecutive additions of constants, for example DW_OP_plus_uconst 8,
// DW_OP_plus_uconst 4 into DW_OP_plus_uconst 12.
func AddOffsets(words []string) []string {
	const plus = "DW_OP_plus_uconst"
	var out []string
	last := -1 // index in out of the operand of an addition at its end, or -1
	for k := 0; k < len(words); k++ {
		if words[k] != plus || k+1 >= len(words) {
			out, last = append(out, words[k]), -1
			continue
		}
		k++
		if last >= 0 {
			a, errA := strconv.ParseUint(out[last], 10, 64)
			b, errB := strconv.ParseUint(words[k], 10, 64)
			if errA == nil && errB == nil {
				out[last] = strconv.FormatUint(a+b, 10)
				continue
			}
		}
		out = append(out, plus, words[k])
		last = len(out) - 1
	}
	return out
}

// ApplyToArg inserts words before the operations of an expression on argument k of n. They go to
// the front if there is only one argument and the expression does not name it, else after each
// DW_OP_LLVM_arg that names argument k. For example, adding 8 to argument 0 turns
//
//	DW_OP_LLVM_arg, 0, DW_OP_deref
//
// into
//
//	DW_OP_LLVM_arg, 0, DW_OP_plus_uconst, 8, DW_OP_deref
func ApplyToArg(expr, words []string, k, n int) []string {
	var out []string
	named := false
	arg := strconv.Itoa(k)
	for i := 0; i < len(expr); i++ {
		out = append(out, expr[i])
		if expr[i] == "DW_OP_LLVM_arg" && i+1 < len(expr) {
			i++
			out = append(out, expr[i])
			if expr[i] == arg {
				out = append(out, words...)
			}
			named = true
		}
	}
	if named || n > 1 {
		return out
	}
	return append(append([]string(nil), words...), expr...)
}

// StackValue appends DW_OP_stack_value to an expression that computes a value and does not read it
// from memory in its last step. A fragment stays at the end, for example in DW_OP_plus_uconst, 8,
// DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 32.
func StackValue(expr []string) []string {
	end := len(expr)
	for k, w := range expr {
		switch w {
		case "DW_OP_stack_value":
			return expr
		case "DW_OP_LLVM_fragment":
			end = k
		}
	}
	if end > 0 && expr[end-1] == "DW_OP_deref" {
		return expr
	}
	out := append([]string(nil), expr[:end]...)
	out = append(out, "DW_OP_stack_value")
	return append(out, expr[end:]...)
}

// IsPlainExpr reports whether a record's expression is empty.
func IsPlainExpr(m *ir.Module, d *ir.Instr) bool {
	n, _ := ExprOf(m, d)
	return n != nil && len(n.Fields) == 0
}

// MaxScopeDepth bounds chains of scopes and inlined-at locations. Real chains are short, and a
// cycle must terminate.
const MaxScopeDepth = 4096

// IntField returns the value of an integer operand of a specialized node, or 0 if it has none.
func IntField(n *ir.MDNode, name string) int {
	if v := n.Field(name); v != nil {
		k, _ := strconv.Atoi(v.Text)
		return k
	}
	return 0
}
