package elide

// The answer to "does this coroutine need its heap allocation?", as data that outlives the IR it
// was found in: for remarks, for `explain elision` and for the report. What decides is package
// handle, what carries it out elide.go.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/handle"
	"github.com/corolower/corolower/internal/remark"
)

// Elision tells of one place at which a function creates a coroutine: whether the frame's
// allocation went, and if not, why.
type Elision struct {
	Callee, Caller string
	Hits           *uint64 // how often the creation is reached, by the profile; nil: unknown
	Size, Align    int64   // of the frame, in bytes; Size is -1 where it is not known
	Local          bool    // no other file sees the caller: internal or private linkage
	Elided         bool    // the frame lies in the caller now
	Annotated      bool    // the call is marked coro_elide_safe, and coro-annotation-elide decided
	// why coro-annotation-elide, which came by before, did not elide a call marked coro_elide_safe;
	// "" for another
	LeftAlone string
	Pos       ir.Pos     // of the call or coro.id in the input; 0: an instruction that a pass made
	Loc       remark.Loc // of the call, from debug info
	// the caller's variable that holds the coroutine, by debug info; "" where none is known for
	// certain
	Var  string
	Miss *handle.Miss // why not; nil when elided
}
