// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"errors"
	"fmt"
)

// Pos is a position in the source text: byte offset + 1; 0 means unknown. Line and column are
// computed when a message is printed.
type Pos uint32

// NoPos is the unknown position.
const NoPos Pos = 0

// IsValid reports whether p is known.
func (p Pos) IsValid() bool { return p != 0 }

// Offset returns the byte offset of a valid p.
func (p Pos) Offset() int { return int(p) - 1 }

// PosAt returns the position of a byte offset.
func PosAt(offset int) Pos { return Pos(offset + 1) }

// Severity ranks findings.
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

// SourceLoc is a position in the frontend's source according to debug info; Line 0 is unknown.
type SourceLoc struct {
	File, Dir string // a relative File is relative to Dir
	Sum       string // checksum of the file in hexadecimal, from debug info; "" for none
	Line, Col int
}

// Note points to another position that belongs to a finding.
type Note struct {
	Pos    Pos
	Msg    string
	Source SourceLoc
	File   string // the name of the file of Pos, if the producer reads several files
}

// FixKind is the kind of edit of a fix.
type FixKind uint8

// The kinds of fixes.
const (
	FixAttr      FixKind = iota + 1 // add the attribute New to the definition at At
	FixArg                          // replace argument Arg of the call at At by New
	FixSwap                         // swap the first two arguments of the call at At
	FixCase                         // add the case New to the switch at At
	FixDefault                      // make New the default destination of the switch at At
	FixSwapCases                    // swap cases 0 and 1 of the switch at At, of type i8
)

// Fix is a fix that consists of one edit of the text. A $ in New is replaced by the name of the
// value defined at Ref.
type Fix struct {
	Kind FixKind
	At   Pos
	Arg  int
	New  string
	Ref  Pos
}

// Error is a located finding about the input. Messages start with a lower-case letter unless they
// are LLVM's own, and have no final period.
type Error struct {
	Pos         Pos
	End         Pos // one past the last byte of the range; 0: only Pos is known
	Severity    Severity
	Rule        string // rule name of the checker, "" elsewhere
	Msg         string
	Notes       []Note
	Hint        string    // the fix in words, or ""
	Fix         *Fix      // the fix as an edit, or nil
	Source      SourceLoc // position in the frontend's source
	File        string    // the name of the file of Pos, if the producer reads several files
	Unsupported bool      // the input is well-formed but this program does not support the construct
	Debug       bool      // only debug info is invalid, which LLVM then drops
	Internal    bool      // only a bug in this program, or invalid input that no pass has noticed, causes it
}

func (e *Error) Error() string {
	s := e.Msg
	if e.Unsupported {
		s = "unsupported: " + s
	}
	return s
}

// Errorf returns a located error.
func Errorf(pos Pos, format string, args ...any) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// Warningf returns a located warning.
func Warningf(pos Pos, format string, args ...any) *Error {
	e := Errorf(pos, format, args...)
	e.Severity = SevWarning
	return e
}

// Unsupportedf returns a located error for valid IR that this program does not support.
func Unsupportedf(pos Pos, format string, args ...any) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...), Unsupported: true}
}

// AsError returns the *Error in err's chain, or nil.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// AsList returns the findings in an error: the elements of an ErrorList, or the single *Error that
// err is or wraps. It converts any other error to a finding without a position.
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

// ErrorList is a list of findings of one input, in order of position.
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

// Unwrap lets errors.As reach each finding.
func (l ErrorList) Unwrap() []error {
	out := make([]error, len(l))
	for i, e := range l {
		out[i] = e
	}
	return out
}
