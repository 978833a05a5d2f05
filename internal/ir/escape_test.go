// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

func TestUnescape(t *testing.T) {
	for b := range 256 { // each digit as both
		c := string([]byte{byte(b)})
		for k, s := range []string{`\` + c + "1", `\4` + c} {
			hex := strings.Contains("0123456789abcdefABCDEF", c)
			n, _ := strconv.ParseUint(strings.Trim(s, `\`), 16, 8)
			want := s
			if hex {
				want = string([]byte{byte(n)})
			} else if c == `\` {
				want = []string{`\1`, s}[k]
			}
			if got := ir.Unescape(s); got != want {
				t.Errorf("%q: %q, want %q", s, got, want)
			}
		}
	}
	for _, c := range [][2]string{{"", ""}, {"plain", "plain"}, {`a\\b`, `a\b`}, {`\0a\0A\fF`, "\n\n\xff"}, {`\`, `\`},
		{`\4`, `\4`}, {`\4g`, `\4g`}, {`\\41`, `\41`}, {`\41\`, `A\`}} {
		if got := ir.Unescape(c[0]); got != c[1] {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
	}
}
