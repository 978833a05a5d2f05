// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"strconv"
	"strings"
)

// Source loads the parts of the text file that a unit does not hold yet. Only the goroutine that
// owns the unit calls its methods for that unit. Units of one file share a Source, so it must be
// safe for concurrent reading.
type Source interface {
	// LoadSymbol adds the global, function, alias or ifunc of that name to the unit, header only,
	// and returns it, or nil if the file has no such symbol.
	LoadSymbol(m *Module, name string) (Value, error)
	// LoadBody parses the body of a function that the unit loaded from the file.
	LoadBody(f *Func) error
	// LoadInit parses the initializer, aliasee or resolver of a global that was loaded from the
	// file.
	LoadInit(g *Global) error
	// HasSymbol reports whether the file defines or declares the name, without parsing.
	HasSymbol(name string) bool
	// LoadAttrGroup returns attribute group #n; ok is false if the file has none.
	LoadAttrGroup(m *Module, n int) (list []Attr, ok bool, err error)
	// LoadMD returns metadata node !n, or nil if the file has none.
	LoadMD(m *Module, n int) (*MDNode, error)
	// LoadNamedMD returns the operands of named metadata `!name = !{...}`, or nil if the file has
	// none.
	LoadNamedMD(m *Module, name string) ([]*MD, error)
	// HasType reports whether the file defines the named struct type.
	HasType(name string) bool
	// HasHandmadeFrames reports whether the file may put a function that is not fastcc into a frame
	// that it makes by hand.
	HasHandmadeFrames() bool
}

// Version is a major version of LLVM, 13 to 23, whose dialect and output are imitated.
type Version int

// Module is a unit: see the package comment.
type Module struct {
	Types  *Types
	Source Source // nil for a unit built by hand

	Name         string // file name, for messages
	Triple       string
	DataLayout   string
	TypedPtrs    bool    // dialect: `i8*` instead of `ptr`
	DbgRecords   bool    // dialect: passes add debug records instead of llvm.dbg calls
	Swift        bool    // dialect: that of the Swift compiler's fork, some of which stock LLVM cannot read
	Version      Version // LLVM version whose output is imitated where versions differ
	Oldest       Version // oldest LLVM version that has to read the output
	SourceHasAsm bool    // module has inline `module asm`
	NoUnwind     bool    // nothing unwinds on the target: no call throws, regardless of the callee

	symbols map[string]Value // names stay in the map for the lifetime of the unit
	// Funcs and Globals are the unit's symbols, loaded from the file or new, in the order of their
	// addition.
	Funcs   []*Func
	Globals []*Global
	// NewTypes holds the named structs that passes added, in order.
	NewTypes []*Type
	// NewMDs holds the metadata nodes that passes added, in order; MDNode.New is the index.
	NewMDs []*MDNode
	// ChangedMDs holds the numbers of file nodes that this unit changed, in order.
	ChangedMDs []int

	mds    map[int]*MDNode
	mdRefs map[int]*MD

	// SourceState is data that the Source keeps for this unit.
	SourceState any

	// Err is the first error of an on-demand lookup that could not return it.
	Err error

	programAS  int // address space of functions in the data layout programOf; an empty layout has 0
	programOf  string
	interposes int8 // the flag SemanticInterposition: 0 not read yet, 1 set, -1 not set

	mem    *Arena
	shared *Shared
}

// NewModule creates an empty unit over a source, which may be nil, with its own memory.
func NewModule(src Source) *Module { return NewModuleIn(new(Arena), src) }

// someFuncs is a capacity that suffices for the functions of most units, including the callees of a
// coroutine.
const someFuncs = 32

