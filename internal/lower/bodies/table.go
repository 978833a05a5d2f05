// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package bodies provides the bodies of the functions that a unit calls: as they are in the file,
// and as inline candidates, which are simplified copies. A unit owns some functions of the file,
// which it may change and print. It reads others only to look through calls.
//
// A body is read from the file when it is first requested, because a search needs few of the bodies
// that its calls reach. To read all of them first would take up to 74% more instructions on C++ units,
// and no filter finds the needed ones: they are up to 37 calls away from the unit's functions. When a
// body is requested does not change what is in it, so neither do other requests.
//
// The package changes no function of the unit, except that it runs the first lowering passes on the
// bodies that it reads.
package bodies

import (
	"time"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
)

// Table provides the bodies for one unit.
type Table struct {
	*pass.Unit
	// File is the file of the unit's functions; nil: only the loaded bodies are available.
	File *parse.File
	// Steps are the lowering passes that run on bodies that the unit only reads (CanRun).
	Steps    []*pass.Step
	Verifier *ir.Verifier // of those bodies; nil: they are not verified
	Times    pass.Times   // "(read)" is the time for them; nil: do not measure
	// Foreign maps the functions that the unit only reads, and whose bodies were requested, to
	// whether they have a body.
	Foreign map[*ir.Func]bool
	// Lowered reports whether a pass ran on a body that the unit only reads, and may have added
	// symbols that the body references.
	Lowered bool
	// Directs are functions that destroy each coroutine that they create.
	Directs map[*ir.Func]bool
	// OwnRamp: the frame that a ramp itself creates counts as one, too.
	OwnRamp bool

	owned    map[*ir.Func]bool
	finished map[*ir.Func]bool
	candidates
}

// Own makes a function of the file one that the unit may change. Its body is loaded.
func (t *Table) Own(f *ir.Func) { t.owned = set(t.owned, f) }

// Finish makes the body of a function unavailable: the function is printed.
func (t *Table) Finish(f *ir.Func) { t.finished = set(t.finished, f) }

func set(m map[*ir.Func]bool, f *ir.Func) map[*ir.Func]bool {
	ir.Put(&m, f, true)
	return m
}

// Body makes the body of a function ready to be read or copied, and reports whether there is one.
func (t *Table) Body(f *ir.Func) bool {
	switch {
	case f.Declared:
		return false
	case t.File == nil:
		return f.Loaded()
	case t.finished[f]:
		return false
	case f.New || t.owned[f]:
		return f.Loaded() && f.Entry() != nil
	}
	ready, known := t.Foreign[f]
	if !known {
		ready = t.read(f)
		ir.Put(&t.Foreign, f, ready)
	}
	return ready
}

// read loads a function of the file that the unit does not own, and runs Steps on it. A function
// that cannot be read is no error here: its own unit reports it, if it has one.
func (t *Table) read(f *ir.Func) bool {
	if t.Times != nil {
		defer func(start time.Time) { t.Times["(read)"] += time.Since(start) }(time.Now())
	}
	if f.Load() != nil || t.M.Err != nil || t.Verifier != nil && len(t.Verifier.Func(f)) > 0 {
		t.M.Err = nil
		return false
	}
	if it := t.File.Item(f.Name); it != nil && !t.File.HasCoro(it) {
		return true
	}
	t.Lowered = true
	return t.Lower(f, t.Steps) == nil
}

// Lower runs some of the first and last lowering passes on a function, without remarks.
func (t *Table) Lower(f *ir.Func, steps []*pass.Step) error {
	quiet := *t.Unit
	quiet.Remarks = nil
	for _, step := range steps {
		var err error
		switch step.Pass.Name {
		case "coro-early":
			_, err = lower.Early(&quiet, f)
		case "coro-cleanup":
			_, err = lower.Cleanup(&quiet, f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// NoopFrame returns the unit's frame of the no-op coroutine.
func (t *Table) NoopFrame() *ir.Global { return lower.NoopFrame(t.Unit) }

// ReadOnly returns the length in bytes of the text of a function that the unit does not own, and 0
// for any other function. A function that the unit does not own creates no coroutine, neither itself
// nor through its callees.
func (t *Table) ReadOnly(f *ir.Func) int {
	if t.File == nil || t.owned[f] {
		return 0
	}
	if it := t.File.Item(f.Name); it != nil && it.Kind == parse.ItemDefine {
		return it.End - it.Body
	}
	return 0
}

// MentionsCoro reports whether the text of a function mentions coroutines.
func (t *Table) MentionsCoro(f *ir.Func) bool {
	if t.File == nil {
		return false
	}
	it := t.File.Item(f.Name)
	return it != nil && t.File.HasCoro(it)
}

// TooLong reports whether the unit only reads a function whose text is longer than the limit, so
// that it need not load the function.
func (t *Table) TooLong(f *ir.Func, limit int) bool { return t.ReadOnly(f) > limit }

// Small reports whether f has a body of at most most instructions, before simplification.
func (t *Table) Small(f *ir.Func, most int) bool { return t.Body(f) && ir.NumInstrs(f, most) <= most }

// Simplified returns a copy of f that is easier to analyse, with locals promoted to registers and
// tiny callees inlined, or f itself if there is no such copy, and those callees. f must have a body.
// Callers must use the parameters of the result, not those of f.
func (t *Table) Simplified(f *ir.Func) (*ir.Func, []*ir.Func) {
	x := t.Candidate(f)
	if x.read == nil || x.directs {
		return f, nil
	}
	return x.read, x.took
}
