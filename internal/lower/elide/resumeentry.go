// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// Frames whose resume function is called by name. A coroutine with continuations stores another
// function in its frame at each suspend (split/abi_switch_continue.go), and only who reads the frame
// may resume it: the resume part does not store them. The function that begins the coroutine makes
// the frame one that the resume part may resume, by storing the resume part instead. For example:
//
//	store ptr @f.resume.0, ptr %frame     ->     store ptr @f.resume, ptr %frame
//
// The ramp itself does so if no other frame of the coroutine is created in the unit.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// resumeByName makes the calls that resume a coroutine call its resume part by name. It reports
// whether there are any.
func (el *elider) resumeByName(l *lifetime.Lifetime) bool {
	if len(l.Resumes) == 0 {
		return false
	}
	resumeEntry(el.f, l.Resume, l.Continuations)
	for _, r := range l.Resumes {
		el.replaceFn(r, l.Resume)
	}
	return true
}

// resumeEntry makes a function store the resume part of a coroutine in its frames wherever it stores
// one of these continuations. Other frames of the coroutine that begin here remain right: the resume
// part resumes the coroutine at every suspend. It reports whether the function stored any.
func resumeEntry(f, resume *ir.Func, continuations []*ir.Func) (changed bool) {
	if len(continuations) == 0 {
		return false
	}
	for i := range f.Instrs() {
		for k := range i.NumArgs() {
			if g, ok := i.Arg(k).(*ir.Func); ok && slices.Contains(continuations, g) {
				i.SetArg(k, resume)
				changed = true
			}
		}
	}
	return changed
}

// DropContinuations makes the ramp f store the resume part if the unit elides all frames of the
// coroutine that it creates. Then only other files call the ramp, if any does, and the continuations
// would be code for them alone. names returns what a function without a body names, false if that
// is unknown.
func (c *State) DropContinuations(f *ir.Func, names func(*ir.Func) ([]ir.Value, bool)) bool {
	ps := c.parts[f.Name]
	if len(ps.continuations) == 0 {
		return false
	}
	if c.created == nil {
		c.created = c.createdFrames(names)
	}
	return !c.created[f.Name] && resumeEntry(f, ps.resume, ps.continuations)
}

// createdFrames returns the names of the coroutines with an elided frame for which a function of the
// unit may create another frame too: it calls the ramp, or is no part and stores a continuation.
func (c *State) createdFrames(names func(*ir.Func) ([]ir.Value, bool)) map[string]bool {
	owner := map[*ir.Func]string{} // of ramps and continuations
	for name, ps := range c.parts {
		for _, g := range ps.continuations {
			owner[g] = name
		}
	}
	created := map[string]bool{}
	visit := func(f *ir.Func, v ir.Value) {
		g, ok := v.(*ir.Func)
		if !ok {
			return
		}
		if ps := c.parts[g.Name]; len(ps.continuations) > 0 {
			created[g.Name] = true
		} else if name := owner[g]; name != "" && f.Name != name && owner[f] != name {
			created[name] = true
		}
	}
	for _, f := range c.M.Funcs {
		if !f.Loaded() {
			list, known := names(f)
			for name := range c.parts {
				created[name] = created[name] || !known
			}
			for _, v := range list {
				visit(f, v)
			}
		}
		for i := range f.Instrs() {
			if ir.IsCoro(i, ir.CoroID) {
				continue // names the ramp, but does not call it
			}
			for k := range i.NumArgs() {
				visit(f, i.Arg(k))
			}
		}
	}
	return created
}
