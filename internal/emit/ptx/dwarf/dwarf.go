// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package dwarf writes the DWARF sections of a PTX module, .debug_abbrev and .debug_info, so that
// cuda-gdb shows the variables of a function. The version is 2, as in llc's output for NVPTX.
//
// A program builds a tree of entries for each compile unit and prints all trees at the end:
//
//	unit := dwarf.NewEntry(dwarf.TagCompileUnit)
//	f := unit.Add(dwarf.TagSubprogram)
//	f.String(dwarf.AttrName, "resume")
//	text := dwarf.Append(nil, []*dwarf.Entry{unit})
//
// PTX has no bytes for labels and sections, so the sections are text. ptxas replaces the labels by
// addresses, and local memory by an offset from the frame. For this it reads the entries, and knows
// only what compilers write: forms of a fixed size, and the attributes of a function in llc's order.
// If the linkage name follows the name, ptxas 12.9 and 13.5 crash.
package dwarf

import (
	"encoding/binary"
	"slices"
	"strconv"
)

// Tag is the kind of an entry.
type Tag uint64

// The tags that PTX output has.
const (
	TagArray             Tag = 0x01
	TagClass             Tag = 0x02
	TagEnumeration       Tag = 0x04
	TagFormalParameter   Tag = 0x05
	TagLexicalBlock      Tag = 0x0b
	TagMember            Tag = 0x0d
	TagPointer           Tag = 0x0f
	TagReference         Tag = 0x10
	TagCompileUnit       Tag = 0x11
	TagStructure         Tag = 0x13
	TagSubroutineType    Tag = 0x15
	TagTypedef           Tag = 0x16
	TagUnion             Tag = 0x17
	TagInheritance       Tag = 0x1c
	TagInlinedSubroutine Tag = 0x1d
	TagPtrToMember       Tag = 0x1f
	TagSubrange          Tag = 0x21
	TagBaseType          Tag = 0x24
	TagConst             Tag = 0x26
	TagEnumerator        Tag = 0x28
	TagSubprogram        Tag = 0x2e
	TagVariable          Tag = 0x34
	TagVolatile          Tag = 0x35
	TagRestrict          Tag = 0x37
	TagUnspecified       Tag = 0x3b
)

// Attr is the meaning of an attribute.
type Attr uint64

// The attributes that PTX output has.
const (
	AttrLocation       Attr = 0x02
	AttrName           Attr = 0x03
	AttrByteSize       Attr = 0x0b
	AttrBitOffset      Attr = 0x0c
	AttrBitSize        Attr = 0x0d
	AttrStmtList       Attr = 0x10
	AttrLowPC          Attr = 0x11
	AttrHighPC         Attr = 0x12
	AttrLanguage       Attr = 0x13
	AttrCompDir        Attr = 0x1b
	AttrConstValue     Attr = 0x1c
	AttrInline         Attr = 0x20
	AttrProducer       Attr = 0x25
	AttrUpperBound     Attr = 0x2f
	AttrAbstractOrigin Attr = 0x31
	AttrAddressClass   Attr = 0x33
	AttrArtificial     Attr = 0x34
	AttrMemberLocation Attr = 0x38
	AttrDeclFile       Attr = 0x3a
	AttrDeclLine       Attr = 0x3b
	AttrDeclaration    Attr = 0x3c
	AttrEncoding       Attr = 0x3e
	AttrExternal       Attr = 0x3f
	AttrFrameBase      Attr = 0x40
	AttrType           Attr = 0x49
	AttrCallFile       Attr = 0x58
	AttrCallLine       Attr = 0x59
	AttrLinkageName    Attr = 0x2007 // DW_AT_MIPS_linkage_name; version 2 has no other
)

// form is the encoding of an attribute.
type form uint64

const (
	formAddr   form = 0x01
	formData2  form = 0x05
	formData4  form = 0x06
	formData8  form = 0x07
	formString form = 0x08
	formBlock1 form = 0x0a
	formData1  form = 0x0b
	formFlag   form = 0x0c
	formRef4   form = 0x13
)

// Entry is a debugging information entry.
type Entry struct {
	tag      Tag
	attrs    []attribute
	children []*Entry
	abbrev   int // the number of its abbreviation
	offset   int // in its unit, in bytes
}

// attribute is one attribute of an entry.
type attribute struct {
	name  Attr
	form  form
	bytes []byte // without labels
	label string // of formAddr and formData4
	expr  Expr   // of formBlock
	ref   *Entry // of formRef4
}

// NewEntry returns an entry that belongs to no other.
func NewEntry(tag Tag) *Entry { return &Entry{tag: tag} }

