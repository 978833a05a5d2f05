// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framecheck

// Objects that are never alive at the same time. Where paths join, a state says of both %a and %b
// that they may be alive, even if one is on each path. For example:
//
//	%a starts -> call, which may throw -> %a ends -> %b starts -> call, which may throw -> %b ends
//	                  '------------------> handler <-----------------'
//
// In the handler, other code that knows both addresses may write %a or %b, but never both in one
// execution. So it does not write over the content of the other one.
//
// Two objects are alive at the same time only if one of them is alive where the other one starts.
// The first walk over the function collects what may be alive at each start. If it also has
// findings, a second walk uses this.

// apart records which objects are alive where others start.
type apart struct {
	marked   []bool // by thing: an object with a lifetime.start
	together []set  // by thing: the objects that may be alive where its lifetime starts
	used     bool   // together is complete, and the walk uses it
}

// newApart returns an apart in which no object has started.
func (c *checker) newApart(events []event) apart {
	a := apart{marked: make([]bool, len(c.things)), together: make([]set, len(c.things))}
	for _, e := range events {
		if e.kind == evStart {
			a.marked[e.thing] = true
		}
	}
	return a
}

// starts records what is alive where object k starts.
func (fl *flow) starts(k int, s *state) {
	a := &fl.apart
	if len(fl.c.things[k].overlap) == 0 || a.used {
		return
	}
	if a.together[k] == nil {
		a.together[k] = make(set, len(s.alive))
	}
	a.together[k].join(s.alive)
}

// never reports whether two things are objects that are never alive at the same time. together must
// be complete.
func (a *apart) never(k, o int) bool {
	with := func(k, o int) bool { return a.together[k] != nil && a.together[k].has(o) }
	return a.marked[k] && a.marked[o] && !with(k, o) && !with(o, k)
}

// some reports whether objects that share bytes are never alive at the same time.
func (a *apart) some(c *checker) bool {
	for k := range c.things {
		for _, o := range c.things[k].overlap {
			if a.never(k, o) {
				return true
			}
		}
	}
	return false
}

// exclude reports whether things k and o are known never to be alive at the same time, so that an
// access of k in its lifetime does not concern o.
func (fl *flow) exclude(k, o int) bool { return fl.apart.used && fl.apart.never(k, o) }
