// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file describes variables for cuda-gdb: each printed function whose debug info is complete
// (-g; not -gline-tables-only) has an entry with its variables, and the scopes that they belong to.
// For example, a resume function keeps x at byte 16 of its frame, whose address is in %rd1:
//
//	#dbg_declare(ptr %frame, !12, !DIExpression(DW_OP_plus_uconst, 16), !15)
//
// Then the location of x is "memory at %rd1 + 16". A variable has one location, as with llc. If its
// records name several, it has none, and the debugger says that it was optimized out. A register
// counts only where ptxas says that it is live.
//
// ptxas uses the entries only with -g. llc also writes `.target sm_80, debug`, with which ptxas never
// optimizes; here the option of ptxas decides.

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/emit/ptx/dwarf"
	"github.com/corolower/corolower/internal/ir"
)

// debugUnit is the entry of a compile unit.
type debugUnit struct {
	entry    *dwarf.Entry
	types    *dwarf.Types
	abstract map[debuginfo.Key]*dwarf.Entry // inlined functions
}

// scopeKey identifies a lexical block or function, in one inlined copy.
type scopeKey struct{ scope, inlined debuginfo.Key }

// scopeRange is the code of a scope: from its first instruction to its last one, as in llc's output.
type scopeRange struct {
	parent     *scopeRange // nil: the function
	scope      *ir.MD
	at         *ir.MDNode // the location of the inlined call, or nil
	begin, end string     // labels; "" if there is no code
	entry      *dwarf.Entry
}

// variableInfo is a variable, and the records that describe it.
type variableInfo struct {
	node  *ir.MDNode
	scope *scopeRange // nil: the function
	place varPlace
	known bool // all records name place
	arg   int  // the number of the parameter, or 0
}

// varPlace is where a variable is: at an offset from an address, or in a value itself.
type varPlace struct {
	root   ir.Value
	off    int64
	memory bool
}

// debugState is the debug info of the function being written.
type debugState struct {
	unit   *debugUnit
	sp     *ir.MDNode
	vars   []*variableInfo
	byVar  map[debuginfo.Var]*variableInfo
	scopes map[scopeKey]*scopeRange // with variables; a nil range is the function
	at     *scopeRange              // of the previous instruction
	inside map[*ir.MD]*scopeRange   // the innermost scope of each location
	stored map[*ir.Instr]ir.Value   // the results of onlyStored
	labels int
}

// fullDebug returns the compile unit of a function whose variables are wanted, or nil.
func (w *writer) fullDebug(m *ir.Module, f *ir.Func) (u, sp *ir.MDNode, key debuginfo.Key) {
	sp = m.MDNode(debuginfo.SubprogramOf(f))
	if sp == nil {
		return nil, nil, key
	}
	md := sp.Field("unit")
	u = m.MDNode(md)
	if u == nil || textOf(u.Field("emissionKind")) != "FullDebug" {
		return nil, nil, key
	}
	return u, sp, debuginfo.KeyOf(md)
}

// beginVariables collects the variables of a function and the scopes that need labels.
func (e *fn) beginVariables() {
	e.debug = debugState{}
	u, sp, key := e.fullDebug(e.m, e.f)
	if u == nil {
		return
	}
	d := &e.debug
	d.unit, d.sp = e.unitOf(u, key), sp
	d.byVar, d.scopes = map[debuginfo.Var]*variableInfo{}, map[scopeKey]*scopeRange{}
	d.inside, d.stored = map[*ir.MD]*scopeRange{}, map[*ir.Instr]ir.Value{}
	for b := e.f.Entry(); b != nil; b = b.Next() {
		if e.labels[b.ID] < 0 {
			continue
		}
		for i := b.First(); i != nil; i = i.Next() {
			for _, r := range i.Dbg {
				e.record(r)
			}
			if i.Op == ir.OpDbg { // a call of llvm.dbg.declare or llvm.dbg.value
				e.record(i)
			}
		}
	}
}

