// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framemap

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"unicode/utf16"
)

// This file reads minidumps, as Breakpad and Crashpad write them. All numbers are little-endian, and
// positions are offsets in the file:
//
//	header: "MDMP", version, number of streams, position of the directory, ...
//	directory: for each stream its type, size and position
//
// It uses four types of streams: the list of modules, two forms of the list of memory, and the
// processor.

const (
	minidumpMagic = "MDMP"

	moduleStream   = 4
	memoryStream   = 5
	systemStream   = 7
	memory64Stream = 9

	moduleSize = 108 // of an element of the list of modules
)

// errMinidump reports that a position or a number in a minidump is outside the file.
var errMinidump = errors.New("the minidump is damaged or truncated")

// readMinidump reads a minidump from its bytes.
func readMinidump(data []byte) (*Core, error) {
	d := &minidump{data: data}
	c := &Core{order: binary.LittleEndian, pointer: 8}
	count, directory := uint64(d.u32(8)), uint64(d.u32(12))
	hasMemory := false
	for k := uint64(0); k < count && d.err == nil; k++ {
		at := directory + 12*k
		kind, size, from := d.u32(at), uint64(d.u32(at+4)), uint64(d.u32(at+8))
		s := &minidump{data: d.slice(from, size)}
		switch kind {
		case moduleStream:
			c.files = append(c.files, s.modules(d)...)
		case memoryStream:
			hasMemory = true
			c.memory = append(c.memory, s.memory(d)...)
		case memory64Stream:
			hasMemory = true
			c.memory = append(c.memory, s.memory64(d)...)
		case systemStream:
			if narrow(s.u16(0)) {
				c.pointer = 4
			}
		}
		d.err = cmp.Or(d.err, s.err)
	}
	if d.err != nil {
		return nil, d.err
	}
	if !hasMemory {
		return nil, errors.New("the minidump has no memory")
	}
	c.memory = joined(c.memory)
	return c, nil
}

// narrow reports whether a processor of a minidump has addresses of four bytes.
func narrow(processor uint16) bool {
	const x86, mips, ppc, arm, sparc, riscv32 = 0, 1, 3, 5, 0x8001, 0x8005
	return slices.Contains([]uint16{x86, mips, ppc, arm, sparc, riscv32}, processor)
}

// minidump reads numbers from a minidump or from one of its streams. After the first position that
// is outside, all numbers are 0.
type minidump struct {
	data []byte
	err  error
}

func (d *minidump) slice(at, size uint64) []byte {
	if n := uint64(len(d.data)); d.err != nil || at > n || size > n-at {
		d.err = errMinidump
		return nil
	}
	return d.data[at:][:size]
}

func (d *minidump) u16(at uint64) uint16 { return uint16(number(d.slice(at, 2), binary.LittleEndian)) }
func (d *minidump) u32(at uint64) uint32 { return uint32(number(d.slice(at, 4), binary.LittleEndian)) }
func (d *minidump) u64(at uint64) uint64 { return number(d.slice(at, 8), binary.LittleEndian) }

// modules reads the list of modules: their number, then for each of them its address, size,
// checksum, time and the position of its name, and what is not used here.
func (d *minidump) modules(file *minidump) (list []mapped) {
	count := uint64(d.u32(0))
	first := d.padded(count, moduleSize)
	for k := uint64(0); k < count && d.err == nil; k++ {
		at := first + moduleSize*k
		name := uint64(d.u32(at + 20))
		list = append(list, mapped{start: d.u64(at), name: file.text(name)})
	}
	return list
}

// padded returns where a list begins after its number of elements. Some writers align the list to
// eight bytes.
func (d *minidump) padded(count, size uint64) uint64 {
	if uint64(len(d.data)) == 8+count*size {
		return 8
	}
	return 4
}

// text reads a string: its size in bytes, then UTF-16.
func (d *minidump) text(at uint64) string {
	b := d.slice(at+4, uint64(d.u32(at)))
	var units []uint16
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, binary.LittleEndian.Uint16(b))
	}
	return string(utf16.Decode(units))
}

// memory reads the list of memory: the number of ranges, then the address, size and position of
// each.
func (d *minidump) memory(file *minidump) (list []region) {
	count := uint64(d.u32(0))
	first := d.padded(count, 16)
	for k := uint64(0); k < count && d.err == nil; k++ {
		at := first + 16*k
		list = append(list, region{d.u64(at), file.slice(uint64(d.u32(at+12)), uint64(d.u32(at+8)))})
	}
	return list
}

// memory64 reads the other form of the list: the number of ranges, the position of the first, and
// the address and size of each. In the file, they follow each other.
func (d *minidump) memory64(file *minidump) (list []region) {
	count, from := d.u64(0), d.u64(8)
	for k := uint64(0); k < count && d.err == nil && file.err == nil; k++ {
		at := 16 + 16*k
		size := d.u64(at + 8)
		list = append(list, region{d.u64(at), file.slice(from, size)})
		from += size
	}
	return list
}

// joined sorts regions by address, joins adjacent ones, and cuts off what an earlier one has too.
func joined(list []region) []region {
	slices.SortStableFunc(list, func(a, b region) int { return cmp.Compare(a.addr, b.addr) })
	var out []region
	for _, r := range list {
		if len(r.data) == 0 || r.addr+uint64(len(r.data)) < r.addr {
			continue
		}
		if len(out) == 0 || r.addr > out[len(out)-1].addr+uint64(len(out[len(out)-1].data)) {
			out = append(out, region{r.addr, slices.Clip(r.data)})
			continue
		}
		last := &out[len(out)-1]
		if have := last.addr + uint64(len(last.data)) - r.addr; have < uint64(len(r.data)) {
			last.data = append(last.data, r.data[have:]...)
		}
	}
	return out
}

// fromHex decodes a file of hexadecimal digits and blanks, as crash reports contain a minidump. It
// returns nil if the file is something else.
func fromHex(data []byte) []byte {
	digits := bytes.Join(bytes.Fields(data), nil)
	out := make([]byte, hex.DecodedLen(len(digits)))
	if n, err := hex.Decode(out, digits); err != nil || !bytes.HasPrefix(out[:n], []byte(minidumpMagic)) {
		return nil
	}
	return out
}

// isMinidump reports whether a file may be a minidump, by its first bytes. text reports that it is
// in hexadecimal.
func isMinidump(head []byte) (is, text bool) {
	text = bytes.HasPrefix(bytes.ToLower(bytes.Join(bytes.Fields(head), nil)), fmt.Appendf(nil, "%x", minidumpMagic))
	return text || bytes.HasPrefix(head, []byte(minidumpMagic)), text
}