// NewModuleIn creates an empty unit over a source. It takes memory from an arena that no other unit
// uses at the time, and reuses data that earlier units over the same source loaded.
func NewModuleIn(a *Arena, src Source) *Module {
	a.bodyMemory = &a.main
	a.shared = a.shared.next(src)
	m := &Module{Source: src, Version: 22, Oldest: 22, DbgRecords: true, mem: a, shared: a.shared,
		Types: a.shared.types, symbols: a.shared.symbols,
		Funcs: make([]*Func, 0, someFuncs)}
	m.Types.unit = m
	return m
}

// ProgramAddrSpace returns the default address space of functions, `P` in the data layout.
func (m *Module) ProgramAddrSpace() int {
	if m.programOf != m.DataLayout {
		m.programAS, m.programOf = programAddrSpace(m.DataLayout), m.DataLayout
	}
	return m.programAS
}

func programAddrSpace(layout string) int {
	for spec := range strings.SplitSeq(layout, "-") {
		if digits, ok := strings.CutPrefix(spec, "P"); ok {
			if n, err := strconv.Atoi(digits); err == nil && n >= 0 {
				return n
			}
		}
	}
	return 0
}

// Lookup returns the symbol of that name, or nil if there is none. It loads the header from the
// source if the unit does not hold it yet.
func (m *Module) Lookup(name string) (Value, error) {
	if v, ok := m.symbols[name]; ok {
		return v, nil
	}
	if m.Source == nil {
		return nil, nil
	}
	return m.Source.LoadSymbol(m, name)
}

// Func returns the function of that name, or nil.
func (m *Module) Func(name string) (*Func, error) {
	v, err := m.Lookup(name)
	f, _ := v.(*Func)
	return f, err
}

// HasSymbol reports whether the unit or its source has the name.
func (m *Module) HasSymbol(name string) bool {
	if _, ok := m.symbols[name]; ok {
		return true
	}
	return m.Source != nil && m.Source.HasSymbol(name)
}

// UniqueSymbol returns a free name: base, or base.N with the smallest N. For example, if f.resume
// is taken, it returns f.resume.1.
func (m *Module) UniqueSymbol(base string) string {
	if !m.HasSymbol(base) {
		return base
	}
	for i := 1; ; i++ {
		if s := base + "." + strconv.Itoa(i); !m.HasSymbol(s) {
			return s
		}
	}
}

// AddFunc adds a function to the unit.
func (m *Module) AddFunc(f *Func) {
	f.mod = m
	m.symbols[f.Name] = f
	m.Funcs = append(m.Funcs, f)
}

// AddGlobal adds a global variable, alias or ifunc to the unit.
func (m *Module) AddGlobal(g *Global) {
	g.mod = m
	m.symbols[g.Name] = g
	m.Globals = append(m.Globals, g)
}

// AddType creates a named struct type with a free name: base, or base.N.
func (m *Module) AddType(base string, fields []*Type, packed bool) *Type {
	t := m.LayoutType(base)
	m.Types.add(t)
	t.SetBody(fields, packed)
	m.NewTypes = append(m.NewTypes, t)
	return t
}

// LayoutType returns a new opaque struct that the module does not define, for a layout that no code
// names.
func (m *Module) LayoutType(base string) *Type {
	name := base
	taken := func(s string) bool { return m.Types.names[s] != nil || m.Source != nil && m.Source.HasType(s) }
	for i := 1; taken(name); i++ {
		name = base + "." + strconv.Itoa(i)
	}
	return m.Types.Named(name, "%"+QuoteName(name), nil)
}

// AttrGroup returns the attributes of group #n, or nil if the source has none. An error of the
// source is set in Err.
func (m *Module) AttrGroup(n int) []Attr { return m.attrGroup(n).list }

// attrGroup is the cached content of a group.
type attrGroup struct {
	list  []Attr
	names nameClasses // of the list
}

// attrGroup returns group #n.
func (m *Module) attrGroup(n int) *attrGroup {
	if s := m.shared; n < len(s.groups) && s.groups[n] != nil {
		return s.groups[n]
	}
	return m.loadGroup(n)
}

