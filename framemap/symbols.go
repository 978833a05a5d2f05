// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framemap

import (
	"bytes"
	"cmp"
	"debug/elf"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file finds the files with the debug info of stripped programs, and names addresses of memory.

// debugFile opens the file with the symbols of a stripped file, by its build ID or its debug link,
// where GNU's tools put it. It returns nil if the file is not stripped, or there is none.
func (c *Core) debugFile(f *elf.File, name string) *elf.File {
	if f.Section(".symtab") != nil {
		return nil
	}
	var names []string
	id := buildID(f)
	if len(id) > 17 {
		names = append(names, fmt.Sprintf("/usr/lib/debug/.build-id/%x/%x.debug", id[16:17], id[17:]))
	}
	var sum []byte
	if s := f.Section(".gnu_debuglink"); s != nil {
		data, _ := s.Data()
		link, _, _ := bytes.Cut(data, []byte{0})
		sum = data[min(len(data), (len(link)+4)&^3):]
		dir, base := filepath.Dir(name), string(link)
		names = append(names, filepath.Join(dir, base), filepath.Join(dir, ".debug", base),
			filepath.Join("/usr/lib/debug", dir, base))
	}
	for _, n := range names {
		roots := []string{""}
		if c.live != nil {
			roots = []string{c.live.file("root"), ""}
		}
		for _, root := range roots {
			d, err := elf.Open(root + n)
			if err != nil {
				continue
			}
			if other := buildID(d); id != nil && bytes.Equal(id, other) {
				return d
			} else if id == nil && len(sum) == 4 {
				if data, err := os.ReadFile(root + n); err == nil && f.ByteOrder.Uint32(sum) == crc32.ChecksumIEEE(data) {
					return d
				}
			}
			d.Close()
		}
	}
	return nil
}

// global is a variable of a program or a library.
type global struct {
	span
	name string
}

// addGlobals adds the variables of a file.
func (c *Core) addGlobals(f *elf.File, bias uint64) {
	symbols, err := f.Symbols()
	if err != nil {
		symbols, _ = f.DynamicSymbols()
	}
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_OBJECT && s.Section != elf.SHN_UNDEF && s.Size > 0 {
			c.globals = append(c.globals, global{span{bias + s.Value, bias + s.Value + s.Size}, s.Name})
		}
	}
	slices.SortFunc(c.globals, func(a, b global) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end), strings.Compare(a.name, b.name))
	})
}

// Block returns the size of the block of glibc's malloc that begins at an address; 0 if none does. The
// word before a block is its size with flags, and the size and flags of the next one follow it:
//
//	size|flags  block...  size|flags
func (c *Core) Block(addr uint64) uint64 {
	const inUse, mapped, flags = 1, 2, 7
	w := uint64(c.pointer)
	size, ok := c.wordAt(addr - w)
	length := size &^ flags
	if !ok || addr%(2*w) != 0 || length < 4*w || length%(2*w) != 0 {
		return 0
	}
	if size&mapped != 0 {
		if page := uint64(4096); (addr-2*w)%page != 0 || length%page != 0 {
			return 0
		}
		return length - 2*w
	}
	if next, ok := c.wordAt(addr - w + length); !ok || next&inUse == 0 || next&^flags < 4*w {
		return 0
	}
	return length - w
}

func (c *Core) wordAt(addr uint64) (uint64, bool) {
	b, ok := c.Read(addr, uint64(c.pointer))
	return number(b, c.order), ok
}

// The kinds of memory.
const (
	Global = "global"
	Stack  = "stack"
	Heap   = "heap" // also other memory that is neither
)

// Where describes the memory at an address: its kind; the symbol of a global, or a thread; and the
// offset in the global. It returns the kind "" for the part of a stack that no function uses.
func (c *Core) Where(addr uint64) (kind, name string, offset uint64) {
	k, found := slices.BinarySearchFunc(c.globals, addr, func(g global, addr uint64) int { return cmp.Compare(g.start, addr) })
	if !found {
		k--
	}
	if k >= 0 && addr < c.globals[k].end {
		return Global, c.globals[k].name, addr - c.globals[k].start
	}
	if c.live != nil {
		if t, unused := c.live.stack(addr); unused {
			return "", "", 0
		} else if t != nil {
			return Stack, fmt.Sprintf("thread %d (%s)", t.id, t.name), 0
		}
	}
	return Heap, "", 0
}
