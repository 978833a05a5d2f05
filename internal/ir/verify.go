// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// The verifier checks the rules of LLVM's verifier that a pass can break, and the invariants of
// this package: links, use lists and names. Messages are LLVM's if LLVM has the same check.
//
// Each concern has a file: verify.go structure, verify_cfg.go control flow and dominance,
// verify_type.go operand types, verify_call.go calls, verify_eh.go exception handling,
// verify_debug.go debug info.
//
// The verifier checks no coroutine rules beyond those of LLVM's verifier (internal/lower checks the
// others), and skips functions whose bodies are not loaded.

import (
	"strconv"
	"strings"
)

// maxFindings limits the findings of one function, because one broken value may have many uses.
const maxFindings = 64

// Verify checks the headers of a unit's symbols and the bodies of its loaded functions. It
// renumbers the IDs of loaded functions.
func Verify(m *Module) ErrorList {
	v := NewVerifier(m)
	out := verifySymbols(m)
	for _, f := range m.Funcs {
		out = append(out, v.Func(f)...)
	}
	return out
}

// VerifyFunc checks one function. It renumbers the function's IDs.
func VerifyFunc(f *Func) ErrorList { return NewVerifier(f.mod).Func(f) }

// Verifier checks the functions of a unit one by one, for callers that do not hold all functions in
// memory together. It remembers the data that no two functions may share.
type Verifier struct {
	// Light skips the invariants that the parser and the setters guarantee: links, use lists and
	// unique names. It keeps all checks of LLVM.
	Light bool
	// KeepTree stores in Tree the dominator tree of the last checked function, if it has a body and
	// no findings, else nil. The caller owns the tree and returns it with DomTree.Done.
	KeepTree bool
	Tree     *DomTree

	m           *Module
	subprograms map[*MDNode]*Func
	// state for the current function. It is reused because most functions are declarations of a few
	// words, and an object for each took a tenth of the total time.
	one verifier
}

// NewVerifier returns a verifier for a unit.
func NewVerifier(m *Module) *Verifier { return &Verifier{m: m} }

// Func checks one function. It renumbers the function's IDs.
func (c *Verifier) Func(f *Func) ErrorList {
	v := &c.one
	*v = verifier{m: c.m, f: f, of: c, light: c.Light}
	defer func() { *v = verifier{} }()
	c.Tree = nil
	l := v.run()
	switch {
	case v.dom == nil:
	case c.KeepTree && len(l) == 0:
		c.Tree = v.dom
	default:
		v.dom.Done()
	}
	return l
}

// Symbols checks the symbols of the unit.
func (c *Verifier) Symbols() ErrorList { return verifySymbols(c.m) }

// verifier is the state of the check of one function.
type verifier struct {
	m    *Module
	f    *Func
	errs ErrorList

	dom   *DomTree
	names map[Value]string // numbers of unnamed values, computed for the first finding
	// by ID of an invoke: whether its normal edge dominates the normal destination (1 yes, 2 no)
	edgeOnly []int8

	*phiTables
	padType *Type // type of the function's landingpads and resumes
	spOfLoc map[*MD]*MDNode
	argVars map[string]*MDNode

	of          *Verifier
	light       bool
	debug       bool // the check in progress is of debug info
	swiftErr    bool // an alloca is swifterror
	hasFunclets bool
	described   bool // an instruction has metadata or debug records
}

// phiTables serve the check of phis. They are reused: counts are zero between blocks, and a value
// is valid only under the stamp of its phi.
type phiTables struct {
	seenIn  []int32 // by block ID: stamp of the last phi that names the block
	countIn []int32
	valueIn []Value
	stamp   int32
	preds   []*Block
}

var spareTables = NewSpare[phiTables]()

// size grows the tables to block IDs below n.
func (t *phiTables) size(n int) {
	if len(t.seenIn) < n {
		t.seenIn, t.countIn, t.valueIn = make([]int32, n), make([]int32, n), make([]Value, n)
	}
}

