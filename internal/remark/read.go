// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package remark

// This file reads remarks in LLVM's YAML, the format of AppendYAML, LLVM and clang. It is not a
// general YAML parser.

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ReadYAML reads the remarks of a file in order. It drops fields that Remark does not have. The
// error names the first line that is not in LLVM's format.
func ReadYAML(text string) ([]Remark, error) {
	var list []Remark
	var r *Remark
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		bad := func() error { return fmt.Errorf("line %d is none of a file of remarks: %q", number, line) }
		if kind, ok := strings.CutPrefix(line, "--- !"); ok {
			list = append(list, Remark{Kind: kindNamed(kind)})
			r = &list[len(list)-1]
			continue
		}
		switch {
		case line == "" || line == "...":
			continue
		case r == nil:
			return nil, bad()
		}
		body := strings.TrimPrefix(line, "  - ")
		argument := body != line
		key, val, ok := strings.Cut(body, ":")
		if !ok {
			return nil, bad()
		}
		// A deeper line continues the line above. Such lines only hold locations, which this reader
		// ignores.
		if !argument && strings.HasPrefix(line, " ") {
			continue
		}
		val, ok = unquoted(strings.TrimSpace(val))
		if !ok {
			return nil, bad()
		}
		switch {
		case argument:
			r.Args = append(r.Args, Arg{Key: key, Val: val})
		case key == "Pass":
			r.Pass = val
		case key == "Name":
			r.Name = val
		case key == "Function":
			r.Function = val
		case key == "Hotness":
			n, err := strconv.ParseUint(val, 10, 64)
			if err != nil {
				return nil, bad()
			}
			r.Hotness = &n
		}
	}
	return list, nil
}

// kindNamed returns the kind for a name. Analysis remarks have several names.
func kindNamed(name string) Kind {
	switch name {
	case "Passed":
		return Passed
	case "Missed":
		return Missed
	}
	return Analysis
}

// unquoted returns the text of a scalar. It does not change locations, which are in braces.
func unquoted(s string) (string, bool) {
	switch {
	case strings.HasPrefix(s, "'"):
		if len(s) < 2 || !strings.HasSuffix(s, "'") {
			return "", false
		}
		return strings.ReplaceAll(s[1:len(s)-1], "''", "'"), true
	case strings.HasPrefix(s, `"`):
		if len(s) < 2 || !strings.HasSuffix(s, `"`) {
			return "", false
		}
		return unescaped(s[1 : len(s)-1])
	}
	return s, true
}

// escapes are the escapes of one letter.
var escapes = map[byte]string{'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r",
	'e': "\x1b", '"': `"`, '\\': `\`,
	'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029", '/': "/"}

func unescaped(s string) (string, bool) {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b = append(b, s[i])
			continue
		}
		if i++; i == len(s) {
			return "", false
		}
		if e, ok := escapes[s[i]]; ok {
			b = append(b, e...)
			continue
		}
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[i]]
		if digits == 0 || i+digits >= len(s) {
			return "", false
		}
		r, err := strconv.ParseUint(s[i+1:i+1+digits], 16, 32)
		if err != nil || r > utf8.MaxRune {
			return "", false
		}
		b = utf8.AppendRune(b, rune(r))
		i += digits
	}
	return string(b), true
}

// Arg returns the text of the argument with the given key, or "" if there is none.
func (r *Remark) Arg(key string) string {
	for i := range r.Args {
		if r.Args[i].Key == key {
			return r.Args[i].Val
		}
	}
	return ""
}
