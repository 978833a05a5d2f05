// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package diag

// This file turns fixes that are single edits into edits of the text. IR has no positions of
// operands, so the code finds the operand in the text, starting from the position of the fix. If
// the text is not as expected, there is no edit.

import (
	"bytes"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Edit replaces the bytes from Start to End by New.
type Edit struct {
	Start, End int
	New        string
}

// Edit returns the edit for a finding's fix.
func (f *File) Edit(x *ir.Fix) (Edit, bool) {
	if x == nil || !x.At.IsValid() || x.At.Offset() > len(f.Text) {
		return Edit{}, false
	}
	text, at := f.Text, x.At.Offset()
	name := x.New
	if strings.Contains(name, "$") {
		n := f.DefinedAt(x.Ref)
		if n == "" {
			return Edit{}, false
		}
		name = strings.ReplaceAll(name, "$", n)
	}
	switch x.Kind {
	case ir.FixAttr:
		args, ok := arguments(text, at)
		if !ok {
			return Edit{}, false
		}
		k := afterParams(text, args.end+1)
		return Edit{k, k, " " + name}, true
	case ir.FixArg, ir.FixSwap:
		args, ok := arguments(text, at)
		if !ok || x.Arg >= len(args.list) || x.Kind == ir.FixSwap && len(args.list) < 2 {
			return Edit{}, false
		}
		a := args.list[x.Arg]
		if x.Kind == ir.FixArg {
			return Edit{a[0], a[1], name}, true
		}
		a, b := args.list[0], args.list[1]
		return Edit{a[0], b[1], string(text[b[0]:b[1]]) + string(text[a[1]:b[0]]) + string(text[a[0]:a[1]])}, true
	case ir.FixSwapCases:
		open, shut := bytes.IndexByte(text[at:], '['), bytes.IndexByte(text[at:], ']')
		if !bytes.HasPrefix(text[at:], []byte("switch ")) || open < 0 || shut < open {
			return Edit{}, false
		}
		cases := string(text[at+open : at+shut])
		swapped := strings.NewReplacer("i8 0,", "i8 1,", "i8 1,", "i8 0,").Replace(cases)
		return Edit{at + open, at + shut, swapped}, swapped != cases
	case ir.FixCase, ir.FixDefault:
		open := bytes.IndexByte(text[at:], '[')
		if !bytes.HasPrefix(text[at:], []byte("switch ")) || open < 0 {
			return Edit{}, false
		}
		if x.Kind == ir.FixCase {
			return Edit{at + open + 1, at + open + 1, " " + name + " "}, true
		}
		label := bytes.LastIndex(text[at:at+open], []byte("label "))
		if label < 0 {
			return Edit{}, false
		}
		return Edit{at + label, at + open, name + " "}, true
	}
	return Edit{}, false
}

// DefinedAt returns the name, with its %, that the text before the instruction at a position
// defines on the same line. It returns "" if there is none.
func (f *File) DefinedAt(at ir.Pos) string {
	p := f.Place(at)
	if p.Line == 0 {
		return ""
	}
	line := f.Line(p.Line)
	name, ok := strings.CutSuffix(strings.TrimSpace(string(line[:min(p.Col-1, len(line))])), "=")
	if name = strings.TrimSpace(name); !ok || !strings.HasPrefix(name, "%") {
		return ""
	}
	return name
}

// argList holds the ranges of the arguments of a call or the parameters of a definition. end is the
// closing parenthesis.
type argList struct {
	list [][2]int
	end  int
}

// arguments finds the list after the first global name at or after at.
func arguments(text []byte, at int) (argList, bool) {
	k := at
	for k < len(text) && text[k] != '@' {
		if text[k] == '\n' {
			return argList{}, false
		}
		k++
	}
	k++
	if k < len(text) && text[k] == '"' {
		q := bytes.IndexByte(text[k+1:], '"')
		if q < 0 {
			return argList{}, false
		}
		k += q + 2
	}
	open := bytes.IndexByte(text[k:], '(')
	if open < 0 {
		return argList{}, false
	}
	var a argList
	start, depth := k+open+1, 0
	add := func(to int) {
		from := start
		for from < to && bytes.IndexByte([]byte(" \t\n\r"), text[from]) >= 0 {
			from++
		}
		for to > from && bytes.IndexByte([]byte(" \t\n\r"), text[to-1]) >= 0 {
			to--
		}
		if to > from {
			a.list = append(a.list, [2]int{from, to})
		}
	}
	for i := start; i < len(text); i++ {
		switch text[i] {
		case '"':
			q := bytes.IndexByte(text[i+1:], '"')
			if q < 0 {
				return a, false
			}
			i += q + 1
		case '(', '[', '{', '<':
			depth++
		case ']', '}', '>':
			depth--
		case ',':
			if depth == 0 {
				add(i)
				start = i + 1
			}
		case ')':
			if depth == 0 {
				add(i)
				a.end = i
				return a, true
			}
			depth--
		}
	}
	return a, false
}

// afterParams skips the words between a definition's parameters and its attributes.
func afterParams(text []byte, at int) int {
	for {
		k := at
		for k < len(text) && text[k] == ' ' {
			k++
		}
		switch rest := text[k:]; {
		case bytes.HasPrefix(rest, []byte("unnamed_addr")):
			at = k + len("unnamed_addr")
		case bytes.HasPrefix(rest, []byte("local_unnamed_addr")):
			at = k + len("local_unnamed_addr")
		case bytes.HasPrefix(rest, []byte("addrspace(")) && bytes.IndexByte(rest, ')') > 0:
			at = k + bytes.IndexByte(rest, ')') + 1
		default:
			return at
		}
	}
}

// Apply applies edits to a text. It skips an edit that overlaps or repeats an earlier one. It
// returns the number of edits applied.
func Apply(text []byte, edits []Edit) ([]byte, int) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Start - b.Start })
	var out []byte
	at, n := 0, 0
	for k, e := range edits {
		if e.Start < at || k > 0 && e == edits[k-1] {
			continue
		}
		out = append(append(out, text[at:e.Start]...), e.New...)
		at = e.End
		n++
	}
	return append(out, text[at:]...), n
}
