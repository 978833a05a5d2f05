// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file implements File: the items of a scanned file, its dialect, and the indexes over it. An
// index is built on its first use. Nothing else in a File changes after the first unit is created,
// so units may use it from many goroutines.

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
	// TypedPtrs reports whether the file uses typed pointers such as `i8*`.
	TypedPtrs bool
	// Swift reports whether the file contains constructs of the Swift compiler's fork of LLVM 21.
	Swift bool
	// Version is the newest major version of LLVM that may have written the file: 14, or 19 to 23.
	// Our output follows this version.
	Version ir.Version
	// Oldest is the oldest major version of LLVM that may have written the file. It must be able to
	// read our output.
	Oldest ir.Version
	// DbgRecords reports whether passes should write debug records and not calls of llvm.dbg.
	DbgRecords bool
	// HasAsm reports whether the file has a `module asm`.
	HasAsm bool

	src         string
	comments    []uint32 // offsets of the comments that LLVM does not print
	progAS      int      // address space of functions, from the data layout
	allocaAS    int
	globalAS    int
	mdOff       []uint32 // by number: 1 + offset of `!N`, or 0 if there is no such node
	mdFar       map[int]uint32
	groups      map[int]int32 // index in Items of attribute group #N
	namedMD     map[string]int32
	symOnce     sync.Once
	symbols     map[string]int32 // index in Items by name, also below
	types       map[string]int32
	comdats     map[string]int32
	dupErr      *ir.Error // the first name that is defined twice
	groupOnce   sync.Once
	presplit    map[int]bool // attribute groups with a presplit attribute
	ignoreDebug bool         // see IgnoreDebug
	// upgradeDebug makes calls of debug intrinsics records: see UpgradeDebug.
	upgradeDebug bool
	sizesOnce    sync.Once
	sizes        map[string]bool // see sizeGlobals
	addrOnce     sync.Once
	addresses    []Address
	handmadeOnce sync.Once
	handmade     bool                // see HasHandmadeFrames
	addrOf       map[string][]string // by function: the labels of the blocks whose addresses are taken
}

// add appends an item and indexes it if other items refer to it by number or name.
func (f *File) add(it Item) {
	n := int32(len(f.Items))
	switch it.Kind {
	case ItemAttrs:
		ir.Put(&f.groups, it.Num, n) // of two definitions the last counts, as in LLVM
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

// addMD records the offset of a metadata node, and reports whether its number is new. The numbers
// that compilers write are dense. A number far above them goes into a map, so a file cannot make us
// allocate much more than its own size.
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

// mdOffset returns the offset of the definition of `!n`. ok is false if there is none.
func (f *File) mdOffset(n int) (off int, ok bool) {
	if n < len(f.mdOff) && f.mdOff[n] != 0 {
		return int(f.mdOff[n] - 1), true
	}
	if o, ok := f.mdFar[n]; ok {
		return int(o - 1), true
	}
	return 0, false
}

// maxNextMD is the largest number at which new nodes may begin. It leaves room below the largest
// number that the parser accepts.
const maxNextMD = 1 << 30

// NextMD returns a number from which new metadata nodes may be numbered, skipping numbers for which
// HasMD returns true. It is one more than the largest number in the file, unless that number
// exceeds maxNextMD; then it is the end of the dense range.
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

// MDNumbers returns the numbers of the file's metadata nodes in ascending order.
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

// NextAttrGroup returns one more than the largest number of an attribute group in the file. It
// counts references to groups that the file does not define, because a new group must not become
// the target of such a reference.
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

// namedGroups returns one more than the largest number after a '#' in a text that may be the number
// of an attribute group. It may count a '#' in a string or comment, which only leaves a number
// unused.
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

// Source returns the text of an item with the comments before it.
func (f *File) Source(it *Item) []byte { return f.Text[it.Start:it.End] }

// NewUnit creates an empty unit over the file in its own arena.
func (f *File) NewUnit() *ir.Module { return f.NewUnitIn(new(ir.Arena)) }

// NewUnitIn creates an empty unit over the file in an arena that no other unit is using.
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
		f.symbols = make(map[string]int32, n[ItemGlobal]+n[ItemDeclare]+n[ItemDefine])
		f.types, f.comdats = make(map[string]int32, n[ItemType]), make(map[string]int32, n[ItemComdat])
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

func (f *File) define(table map[string]int32, it *Item, i int, msg string) {
	first, taken := table[it.Name]
	switch {
	case !taken:
		table[it.Name] = int32(i)
	case f.dupErr == nil:
		f.dupErr = ir.Errorf(ir.PosAt(it.Head), msg, ir.QuoteName(it.Name))
		f.dupErr.Notes = []ir.Note{{Pos: ir.PosAt(f.Items[first].Head), Msg: "first defined here"}}
	}
}

// Item returns the item that defines or declares a symbol, or nil.
func (f *File) Item(symbol string) *Item {
	if i := f.Index(symbol); i >= 0 {
		return &f.Items[i]
	}
	return nil
}

// Index returns the index in Items of the item that defines or declares a symbol, or -1.
func (f *File) Index(symbol string) int {
	f.index()
	if i, ok := f.symbols[symbol]; ok {
		return int(i)
	}
	return -1
}

// HasSymbol reports whether the file defines or declares the name.
func (f *File) HasSymbol(name string) bool { return f.Item(name) != nil }

// HasType reports whether the file defines the named struct type.
func (f *File) HasType(name string) bool {
	f.index()
	_, ok := f.types[name]
	return ok
}

// HasComdat reports whether the file defines the comdat.
func (f *File) HasComdat(name string) bool {
	f.index()
	_, ok := f.comdats[name]
	return ok
}

// HasCoro reports whether an item is a definition whose body mentions a coroutine intrinsic, or
// that has a presplit attribute in its header or in an attribute group that the header references.
func (f *File) HasCoro(it *Item) bool {
	if it.Kind != ItemDefine {
		return false
	}
	return bytes.Contains(f.Text[it.Body:it.End], coroPrefix) || f.Presplit(it)
}

// Presplit reports whether a definition has a presplit attribute in its header or in an attribute
// group that the header references.
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

// GroupMentions reports whether the text of an attribute group of the file contains word.
func (f *File) GroupMentions(word string) bool {
	for _, i := range f.groups {
		if g := &f.Items[i]; strings.Contains(f.src[g.Head:g.End], word) {
			return true
		}
	}
	return false
}