func (t *phiTables) release(m *Module, ok bool) {
	if !ok || len(t.seenIn) > maxKeptInts || t.stamp > 1<<30 {
		return // counts of an invalid function may not be zero
	}
	clear(t.preds[:cap(t.preds)])
	spareTables.Put(m, t)
}

func (v *verifier) run() ErrorList {
	v.header()
	if !v.f.Loaded() {
		return v.errs
	}
	if v.light {
		v.f.Renumber()
	} else {
		// The later checks rely on sound links.
		if !v.links() {
			return v.errs
		}
		v.f.Renumber()
		if !v.operandsSound() {
			return v.errs
		}
		v.localNames()
	}
	v.phiTables = spareTables.Take(v.f.mod)
	v.size(v.f.nextID)
	v.blocks()
	v.release(v.f.mod, len(v.errs) == 0)
	if len(v.errs) == 0 {
		// Dominance needs every block to end in its terminator.
		v.dominance()
	}
	for b := v.f.first; b != nil; b = b.next {
		for i := b.first; i != nil; i = i.next {
			v.instr(i)
			v.described = v.described || len(i.Meta) > 0 || len(i.Dbg) > 0
		}
	}
	if v.hasFunclets {
		v.funclets()
	}
	v.swiftErrors()
	v.debugInfo()
	return v.errs
}

// fail adds a finding at an instruction.
func (v *verifier) fail(i *Instr, msg string) *Error {
	e := &Error{Debug: v.debug, Pos: v.f.Pos, Msg: msg + " (in function '" + v.f.Name + "'"}
	if i != nil {
		if i.Pos.IsValid() {
			e.Pos = i.Pos
		}
		e.Msg += ": " + v.describe(i)
	}
	e.Msg += ")"
	if len(v.errs) < maxFindings {
		v.errs = append(v.errs, e)
	}
	return e
}

// failBlock adds a finding at a block.
func (v *verifier) failBlock(b *Block, msg string) {
	e := &Error{Pos: v.f.Pos, Msg: msg + " (in function '" + v.f.Name + "': label " + v.ref(b) + ")"}
	if b.Pos.IsValid() {
		e.Pos = b.Pos
	}
	if len(v.errs) < maxFindings {
		v.errs = append(v.errs, e)
	}
}

// check adds a finding at an instruction unless ok.
func (v *verifier) check(ok bool, i *Instr, msg string) bool {
	if !ok {
		v.fail(i, msg)
	}
	return ok
}

// checkJoined is check with a message in pieces, which it joins only on failure.
func (v *verifier) checkJoined(ok bool, i *Instr, msg ...string) {
	if !ok {
		v.fail(i, strings.Join(msg, ""))
	}
}

// describe returns an approximation of an instruction's text.
func (v *verifier) describe(i *Instr) string {
	var b strings.Builder
	if i.typ != nil && i.typ.kind != Void {
		b.WriteString(v.ref(i) + " = ")
	}
	b.WriteString(i.Op.String())
	n := len(i.args)
	if i.Op == OpDbg {
		b.WriteString("_" + i.Aux.(*DbgAux).Kind)
	}
	if i.IsCall() {
		if c, ok := i.Aux.(*CallAux); ok && c.NArgs <= n && i.CalleeArg() < n {
			b.WriteString(" " + v.ref(i.Callee()) + "(")
			n = c.NArgs
		}
	} else if n > 0 {
		b.WriteByte(' ')
	}
	for k := 0; k < n; k++ {
		if k > 0 {
			b.WriteString(", ")
		}
		if k == 8 {
			b.WriteString("...")
			break
		}
		a := i.args[k].val
		if a != nil {
			b.WriteString(a.Type().String() + " ")
		}
		b.WriteString(v.ref(a))
	}
	if i.IsCall() {
		b.WriteByte(')')
	}
	return b.String()
}

