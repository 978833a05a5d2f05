// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

func TestUnescape(t *testing.T) {
	for _, c := range [][2]string{{"", ""}, {"plain", "plain"}, {`a\\b`, `a\b`}, {`\0a\0A\fF`, "\n\n\xff"}, {`\`, `\`},
		{`\4`, `\4`}, {`\4g`, `\4g`}, {`\\41`, `\41`}, {`\41\`, `A\`}} {
		if got := ir.Unescape(c[0]); got != c[1] {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
	}
}
