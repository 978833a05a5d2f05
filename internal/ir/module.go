package ir

import (
	"strconv"
	"strings"
)

// Source answers what a unit does not hold yet: the text file behind it. All methods may be called
// by the one goroutine that owns the unit; units of one file share a Source, which must therefore
// be safe for concurrent reading.
type Source interface {
	// LoadSymbol adds the global, function, alias or ifunc of that name to the unit, header only,
	// and returns it; nil when the file has no such symbol.
	LoadSymbol(m *Module, name string) (Value, error)
	// LoadBody parses the body of a function of the unit that was loaded from the file.
	LoadBody(f *Func) error
	// LoadInit parses the initializer of a global variable, or the aliasee or resolver, that was
	// loaded from the file.
	LoadInit(g *Global) error
	// HasSymbol reports whether the file defines or declares the name, without parsing.
	HasSymbol(name string) bool
	// LoadAttrGroup gives attribute group #n; ok is false when the file has none.
	LoadAttrGroup(m *Module, n int) (list []Attr, ok bool, err error)
	// LoadMD gives metadata node !n; nil when the file has none.
	LoadMD(m *Module, n int) (*MDNode, error)
	// LoadNamedMD gives the operands of named metadata `!name = !{...}`; nil when the file has
	// none.
	LoadNamedMD(m *Module, name string) ([]*MD, error)
	// HasType reports whether the file defines the named struct type.
	HasType(name string) bool
}

// Version is the major version of LLVM whose dialect and output are meant: 13..22.
type Version int

// Module is a unit: see the package comment.
type Module struct {
	Types  *Types
	Source Source // nil for a unit built by hand

	Name         string // file name, for messages
	Triple       string
	DataLayout   string
	TypedPtrs    bool    // dialect: `i8*` instead of `ptr`
	DbgRecords   bool    // dialect: debug records instead of llvm.dbg calls in what passes add
	Swift        bool    // dialect: that of the Swift compiler's fork, of which stock LLVM cannot read all
	Version      Version // LLVM version whose output is imitated where versions differ
	Oldest       Version // oldest LLVM version that has to read the output
	SourceHasAsm bool    // module has inline `module asm`
	NoUnwind     bool    // nothing unwinds on the target: no call is left by an exception, whatever is called

	symbols map[string]Value // a name is in it as long as the unit is
	named   int              // how many symbols were added
	// Funcs, Globals are the unit's symbols in order of arrival: loaded from the file, or new.
	Funcs   []*Func
	Globals []*Global
	// NewTypes are named structs that passes added, in order.
	NewTypes []*Type
	// NewMDs are metadata nodes that passes added, in order; MDNode.New is the index.
	NewMDs []*MDNode
	// ChangedMDs are the numbers of nodes of the file that stand changed in this unit, in order.
	ChangedMDs []int

	mds    map[int]*MDNode
	mdRefs map[int]*MD

	// SourceState is side data that the Source keeps for this unit.
	SourceState any

	// Err is the first error of an on-demand lookup that had no way to return it.
	Err error

	programAS  int // address space of functions in the layout programOf; "" has 0
	programOf  string
	interposes int8 // the flag SemanticInterposition: 0 not read yet, 1 set, -1 not set

	mem    *Arena
	shared *Shared
}

// NewModule makes an empty unit over a source (nil: none), with memory of its own.
func NewModule(src Source) *Module { return NewModuleIn(new(Arena), src) }

// someFuncs is room for the functions of most units, those that a coroutine calls among them.
const someFuncs = 32

// NewModuleIn makes an empty unit over a source that takes its memory from an arena that no other
// unit uses now, and what units before it over the same source found out.
func NewModuleIn(a *Arena, src Source) *Module {
	a.shared = a.shared.next(src)
	m := &Module{Source: src, Version: 22, Oldest: 22, DbgRecords: true, mem: a, shared: a.shared,
		Types: a.shared.types, symbols: a.shared.symbols,
		Funcs: make([]*Func, 0, someFuncs)}
	m.Types.unit = m
	return m
}

// ProgramAddrSpace is the address space of functions that do not say theirs: `P` of the data
// layout.
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

