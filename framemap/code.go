// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framemap

import (
	"cmp"
	"debug/dwarf"
	"debug/elf"
	"slices"
)

// Code finds coroutines by addresses of their code in an ELF file, as stack traces and profilers
// print them.
type Code struct {
	Coroutines []*Coroutine
	bias       uint64
	placed     bool // bias is known
	text       []elf.ProgHeader
	parts      []partAt // by address
	named      map[string][]Running
	symbols    map[string]uint64
	debug      *dwarf.Data
	units      map[dwarf.Offset]*unit
	found      map[uint64][]Running
}

// Running is code of a coroutine: of one of its parts, or a part that was inlined into a function.
type Running struct {
	Coroutine *Coroutine
	Part      int
	Inlined   bool
	At        *Place // its own line that runs; nil without debug info
}

// partAt is the code of a part.
type partAt struct {
	span
	Running
}

// Code reads the map and the debug info of an ELF file, or of the file with its debug info. The error
// is ErrNoSection if none has a map. Of an empty Core, the file need not be part of a process.
func (c *Core) Code(name string) (*Code, error) {
	f, err := c.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	from := f
	if d := c.debugFile(f, name); d != nil {
		defer d.Close()
		from = d
	}
	m, err := ReadELF(f)
	if err != nil {
		if m, err = ReadELF(from); err != nil {
			return nil, err
		}
	}
	code := &Code{Coroutines: m.Coroutines, placed: f.Type == elf.ET_EXEC, symbols: map[string]uint64{},
		named: map[string][]Running{}, units: map[dwarf.Offset]*unit{}, found: map[uint64][]Running{}}
	if bias, err := c.bias(name, f); err == nil {
		code.bias, code.placed = bias, true
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && p.Flags&elf.PF_X != 0 {
			code.text = append(code.text, p.ProgHeader)
		}
	}
	symbols, _ := from.Symbols()
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Section != elf.SHN_UNDEF {
			code.symbols[s.Name] = s.Value
		}
	}
	if code.debug, err = from.DWARF(); err != nil {
		code.debug = nil
	}
	ends := functions(f)
	for _, co := range m.Coroutines {
		for k, p := range co.Parts {
			r := Running{Coroutine: co, Part: k}
			code.named[p.Name] = append(code.named[p.Name], r)
			if end := ends[p.Addr]; p.Addr != 0 && end != 0 {
				code.parts = append(code.parts, partAt{span{p.Addr, end}, r})
			}
		}
	}
	slices.SortStableFunc(code.parts, func(a, b partAt) int { return cmp.Compare(a.start, b.start) })
	return code, nil
}

// functions reads the ends of functions by their beginnings from the table for unwinding, which strip
// keeps. .eh_frame_hdr has pairs of offsets, of each function and of its entry in .eh_frame:
//
//	.eh_frame_hdr  version, 3 encodings, address of .eh_frame, count, (function, entry)...
//	.eh_frame      length, offset of the common part, function, size, ...
func functions(f *elf.File) map[uint64]uint64 {
	ends := map[uint64]uint64{}
	table, frames := f.Section(".eh_frame_hdr"), f.Section(".eh_frame")
	if table == nil || frames == nil {
		return ends
	}
	t, _ := table.Data()
	e, _ := frames.Data()
	const udata4, relative4, relativeToTable4 = 0x03, 0x1b, 0x3b // encodings
	if len(t) < 12 || t[0] != 1 || t[1] != relative4 || t[2] != udata4 || t[3] != relativeToTable4 {
		return ends
	}
	word := func(b []byte) uint64 { return uint64(int64(int32(f.ByteOrder.Uint32(b)))) }
	for at := 12; at+8 <= len(t); at += 8 {
		begin, entry := table.Addr+word(t[at:]), table.Addr+word(t[at+4:])-frames.Addr
		if entry > uint64(len(e)) || uint64(len(e))-entry < 16 || frames.Addr+entry+8+word(e[entry+8:]) != begin {
			continue
		}
		ends[begin] = begin + uint64(f.ByteOrder.Uint32(e[entry+12:]))
	}
	return ends
}

// Offset converts an offset in the file to an address of the file.
func (c *Code) Offset(offset uint64) (uint64, bool) {
	for _, p := range c.text {
		if offset >= p.Off && offset-p.Off < p.Filesz {
			return offset - p.Off + p.Vaddr, true
		}
	}
	return 0, false
}

// Address converts an address of the process. It is unknown where a position independent file is, unless
// the Core knows.
func (c *Code) Address(addr uint64) (uint64, bool) {
	addr -= c.bias
	return addr, c.placed && slices.ContainsFunc(c.text, func(p elf.ProgHeader) bool { return addr >= p.Vaddr && addr-p.Vaddr < p.Memsz })
}

// Symbol returns the address of an offset in a function.
func (c *Code) Symbol(symbol string, offset uint64) (uint64, bool) {
	at, ok := c.symbols[symbol]
	return at + offset, ok
}