// unitOf returns the entry of a compile unit.
func (w *writer) unitOf(u *ir.MDNode, key debuginfo.Key) *debugUnit {
	if d := w.debugUnits[key]; d != nil {
		return d
	}
	if w.debugUnits == nil {
		w.debugUnits = map[debuginfo.Key]*debugUnit{}
	}
	d := &debugUnit{entry: dwarf.NewEntry(dwarf.TagCompileUnit), abstract: map[debuginfo.Key]*dwarf.Entry{}}
	d.types = dwarf.NewTypes(d.entry)
	w.debugUnits[key] = d
	w.debugOrder = append(w.debugOrder, d)
	e := d.entry
	if p := u.Field("producer"); p != nil {
		e.String(dwarf.AttrProducer, dwarf.Text(p))
	}
	if n, ok := languages[textOf(u.Field("language"))]; ok {
		e.Uint(dwarf.AttrLanguage, n)
	}
	if f := w.m.MDNode(u.Field("file")); f != nil {
		if name := f.Field("filename"); name != nil {
			e.String(dwarf.AttrName, dwarf.Text(name))
		}
		if dir := f.Field("directory"); dir != nil {
			e.String(dwarf.AttrCompDir, dwarf.Text(dir))
		}
	}
	e.Section(dwarf.AttrStmtList, ".debug_line")
	return d
}

// languages are DWARF's numbers of the languages of kernels.
var languages = map[string]uint64{
	"DW_LANG_C89": 0x01, "DW_LANG_C": 0x02, "DW_LANG_C_plus_plus": 0x04, "DW_LANG_C99": 0x0c,
	"DW_LANG_C_plus_plus_03": 0x19, "DW_LANG_C_plus_plus_11": 0x1a, "DW_LANG_Rust": 0x1c, "DW_LANG_C11": 0x1d,
	"DW_LANG_Swift": 0x1e, "DW_LANG_Julia": 0x1f, "DW_LANG_C_plus_plus_14": 0x21, "DW_LANG_Fortran08": 0x23,
	"DW_LANG_C_plus_plus_17": 0x2a, "DW_LANG_C_plus_plus_20": 0x2b, "DW_LANG_C17": 0x2c,
}

// record notes the place that a debug record gives its variable.
func (e *fn) record(r *ir.Instr) {
	v, ok := debuginfo.VarOf(e.m, r)
	if !ok {
		return
	}
	n := e.m.MDNode(debuginfo.Variable(r))
	if n == nil || n.Name != "DILocalVariable" {
		return
	}
	place, known := e.placeOfVariable(r)
	info := e.debug.byVar[v]
	if info == nil {
		info = &variableInfo{node: n, place: place, known: known, arg: debuginfo.IntField(n, "arg")}
		at := e.m.MDNode(r.DebugLoc())
		var inlined *ir.MD
		if at != nil {
			inlined = at.Field("inlinedAt")
		}
		info.scope = e.scopeRange(n.Field("scope"), inlined)
		e.debug.byVar[v] = info
		e.debug.vars = append(e.debug.vars, info)
		return
	}
	info.known = info.known && known && info.place == place
}

// scopeRange returns the range of a scope, or nil for the function itself.
func (e *fn) scopeRange(scope, inlined *ir.MD) *scopeRange {
	d := &e.debug
	var chain []*scopeRange // from the innermost to the outermost
	var keys []scopeKey
	var outer *scopeRange
	for range maxInlined {
		key := scopeKey{debuginfo.KeyOf(scope), debuginfo.KeyOf(inlined)}
		if outer = d.scopes[key]; outer != nil {
			break
		}
		toScope, toInlined, ok := e.outward(scope, inlined)
		if !ok {
			break
		}
		chain, keys = append(chain, &scopeRange{scope: scope, at: e.m.MDNode(inlined)}), append(keys, key)
		scope, inlined = toScope, toInlined
	}
	for k := len(chain) - 1; k >= 0; k-- {
		chain[k].parent = outer
		d.scopes[keys[k]] = chain[k]
		outer = chain[k]
	}
	return outer
}

// enter writes a label where the innermost scope with variables changes.
func (e *fn) enter(i *ir.Instr) {
	d := &e.debug
	if len(d.scopes) == 0 || i.Op == ir.OpPhi {
		return
	}
	md := i.DebugLoc()
	if md == nil {
		return
	}
	s, known := d.inside[md]
	if !known {
		s = e.innermost(md)
		d.inside[md] = s
	}
	if s == d.at {
		return
	}
	name := e.debugLabel(firstScopeLabel + d.labels)
	d.labels++
	e.b = append(append(e.b, name...), ":\n"...)
	e.endScopes(name)
	d.at = s
	for ; s != nil && s.begin == ""; s = s.parent {
		s.begin = name
	}
}

// endScopes ends the code of the current scopes at a label.
func (e *fn) endScopes(label string) {
	for s := e.debug.at; s != nil; s = s.parent {
		s.end = label
	}
}

