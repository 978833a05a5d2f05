// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framemap

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
)

// Core is a core file or a minidump: the memory of a process.
type Core struct {
	order   binary.ByteOrder
	pointer int
	memory  []region // sorted by address
	files   []mapped
	heads   []region // the first bytes of mapped ELF files
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

// OpenCore reads a core file that Linux or gdb's generate-core-file wrote, or a minidump of Breakpad
// or Crashpad, which may be in hexadecimal. It loads the writable memory of the process; of a
// minidump, all memory.
func OpenCore(name string) (*Core, error) {
	if c, err := openMinidump(name); c != nil || err != nil {
		return c, err
	}
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

// openMinidump reads a file that begins like a minidump. It returns nil for another file.
func openMinidump(name string) (*Core, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 16)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	is, text := isMinidump(head[:n])
	if !is {
		return nil, nil
	}
	rest, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	data := append(head[:n], rest...)
	if text {
		if data = fromHex(data); data == nil {
			return nil, fmt.Errorf("%s is no minidump in hexadecimal", name)
		}
	}
	c, err := readMinidump(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// maxHead is the size of the first part of a mapped file that has its build ID. Linux puts one page
// into a core.
const maxHead = 4096

// ntFile is the type of the note that lists the mapped files.
const ntFile = 0x46494c45

// notes reads the notes of a core. It uses only the list of mapped files.
func (c *Core) notes(data []byte) {
	for len(data) >= 12 {
		name, desc := uint64(c.order.Uint32(data)), uint64(c.order.Uint32(data[4:]))
		kind := c.order.Uint32(data[8:])
		data = data[12:]
		name, end := (name+3)&^3, (desc+3)&^3
		if name+desc > uint64(len(data)) {
			return
		}
		if kind == ntFile {
			c.mapped(data[name:][:desc])
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
// and in the file. The core names files by their paths; bias compares only the last elements. A file
// that has another name now is found by its build ID.
func (c *Core) bias(name string, f *elf.File) (uint64, error) {
	for _, p := range f.Progs {
		if p.Type != elf.PT_LOAD {
			continue
		}
		page := p.Off &^ 0xfff
		for _, m := range c.files {
			if filepath.Base(m.name) == filepath.Base(name) && m.offset == page {
				return m.start - (p.Vaddr - (p.Off - page)), nil
			}
		}
		for _, h := range c.heads {
			if id := buildID(f); id != nil && page == 0 && bytes.Contains(h.data, id) {
				return h.addr - (p.Vaddr - p.Off), nil
			}
		}
		break
	}
	return 0, fmt.Errorf("the process of the core did not have %s mapped, nor a file with its build ID", filepath.Base(name))
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

// Map reads the frame map from the section of an executable or library that the process had mapped.
// The addresses in the result are those of the process.
func (c *Core) Map(name string) (*Map, error) {
	f, err := elf.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := ReadELF(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, c.move(m, name, f)
}

// Place sets the addresses in a map from JSON to those of the process, with the symbols of an
// executable or library.
func (c *Core) Place(m *Map, name string) error {
	f, err := elf.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := m.Resolve(f); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return c.move(m, name, f)
}

func (c *Core) move(m *Map, name string, f *elf.File) error {
	by, err := c.bias(name, f)
	if err != nil {
		return err
	}
	for _, co := range m.Coroutines {
		for k := range co.Parts {
			if p := &co.Parts[k]; p.Addr != 0 {
				p.Addr += by
			}
		}
	}
	return nil
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
	Bytes   []byte // the frame
}

// Frames returns the frames of coroutines in writable memory, sorted by address. A frame begins
// with two words: the address of a coroutine's resume function, or null, and the address of the
// same coroutine's destroy or cleanup function. A freed frame is found too, until its first words
// are overwritten; glibc's allocator overwrites them in free.
func (c *Core) Frames(m *Map) []Suspended {
	by := m.destroyers()
	var list []Suspended
	w := uint64(c.pointer)
	for _, r := range c.memory {
		for at := (w - r.addr%w) % w; at+2*w <= uint64(len(r.data)); at += w {
			destroy := number(r.data[at+w:][:w], c.order)
			if len(by[destroy]) == 0 {
				continue
			}
			resume := number(r.data[at:][:w], c.order)
			co := owner(by[destroy], resume)
			if co == nil {
				continue
			}
			bytes, ok := c.Read(r.addr+at, uint64(co.Size))
			if !ok || c.isTable(co, bytes, resume, destroy) {
				continue
			}
			list = append(list, c.suspended(r.addr+at, co, bytes, resume == 0))
		}
	}
	return list
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

func (c *Core) suspended(at uint64, co *Coroutine, b []byte, done bool) Suspended {
	s := Suspended{Handle: at, Coroutine: co, Done: done, Bytes: b}
	if done {
		s.Suspend = co.Final()
		return s
	}
	if slot := co.Index(); slot != nil {
		s.Suspend = co.Suspended(number(b[slot.Offset:][:slot.Size], c.order))
	}
	return s
}

// Read returns size bytes of writable memory at addr. It returns false if the core does not have
// all of them.
func (c *Core) Read(addr, size uint64) ([]byte, bool) {
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
