package lower

// What becomes of the coroutines that a function creates: for each post-split coro.id, whether the frame's lifetime ends before the
// function is left, so that the frame may lie in the function. Nothing is changed here; elide.go acts on the answer.

import (
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Lifetime is one creation of a coroutine in a function.
type Lifetime struct {
	ID, Begin                           *ir.Instr // post-split coro.id and its coro.begin (nil: none, or several)
	Coroutine, Resume, Destroy, Cleanup *ir.Func
	Size, Align                         int64 // of the frame in bytes; Size is -1 where it is not known
	Miss                                *Miss // nil: the frame may lie in the function
	// Blockers are the calls through which the handle, or the address of memory that may hold it, goes, in the order of the code. To look
	// through them may decide what is undecided.
	Blockers []*ir.Instr

	resumes, destroys []*ir.Instr        // coro.subfn.addr of handles proved to be this one
	viaMemory         map[*ir.Instr]bool // destroys of which the handle comes from memory
	frame             *ir.Instr          // the cast that stands for the frame, once it was elided
}

// Lifetimes looks at the coroutines that f creates, in the order of the code. The function stays as it is.
func Lifetimes(c *Context, f *ir.Func) []*Lifetime {
	if f.Declared || f.Entry() == nil {
		return nil
	}
	lives := collectLifetimes(c, f)
	if len(lives) == 0 {
		return nil
	}
	an := newLifeAnalysis(c, f)
	for _, l := range lives {
		an.decide(l)
	}
	return lives
}

// collectLifetimes finds the creations that something is left to say about.
func collectLifetimes(c *Context, f *ir.Func) []*Lifetime {
	var lives []*Lifetime
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op != ir.OpCall || CoroCall(i) != CoroID {
				continue
			}
			if l := newLifetime(c, f, i); l != nil {
				lives = append(lives, l)
			}
		}
	}
	return lives
}

// newLifetime reads a post-split coro.id of another coroutine than f; nil for anything else, and for one of which the frame was elided.
func newLifetime(c *Context, f *ir.Func, id *ir.Instr) *Lifetime {
	if id.NumCallArgs() != 4 || !isPostSplit(id) {
		return nil
	}
	co, ok := stripCasts(id.Arg(idCoro)).(*ir.Func)
	if !ok || co == f {
		return nil
	}
	l := &Lifetime{ID: id, Coroutine: co, Size: -1, Align: -1}
	g := stripCasts(id.Arg(idInfo)).(*ir.Global)
	init, err := g.Initializer()
	if err != nil {
		if c.M.Err == nil {
			c.M.Err = err
		}
		return nil
	}
	table, ok := init.(*ir.Const)
	if !ok || len(table.Elems) < 3 { // a fourth is the .noalloc ramp
		return nil
	}
	for k, fn := range []**ir.Func{&l.Resume, &l.Destroy, &l.Cleanup} {
		if *fn, ok = stripCasts(table.Elems[k]).(*ir.Func); !ok {
			return nil
		}
	}
	l.frameAttrs(c)
	begins, allocs := 0, 0
	for _, u := range id.Users() {
		switch CoroCall(u) {
		case CoroBegin:
			begins++
			l.Begin = u
		case CoroAlloc:
			allocs++
		}
	}
	switch {
	case begins == 0 && allocs == 0:
		return nil
	case begins != 1:
		l.Begin = nil
		l.Miss = &Miss{Kind: MissNoAlloc, Text: "it has " + strconv.Itoa(begins) + " llvm.coro.begin, where one is needed"}
	case allocs == 0:
		l.Miss = &Miss{Kind: MissNoAlloc, Text: "it has no llvm.coro.alloc: its allocation is not made to be left out"}
	case l.Size < 0:
		l.Miss = &Miss{Kind: MissUnknownSize, Text: "the size of its frame is not known: @" + l.Resume.Name + " does not say dereferenceable(N)",
			Mend: "put dereferenceable(N) and align A on the parameter of @" + l.Resume.Name}
	}
	return l
}

// frameAttrs reads the frame's size and alignment off the parameter of the resume function.
func (l *Lifetime) frameAttrs(c *Context) {
	if len(l.Resume.Params) == 0 {
		return
	}
	set := l.Resume.Params[0].Attrs
	number := func(name string) int64 {
		a := set.Get(c.M, name)
		if a == nil {
			return -1
		}
		n, err := strconv.ParseInt(a.Val, 10, 63)
		if err != nil {
			return -1
		}
		return n
	}
	if l.Size = number("dereferenceable"); l.Size < 0 {
		return
	}
	if l.Align = number("align"); l.Align < 1 {
		l.Align = 1
	}
}

// Elision is the report about a lifetime; whether it is elided is the caller's to say. The function must still be as it was looked at: to
// print one instruction takes numbering all, so it is done here and not for each of the many answers that nobody is told.
func (l *Lifetime) Elision(c *Context, f *ir.Func) *Elision {
	if l.Miss != nil && l.Miss.at != nil {
		l.Miss.Instr = c.spell(l.Miss.at)
		l.Miss.at = nil
	}
	return &Elision{Callee: l.Coroutine.Name, Caller: f.Name, Size: l.Size, Align: l.Align, Pos: l.ID.Pos, Loc: callerLoc(c.M, l.ID), Miss: l.Miss}
}

// spell prints an instruction for a reason.
func (c *Context) spell(i *ir.Instr) string {
	if c.Print != nil {
		return strings.Join(strings.Fields(c.Print(i)), " ") // one line
	}
	text := i.Op.String()
	if i.Name() != "" {
		text = "%" + i.Name() + " = " + text
	}
	return text
}