// innermost returns the innermost scope with variables that a location is in.
func (e *fn) innermost(md *ir.MD) *scopeRange {
	n := e.m.MDNode(md)
	if n == nil {
		return nil
	}
	scope, inlined := n.Field("scope"), n.Field("inlinedAt")
	for range maxInlined {
		if s := e.debug.scopes[scopeKey{debuginfo.KeyOf(scope), debuginfo.KeyOf(inlined)}]; s != nil {
			return s
		}
		ok := false
		if scope, inlined, ok = e.outward(scope, inlined); !ok {
			break
		}
	}
	return nil
}

// outward returns the scope around a scope: that of the call if the scope is an inlined function. ok is
// false for the function that is being written, and for broken debug info.
func (e *fn) outward(scope, inlined *ir.MD) (toScope, toInlined *ir.MD, ok bool) {
	n, at := e.m.MDNode(scope), e.m.MDNode(inlined)
	switch {
	case n == nil || n.Name == "DISubprogram" && at == nil:
		return nil, nil, false
	case n.Name == "DISubprogram":
		return at.Field("scope"), at.Field("inlinedAt"), true
	}
	return n.Field("scope"), inlined, true
}

// These are the numbers of the labels in a function: of its start, its end, and the scopes.
const (
	beginLabel = iota
	endLabel
	firstScopeLabel
)

// debugLabel returns a label of the function.
func (e *fn) debugLabel(n int) string { return e.debugWord + itoa(e.num) + "_" + itoa(n) }

// appendBegin prints the label at the start of the function, if it has an entry.
func (e *fn) appendBegin(b []byte) []byte {
	if e.debug.unit == nil {
		return b
	}
	return append(append(b, e.debugLabel(beginLabel)...), ":\n"...)
}

// endVariables adds the function's entry.
func (e *fn) endVariables() {
	d := &e.debug
	if d.unit == nil {
		return
	}
	end := e.debugLabel(endLabel)
	e.b = append(append(e.b, end...), ":\n"...)
	e.endScopes(end)
	f := d.unit.entry.Add(dwarf.TagSubprogram)
	f.Label(dwarf.AttrLowPC, e.debugLabel(beginLabel))
	f.Label(dwarf.AttrHighPC, end)
	f.Expr(dwarf.AttrFrameBase, dwarf.FrameCFA())
	f.String(dwarf.AttrLinkageName, e.name)
	e.describeFunc(d.unit, f, d.sp)
	if !e.f.IsLocal() {
		f.Flag(dwarf.AttrExternal)
	}
	slices.SortStableFunc(d.vars, func(a, b *variableInfo) int {
		return cmp.Compare(a.order(), b.order())
	})
	for _, v := range d.vars {
		e.addVariable(f, v)
	}
}

// order sorts parameters before other variables.
func (v *variableInfo) order() int {
	if v.arg == 0 {
		return 1 << 30
	}
	return v.arg
}

// describeFunc adds the name, the place and the result type of a function.
func (e *fn) describeFunc(u *debugUnit, f *dwarf.Entry, sp *ir.MDNode) {
	if name := sp.Field("name"); name != nil {
		f.String(dwarf.AttrName, dwarf.Text(name))
	}
	e.declared(f, sp)
	if t := e.m.MDNode(sp.Field("type")); t != nil {
		if list := e.m.MDNode(t.Field("types")); list != nil && len(list.Fields) > 0 {
			f.Ref(dwarf.AttrType, u.types.Of(e.m, list.Fields[0].Val))
		}
	}
}

// declared adds the file and line of a declaration.
func (e *fn) declared(entry *dwarf.Entry, n *ir.MDNode) {
	file := e.filePath(n)
	line := debuginfo.IntField(n, "line")
	if file == "" || line <= 0 {
		return
	}
	entry.Uint(dwarf.AttrDeclFile, uint64(e.files.num(file)))
	entry.Uint(dwarf.AttrDeclLine, uint64(line))
}

// addVariable adds a variable to the entry of its scope.
func (e *fn) addVariable(f *dwarf.Entry, v *variableInfo) {
	parent := e.scopeEntry(f, v.scope)
	if parent == nil {
		return // no code is in the scope
	}
	tag := dwarf.TagVariable
	if v.arg > 0 {
		tag = dwarf.TagFormalParameter
	}
	x := parent.Add(tag)
	if v.known {
		e.addLocation(x, v.place)
	}
	if name := v.node.Field("name"); name != nil {
		x.String(dwarf.AttrName, dwarf.Text(name))
	}
	e.declared(x, v.node)
	x.Ref(dwarf.AttrType, e.debug.unit.types.Of(e.m, v.node.Field("type")))
	if strings.Contains(textOf(v.node.Field("flags")), "DIFlagArtificial") {
		x.Flag(dwarf.AttrArtificial)
	}
}

