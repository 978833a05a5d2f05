// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package remark

import (
	"fmt"
	"strings"
)

// String returns the location as LLVM prints it before a remark: file:line:col, or <unknown>:0:0.
func (l Loc) String() string {
	if l.File == "" {
		return "<unknown>:0:0"
	}
	return fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Col)
}

// Message returns the remark's text, the concatenation of its arguments.
func (r *Remark) Message() string {
	var b strings.Builder
	for i := range r.Args {
		b.WriteString(r.Args[i].Val)
	}
	return b.String()
}

// Text returns the line that -pass-remarks prints, without a newline. It includes the hotness if
// hotness is set and the remark has one.
func Text(r *Remark, hotness bool) string {
	s := "remark: " + r.Loc.String() + ": " + r.Message()
	if hotness && r.Hotness != nil {
		s += fmt.Sprintf(" (hotness: %d)", *r.Hotness)
	}
	return s
}
