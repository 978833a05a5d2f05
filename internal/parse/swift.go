// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file detects the dialect of the Swift compiler's fork of LLVM by words and intrinsics that
// stock LLVM does not have.

import (
	"iter"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// SwiftCoro and SwiftCoroCC are the parameter attribute and the calling convention that only the
// fork has.
const (
	SwiftCoro   = "swiftcoro"
	SwiftCoroCC = "swiftcorocc"
)

// swiftCoroCCNumber is the number of the calling convention in the fork. Stock LLVM uses it for
// another one.
const swiftCoroCCNumber = 124

// forkOnly reports whether an intrinsic is declared in a form that only the fork has.
func forkOnly(name, header string) bool {
	switch ir.IntrinsicByName(name) {
	case ir.CoroIDRetconOnceDynamic, ir.CoroAllocaAllocFrame, ir.CoroAllocaFreeFrame, ir.RetPopless:
		return true
	case ir.CoroIDRetcon, ir.CoroIDRetconOnce:
		return strings.Contains(header, "...")
	}
	return false
}

// Words yields the start and end of each word of a text that is neither in a string or comment nor
// a name with a sigil.
func Words(s string) iter.Seq2[int, int] {
	return func(yield func(from, end int) bool) {
		for i := 0; i < len(s); {
			switch c := s[i]; {
			case c == '"':
				n := strings.IndexByte(s[i+1:], '"')
				if n < 0 {
					return
				}
				i += n + 2
			case c == ';':
				i = commentEnd(s, i)
			case lexTab[c]&lexName != 0 || c == '%' || c == '@' || c == '!' || c == '#' || c == '$':
				from := i
				i = nameEnd(s, i+1)
				if lexTab[c]&lexName != 0 && c != '$' && !yield(from, i) {
					return
				}
			default:
				i++
			}
		}
	}
}