// scopeEntry returns the entry of a scope, or nil if no code belongs to it.
func (e *fn) scopeEntry(f *dwarf.Entry, s *scopeRange) *dwarf.Entry {
	if s == nil {
		return f
	}
	if s.entry != nil || s.begin == "" {
		return s.entry
	}
	parent := e.scopeEntry(f, s.parent)
	if n := e.m.MDNode(s.scope); n.Name == "DISubprogram" {
		s.entry = parent.Add(dwarf.TagInlinedSubroutine)
		s.entry.Ref(dwarf.AttrAbstractOrigin, e.abstractEntry(s.scope, n))
		s.addRange()
		if file := e.filePath(e.m.MDNode(s.at.Field("scope"))); file != "" {
			s.entry.Uint(dwarf.AttrCallFile, uint64(e.files.num(file)))
			s.entry.Uint(dwarf.AttrCallLine, uint64(max(debuginfo.IntField(s.at, "line"), 0)))
		}
	} else {
		s.entry = parent.Add(dwarf.TagLexicalBlock)
		s.addRange()
	}
	return s.entry
}

func (s *scopeRange) addRange() {
	s.entry.Label(dwarf.AttrLowPC, s.begin)
	s.entry.Label(dwarf.AttrHighPC, s.end)
}

// abstractEntry returns the entry that describes an inlined function.
func (e *fn) abstractEntry(md *ir.MD, sp *ir.MDNode) *dwarf.Entry {
	u := e.debug.unit
	key := debuginfo.KeyOf(md)
	x := u.abstract[key]
	if x == nil {
		x = u.entry.Add(dwarf.TagSubprogram)
		u.abstract[key] = x
		e.describeFunc(u, x, sp)
		x.Uint(dwarf.AttrInline, 1)
	}
	return x
}

// placeOfVariable reads a record. ok is false if its variable has no place, or none that one
// location describes.
func (e *fn) placeOfVariable(r *ir.Instr) (p varPlace, ok bool) {
	aux := r.Aux.(*ir.DbgAux)
	n, _ := debuginfo.ExprOf(e.m, r)
	if n == nil || r.NumArgs() != 1 || len(aux.Ops) == 0 || aux.Ops[0].MD != nil || aux.Ops[0].List {
		return varPlace{}, false
	}
	words := debuginfo.ExprWords(n)
	p = varPlace{root: r.Arg(0), memory: ir.DeclaresStorage(r)}
	if !p.memory {
		if aux.Kind != "value" && aux.Kind != "declare_value" {
			return varPlace{}, false
		}
		if len(words) == 0 {
			return p, true
		}
		if words[len(words)-1] != "DW_OP_deref" {
			return varPlace{}, false
		}
		words, p.memory = words[:len(words)-1], true
	}
	for len(words) > 0 {
		switch {
		case words[0] == "DW_OP_plus_uconst" && len(words) > 1:
			n, err := strconv.ParseInt(words[1], 10, 64)
			if err != nil || !near(n) || !near(p.off+n) {
				return varPlace{}, false
			}
			p.off += n
			words = words[2:]
		case words[0] == "DW_OP_deref" && p.off == 0:
			if p.root = e.onlyStored(p.root); p.root == nil {
				return varPlace{}, false
			}
			words = words[1:]
		default:
			return varPlace{}, false
		}
	}
	return e.stripOffsets(p), true
}

// onlyStored returns the value that a variable always has after its only store, or nil. The lowering
// keeps the address of a frame in such a variable, without optimization.
func (e *fn) onlyStored(v ir.Value) ir.Value {
	a := ir.AsInstr(v)
	if a == nil || a.Op != ir.OpAlloca {
		return nil
	}
	stored, known := e.debug.stored[a]
	if !known {
		stored = e.findStored(a)
		e.debug.stored[a] = stored
	}
	return stored
}

func (e *fn) findStored(a *ir.Instr) ir.Value {
	var stored ir.Value
	for u := a.FirstUse(); u != nil; u = u.Next() {
		s := u.User()
		switch {
		case ir.IsLifetime(s), s.Op == ir.OpLoad:
		case s.Op == ir.OpStore && u.Index() == 1 && stored == nil && s.Arg(0).Type().IsPtr() &&
			s.Block() == e.f.Entry():
			stored = s.Arg(0)
		default:
			return nil
		}
	}
	return stored
}