// ref formats a value as an operand.
func (v *verifier) ref(x Value) string {
	name := func(s string) string {
		if s == "" {
			v.numberUnnamed()
			return "%" + v.names[x]
		}
		return "%" + QuoteName(s)
	}
	switch x := x.(type) {
	case *Instr:
		return name(x.name)
	case *Block:
		return name(x.name)
	case *Param:
		return name(x.Name)
	case *Func:
		return "@" + QuoteName(x.Name)
	case *Global:
		return "@" + QuoteName(x.Name)
	case *Const:
		switch x.Kind {
		case ConstInt:
			return x.IntString()
		case ConstNull:
			return "null"
		case ConstUndef:
			return "undef"
		case ConstPoison:
			return "poison"
		case ConstLost:
			return "<a value that was erased>"
		case ConstNone:
			return "none"
		case ConstZero:
			return "zeroinitializer"
		}
		return "<constant>"
	}
	return "<null operand!>"
}

// numberUnnamed numbers unnamed values as the printer does.
func (v *verifier) numberUnnamed() {
	if v.names != nil {
		return
	}
	v.names = map[Value]string{}
	n := 0
	add := func(x Value) {
		v.names[x] = strconv.Itoa(n)
		n++
	}
	for _, p := range v.f.Params {
		if p.Name == "" {
			add(p)
		}
	}
	blocks := 0
	for b := v.f.first; b != nil && blocks <= v.f.numBlocks; b = b.next {
		blocks++
		if b.name == "" {
			add(b)
		}
		for i := b.first; i != nil; i = i.next {
			if i.name == "" && i.typ != nil && i.typ.kind != Void {
				add(i)
			}
		}
	}
}

// links checks that the lists of blocks and instructions are consistent in both directions.
func (v *verifier) links() bool {
	n := 0
	var prev *Block
	for b := v.f.first; b != nil; b = b.next {
		// A link back into the list reaches a block whose prev is not the previous block, so this
		// check also prevents an endless loop.
		if b.prev != prev {
			v.fail(nil, "block list of the function is not linked in both directions")
			return false
		}
		if b.fn != v.f {
			v.failBlock(b, "block does not know its function")
			return false
		}
		n++
		prev = b
		var pi *Instr
		for i := b.first; i != nil; i = i.next {
			if i.prev != pi {
				v.fail(nil, "instruction list of block "+QuoteName(b.name)+" is not linked in both directions")
				return false
			}
			if i.block != b {
				v.fail(nil, "instruction "+i.Op.String()+" %"+QuoteName(i.name)+" has a bogus parent pointer")
				return false
			}
			if i.typ == nil || i.Op == OpInvalid || i.Op >= NumOps || i.Op == OpDbg {
				v.fail(nil, "instruction in block "+QuoteName(b.name)+" has no opcode or type")
				return false
			}
			pi = i
		}
		if b.last != pi {
			v.failBlock(b, "block does not know its last instruction")
			return false
		}
	}
	if v.f.last != prev || v.f.numBlocks != n {
		v.fail(nil, "function does not know its last block or the number of its blocks")
		return false
	}
	if n == 0 {
		v.fail(nil, "function definition has no blocks")
		return false
	}
	return true
}

// operandsSound checks that every operand is a value of this function or unit, and that use lists
// contain exactly the operands.
func (v *verifier) operandsSound() bool {
	f := v.f
	uses := make([]int32, f.nextID+len(f.Params))
	dbgUses := make([]int32, f.nextID+len(f.Params))
	before := len(v.errs)
	for b := f.first; b != nil; b = b.next {
		for i := b.first; i != nil; i = i.next {
			for k := range i.args {
				v.operand(i, &i.args[k], uses)
			}
			if len(v.errs) == before && !v.payload(i) {
				v.fail(i, "instruction has the wrong number or kind of operands")
			}
			for _, d := range i.Dbg {
				if d.Op != OpDbg {
					v.fail(i, "a record before the instruction is not a debug record")
					return false
				}
				if _, ok := d.Aux.(*DbgAux); !ok {
					v.fail(i, "a debug record before the instruction has no payload")
					return false
				}
				for k := range d.args {
					v.operand(d, &d.args[k], dbgUses)
				}
			}
		}
	}
	if len(v.errs) > before {
		return false
	}
	for k, p := range f.Params {
		v.useList(p, &p.users, uses[f.nextID+k], dbgUses[f.nextID+k])
	}
	for b := f.first; b != nil; b = b.next {
		v.useList(b, &b.users, uses[b.ID], dbgUses[b.ID])
		for i := b.first; i != nil; i = i.next {
			v.useList(i, &i.users, uses[i.ID], dbgUses[i.ID])
		}
	}
	return len(v.errs) == before
}

