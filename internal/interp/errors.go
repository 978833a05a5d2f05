// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Error is the reason why a run ended: undefined behaviour, an unsupported construct, or a limit.
// The notes are the call stack, and the history of the object or coroutine.
type Error struct {
	Finding *ir.Error
	Limit   bool // a limit of the run was reached; no error is known
}

func (e *Error) Error() string { return e.Finding.Error() }

// Unwrap returns the finding with its position.
func (e *Error) Unwrap() error { return e.Finding }

// trap is an error that is still without position and stack; guard adds them.
type trap struct {
	msg         string
	unsupported bool
	limit       bool
	hint        string
	notes       []trapNote
	decl        *ir.Func // whose attribute the error is about, or nil
}

// trapNote is another position that the error refers to, with its call stack.
type trapNote struct {
	msg   string
	stack []*ir.Instr
}

func trapf(format string, args ...any) *trap { return &trap{msg: fmt.Sprintf(format, args...)} }

func unsupportedf(format string, args ...any) *trap {
	return &trap{msg: fmt.Sprintf(format, args...), unsupported: true}
}

func (t *trap) note(msg string, stack []*ir.Instr) *trap {
	if len(stack) > 0 {
		t.notes = append(t.notes, trapNote{msg, stack})
	}
	return t
}

// stackKept is the number of calls that are recorded when an object is created or dies, and
// stackShown the number that an error shows.
const (
	stackKept  = 8
	stackShown = 32
)

// guard runs f and converts a trap in it to an error. The thread, which may be nil, provides the
// stack.
func guard(t *Thread, f func()) (err error) {
	defer func() {
		if t != nil && t.m.failing != nil {
			t = t.m.failing
		}
		switch r := recover().(type) {
		case nil:
		case *trap:
			err = r.locate(t)
		default:
			if t == nil || t.top == nil {
				panic(r)
			}
			// An internal error must not crash the caller. With its position it can be reported.
			err = (&trap{msg: fmt.Sprintf("internal error: %v", r)}).locate(t)
		}
	}()
	f()
	return nil
}

// locate adds the position and the stack.
func (t *trap) locate(th *Thread) error {
	found := &ir.Error{Msg: t.msg, Unsupported: t.unsupported, Hint: t.hint}
	e := &Error{Finding: found, Limit: t.limit}
	if th != nil {
		stack := th.stack(stackShown)
		if len(stack) > 0 {
			found.Pos = placeOf(stack[0])
			found.Source = sourceOf(stack[0])
			found.File = fileOf(stack[0])
			found.Notes = append(found.Notes, calls(stack, "in")...)
		}
	}
	if t.decl != nil {
		found.Notes = append(found.Notes, ir.Note{Pos: t.decl.Pos, Msg: "@" + t.decl.Name + " is declared here",
			File: t.decl.Module().Name})
	}
	if th != nil && th.m.mem.checker != nil {
		if b := th.m.mem.checker.broken; b != nil && strings.Contains(t.msg, "undefined") {
			t.notes = append(t.notes, *b)
		}
	}
	for _, n := range t.notes {
		found.Notes = append(found.Notes, noteAt(n.stack[0], n.msg+", in "+funcName(n.stack[0])))
		found.Notes = append(found.Notes, calls(n.stack[1:], "called from")...)
	}
	return e
}

func calls(stack []*ir.Instr, word string) []ir.Note {
	var out []ir.Note
	for k, i := range stack {
		if k == 1 {
			word = "called from"
		}
		out = append(out, noteAt(i, word+" "+funcName(i)))
	}
	return out
}

func noteAt(i *ir.Instr, msg string) ir.Note {
	return ir.Note{Pos: placeOf(i), Msg: msg, Source: sourceOf(i), File: fileOf(i)}
}

func funcName(i *ir.Instr) string { return "@" + i.Func().Name }

func placeOf(i *ir.Instr) ir.Pos {
	if i.Pos != 0 {
		return i.Pos
	}
	return i.Func().Pos
}

// sourceOf returns the source position of an instruction, according to debug info.
func sourceOf(i *ir.Instr) ir.SourceLoc {
	m := i.Func().Module()
	loc := m.MDNode(i.DebugLoc())
	if loc == nil {
		return ir.SourceLoc{}
	}
	s := ir.SourceLoc{Line: number(loc.Field("line")), Col: number(loc.Field("column"))}
	scope := m.MDNode(loc.Field("scope"))
	for n := 0; scope != nil && n < 1000; n++ {
		if f := m.MDNode(scope.Field("file")); f != nil {
			s.File, s.Dir, s.Sum = quoted(f.Field("filename")),
				quoted(f.Field("directory")), quoted(f.Field("checksum"))
			return s
		}
		scope = m.MDNode(scope.Field("scope"))
	}
	return ir.SourceLoc{}
}

func number(md *ir.MD) int {
	if md == nil {
		return 0
	}
	n, _ := strconv.Atoi(md.Text)
	return n
}

func quoted(md *ir.MD) string {
	if md == nil {
		return ""
	}
	return strings.Trim(md.Text, `"`)
}

// stack returns the current instructions of a thread's functions, innermost first.
func (t *Thread) stack(n int) []*ir.Instr {
	return t.stackInto(nil, n)
}

func (t *Thread) stackInto(out []*ir.Instr, n int) []*ir.Instr {
	for f := t.top; f != nil && len(out) < n; f = f.up {
		if k := f.pc - 1; k >= 0 && k < len(f.code) && f.code[k].ir != nil {
			out = append(out, f.code[k].ir)
		}
	}
	return out
}
