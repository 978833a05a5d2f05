package handle

// Targets on which local memory is each thread's own (target.PrivateLocals): a frame must not lie there when another thread may come by
// its address, even where the thread that made it destroys it in time. By that address the other would reach its own memory.
//
// What is looked at is where the handle is stored while the frame lives, by the creator, by what it calls, and by the coroutine itself. A
// pointer that was kept in a variable, or in the frame of a coroutine, is taken to lead to memory of the thread: that is how a task finds
// the one that awaits it.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// maxPointerChain bounds the pointers that lead to a place.
const maxPointerChain = 8

// shared tells in which memory of several threads a place lies; "" where none is seen to. Only the creator's own parameters are known to come
// from elsewhere: those of a callee are what it is given.
func (w *lifeWalk) shared(p ir.Value, depth int) string {
	base := ir.Underlying(p)
	if t := base.Type(); t.IsPtr() && t.AddrSpace() != 0 && t.AddrSpace() != w.an.facts.Target.LocalAS() {
		if t.AddrSpace() == w.an.facts.Target.SharedAS() {
			return "shared memory"
		}
		return "address space " + strconv.Itoa(t.AddrSpace())
	}
	switch x := base.(type) {
	case *ir.Global:
		return "@" + x.Name
	case *ir.Param:
		if w.root {
			return "memory that a parameter points to"
		}
	case *ir.Instr:
		switch {
		case x.Op == ir.OpLoad && depth < maxPointerChain:
			return w.shared(x.Arg(0), depth+1)
		case x.Op == ir.OpLoad, x.Op == ir.OpIntToPtr:
			return "memory of which nothing is known"
		}
	case *ir.Const:
		if x.Kind == ir.ConstExpr && len(x.Elems) > 0 {
			return w.shared(x.Elems[0], depth+1)
		}
	}
	return ""
}

// toStranger notes that the handle goes to code of which nothing is to be read: it may keep it where it likes.
func (w *lifeWalk) toStranger(i *ir.Instr, g *ir.Func) {
	if w.an.private && ir.CoroCall(i) == ir.NotCoro && (g == nil || g.Declared) {
		what := "code that is not known"
		if g != nil {
			what = "@" + g.Name + ", of which the body is not known"
		}
		w.an.privateEscape(w, i, "the handle goes to "+what)
	}
}

// toAtomic notes that the handle is what an atomic operation writes: that is done for other threads to see.
func (w *lifeWalk) toAtomic(s *lifeState, i *ir.Instr) {
	for n := 1; w.an.private && n < i.NumArgs(); n++ {
		if w.eval(s, i.Arg(n)).kind == knownFrame {
			w.an.privateEscape(w, i, "the handle goes to an atomic operation")
		}
	}
}

// publishes looks, path by path, at what the coroutine itself does with its handle, where it may give addresses in its frame away. A body that
// cannot be read counts as doing the worst.
func (an *lifeAnalysis) publishes(l *Lifetime) {
	if l.Resume == nil {
		return
	}
	w := an.newWalk(an.f)
	w.root = true
	if w.readable(l.Begin, l.Resume, 1) {
		if _, ok := w.nested(an.facts.newLifeState(), l.Begin, l.Resume, []known{{kind: knownFrame}}); ok {
			return
		}
	}
	an.privateEscape(w, l.Begin, "what the coroutine does with its own handle is not known")
}
