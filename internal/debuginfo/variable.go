// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

// This file identifies the variables of debug records, and turns declarations into value records.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// Var identifies a variable of one inlined copy of a function. All records of the variable share
// it.
type Var struct{ variable, inlined Key }

// Inlined reports whether the variable belongs to an inlined function.
func (v Var) Inlined() bool { return v.inlined.IsNode() }

// VarOf returns the variable of a record. ok is false for a label and for broken debug info.
func VarOf(m *ir.Module, d *ir.Instr) (v Var, ok bool) {
	variable := Variable(d)
	if variable == nil || variable.Kind != ir.MDRef && variable.Kind != ir.MDNodeRef {
		return Var{}, false
	}
	v.variable = KeyOf(variable)
	if at := m.MDNode(d.DebugLoc()); at != nil {
		v.inlined = inlinedKey(at)
	}
	return v, true
}

// Variable returns the variable of a debug record, or nil for a label.
func Variable(d *ir.Instr) *ir.MD {
	if ops := d.Aux.(*ir.DbgAux).Ops; len(ops) >= 3 {
		return ops[1].MD
	}
	return nil
}

// WholeVariable is the end of a fragment that is the whole variable.
const WholeVariable = 1 << 62

// Fragment returns the fragment of the variable that a record describes, in bits from off to end.
// It returns 0 and WholeVariable for a record of the whole variable, and for an expression that it
// does not understand.
func Fragment(m *ir.Module, d *ir.Instr) (off, end int64) {
	n, _ := ExprOf(m, d)
	if n == nil {
		return 0, WholeVariable
	}
	words := ExprWords(n)
	if k := len(words) - 3; k >= 0 && words[k] == "DW_OP_LLVM_fragment" {
		off, err1 := strconv.ParseInt(words[k+1], 10, 64)
		size, err2 := strconv.ParseInt(words[k+2], 10, 64)
		if err1 == nil && err2 == nil && off >= 0 && size > 0 && off+size > 0 {
			return off, off + size
		}
	}
	return 0, WholeVariable
}

// ReadMemory turns a declaration into a value record. From there on, the variable's value is the
// memory at the declared address. slot is the index of the expression operand, and words compute
// the address. For example, a variable at offset 16 of a frame gets
//
//	#dbg_value(ptr %frame, !7, !DIExpression(DW_OP_plus_uconst, 16, DW_OP_deref), !9)
func ReadMemory(m *ir.Module, d *ir.Instr, slot int, words []string) {
	end := len(words)
	for k, w := range words {
		if w == "DW_OP_LLVM_fragment" {
			end = k
		}
	}
	out := append(append([]string(nil), words[:end]...), "DW_OP_deref")
	SetExpr(d, slot, append(out, words[end:]...))
	aux := *d.Aux.(*ir.DbgAux)
	aux.Kind = "value"
	d.Aux = &aux
	if aux.Call != nil {
		ir.DeclareIntrinsic(m, ir.DbgValue) // this module describes values by calls
	}
}

// Unknown returns a record which says that the variable, or the fragment that record d describes,
// has no known value.
func Unknown(m *ir.Module, d *ir.Instr) *ir.Instr {
	old := d.Aux.(*ir.DbgAux)
	n := m.NewInstr(ir.OpDbg, m.Types.Void(), m.Poison(m.PtrType(0)))
	aux := &ir.DbgAux{Kind: "value", Call: old.Call, Ops: append([]ir.DbgOp(nil), old.Ops[:3]...)}
	aux.Ops[0] = ir.DbgOp{Arg: 0, NArgs: 1}
	var words []string
	if off, end := Fragment(m, d); end != WholeVariable {
		words = []string{"DW_OP_LLVM_fragment", strconv.FormatInt(off, 10), strconv.FormatInt(end-off, 10)}
	}
	aux.Ops[2].MD = ExprMD(words)
	if aux.Call != nil && old.Kind != "value" {
		ir.DeclareIntrinsic(m, ir.DbgValue)
	}
	n.Aux, n.Pos = aux, d.Pos
	n.SetDebugLoc(d.DebugLoc())
	return n
}

// MakeList adds 0 to the only operand of a record, as a list of two, and returns the expression for
// it. It is for expressions that compute an address, as DW_OP_plus_uconst, 16, DW_OP_deref does. If
// LLVM's fast register allocator spills the register of a plain operand, it takes the address of the
// spill slot for the value, unless the expression computes a value (DW_OP_stack_value). It does not
// do so in a list. A list of one is not possible: with assignment tracking, instruction selection
// takes it for a plain operand if the block does not compute it, keeps DW_OP_LLVM_arg, and the code
// generator crashes.
func MakeList(m *ir.Module, d *ir.Instr, words []string) []string {
	words = PlainWords(d, words)
	setList(d, 2)
	d.SetArgs(m, []ir.Value{d.Arg(0), m.ConstInt(m.Types.Int(32), 0)})
	return append([]string{"DW_OP_LLVM_arg", "0", "DW_OP_LLVM_arg", "1", "DW_OP_plus"}, words...)
}

