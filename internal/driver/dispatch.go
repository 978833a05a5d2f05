// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

// This file builds the code that depends on several units. The first is the dispatch loop, through
// which coroutines transfer control on targets without tail calls; it needs every part that
// transfers control. The second is the sizes of contexts, because one function may define the size
// for another.

import (
	"bytes"

	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
)

// dispatcher returns a unit that holds the dispatch loop; nil if no part needs it.
func (r *run) dispatcher(units []*unit) *unit {
	steps := stepsOf(units)
	if len(steps) == 0 {
		return nil
	}
	u := &unit{job: &job{m: r.file.NewUnit()}}
	u.m.Version, u.m.Oldest, u.m.Triple, u.m.NoUnwind = r.version, r.oldest, r.triple, !r.tgt.Unwinds()
	c := &pass.Unit{M: u.m, Layout: r.layout.Fork(), Target: r.tgt}
	lower.NewDispatcher(c, steps)
	u.made(r)
	return u
}

// made records the content of a unit that holds no function of the file.
func (u *unit) made(r *run) {
	if r.o.Module {
		u.keep()
	} else {
		u.text = newUnitText(u)
	}
}

// resolved determines the context sizes in the file's async function pointers and records, in a
// unit of its own; nil if no function uses such sizes.
func (r *run) resolved(units []*unit) (*unit, *lower.Known, error) {
	sizes, asked := sizesOf(units), false
	for _, u := range units {
		asked = asked || u.text != nil && len(u.text.asked) > 0 || u.kept != nil && len(u.kept.asked) > 0
	}
	if len(sizes.Contexts)+len(sizes.Replaced) == 0 && !asked {
		return nil, nil, nil
	}
	u := &unit{job: &job{m: r.file.NewUnit()}}
	u.m.Version, u.m.Oldest, u.m.Triple = r.version, r.oldest, r.triple
	known, err := sizes.Resolve(u.m)
	return u, known, err
}

// sized writes the sizes into the globals of the unit.
func (r *run) sized(u *unit, known *lower.Known) error {
	if err := known.Apply(); err != nil {
		return err
	}
	u.made(r)
	return nil
}

// sizesOf collects what the units' functions define about context sizes.
func sizesOf(units []*unit) *lower.ContextSizes {
	all := &lower.ContextSizes{}
	for _, u := range units {
		if u.text != nil {
			all.Add(&u.text.sizes)
		}
	}
	return all
}

// stepsOf collects the parts that the dispatch loop calls.
func stepsOf(units []*unit) (steps []lower.Step) {
	for _, u := range units {
		if u.text != nil {
			steps = append(steps, u.text.steps...)
		}
	}
	return steps
}

// transfers reports whether a definition may transfer control through the dispatch loop, although
// it mentions no coroutine: it may be a part that an earlier run split.
func (r *run) transfers(it *parse.Item) bool {
	return r.parts && it.Kind == parse.ItemDefine && bytes.Contains(r.file.Text[it.Body:it.End],
		[]byte("tail call fastcc void"))
}
