// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"debug/dwarf"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/test/ptx/interp"
)

// looked are the names that the numbers in testdata/variables.cpp stand for.
var looked = []string{"x", "y", "wide", "item", "index", "total", "flags", "seed", "value"}

// TestVariables runs a program with debug info and reads its variables where it stops, as a debugger
// does: by the locations in .debug_info. Each must have the value that the program has. If clang
// forbids to optimize the functions (-O0), each variable must have a location.
func TestVariables(t *testing.T) {
	file := filepath.Join("testdata", "variables.cpp")
	const stops = 4 * 49 // in 4 threads
	kept, free := []string{"-g"}, []string{"-g", "-Xclang", "-disable-O0-optnone"}
	for _, c := range []struct {
		name     string
		flags    []string
		optimize bool
	}{{"O0", kept, false}, {"optnone", kept, true}, {"O2", free, true}} {
		t.Run(c.name, func(t *testing.T) {
			source := deviceSource(t, file, "-O0", c.flags...)
			res, err := lowerInMemory(t, file, source, driver.LevelPipeline("", c.optimize))
			if err != nil {
				t.Fatal(locate(source, err))
			}
			ptx, _, err := res.PTX(driver.PTXOptions{CPU: "sm_80"})
			if err != nil {
				t.Fatal(locate(source, err))
			}
			for _, a := range assemblers {
				if path := a.path(t); path != "" {
					assembleDebug(t, path, string(ptx))
				}
			}
			seen, located := debugRun(t, string(ptx))
			t.Logf("%d of %d values have a location", located, seen)
			if seen != stops || c.name != "O2" && located != stops {
				t.Errorf("%d stops and %d values, not %d", seen, located, stops)
			}
		})
	}
}

// TestOddDebugInfo assembles debug info that frontends rarely write, and reads all of it.
func TestOddDebugInfo(t *testing.T) {
	file := filepath.Join("testdata", "debug", "odd.ll")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := ours(t, file, string(src), driver.PTXOptions{CPU: "sm_80"})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range assemblers {
		if path := a.path(t); path != "" {
			assembleDebug(t, path, text)
		}
	}
	located := map[string]bool{}
	r := readDebug(t, text).data.Reader()
	for {
		e, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if e == nil {
			break
		}
		if e.Tag == dwarf.TagVariable || e.Tag == dwarf.TagFormalParameter {
			name, _ := e.Val(dwarf.AttrName).(string)
			located[name] = e.Val(dwarf.AttrLocation) != nil || e.Val(dwarf.AttrConstValue) != nil
		}
	}
	want := map[string]bool{"neg": false, "arr": true, "un": false, "nul": false, "b": false, "v": false, "w": false,
		"fl": true, "bt": true, "gp": false}
	if !maps.Equal(located, want) {
		t.Errorf("variables with a location: %v, not %v", located, want)
	}
}

