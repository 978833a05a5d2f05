// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file has the symbol tables for local names: one for each function, for its parameters,
// blocks and instructions. It makes names unique as LLVM does.
//
// A copy of a function has the names of the original. Its table does not copy the original's table:
// it refers to that table, which is frozen, and records additions and removals.

import (
	"hash/maphash"
	"strconv"
	"unsafe"
)

var nameSeed = maphash.MakeSeed()

// nameSet is a set of strings with open addressing and linear probing. The zero value is empty.
type nameSet struct {
	slots []nameSlot
	n     int
}

// nameSlot is free if its name is empty.
type nameSlot struct {
	name string
	hash uint32
}

func hashName(name string) uint32 { return uint32(maphash.String(nameSeed, name)) }

// size allocates slots for n names in total in the unit's memory.
func (s *nameSet) size(mem *bodyMemory, n int) {
	k := 16
	for k < n+n/2 {
		k *= 2
	}
	old := s.slots
	s.slots = mem.names.take(k)
	for i := range old {
		if old[i].name != "" {
			s.slots[s.find(old[i].name, old[i].hash)] = old[i]
		}
	}
}

// find returns the slot of a name, or the free slot for it.
func (s *nameSet) find(name string, hash uint32) uint32 {
	mask := uint32(len(s.slots) - 1)
	i := hash & mask
	for s.slots[i].name != "" && (s.slots[i].hash != hash || s.slots[i].name != name) {
		i = (i + 1) & mask
	}
	return i
}

func (s *nameSet) hasBytes(name []byte, hash uint32) bool {
	if s.n == 0 {
		return false
	}
	mask := uint32(len(s.slots) - 1)
	for i := hash & mask; s.slots[i].name != ""; i = (i + 1) & mask {
		if s.slots[i].hash == hash && s.slots[i].name == string(name) {
			return true
		}
	}
	return false
}

func (s *nameSet) has(name string, hash uint32) bool {
	return s.n > 0 && s.slots[s.find(name, hash)].name != ""
}

// add inserts a name and reports whether it was absent.
func (s *nameSet) add(mem *bodyMemory, name string, hash uint32) bool {
	if s.n+s.n/2 >= len(s.slots) {
		s.size(mem, max(16, 2*s.n))
	}
	i := s.find(name, hash)
	if s.slots[i].name != "" {
		return false
	}
	s.slots[i] = nameSlot{name, hash}
	s.n++
	return true
}

// remove deletes a name, and moves later names of the probe sequence up so that find still reaches
// them.
func (s *nameSet) remove(name string, hash uint32) {
	if s.n == 0 {
		return
	}
	i := s.find(name, hash)
	if s.slots[i].name == "" {
		return
	}
	s.n--
	mask := uint32(len(s.slots) - 1)
	for j := i; ; {
		j = (j + 1) & mask
		if s.slots[j].name == "" {
			break
		}
		if home := s.slots[j].hash & mask; (j-home)&mask >= (j-i)&mask {
			s.slots[i] = s.slots[j]
			i = j
		}
	}
	s.slots[i] = nameSlot{}
}

// nameTable holds the names that a function uses: the names of base without dropped, plus added.
type nameTable struct {
	mem            *bodyMemory
	base           *nameSet // shared and never changed; may be nil
	added, dropped nameSet
	// waiting holds names to be dropped. A pass that erases many instructions at once seldom looks
	// up a name afterwards, so the names are dropped at the next lookup.
	waiting []string
}

func (t *nameTable) take(name string) bool {
	t.settle()
	h := hashName(name)
	if t.base != nil && t.base.has(name, h) {
		if !t.dropped.has(name, h) {
			return false
		}
		t.dropped.remove(name, h)
		return true
	}
	return t.added.add(t.mem, name, h)
}

// takeBytes takes a name if it is free, and returns it. The argument is a byte slice so that an
// attempt with a taken name allocates no string.
func (t *nameTable) takeBytes(m *Module, name []byte) (string, bool) {
	t.settle()
	h := uint32(maphash.Bytes(nameSeed, name))
	inBase := t.base != nil && t.base.hasBytes(name, h)
	if inBase && !t.dropped.hasBytes(name, h) || t.added.hasBytes(name, h) {
		return "", false
	}
	s := m.Text(unsafe.String(unsafe.SliceData(name), len(name)))
	if inBase {
		t.dropped.remove(s, h)
	} else {
		t.added.add(t.mem, s, h)
	}
	return s, true
}

