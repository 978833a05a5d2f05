package elide

// Creations of coroutines, found by the post-split coro.id that each leaves in its creator: what
// the ramp's table of parts tells of them. What becomes of the handle is asked of package handle.

import (
	"maps"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/handle"
	"github.com/corolower/corolower/internal/opt"
)

// Lifetimes looks at the coroutines that f creates, in the order of the code. The function stays as
// it is.
func (c *State) Lifetimes(f *ir.Func) []*handle.Lifetime { return c.lifetimes(f, false) }

// lifetimes is Lifetimes; ends asks for their ends.
func (c *State) lifetimes(f *ir.Func, ends bool) []*handle.Lifetime {
	if f.Declared || f.Entry() == nil {
		return nil
	}
	lives := c.takeCachedVerdict(f)
	if lives != nil && !c.Prove {
		c.bound(f, lives)
		return lives
	}
	kept := lives
	lives = collectLifetimes(c, f)
	count := hits{m: c.M, f: f}
	for _, l := range lives {
		l.Hits = count.of(l.ID)
	}
	c.facts().Decide(f, lives, ends)
	if kept != nil {
		holdAgainst(kept, lives)
	}
	c.bound(f, lives)
	return lives
}

// kept are answers about a function which is as it was when they were found out.
type cachedVerdict struct {
	f     *ir.Func
	lives []*handle.Lifetime
	own   bool // the next change of f that is told of is the one before them
}

// keep keeps answers of which all are good, for the pass that acts on them. They are those on f as
// the pass leaves it that is under way.
func (c *State) cacheVerdict(f *ir.Func, lives []*handle.Lifetime) {
	for _, l := range lives {
		if l.Miss != nil {
			return
		}
	}
	c.kept = &cachedVerdict{f: f, lives: lives, own: true}
}

// takeCachedVerdict gives the answers that are kept about a function, nil where none are.
func (c *State) takeCachedVerdict(f *ir.Func) []*handle.Lifetime {
	k := c.kept
	if k == nil || k.f != f || k.own {
		return nil
	}
	c.kept = nil
	return k.lives
}

// dropCachedVerdict drops answers that a change of a function may make others.
func (c *State) dropCachedVerdict(f *ir.Func) {
	switch k := c.kept; {
	case k == nil:
	case k.f == f && k.own:
		k.own = false
	case k.f == f || c.known.Knows(f):
		c.kept = nil
	}
}

// holdAgainst panics if answers that were kept are not those that are found now.
func holdAgainst(kept, now []*handle.Lifetime) {
	same := func(a, b *handle.Lifetime) bool {
		return a.ID == b.ID && a.Begin == b.Begin && a.Var == b.Var && b.Miss == nil && slices.Equal(a.Resumes,
			b.Resumes) &&
			slices.Equal(a.Destroys, b.Destroys) && maps.Equal(a.ViaMemory, b.ViaMemory) && slices.Equal(a.Blockers,
			b.Blockers) &&
			(b.Ends == nil || slices.Equal(a.Ends, b.Ends)) && (a.Hits == nil) == (b.Hits == nil) && (a.Hits == nil ||
			*a.Hits == *b.Hits)
	}
	if !slices.EqualFunc(kept, now, same) {
		panic("the cached creations of a function are out of date")
	}
}

// hits tells how often instructions of a function are reached. What it is asked first costs a look
// at the function, if that has a profile.
type hits struct {
	m      *ir.Module
	f      *ir.Func
	asked  bool
	runs   *uint64 // of the function
	blocks *opt.Frequencies
}

// of is a number of times, nil without a profile. It renumbers the function when it is asked first.
func (h *hits) of(i *ir.Instr) *uint64 {
	if !h.asked {
		h.asked = true
		if h.runs = debuginfo.EntryCount(h.m, h.f); h.runs != nil {
			h.blocks = opt.NewFrequencies(h.m, h.f)
		}
	}
	if h.runs == nil {
		return nil
	}
	return reached(*h.runs, h.blocks.Of(i.Block()), h.blocks.Entry())
}

// reached scales the runs of a function by how often a block is reached a run; what has no place in
// a number is the largest.
func reached(runs, count, entry uint64) *uint64 {
	n := uint64(math.MaxUint64)
	if high, low := bits.Mul64(runs, count); high < entry {
		n, _ = bits.Div64(high, low, entry)
	}
	return &n
}

// collectLifetimes finds the creations that something is left to say about.
func collectLifetimes(c *State, f *ir.Func) []*handle.Lifetime {
	var lives []*handle.Lifetime
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op != ir.OpCall || ir.CoroCall(i) != ir.CoroID {
				continue
			}
			if l := newLifetime(c, f, i); l != nil {
				lives = append(lives, l)
			}
		}
	}
	return lives
}

// newLifetime reads a post-split coro.id of another coroutine than f; nil for anything else, and
// for one of which the frame was elided.
func newLifetime(c *State, f *ir.Func, id *ir.Instr) *handle.Lifetime {
	p := c.partsOf(f, id)
	if p == nil {
		return nil
	}
	l := &handle.Lifetime{ID: id, Coroutine: p.Ramp, Resume: p.Resume, Destroy: p.Destroy, Cleanup: p.Cleanup,
		Size: -1, Align: -1}
	frameAttrs(c, l)
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
		l.Miss = &handle.Miss{Kind: handle.MissNoAlloc,
			Text: "it has " + strconv.Itoa(begins) + " llvm.coro.begin, but must have exactly one"}
	case allocs == 0:
		l.Miss = &handle.Miss{Kind: handle.MissNoAlloc,
			Text: "it has no llvm.coro.alloc, so it always allocates its frame",
			Fix:  "allocate the frame only if llvm.coro.alloc returns true"}
	case l.Size < 0:
		l.Miss = &handle.Miss{Kind: handle.MissUnknownSize,
			Text: "the size of its frame is unknown: the parameter of @" + l.Resume.Name + " has no dereferenceable(N)",
			Fix:  "add dereferenceable(N) and align A to the parameter of @" + l.Resume.Name}
	}
	return l
}

// partsOf reads the table of another coroutine than f, which f creates by a coro.id; nil where
// there is none.
func (c *State) partsOf(f *ir.Func, id *ir.Instr) *coro.Parts {
	if id.NumCallArgs() != 4 || ir.StripCasts(id.Arg(ir.IdCoro)) == ir.Value(f) {
		return nil
	}
	p, err := coro.PartsOf(id)
	if err != nil && c.M.Err == nil {
		c.M.Err = err
	}
	return p
}

// frameAttrs reads the frame's size and alignment off the parameter of the resume function.
func frameAttrs(c *State, l *handle.Lifetime) {
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

// maxSpelled bounds how many instructions of one function are spelled in reasons: to number one
// means to number all of the function. Behind that a reason tells the place in the file alone.
const maxSpelled = 100

// elision is the report about a lifetime; whether it is elided is the caller's to say. The function
// must still be as it was looked at: to print one instruction takes numbering all, so it is done
// here and not for each of the many answers that nobody is told.
func (c *State) elision(l *handle.Lifetime, f *ir.Func) *Elision {
	if l.Miss != nil && l.Miss.At != nil {
		if b := l.Miss.At.Block(); b != nil && c.spelled[b.Func()] < maxSpelled {
			if c.spelled == nil {
				c.spelled = map[*ir.Func]int{}
			}
			c.spelled[b.Func()]++
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