// stripOffsets replaces an address by the one that it was computed from with constant offsets, in at
// most maxOffsets steps.
func (e *fn) stripOffsets(p varPlace) varPlace {
	for range maxOffsets {
		i := ir.AsInstr(p.root)
		if i == nil || !i.Type().IsPtr() {
			return p
		}
		switch i.Op {
		case ir.OpGEP:
			off, ok := e.gepOffset(i)
			if !ok || !i.Arg(0).Type().IsPtr() || !near(off) || !near(p.off+off) {
				return p
			}
			p.off += off
		case ir.OpBitCast:
			if !i.Arg(0).Type().IsPtr() {
				return p
			}
		default:
			return p
		}
		p.root = i.Arg(0)
	}
	return p
}

const maxOffsets = 64

// addressClasses are the numbers of address spaces that cuda-gdb knows.
var addressClasses = [numSpaces]uint64{
	spaceGeneric: 12, spaceGlobal: 5, spaceShared: 8, spaceConst: 4, spaceLocal: 6, spaceParam: 7, spaceCluster: 12,
}

const registerClass = 2 // the address class of a register

// addLocation adds the place of a variable, if PTX has it.
func (e *fn) addLocation(x *dwarf.Entry, p varPlace) {
	if !p.memory {
		e.addValue(x, p.root)
		return
	}
	off, inDepot := int64(0), false
	switch v := p.root.(type) {
	case *ir.Instr:
		off, inDepot = e.allocas[v]
		if inDepot && unused(v) {
			return // it has no memory
		}
	case *ir.Param:
		off, inDepot = e.byvals[v]
		if !inDepot && e.constantParam(v) {
			return
		}
	}
	if inDepot {
		if p.off+off < 0 {
			return
		}
		x.Uint(dwarf.AttrAddressClass, addressClasses[spaceLocal])
		x.Expr(dwarf.AttrLocation, dwarf.Symbol(e.depotName(), uint64(p.off+off)))
		return
	}
	r, sp, ok := e.registerOf(p.root)
	if !ok || r.cls != clsRD {
		return
	}
	name := string(r.append(nil))
	if len(name) > dwarf.MaxRegisterName {
		return
	}
	x.Uint(dwarf.AttrAddressClass, addressClasses[sp])
	x.Expr(dwarf.AttrLocation, dwarf.Based(name, p.off))
}

// addValue adds the value of a variable that is a constant or in a register.
func (e *fn) addValue(x *dwarf.Entry, v ir.Value) {
	if c, ok := v.(*ir.Const); ok {
		switch {
		case c.Kind != ir.ConstInt || c.Type().Bits() > 64:
		case c.Type().Bits() == 1:
			x.Uint(dwarf.AttrConstValue, c.Uint64()&1) // true is 1, not -1
		default:
			x.Int(dwarf.AttrConstValue, c.Int64())
		}
		return
	}
	r, sp, ok := e.registerOf(v)
	if !ok || r.cls == clsP || v.Type().IsPtr() && sp != spaceOf(v.Type()) {
		return
	}
	if name := string(r.append(nil)); len(name) <= dwarf.MaxRegisterName {
		x.Uint(dwarf.AttrAddressClass, registerClass)
		x.Expr(dwarf.AttrLocation, dwarf.Register(name))
	}
}

// registerOf returns the only register of a value that was printed, and the space that it is an
// address of if it is a pointer.
func (e *fn) registerOf(v ir.Value) (r opnd, sp space, ok bool) {
	base := int32(0)
	switch v := v.(type) {
	case *ir.Instr:
		if sp = spaceOf(v.Type()); v.Type().IsPtr() {
			switch e.modes[v.ID] {
			case modeFolded:
				return opnd{}, 0, false
			case modeSpace:
				sp = e.spaces[v.ID]
			}
		}
		base = e.base[v.ID]
	case *ir.Param:
		sp = spaceOf(v.Type())
		base = e.pbase[v.Index]
	}
	if base == 0 || e.shape(v.Type()).bad != "" || len(e.shape(v.Type()).slots) != 1 && !v.Type().IsPtr() {
		return opnd{}, 0, false
	}
	r = e.slots[base-1]
	return r, sp, !r.imm
}

// debugSections prints the sections of all compile units.
func (w *writer) debugSections(b []byte) []byte {
	if len(w.debugOrder) == 0 {
		return b
	}
	entries := make([]*dwarf.Entry, len(w.debugOrder))
	for k, u := range w.debugOrder {
		u.types.Flush()
		entries[k] = u.entry
	}
	return dwarf.Append(b, entries)
}