// At returns the coroutines whose code is at an address of the file, the outermost first. Those after the
// first are inlined.
func (c *Code) At(addr uint64) []Running {
	list, known := c.found[addr]
	if known {
		return list
	}
	lines := c.lines(addr)
	if r := c.part(addr); r != nil {
		if len(lines) > 0 {
			r.At = &lines[0]
			lines = lines[1:]
		}
		list = append(list, *r)
	}
	for k, p := range lines {
		if same := c.named[p.Function]; len(same) == 1 {
			r := same[0]
			r.Inlined, r.At = true, &lines[k]
			list = append(list, r)
		}
	}
	c.found[addr] = list
	return list
}

// part returns the part that an address is in; nil if there is none, or functions of different
// coroutines were merged.
func (c *Code) part(addr uint64) (r *Running) {
	k, _ := slices.BinarySearchFunc(c.parts, addr, func(p partAt, addr uint64) int {
		if p.end <= addr {
			return -1
		}
		return 1
	})
	for ; k < len(c.parts) && c.parts[k].start <= addr; k++ {
		p := c.parts[k].Running
		if r != nil && !r.Coroutine.same(p.Coroutine) {
			return nil
		}
		r = &p
	}
	return r
}

// unit is the debug info of a unit.
type unit struct {
	functions []inlined // each before those that were inlined into it
	lines     []row     // by address
}

// inlined is a range of code of a function, or of one that was inlined into it.
type inlined struct {
	span
	function string
	file     string // of the call
	line     int
}

// row is a range of code of a line.
type row struct {
	span
	file string
	line int
}

// lines returns the functions whose code is at an address, the outermost first, each with its own line
// that runs.
func (c *Code) lines(addr uint64) (list []Place) {
	if c.debug == nil {
		return nil
	}
	e, err := c.debug.Reader().SeekPC(addr)
	if err != nil {
		return nil
	}
	u := c.units[e.Offset]
	if u == nil {
		u = c.read(e)
		c.units[e.Offset] = u
	}
	for _, i := range u.functions {
		if addr >= i.start && addr < i.end {
			if n := len(list); n > 0 {
				list[n-1].File, list[n-1].Line = i.file, i.line
			}
			list = append(list, Place{Function: i.function})
		}
	}
	k, _ := slices.BinarySearchFunc(u.lines, addr, func(r row, addr uint64) int { return cmp.Or(cmp.Compare(r.start, addr), -1) })
	if n := len(list); n > 0 && k > 0 && addr < u.lines[k-1].end {
		list[n-1].File, list[n-1].Line = u.lines[k-1].file, u.lines[k-1].line
	}
	return list
}

// read reads the functions and the lines of a unit.
func (c *Code) read(e *dwarf.Entry) *unit {
	u := &unit{}
	table, err := c.debug.LineReader(e)
	if table == nil || err != nil {
		return u
	}
	var at, next dwarf.LineEntry
	for more := table.Next(&at) == nil; more; at = next {
		if more = table.Next(&next) == nil; more && !at.EndSequence && at.Address < next.Address {
			u.lines = append(u.lines, row{span{at.Address, next.Address}, at.File.Name, at.Line})
		}
	}
	slices.SortFunc(u.lines, func(a, b row) int { return cmp.Compare(a.start, b.start) })
	files := table.Files()
	r := c.debug.Reader()
	r.Seek(e.Offset)
	if _, err := r.Next(); err != nil { // the unit itself
		return u
	}
	for {
		e, err := r.Next()
		if e == nil || err != nil || e.Tag == dwarf.TagCompileUnit {
			return u
		}
		switch e.Tag {
		case dwarf.TagSubprogram, dwarf.TagInlinedSubroutine:
			i := inlined{function: c.linkage(e, 0)}
			n, _ := e.Val(dwarf.AttrCallLine).(int64)
			i.line = int(n)
			if k, ok := e.Val(dwarf.AttrCallFile).(int64); ok && k >= 0 && k < int64(len(files)) && files[k] != nil {
				i.file = files[k].Name
			}
			ranges, _ := c.debug.Ranges(e)
			for _, p := range ranges {
				i.span = span{p[0], p[1]}
				u.functions = append(u.functions, i)
			}
			if len(ranges) == 0 {
				r.SkipChildren()
			}
		case 0, dwarf.TagLexDwarfBlock, dwarf.TagNamespace:
		default:
			r.SkipChildren()
		}
	}
}

// linkage is the symbol of a function, which its abstract form or its declaration may have.
func (c *Code) linkage(e *dwarf.Entry, depth int) string {
	if name, ok := e.Val(dwarf.AttrLinkageName).(string); ok {
		return name
	}
	const most = 4
	at, ok := cmp.Or(e.Val(dwarf.AttrAbstractOrigin), e.Val(dwarf.AttrSpecification)).(dwarf.Offset)
	if ok && depth < most {
		r := c.debug.Reader()
		r.Seek(at)
		if origin, err := r.Next(); err == nil && origin != nil {
			return c.linkage(origin, depth+1)
		}
	}
	name, _ := e.Val(dwarf.AttrName).(string) // of C
	return name
}
