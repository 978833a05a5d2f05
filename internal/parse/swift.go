package parse

// What tells the dialect of the Swift compiler's fork of LLVM: words and intrinsics that no stock
// LLVM has.

import (
	"iter"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// hasSwiftWord reports a header with one of the fork's words.
func hasSwiftWord(header string) bool {
	if !strings.Contains(header, SwiftCoro) {
		return false
	}
	for from, end := range Words(header) {
		if w := header[from:end]; w == SwiftCoro || w == SwiftCoroCC {
			return true
		}
	}
	return false
}

// The parameter attribute and the calling convention that only the fork has.
const (
	SwiftCoro   = "swiftcoro"
	SwiftCoroCC = "swiftcorocc"
)

// swiftCoroCCNumber is the number of the calling convention. It is another's in stock LLVM.
const swiftCoroCCNumber = 124

// forkOnly reports the declaration of an intrinsic in a form that only the fork has.
func forkOnly(name, header string) bool {
	switch ir.IntrinsicByName(name) {
	case ir.CoroIDRetconOnceDynamic, ir.CoroAllocaAllocFrame, ir.CoroAllocaFreeFrame, ir.RetPopless:
		return true
	case ir.CoroIDRetcon, ir.CoroIDRetconOnce:
		return strings.Contains(header, "...")
	}
	return false
}

// Words gives the places of the words of a text that are neither in a string or comment nor the
// name of something: where each begins and ends.
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
				for i++; i < len(s) && lexTab[s[i]]&lexName != 0; i++ {
				}
				if lexTab[c]&lexName != 0 && c != '$' && !yield(from, i) {
					return
				}
			default:
				i++
			}
		}
	}
}
