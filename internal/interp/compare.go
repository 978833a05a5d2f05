// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/corolower/corolower/internal/ir"
)

// This file compares two runs, for example of a program before and after its coroutines were
// lowered.

// Side is the behaviour of one of two programs at the first difference.
type Side struct {
	Text  string      // for example `writes "3\n" to stdout`
	Stack []*ir.Instr // the open calls at that time, innermost first; empty if the program has ended
	Err   *Error      // the error that ended the run, if that is the difference
}

// Difference is the first difference between two programs that is visible from outside.
type Difference struct {
	Before, After Side
	Threads       bool // the programs have threads, so both results may be correct
}

func (d *Difference) Error() string {
	return fmt.Sprintf("the second program %s where the first one %s", d.After.Text, d.Before.Text)
}

// Findings returns the difference as two errors: one with a position in the second program, and one
// with a position in the first.
func (d *Difference) Findings() (after, before *ir.Error) {
	after = d.After.finding(fmt.Sprintf("this program %s, and the original %s", d.After.Text, d.Before.Text))
	if d.Threads {
		after.Hint = "the program has threads, and a lowering may change their order: compare a program with one thread"
	}
	before = d.Before.finding("the original " + d.Before.Text)
	before.Severity = ir.SevNote
	return after, before
}

func (s *Side) finding(msg string) *ir.Error {
	found := &ir.Error{Msg: msg}
	if s.Err != nil {
		*found = *s.Err.Finding
		found.Msg = msg + ": " + found.Msg
		return found
	}
	if len(s.Stack) > 0 {
		found.Pos, found.Source, found.File = placeOf(s.Stack[0]), sourceOf(s.Stack[0]), fileOf(s.Stack[0])
		found.Notes = calls(s.Stack, "in")
	}
	return found
}

// SecondError is an error about the second of two programs that is no difference: the interpreter
// cannot run it.
type SecondError struct{ Err error }

