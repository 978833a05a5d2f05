// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framemap

import (
	"bytes"
	"cmp"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
)

// Core is the memory of a process: a core file, or a running process.
type Core struct {
	order   binary.ByteOrder
	pointer int
	memory  []region // sorted by address
	files   []mapped
	heads   []region // the first bytes of mapped ELF files
	entry   uint64   // where the program begins; 0 if unknown
	starts  []uint64 // of the parts of the memory, also of those that are not in the core
	live    *process // of a running process, whose memory is not kept
	globals []global // of the files that Map and Place have read, sorted by address
}

// region is a part of the memory in the core.
type region struct {
	addr uint64
	data []byte
}

// mapped is a part of a file that the process had mapped.
type mapped struct {
	start, offset uint64
	name          string
}

// OpenCore reads a core file that Linux or gdb's generate-core-file wrote. It loads the writable memory
// of the process.
func OpenCore(name string) (*Core, error) {
	f, err := elf.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if f.Type != elf.ET_CORE {
		return nil, fmt.Errorf("%s is no core file", name)
	}
	c := &Core{order: f.ByteOrder, pointer: 8}
	if f.Class == elf.ELFCLASS32 {
		c.pointer = 4
	}
	for _, p := range f.Progs {
		c.starts = append(c.starts, p.Vaddr)
		if p.Type != elf.PT_LOAD && p.Type != elf.PT_NOTE || p.Filesz == 0 {
			continue
		}
		if p.Type == elf.PT_LOAD && p.Flags&elf.PF_W == 0 { // frames are in writable memory
			head := make([]byte, min(p.Filesz, maxHead))
			if n, _ := p.ReadAt(head, 0); bytes.HasPrefix(head, []byte(elf.ELFMAG)) {
				c.heads = append(c.heads, region{p.Vaddr, head[:n]})
			}
			continue
		}
		data, err := io.ReadAll(p.Open()) // a truncated core ends early
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, err
		}
		if p.Type == elf.PT_NOTE {
			c.notes(data)
			continue
		}
		c.memory = append(c.memory, region{p.Vaddr, data})
	}
	sort.Slice(c.memory, func(i, j int) bool { return c.memory[i].addr < c.memory[j].addr })
	return c, nil
}

// maxHead is the size of the first part of a mapped file that has its build ID. Linux puts one page
// into a core.
const maxHead = 4096

// The notes of a core: ntFile lists the mapped files, and ntAuxv has pairs of words that the kernel gave
// the program, of which atEntry is followed by its entry point.
const (
	ntFile  = 0x46494c45
	ntAuxv  = 6
	atEntry = 9
)

// notes reads the notes of a core.
func (c *Core) notes(data []byte) {
	for len(data) >= 12 {
		name, desc := uint64(c.order.Uint32(data)), uint64(c.order.Uint32(data[4:]))
		kind := c.order.Uint32(data[8:])
		data = data[12:]
		name, end := (name+3)&^3, (desc+3)&^3
		if name+desc > uint64(len(data)) {
			return
		}
		switch d := data[name:][:desc]; kind {
		case ntFile:
			c.mapped(d)
		case ntAuxv:
			for w := c.pointer; len(d) >= 2*w; d = d[2*w:] {
				if number(d[:w], c.order) == atEntry {
					c.entry = number(d[w:2*w], c.order)
				}
			}
		}
		data = data[min(name+end, uint64(len(data))):]
	}
}

// mapped reads the list of mapped files: the number of files, the unit of offsets, three words per
// file (start, end, offset), and the names.
func (c *Core) mapped(d []byte) {
	w := uint64(c.pointer)
	word := func(k uint64) uint64 { return number(d[k*w:][:w], c.order) }
	if uint64(len(d)) < 2*w {
		return
	}
	count, unit := word(0), word(1)
	if count > uint64(len(d))/(3*w) || 2*w+3*w*count > uint64(len(d)) {
		return
	}
	names := bytes.Split(d[2*w+3*w*count:], []byte{0})
	for k := range min(count, uint64(len(names))) {
		c.files = append(c.files, mapped{word(2 + 3*k), word(4+3*k) * unit, string(names[k])})
	}
}

