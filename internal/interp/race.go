// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Data races. Two accesses of a byte by two threads race if one of them writes, one of them is not
// atomic, and neither happens before the other. For example, the write of @done does not order those
// of @data, because it is monotonic and not release:
//
//	store i32 1, ptr @data                               ; thread 1
//	store atomic i8 1, ptr @done monotonic, align 1
//	%d = load atomic i8, ptr @done acquire, align 1      ; thread 2, reads 1
//	%x = load i32, ptr @data                             ; error
//
// Each thread has a vector clock: for each thread, up to which time what that thread did happens
// before what this one does now. A release copies it to a lock or an atomic variable, an acquire
// joins it from there. Each word of memory has the accesses that a later one may race with. Nothing is
// recorded before the second thread starts: all of it happens before that.

// maxRaced is the size of the largest object whose accesses are recorded.
const maxRaced = 1 << 20

// vclock is a vector clock. A thread beyond its end has the time 0.
type vclock []uint64

// join adds what happens before d.
func (c *vclock) join(d vclock) {
	for k, x := range d {
		if k == len(*c) {
			*c = append(*c, 0)
		}
		(*c)[k] = max((*c)[k], x)
	}
}

// racer is a thread's state for races.
type racer struct {
	now      vclock
	fence    vclock // now, at the last release fence
	observed vclock // what relaxed loads read, for the next acquire fence
	marks    map[*inst]*mark
}

// mark describes accesses by one instruction of a thread at one time.
type mark struct {
	thread        int
	time          uint64
	write, atomic bool
	frame         uint64 // its serial number
	stack         []*ir.Instr
}

// touch is an access of some bytes of an object.
type touch struct {
	from, to uint64
	*mark
}

// races finds data races. It exists since the second thread started.
type races struct {
	m       *Machine
	threads []*racer
	sync    map[uint64]*vclock // of locks and atomic variables, by address
	atomic  bool               // the current access is
	quiet   bool               // the library synchronises threads, which races with nothing
}

// starts is called when t starts a thread.
func (g *checker) starts(t, n *Thread) {
	if g.races == nil {
		g.races = &races{m: t.m, sync: map[uint64]*vclock{}}
	}
	r := g.races
	for k := len(r.threads); k < len(t.m.threads); k++ {
		r.threads = append(r.threads, &racer{now: make(vclock, k+1), marks: map[*inst]*mark{}})
		r.threads[k].now[k] = 1
	}
	r.threads[n.id].now.join(r.threads[t.id].now)
	r.tick(t)
}

// tick separates what a thread did until now from what it does next.
func (r *races) tick(t *Thread) {
	c := r.threads[t.id]
	c.now[t.id]++
	clear(c.marks)
}

// races returns the state for races, or nil if they are not checked.
func (t *Thread) races() *races {
	if t.m.mem.checker == nil {
		return nil
	}
	return t.m.mem.checker.races
}

// releases makes what the thread did happen before what a thread does that acquires the same address.
func (t *Thread) releases(at uint64) {
	if r := t.races(); r != nil {
		r.of(at).join(r.threads[t.id].now)
		r.tick(t)
	}
}

// acquires makes what was released at an address happen before what the thread does now.
func (t *Thread) acquires(at uint64) {
	if r := t.races(); r != nil {
		r.threads[t.id].now.join(*r.of(at))
	}
}

func (r *races) of(at uint64) *vclock {
	c := r.sync[at]
	if c == nil {
		c = &vclock{}
		r.sync[at] = c
	}
	return c
}

// ordered returns the executor of an atomic instruction with the effect of its ordering.
func ordered(run exec, i *ir.Instr) exec {
	return func(t *Thread, f *frame, in *inst) {
		r := t.races()
		if r == nil {
			run(t, f, in)
			return
		}
		at := uint64(0)
		if i.Op == ir.OpStore {
			at = f.regs[in.b].v
		} else if i.Op != ir.OpFence {
			at = f.regs[in.a].v
		}
		r.atomic = true
		run(t, f, in)
		r.atomic = false
		order, stored := i.Order, i.Op != ir.OpLoad
		if i.Op == ir.OpCmpXchg && f.regs[in.dst+1].v == 0 {
			order, stored = i.Order2, false
		}
		r.order(t, i.Op, t.m.mem.real(at), order, stored)
	}
}