func (e *SecondError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the run.
func (e *SecondError) Unwrap() error { return e.Err }

// replay is an input that several runs read from its start.
type replay struct {
	from io.Reader
	read []byte
}

// reader returns the input from its start.
func (r *replay) reader() io.Reader { return &replayed{r, 0} }

type replayed struct {
	of *replay
	at int
}

func (r *replayed) Read(b []byte) (n int, err error) {
	if r.at == len(r.of.read) && r.of.from != nil {
		n, err = r.of.from.Read(b)
		r.of.read = append(r.of.read, b[:n]...)
		r.at += n
		return n, err
	}
	if r.at == len(r.of.read) {
		return 0, io.EOF
	}
	n = copy(b, r.of.read[r.at:])
	r.at += n
	return n, nil
}

// stepsMore bounds the second of two runs: it may run this many times the instructions of the
// first, plus some for a program that does very little. Lowering makes coroutines cheaper, not more
// expensive.
const stepsMore = 20

// maxWritten bounds, in bytes, the recorded output of a program.
const maxWritten = 64 << 20

// Compare runs two programs with the same arguments and compares their visible behaviour: the bytes
// that each writes to stdout and to stderr, and the exit code. If they agree, it returns the exit
// code of both. If they differ, the error is a *Difference. If the interpreter cannot run the
// second program, it is a *SecondError. Any other error is about the first program. Compare ignores
// the options' Stdout, Stderr and Watch.
func Compare(before, after *Program, o Options, entry string, args ...string) (code int, err error) {
	input := &replay{from: o.Stdin}
	o.Stdin = input.reader()
	a, err := observe(before, o, entry, args, nil)
	if err != nil {
		return 0, err
	}
	o2 := o
	o2.Stdin = input.reader()
	o2.MaxSteps = cmp.Or(o2.MaxSteps, stepsMore*a.steps+1_000_000)
	b, err := observe(after, o2, entry, args, a)
	var e *Error
	if err != nil && !errors.As(err, &e) || e != nil && e.Finding.Unsupported && b.differs == nil {
		return 0, &SecondError{err}
	}
	file, n := b.missing(a)
	if e == nil && b.differs == nil && b.code == a.code && n < 0 {
		return a.code, nil
	}
	d := &Difference{Threads: a.threads || b.threads}
	switch {
	case b.differs != nil:
		d.After = *b.differs
		file, n = b.file, b.at
	case e != nil:
		d.After = Side{Text: "ends with an error", Err: e}
		if e.Limit {
			d.After.Text = fmt.Sprintf("has not ended after %d times as many instructions", stepsMore)
		}
		d.Before = Side{Text: fmt.Sprintf("ends with exit code %d", a.code)}
		return 0, d
	default:
		d.After = Side{Text: fmt.Sprintf("ends with exit code %d", b.code), Stack: b.aborted}
	}
	o.Stdin = input.reader()
	d.Before, err = before.sideAt(o, entry, args, file, n, a)
	if err != nil {
		return 0, err
	}
	return 0, d
}

// observation is the recorded behaviour of one run.
type observation struct {
	out     map[string][]byte // by file: the bytes written to it
	order   []string          // the files, in the order of their first write
	code    int
	steps   int64
	aborted []*ir.Instr
	threads bool

	differs *Side // the first write that differs from the other run
	file    string
	at      int // index of the first byte that differs
}

// observe runs a program. If other is not nil, it records where this run first differs from it.
func observe(p *Program, o Options, entry string, args []string, other *observation) (*observation, error) {
	ob := &observation{out: map[string][]byte{}}
	total := 0
	o.Stdout, o.Stderr = nil, nil
	o.Watch = func(e Event) {
		if e.Call == "exit" {
			ob.aborted = e.At
			return
		}
		old := ob.out[e.Call]
		if old == nil {
			ob.order = append(ob.order, e.Call)
		}
		if total += len(e.Text); total > maxWritten {
			panic(unsupportedf("a program that writes more than %d bytes is not compared", maxWritten))
		}
		ob.out[e.Call] = append(old, e.Text...)
		if other == nil || ob.differs != nil {
			return
		}
		want := other.out[e.Call]
		if end := len(old) + len(e.Text); end > len(want) || !bytes.Equal(want[len(old):end], []byte(e.Text)) {
			ob.file, ob.at = e.Call, len(old)
			for ob.at < min(end, len(want)) && want[ob.at] == ob.out[e.Call][ob.at] {
				ob.at++
			}
			ob.differs = &Side{Text: writes(e), Stack: e.At}
		}
	}
	m := p.New(o)
	code, err := m.Run(entry, args...)
	ob.code, ob.steps, ob.threads = code, m.steps, len(m.threads) > 1
	return ob, err
}

// writes describes a write event.
func writes(e Event) string {
	const most = 60
	text, more := e.Text, ""
	if len(text) > most {
		text, more = text[:most], " and more"
	}
	file := map[string]string{"write 1": "stdout", "write 2": "stderr"}[e.Call]
	return fmt.Sprintf("writes %q%s to %s", text, more, file)
}

// missing returns the first file that is shorter than in another run, and its length; the length is
// -1 if there is none.
func (ob *observation) missing(other *observation) (file string, n int) {
	for _, f := range other.order {
		if len(ob.out[f]) < len(other.out[f]) {
			return f, len(ob.out[f])
		}
	}
	return "", -1
}

// sideAt runs a program again to find what it does when it writes byte n of a file. If n is
// negative or after the last byte, it returns the end of the program.
func (p *Program) sideAt(o Options, entry string, args []string, file string, n int, was *observation) (Side, error) {
	side := Side{Text: fmt.Sprintf("ends with exit code %d", was.code), Stack: was.aborted}
	at := 0
	o.Stdout, o.Stderr = nil, nil
	found := false
	o.Watch = func(e Event) {
		if e.Call != file || found {
			return
		}
		if at += len(e.Text); n >= 0 && at > n {
			side, found = Side{Text: writes(e), Stack: e.At}, true
		}
	}
	_, err := p.New(o).Run(entry, args...)
	return side, err
}