// bias returns the load bias of an ELF file: the difference between its addresses in the process
// and in the file. The core names files by their paths; bias compares only the last elements if it has
// none of this path. A file that has another name now is found by its build ID. A core of qemu names no
// files; there, the entry point says where the program is.
func (c *Core) bias(name string, f *elf.File) (uint64, error) {
	exact := slices.ContainsFunc(c.files, func(m mapped) bool { return m.name == name })
	for _, p := range f.Progs {
		if p.Type != elf.PT_LOAD {
			continue
		}
		page := p.Off &^ 0xfff
		for _, m := range c.files {
			if (m.name == name || !exact && filepath.Base(m.name) == filepath.Base(name)) && m.offset == page {
				return m.start - (p.Vaddr - (p.Off - page)), nil
			}
		}
		for _, h := range c.heads {
			if id := buildID(f); id != nil && page == 0 && bytes.Contains(h.data, id) {
				return h.addr - (p.Vaddr - p.Off), nil
			}
		}
		if at := c.entry - f.Entry + p.Vaddr; len(c.files) == 0 && c.entry != 0 && slices.Contains(c.starts, at-at%uint64(os.Getpagesize())) {
			return c.entry - f.Entry, nil
		}
		break
	}
	return 0, fmt.Errorf("the process does not have %s mapped, nor a file with its build ID", filepath.Base(name))
}

// buildID returns the note with the build ID of a file; nil if it has none.
func buildID(f *elf.File) []byte {
	s := f.Section(".note.gnu.build-id")
	if s == nil || s.Size < 16 || s.Size > 256 {
		return nil
	}
	id, err := s.Data()
	if err != nil {
		return nil
	}
	return id
}

// Map reads the frame map from the section of an executable or library that the process had mapped,
// or of the file with its debug info. The addresses in the result are those of the process.
func (c *Core) Map(name string) (*Map, error) {
	return c.read(name, func(f *elf.File) (*Map, error) { return ReadELF(f) })
}

// Place sets the addresses in a map from JSON to those of the process, with the symbols of an
// executable or library.
func (c *Core) Place(m *Map, name string) error {
	_, err := c.read(name, func(f *elf.File) (*Map, error) { return m, m.Resolve(f) })
	return err
}