// Known gives the symbol of that name if the unit holds it already; nil otherwise.
func (m *Module) Known(name string) Value { return m.symbols[name] }

// Lookup gives the symbol of that name, loading its header from the source when the unit does not
// hold it yet; nil when there is none.
func (m *Module) Lookup(name string) (Value, error) {
	if v, ok := m.symbols[name]; ok {
		return v, nil
	}
	if m.Source == nil {
		return nil, nil
	}
	v, err := m.Source.LoadSymbol(m, name)
	if err != nil {
		return nil, err
	}
	return v, nil
}

// Func gives the function of that name, or nil.
func (m *Module) Func(name string) (*Func, error) {
	v, err := m.Lookup(name)
	f, _ := v.(*Func)
	return f, err
}

// HasSymbol reports whether the unit or its source knows the name.
func (m *Module) HasSymbol(name string) bool {
	if _, ok := m.symbols[name]; ok {
		return true
	}
	return m.Source != nil && m.Source.HasSymbol(name)
}

// UniqueSymbol gives a name that is free: base, or base.N with the smallest N.
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

// AddFunc puts a function into the unit. Source is true for one that stands in the file.
func (m *Module) AddFunc(f *Func) {
	f.mod = m
	m.symbols[f.Name] = f
	m.named++
	m.Funcs = append(m.Funcs, f)
}

// AddGlobal puts a global variable, alias or ifunc into the unit.
func (m *Module) AddGlobal(g *Global) {
	g.mod = m
	m.symbols[g.Name] = g
	m.named++
	m.Globals = append(m.Globals, g)
}

// AddType makes a new named struct type with a free name: base, or base.N.
func (m *Module) AddType(base string, fields []*Type, packed bool) *Type {
	name := base
	taken := func(s string) bool { return m.Types.names[s] != nil || m.Source != nil && m.Source.HasType(s) }
	for i := 1; taken(name); i++ {
		name = base + "." + strconv.Itoa(i)
	}
	t := m.Types.Named(name, "%"+QuoteName(name), nil)
	m.Types.add(t)
	t.SetBody(fields, packed)
	m.NewTypes = append(m.NewTypes, t)
	return t
}

// AttrGroup gives the attributes of group #n; nil (and Err set) when the source has none.
func (m *Module) AttrGroup(n int) []Attr { return m.attrGroup(n).list }

// attrGroup is what a group has, once it was asked for.
type attrGroup struct {
	list  []Attr
	names nameClasses // of the list
	known bool
}

// attrGroup gives group #n.
func (m *Module) attrGroup(n int) *attrGroup {
	if s := m.shared; n < len(s.groups) && s.groups[n].known {
		return &s.groups[n]
	}
	return m.loadGroup(n)
}

func (m *Module) loadGroup(n int) *attrGroup {
	s := m.shared
	if g := s.farGroups[n]; g != nil {
		return g
	}
	g := attrGroup{known: true}
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
		if s.farGroups == nil {
			s.farGroups = map[int]*attrGroup{}
		}
		s.farGroups[n] = &g
		return &g
	}
	for len(s.groups) <= n {
		s.groups = append(s.groups, attrGroup{})
	}
	s.groups[n] = g
	return &s.groups[n]
}

// denseGroups bounds the numbers that groups are kept by in a list. Frontends and opt number them
// from 0.
const denseGroups = 1 << 12

// MDRef is the operand !n.
func (m *Module) MDRef(n int) *MD {
	if r := m.mdRefs[n]; r != nil {
		return r
	}
	r := &MD{Kind: MDRef, Num: n}
	if m.mdRefs == nil {
		m.mdRefs = make(map[int]*MD)
	}
	m.mdRefs[n] = r
	return r
}

// MDNode gives the node that an operand refers to, loading it from the source; nil when it is not a
// node or does not exist.
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

func (m *Module) setMD(num int, n *MDNode) {
	if m.mds == nil {
		m.mds = make(map[int]*MDNode)
	}
	m.mds[num] = n
}

// AddMD hangs a new node on the unit, to be printed as a numbered item, and gives the operand that
// refers to it.
func (m *Module) AddMD(n *MDNode) *MD {
	n.Num, n.New = -1, len(m.NewMDs)
	m.NewMDs = append(m.NewMDs, n)
	r := n.ref
	if n.ref = nil; r == nil { // the room is for one, also where the node is copied
		r = new(MD)
	}
	*r = MD{Kind: MDNodeRef, Node: n}
	return r
}