// operand checks one operand and counts it.
func (v *verifier) operand(i *Instr, u *Use, count []int32) {
	if u.user != i {
		v.fail(i, "Instruction operands do not know their user")
		return
	}
	switch x := u.val.(type) {
	case nil:
		v.fail(i, "Operand is null")
	case *Instr:
		switch {
		case x.block == nil:
			v.fail(i, "Instruction not embedded in a basic block!")
		case x.block.fn != v.f:
			v.fail(i, "Referring to an instruction in another function!")
		case x.ID < 0 || x.ID >= v.f.nextID:
			v.fail(i, "Use of instruction is not an instruction!")
		default:
			count[x.ID]++
		}
	case *Block:
		if x.fn != v.f || x.ID < 0 || x.ID >= v.f.nextID {
			v.fail(i, "Referring to a basic block in another function!")
			return
		}
		count[x.ID]++
	case *Param:
		if x.Fn != v.f || x.Index >= len(v.f.Params) || v.f.Params[x.Index] != x {
			v.fail(i, "Referring to an argument in another function!")
			return
		}
		count[v.f.nextID+x.Index]++
	case *Func:
		if x.mod != v.m {
			v.fail(i, "Referring to a function in another module!")
		}
	case *Global:
		if x.mod != v.m {
			v.fail(i, "Referring to a global in another module!")
		}
	}
}

// useList checks the number of uses in the use lists of a value.
func (v *verifier) useList(x Value, h *users, want, wantDbg int32) {
	for pass, head := range [2]*Use{h.uses, h.dbg} {
		n := int32(0)
		var prev *Use
		for u := head; u != nil; u = u.next {
			if u.prev != prev || u.val != x || u.user == nil {
				v.fail(nil, "use list of "+v.ref(x)+" is damaged")
				return
			}
			if pass == 0 && (u.user.block == nil || u.user.block.fn != v.f) {
				v.fail(u.user, "use list of "+v.ref(x)+" names an instruction that is not in the function")
				return
			}
			n++
			prev = u
		}
		if pass == 1 {
			want = wantDbg
		}
		if n != want {
			v.fail(nil, "use list of "+v.ref(x)+" has "+strconv.Itoa(int(n))+" entries but the value is an operand "+
				strconv.Itoa(int(want))+" times")
		}
	}
}

// localNames checks that no two values of the function have the same name.
func (v *verifier) localNames() {
	seen, mem := nameSet{}, &bodyMemory{}
	seen.size(mem, len(v.f.Params)+v.f.nextID)
	dup := func(name string) bool { return name != "" && !seen.add(mem, name, hashName(name)) }
	for _, p := range v.f.Params {
		if dup(p.Name) {
			v.fail(nil, "two values are named %"+QuoteName(p.Name))
		}
	}
	for b := v.f.first; b != nil; b = b.next {
		if dup(b.name) {
			v.failBlock(b, "two values are named %"+QuoteName(b.name))
		}
		for i := b.first; i != nil; i = i.next {
			if i.name != "" && i.typ.kind == Void {
				v.fail(i, "Instruction has a name, but provides a void value!")
			}
			if dup(i.name) {
				v.fail(i, "two values are named %"+QuoteName(i.name))
			}
		}
	}
}

