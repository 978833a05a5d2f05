// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Folding of the allocation queries of a coro.id whose frame is in memory of the caller.

import (
	"github.com/corolower/corolower/internal/ir"
)

// NoAllocation folds the coro.alloc and coro.free of a coro.id so that nothing is allocated or
// freed.
func NoAllocation(m *ir.Module, id *ir.Instr) {
	for _, u := range id.Users() {
		switch ir.CoroCall(u) {
		case ir.CoroAlloc:
			ir.ReplaceUses(u, m.Bool(false))
			u.Erase()
		case ir.CoroFree:
			ir.ReplaceUses(u, m.Null(u.Type()))
			u.Erase()
		}
	}
}
