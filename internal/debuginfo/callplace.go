// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// CallPlace is a place with the function that has it, as the source names that.
type CallPlace struct {
	remark.Loc
	Function string
}

// CallPlaces are the source location of an instruction and, if it was inlined, those of the calls
// through which it was, the innermost first. There are none without debug info.
func CallPlaces(m *ir.Module, i *ir.Instr) (list []CallPlace) {
	at := i.DebugLoc()
	for range maxInlined {
		n := m.MDNode(at)
		if n == nil || n.Name != "DILocation" {
			break
		}
		list = append(list, CallPlace{mdLoc(m, at), FuncNameOf(m, n.Field("scope"))})
		at = n.Field("inlinedAt")
	}
	return list
}
