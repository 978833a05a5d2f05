// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Pointers that are only compared with null become booleans. For example, the frame of an elided
// coroutine has its function to resume, or null after the final suspend. After inlining and SROA,
// nothing calls the function any more, and the only question is whether the coroutine is done:
//
//	loop:
//	  %fn = phi ptr [ @f.resume, %entry ], [ %next, %latch ]
//	  ...
//	  %next = phi ptr [ null, %final ], [ %fn, %suspended ]
//	  %done = icmp eq ptr %next, null
//
// A phi of i1 takes less than a pointer, the edges from %final and %suspended decide the branch on it,
// and @f.resume has one reference less, so the function may go.

import (
	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
)

// NarrowNulls replaces phis of null, functions and other such phis by phis of i1 if all their uses
// are comparisons with null and such phis. It reports whether there were any.
func NarrowNulls(m *ir.Module, f *ir.Func) bool {
	n := &narrower{m: m, f: f, in: map[*ir.Instr]bool{}}
	var phis []*ir.Instr
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := range b.Phis() {
			if i.Type().IsPtr() {
				phis = append(phis, i)
				n.in[i] = true
			}
		}
	}
	for _, phi := range phis {
		n.check(phi)
	}
	left := phis[:0]
	for _, phi := range phis {
		if n.in[phi] {
			left = append(left, phi)
		}
	}
	if len(left) == 0 {
		return false
	}
	n.replace(left)
	f.Changed = true
	return true
}

// narrower holds the phis of one function that may become booleans.
type narrower struct {
	m  *ir.Module
	f  *ir.Func
	in map[*ir.Instr]bool
}

// check removes a phi that has to stay a pointer, and then phis that use it or that it uses. Each
// phi is removed once, so the work is linear in the operands and uses.
func (n *narrower) check(phi *ir.Instr) {
	for work := []*ir.Instr{phi}; len(work) > 0; {
		i := ir.Pop(&work)
		if !n.in[i] || n.narrow(i) {
			continue
		}
		delete(n.in, i)
		for k := range i.NumArgs() {
			if x, ok := i.Arg(k).(*ir.Instr); ok && n.in[x] {
				work = append(work, x)
			}
		}
		for u := i.FirstUse(); u != nil; u = u.Next() {
			if n.in[u.User()] {
				work = append(work, u.User())
			}
		}
	}
}

// narrow reports whether a phi may become a boolean if those in n.in do.
func (n *narrower) narrow(phi *ir.Instr) bool {
	for k := range phi.NumArgs() {
		switch x := phi.Arg(k).(type) {
		case *ir.Instr:
			if !n.in[x] {
				return false
			}
		case *ir.Func:
			if !NonNull(n.m, n.f, x) {
				return false
			}
		default:
			if !isNull(x) {
				return false
			}
		}
	}
	for u := phi.FirstUse(); u != nil; u = u.Next() {
		x := u.User()
		if !n.in[x] && !comparesWithNull(x) {
			return false
		}
	}
	return true
}

// comparesWithNull reports whether an instruction tests whether a pointer is null.
func comparesWithNull(i *ir.Instr) bool {
	return i.Op == ir.OpICmp && (i.Pred() == ir.PredEQ || i.Pred() == ir.PredNE) && (isNull(i.Arg(0)) || isNull(i.Arg(1)))
}

// replace makes the booleans, which are true for a pointer that is not null.
func (n *narrower) replace(phis []*ir.Instr) {
	count.NullBoolean.Hit()
	m, bit := n.m, n.m.Types.Int(1)
	b := ir.NewBuilder(m)
	known := make(map[*ir.Instr]*ir.Instr, len(phis))
	for _, phi := range phis {
		known[phi] = b.Before(phi).SetDebugLoc(phi.DebugLoc()).Phi(bit, takeName(phi), nil, nil)
	}
	for _, phi := range phis {
		for k, from := range phi.PhiBlocks() {
			var v ir.Value = m.Bool(!isNull(phi.Arg(k)))
			if x, ok := phi.Arg(k).(*ir.Instr); ok {
				v = known[x]
			}
			known[phi].AddIncoming(m, v, from)
		}
	}
	for _, phi := range phis {
		for _, x := range phi.Users() {
			if x.Op != ir.OpICmp {
				continue
			}
			var v ir.Value = known[phi]
			if x.Pred() == ir.PredEQ {
				v = b.Before(x).SetDebugLoc(x.DebugLoc()).Binary(ir.OpXor, v, m.Bool(true), 0, takeName(x))
			}
			replaceAndErase(x, v)
		}
	}
	for _, phi := range phis {
		replaceAndErase(phi, m.Poison(phi.Type()))
	}
}

// takeName returns an instruction's name for the one that replaces it.
func takeName(i *ir.Instr) string {
	name := i.Name()
	i.SetName("")
	return name
}