// debugRun runs PTX made from testdata/variables.cpp. It returns the number of calls of look, and how
// many of them find their variable.
func debugRun(t *testing.T, text string) (seen, located int) {
	t.Helper()
	d := readDebug(t, text)
	m, err := interp.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	x, err := interp.Load(m, interp.Config{Loose: true, LocalBytes: stackBytes, OnCall: func(c *interp.Call) {
		if !strings.Contains(c.Func, "look") {
			return
		}
		seen++
		name, want := looked[binary.LittleEndian.Uint32(c.Args[0])], binary.LittleEndian.Uint64(c.Args[1])
		switch got, err := d.read(c, name); {
		case errors.Is(err, errUnknown):
		case err != nil || got != want:
			t.Errorf("%s in %s: %#x (%v), and the program has %#x", name, c.Caller(), got, err, want)
		default:
			located++
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	in, out := x.Alloc(16, 256), x.Alloc(16, 256)
	for k := range 4 {
		binary.LittleEndian.PutUint32(x.Bytes(in+uint64(4*k), 4), uint32(17*k+40))
	}
	if err := x.Launch("run", [3]uint32{1, 1, 1}, [3]uint32{4, 1, 1}, 0, in, out, uint64(4)); err != nil {
		t.Fatal(err)
	}
	return seen, located
}

// errUnknown is the error for a variable that has no location, or no entry.
var errUnknown = errors.New("optimized out")

// assembleDebug assembles PTX with and without ptxas -g.
func assembleDebug(t *testing.T, ptxas, text string) {
	t.Helper()
	in := filepath.Join(t.TempDir(), "a.ptx")
	if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{"-g", "-lineinfo"} {
		out, err := exec.Command(ptxas, mode, "-arch=sm_80", "-o", in+".cubin", in).CombinedOutput()
		if err != nil {
			t.Errorf("%s %s: %v\n%s", ptxas, mode, err, out)
		}
	}
}

// debugInfo is the debug info of a module, with numbers for its symbols.
type debugInfo struct {
	data    *dwarf.Data
	symbols []string // the number of a symbol is symbolBase plus its index
}

const symbolBase = 1 << 48

// readDebug reads the sections from PTX.
func readDebug(t *testing.T, text string) *debugInfo {
	t.Helper()
	d := &debugInfo{}
	sections := map[string][]byte{}
	var err error
	for _, name := range []string{".debug_abbrev", ".debug_info"} {
		_, body, ok := strings.Cut(text, "\t.section "+name+"\n\t{\n")
		if !ok {
			t.Fatalf("no section %s", name)
		}
		body, _, _ = strings.Cut(body, "}")
		for line := range strings.Lines(body) {
			size, list, _ := strings.Cut(strings.TrimSpace(line), " ")
			for word := range strings.SplitSeq(list, ",") {
				if size != "" {
					sections[name] = d.appendWord(sections[name], size, strings.TrimSpace(word))
				}
			}
		}
	}
	d.data, err = dwarf.New(sections[".debug_abbrev"], nil, nil, sections[".debug_info"], nil, nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *debugInfo) appendWord(b []byte, size, word string) []byte {
	n, err := strconv.ParseUint(word, 10, 64)
	if err != nil && !strings.HasPrefix(word, ".") {
		n = symbolBase + uint64(len(d.symbols))
		d.symbols = append(d.symbols, word)
	}
	bits, _ := strconv.Atoi(strings.TrimPrefix(size, ".b"))
	return append(b, binary.LittleEndian.AppendUint64(nil, n)[:bits/8]...)
}

// read returns the bytes of a variable of the calling function, at the call.
func (d *debugInfo) read(c *interp.Call, name string) (uint64, error) {
	r := d.data.Reader()
	var best *dwarf.Entry // the innermost variable
	depth := 0
	inside := []bool{false} // whether the call is in each scope around the next entry
	for {
		e, err := r.Next()
		if err != nil {
			return 0, err
		}
		if e == nil {
			break
		}
		if e.Tag == 0 {
			inside = inside[:len(inside)-1]
			continue
		}
		within := inside[len(inside)-1]
		switch e.Tag {
		case dwarf.TagSubprogram:
			within = e.Val(dwarf.Attr(0x2007)) == c.Caller() // the linkage name
			if within && !d.contains(c, e) {
				return 0, fmt.Errorf("the call is outside of its function")
			}
		case dwarf.TagLexDwarfBlock, dwarf.TagInlinedSubroutine:
			within = within && d.contains(c, e)
		case dwarf.TagVariable, dwarf.TagFormalParameter:
			if within && e.Val(dwarf.AttrName) == name && len(inside) > depth {
				best, depth = e, len(inside)
			}
		}
		if e.Children {
			inside = append(inside, within)
		}
	}
	if best == nil {
		return 0, errUnknown
	}
	typ, err := d.data.Type(best.Val(dwarf.AttrType).(dwarf.Offset))
	if err != nil {
		return 0, err
	}
	if n, ok := best.Val(dwarf.AttrConstValue).(int64); ok {
		return valueOf(typ, binary.LittleEndian.AppendUint64(nil, uint64(n))[:typ.Size()])
	}
	loc, _ := best.Val(dwarf.AttrLocation).([]byte)
	b, err := d.bytesAt(c, loc, int(typ.Size()))
	if err != nil {
		return 0, err
	}
	return valueOf(typ, b)
}

// valueOf returns the number that the program passes for a variable of a type.
func valueOf(typ dwarf.Type, b []byte) (uint64, error) {
	for {
		def, ok := typ.(*dwarf.TypedefType)
		if !ok {
			break
		}
		typ = def.Type
	}
	whole := binary.LittleEndian.Uint64(append(append([]byte(nil), b...), make([]byte, 8)...))
	s, ok := typ.(*dwarf.StructType)
	if !ok {
		return whole, nil
	}
	if s.StructName != "Flags" {
		return whole, nil
	}
	n := uint64(0)
	at := []int{0, 3, 32}
	for k, f := range s.Field {
		v := binary.LittleEndian.Uint64(append(append([]byte(nil), b[f.ByteOffset:]...), make([]byte, 8)...))
		if f.BitSize > 0 {
			v = v >> (f.ByteSize*8 - f.BitOffset - f.BitSize) & (1<<f.BitSize - 1)
		} else {
			v &= 1<<(8*f.Type.Size()) - 1
		}
		n |= v << at[k]
	}
	return n, nil
}

// contains reports whether the call is between the labels of an entry.
func (d *debugInfo) contains(c *interp.Call, e *dwarf.Entry) bool {
	low, ok1 := e.Val(dwarf.AttrLowpc).(uint64)
	high, ok2 := e.Val(dwarf.AttrHighpc).(uint64)
	if !ok1 || !ok2 {
		return false
	}
	first, ok1 := c.Label(d.symbols[low-symbolBase])
	end, ok2 := c.Label(d.symbols[high-symbolBase])
	return ok1 && ok2 && first <= c.At() && c.At() < end
}

// bytesAt evaluates a location.
func (d *debugInfo) bytesAt(c *interp.Call, loc []byte, size int) ([]byte, error) {
	if len(loc) == 0 {
		return nil, errUnknown
	}
	switch loc[0] {
	case 0x03: // DW_OP_addr, of the function's local memory
		at, ok := c.Local(d.symbols[binary.LittleEndian.Uint64(loc[1:])-symbolBase])
		if !ok {
			return nil, fmt.Errorf("no such memory")
		}
		if rest := loc[9:]; len(rest) > 0 {
			if rest[0] != 0x23 {
				return nil, fmt.Errorf("operation %#x", rest[0])
			}
			off, _ := binary.Uvarint(rest[1:])
			at += off
		}
		return c.Memory("local", at, size)
	case 0x90, 0x92: // DW_OP_regx, DW_OP_bregx
		n, used := binary.Uvarint(loc[1:])
		name := strings.TrimLeft(string(binary.BigEndian.AppendUint64(nil, n)), "\x00")
		v, ok := c.Register(name)
		if !ok {
			return nil, errUnknown // not live
		}
		if loc[0] == 0x90 {
			return binary.LittleEndian.AppendUint64(nil, v)[:size], nil
		}
		return c.Memory("", v+uint64(sleb(loc[1+used:])), size)
	}
	return nil, fmt.Errorf("operation %#x", loc[0])
}

// sleb decodes a signed number in LEB128.
func sleb(b []byte) int64 {
	n, shift := int64(0), 0
	for _, c := range b {
		n |= int64(c&0x7f) << shift
		shift += 7
		if c&0x80 == 0 {
			if c&0x40 != 0 && shift < 64 {
				n -= 1 << shift
			}
			break
		}
	}
	return n
}
