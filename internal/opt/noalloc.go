package opt

// What a coro.id is asked for once its frame is known to lie in memory of the caller.

import (
	"github.com/corolower/corolower/internal/ir"
)

// NoAllocation answers a coro.id's coro.alloc and coro.free so that nothing is allocated and
// nothing freed.
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