// header checks a function's signature and attributes.
func (v *verifier) header() {
	f := v.f
	if f.FTy == nil || f.FTy.kind != FuncTy {
		v.fail(nil, "function has no function type")
		return
	}
	ps := f.FTy.Params()
	if len(ps) != len(f.Params) {
		v.fail(nil, "# formal arguments must match # of arguments for function type!")
		return
	}
	intrinsic := f.IsIntrinsic()
	ret := f.FTy.Ret()
	if !intrinsic && ret.kind == Token {
		v.fail(nil, "Function returns a token but isn't an intrinsic")
	}
	if ret.kind == Label || ret.kind == MetadataTy || ret.kind == FuncTy {
		v.fail(nil, "Invalid return type!")
	}
	for k, p := range f.Params {
		if p.typ != ps[k] {
			v.fail(nil, "Argument value does not match function argument type!")
		}
		if p.Index != k || p.Fn != f {
			v.fail(nil, "a parameter does not know its place")
		}
		if !p.typ.IsFirstClass() {
			v.fail(nil, "Function arguments must have first-class types!")
		}
		if intrinsic {
			continue
		}
		switch p.typ.kind {
		case MetadataTy:
			v.fail(nil, "Function takes metadata but isn't an intrinsic")
		case Token:
			v.fail(nil, "Function takes token but isn't an intrinsic")
		case Label:
			v.fail(nil, "Function takes label but isn't an intrinsic")
		}
	}
	v.headerAttrs()
	if f.Declared {
		switch f.Linkage {
		case "", "external", "extern_weak", "dllimport":
		default:
			v.fail(nil, "invalid linkage type for function declaration")
		}
		if f.Person != nil {
			v.fail(nil, "Function declaration shouldn't have a personality routine")
		}
	} else if intrinsic {
		v.fail(nil, "llvm intrinsics cannot be defined!")
	}
}

// headerAttrs checks rules between attributes of a function header. It skips an intrinsic with a
// known signature: LLVM overrides the attributes that the file gives it.
func (v *verifier) headerAttrs() {
	f := v.f
	if id := f.Intrinsic(); f.Declared && id != NotIntrinsic && id.HasForm(f.FTy) {
		return
	}
	if f.Attrs.Has(v.m, "alwaysinline") && f.Attrs.Has(v.m, "noinline") {
		v.fail(nil, "Attributes 'alwaysinline and noinline' are incompatible!")
	}
	if f.Attrs.Has(v.m, "optnone") && !f.Attrs.Has(v.m, "noinline") {
		v.fail(nil, "Attribute 'optnone' requires 'noinline'!")
	}
	seen := [4]bool{}
	for k, p := range f.Params {
		if p.Attrs.Empty() {
			continue
		}
		v.paramAttrs(nil, p.Attrs, p.typ, k)
		for n, name := range [...]string{"swiftself", "swifterror", "swiftasync", "swiftcoro"} {
			if p.Attrs.Has(v.m, name) {
				if seen[n] {
					v.fail(nil, "Cannot have multiple '"+name+"' parameters!")
				}
				seen[n] = true
			}
		}
	}
}