// Add creates an entry within e.
func (e *Entry) Add(tag Tag) *Entry {
	c := NewEntry(tag)
	e.children = append(e.children, c)
	return c
}

// Tag returns the kind of the entry.
func (e *Entry) Tag() Tag { return e.tag }

// String adds text.
func (e *Entry) String(name Attr, s string) {
	b := make([]byte, 0, len(s)+1)
	for k := range len(s) {
		if s[k] != 0 { // it would end the text
			b = append(b, s[k])
		}
	}
	e.attrs = append(e.attrs, attribute{name: name, form: formString, bytes: append(b, 0)})
}

// Uint adds an unsigned number.
func (e *Entry) Uint(name Attr, n uint64) {
	f, size := formData1, 1
	switch {
	case n >= 1<<32:
		f, size = formData8, 8
	case n >= 1<<16:
		f, size = formData4, 4
	case n >= 1<<8:
		f, size = formData2, 2
	}
	e.attrs = append(e.attrs, attribute{name: name, form: f, bytes: binary.LittleEndian.AppendUint64(nil, n)[:size]})
}

// Int adds a signed number, in 8 bytes if it is negative.
func (e *Entry) Int(name Attr, n int64) { e.Uint(name, uint64(n)) }

// Flag adds the value true.
func (e *Entry) Flag(name Attr) {
	e.attrs = append(e.attrs, attribute{name: name, form: formFlag, bytes: []byte{1}})
}

// Label adds the address of a label.
func (e *Entry) Label(name Attr, label string) {
	e.attrs = append(e.attrs, attribute{name: name, form: formAddr, label: label})
}

// Section adds the offset of a section, for example .debug_line.
func (e *Entry) Section(name Attr, section string) {
	e.attrs = append(e.attrs, attribute{name: name, form: formData4, label: section})
}

// Expr adds a location expression.
func (e *Entry) Expr(name Attr, x Expr) {
	e.attrs = append(e.attrs, attribute{name: name, form: formBlock1, expr: x})
}

// Ref adds a reference to another entry of the same unit. It adds nothing if to is nil, which is the
// type void.
func (e *Entry) Ref(name Attr, to *Entry) {
	if to != nil {
		e.attrs = append(e.attrs, attribute{name: name, form: formRef4, ref: to})
	}
}

// size returns the bytes of an attribute.
func (a *attribute) size() int {
	switch a.form {
	case formAddr:
		return addressSize
	case formData4:
		if a.label == "" {
			return len(a.bytes)
		}
		return 4
	case formRef4:
		return 4
	case formBlock1:
		return 1 + a.expr.size()
	}
	return len(a.bytes)
}

const (
	addressSize = 8
	headerSize  = 4 + 2 + 4 + 1 // length, version, offset of the abbreviations, size of an address
)

// abbrevs numbers the shapes of entries.
type abbrevs struct {
	nums  map[string]int
	bytes []byte
}

// of returns the number of an entry's abbreviation: its tag, whether it has children, and the names
// and forms of its attributes.
func (a *abbrevs) of(e *Entry) int {
	b := appendUleb(nil, uint64(e.tag))
	children := byte(0)
	if len(e.children) > 0 {
		children = 1
	}
	b = append(b, children)
	for k := range e.attrs {
		b = appendUleb(appendUleb(b, uint64(e.attrs[k].name)), uint64(e.attrs[k].form))
	}
	b = append(b, 0, 0)
	n, ok := a.nums[string(b)]
	if !ok {
		n = len(a.nums) + 1
		a.nums[string(b)] = n
		a.bytes = append(appendUleb(a.bytes, uint64(n)), b...)
	}
	return n
}

// place assigns abbreviations and offsets, and returns the offset after an entry.
func (e *Entry) place(a *abbrevs, at int) int {
	e.abbrev, e.offset = a.of(e), at
	at += len(appendUleb(nil, uint64(e.abbrev)))
	for k := range e.attrs {
		at += e.attrs[k].size()
	}
	for _, c := range e.children {
		at = c.place(a, at)
	}
	if len(e.children) > 0 {
		at++
	}
	return at
}

// Append prints the sections of the given compile units.
func Append(b []byte, units []*Entry) []byte {
	a := abbrevs{nums: map[string]int{}}
	ends := make([]int, len(units))
	for k, u := range units {
		ends[k] = u.place(&a, headerSize)
	}
	b = append(b, "\t.section .debug_abbrev\n\t{\n"...)
	t := text{b: b}
	for line := range slices.Chunk(append(a.bytes, 0), 32) {
		t.bytes(line)
		t.end()
	}
	t.b = append(t.b, "\t}\n\t.section .debug_info\n\t{\n"...)
	for k, u := range units {
		t.word(".b32", strconv.Itoa(ends[k]-4)) // the length itself does not count
		t.bytes([]byte{2, 0})
		t.word(".b32", ".debug_abbrev")
		t.bytes([]byte{addressSize})
		t.end()
		t.entry(u)
	}
	return append(t.b, "\t}\n"...)
}

