package ir

import (
	"errors"
	"fmt"
)

// Pos is a place in the source text: byte offset + 1; 0 means unknown. Line and column are computed
// when a message is printed.
type Pos uint32

// NoPos is the unknown place.
const NoPos Pos = 0

// IsValid reports whether p is a known place.
func (p Pos) IsValid() bool { return p != 0 }

// Offset is the byte offset of a valid p.
func (p Pos) Offset() int { return int(p) - 1 }

// PosAt is the position of a byte offset.
func PosAt(offset int) Pos { return Pos(offset + 1) }

// Severity orders findings by weight.
type Severity uint8

// The severities of an Error.
const (
	SevError Severity = iota
	SevWarning
	SevNote
)

func (s Severity) String() string {
	return [...]string{"error", "warning", "note"}[s]
}

// SourceLoc is a place in what a frontend compiled, as debug info tells it; Line 0 is unknown.
type SourceLoc struct {
	File, Dir string // Dir is where a relative File is meant from
	Sum       string // checksum of the file in hexadecimal, as debug info has it; "" for none
	Line, Col int
}

// Note points to another place that a finding is about.
type Note struct {
	Pos    Pos
	Msg    string
	Source SourceLoc
}

// FixKind is what a fix does.
type FixKind uint8

// The kinds of fixes.
const (
	FixAttr      FixKind = iota + 1 // give the definition at At the attribute New
	FixArg                          // make New of argument Arg of the call at At
	FixSwap                         // change the first two arguments of the call at At
	FixCase                         // give the switch at At the case New
	FixDefault                      // let the default edge of the switch at At lead to New
	FixSwapCases                    // change the cases 0 and 1 of the switch at At, of type i8
)

// Fix is a fix that is one edit of the text. A $ in New stands for the name of what is defined at
// Ref.
type Fix struct {
	Kind FixKind
	At   Pos
	Arg  int
	New  string
	Ref  Pos
}

// Error is a located finding about the input. Messages start lower-case unless they are LLVM's own
// words, and have no final period.
type Error struct {
	Pos         Pos
	End         Pos // one past the last byte concerned; 0: only Pos is known
	Severity    Severity
	Rule        string // rule name of the checker, "" elsewhere
	Msg         string
	Notes       []Note
	Hint        string    // the fix, "" when there is none
	Fix         *Fix      // the fix as an edit, nil when it is none
	Source      SourceLoc // where the frontend's source has it
	Unsupported bool      // the input is well-formed but this program does not handle the construct
	Debug       bool      // only debug info is wrong, which LLVM leaves out then
}

func (e *Error) Error() string {
	s := e.Msg
	if e.Unsupported {
		s = "unsupported: " + s
	}
	return s
}

// Errorf makes a located error.
func Errorf(pos Pos, format string, args ...any) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// Unsupportedf makes a located error for a construct that is legal IR but not handled.
func Unsupportedf(pos Pos, format string, args ...any) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...), Unsupported: true}
}

// AsError gives the *Error in err's chain, or nil.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// AsList gives the findings in an error: those of a list, or the one that it is or wraps; another
// error is one without a place.
func AsList(err error) ErrorList {
	switch e := err.(type) {
	case nil:
		return nil
	case ErrorList:
		return e
	}
	if e := AsError(err); e != nil {
		return ErrorList{e}
	}
	return ErrorList{Errorf(0, "%v", err)}
}

// ErrorList is several findings of one input, in the order of their places.
type ErrorList []*Error

func (l ErrorList) Error() string {
	switch len(l) {
	case 0:
		return "no errors"
	case 1:
		return l[0].Error()
	}
	return fmt.Sprintf("%s (and %d more)", l[0].Error(), len(l)-1)
}

// Unwrap lets errors.As reach the single findings.
func (l ErrorList) Unwrap() []error {
	out := make([]error, len(l))
	for i, e := range l {
		out[i] = e
	}
	return out
}