// paramAttrs checks the attributes of one parameter or argument; at is nil for a function header.
func (v *verifier) paramAttrs(at *Instr, s *AttrSet, t *Type, index int) {
	for k := range s.List {
		a := &s.List[k]
		if a.Str {
			continue
		}
		switch a.Name {
		case "sret":
			if index > 1 {
				v.fail(at, "Attribute 'sret' is not on first or second parameter!")
			}
			fallthrough
		case "byval", "byref", "inalloca", "preallocated", "nest",
			"noalias", "nocapture", "captures", "nonnull", "dereferenceable",
			"dereferenceable_or_null", "swifterror", "readonly", "readnone",
			"align", "allocptr", "writable", "dead_on_unwind", "initializes",
			"dead_on_return": // writeonly and swiftasync are not listed: LLVM accepts them on any type
			if t.Scalar().kind != Ptr {
				v.fail(at, "Attribute '"+a.Name+"' applied to incompatible type!")
			}
		case "swiftcoro":
			if k := t.kind; k != Ptr && k != Int {
				v.fail(at, "Attribute '"+a.Name+"' applied to incompatible type!")
			}
		case "nofpclass", "range":
			k := t.Scalar().kind
			if typ, _, _ := strings.Cut(a.Val, " "); a.Name == "range" && typ != t.Scalar().String() ||
				a.Name == "nofpclass" && (k == Int || k == Ptr) {
				v.fail(at, "Attribute '"+a.Name+"("+a.Val+")' applied to incompatible type!")
			}
		case "zeroext", "signext":
			if t.Scalar().kind != Int {
				v.fail(at, "Attribute '"+a.Name+"' applied to incompatible type!")
			}
		}
	}
}

// verifySymbols checks the symbols of the unit.
func verifySymbols(m *Module) ErrorList {
	var out ErrorList
	known := func(v Value, name string, pos Pos) {
		if m.symbols[name] != v { // another symbol has the name, or a pass has changed it
			out = append(out, Errorf(pos, "redefinition of symbol '@%s'", QuoteName(name)))
		}
	}
	for _, f := range m.Funcs {
		known(f, f.Name, f.Pos)
		if f.mod != m {
			out = append(out, Errorf(f.Pos, "function '%s' does not know its unit", f.Name))
		}
	}
	for _, g := range m.Globals {
		known(g, g.Name, g.Pos)
		switch {
		case g.GKind == GlobalVar && g.Init != nil && g.Init.Type() != g.ValueType:
			out = append(out, Errorf(g.Pos, "Global variable initializer type does not match global variable type! "+
				"(@%s)", QuoteName(g.Name)))
		case g.GKind == GlobalVar && g.initLoaded && g.Init == nil && !g.Declared:
			out = append(out, Errorf(g.Pos, "global variable '@%s' has no initializer and is not external",
				QuoteName(g.Name)))
		case g.GKind == GlobalVar && g.Declared && (g.Linkage == LinkInternal || g.Linkage == LinkPrivate):
			out = append(out, Errorf(g.Pos, "Global is external, but doesn't have external or weak linkage! (@%s)",
				QuoteName(g.Name)))
		}
	}
	out = append(out, aliasCycles(m)...)
	for k, n := range m.NewMDs {
		if n.New != k || n.Num >= 0 {
			out = append(out, Errorf(NoPos, "new metadata node %d does not know its place", k))
		}
	}
	return out
}

// aliasCycles returns an error for each cycle of aliases that name each other, as far as the unit
// has read them.
func aliasCycles(m *Module) (out ErrorList) {
	const followed = -1 // leads to no cycle, or to one that is reported
	visits := map[*Global]int{}
	for k, g := range m.Globals {
		at := g
		for at != nil && at.GKind == GlobalAlias && visits[at] == 0 {
			visits[at] = k + 1
			at = aliasOf(at.Init)
		}
		if at != nil && visits[at] == k+1 {
			e := Errorf(at.Pos, "Aliases cannot form a cycle (@%s)", QuoteName(at.Name))
			if next := aliasOf(at.Init); next != at {
				e.Notes = []Note{{Pos: next.Pos, Msg: "it leads back to itself through this alias"}}
			}
			out = append(out, e)
		}
		for at = g; at != nil && visits[at] == k+1; at = aliasOf(at.Init) {
			visits[at] = followed
		}
	}
	return out
}

// aliasOf returns the global that an aliasee names, through casts and address computations.
func aliasOf(v Value) *Global {
	for {
		switch x := StripCasts(v).(type) {
		case *Global:
			return x
		case *Const:
			if x.Kind != ConstExpr || len(x.Elems) == 0 {
				return nil
			}
			v = x.Elems[0]
		default:
			return nil
		}
	}
}
