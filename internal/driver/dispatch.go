package driver

// This file makes what no unit can make alone: the loop in which coroutines hand control to one another, where the target has no other way. It
// asks for every part of the file that hands control on, and the units know nothing of each other.

import (
	"bytes"

	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
)

// dispatcher makes a unit that holds the loop; nil when no part asks for it.
func (r *run) dispatcher(units []*unit) *unit {
	steps := stepsOf(units)
	if len(steps) == 0 {
		return nil
	}
	u := &unit{m: r.file.NewUnit()}
	u.m.Version, u.m.Triple, u.m.NoUnwind = r.version, r.triple, !r.tgt.Unwinds()
	c := &pass.Unit{M: u.m, Layout: r.layout.Fork(), Target: r.tgt}
	f := lower.NewDispatcher(c, steps)
	if r.o.PartPragma {
		lower.Pragma(c, f)
	}
	u.text = newUnitText(u)
	return u
}

// stepsOf collects the parts that ask for the loop.
func stepsOf(units []*unit) (steps []lower.Step) {
	for _, u := range units {
		if u.text != nil {
			steps = append(steps, u.text.steps...)
		}
	}
	return steps
}

// transfers reports a definition that may hand control on in a loop and mentions no coroutine: a part that an earlier run split.
func (r *run) transfers(it *parse.Item) bool {
	return r.parts && it.Kind == parse.ItemDefine && bytes.Contains(r.file.Text[it.Body:it.End], []byte("tail call fastcc void"))
}