// read reads a map from a file, or from the file with its debug info if the file does not have it.
func (c *Core) read(name string, from func(*elf.File) (*Map, error)) (*Map, error) {
	f, err := c.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	by, placed := c.bias(name, f)
	debug := c.debugFile(f, name)
	if debug != nil {
		defer debug.Close()
	}
	if placed == nil {
		c.addGlobals(cmp.Or(debug, f), by)
	}
	m, err := from(f)
	if (errors.Is(err, ErrNoSection) || errors.Is(err, elf.ErrNoSymbols)) && debug != nil {
		m, err = from(debug)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if placed != nil {
		return nil, placed
	}
	m.move(by)
	return m, nil
}

func (m *Map) move(by uint64) {
	for _, co := range m.Coroutines {
		for k := range co.Parts {
			if p := &co.Parts[k]; p.Addr != 0 {
				p.Addr += by
			}
		}
	}
}

// Suspended is a suspended coroutine in memory.
type Suspended struct {
	Handle    uint64 // the frame's address
	Coroutine *Coroutine
	// Suspend is the place where it is suspended. It is nil if the coroutine has not reached a
	// suspend yet, or if an exception ended it and it has no final suspend. Done reports that
	// it is at its final suspend, or has ended.
	Suspend *Suspend
	Done    bool
	// Running reports that the coroutine ran while a running process was read.
	Running bool
	Bytes   []byte // the frame
}

// Frames returns the frames of coroutines in writable memory, sorted by address. A frame begins
// with two words: the address of a coroutine's resume function, or null, and the address of the
// same coroutine's destroy or cleanup function. A freed frame is found too, until its first words
// are overwritten; glibc's allocator overwrites them in free.
func (c *Core) Frames(m *Map) []Suspended {
	by := m.destroyers()
	low, high := uint64(math.MaxUint64), uint64(0)
	for addr := range by {
		low, high = min(low, addr), max(high, addr)
	}
	var list []Suspended
	w := uint64(c.pointer)
	c.Each(func(base uint64, data []byte) {
		for at := (w - base%w) % w; at+2*w <= uint64(len(data)); at += w {
			destroy := number(data[at+w:][:w], c.order)
			if destroy < low || destroy > high || len(by[destroy]) == 0 || c.unused(base+at) {
				continue
			}
			if co := owner(by[destroy], number(data[at:][:w], c.order)); co != nil {
				list = append(list, Suspended{Handle: base + at, Coroutine: co})
			}
		}
	})
	return c.collect(list)
}

// collect reads frames at these addresses, and leaves out what is no frame. It reads all frames of a
// running process twice, the second time after it has read all the first time. What was the same
// both times was so at the moment between, so all these coroutines were suspended at that moment, and
// what they hold of each other is consistent. The others are marked as running.
func (c *Core) collect(list []Suspended) []Suspended {
	first := c.contents(list)
	second := first
	if c.live != nil {
		second = c.contents(list)
	}
	kept := list[:0]
	for k, s := range list {
		now, ok := c.suspended(s, second[k])
		before, was := c.suspended(s, first[k])
		if !ok && !was {
			continue
		} else if !ok {
			now = before
		}
		now.Running = !ok || !was || now.Suspend != before.Suspend || now.Done != before.Done ||
			c.refersElse(now.Bytes, before.Bytes, list)
		kept = append(kept, now)
	}
	return kept
}

// refersElse reports whether one of two contents of a frame has an address between the first and the
// last frame of a list where the other has another word.
func (c *Core) refersElse(a, b []byte, list []Suspended) bool {
	w := c.pointer
	low, high := list[0].Handle, list[len(list)-1].Handle
	for at := 0; at+w <= len(a) && !bytes.Equal(a, b); at += w {
		x, y := number(a[at:][:w], c.order), number(b[at:][:w], c.order)
		if x != y && (x >= low && x <= high || y >= low && y <= high) {
			return true
		}
	}
	return false
}

// contents reads the frames of a list; nil for one that is not in memory.
func (c *Core) contents(list []Suspended) [][]byte {
	out := make([][]byte, len(list))
	if c.live == nil {
		for k, s := range list {
			out[k], _ = c.Read(s.Handle, uint64(s.Coroutine.Size))
		}
		return out
	}
	pieces := make([]piece, len(list))
	for k, s := range list {
		pieces[k] = piece{s.Handle, make([]byte, s.Coroutine.Size)}
	}
	if readMemory(c.live.pid, pieces) == nil {
		for k := range pieces {
			out[k] = pieces[k].data
		}
	}
	return out
}

// Each calls f with all writable memory, in order. Two pieces of memory may have a word in common.
func (c *Core) Each(f func(addr uint64, data []byte)) {
	if c.live != nil {
		c.live.each(uint64(c.pointer), f)
	}
	for _, r := range c.memory {
		f(r.addr, r.data)
	}
}

// unused reports whether an address is on a part of a stack that no function uses.
func (c *Core) unused(addr uint64) bool {
	if c.live == nil {
		return false
	}
	_, unused := c.live.stack(addr)
	return unused
}

// destroyers returns the coroutines by the addresses of their destroy and cleanup functions.
func (m *Map) destroyers() map[uint64][]*Coroutine {
	by := map[uint64][]*Coroutine{}
	for _, co := range m.Coroutines {
		if co.ABI != Switched {
			continue
		}
		for _, p := range co.Parts[1:3] {
			if p.Addr != 0 && !slices.Contains(by[p.Addr], co) {
				by[p.Addr] = append(by[p.Addr], co)
			}
		}
	}
	return by
}

// owner returns the coroutine in list that this function resumes, or any if resume is null. Several
// coroutines have the same functions if the linker merged equal code. Then owner returns nil,
// unless all of them are copies of one coroutine in several objects.
func owner(list []*Coroutine, resume uint64) (found *Coroutine) {
	for _, co := range list {
		if resume != 0 && !co.resumedBy(resume) {
			continue
		}
		if found != nil && !found.same(co) {
			return nil
		}
		found = co
	}
	return found
}

// resumedBy reports whether a frame may begin with this address: that of the resume function, or of
// a function that resumes the coroutine at one suspend.
func (c *Coroutine) resumedBy(addr uint64) bool {
	return addr == c.Parts[0].Addr ||
		slices.ContainsFunc(c.Parts[3:], func(p Part) bool { return p.Addr == addr })
}

// same reports whether two descriptions are of one coroutine.
func (c *Coroutine) same(o *Coroutine) bool {
	return c.Function == o.Function && c.Size == o.Size && slices.EqualFunc(c.Slots, o.Slots,
		func(a, b Slot) bool { return a.Offset == b.Offset && a.Size == b.Size && a.Type == b.Type }) &&
		slices.Equal(c.Parts, o.Parts)
}

// isTable reports whether b is the table of a coroutine's functions, which compilers use to elide
// allocations: resume, destroy and cleanup, in this order. The table looks like a frame, but in a
// frame the address of the cleanup function never follows that of the destroy function.
func (c *Core) isTable(co *Coroutine, b []byte, resume, destroy uint64) bool {
	w := c.pointer
	return len(b) >= 3*w && resume != 0 && destroy == co.Parts[1].Addr && co.Parts[2].Addr != 0 &&
		number(b[2*w:][:w], c.order) == co.Parts[2].Addr
}

// suspended reads what a frame shows. It returns false if its content does not begin like a frame of
// this coroutine.
func (c *Core) suspended(s Suspended, b []byte) (Suspended, bool) {
	w := c.pointer
	if len(b) < 2*w {
		return s, false
	}
	resume, destroy := number(b[:w], c.order), number(b[w:][:w], c.order)
	if resume != 0 && !s.Coroutine.resumedBy(resume) || destroy != s.Coroutine.Parts[1].Addr &&
		destroy != s.Coroutine.Parts[2].Addr || c.isTable(s.Coroutine, b, resume, destroy) {
		return s, false
	}
	s.Done, s.Bytes = resume == 0, b
	if s.Done {
		s.Suspend = s.Coroutine.Final()
	} else if slot := s.Coroutine.Index(); slot != nil {
		s.Suspend = s.Coroutine.Suspended(number(b[slot.Offset:][:slot.Size], c.order))
	}
	return s, true
}

// Same reports whether a coroutine of a running process is still suspended where it was.
func (c *Core) Same(s *Suspended) bool {
	b, _ := c.Read(s.Handle, uint64(s.Coroutine.Size))
	now, ok := c.suspended(*s, b)
	return ok && now.Suspend == s.Suspend && now.Done == s.Done
}

// Read returns size bytes of writable memory at addr. It returns false if the core does not have
// all of them.
func (c *Core) Read(addr, size uint64) ([]byte, bool) {
	if c.live != nil {
		p := []piece{{addr, make([]byte, size)}}
		err := readMemory(c.live.pid, p)
		return p[0].data, err == nil && p[0].data != nil
	}
	k := sort.Search(len(c.memory), func(k int) bool { return c.memory[k].addr > addr }) - 1
	if k < 0 {
		return nil, false
	}
	at := addr - c.memory[k].addr
	if data := c.memory[k].data; at <= uint64(len(data)) && size <= uint64(len(data))-at {
		return data[at:][:size], true
	}
	return nil, false
}

// Word reads an address at an offset in a frame. It returns false if the frame is too short.
func (c *Core) Word(s *Suspended, offset int64) (uint64, bool) {
	if offset < 0 || offset > int64(len(s.Bytes))-int64(c.pointer) {
		return 0, false
	}
	return number(s.Bytes[offset:][:c.pointer], c.order), true
}

// Pointer returns the size of an address of the process in bytes.
func (c *Core) Pointer() int { return c.pointer }

// Number reads an unsigned number of at most eight bytes in the byte order of the process.
func (c *Core) Number(b []byte) uint64 { return number(b, c.order) }
