// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package framereport describes the frames of coroutines, as data that outlives the IR: for `explain
// frame` and `explain states`. A report is derived from the layout and from the analysis for it
// (split.Laid), without a second analysis, and only on request. The package changes no function;
// other packages decide how to print a report.
package framereport

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/remark"
)

// Place is a position in the input: in the IR, and in the source if debug info states it. For
// inlined code the source position is the call in the coroutine.
type Place struct {
	Pos ir.Pos
	Loc remark.Loc
}

// Decl is a declaration in the source.
type Decl = debuginfo.Decl

// Report describes a coroutine's frame.
type Report struct {
	Function string
	Local    bool    // other files cannot refer to it: internal or private linkage
	Entries  *uint64 // the number of entries in the profile; nil: unknown
	Place            // position of the function
	Result   Decl    // the class that it returns
	ABI      string
	Size     int64 // of the frame in bytes, a multiple of Align
	Align    int64
	// Shared: slots share storage. NotShared is the reason why they do not, although sharing was
	// requested; it is empty otherwise.
	Shared    bool
	NotShared string
	// Suspends are in the order of the code. A coroutine without suspends, which is an ordinary
	// function now, has no rows either.
	Suspends []SuspendReport
	Rows     []Row       // by offset
	Padding  []frame.Gap // by offset
	// Ways are the paths from the beginning and from each suspend to the next suspend or the end,
	// in that order. AllWays: Ways is complete.
	Ways    []Path
	AllWays bool
	Places  []Place // the places on paths
	Parts   []Part  // the parts, as declared
	Instrs  int     // instructions of the function itself, as Part.Instrs
}

// Part is a part of the coroutine. A coroutine of the switched-resume ABI has three: resume,
// destroy and cleanup. In the other ABIs each suspend has a part, with the index
// SuspendReport.Index.
type Part struct {
	Name    string
	Private bool // the object file does not contain the name
	// Instrs is the number of its instructions after the last pass, without calls that describe
	// variables. The driver sets it; 0: unknown, or a pass removed the function.
	Instrs int
}

// SuspendReport describes one suspend and the contents of the frame that are needed after it.
type SuspendReport struct {
	Place
	Final bool
	ID    string // the number that the program gave it, or ""
	Bytes int64  // that are live over it
	// Live are indices in Report.Rows. Rows that share bytes are live here on different paths.
	Live []int
	// Index is the suspend's number, which the frame holds while the coroutine is suspended here.
	// It differs from the position in Report.Suspends. A finished coroutine has a null resume
	// function instead; its frame holds the number of the final suspend only if exceptions may also
	// end the coroutine.
	Index   int
	Calls   []debuginfo.CallPlace // its position, and the calls through which it was inlined
	Awaiter int                   // row of the awaiter; -1: unknown or not in the frame
	Awaits  string                // the awaiter's type in IR; "": unknown
}

// RowKind is the kind of a row of the frame.
type RowKind uint8

// The kinds of rows.
const (
	RowField   RowKind = iota // a field of the ABI
	RowPromise                // the promise
	RowObject                 // a local variable that has an address
	RowValue                  // a value
	RowFrame                  // a callee's frame, which elision put there
)

// String returns the kind's name in machine-readable formats.
func (k RowKind) String() string {
	return [...]string{"field", "promise", "object", "value", "frame"}[k]
}

// Row is a slot of the frame. For example, for a local array x without lifetime markers that a call
// captures, Kind is RowObject, Name is "x", Rule is coro.Escapes, and Keepers has the call.
type Row struct {
	Kind                RowKind
	Offset, Size, Align int64
	RoundTo             int64     // the object's alignment if running code aligns it; 0: Align is
	Name                string    // name of the ABI's field, or in the IR; "" if it has none
	Param               int       // the parameter's number, from 1; 0: not a parameter
	Type                string    // the type in IR
	Var                 *Variable // nil: debug info describes no variable
	FrameOf             string    // RowFrame: the callee whose frame it is
	FrameAt             ir.Pos    // RowFrame: where that coroutine is created
	Adds                int64     // RowFrame: bytes that it adds to this frame; -1: not computed
	Rule                coro.Rule
	// Def is where it is defined, or where its lifetime begins. Use is a use after a suspend, if
	// one is known.
	Def, Use Place
	Keepers  []Keeper
	Live     []int // suspends over which it is live
	Sharing  []int // rows that overlap it
	// Handles lists the offsets of std::coroutine_handle objects in the row, derived from the type
	// of the object or of the variable.
	Handles []int64
	// Pointers lists the offsets of pointers in the promise by the names of the members, from debug
	// info.
	Pointers map[string]int64
	Fix      *Fix
}

// End returns the offset after the row.
func (r *Row) End() int64 { return r.Offset + r.Size }

// Variable is the source variable that a row holds.
type Variable struct {
	Name, Type string
	Loc        remark.Loc // position of its declaration
	Parameter  bool
	Of         string // the inlined function whose variable it is; "": the coroutine
	Address    bool   // the row holds its address
	OneOf      bool   // the row holds one of the variable's values
	From, To   int64  // the bytes of it that the row holds; 0, 0: all
}

// Keeper is an instruction through which the address of an object may escape. If This is true, the
// source cannot declare that the callee does not capture the argument.
type Keeper struct {
	Place
	Instr    string
	Call     bool
	Callee   string // name of the called function, or ""
	Arg      int    // the argument's number, from 0
	This     bool   // the argument is `this` or the result's address, which the source cannot mark
	Await    bool   // the callee is clang's wrapper of an await_suspend; This is true too
	Declared bool   // the function has no body here
	Decl     Decl   // of the function and its parameter, which the source can mark
}

// Fix describes a change that makes the frame smaller. It is found by laying the frame out as if no
// other code captured the object's address.
type Fix struct {
	Saves int64 // bytes
	// Over lists the suspends over which the object is live only because its address may escape. If
	// it is empty, the escape only prevents other slots from sharing the object's bytes.
	Over []int
	// NoEscape: it is enough to declare that the called functions do not capture these arguments,
	// and the program can declare that.
	NoEscape bool
	// EndScope: no known use needs the object's contents after a suspend, so it is enough to end
	// its lifetime before the suspend, and the program can do that.
	EndScope bool
	Marked   bool // lifetime markers exist
	// Align: the object's alignment causes so much padding. The frame is smaller with this one.
	Align int64
}