// PlainWords makes a list of one operand a plain operand, and returns the expression for it.
func PlainWords(d *ir.Instr, words []string) []string {
	if op := d.Aux.(*ir.DbgAux).Ops[0]; !op.List || op.NArgs != 1 {
		return words
	}
	setList(d, 0)
	if len(words) > 1 && words[0] == "DW_OP_LLVM_arg" {
		return words[2:]
	}
	return words
}

// setList makes the first operand of a record a list of n values, or a plain value if n is 0.
func setList(d *ir.Instr, n int) {
	aux := *d.Aux.(*ir.DbgAux)
	aux.Ops = append([]ir.DbgOp(nil), aux.Ops...)
	aux.Ops[0].List, aux.Ops[0].NArgs = n > 0, max(n, 1)
	d.Aux = &aux
}

// ReadsMemory reports whether the only operand of a record is the address of the variable: in a
// declaration, or in a record that ReadMemory made from one.
func ReadsMemory(m *ir.Module, d *ir.Instr) bool {
	n, _ := ExprOf(m, d)
	if n == nil || d.NumArgs() != 1 || d.Aux.(*ir.DbgAux).Ops[0].List {
		return false
	}
	if d.Aux.(*ir.DbgAux).Kind == "value" {
		return len(n.Fields) > 0 && n.Fields[0].Val.Text == "DW_OP_deref"
	}
	return ir.DeclaresStorage(d)
}

// scopeAt is a scope of one inlined copy of a function.
type scopeAt struct{ scope, inlined Key }

// Scopes is the set of scopes around a position in the code.
type Scopes map[scopeAt]bool

// ScopesAt returns the scopes around an instruction, including those of the calls through which it
// was inlined. The set is empty without a location.
func ScopesAt(m *ir.Module, i *ir.Instr) Scopes {
	out := Scopes{}
	depth := 0
	for at := m.MDNode(i.DebugLoc()); at != nil && depth < MaxScopeDepth; at = m.MDNode(at.Field("inlinedAt")) {
		inlined := inlinedKey(at)
		for scope := at.Field("scope"); scope != nil && depth < MaxScopeDepth; depth++ {
			n := m.MDNode(scope)
			if n == nil {
				break
			}
			out[scopeAt{KeyOf(scope), inlined}] = true
			if n.Name == "DISubprogram" {
				break
			}
			scope = n.Field("scope")
		}
	}
	return out
}

// Has reports whether the scopes include that of a record's variable.
func (s Scopes) Has(m *ir.Module, d *ir.Instr) bool {
	variable, at := m.MDNode(Variable(d)), m.MDNode(d.DebugLoc())
	if variable == nil || at == nil || variable.Field("scope") == nil {
		return false
	}
	return s[scopeAt{KeyOf(variable.Field("scope")), inlinedKey(at)}]
}

// inlinedKey identifies the call through which a location was inlined.
func inlinedKey(at *ir.MDNode) Key { return KeyOf(at.Field("inlinedAt")) }

// InlinedCalls is the set of calls through which the instructions of a function were inlined, with
// the outer calls.
type InlinedCalls struct{ calls map[Key]bool }

// InlinedCallsOf collects the inlined calls that a function still has instructions of. Debug
// records do not count.
func InlinedCallsOf(m *ir.Module, f *ir.Func) *InlinedCalls {
	s := &InlinedCalls{calls: map[Key]bool{}}
	var last *ir.MD
	for i := range f.Instrs() {
		loc := i.DebugLoc()
		if loc == nil || loc == last {
			continue
		}
		last = loc
		for at := m.MDNode(loc); at != nil; {
			call := at.Field("inlinedAt")
			if call == nil || s.calls[KeyOf(call)] {
				break
			}
			s.calls[KeyOf(call)] = true
			at = m.MDNode(call)
		}
	}
	return s
}

// Have reports whether the set includes the call through which a record was inlined.
func (s *InlinedCalls) Have(m *ir.Module, d *ir.Instr) bool {
	at := m.MDNode(d.DebugLoc())
	return at != nil && s.calls[inlinedKey(at)]
}

// IsInlined reports whether a record describes a variable or label of an inlined function.
func IsInlined(m *ir.Module, d *ir.Instr) bool {
	at := m.MDNode(d.DebugLoc())
	return at != nil && at.Field("inlinedAt") != nil
}
