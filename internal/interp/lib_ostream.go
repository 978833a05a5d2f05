// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Output by std::cout, std::cerr and std::clog. A stream has a pointer to a table, and its ios_base
// part, with the format, where the table says. Here the part follows the pointer:
//
//	stream + 8       the pointer of ios_base to its table
//	stream + 8 + 8   the precision
//	stream + 8 + 16  the width
//	stream + 8 + 24  the flags
const (
	iosPart      = 8
	iosPrecision = iosPart + 8
	iosWidth     = iosPart + 16
	iosFlags     = iosPart + 24
)

// The flags of ios_base::fmtflags.
const (
	iosBoolAlpha  = 1 << 0
	iosDec        = 1 << 1
	iosFixed      = 1 << 2
	iosHex        = 1 << 3
	iosLeft       = 1 << 5
	iosOct        = 1 << 6
	iosScientific = 1 << 8
	iosShowBase   = 1 << 9
	iosSkipWs     = 1 << 12
	iosUpperCase  = 1 << 14
)

// streams maps the library's streams to the files that they write to.
var streams = map[string]int{"_ZSt4cout": 1, "_ZSt4cerr": 2, "_ZSt4clog": 2}

// addStreams prepares the streams that the program names.
func (p *Program) addStreams() {
	table := uint64(0)
	for _, g := range p.globals {
		if !g.Declared || streams[g.Name] == 0 {
			continue
		}
		if table == 0 {
			o := &object{id: uint32(len(p.first)), kind: objGlobal, base: firstByte, size: 24, whole: 24, frozen: true,
				data: make([]byte, 24)}
			binary.LittleEndian.PutUint64(o.data, iosPart)
			p.first = append(p.first, o)
			table = o.addr() + 24
		}
		data := p.first[p.ids[g]].data
		binary.LittleEndian.PutUint64(data, table)
		binary.LittleEndian.PutUint64(data[iosPrecision:], 6)
		binary.LittleEndian.PutUint32(data[iosFlags:], iosSkipWs|iosDec)
	}
}

// ostreamLibrary has the output operators. Each returns the stream.
var ostreamLibrary = map[string]libFunc{
	"_ZNSt8ios_base4InitC1Ev": nop, "_ZNSt8ios_base4InitD1Ev": nop,
	"_ZNSo5flushEv": sameStream, "_ZNSo3putEc": inserts(oneChar), "_ZNSo5writeEPKcl": inserts(bytesOf),
	"_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_":                    endl,
	"_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_":                   sameStream,
	"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc":                       inserts(textOf),
	"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c":                         inserts(oneChar),
	"_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l": inserts(bytesOf),
	"_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE": inserts(
		func(t *Thread, a []val) string {
			s := t.arg(a, 1)
			return t.definedBytes(t.ptrAt(s, 0), t.ptrAt(s, 8))
		}),
	"_ZNSolsEPFRSoS_E": manipulator, "_ZNSolsEPFRSt8ios_baseS0_E": manipulator, "_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES4_E": manipulator,
	"_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St5_Setw":          sets(iosWidth),
	"_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St13_Setprecision": sets(iosPrecision),
	"_ZNSolsEb": inserts(func(t *Thread, a []val) string {
		if t.flags(a)&iosBoolAlpha != 0 {
			return strconv.FormatBool(t.arg(a, 1)&1 != 0)
		}
		return strconv.FormatUint(t.arg(a, 1)&1, 10)
	}),
	"_ZNSolsEs": inserts(integer(16, true)), "_ZNSolsEt": inserts(integer(16, false)),
	"_ZNSolsEi": inserts(integer(32, true)), "_ZNSolsEj": inserts(integer(32, false)),
	"_ZNSolsEl": inserts(integer(64, true)), "_ZNSolsEm": inserts(integer(64, false)),
	"_ZNSolsEx": inserts(integer(64, true)), "_ZNSolsEy": inserts(integer(64, false)),
	"_ZNSolsEf": inserts(func(t *Thread, a []val) string {
		return t.floating(a, float64(math.Float32frombits(uint32(t.arg(a, 1)))))
	}),
	"_ZNSolsEd": inserts(func(t *Thread, a []val) string { return t.floating(a, math.Float64frombits(t.arg(a, 1))) }),
	"_ZNSolsEPKv": inserts(func(t *Thread, a []val) string {
		if t.arg(a, 1) == 0 {
			return "0"
		}
		return "0x" + strconv.FormatUint(t.arg(a, 1), 16)
	}),
}

