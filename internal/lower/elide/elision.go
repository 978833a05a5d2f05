// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file holds the answer to "does this coroutine need its heap allocation?" as data that does
// not refer to IR, for remarks, `explain elision` and the report. Package lifetime decides, and
// elide.go changes the code.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/remark"
)

// Elision describes one site at which a function creates a coroutine: whether the frame's
// allocation is elided, and if not, why.
type Elision struct {
	Callee, Caller string
	Hits           *uint64 // execution count of the creation, from the profile; nil: unknown
	Size, Align    int64   // of the frame, in bytes; Size is -1 if it is unknown
	Local          bool    // the caller has internal or private linkage
	Elided         bool    // the frame is in the caller
	Annotated      bool    // the call is marked coro_elide_safe, and coro-annotation-elide decided
	// why coro-annotation-elide did not elide the call before, if it is marked coro_elide_safe
	LeftAlone string
	Pos       ir.Pos     // of the call or coro.id in the input; 0: a pass added the instruction
	Loc       remark.Loc // of the call, from debug info
	// the caller's variable that holds the coroutine, from debug info; "" if unknown or uncertain
	Var  string
	Miss *lifetime.Miss // why not; nil if elided
}