// order applies the ordering of an atomic instruction.
func (r *races) order(t *Thread, op ir.Op, at uint64, order ir.Ordering, stored bool) {
	c := r.threads[t.id]
	acquire := order == ir.Acquire || order >= ir.AcqRel
	release := order >= ir.Release
	if op == ir.OpFence {
		if acquire {
			c.now.join(c.observed)
		}
		if release {
			c.fence = slices.Clone(c.now)
			r.tick(t)
		}
		return
	}
	v := r.of(at)
	switch {
	case op == ir.OpStore: // it ends what earlier stores released
		*v = nil
	case acquire:
		c.now.join(*v)
	default:
		c.observed.join(*v)
	}
	switch {
	case stored && release:
		v.join(c.now)
		r.tick(t)
	case stored:
		v.join(c.fence)
	}
}

// access records an access by the running thread.
func (r *races) access(t *Thread, o *object, off, n uint64, write bool) {
	if r == nil || t.top == nil || r.quiet || r.m.ending || o.frozen || o.whole > maxRaced || o.global != nil && o.global.Declared {
		return
	}
	if o.touched == nil {
		o.touched = make([][]touch, o.whole/8+1)
	}
	k := r.mark(t, write)
	for w := off / 8; 8*w < off+n; w++ {
		x := touch{max(off, 8*w), min(off+n, 8*w+8), k}
		o.touched[w] = r.add(o.touched[w], x, func(byte uint64) string {
			return fmt.Sprintf("byte %d of %s", byte, o.describe())
		})
	}
}

// state records that a thread changes the state of a coroutine: it suspends, resumes or destroys it.
func (a *activation) state(t *Thread) {
	if r := t.races(); r != nil && !r.m.ending {
		a.touched = r.add(a.touched, touch{0, 1, r.mark(t, true)}, func(uint64) string {
			return "the state of " + a.name()
		})
	}
}

// mark returns the description of an access by the current instruction.
func (r *races) mark(t *Thread, write bool) *mark {
	c, f := r.threads[t.id], t.top
	in := &f.code[max(f.pc, 1)-1]
	k := c.marks[in]
	if k == nil || k.write != write || k.atomic != r.atomic || k.frame != f.serial {
		k = &mark{t.id, c.now[t.id], write, r.atomic, f.serial, t.stackInto(nil, stackKept)}
		c.marks[in] = k
	}
	return k
}

// add adds an access to those of a word. It drops those that happen before it if what races with them
// races with it, too.
func (r *races) add(list []touch, x touch, what func(byte uint64) string) []touch {
	now := r.threads[x.thread].now
	keep := list[:0]
	for _, y := range list {
		if y.from < x.to && x.from < y.to && y.thread != x.thread && (x.write || y.write) && !(x.atomic && y.atomic) &&
			(y.thread >= len(now) || y.time > now[y.thread]) {
			panic(trapf("data race: thread %d %s %s, and nothing orders that with thread %d, which %s it", x.thread,
				x.word(), what(max(x.from, y.from)), y.thread, y.word()).
				note(fmt.Sprintf("thread %d %s it here", y.thread, y.word()), y.stack))
		}
		if x.from <= y.from && y.to <= x.to && (x.write && !x.atomic ||
			x.thread == y.thread && x.write == y.write && x.atomic == y.atomic) {
			continue
		}
		keep = append(keep, y)
	}
	return append(keep, x)
}

func (k *mark) word() string {
	word := "reads"
	if k.write {
		word = "writes"
	}
	if k.atomic {
		return "atomically " + word
	}
	return word
}

// quiet begins or ends accesses that are part of the synchronisation of threads.
func (m *memory) quiet(on bool) {
	if m.checker != nil && m.checker.races != nil {
		m.checker.races.quiet = on
	}
}

// synchronizes reports whether a library function is part of the synchronisation of threads, by its
// name. Its own accesses race with nothing.
func synchronizes(name string) bool {
	return slices.ContainsFunc([]string{"pthread_", "syscall", "__cxa_guard_", "_ZNSt6thread", "_ZNSt18condition_variable",
		"_ZNSt13__future_base", "_ZNSt28__atomic_futex", "_ZNSt15__exception_ptr"},
		func(p string) bool { return strings.HasPrefix(name, p) })
}
