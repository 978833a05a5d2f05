// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// A coroutine that an exception left counts as suspended at its final suspend: coro.done returns true,
// and destroying it takes the destroy edge of that suspend.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
)

// checkThrown reports a coroutine that an exception leaves for certain somewhere, if destroying it
// afterwards goes wrong: it has no final suspend, so destroy takes the edge of the suspend before and
// destroys the same variables again, or the destroy edge of the final suspend uses a variable that
// is only built on the way there. For example, unhandled_exception of C++ throws again, and the
// awaiter that final_suspend returns has a destructor.
func (k *checker) checkThrown() {
	if len(k.calls[ir.CoroSuspend]) == 0 || k.lowering {
		return
	}
	thrown, end := k.leaves()
	if thrown == nil {
		return
	}
	var final *ir.Instr
	for _, s := range k.calls[ir.CoroSuspend] {
		if c, ok := constInt(s, 1); !ok || c.IsTrue() {
			final = s
		}
	}
	if final == nil {
		e := k.report(rule.RuleThrown, thrown.Pos, "an exception leaves the coroutine here, and it has no final suspend, "+
			"so destroying it destroys its variables again")
		note(e, end.Pos, "the exception leaves here")
		note(e, k.calls[ir.CoroSuspend][0].Pos, "destroy continues at the last suspend, for example this one")
		hint(e, "let a path lead to a final suspend. For C++: do not declare unhandled_exception [[noreturn]], or catch "+
			"the exception in the body")
		return
	}
	to, at, ok := arm(final, 1)
	if !ok || k.flow.dom.Index(to) < 0 {
		return
	}
	uses := map[*ir.Instr]*ir.Instr{} // from an access to the variable that is only built for the final suspend
	for _, a := range k.allocs {
		if k.builtFor(a, final, thrown) {
			k.touched(a, func(i *ir.Instr, _ bool) { uses[i] = a })
		}
	}
	if len(uses) == 0 {
		return
	}
	p := k.newPaths()
	p.walk(position{from: at.Block(), at: to, known: []binding{{final, 1}}}, func(i *ir.Instr, _ *position) bool {
		if a := uses[i]; a != nil {
			e := k.once(final, rule.RuleThrown, i.Pos, "this is reached when the coroutine is destroyed after an exception "+
				"left it, and uses a variable that was never built")
			note(e, thrown.Pos, "the exception leaves the coroutine here")
			note(e, a.Pos, "the variable is here")
			note(e, final.Pos, "destroy continues at this suspend")
			hint(e, "store the exception in the promise, and do not let it leave the coroutine. For C++: return a final awaiter "+
				"without a destructor")
		}
		c := ir.CoroCall(i)
		return c != ir.CoroEnd && c != ir.CoroSuspend
	})
}

// leaves returns a call of a resumed coroutine that always throws, and the coro.end through which the
// exception leaves the coroutine, if it frees nothing on the way; nil: there is none.
func (k *checker) leaves() (thrown, end *ir.Instr) {
	resumed := (func(*ir.Instr) bool)(nil)
	for _, i := range k.calls[ir.CoroEnd] {
		if ir.IsUnwindEnd(i) && resumed == nil {
			resumed = k.resumedCode()
		}
	}
	if resumed == nil {
		return nil, nil
	}
	for _, b := range k.flow.dom.RPO {
		i := b.Terminator()
		if i.Op != ir.OpInvoke || !resumed(i) || !k.onlyThrows(i) {
			continue
		}
		p := k.newPaths()
		p.walk(position{from: b, at: i.UnwindDest()}, func(x *ir.Instr, _ *position) bool {
			switch ir.CoroCall(x) {
			case ir.CoroEnd:
				if ir.IsUnwindEnd(x) {
					thrown, end = i, x
				}
				return false
			case ir.CoroSuspend, ir.CoroFree:
				return false
			}
			return true
		})
		if thrown != nil {
			return thrown, end
		}
	}
	return nil, nil
}

// onlyThrows reports whether a call never returns but throws.
func (k *checker) onlyThrows(i *ir.Instr) bool {
	if !ir.MayThrow(k.m, i) {
		return false
	}
	if ir.CallHas(k.m, i, "noreturn") {
		return true
	}
	f := k.body(i)
	if f == nil || ir.IsPresplit(k.m, f) {
		return false
	}
	work := ir.NewWorklist(f.Entry())
	for b := range work.All {
		if t := b.Terminator(); t.Op == ir.OpRet {
			return false
		}
		work.Add(b.Succs(nil)...)
	}
	return true
}

// builtFor reports whether a variable is used before a suspend, and only on paths that do not lead to
// another instruction.
func (k *checker) builtFor(a, s, other *ir.Instr) bool {
	before, leads := false, false
	reaches := k.flow.towards([]*ir.Instr{other})
	usesOf([]*ir.Instr{a}, func(u *ir.Use, on func(*ir.Instr)) {
		i := u.User()
		access(u, on, func(*ir.Instr) {})
		n := k.flow.dom.Index(i.Block())
		leads = leads || n >= 0 && reaches[n]
		before = before || k.flow.dom.InstrDominates(i, s) && !ir.IsLifetime(i)
	})
	return before && !leads
}
