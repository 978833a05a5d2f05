// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// Smaller programs, for the shrinker.

import "slices"

// Smaller returns programs that are smaller than p by one edit, large edits first. It does not
// change p.
func (p *Program) Smaller() []*Program {
	var out []*Program
	// edit makes a copy, and adds it to out if f changed it.
	edit := func(f func(q *Program) bool) {
		q := p.clone()
		if f(q) {
			out = append(out, q)
		}
	}
	for k := range p.Funcs {
		edit(func(q *Program) bool { q.Funcs = slices.Delete(q.Funcs, k, k+1); return true })
	}
	lists := 0
	longest := 0
	p.each(func(list *[]*Stmt) { lists++; longest = max(longest, len(*list)) })
	nth := func(q *Program, n int) (found *[]*Stmt) {
		k := 0
		q.each(func(list *[]*Stmt) {
			if k == n {
				found = list
			}
			k++
		})
		return found
	}
	for size := longest; size > 0; size = (size - 1 + size%2) / 2 {
		for n := range lists {
			l := len(*nth(p, n))
			for at := 0; at < l; at += size {
				if at > 0 || size <= l || size == longest {
					edit(func(q *Program) bool {
						list := nth(q, n)
						*list = slices.Delete(*list, at, min(at+size, l))
						return true
					})
				}
			}
		}
		if size == 1 {
			break
		}
	}
	// Replace a statement by its nested statements.
	for n := range lists {
		for at, s := range *nth(p, n) {
			for k := range s.Kids {
				if len(s.Kids[k]) > 0 {
					edit(func(q *Program) bool {
						list := nth(q, n)
						*list = slices.Replace(*list, at, at+1, (*list)[at].Kids[k]...)
						return true
					})
				}
			}
		}
	}
	simpler := []func(f *Func) bool{
		func(f *Func) bool { ok := f.Attr != ""; f.Attr = ""; return ok },
		func(f *Func) bool { ok := f.Byval != nil; f.Byval = nil; return ok },
		func(f *Func) bool { ok := f.Promise != nil; f.Promise = nil; return ok },
		func(f *Func) bool { ok := f.Align != 0; f.Align = 0; return ok },
		func(f *Func) bool { ok := f.Unwind != 0; f.Unwind = 0; return ok },
		func(f *Func) bool { ok := f.Lazy; f.Lazy = false; return ok },
		func(f *Func) bool { ok := f.Final; f.Final = false; return ok },
		func(f *Func) bool { ok := f.Test; f.Test = false; return ok },
		func(f *Func) bool { ok := f.Alloc == 2; f.Alloc = 0; return ok },
	}
	for k := range p.Funcs {
		for _, s := range simpler {
			edit(func(q *Program) bool { return s(q.Funcs[k]) })
		}
	}
	plain := []func(s *Stmt) bool{
		func(s *Stmt) bool { ok := s.M > 0 && s.Op != opSuspend; s.M = 0; return ok },
		func(s *Stmt) bool { ok := s.M > 0 && s.Op == opSuspend; s.M, s.N = 0, 0; return ok },
		func(s *Stmt) bool {
			ok := s.N > 3 && (s.Op == opFiller || s.Op == opCreate || s.Op == opChain)
			s.N /= 2
			return ok
		},
	}
	for n := range lists {
		for at := range *nth(p, n) {
			for _, f := range plain {
				edit(func(q *Program) bool { return f((*nth(q, n))[at]) })
			}
			if s := (*nth(p, n))[at]; s.Op == opAwait {
				for _, w := range s.Wait.simpler() {
					edit(func(q *Program) bool { (*nth(q, n))[at].Wait = w; return true })
				}
			}
		}
	}
	return out
}

// String returns the program's module as text.
func (p *Program) String() string { return Module([]*Program{p}, false) }
