package lower

// Building and editing debug metadata: operands, records, and DIExpressions, which are handled as lists of words.

import (
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

func mdInt(n int64) *ir.MD   { return &ir.MD{Kind: ir.MDInt, Text: strconv.FormatInt(n, 10)} }
func mdWord(s string) *ir.MD { return &ir.MD{Kind: ir.MDIdent, Text: s} }
func mdNull() *ir.MD         { return &ir.MD{Kind: ir.MDNull} }

// mdText is a string operand of a specialized node. A NUL in front, which marks the name of a numbered symbol, is left out.
func mdText(s string) *ir.MD {
	s = strings.TrimPrefix(s, "\x00")
	const hex = "0123456789ABCDEF"
	b := make([]byte, 0, len(s))
	for k := 0; k < len(s); k++ {
		switch c := s[k]; {
		case c == '\\':
			b = append(b, '\\', '\\')
		case c < ' ' || c >= 0x7f || c == '"':
			b = append(b, '\\', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return &ir.MD{Kind: ir.MDQuoted, Text: string(b)}
}

// mdFields makes the fields of a node from names and operands in turn. A nil operand, or an int64 zero, leaves the field out: LLVM does not
// print fields that have their default.
func mdFields(list ...any) []ir.MDField {
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
				out = append(out, ir.MDField{Name: name, Val: mdInt(v)})
			}
		}
	}
	return out
}

// mdLine is a line or column number; 0 when there is none.
func mdLine(v *ir.MD) int64 {
	if v == nil {
		return 0
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// exprOf is a record's expression and the number of its operand; nil when it has none. Of an assignment it is the value's.
func exprOf(m *ir.Module, d *ir.Instr) (*ir.MDNode, int) {
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

// setExpr gives a record another expression in the place of operand k.
func setExpr(d *ir.Instr, k int, words []string) {
	aux := *d.Aux.(*ir.DbgAux)
	aux.Ops = append([]ir.DbgOp(nil), aux.Ops...)
	aux.Ops[k].MD = exprMD(words)
	d.Aux = &aux
}

// exprMD makes an expression of words.
func exprMD(words []string) *ir.MD {
	n := &ir.MDNode{Num: -1, New: -1, Name: "DIExpression"}
	for _, w := range words {
		v := mdWord(w)
		if w[0] >= '0' && w[0] <= '9' {
			v = &ir.MD{Kind: ir.MDInt, Text: w}
		}
		n.Fields = append(n.Fields, ir.MDField{Val: v})
	}
	return &ir.MD{Kind: ir.MDNodeRef, Node: n}
}

func exprWords(n *ir.MDNode) []string {
	out := make([]string, len(n.Fields))
	for k := range n.Fields {
		out[k] = n.Fields[k].Val.Text
	}
	return out
}

// plusConst adds a constant to the top of the stack: no words for 0.
func plusConst(n int64) []string {
	switch {
	case n > 0:
		return []string{"DW_OP_plus_uconst", strconv.FormatInt(n, 10)}
	case n < 0:
		return []string{"DW_OP_constu", strconv.FormatUint(-uint64(n), 10), "DW_OP_minus"}
	}
	return nil
}

// applyToArg puts words in front of what an expression does with argument k of n: at its head when there is one argument and the
// expression does not name it, else behind each DW_OP_LLVM_arg that does.
func applyToArg(expr, words []string, k, n int) []string {
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

// stackValue ends an expression that computes a value, and does not read it from memory as its last step, with DW_OP_stack_value.
func stackValue(expr []string) []string {
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

// isPlainExpr reports an empty expression.
func isPlainExpr(m *ir.Module, d *ir.Instr) bool {
	n, _ := exprOf(m, d)
	return n != nil && len(n.Fields) == 0
}
