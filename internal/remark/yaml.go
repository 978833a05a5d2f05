// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package remark

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file writes remarks byte for byte as LLVM writes YAML, because opt-viewer and
// llvm-remarkutil read only this form.

const (
	keyWidth   = 17 // column where values begin, counted from their key
	wrapColumn = 70 // a flow mapping that is longer continues in the next line
)

// AppendYAML appends one remark as a YAML document. It includes the hotness if hotness is set and
// the remark has one.
func AppendYAML(b []byte, r *Remark, hotness bool) []byte {
	b = append(b, "--- "...)
	b = append(b, [...]string{Passed: "!Passed", Missed: "!Missed", Analysis: "!Analysis"}[r.Kind]...)
	b = append(b, '\n')
	b = field(b, "", "Pass", scalar(r.Pass))
	b = field(b, "", "Name", scalar(r.Name))
	b = debugLoc(b, "", r.Loc)
	b = field(b, "", "Function", scalar(r.Function))
	if hotness && r.Hotness != nil {
		b = field(b, "", "Hotness", strconv.FormatUint(*r.Hotness, 10))
	}
	if len(r.Args) > 0 {
		b = append(b, "Args:\n"...)
		for i := range r.Args {
			a := &r.Args[i]
			b = append(b, "  - "...)
			b = field(b, "", a.Key, scalar(a.Val))
			b = debugLoc(b, "    ", a.Loc)
		}
	}
	return append(b, "...\n"...)
}

func field(b []byte, indent, key, val string) []byte {
	b = append(b, indent...)
	b = append(b, key...)
	b = append(b, ':', ' ')
	for n := len(key) + 2; n < keyWidth; n++ {
		b = append(b, ' ')
	}
	b = append(b, val...)
	return append(b, '\n')
}

func debugLoc(b []byte, indent string, l Loc) []byte {
	if l.File == "" {
		return b
	}
	file := "{ File: " + scalar(l.File) + ", "
	column := len(indent) + keyWidth
	if column+len(file) > wrapColumn {
		file += "\n" + strings.Repeat(" ", column+2)
	}
	return field(b, indent, "DebugLoc", file+"Line: "+strconv.Itoa(l.Line)+", Column: "+strconv.Itoa(l.Col)+" }")
}

// scalar quotes a string if YAML could read it differently: in single quotes, or in double quotes
// if the string needs an escape.
func scalar(s string) string {
	quote := byte(0)
	if s == "" || s[0] == ' ' || s[0] == '\t' || s[len(s)-1] == ' ' || s[len(s)-1] == '\t' ||
		strings.IndexByte("-?:\\,[]{}#&*!|>'\"%@`", s[0]) >= 0 || isWord(s) || isNumeric(s) {
		quote = '\''
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		case strings.IndexByte("_-^., \t", c) >= 0:
		case c < 0x20 || c >= 0x7f:
			return doubleQuoted(s)
		default:
			quote = '\''
		}
	}
	if quote == 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

func isWord(s string) bool {
	switch s {
	case "null", "Null", "NULL", "~", "true", "True", "TRUE", "false", "False", "FALSE":
		return true
	}
	return false
}

// isNumeric reports whether a string is a number of YAML's core schema: decimal, octal, hexadecimal
// or floating-point.
func isNumeric(s string) bool {
	t := s
	if t[0] == '+' || t[0] == '-' {
		t = t[1:]
	}
	switch t {
	case "", ".":
		return false
	case ".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN":
		return true
	}
	if d, ok := strings.CutPrefix(s, "0o"); ok {
		return d != "" && strings.Trim(d, "01234567") == ""
	}
	if d, ok := strings.CutPrefix(s, "0x"); ok {
		return d != "" && strings.Trim(d, "0123456789abcdefABCDEF") == ""
	}
	mant, exp, hasExp := strings.Cut(strings.Replace(t, "E", "e", 1), "e")
	if hasExp {
		exp = strings.TrimLeft(exp, "+-")
		if exp == "" || strings.Trim(exp, "0123456789") != "" {
			return false
		}
	}
	whole, frac, _ := strings.Cut(mant, ".")
	return whole+frac != "" && strings.Trim(whole+frac, "0123456789") == ""
}

func doubleQuoted(s string) string {
	const hex = "0123456789ABCDEF"
	short := map[rune]string{
		0: `\0`, 7: `\a`, 8: `\b`, 9: `\t`, 10: `\n`, 11: `\v`,
		12: `\f`, 13: `\r`, 27: `\e`, '"': `\"`, '\\': `\\`, 0x85: `\N`,
		0xa0: `\_`, 0x2028: `\L`, 0x2029: `\P`,
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch e, ok := short[r]; {
		case ok:
			b.WriteString(e)
		case r == utf8.RuneError && n == 1:
			b.WriteString("\uFFFD") // not UTF-8; YAML cannot express it
		case r < 0x20 || r == 0x7f:
			b.WriteString(`\x` + string(hex[r>>4]) + string(hex[r&15]))
		case unicode.IsPrint(r):
			b.WriteString(s[i : i+n])
		case r <= 0xff:
			b.WriteString(`\x` + string(hex[r>>4]) + string(hex[r&15]))
		default:
			digits := strings.ToUpper(strconv.FormatInt(int64(r), 16))
			if r <= 0xffff {
				b.WriteString(`\u` + strings.Repeat("0", 4-len(digits)) + digits)
			} else {
				b.WriteString(`\U` + strings.Repeat("0", 8-len(digits)) + digits)
			}
		}
		i += n
	}
	b.WriteByte('"')
	return b.String()
}
