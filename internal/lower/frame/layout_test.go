// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package frame_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/target"
)

// layouts lists frames with their layouts, a slot on each line. A slot is `name: type`, optionally
// followed by `align N`; `fixed` or `field` for a field of the ABI; and `needed FROM-TO ...`, its
// live range in frames that may share storage. The result is the struct, its size and alignment,
// and the slots and padding by offset.
var layouts = []struct{ name, in, want string }{
	{"nothing", ``, `{} size 0 align 1`},
	{"fixed fields keep their order, fields of the ABI come with the rest", `
		resume: ptr fixed
		destroy: ptr fixed
		index: i2 field
		a: i8
		b: i64
		c: i32`, `{ ptr, ptr, i64, i32, i2, i8 } size 32 align 8
		0+8 resume
		8+8 destroy
		16+8 b
		24+4 c
		28+1 index
		29+1 a
		30+2 padding`},
	{"a slot goes into the hole in front of a fixed field", `
		head: i8 fixed
		promise: i64 align 16 fixed
		a: i64
		b: i32`, `{ i8, i32, i64, i64 } size 32 align 16
		0+1 head
		1+3 padding
		4+4 b
		8+8 a
		16+8 promise
		24+8 padding`},
	{"least padding first, then most aligned", `
		head: i32 fixed
		a: i64
		b: i16
		c: i64`, `{ i32, i16, i64, i64 } size 24 align 8
		0+4 head
		4+2 b
		6+2 padding
		8+8 a
		16+8 c`},
	{"more than the type's alignment is spelled as bytes", `
		head: ptr fixed
		a: i32 align 32`, `{ ptr, [24 x i8], i32 } size 64 align 32
		0+8 head
		8+24 padding
		32+4 a
		36+28 padding`},
	{"less than the type's alignment packs the struct", `
		head: i8 fixed
		a: i64 align 1`, `<{ i8, i64 }> size 9 align 1
		0+1 head
		1+8 a`},
	{"a type without bytes lies nowhere", `
		a: {}
		b: [0 x i64]
		c: i8`, `{ i8 } size 1 align 1
		0+1 c`},
	{"what is not needed together shares", `
		resume: ptr fixed
		index: i8 field
		a: [16 x i8] needed 0-4
		b: i64 needed 4-8
		c: i64 needed 2-6`, `{ ptr, [32 x i8] } size 40 align 8 shared
		0+8 resume
		8+16 a shares with b
		8+8 b shares with a
		24+8 c
		32+1 index
		33+7 padding`},
	{"nothing is gained: the plain layout", `
		resume: ptr fixed
		index: i8 field
		a: i64 needed 0-4
		b: i64 needed 3-8`, `{ ptr, i64, i64, i8 } size 32 align 8
		0+8 resume
		8+8 a
		16+8 b
		24+1 index
		25+7 padding`},
	{"a hole in a slot's need is room for another", `
		resume: ptr fixed
		index: i8 field
		a: i64 needed 0-2 6-8
		b: i64 needed 3-5
		c: i64 needed 0-8`, `{ ptr, [24 x i8] } size 32 align 8 shared
		0+8 resume
		8+8 a shares with b
		8+8 b shares with a
		16+8 c
		24+1 index
		25+7 padding`},
	{"more than a cache line: small fields first", `
		resume: ptr fixed
		index: i8 field
		a: [64 x i8] align 16 needed 0-4
		b: i32 needed 0-8
		c: ptr needed 0-8`, `{ ptr, [88 x i8] } size 96 align 16
		0+8 resume
		8+1 index
		9+3 padding
		12+4 b
		16+8 c
		24+8 padding
		32+64 a`},
	{"small fields first would cost bytes", `
		resume: ptr fixed
		index: i8 field
		a: [40 x i8] align 16 needed 0-4
		b: i64 needed 0-8
		c: i64 needed 0-8
		d: i64 needed 0-8`, `{ ptr, i64, [40 x i8], i64, i64, i8 } size 80 align 16
		0+8 resume
		8+8 b
		16+40 a
		56+8 c
		64+8 d
		72+1 index
		73+7 padding`},
}