func (t *nameTable) drop(name string) {
	if n := len(t.waiting); n == cap(t.waiting) {
		w := t.mem.dropped.take(max(16, 2*n)) // passes erase many instructions at once
		t.waiting = w[:copy(w, t.waiting)]
	}
	t.waiting = append(t.waiting, name)
}

// settle drops the waiting names.
func (t *nameTable) settle() {
	for _, name := range t.waiting {
		h := hashName(name)
		if t.base != nil && t.base.has(name, h) {
			t.dropped.add(t.mem, name, h)
		} else {
			t.added.remove(name, h)
		}
	}
	t.waiting = t.waiting[:0]
}

// freeze returns all names as a set that does not change any more.
func (t *nameTable) freeze() *nameSet {
	t.settle()
	if t.base == nil {
		t.base, t.added = &nameSet{slots: t.added.slots, n: t.added.n}, nameSet{}
		return t.base
	}
	if t.added.n == 0 && t.dropped.n == 0 {
		return t.base
	}
	all := &nameSet{}
	all.size(t.mem, t.base.n+t.added.n)
	for _, from := range [...]*nameSet{t.base, &t.added} {
		for i := range from.slots {
			if e := &from.slots[i]; e.name != "" && !(from == t.base && t.dropped.has(e.name, e.hash)) {
				all.slots[all.find(e.name, e.hash)] = *e
				all.n++
			}
		}
	}
	*t = nameTable{mem: t.mem, base: all}
	return all
}

// nameTable returns the function's table, and builds it on first use.
func (f *Func) nameTable() *nameTable {
	if f.names != nil {
		return f.names
	}
	mem := f.mod.mem.bodyMemory
	f.names = &nameTable{mem: mem}
	s := &f.names.added
	s.size(mem, len(f.Params)+f.numBlocks*3)
	add := func(name string) {
		if name != "" {
			s.add(mem, name, hashName(name))
		}
	}
	for _, p := range f.Params {
		add(p.Name)
	}
	for b := f.first; b != nil; b = b.next {
		add(b.name)
		for i := b.first; i != nil; i = i.next {
			add(i.name)
		}
	}
	return f.names
}

// inheritNames gives f, which is about to become a copy of src, the names of src.
func (f *Func) inheritNames(src *Func) {
	f.names = &nameTable{mem: f.mod.mem.bodyMemory, base: src.nameTable().freeze()}
	for _, p := range src.Params {
		if p.Name != "" {
			f.names.drop(p.Name)
		}
	}
	for _, p := range f.Params {
		if p.Name != "" {
			f.names.take(p.Name)
		}
	}
}

// FreezeNames builds and freezes the function's name table before copies inherit it. The memory of
// the table is then older than that of the copies, so releasing the copies (Mark, Release) does not
// free the table.
func (f *Func) FreezeNames() { f.nameTable().freeze() }

// uniqueName takes base if it is free, else base followed by the next value of the function's
// counter that makes the name free. For example, if x is taken and the counter is at 4, it tries
// x5.
func (f *Func) uniqueName(base string) string {
	if base == "" {
		return ""
	}
	t := f.nameTable()
	if t.take(base) {
		return base
	}
	var buf [64]byte
	with := append(buf[:0], base...)
	for {
		f.uniq++
		with = strconv.AppendInt(with[:len(base)], int64(f.uniq), 10)
		if name, ok := t.takeBytes(f.mod, with); ok {
			return name
		}
	}
}

// HasName reports whether a value of the function has a name.
func (f *Func) HasName(name string) bool {
	t, h := f.nameTable(), hashName(name)
	t.settle()
	return t.added.has(name, h) || t.base != nil && t.base.has(name, h) && !t.dropped.has(name, h)
}

func (f *Func) freeName(name string) {
	if f.names != nil && name != "" {
		f.names.drop(name)
	}
}

// SetParamName names a parameter.
func (f *Func) SetParamName(p *Param, name string) {
	f.freeName(p.Name)
	p.Name = f.uniqueName(name)
}
