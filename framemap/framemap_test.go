// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framemap

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// example returns a map of two coroutines: inner waits for data, and outer for inner.
func example() *Map {
	three := func(name string) []Part {
		return []Part{{Name: name + ".resume"}, {Name: name + ".destroy"}, {Name: name + ".cleanup"}}
	}
	fields := func(rest ...Slot) []Slot {
		return append([]Slot{{Kind: Field, Offset: 0, Size: 8, Type: "ptr", Name: "__resume_fn"},
			{Kind: Field, Offset: 8, Size: 8, Type: "ptr", Name: "__destroy_fn"},
			{Kind: Promise, Offset: 16, Size: 8, Type: "%p<int>", Handles: []int64{0},
				Pointers: map[string]int64{"next": 0}},
			{Kind: Field, Offset: 24, Size: 1, Type: "i1", Name: indexName}}, rest...)
	}
	suspends := []Suspend{{Index: 0, At: []Place{{File: "a.cpp", Line: 3}, {Function: "f", File: "a.cpp", Line: 7}},
		Live: []int{2, 4}}, {Index: 1, Final: true}}
	n := Slot{Kind: Value, Offset: 28, Size: 4, Type: "i32", Variable: &Variable{Name: "n", Type: "int"}}
	return &Map{Version: Version, Coroutines: []*Coroutine{
		{Function: "inner", ABI: Switched, Parts: three("inner"), Size: 32, Align: 8, Slots: fields(n),
			Suspends: suspends},
		{Function: "outer", ABI: Switched, Parts: three("outer"), Size: 32, Align: 8, Slots: fields(n),
			Suspends: suspends},
		{Function: "other", ABI: "async", Parts: []Part{{Name: "other.0", Private: true}, {Name: "with\"quote"}},
			Size: 8},
	}}
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	if err := example().Write(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "%p<int>") {
		t.Errorf("a type is not spelled as in IR:\n%s", &b)
	}
	m, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(m, example()) {
		t.Errorf("read back:\n%+v", m)
	}
	if s := m.Coroutines[0].Suspended(0); s == nil || s.Place() != "a.cpp:7" {
		t.Errorf("suspend 0 is at %s", s.Place())
	}
}

// TestWrong checks that inconsistent maps are errors.
func TestWrong(t *testing.T) {
	for _, c := range []struct{ change, message string }{
		{`"version":1->"version":2`, "version 2"},
		{`"frame_size":32->"frame_size":-1`, "-1 bytes"},
		{`"frame_size":32->"frame_size":30`, "slot 4"},
		{`"offset":24->"offset":9223372036854775807`, "slot 3"},
		{`"live":[2,4]->"live":[2,5]`, "slot 5 of 5"},
		{`"live":[2,4]->"awaiter":-1`, "slot -1"},
		{`"handles":[0]->"handles":[8]`, "handle at 8"},
		{`"next":0->"next":8`, "pointer next at 8"},
		{`"parts":[->"parts":[],"x":[`, "0 parts"},
		{`"coroutines":[->"coroutines":[null,`, "null"},
		{`{->[`, "not a frame map"},
	} {
		text, err := encode(example())
		if err != nil {
			t.Fatal(err)
		}
		from, to, _ := strings.Cut(c.change, "->")
		changed := strings.Replace(string(text), from, to, 1)
		if changed == string(text) {
			t.Fatalf("no %s in %s", from, text)
		}
		if _, err := Read(strings.NewReader(changed)); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: error %v, not one about %q", c.change, err, c.message)
		}
	}
}

// assemble interprets the directives of Assembly. The referenced parts have the addresses 0x100,
// 0x200 and so on.
func assemble(t *testing.T, lines []string, order binary.AppendByteOrder) []byte {
	t.Helper()
	var out []byte
	address := map[string]uint64{}
	for _, l := range lines {
		word, rest, _ := strings.Cut(l, " ")
		switch word {
		case ".weakref":
			name, _, _ := strings.Cut(rest, ",")
			if _, again := address[name]; again {
				continue
			}
			address[name] = 0x100 * uint64(len(address)+1)
		case ".ascii":
			text, err := strconv.Unquote(rest)
			if err != nil {
				t.Fatalf("%s: %v", l, err)
			}
			out = append(out, text...)
		case ".4byte", ".8byte":
			for f := range strings.SplitSeq(rest, ", ") {
				n, ok := address[f]
				if v, err := strconv.ParseUint(f, 10, 32); err == nil {
					n, ok = v, true
				}
				if !ok {
					t.Fatalf("%s: %s is nothing", l, f)
				}
				if word == ".4byte" {
					out = order.AppendUint32(out, uint32(n))
				} else {
					out = order.AppendUint64(out, n)
				}
			}
		case ".p2align":
			for len(out)%8 != 0 {
				out = append(out, 0)
			}
		case ".pushsection", ".popsection":
		default:
			t.Fatalf("directive %s", l)
		}
	}
	return out
}