func TestLayout(t *testing.T) {
	for _, c := range layouts {
		t.Run(c.name, func(t *testing.T) {
			want := strings.ReplaceAll(c.want, "\t", "")
			if got := layOut(t, c.in); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// layOut reads a row's slots and returns the text of the layout.
func layOut(t *testing.T, in string) string {
	t.Helper()
	var lines []string
	types := "{}" // parameters of a declaration, so that the parser reads them
	for _, line := range strings.Split(in, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	for _, line := range lines {
		_, rest, _ := strings.Cut(line, ": ")
		for _, word := range []string{" align ", " fixed", " field", " needed "} {
			rest, _, _ = strings.Cut(rest, word)
		}
		types += ", " + rest
	}
	m, err := parse.Module("t.ll", []byte("declare void @f("+types+")\n"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := target.ParseLayout("e-i64:64")
	if err != nil {
		t.Fatal(err)
	}
	fr := frame.New(m.AddType("Frame", nil, false), l)
	var names []string
	var objs []*frame.Object
	params := m.Funcs[0].Params[1:]
	for k, line := range lines {
		name, rest, _ := strings.Cut(line, ": ")
		names = append(names, name)
		p, typ, align := params[k], params[k].Type(), int64(0)
		if _, s, ok := strings.Cut(rest, " align "); ok {
			s, _, _ = strings.Cut(s, " ")
			if align, err = strconv.ParseInt(s, 10, 64); err != nil {
				t.Fatal(err)
			}
		}
		spans, shares := spansOf(t, rest)
		switch {
		case strings.HasSuffix(rest, " fixed"):
			fr.AddFixed(name, typ, align, coro.Why{})
		case strings.HasSuffix(rest, " field"):
			fr.AddField(name, typ, coro.Why{})
		case shares:
			objs = append(objs, &frame.Object{V: p, Typ: typ, Size: l.AllocSize(typ),
				Align: max(align, l.ABIAlign(typ)), Live: frame.LiveRange{Spans: spans}})
		default:
			fr.Add(p, typ, align, coro.Why{})
		}
	}
	if objs != nil {
		if p := fr.PlaceShared(objs, []frame.Span{{From: 0, To: 100}}); p != nil {
			fr.UsePlacement(p)
		} else {
			for _, o := range objs {
				fr.Add(o.V, o.Typ, o.Align, coro.Why{})
			}
		}
	}
	fr.Finish(m)
	nameOf := func(s *frame.Slot) string {
		for k, p := range params {
			if s.Value == ir.Value(p) {
				return names[k]
			}
		}
		return s.Name
	}
	return describe(fr, nameOf)
}

// spansOf parses `needed 0-2 6-8`.
func spansOf(t *testing.T, slot string) (out []frame.Span, ok bool) {
	t.Helper()
	_, list, ok := strings.Cut(slot, " needed ")
	for _, word := range strings.Fields(list) {
		var s frame.Span
		if _, err := fmt.Sscanf(word, "%d-%d", &s.From, &s.To); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out, ok
}

// describe prints a layout: the struct, then slots and padding by offset.
func describe(fr *frame.Layout, nameOf func(*frame.Slot) string) string {
	var body []string
	for _, f := range fr.Typ.Fields() {
		body = append(body, f.String())
	}
	text := "{ " + strings.Join(body, ", ") + " }"
	if len(body) == 0 {
		text = "{}"
	}
	if fr.Typ.IsPacked() {
		text = "<" + text + ">"
	}
	text += fmt.Sprintf(" size %d align %d", fr.Size, fr.Align)
	if fr.Shared {
		text += " shared"
	}
	gaps := fr.Padding()
	for at := int64(0); at < fr.Size; at++ {
		for _, s := range fr.Slots {
			if s.Offset != at {
				continue
			}
			text += fmt.Sprintf("\n%d+%d %s", s.Offset, s.Size, nameOf(s))
			for k, o := range fr.Sharing(s) {
				if k == 0 {
					text += " shares with"
				}
				text += " " + nameOf(o)
			}
		}
		for _, g := range gaps {
			if g.Offset == at {
				text += fmt.Sprintf("\n%d+%d padding", g.Offset, g.Size)
			}
		}
	}
	return text
}
