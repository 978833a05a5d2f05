package split

// What the frame of a coroutine is made of and why, as data that outlives the IR it was found in:
// for `explain frame`. It is made of the layout and of what was found for it, not found a second
// time, and only when somebody asks (Splitter.Explain). How it is told is not decided here.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/remark"
)

// Place is a place in the input: in the IR, and where debug info tells it in what the IR was made
// of. Of inlined code it is that in the coroutine.
type Place struct {
	Pos ir.Pos
	Loc remark.Loc
}

// Report tells what a coroutine's frame is made of.
type Report struct {
	Function string
	Local    bool    // no other file sees it: internal or private linkage
	Entries  *uint64 // how often it is entered, by the profile; nil: unknown
	Place            // of the function
	ABI      string
	Size     int64 // of the frame in bytes, a multiple of Align
	Align    int64
	// Shared: slots share storage. NotShared is why they do not although they might: it could not
	// be shown that nothing is lost; "" otherwise.
	Shared    bool
	NotShared string
	// Suspends are in the order of the code. A coroutine that has none, and is an ordinary function
	// now, has no rows either.
	Suspends []SuspendReport
	Rows     []Row       // by offset
	Padding  []frame.Gap // by offset
	// Ways are the ways from the beginning and from each suspend to the next, in that order.
	// AllWays: these are all.
	Ways    []Path
	AllWays bool
	Places  []Place // by which ways come
	Parts   []Part  // the functions by which the coroutine goes on, as they are declared
}

// Part is a function that was split off. A switched coroutine has three: resume, destroy and
// cleanup. Another has one for each suspend, by SuspendReport.Index.
type Part struct {
	Name    string
	Private bool // the object file does not have the name
}

// SuspendReport is what is needed in the frame while the coroutine is suspended at one place.
type SuspendReport struct {
	Place
	Final bool
	ID    string // the number that the program gave it, or ""
	Bytes int64
	Live  []int // rows
	// Index is the number that the frame has while the coroutine is suspended here, which is not
	// the place in the list. A coroutine that is done has a null resume function instead, and the
	// number of the final suspend only where exceptions may end it, too.
	Index   int
	Calls   []debuginfo.CallPlace // where it is written, and the calls through which that was inlined
	Awaiter int                   // the row of the awaiter, -1: it is not in the frame or unknown
	Awaits  string                // the awaiter's type, as IR spells it; "": unknown
}

// RowKind is what lies in a row of the frame.
type RowKind uint8

// The kinds of rows.
const (
	RowField   RowKind = iota // of the ABI's own
	RowPromise                // the promise
	RowObject                 // a local variable that has an address
	RowValue                  // a value
	RowFrame                  // the frame of another coroutine that elision put there
)

// String names the kind in formats for machines.
func (k RowKind) String() string {
	return [...]string{"field", "promise", "object", "value", "frame"}[k]
}

// Row is something that lies in the frame.
type Row struct {
	Kind                RowKind
	Offset, Size, Align int64
	Name                string    // of the ABI's field, or in the IR; "" for what has none
	Param               int       // number of the parameter that it is, from 1; 0: it is none
	Type                string    // as IR spells it
	Var                 *Variable // nil: debug info tells of none
	FrameOf             string    // of RowFrame, the coroutine,
	FrameAt             ir.Pos    // where it is created,
	Adds                int64     // and by how many bytes this frame is larger for it; -1: that was not tried
	Rule                coro.Rule
	// where it is defined, or its life begins; and where it is used behind a suspend, if that is
	// known
	Def, Use Place
	Keepers  []Keeper
	Live     []int // suspends over which its content is needed
	Sharing  []int // rows with which it has bytes in common
	// Handles are the offsets in the row at which std::coroutine_handle lies, by the type of an
	// object or of the variable.
	Handles []int64
	Fix     *Fix
}

// End is the offset behind the row.
func (r *Row) End() int64 { return r.Offset + r.Size }

// Variable is the source variable that a row holds.
type Variable struct {
	Name, Type string
	Loc        remark.Loc // of its declaration
	Parameter  bool
	Of         string // the function that it is a variable of, where that was inlined; "" for the coroutine's own
	Address    bool   // the row holds its address
	OneOf      bool   // the row holds one of the values that it has
	From, To   int64  // the bytes of it that are held; 0, 0: all
}

// Keeper is an instruction by which the address of an object may become known elsewhere.
type Keeper struct {
	Place
	Instr    string
	Call     bool
	Callee   string // name of the function that a call names; ""
	Arg      int    // number of the call's argument, from 0
	This     bool   // the argument is the object of a member function, which can be declared to keep nothing in no way
	Await    bool   // the function is the one that clang makes to call an await_suspend; This is true too
	Declared bool   // the function has no body here
}

// Fix is what would make the frame smaller, found by laying it out anew as if the object's address
// were kept by nobody.
type Fix struct {
	Saves int64 // bytes
	// suspends over which the object is live for no other reason; none: its bytes are only kept
	// from others
	Over []int
	// it is enough to say of the parameters of the functions that are called that they keep
	// nothing, and that can be said
	NoEscape bool
	// no use that is seen needs the object's content behind a suspend: it is enough that its life
	// ends before, and the program can end it
	EndScope bool
	Marked   bool // its life is marked
}
