package driver

// This file makes what no unit can make alone: the loop in which coroutines hand control to one
// another, where the target has no other way, which asks for every part of the file that hands
// control on; and the sizes of contexts, which one function may say for another.

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
	u := &unit{job: &job{m: r.file.NewUnit()}}
	u.m.Version, u.m.Oldest, u.m.Triple, u.m.NoUnwind = r.version, r.oldest, r.triple, !r.tgt.Unwinds()
	c := &pass.Unit{M: u.m, Layout: r.layout.Fork(), Target: r.tgt}
	f := lower.NewDispatcher(c, steps)
	if r.o.PartPragma {
		lower.Pragma(c, f)
	}
	u.text = newUnitText(u)
	return u
}

// resolved works out what the async function pointers and records of the file say of sizes, in a
// unit of its own; nil where no function has to say of that.
func (r *run) resolved(units []*unit) (*unit, *lower.Known, error) {
	sizes, asked := sizesOf(units), false
	for _, u := range units {
		asked = asked || u.text != nil && len(u.text.asked) > 0
	}
	if len(sizes.Contexts)+len(sizes.Replaced) == 0 && !asked {
		return nil, nil, nil
	}
	u := &unit{job: &job{m: r.file.NewUnit()}}
	u.m.Version, u.m.Oldest, u.m.Triple = r.version, r.oldest, r.triple
	known, err := sizes.Resolve(u.m)
	return u, known, err
}

// sized makes the unit one in which the globals have their sizes.
func (u *unit) sized(known *lower.Known) error {
	if err := known.Apply(); err != nil {
		return err
	}
	u.text = newUnitText(u)
	return nil
}

// sizesOf collects what functions say of the sizes of contexts.
func sizesOf(units []*unit) *lower.ContextSizes {
	all := &lower.ContextSizes{}
	for _, u := range units {
		if u.text != nil {
			all.Add(&u.text.sizes)
		}
	}
	return all
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

// transfers reports a definition that may hand control on in a loop and mentions no coroutine: a
// part that an earlier run split.
func (r *run) transfers(it *parse.Item) bool {
	return r.parts && it.Kind == parse.ItemDefine && bytes.Contains(r.file.Text[it.Body:it.End],
		[]byte("tail call fastcc void"))
}
