package parse

// This file tells the comments that LLVM prints from those that people and tools write, and gives
// the text of a file without the latter.
//
// The scanner meets every comment outside of strings anyway, and notes where those begin that LLVM
// would not print for the same module. What stays: `; ModuleID = ` in the first line, `; Function
// Attrs:` right in front of a function, `; preds = ` and `; No predecessors!` behind a label, `;
// uselistorder directives` right in front of one, and `; guid = ` at the end of a line of a
// summary. Whether such a comment is true is not looked at.

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"sort"
	"strings"
)

// comment notes a comment that LLVM does not print.
func (sc *scanner) comment(i int) { sc.f.comments = append(sc.f.comments, uint32(i)) }

// gap notes the comments in a stretch of blanks and comments in front of `to`.
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

// heads reports whether LLVM prints the comment [i, end) in front of the item at head.
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

// inBody reports whether LLVM prints the comment at i, which stands in a body.
func (sc *scanner) inBody(i int) bool {
	s := sc.s
	t := s[i:]
	if strings.HasPrefix(t, "; preds = ") || strings.HasPrefix(t, "; No predecessors!") {
		return sc.behindLabel(i)
	}
	return strings.HasPrefix(t, orderComment) && s[i-1] == '\n' && isUseListOrder(s, skipBlank(s, i))
}

// behindLabel reports whether the last byte in front of i that is not a space is a colon. There are
// spaces up to column 50 behind most labels of a file, so eight are taken at a time.
func (sc *scanner) behindLabel(i int) bool {
	const spaces = 0x2020202020202020
	text := sc.f.Text
	for ; i >= 8; i -= 8 {
		if v := binary.LittleEndian.Uint64(text[i-8:]) ^ spaces; v != 0 {
			return text[i-1-bits.LeadingZeros64(v)/8] == ':'
		}
	}
	return false // `define` and a brace stand in front, which are more than eight bytes
}

// inSummary reports whether the comment at i is the one LLVM prints into a summary.
func inSummary(s string, i int) bool { return strings.HasPrefix(s[i:], "; guid = ") }

// Uncommented yields the text [from, to), in parts that share its memory, without the comments that
// LLVM does not print.
//
// A line with nothing but such a comment goes wholly, and with a comment behind something go the
// blanks in front of it. The blank lines around comment lines become one, as LLVM prints one
// between items and between blocks; none is left at either end of the file, behind an opening brace
// and in front of a closing one. Other blank lines stay as they are.
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
		line := i // where the line begins, or what stands in front of the comment ends
		for line > from && f.isBlank(line-1) && f.Text[line-1] != '\n' {
			line--
		}
		end := min(commentEnd(f.src, i), to)
		if line > 0 && f.Text[line-1] != '\n' {
			part(from, line)
			from = end
			continue
		}
		// The run of blank and dropped lines around this one is [start, end), and next is what
		// follows it.
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
			newline := end - 1 // which ends the run
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

// opensBefore reports whether the line in front of i ends in an opening brace.
func (f *File) opensBefore(i int) bool {
	for i > 0 && f.isBlank(i-1) {
		i--
	}
	return i > 0 && f.Text[i-1] == '{'
}
