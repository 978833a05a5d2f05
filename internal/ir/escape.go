// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import "strings"

// Unescape decodes the text between the quotes of a string or a name in IR as LLVM does: `\\` is a
// backslash and `\0A` is a byte. It keeps any other backslash.
func Unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] == '\\' {
			b = append(b, '\\')
			i++
			continue
		}
		if s[i] == '\\' && i+2 < len(s) {
			hi, isHi := hexDigit(s[i+1])
			lo, isLo := hexDigit(s[i+2])
			if isHi && isLo {
				b = append(b, hi<<4|lo)
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

func hexDigit(c byte) (v byte, ok bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}
