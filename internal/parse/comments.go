// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file separates comments that LLVM prints from comments that people and tools write, and
// returns the text of a file without the latter.
//
// The scanner visits every comment outside of strings, and records the offset of each comment that
// LLVM would not print for the same module. These comments stay:
//
// - `; ModuleID = ` in the first line
// - `; Function Attrs:` in the line before a function
// - `; preds = ` and `; No predecessors!` after a label
// - `; uselistorder directives` in the line before one
// - `; guid = ` at the end of a line of a summary
//
// The scanner does not check whether such a comment is true.

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"sort"
	"strings"
)

// comment records a comment that LLVM does not print.
func (sc *scanner) comment(i int) { sc.f.comments = append(sc.f.comments, uint32(i)) }

// gap records the comments between from and to, a range of blanks and comments.
func (sc *scanner) gap(from, to int) {
	s := sc.s
	for from < to {
		n := strings.IndexByte(s[from:to], ';')
		if n < 0 {
			return
		}
		i := from + n
		from = min(commentEnd(s, i)+1, to)
		if !sc.heads(i, from, to) {
			sc.comment(i)
		}
	}
}

// heads reports whether LLVM prints the comment [i, end) before the item at head.
func (sc *scanner) heads(i, end, head int) bool {
	s := sc.s
	if i == 0 {
		if strings.HasPrefix(s, "; ModuleID = ") {
			return true
		}
	} else if s[i-1] != '\n' {
		return false
	}
	if end != head || s[end-1] != '\n' {
		return false
	}
	switch {
	case strings.HasPrefix(s[i:], "; Function Attrs:"):
		w := word(s, head)
		return w == "define" || w == "declare"
	case strings.HasPrefix(s[i:], orderComment):
		return isUseListOrder(s, head)
	}
	return false
}

const orderComment = "; uselistorder directives"

func isUseListOrder(s string, i int) bool {
	w := word(s, i)
	return w == "uselistorder" || w == "uselistorder_bb"
}

// inBody reports whether LLVM prints the comment at i, which is inside a body.
func (sc *scanner) inBody(i int) bool {
	s := sc.s
	t := s[i:]
	if strings.HasPrefix(t, "; preds = ") || strings.HasPrefix(t, "; No predecessors!") {
		return sc.afterLabel(i)
	}
	return strings.HasPrefix(t, orderComment) && s[i-1] == '\n' && isUseListOrder(s, skipBlank(s, i))
}

// afterLabel reports whether the last byte before i that is not a space is a colon. Most labels
// are followed by spaces up to column 50, so the loop reads eight bytes at a time.
func (sc *scanner) afterLabel(i int) bool {
	const spaces = 0x2020202020202020
	text := sc.f.Text
	for ; i >= 8; i -= 8 {
		if v := binary.LittleEndian.Uint64(text[i-8:]) ^ spaces; v != 0 {
			return text[i-1-bits.LeadingZeros64(v)/8] == ':'
		}
	}
	return false // `define` and a brace come before any label, and are longer than eight bytes
}

// inSummary reports whether the comment at i is one that LLVM prints in a summary.
func inSummary(s string, i int) bool { return strings.HasPrefix(s[i:], "; guid = ") }

// Uncommented yields the text [from, to) without the comments that LLVM does not print. The parts
// share the memory of the file's text.
//
// It drops a line that contains only such a comment, and the blanks before a comment at the end of
// a line. It replaces the blank lines around dropped lines by one blank line, because LLVM prints
// one between items and between blocks. It keeps no blank line at either end of the file, after an
// opening brace or before a closing one. Other blank lines stay as they are. For example,
//
//	@a = global i32 0 ; the first
//
//	; a note
//
//	@b = global i32 0
//
// keeps the two globals and one blank line between them.
func (f *File) Uncommented(from, to int, yield func(part []byte)) {
	part := func(p, q int) {
		if p < q {
			yield(f.Text[p:q])
		}
	}
	k := sort.Search(len(f.comments), func(i int) bool { return int(f.comments[i]) >= from })
	for k < len(f.comments) && int(f.comments[k]) < to {
		i := int(f.comments[k])
		k++
		line := i // start of the line, or end of the text before the comment
		for line > from && f.isBlank(line-1) && f.Text[line-1] != '\n' {
			line--
		}
		end := min(commentEnd(f.src, i), to)
		if line > 0 && f.Text[line-1] != '\n' {
			part(from, line)
			from = end
			continue
		}
		// [start, end) is the run of blank and dropped lines around this line. The text after the
		// run starts at next.
		start := line
		for start > from && f.isBlank(start-1) {
			start--
		}
		if start > 0 && f.Text[start-1] != '\n' {
			start += bytes.IndexByte(f.Text[start:], '\n') + 1
		}
		blank := start < line
		next := end
		for {
			lines := 0
			for next < to && f.isBlank(next) {
				if f.Text[next] == '\n' {
					lines++
					end = next + 1
				}
				next++
			}
			blank = blank || lines > 1
			if next >= to || k >= len(f.comments) || int(f.comments[k]) != next {
				break
			}
			next = min(commentEnd(f.src, next), to)
			end = next
			k++
		}
		part(from, start)
		if blank && start > 0 && next < len(f.Text) && f.Text[next] != '}' && !f.opensBefore(start) {
			newline := end - 1 // the newline that ends the run
			if f.Text[newline-1] == '\r' {
				newline--
			}
			part(newline, end)
		}
		from = end
	}
	part(from, to)
}

func (f *File) isBlank(i int) bool { return scanTab[f.Text[i]]&scanBlank != 0 }

// opensBefore reports whether the line before i ends in an opening brace.
func (f *File) opensBefore(i int) bool {
	for i > 0 && f.isBlank(i-1) {
		i--
	}
	return i > 0 && f.Text[i-1] == '{'
}
