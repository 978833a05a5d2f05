package debuginfo

// Building and editing debug metadata: operands, records, and DIExpressions, which are handled as
// lists of words.

import (
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// MdInt is an integer operand of a specialized node.
func MdInt(n int64) *ir.MD { return &ir.MD{Kind: ir.MDInt, Text: strconv.FormatInt(n, 10)} }

// MdWord is an operand that is a bare word: a flag, an encoding, true.
func MdWord(s string) *ir.MD { return &ir.MD{Kind: ir.MDIdent, Text: s} }

// MdNull is the operand null.
func MdNull() *ir.MD { return &ir.MD{Kind: ir.MDNull} }

// MdText is a string operand of a specialized node. A NUL in front, which marks the name of a
// numbered symbol, is left out.
func MdText(s string) *ir.MD {
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

// MdFields makes the fields of a node from names and operands in turn. A nil operand, or an int64
// zero, leaves the field out: LLVM does not print fields that have their default.
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

// MdLine is a line or column number; 0 when there is none.
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

// ExprOf is a record's expression and the number of its operand; nil when it has none. Of an
// assignment it is the value's.
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

// SetExpr gives a record another expression in the place of operand k.
func SetExpr(d *ir.Instr, k int, words []string) {
	aux := *d.Aux.(*ir.DbgAux)
	aux.Ops = append([]ir.DbgOp(nil), aux.Ops...)
	aux.Ops[k].MD = ExprMD(words)
	d.Aux = &aux
}

// ExprMD makes an expression of words.
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

// ExprWords are the operations and numbers of a DIExpression, in order.
func ExprWords(n *ir.MDNode) []string {
	out := make([]string, len(n.Fields))
	for k := range n.Fields {
		out[k] = n.Fields[k].Val.Text
	}
	return out
}

// PlusConst adds a constant to the top of the stack: no words for 0.
func PlusConst(n int64) []string {
	switch {
	case n > 0:
		return []string{"DW_OP_plus_uconst", strconv.FormatInt(n, 10)}
	case n < 0:
		return []string{"DW_OP_constu", strconv.FormatUint(-uint64(n), 10), "DW_OP_minus"}
	}
	return nil
}

// AddOffsets joins constants that are added one after the other.
func AddOffsets(words []string) []string {
	const plus = "DW_OP_plus_uconst"
	var out []string
	last := -1 // where in out the operand of an addition stands that nothing follows
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

// ApplyToArg puts words in front of what an expression does with argument k of n: at its head when
// there is one argument and the expression does not name it, else behind each DW_OP_LLVM_arg that
// does.
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

// StackValue ends an expression that computes a value, and does not read it from memory as its last
// step, with DW_OP_stack_value.
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

// IsPlainExpr reports an empty expression.
func IsPlainExpr(m *ir.Module, d *ir.Instr) bool {
	n, _ := ExprOf(m, d)
	return n != nil && len(n.Fields) == 0
}

// MaxScopeDepth bounds chains of scopes and inlined-at locations: real ones are short, and a cycle
// must not hang.
const MaxScopeDepth = 4096

// IntField is the value of an integer operand of a specialized node; 0 when it has none.
func IntField(n *ir.MDNode, name string) int {
	if v := n.Field(name); v != nil {
		k, _ := strconv.Atoi(v.Text)
		return k
	}
	return 0
}
