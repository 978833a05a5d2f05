package parse

// This file is the File: the items of a scanned file, what is known about its dialect, and the
// indexes over it. An index is built when it is first asked for; from then on a File never changes,
// so that units may use it from many goroutines.

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/corolower/corolower/internal/ir"
)

// File is a scanned file. It implements ir.Source.
type File struct {
	Name  string
	Text  []byte
	Items []Item

	// Triple and DataLayout are the strings of the target lines, "" when absent.
	Triple, DataLayout string
	// TypedPtrs tells that the file spells pointers `i8*`.
	TypedPtrs bool
	// Swift tells that the file has what only the Swift compiler's fork of LLVM 21 has.
	Swift bool
	// Version is the newest major version of LLVM that may have written the file: 14, 19 to 22. Its
	// output is imitated.
	Version ir.Version
	// Oldest is the oldest major version that may have written the file. It must be able to read
	// the output.
	Oldest ir.Version
	// DbgRecords tells that passes should write debug records and not llvm.dbg calls.
	DbgRecords bool
	// HasAsm tells that there is `module asm`.
	HasAsm bool

	src         string
	comments    []uint32 // where the comments begin that LLVM does not print
	progAS      int      // address space of functions, from the data layout
	allocaAS    int
	globalAS    int
	mdOff       []uint32 // by number: 1 + offset of `!N`; 0: no such node
	mdFar       map[int]uint32
	groups      map[int]int32 // item of attribute group #N
	namedMD     map[string]int32
	symOnce     sync.Once
	symbols     itemTable
	types       itemTable
	comdats     itemTable
	dupErr      *ir.Error // a name defined twice
	groupOnce   sync.Once
	presplit    map[int]bool // attribute groups that hold a presplit attribute
	ignoreDebug bool         // see IgnoreDebug
	addrOnce    sync.Once
	addresses   []Address
	addrOf      map[string][]string // by function: labels of blocks whose address is taken
}

// add appends an item and notes what other items refer to by number.
func (f *File) add(it Item) {
	n := int32(len(f.Items))
	switch it.Kind {
	case ItemAttrs:
		if f.groups == nil {
			f.groups = make(map[int]int32)
		}
		f.groups[it.Num] = n // of two the last counts, as in LLVM
	case ItemNamedMD:
		if f.namedMD == nil {
			f.namedMD = make(map[string]int32)
		}
		if _, ok := f.namedMD[it.Name]; !ok {
			f.namedMD[it.Name] = n
		}
	case ItemAsm:
		f.HasAsm = true
	}
	f.Items = append(f.Items, it)
}

// addMD notes the place of a metadata node. Numbers are dense in what compilers write; a far one
// goes to a map, so that a file cannot make us allocate more than its own size.
func (f *File) addMD(n, off int) bool {
	switch {
	case n < len(f.mdOff):
		if f.mdOff[n] != 0 {
			return false
		}
		f.mdOff[n] = uint32(off + 1)
	case n < 2*len(f.mdOff)+64:
		for len(f.mdOff) < n {
			f.mdOff = append(f.mdOff, 0)
		}
		f.mdOff = append(f.mdOff, uint32(off+1))
		if o, ok := f.mdFar[n]; ok {
			f.mdOff[n] = o
			return false
		}
	default:
		if f.mdFar == nil {
			f.mdFar = make(map[int]uint32)
		}
		if _, ok := f.mdFar[n]; ok {
			return false
		}
		f.mdFar[n] = uint32(off + 1)
	}
	return true
}

// mdOffset is the offset of `!n` at its definition; ok is false when there is none.
func (f *File) mdOffset(n int) (off int, ok bool) {
	if n < len(f.mdOff) && f.mdOff[n] != 0 {
		return int(f.mdOff[n] - 1), true
	}
	if o, ok := f.mdFar[n]; ok {
		return int(o - 1), true
	}
	return 0, false
}

// maxNextMD is how far behind the numbers of the file new ones may begin: these have to stay
// readable themselves.
const maxNextMD = 1 << 30

// NextMD is a number from which on metadata nodes may be added, those left out for which HasMD
// answers true: one more than the largest of the file, unless that is far beyond what their count
// explains.
func (f *File) NextMD() int {
	n := len(f.mdOff)
	for k := range f.mdFar {
		n = max(n, k+1)
	}
	if n > maxNextMD {
		return len(f.mdOff)
	}
	return n
}

// HasMD reports whether the file has a metadata node of a number.
func (f *File) HasMD(n int) bool {
	_, ok := f.mdOffset(n)
	return ok
}

// MDNumbers are the numbers of the file's metadata nodes, ascending.
func (f *File) MDNumbers() []int {
	out := make([]int, 0, len(f.mdOff)+len(f.mdFar))
	for n, off := range f.mdOff {
		if off != 0 {
			out = append(out, n)
		}
	}
	near := len(out)
	for n := range f.mdFar {
		if n >= len(f.mdOff) {
			out = append(out, n)
		}
	}
	slices.Sort(out[near:])
	return out
}

// NextAttrGroup is one more than the largest number of an attribute group in the file, those that
// are named and not there included: a new group must not come to stand for one of these.
func (f *File) NextAttrGroup() int {
	n := 0
	for k := range f.groups {
		n = max(n, k+1)
	}
	for i := range f.Items {
		switch it := &f.Items[i]; it.Kind {
		case ItemGlobal, ItemDeclare, ItemDefine:
			n = max(n, namedGroups(f.src[it.Head:it.End]))
		}
	}
	return n
}