// text prints bytes and words as PTX.
type text struct {
	b    []byte
	open bool // in a list of bytes
}

func (t *text) bytes(b []byte) {
	for _, c := range b {
		if t.open {
			t.b = append(t.b, ',')
		} else {
			t.b = append(t.b, "\t.b8 "...)
		}
		t.open = true
		t.b = strconv.AppendUint(t.b, uint64(c), 10)
	}
}

func (t *text) end() {
	if t.open {
		t.b = append(t.b, '\n')
	}
	t.open = false
}

func (t *text) word(size, word string) {
	t.end()
	t.b = append(append(append(append(append(t.b, '\t'), size...), ' '), word...), '\n')
}

func (t *text) entry(e *Entry) {
	t.bytes(appendUleb(nil, uint64(e.abbrev)))
	for k := range e.attrs {
		a := &e.attrs[k]
		switch {
		case a.form == formAddr:
			t.word(".b64", a.label)
		case a.label != "":
			t.word(".b32", a.label)
		case a.form == formRef4:
			t.word(".b32", strconv.Itoa(a.ref.offset))
		case a.form == formBlock1:
			t.bytes([]byte{byte(a.expr.size())})
			for _, p := range a.expr.pieces {
				t.bytes(p.bytes)
				if p.symbol != "" {
					t.word(".b64", p.symbol)
				}
			}
		default:
			t.bytes(a.bytes)
		}
	}
	t.end()
	for _, c := range e.children {
		t.entry(c)
	}
	if len(e.children) > 0 {
		t.bytes([]byte{0})
		t.end()
	}
}

// Expr is a location expression.
type Expr struct{ pieces []piece }

// piece is a list of bytes, and then the address of a symbol, if any.
type piece struct {
	bytes  []byte
	symbol string
}

func (x *Expr) size() int {
	n := 0
	for _, p := range x.pieces {
		n += len(p.bytes)
		if p.symbol != "" {
			n += addressSize
		}
	}
	return n
}

// Operations of location expressions.
const (
	opAddr       = 0x03
	opPlusUconst = 0x23
	opRegX       = 0x90
	opBaseRegX   = 0x92
	opFrameCFA   = 0x9c
)

// Symbol is the place in memory at an offset from a symbol.
func Symbol(name string, off uint64) Expr {
	x := Expr{[]piece{{bytes: []byte{opAddr}, symbol: name}}}
	if off != 0 {
		x.pieces = append(x.pieces, piece{bytes: appendUleb([]byte{opPlusUconst}, off)})
	}
	return x
}

// Offset is the place of a member in its object.
func Offset(n uint64) Expr { return Expr{[]piece{{bytes: appendUleb([]byte{opPlusUconst}, n)}}} }

// Register is a register of PTX, such as %r7.
func Register(name string) Expr { return Expr{[]piece{{bytes: appendRegister([]byte{opRegX}, name)}}} }

// Based is the place in memory at an offset from the address in a register.
func Based(name string, off int64) Expr {
	return Expr{[]piece{{bytes: appendSleb(appendRegister([]byte{opBaseRegX}, name), off)}}}
}

// FrameCFA is the base of a function's frame, as llc writes it.
func FrameCFA() Expr { return Expr{[]piece{{bytes: []byte{opFrameCFA}}}} }

// MaxRegisterName is the length of the longest name that a register number holds.
const MaxRegisterName = 8

// appendRegister appends the number of a virtual register: the bytes of its name, the first one the
// most significant. cuda-gdb finds the hardware register by that name.
func appendRegister(b []byte, name string) []byte {
	n := uint64(0)
	for k := range len(name) {
		n = n<<8 | uint64(name[k])
	}
	return appendUleb(b, n)
}

// appendUleb appends an unsigned number in LEB128.
func appendUleb(b []byte, n uint64) []byte {
	for n >= 0x80 {
		b = append(b, byte(n)|0x80)
		n >>= 7
	}
	return append(b, byte(n))
}

// appendSleb appends a signed number in LEB128.
func appendSleb(b []byte, n int64) []byte {
	for n < -0x40 || n >= 0x40 {
		b = append(b, byte(n)|0x80)
		n >>= 7
	}
	return append(b, byte(n)&0x7f)
}
