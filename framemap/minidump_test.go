// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framemap

import (
	"encoding/binary"
	"encoding/hex"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"
)

// miniRange is memory in a minidump.
type miniRange struct {
	addr  uint64
	words []uint64
}

// minidumpFile writes a minidump with a module and memory. wide selects the list with sizes of 64
// bits; pad aligns the other one and the list of modules to eight bytes.
func minidumpFile(module string, base uint64, memory []miniRange, wide, pad bool) []byte {
	le := binary.LittleEndian
	const streams = 3
	out := append([]byte("MDMP"), make([]byte, 28+12*streams)...)
	le.PutUint32(out[4:], 0xa793)
	le.PutUint32(out[8:], streams)
	le.PutUint32(out[12:], 32)
	stream := func(n int, kind uint32, content []byte) {
		at := 32 + 12*n
		le.PutUint32(out[at:], kind)
		le.PutUint32(out[at+4:], uint32(len(content)))
		le.PutUint32(out[at+8:], uint32(len(out)))
		out = append(out, content...)
	}
	stream(0, systemStream, append(le.AppendUint16(nil, 9), make([]byte, 54)...)) // AMD64

	name := len(out)
	text := utf16.Encode([]rune(module))
	out = le.AppendUint32(out, uint32(2*len(text)))
	for _, u := range text {
		out = le.AppendUint16(out, u)
	}
	count := func(n int) []byte {
		b := le.AppendUint32(nil, uint32(n))
		if pad {
			b = append(b, 0, 0, 0, 0)
		}
		return b
	}
	element := make([]byte, moduleSize)
	le.PutUint64(element, base)
	le.PutUint32(element[20:], uint32(name))
	stream(1, moduleStream, append(count(1), element...))

	var content []byte
	begin := len(out)
	at := make([]int, len(memory))
	for k, m := range memory {
		at[k] = len(out)
		for _, w := range m.words {
			out = le.AppendUint64(out, w)
		}
	}
	if wide {
		content = le.AppendUint64(le.AppendUint64(nil, uint64(len(memory))), uint64(begin))
		for _, m := range memory {
			content = le.AppendUint64(le.AppendUint64(content, m.addr), uint64(8*len(m.words)))
		}
		stream(2, memory64Stream, content)
		return out
	}
	content = count(len(memory))
	for k, m := range memory {
		content = le.AppendUint64(content, m.addr)
		content = le.AppendUint32(le.AppendUint32(content, uint32(8*len(m.words))), uint32(at[k]))
	}
	stream(2, memoryStream, content)
	return out
}

// TestMinidump checks that frames in a minidump are found, in each form and in hexadecimal. One
// frame is in two adjacent ranges, and another one in two that overlap.
func TestMinidump(t *testing.T) {
	m := example()
	const resume, destroy = 0x1000, 0x1100
	for n := range m.Coroutines[0].Parts {
		m.Coroutines[0].Parts[n].Addr = uint64(resume + 0x100*n)
	}
	memory := []miniRange{{0x30000, []uint64{resume, destroy, 0x20000}}, {0x30018, []uint64{5 << 32, 0}},
		{0x10000, []uint64{7, resume, destroy, 0, 0}}, {0x10008, []uint64{resume, destroy, 0, 0}},
		{0x50000, []uint64{resume, destroy, 0}}} // the last one is truncated
	for _, wide := range []bool{false, true} {
		for _, pad := range []bool{false, true} {
			data := minidumpFile("/srv/bin/sérver", 0x555555554000, memory, wide, pad)
			for _, file := range [][]byte{data, []byte(" " + strings.ToUpper(hex.EncodeToString(data[:3])) + "\n" +
				hex.EncodeToString(data[3:]) + "\n")} {
				name := filepath.Join(t.TempDir(), "dump")
				if err := os.WriteFile(name, file, 0o666); err != nil {
					t.Fatal(err)
				}
				c, err := OpenCore(name)
				if err != nil {
					t.Fatal(err)
				}
				if want := []mapped{{start: 0x555555554000, name: "/srv/bin/sérver"}}; !reflect.DeepEqual(c.files, want) ||
					c.pointer != 8 {
					t.Errorf("the modules are %v", c.files)
				}
				var at []uint64
				for _, s := range c.Frames(m) {
					at = append(at, s.Handle)
				}
				if want := []uint64{0x10008, 0x30000}; !reflect.DeepEqual(at, want) {
					t.Errorf("wide %v, padded %v: frames at %#x, not %#x", wide, pad, at, want)
				}
			}
		}
	}
}

// TestDamagedMinidump: a truncated minidump is an error, and a changed one at most an error.
func TestDamagedMinidump(t *testing.T) {
	memory := []miniRange{{0x10000, []uint64{1, 2, 3}}, {0x20000, []uint64{4}}}
	for _, wide := range []bool{false, true} {
		data := minidumpFile("server", 0x1000, memory, wide, false)
		for n := range data {
			if c, err := readMinidump(data[:n]); err == nil {
				t.Fatalf("no error with %d bytes of %d: %+v", n, len(data), c)
			}
			changed := append([]byte(nil), data...)
			changed[n] ^= 0xff
			readMinidump(changed)
		}
	}
	name := filepath.Join(t.TempDir(), "dump")
	for text, message := range map[string]string{"4d444d505": "no minidump in hexadecimal", "MDMP": "damaged",
		"4d444d50\n00zz": "no minidump in hexadecimal", "neither the one nor the other": "bad magic number"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenCore(name); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