func (m *Module) loadGroup(n int) *attrGroup {
	s := m.shared
	if g := s.farGroups[n]; g != nil {
		return g
	}
	g := new(attrGroup)
	if m.Source != nil {
		var err error
		if g.list, _, err = m.Source.LoadAttrGroup(m, n); err != nil {
			m.Spoil()
			if m.Err == nil {
				m.Err = err
			}
		}
	}
	for i := range g.list {
		g.names |= classOf(g.list[i].Name)
	}
	if n >= denseGroups {
		Put(&s.farGroups, n, g)
		return g
	}
	for len(s.groups) <= n {
		s.groups = append(s.groups, nil)
	}
	s.groups[n] = g
	return g
}

// denseGroups limits the group numbers that index a slice. Frontends and opt number groups from 0.
const denseGroups = 1 << 12

// MDRef returns the operand !n.
func (m *Module) MDRef(n int) *MD {
	if r := m.mdRefs[n]; r != nil {
		return r
	}
	r := &MD{Kind: MDRef, Num: n}
	Put(&m.mdRefs, n, r)
	return r
}

// MDNode returns the node that an operand refers to. It loads the node from the source if
// necessary, and returns nil if the operand refers to no node.
func (m *Module) MDNode(md *MD) *MDNode {
	if md == nil {
		return nil
	}
	switch md.Kind {
	case MDNodeRef:
		return md.Node
	case MDRef:
		if n, ok := m.mds[md.Num]; ok {
			return n
		}
		var n *MDNode
		if m.Source != nil {
			var err error
			if n, err = m.Source.LoadMD(m, md.Num); err != nil && m.Err == nil {
				m.Err = err
			}
		}
		m.setMD(md.Num, n)
		return n
	}
	return nil
}

// LoopHint reports whether the metadata of a branch back to a loop's header has a property, for example
// llvm.loop.unroll.disable.
func (m *Module) LoopHint(t *Instr, name string) bool {
	n := m.MDNode(t.MetaOf("llvm.loop"))
	if n == nil {
		return false
	}
	for _, fd := range n.Fields {
		if p := m.MDNode(fd.Val); p != nil && p != n && len(p.Fields) > 0 && p.Fields[0].Val.Kind == MDString &&
			p.Fields[0].Val.Text == name {
			return true
		}
	}
	return false
}

func (m *Module) setMD(num int, n *MDNode) {
	Put(&m.mds, num, n)
}

// AddMD adds a new node to the unit, to be printed with a number, and returns the operand that
// refers to it.
func (m *Module) AddMD(n *MDNode) *MD {
	n.Num, n.New = -1, len(m.NewMDs)
	m.NewMDs = append(m.NewMDs, n)
	r := n.ref
	if n.ref = nil; r == nil { // ref has memory for one operand only, even if the node is copied
		r = new(MD)
	}
	*r = MD{Kind: MDNodeRef, Node: n}
	return r
}

// ChangeMD makes node !num of the file read n in this unit and in the output. Other units keep the
// file's node, so only a node that belongs to one function, such as its subprogram, may change.
func (m *Module) ChangeMD(num int, n *MDNode) {
	n.Num, n.New = num, -1
	for _, k := range m.ChangedMDs {
		if k == num {
			m.setMD(num, n)
			return
		}
	}
	m.setMD(num, n)
	m.ChangedMDs = append(m.ChangedMDs, num)
}

// PtrType returns the pointer type for an untyped address in an address space: `ptr`, or `i8*` in a
// typed-pointer module.
func (m *Module) PtrType(as int) *Type {
	if m.TypedPtrs {
		return m.Types.PtrTo(m.Types.Int(8), as)
	}
	return m.Types.OpaquePtr(as)
}

// PtrTo returns the pointer to a type: `T*` in a typed-pointer module, otherwise `ptr`.
func (m *Module) PtrTo(t *Type, as int) *Type {
	if m.TypedPtrs {
		return m.Types.PtrTo(t, as)
	}
	return m.Types.OpaquePtr(as)
}