// namedGroups is one more than the largest number behind a '#' in a text, where it may be that of
// an attribute group. What stands in a string or comment may be taken for one; it costs a number.
func namedGroups(s string) int {
	most := 0
	for i := 0; ; {
		j := strings.IndexByte(s[i:], '#')
		if j < 0 {
			return most
		}
		i += j + 1
		if n, end := number(s, i); end > i && n >= 0 && n < maxGroup {
			most, i = max(most, n+1), end
		}
	}
}

// Source is the text of an item, with the comments in front of it.
func (f *File) Source(it *Item) []byte { return f.Text[it.Start:it.End] }

// NewUnit makes an empty unit over the file, with memory of its own.
func (f *File) NewUnit() *ir.Module { return f.NewUnitIn(new(ir.Arena)) }

// NewUnitIn makes an empty unit over the file in an arena that no other unit uses now.
func (f *File) NewUnitIn(a *ir.Arena) *ir.Module {
	m := ir.NewModuleIn(a, f)
	m.Name = f.Name
	m.Triple, m.DataLayout = f.Triple, f.DataLayout
	m.TypedPtrs, m.DbgRecords, m.Version, m.Swift = f.TypedPtrs, f.DbgRecords, f.Version, f.Swift
	m.Oldest = f.Oldest
	m.SourceHasAsm = f.HasAsm
	return m
}

// index builds the symbol tables.
func (f *File) index() {
	f.symOnce.Do(func() {
		var n [NumItemKinds]int
		for i := range f.Items {
			n[f.Items[i].Kind]++
		}
		f.symbols = newItemTable(n[ItemGlobal] + n[ItemDeclare] + n[ItemDefine])
		f.types, f.comdats = newItemTable(n[ItemType]), newItemTable(n[ItemComdat])
		for i := range f.Items {
			it := &f.Items[i]
			switch it.Kind {
			case ItemGlobal:
				f.define(f.symbols, it, i, "redefinition of global '@%s'")
			case ItemDeclare, ItemDefine:
				f.define(f.symbols, it, i, "invalid redefinition of function '%s'")
			case ItemType:
				f.define(f.types, it, i, "redefinition of type '%%%s'")
			case ItemComdat:
				f.define(f.comdats, it, i, "redefinition of comdat '$%s'")
			}
		}
	})
}

func (f *File) define(table itemTable, it *Item, i int, msg string) {
	s, hash := table.slot(f.Items, it.Name)
	switch {
	case s.item == 0:
		*s = itemSlot{hash, int32(i + 1)}
	case f.dupErr == nil:
		f.dupErr = ir.Errorf(ir.PosAt(it.Head), msg, ir.QuoteName(it.Name))
		f.dupErr.Notes = []ir.Note{{Pos: ir.PosAt(f.Items[s.item-1].Head), Msg: "first defined here"}}
	}
}

// Item gives the item that defines or declares a symbol, or nil.
func (f *File) Item(symbol string) *Item {
	f.index()
	if i, ok := f.symbols.find(f.Items, symbol); ok {
		return &f.Items[i]
	}
	return nil
}

// Index gives the place of the item that defines or declares a symbol in Items, -1 if there is
// none.
func (f *File) Index(symbol string) int {
	f.index()
	if i, ok := f.symbols.find(f.Items, symbol); ok {
		return int(i)
	}
	return -1
}

// HasSymbol reports whether the file defines or declares the name.
func (f *File) HasSymbol(name string) bool { return f.Item(name) != nil }

// HasType reports whether the file defines the named struct type.
func (f *File) HasType(name string) bool {
	f.index()
	_, ok := f.types.find(f.Items, name)
	return ok
}

// HasComdat reports whether the file defines the comdat.
func (f *File) HasComdat(name string) bool {
	f.index()
	_, ok := f.comdats.find(f.Items, name)
	return ok
}

// HasCoro reports whether an item is a definition whose text mentions a coroutine intrinsic or that
// carries a presplit attribute, in its header or in an attribute group it names.
func (f *File) HasCoro(it *Item) bool {
	if it.Kind != ItemDefine {
		return false
	}
	return bytes.Contains(f.Text[it.Body:it.End], coroPrefix) || f.Presplit(it)
}

// Presplit reports whether a definition carries a presplit attribute, in its header or in an
// attribute group it names.
func (f *File) Presplit(it *Item) bool {
	header := f.src[it.Head:it.Body]
	if mentionsPresplit(header) {
		return true
	}
	f.groupOnce.Do(func() {
		f.presplit = make(map[int]bool)
		for n, i := range f.groups {
			g := &f.Items[i]
			if mentionsPresplit(f.src[g.Head:g.End]) {
				f.presplit[n] = true
			}
		}
	})
	if len(f.presplit) == 0 {
		return false
	}
	for i := 0; i < len(header); {
		j := strings.IndexByte(header[i:], '#')
		if j < 0 {
			return false
		}
		n, end := number(header, i+j+1)
		if end > i+j+1 && f.presplit[n] {
			return true
		}
		i = end
	}
	return false
}

func mentionsPresplit(s string) bool {
	return strings.Contains(s, "presplit") && (strings.Contains(s, "presplitcoroutine") ||
		strings.Contains(s, `"coroutine.presplit"`))
}

// GroupMentions reports whether a word stands in an attribute group of the file.
func (f *File) GroupMentions(word string) bool {
	for _, i := range f.groups {
		if g := &f.Items[i]; strings.Contains(f.src[g.Head:g.End], word) {
			return true
		}
	}
	return false
}
