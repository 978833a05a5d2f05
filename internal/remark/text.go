package remark

import (
	"fmt"
	"strings"
)

// String is the place as LLVM prints it in front of a remark: file:line:col, or <unknown>:0:0.
func (l Loc) String() string {
	if l.File == "" {
		return "<unknown>:0:0"
	}
	return fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Col)
}

// Message is the remark's text: its arguments, one behind the other.
func (r *Remark) Message() string {
	var b strings.Builder
	for i := range r.Args {
		b.WriteString(r.Args[i].Val)
	}
	return b.String()
}

// Text is the line that -pass-remarks prints, without a newline. Hotness is shown on demand, where
// it is known.
func Text(r *Remark, hotness bool) string {
	s := "remark: " + r.Loc.String() + ": " + r.Message()
	if hotness && r.Hotness != nil {
		s += fmt.Sprintf(" (hotness: %d)", *r.Hotness)
	}
	return s
}
