// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file finds the places of a file that take the address of a basic block: `blockaddress(@f,
// %b)` in an initializer, in a header or in a function body. A unit knows only the items that it
// has parsed. Without this list a pass could fold a block whose address is still in a table in a
// global, for example
//
//	@table = constant [1 x ptr] [ptr blockaddress(@f, %b)]
//
// The search validates nothing. It ignores a `blockaddress` that it cannot read; the parser reports
// the error when it parses that item.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Address is one place that takes the address of a block.
type Address struct {
	Start, End int    // of the expression, from its word to its closing parenthesis
	Func       string // the function's name, as in Item.Name
	Label      string // the block's name without quotes, or a NUL byte and the number
	Type       string // the pointer type before the expression; "" if there is none
}

// Addresses returns the places of the file that take the address of a block, in source order.
func (f *File) Addresses() []Address {
	f.addrOnce.Do(func() {
		f.addrOf = map[string][]string{}
		if !f.Mentions("blockaddress", len("bloc")) {
			return
		}
		for i := range f.Items {
			switch it := &f.Items[i]; it.Kind {
			case ItemGlobal, ItemDeclare, ItemDefine:
				f.findAddresses(it.Head, it.End)
			}
		}
		seen := map[[2]string]bool{}
		for _, a := range f.addresses {
			if key := [2]string{a.Func, a.Label}; !seen[key] {
				seen[key] = true
				f.addrOf[a.Func] = append(f.addrOf[a.Func], a.Label)
			}
		}
	})
	return f.addresses
}

// takenLabels returns the labels of the blocks of fn whose addresses the file takes.
func (f *File) takenLabels(fn string) []string {
	f.Addresses()
	return f.addrOf[fn]
}

// findAddresses appends the block addresses in a range of the file to f.addresses.
func (f *File) findAddresses(start, end int) {
	s := f.src[:end]
	var before [3]int // start offsets of the last three words: `ptr`, `addrspace` and its number
	for i, j := range Words(s[start:]) {
		i, j = start+i, start+j
		if s[i:j] == "blockaddress" {
			if a, ok := readAddress(s, i, j); ok {
				var front strings.Builder
				f.Uncommented(max(before[0], start), i, func(part []byte) { front.Write(part) })
				a.Type = pointerBefore(front.String())
				f.addresses = append(f.addresses, a)
			}
		}
		before = [3]int{before[1], before[2], i}
	}
}

// readAddress reads the operands after the word `blockaddress`, for example `(@f, %b)`.
func readAddress(s string, start, i int) (a Address, ok bool) {
	at := func(c byte) bool {
		i = skipBlank(s, i)
		if i < len(s) && s[i] == c {
			i++
			return true
		}
		return false
	}
	a.Start = start
	if !at('(') || !at('@') {
		return a, false
	}
	if a.Func, i, ok = symbolName(s, i); !ok || !at(',') || !at('%') {
		return a, false
	}
	if a.Label, i, ok = symbolName(s, i); !ok || !at(')') {
		return a, false
	}
	a.End = i
	return a, true
}

// pointerBefore returns the pointer type at the end of a text: `ptr` or `i8*`, either with an
// optional address space. It returns "" if the text does not end in one.
func pointerBefore(s string) string {
	whole := strings.TrimRight(s, " \t\r\n")
	s = strings.TrimSuffix(whole, "*")
	word := "ptr"
	if len(s) < len(whole) {
		word = "i8"
	}
	if strings.HasSuffix(s, ")") {
		k := strings.LastIndex(s, "addrspace(")
		if k < 0 {
			return ""
		}
		s = strings.TrimRight(s[:k], " \t\r\n")
	}
	if !strings.HasSuffix(s, word) {
		return ""
	}
	return strings.Join(strings.Fields(whole[len(s)-len(word):]), " ")
}

// markTaken marks the blocks of the current function whose addresses the file takes.
func (p *parser) markTaken() {
	for _, label := range p.f.takenLabels(p.fn.Name) {
		var s *slot
		if label[0] == 0 {
			s = p.body.slotNum(p.number(label[1:]))
		} else {
			s = p.body.slotOf(label)
		}
		if b, ok := s.val.(*ir.Block); ok {
			p.fn.TakeAddress(b, label)
		}
	}
}
