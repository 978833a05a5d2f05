// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framemap

import (
	"bytes"
	"compress/zlib"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// SectionName is the name of the ELF section. It is not loaded at run time, and linkers concatenate
// the sections of their inputs. The part of each input begins at a multiple of eight bytes:
//
//	 0  "CoroMap" and the version in one byte
//	 8  number of addresses, 4 bytes
//	12  bytes of an address, 4 bytes: 4 or 8
//	16  bytes of the compressed map, 4 bytes
//	20  bytes of the map, 4 bytes
//	24  the addresses of the parts, in the order of the map; 0: not in the program
//	    the map as JSON, compressed with zlib
//
// Numbers have the byte order of the ELF file.
const SectionName = ".corolower.frames"

const (
	magic      = "CoroMap"
	headerSize = 24
	maxMap     = 1 << 30 // maximum size of one map in bytes; real maps are far smaller
)

// ErrNoSection reports that an ELF file has no section with a frame map.
var ErrNoSection = errors.New("no section " + SectionName + "; --frame-map=section writes it")

// Assembly returns lines that put the map into the section, for an assembler with GNU's directives.
// pointer is the size of an address in bytes. Weak references name the parts:
//
//	.weakref corolower.frames.ID.0, "f.resume"
//	.8byte corolower.frames.ID.0
//
// If the optimiser removes the function, its address is 0, and the program still links. Weak
// references keep no function alive and make no symbol global. id distinguishes their names from
// those of other modules, because link-time optimisation joins the assembly of several modules.
func (m *Map) Assembly(pointer int, id string) ([]string, error) {
	plain, err := encode(m)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	z, err := zlib.NewWriterLevel(&packed, zlib.BestCompression)
	if err == nil {
		_, err = z.Write(plain)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return nil, err
	}
	var lines, words []string
	n := 0
	for _, c := range m.Coroutines {
		for _, p := range c.Parts {
			word := "0"
			if symbol, ok := p.symbol(); ok {
				word = fmt.Sprintf("corolower.frames.%s.%d", id, n)
				lines = append(lines, fmt.Sprintf(".weakref %s, \"%s\"", word, symbol))
			}
			words = append(words, fmt.Sprintf(".%dbyte %s", pointer, word))
			n++
		}
	}
	lines = append(lines, ".pushsection "+SectionName+",\"\",%progbits", ".p2align 3",
		fmt.Sprintf(".ascii \"%s\\%03o\"", magic, Version),
		fmt.Sprintf(".4byte %d, %d, %d, %d", n, pointer, packed.Len(), len(plain)))
	lines = append(lines, words...)
	for rest := packed.Bytes(); len(rest) > 0; {
		part := rest[:min(len(rest), 64)]
		rest = rest[len(part):]
		var b strings.Builder
		for _, c := range part {
			fmt.Fprintf(&b, "\\%03o", c)
		}
		lines = append(lines, ".ascii \""+b.String()+"\"")
	}
	return append(lines, ".popsection"), nil
}

// symbol returns the part's name in assembly. It returns false for a name that assemblers quote in
// different ways.
func (p Part) symbol() (string, bool) {
	name := strings.TrimPrefix(p.Name, "\x01") // LLVM's prefix of names without mangling
	if p.Private && name == p.Name {
		name = ".L" + name
	}
	for _, c := range []byte(name) {
		if c < ' ' || c == 127 || c == '"' || c == '\\' {
			return "", false
		}
	}
	return name, name != ""
}

// ReadELF reads the map from the section of an ELF file and joins the maps of all linked inputs.
// The error is ErrNoSection if the file has no such section.
func ReadELF(f *elf.File) (*Map, error) {
	s := f.Section(SectionName)
	if s == nil {
		return nil, ErrNoSection
	}
	data, err := s.Data()
	if err != nil {
		return nil, err
	}
	return readSection(data, f.ByteOrder, f.Type == elf.ET_REL)
}

// readSection parses the bytes of a section. In an object file it ignores the addresses, which the
// linker has not set yet.
func readSection(data []byte, order binary.ByteOrder, object bool) (*Map, error) {
	all := &Map{Version: Version}
	for at := 0; at < len(data); {
		if data[at] == 0 { // padding between two inputs
			at++
			continue
		}
		rest := data[at:]
		if len(rest) < headerSize || string(rest[:len(magic)]) != magic {
			return nil, fmt.Errorf("section %s: no map at offset %d", SectionName, at)
		}
		if v := rest[len(magic)]; v != Version {
			return nil, fmt.Errorf("section %s: frame map of version %d; this program reads version %d", SectionName,
				v, Version)
		}
		count, size := uint64(order.Uint32(rest[8:])), uint64(order.Uint32(rest[12:]))
		packed, plain := uint64(order.Uint32(rest[16:])), uint64(order.Uint32(rest[20:]))
		if size != 4 && size != 8 || plain > maxMap || headerSize+count*size+packed > uint64(len(rest)) {
			return nil, fmt.Errorf("section %s: the map at offset %d is damaged", SectionName, at)
		}
		m, err := unpack(rest[headerSize+count*size:][:packed], int64(plain))
		if err != nil {
			return nil, fmt.Errorf("section %s: the map at offset %d: %w", SectionName, at, err)
		}
		words := rest[headerSize:][:count*size]
		if err := m.address(words, int(size), order, object); err != nil {
			return nil, fmt.Errorf("section %s: the map at offset %d: %w", SectionName, at, err)
		}
		all.Coroutines = append(all.Coroutines, m.Coroutines...)
		at += int(headerSize + count*size + packed)
	}
	return all, nil
}

func unpack(data []byte, plain int64) (*Map, error) {
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return Read(io.LimitReader(z, plain))
}

// address sets the addresses of the parts.
func (m *Map) address(words []byte, size int, order binary.ByteOrder, object bool) error {
	for _, c := range m.Coroutines {
		for k := range c.Parts {
			if len(words) < size {
				return errors.New("it has fewer addresses than parts")
			}
			if !object {
				c.Parts[k].Addr = number(words[:size], order)
			}
			words = words[size:]
		}
	}
	if len(words) > 0 {
		return errors.New("it has more addresses than parts")
	}
	return nil
}

// number reads an unsigned number of at most eight bytes.
func number(b []byte, order binary.ByteOrder) (n uint64) {
	if len(b) == 8 {
		return order.Uint64(b)
	}
	for k := range b {
		c := b[k]
		if order == binary.LittleEndian {
			c = b[len(b)-1-k]
		}
		n = n<<8 | uint64(c)
	}
	return n
}

// Resolve sets the addresses of the parts to those of the symbols of an ELF file, for a map from
// JSON. It leaves the address 0 if several functions of the file have the name, for example static
// functions of different sources.
func (m *Map) Resolve(f *elf.File) error {
	symbols, err := f.Symbols()
	if err != nil {
		return err
	}
	found, twice := map[string]uint64{}, map[string]bool{}
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) != elf.STT_FUNC || s.Section == elf.SHN_UNDEF {
			continue
		}
		if old, ok := found[s.Name]; ok && old != s.Value {
			twice[s.Name] = true
		}
		found[s.Name] = s.Value
	}
	for _, c := range m.Coroutines {
		for k := range c.Parts {
			if name, ok := c.Parts[k].symbol(); ok && !twice[name] {
				c.Parts[k].Addr = found[name]
			}
		}
	}
	return nil
}
