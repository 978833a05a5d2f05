// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file finds creations of coroutines by the post-split coro.id that each leaves in its
// creator, and reads the ramp's table of parts. Package lifetime analyses the handle.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/target"
)

// lifetimes analyses the coroutines that f creates, in the order of the code. It does not change f.
func (c *State) lifetimes(f *ir.Func, q lifetime.Query) []*lifetime.Lifetime {
	if f.Entry() == nil {
		return nil
	}
	lives := collectLifetimes(c, f)
	count := hits{m: c.M, f: f}
	for _, l := range lives {
		l.Hits = count.of(l.ID)
	}
	c.facts().Decide(f, lives, q)
	c.bound(f, lives)
	return lives
}

// hits computes the execution counts of a function's instructions. If the function has a profile,
// the first query analyses the function.
type hits struct {
	m      *ir.Module
	f      *ir.Func
	asked  bool
	blocks *opt.Frequencies
}

// of returns the execution count of an instruction; nil without a profile. The first query
// renumbers the function.
func (h *hits) of(i *ir.Instr) *uint64 {
	if !h.asked {
		h.asked, h.blocks = true, opt.NewProfile(h.m, h.f)
	}
	if h.blocks == nil {
		return nil
	}
	n := h.blocks.Runs(i.Block())
	return &n
}

// collectLifetimes finds the creations in f, without those that are elided already.
func collectLifetimes(c *State, f *ir.Func) []*lifetime.Lifetime {
	var lives []*lifetime.Lifetime
	for i := range f.Instrs() {
		if i.Op != ir.OpCall || ir.CoroCall(i) != ir.CoroID {
			continue
		}
		if l := newLifetime(c, f, i); l != nil {
			lives = append(lives, l)
		}
	}
	return lives
}

// newLifetime returns the lifetime that begins with a post-split coro.id of another coroutine than
// f; nil for any other instruction, and if the frame is elided already.
func newLifetime(c *State, f *ir.Func, id *ir.Instr) *lifetime.Lifetime {
	p := c.Bodies.PartsOf(f, id)
	if p == nil {
		return withoutParts(f, id)
	}
	l := &lifetime.Lifetime{ID: id, Coroutine: p.Ramp, Resume: p.Resume, Destroy: p.Destroy, Cleanup: p.Cleanup,
		Continuations: p.Continuations, Size: -1, Align: -1}
	if len(l.Resume.Params) > 0 {
		l.Size, l.Align = frameBytes(c, l.Resume.Params[0])
	}
	begins, allocs := 0, 0
	for _, u := range id.Users() {
		switch ir.CoroCall(u) {
		case ir.CoroBegin:
			begins++
			l.Begin = u
		case ir.CoroAlloc:
			allocs++
		}
	}
	switch {
	case begins == 0 && allocs == 0:
		return nil
	case begins != 1:
		l.Begin = nil
		l.Miss = &lifetime.Miss{Kind: lifetime.MissNoAlloc,
			Text: "it has " + strconv.Itoa(begins) + " llvm.coro.begin, but must have exactly one"}
	case allocs == 0:
		l.Miss = &lifetime.Miss{Kind: lifetime.MissNoAlloc,
			Text: "it has no llvm.coro.alloc, so it always allocates its frame",
			Fix:  "allocate the frame only if llvm.coro.alloc returns true"}
	case c.Target.PrivateLocals() && c.inShared(l.Begin.Arg(1), nil, maxPlace):
		l.Miss = &lifetime.Miss{Kind: lifetime.MissAddrSpace, Text: "its allocation returns shared memory",
			Fix: "let the promise have no operator new if the frame may be in local memory"}
	case l.Size < 0:
		l.Miss = &lifetime.Miss{Kind: lifetime.MissUnknownSize,
			Text: "the size of its frame is unknown: the parameter of @" + l.Resume.Name + " has no dereferenceable(N)",
			Fix:  "add dereferenceable(N) and align A to the parameter of @" + l.Resume.Name}
	}
	return l
}

// maxPlace bounds the phis and calls that inShared follows one behind the other.
const maxPlace = 6

