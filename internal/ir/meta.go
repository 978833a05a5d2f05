// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import "slices"

// MDKind is the kind of a metadata operand.
type MDKind uint8

// The kinds of metadata operands.
const (
	MDInvalid MDKind = iota
	MDRef            // !N of the file; Num
	MDNodeRef        // a node without a number in the file: inline (`!DIExpression()`, `!{}`), or new; Node
	MDString         // !"text"; Text without quotes, escapes as in the source
	MDValue          // a constant with its type: `i32 7`, `ptr @g`; Val
	MDNull           // null
	// a word or a list of words with |: DW_TAG_member, DIFlagPublic | DIFlagVector, true, CSK_MD5;
	// Text
	MDIdent
	MDInt    // a number, as written; Text
	MDQuoted // a plain string field of a specialized node: name: "x"; Text without quotes
)

// MD is an immutable metadata operand.
type MD struct {
	Kind MDKind
	Num  int
	Node *MDNode
	Text string
	Val  Value
}

// MDField is one operand of a node. It has a name in specialized nodes, and only a position (Name
// "") in tuples, DIExpression and DIArgList.
type MDField struct {
	Name string
	Val  *MD
}

// MDNode is a metadata node. Nodes of the file are immutable. A pass that changes one clones it and
// adds the clone to its unit with Module.AddMD.
type MDNode struct {
	Num int // number in the file; -1 for an inline or new node
	// index in Module.NewMDs for a node that a pass added and that is printed with a number of its
	// own; otherwise -1
	New      int
	Distinct bool
	Name     string // DILocation, DISubprogram ...; "" for a tuple
	Fields   []MDField

	ref *MD // memory for the operand that Module.AddMD returns, or nil
}

// Field returns the value of a named field, or nil.
func (n *MDNode) Field(name string) *MD {
	for i := range n.Fields {
		if n.Fields[i].Name == name {
			return n.Fields[i].Val
		}
	}
	return nil
}

// maxCloned is the number of fields in the memory of a node of Module.CloneMD. A location has three
// fields, and gets a fourth when it is first inlined.
const maxCloned = 4

// clonedNode is a node with memory for its fields and for the operand that refers to it. With -g
// most copied nodes are locations.
type clonedNode struct {
	MDNode
	fields [maxCloned]MDField
	room   MD
}

// CloneMD copies a node as a new, unnumbered one in the unit's memory. Release does not free it: it
// is valid until the unit is done.
func (m *Module) CloneMD(n *MDNode) *MDNode {
	c := m.mem.nodes.one()
	c.MDNode = MDNode{Num: -1, New: -1, Distinct: n.Distinct, Name: n.Name, ref: &c.room}
	if len(n.Fields) <= maxCloned {
		c.Fields = c.fields[:copy(c.fields[:], n.Fields)]
	} else {
		c.Fields = slices.Clone(n.Fields)
	}
	return &c.MDNode
}

// Clone copies a node as a new, unnumbered one, with capacity for another field.
func (n *MDNode) Clone() *MDNode {
	return &MDNode{Num: -1, New: -1, Distinct: n.Distinct, Name: n.Name,
		Fields: append(make([]MDField, 0, len(n.Fields)+1), n.Fields...)}
}

// SetField replaces or appends a named field of a node that is not shared yet.
func (n *MDNode) SetField(name string, v *MD) {
	for i := range n.Fields {
		if n.Fields[i].Name == name {
			n.Fields[i].Val = v
			return
		}
	}
	n.Fields = append(n.Fields, MDField{Name: name, Val: v})
}

// DropField removes a named field of a node that is not shared yet.
func (n *MDNode) DropField(name string) {
	for i := range n.Fields {
		if n.Fields[i].Name == name {
			n.Fields = append(n.Fields[:i], n.Fields[i+1:]...)
			return
		}
	}
}

// Attachment is `!kind !node` on an instruction, function or global.
type Attachment struct {
	Kind string // without the exclamation mark
	MD   *MD
}

// DbgAux describes an OpDbg instruction: a debug record, or a call of a debug intrinsic, which is
// the same in an older spelling.
type DbgAux struct {
	Kind string   // value, declare, assign, label, declare_value; for a call also addr
	Call *CallAux // not nil for a call of llvm.dbg.<Kind>, whose debug location is the !dbg attachment
	Ops  []DbgOp
}

// DeclaresStorage reports whether a debug record names the address of its variable: a declare, or a
// declare_value of an alloca. Swift describes its locals in the second form,
//
//	%x = alloca i64
//	#dbg_declare_value(ptr %x, !10, !DIExpression(), !13)
//
// and its compiler reads that as #dbg_declare. A declare_value of any other value says that the
// variable is the value.
func DeclaresStorage(d *Instr) bool {
	aux, ok := d.Aux.(*DbgAux)
	if !ok || d.NumArgs() != 1 {
		return false
	}
	if aux.Kind == "declare_value" {
		a := AsInstr(d.Arg(0))
		return a != nil && a.Op == OpAlloca
	}
	return aux.Kind == "declare"
}

// DbgOp is one operand of a debug record: metadata, or a value, or a list of values (DIArgList).
type DbgOp struct {
	MD    *MD // nil for values
	Arg   int // index of the operand's first value in the instruction's operands
	NArgs int // number of values; List distinguishes `!DIArgList(...)` with one value from a plain value
	List  bool
}