func TestSection(t *testing.T) {
	for _, size := range []int{4, 8} {
		for _, order := range []interface {
			binary.ByteOrder
			binary.AppendByteOrder
		}{binary.LittleEndian, binary.BigEndian} {
			lines, err := example().Assembly(size, "x")
			if err != nil {
				t.Fatal(err)
			}
			data := assemble(t, append(lines, lines...), order) // as after linking two objects
			m, err := readSection(data, order, false)
			if err != nil {
				t.Fatal(err)
			}
			if len(m.Coroutines) != 6 {
				t.Fatalf("%d coroutines", len(m.Coroutines))
			}
			parts := append(m.Coroutines[3].Parts, m.Coroutines[5].Parts...)
			want := []uint64{0x100, 0x200, 0x300, 0x700, 0}
			for k, p := range parts {
				if p.Addr != want[k] {
					t.Errorf("%s is at %#x, not %#x", p.Name, p.Addr, want[k])
				}
			}
			if m, err := readSection(data, order, true); err != nil || m.Coroutines[0].Parts[0].Addr != 0 {
				t.Errorf("an object file has addresses: %v, %v", m, err)
			}
			// Truncation is an error, except between the two maps.
			half := len(assemble(t, lines, order))
			for n := 1; n < len(data); n++ {
				if _, err := readSection(data[:n], order, false); err == nil && n != half &&
					strings.Trim(string(data[half:n]),
						"\x00") != "" {
					t.Fatalf("no error with %d bytes of %d", n, len(data))
				}
			}
			data[len(magic)]++
			if _, err := readSection(data, order, false); err == nil || !strings.Contains(err.Error(), "version 2") {
				t.Errorf("another version: %v", err)
			}
		}
	}
}

// coreFile writes a core: memory by address, with one read-only region.
func coreFile(t *testing.T, memory map[uint64][]uint64, readOnly uint64) string {
	t.Helper()
	le := binary.LittleEndian
	var head, body []byte
	from := uint64(64 + 56*len(memory))
	for addr, words := range memory {
		flags := uint32(elf.PF_R | elf.PF_W)
		if addr == readOnly {
			flags = uint32(elf.PF_R)
		}
		head = le.AppendUint32(le.AppendUint32(head, uint32(elf.PT_LOAD)), flags)
		for _, v := range []uint64{from + uint64(len(body)), addr, 0, uint64(8 * len(words)), uint64(8 * len(words)),
			8} {
			head = le.AppendUint64(head, v)
		}
		for _, w := range words {
			body = le.AppendUint64(body, w)
		}
	}
	file := append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 9)...)
	file = le.AppendUint16(le.AppendUint16(file, uint16(elf.ET_CORE)), uint16(elf.EM_X86_64))
	file = le.AppendUint32(file, 1)
	file = le.AppendUint64(le.AppendUint64(le.AppendUint64(file, 0), 64), 0)
	file = le.AppendUint32(file, 0)
	for _, v := range []int{64, 56, len(memory), 0, 0, 0} {
		file = le.AppendUint16(file, uint16(v))
	}
	name := filepath.Join(t.TempDir(), "core")
	if err := os.WriteFile(name, append(append(file, head...), body...), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestFrames checks that frames in a core are found, and nothing that only looks like one.
func TestFrames(t *testing.T) {
	m := example()
	for k, c := range m.Coroutines[:2] {
		for n := range c.Parts {
			c.Parts[n].Addr = uint64(0x1000*(k+1) + 0x100*n)
		}
	}
	const inner, outer = 0x1000, 0x2000
	core, err := OpenCore(coreFile(t, map[uint64][]uint64{
		0x10000: {7, inner, inner + 0x100, 0x20000, 5 << 32}, // suspend 0, n is 5
		0x20000: {outer, outer + 0x200, 0, 9 << 32},          // outer, elided
		0x30000: {0, inner + 0x100, 0, 1, 1},                 // at the final suspend
		0x40000: {inner, inner + 0x100, inner + 0x200, 0, 0}, // the table of functions
		0x50000: {outer, inner + 0x100, 0, 0, 0},             // not a pair of one coroutine
		0x60000: {inner, inner + 0x100, 0},                   // truncated
		0x70000: {inner, inner + 0x100, 0, 0, 0},             // read-only
	}, 0x70000))
	if err != nil {
		t.Fatal(err)
	}
	list := core.Frames(m)
	type found struct {
		at       uint64
		function string
		index    int
		done     bool
	}
	var got []found
	for _, s := range list {
		got = append(got, found{s.Handle, s.Coroutine.Function, s.Suspend.Index, s.Done})
	}
	want := []found{{0x10008, "inner", 0, false}, {0x20000, "outer", 0, false}, {0x30000, "inner", 1, true}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, not %v", got, want)
	}
	if h, ok := core.Word(&list[0], 16); !ok || h != 0x20000 {
		t.Errorf("the promise has the handle %#x", h)
	}
	// The linker merged equal functions, so the owner of the frame is unknown.
	m.Coroutines[1].Parts = m.Coroutines[0].Parts
	if list := core.Frames(m); len(list) != 0 {
		t.Errorf("with merged functions, found %v", list)
	}
}
