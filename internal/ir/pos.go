package ir

import (
	"errors"
	"fmt"
)

// Pos is a place in the source text: byte offset + 1; 0 means unknown. Line and column are computed when a message is printed.
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

// Note points to another place that a finding is about.
type Note struct {
	Pos Pos
	Msg string
}

// Error is a located finding about the input. Messages start lower-case unless they are LLVM's own words, and have no final period.
type Error struct {
	Pos         Pos
	End         Pos // one past the last byte concerned; 0: only Pos is known
	Severity    Severity
	Rule        string // rule name of the checker, "" elsewhere
	Msg         string
	Notes       []Note
	Hint        string // the mend, "" when there is none
	Unsupported bool   // the input is well-formed but this program does not handle the construct
	Debug       bool   // only debug info is wrong, which LLVM leaves out then
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