// inShared reports whether an allocated address may be in the shared memory of a GPU: a program that
// places frames there has a reason, for example that local memory is slow. It looks into the functions that
// return the address; given is whether the argument for a parameter of the function with v may be.
func (c *State) inShared(v ir.Value, given func(*ir.Param) bool, left int) bool {
	v = ir.Underlying(v)
	if v.Type().IsPtr() && v.Type().AddrSpace() == target.SharedSpace {
		return true
	}
	if p, ok := v.(*ir.Param); ok && given != nil {
		return given(p)
	}
	i := ir.AsInstr(v)
	if i == nil || left == 0 {
		return false
	}
	if g := i.CalledFunc(); g != nil && c.Bodies.Body(g) {
		s, _ := c.Bodies.Simplified(g)
		argument := func(p *ir.Param) bool {
			return p.Index < i.NumCallArgs() && c.inShared(i.Arg(p.Index), given, left-1)
		}
		for b := s.Entry(); b != nil; b = b.Next() {
			if t := b.Terminator(); t.Op == ir.OpRet && t.NumArgs() > 0 && c.inShared(t.Arg(0), argument, left-1) {
				return true
			}
		}
	}
	if i.Op == ir.OpPhi || i.Op == ir.OpSelect {
		for k := range i.NumArgs() {
			if x := i.Arg(k); x.Type().IsPtr() && c.inShared(x, given, left-1) {
				return true
			}
		}
	}
	return false
}

// withoutParts returns the lifetime of a coroutine whose table does not name all its parts, for
// example `@f.resumers = constant [3 x ptr] [ptr @f.resume, ptr undef, ptr undef]`. Such a lifetime
// is missed, not analysed. It is nil if the coro.id has no table or is that of f.
func withoutParts(f *ir.Func, id *ir.Instr) *lifetime.Lifetime {
	if id.NumCallArgs() != 4 || !ir.IsPostSplit(id) {
		return nil
	}
	ramp, ok := ir.StripCasts(id.Arg(ir.IdCoro)).(*ir.Func)
	begins := slices.ContainsFunc(id.Users(), func(u *ir.Instr) bool { return ir.CoroCall(u) == ir.CoroBegin })
	if !ok || ramp == f || !begins {
		return nil
	}
	table := ir.StripCasts(id.Arg(ir.IdInfo)).(*ir.Global).Name
	return &lifetime.Lifetime{ID: id, Coroutine: ramp, Size: -1, Align: -1, Miss: &lifetime.Miss{
		Kind: lifetime.MissUnknownCallee, Text: "@" + table + " does not name the functions that resume and destroy it",
		Fix: "name its resume, destroy and cleanup functions in @" + table}}
}

// maxSpelled bounds the instructions of one function that reasons quote, because printing one
// instruction numbers the whole function. Further reasons have only a position in the file.
const maxSpelled = 100

// elision returns the report about a lifetime; the caller sets Elided. The function must not have
// changed since the analysis: the reason is printed here, and not for the many lifetimes that no
// remark reports, because that numbers the whole function.
func (c *State) elision(l *lifetime.Lifetime, f *ir.Func) *Elision {
	if l.Miss != nil && l.Miss.At != nil {
		if b := l.Miss.At.Block(); b != nil && c.spelled[b.Func()] < maxSpelled {
			ir.Put(&c.spelled, b.Func(), c.spelled[b.Func()]+1)
			l.Miss.Instr = c.spell(l.Miss.At)
		}
		l.Miss.At = nil
	}
	return &Elision{Callee: l.Coroutine.Name, Caller: f.Name, Local: f.IsLocal(), Size: l.Size, Align: l.Align,
		Pos: l.ID.Pos, Loc: debuginfo.CallerLoc(c.M, l.ID), Miss: l.Miss,
		Var: l.Var, Hits: l.Hits}
}

// spell prints an instruction for a reason.
func (c *State) spell(i *ir.Instr) string {
	if c.Print != nil {
		return strings.Join(strings.Fields(c.Print(i)), " ") // one line
	}
	text := i.Op.String()
	if i.Name() != "" {
		text = "%" + i.Name() + " = " + text
	}
	return text
}
