// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file escapes characters in the input text that could deceive a reader on a terminal or in a
// log. It does not affect IR: the IR printer spells names itself.

import (
	"io"
	"strings"
	"unicode/utf8"
)

// IsControl reports whether a character could manipulate a terminal or a log: control characters
// (C0, DEL, C1), line and paragraph separators, characters that change the writing direction, and
// bytes that are not UTF-8. size is the length of the rune in the text.
func IsControl(r rune, size int) bool {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0, r == utf8.RuneError && size <= 1:
		return true
	case r == 0x061c, r == 0x200e, r == 0x200f, r == 0x2028, r == 0x2029,
		r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0xfeff:
		return true
	}
	return false
}

const hexDigits = "0123456789ABCDEF"

// Clean escapes control characters, which names in the input may contain, in the spelling of IR
// names: `\0A`.
func Clean(s string) string {
	var b strings.Builder
	from := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if IsControl(r, n) {
			b.WriteString(s[from:i])
			for _, c := range []byte(s[i : i+n]) {
				b.Write([]byte{'\\', hexDigits[c>>4], hexDigits[c&15]})
			}
			from = i + n
		}
		i += n
	}
	if from == 0 {
		return s
	}
	b.WriteString(s[from:])
	return b.String()
}

// CleanWriter returns a writer that forwards IR to w with control characters spelled `\0A`. The IR
// stays the same because these characters occur only between quotes. Line ends and tabs outside
// quotes are unchanged. A Write must not end in the middle of a line.
func CleanWriter(w io.Writer) io.Writer { return &cleanWriter{w: w} }

type cleanWriter struct {
	w      io.Writer
	quoted bool
	buf    []byte
}

func (c *cleanWriter) Write(p []byte) (int, error) {
	out := c.buf[:0]
	comment := false
	for i := 0; i < len(p); {
		r, n := utf8.DecodeRune(p[i:])
		switch {
		case r == '"' && !comment:
			c.quoted = !c.quoted
		case r == ';' && !c.quoted:
			comment = true
		case r == '\n' && !c.quoted:
			comment = false
		}
		if IsControl(r, n) && (c.quoted || r != '\n' && r != '\t') {
			for _, b := range p[i : i+n] {
				out = append(out, '\\', hexDigits[b>>4], hexDigits[b&15])
			}
		} else {
			out = append(out, p[i:i+n]...)
		}
		i += n
	}
	c.buf = out
	if _, err := c.w.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}
