package debuginfo

// Which variable a debug record speaks of, and the step from a declaration to a value record.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// A Var is one variable of one inlined copy of a function: what its records have in common.
type Var struct{ variable, inlined mdKey }

// Inlined reports a variable of a function that was inlined.
func (v Var) Inlined() bool { return v.inlined != mdKey{num: -1} }

// VarOf gives the variable of a record; ok is false for a label and for what is broken.
func VarOf(m *ir.Module, d *ir.Instr) (v Var, ok bool) {
	variable := Variable(d)
	if variable == nil || variable.Kind != ir.MDRef && variable.Kind != ir.MDNodeRef {
		return Var{}, false
	}
	v.variable = keyOf(variable)
	if at := m.MDNode(d.DebugLoc()); at != nil {
		v.inlined = inlinedKey(at)
	}
	return v, true
}

// Variable is the variable of a debug record, nil for a label.
func Variable(d *ir.Instr) *ir.MD {
	if ops := d.Aux.(*ir.DbgAux).Ops; len(ops) >= 3 {
		return ops[1].MD
	}
	return nil
}

// WholeVariable is the end of a part of a variable that is all of it.
const WholeVariable = 1 << 62

// Fragment is the part of the variable that a record describes, in bits from off to end; a record
// of the whole variable, and one whose expression is not understood, gives 0 and WholeVariable.
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

// ReadMemory makes a declaration a value record: from there on the variable is what lies at the
// declared address. slot is the number of the operand that is the expression, words what computes
// the address.
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
		ir.DeclareIntrinsic(m, ir.DbgValue) // where values are described by calls
	}
}

// Unknown makes of a record one that tells that the variable, or the fragment of it that the record
// describes, is not known.
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

// MakeList makes the one operand of a record a list of one and gives the expression that says so.
// LLVM's fast register allocator spills the register of a list's operand and reads the spilled
// value before anything else; of a plain operand with an expression it takes the place where it was
// spilled for the value itself, and the debugger tells something else.
func MakeList(d *ir.Instr, words []string) []string {
	aux := *d.Aux.(*ir.DbgAux)
	aux.Ops = append([]ir.DbgOp(nil), aux.Ops...)
	if aux.Ops[0].List {
		return words
	}
	aux.Ops[0].List = true
	d.Aux = &aux
	return append([]string{"DW_OP_LLVM_arg", "0"}, words...)
}

// ReadsMemory reports a record of which the one operand is the address where the variable lies: a
// declaration, or what ReadMemory made of one.
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

// A scopeAt is a scope of one inlined copy of a function.
type scopeAt struct{ scope, inlined mdKey }

// Scopes are those around a place in the code.
type Scopes map[scopeAt]bool

// ScopesAt gives the scopes around an instruction, through the calls by which it was inlined; none
// without a location.
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
			out[scopeAt{keyOf(scope), inlined}] = true
			if n.Name == "DISubprogram" {
				break
			}
			scope = n.Field("scope")
		}
	}
	return out
}

// Has reports that the scopes include that of a record's variable.
func (s Scopes) Has(m *ir.Module, d *ir.Instr) bool {
	variable, at := m.MDNode(Variable(d)), m.MDNode(d.DebugLoc())
	if variable == nil || at == nil || variable.Field("scope") == nil {
		return false
	}
	return s[scopeAt{keyOf(variable.Field("scope")), inlinedKey(at)}]
}

// inlinedKey tells by which call a location was inlined.
func inlinedKey(at *ir.MDNode) mdKey {
	if call := at.Field("inlinedAt"); call != nil {
		return keyOf(call)
	}
	return mdKey{num: -1}
}

// InlinedCalls are the calls by which the instructions of a function were inlined, the outer calls
// included.
type InlinedCalls struct{ calls map[mdKey]bool }

// InlinedCallsOf collects the inlined calls of which a function has instructions. Debug records do
// not count.
func InlinedCallsOf(m *ir.Module, f *ir.Func) *InlinedCalls {
	s := &InlinedCalls{calls: map[mdKey]bool{}}
	var last *ir.MD
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			loc := i.DebugLoc()
			if loc == nil || loc == last {
				continue
			}
			last = loc
			for at := m.MDNode(loc); at != nil; {
				call := at.Field("inlinedAt")
				if call == nil || s.calls[keyOf(call)] {
					break
				}
				s.calls[keyOf(call)] = true
				at = m.MDNode(call)
			}
		}
	}
	return s
}

// Have reports whether they include the call by which a record was inlined.
func (s *InlinedCalls) Have(m *ir.Module, d *ir.Instr) bool {
	at := m.MDNode(d.DebugLoc())
	return at != nil && s.calls[inlinedKey(at)]
}

// IsInlined reports a record of a variable or label of a function that was inlined.
func IsInlined(m *ir.Module, d *ir.Instr) bool {
	at := m.MDNode(d.DebugLoc())
	return at != nil && at.Field("inlinedAt") != nil
}