// The linkage words of symbols are kept as written. Passes set or query these.
const (
	LinkInternal = "internal"
	LinkPrivate  = "private"
)

// GlobalKind distinguishes variables, aliases and ifuncs.
type GlobalKind uint8

// The kinds of Global.
const (
	GlobalVar GlobalKind = iota
	GlobalAlias
	GlobalIFunc
)

// Global is a global variable, alias or ifunc. It keeps the words that passes do not interpret, in
// printing order.
type Global struct {
	GKind     GlobalKind
	Name      string
	Pos       Pos
	typ       *Type // pointer type of the symbol
	ValueType *Type
	AddrSpace int
	Linkage   string
	// the words between linkage and type, in order: preemption, visibility, DLL, thread-local,
	// unnamed_addr, externally_initialized ...
	Words    []string
	IsConst  bool
	Declared bool  // external, without initializer
	Init     Value // initializer, aliasee or resolver; loaded on demand through Initializer
	// the parts after the initializer, one entry for each comma-separated part: `section "x"`,
	// `align 8`, `no_sanitize_address`
	Tail       []string
	New        bool // added by a pass
	Changed    bool // to be printed again although it is in the file
	initLoaded bool
	mod        *Module
}

// NewGlobal creates a global variable for a unit; AddGlobal adds it.
func NewGlobal(m *Module, name string, valueType *Type, as int) *Global {
	return &Global{Name: name, ValueType: valueType, typ: m.PtrTo(valueType, as), AddrSpace: as, initLoaded: true,
		New: true}
}

// Type returns the symbol's pointer type.
func (g *Global) Type() *Type { return g.typ }
func (*Global) isValue()      {}

// SetType sets the pointer type of a symbol that the parser creates.
func (g *Global) SetType(t *Type) { g.typ = t }

// MarkUnloaded records that the initializer is in the source and was not parsed yet.
func (g *Global) MarkUnloaded() { g.initLoaded, g.New = false, false }

// Module returns the global's unit.
func (g *Global) Module() *Module { return g.mod }

// Initializer returns the initializer, aliasee or resolver, or nil for a declaration. It parses the
// initializer if necessary. If that fails, each call returns the error, and it is the unit's error:
// passes only ask for an initializer to learn more.
func (g *Global) Initializer() (Value, error) {
	if !g.initLoaded {
		g.initLoaded = true
		if err := g.mod.Source.LoadInit(g); err != nil {
			g.initLoaded = false
			if g.mod.Err == nil {
				g.mod.Err = err
			}
			return nil, err
		}
	}
	return g.Init, nil
}

// QuoteName spells a name as LLVM prints it after %, @ or $: without quotes if its characters allow
// that, else quoted with \XX escapes. A leading NUL marks a numbered symbol or type (`@0`), whose
// number is spelled without the NUL.
func QuoteName(s string) string {
	if len(s) > 1 && s[0] == 0 {
		return s[1:]
	}
	if isBare(s) {
		return s
	}
	b := append(make([]byte, 0, len(s)+2), '"')
	return string(append(AppendEscaped(b, s), '"'))
}

// bareByte holds the bytes that a name may contain without quotes.
var bareByte = func() (t [256]bool) {
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._") {
		t[c] = true
	}
	return t
}()

// isBare reports whether a name needs no quotes.
func isBare(s string) bool {
	for i := range len(s) {
		if !bareByte[s[i]] {
			return false
		}
	}
	return s != "" && (s[0] < '0' || s[0] > '9')
}

// AppendEscaped appends a text as it stands between quotes, for example `a\0A` for a and a newline.
func AppendEscaped(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			b = append(b, '\\', '\\')
		case c < 0x20 || c >= 0x7f || c == '"':
			b = append(b, '\\', hexDigits[c>>4], hexDigits[c&15])
		default:
			b = append(b, c)
		}
	}
	return b
}
