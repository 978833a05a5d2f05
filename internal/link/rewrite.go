// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package link

// This file copies text of the library with the module's names and numbers: @name, #N and !N. It
// drops comments and comdats.

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// rewrite appends a text of the library, and takes what it refers to.
func (k *linker) rewrite(b []byte, s string) []byte {
	for len(s) > 0 {
		switch c := s[0]; {
		case c == '"':
			n := quoted(s)
			b, s = append(b, s[:n]...), s[n:]
		case c == ';':
			n := strings.IndexByte(s, '\n')
			if n < 0 {
				n = len(s)
			}
			s = s[n:]
		case c == '@' || c == '%':
			name, n := nameAt(s[1:])
			if c == '@' {
				name = k.needs(name)
				b = append(append(b, '@'), strings.TrimSpace(ir.QuoteName(name))...)
			} else {
				k.needsType(name)
				b = append(b, s[:1+n]...)
			}
			s = s[1+n:]
		case c == '#' || c == '!':
			n := 1
			for n < len(s) && s[n] >= '0' && s[n] <= '9' {
				n++
			}
			num, err := strconv.Atoi(s[1:n])
			b = append(b, c)
			if err == nil {
				b = strconv.AppendInt(b, int64(k.number(c, num)), 10)
			}
			s = s[n:]
		case wordEnd(s[:1]) == 1:
			n := wordEnd(s)
			if s[:n] == "comdat" {
				b = bytes.TrimRight(b, " ,")
				if s = s[n:]; strings.HasPrefix(s, "(") {
					s = s[strings.IndexByte(s, ')')+1:]
				}
				continue
			}
			b, s = append(b, s[:n]...), s[n:]
		default:
			b, s = append(b, c), s[1:]
		}
	}
	return b
}

// number returns the module's number of an attribute group or a metadata node, and takes it.
func (k *linker) number(c byte, n int) int {
	if c == '#' {
		k.groups[n] = true
		return k.group0 + n
	}
	if !k.noted[n] {
		k.noted[n] = true
		k.nodes = append(k.nodes, n)
	}
	return k.node0 + n
}

// needsType takes a named type. A local value may have the same name, and takes it for nothing.
func (k *linker) needsType(name string) {
	if !k.typed[name] && k.typeItems[name] != nil {
		k.typed[name] = true
		k.types = append(k.types, name)
	}
}

// quoted returns the length of the string at the start of a text.
func quoted(s string) int {
	n := strings.IndexByte(s[1:], '"')
	if n < 0 {
		return len(s)
	}
	return n + 2
}

// nameAt returns the name at the start of a text, and its length there.
func nameAt(s string) (name string, n int) {
	if strings.HasPrefix(s, `"`) {
		n = quoted(s)
		return ir.Unescape(strings.Trim(s[:n], `"`)), n
	}
	n = wordEnd(s)
	return s[:n], n
}