// inserts returns a function that writes what text returns to a stream, padded to its width.
func inserts(text func(t *Thread, a []val) string) libFunc {
	return func(t *Thread, a []val) val {
		s, at := text(t, a), t.arg(a, 0)
		if w := int(t.ptrAt(at, iosWidth)); w > len(s) {
			pad := strings.Repeat(" ", w-len(s))
			if t.flags(a)&iosLeft != 0 {
				s += pad
			} else {
				s = pad + s
			}
		}
		t.setPtr(at, iosWidth, 0)
		fd := streams[t.symbol(at)]
		if fd == 0 {
			panic(unsupportedf("output to another stream than cout, cerr and clog cannot be run"))
		}
		t.emit(fd, s)
		return a[0]
	}
}

// sets returns a function that sets a number of a stream, which std::setw and std::setprecision do.
func sets(field uint64) libFunc {
	return func(t *Thread, a []val) val {
		t.setPtr(t.arg(a, 0), field, uint64(int64(int32(t.arg(a, 1)))))
		return a[0]
	}
}

func (t *Thread) flags(a []val) uint64 { return t.m.mem.load(t.arg(a, 0)+iosFlags, 4).v }

func sameStream(_ *Thread, a []val) val { return a[0] }

func endl(t *Thread, a []val) val {
	t.emit(streams[t.symbol(t.arg(a, 0))], "\n")
	return a[0]
}

func oneChar(t *Thread, a []val) string { return string([]byte{byte(t.arg(a, 1))}) }

func textOf(t *Thread, a []val) string { return t.m.mem.text(t.arg(a, 1)) }

func bytesOf(t *Thread, a []val) string { return t.definedBytes(t.arg(a, 1), t.arg(a, 2)) }

// definedBytes reads n bytes, all of which must be defined.
func (t *Thread) definedBytes(p, n uint64) string {
	var b strings.Builder
	for k := range n {
		x := t.m.mem.load(p+k, 1)
		t.needDefined(x, "an output operator")
		b.WriteByte(byte(x.v))
	}
	return b.String()
}

// manipulator calls a function with the stream, for example std::endl or std::hex.
func manipulator(t *Thread, a []val) val {
	fn, on := t.function(a[1]), a[0]
	if fn.lib != nil {
		return fn.lib(t, a[:1])
	}
	if !strings.HasPrefix(fn.ir.Name, "_ZSt4endl") && !strings.HasPrefix(fn.ir.Name, "_ZSt5flush") {
		on.v += iosPart // a function of ios_base
	}
	t.run(fn, []val{on})
	return a[0]
}

// integer formats an integer of a number of bits by the stream's flags.
func integer(bits int, signed bool) func(t *Thread, a []val) string {
	return func(t *Thread, a []val) string {
		x, flags := t.arg(a, 1)&maskOf(bits), t.flags(a)
		prefix, base := "", 10
		switch {
		case flags&iosHex != 0:
			prefix, base = "0x", 16
		case flags&iosOct != 0:
			prefix, base = "0", 8
		case signed:
			return strconv.FormatInt(int64(sext(x, uint8(bits))), 10)
		}
		s := strconv.FormatUint(x, base)
		if flags&iosShowBase != 0 && x != 0 && base != 10 {
			s = prefix + s
		}
		if flags&iosUpperCase != 0 {
			s = strings.ToUpper(s)
		}
		return s
	}
}

// floating formats a number by the stream's flags and precision.
func (t *Thread) floating(a []val, x float64) string {
	flags, verb := t.flags(a), byte('g')
	switch {
	case flags&iosFixed != 0 && flags&iosScientific != 0:
		verb = 'a'
	case flags&iosFixed != 0:
		verb = 'f'
	case flags&iosScientific != 0:
		verb = 'e'
	}
	if flags&iosUpperCase != 0 {
		verb -= 'a' - 'A'
	}
	spec := "%"
	if verb != 'a' && verb != 'A' {
		spec += fmt.Sprintf(".%d", t.ptrAt(t.arg(a, 0), iosPrecision))
	}
	return cFloat(spec, verb, x)
}

// toChars is std::to_chars of a floating-point number of a number of bits: the shortest text that
// reads back as the number. The result has two registers, the end of the text and an error code.
func toChars(bits int) libFunc {
	return func(t *Thread, a []val) val {
		x := math.Float64frombits(t.arg(a, 2))
		if bits == 32 {
			x = float64(math.Float32frombits(uint32(t.arg(a, 2))))
		}
		s := strconv.FormatFloat(x, 'e', -1, bits)
		if f := strconv.FormatFloat(x, 'f', -1, bits); len(f) <= len(s) {
			s = f
		}
		switch {
		case math.IsInf(x, 0):
			s = strings.ToLower(strings.TrimPrefix(s, "+"))
		case math.IsNaN(x):
			s = "nan"
		}
		const tooLarge = 75 // std::errc::value_too_large
		first, last := t.arg(a, 0), t.arg(a, 1)
		if uint64(len(s)) > last-first {
			t.rest = []val{{v: tooLarge}}
			return val{v: last}
		}
		t.m.mem.write(first, []byte(s))
		t.rest = []val{{}}
		return val{v: first + uint64(len(s))}
	}
}