// ChangeMD makes node !num of the file read n in this unit and in the output. Other units keep the
// file's: only a node that belongs to one function, such as its subprogram, may be changed.
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

// PtrType is the pointer that a pass should use for an untyped address in an address space: `ptr`,
// or `i8*` in a typed module.
func (m *Module) PtrType(as int) *Type {
	if m.TypedPtrs {
		return m.Types.PtrTo(m.Types.Int(8), as)
	}
	return m.Types.OpaquePtr(as)
}

// PtrTo is the pointer to a type: `T*` in a typed module, `ptr` otherwise.
func (m *Module) PtrTo(t *Type, as int) *Type {
	if m.TypedPtrs {
		return m.Types.PtrTo(t, as)
	}
	return m.Types.OpaquePtr(as)
}

// Linkage-like words of symbols are kept as written; these are the ones passes set or ask for.
const (
	LinkInternal = "internal"
	LinkPrivate  = "private"
)

// GlobalKind tells variables, aliases and ifuncs apart.
type GlobalKind uint8

// The kinds of Global.
const (
	GlobalVar GlobalKind = iota
	GlobalAlias
	GlobalIFunc
)

// Global is a global variable, alias or ifunc. What passes do not interpret is kept as words in
// printing order.
type Global struct {
	GKind     GlobalKind
	Name      string
	Pos       Pos
	typ       *Type // pointer type of the symbol
	ValueType *Type
	AddrSpace int
	Linkage   string
	// between linkage and type, in order: preemption, visibility, DLL, thread-local, unnamed_addr,
	// externally_initialized ...
	Words    []string
	IsConst  bool
	Declared bool  // external, without initializer
	Init     Value // initializer, aliasee or resolver; loaded on demand through Initializer
	// what follows the initializer, one entry a comma-separated part: `section "x"`, `align 8`,
	// `no_sanitize_address`
	Tail       []string
	New        bool // added by a pass
	Changed    bool // to be printed anew though it stands in the file
	initLoaded bool
	mod        *Module
}

// NewGlobal makes a global variable for a unit; AddGlobal puts it there.
func NewGlobal(m *Module, name string, valueType *Type, as int) *Global {
	return &Global{Name: name, ValueType: valueType, typ: m.PtrTo(valueType, as), AddrSpace: as, initLoaded: true,
		New: true}
}

// Type is the symbol's pointer type.
func (g *Global) Type() *Type { return g.typ }
func (*Global) isValue()      {}

// SetType sets the pointer type of a symbol that the parser makes.
func (g *Global) SetType(t *Type) { g.typ = t }

// MarkUnloaded tells that the initializer stands in the source and was not parsed.
func (g *Global) MarkUnloaded() { g.initLoaded, g.New = false, false }

// Module is the unit the global belongs to.
func (g *Global) Module() *Module { return g.mod }

// Initializer gives the initializer (aliasee, resolver), parsing it on first need; nil for a
// declaration.
func (g *Global) Initializer() (Value, error) {
	if !g.initLoaded {
		g.initLoaded = true
		if err := g.mod.Source.LoadInit(g); err != nil {
			return nil, err
		}
	}
	return g.Init, nil
}

// QuoteName spells a name as LLVM prints it behind % @ or $: bare when it may be, else quoted with
// \XX escapes. A NUL in front marks the name of a numbered symbol or type (`@0`), which is spelled
// without it.
func QuoteName(s string) string {
	if len(s) > 1 && s[0] == 0 {
		return s[1:]
	}
	bare := s != "" && !(s[0] >= '0' && s[0] <= '9')
	for i := 0; i < len(s) && bare; i++ {
		c := s[i]
		bare = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_'
	}
	if bare {
		return s
	}
	const hex = "0123456789ABCDEF"
	b := make([]byte, 0, len(s)+2)
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\':
			b = append(b, '\\', '\\')
		case c < 0x20 || c >= 0x7f || c == '"':
			b = append(b, '\\', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
