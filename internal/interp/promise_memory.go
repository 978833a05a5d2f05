// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import "encoding/binary"

// Promises about memory behind a pointer argument depend on the pointer through which an access
// goes, not on its address. So a call with such a promise gets, in place of the argument, the
// address of a view: a number above those of all objects, in the upper half of the address. All
// pointers that are computed from the argument have that number, in registers and in memory. For
// example, a call of
//
//	define void @f(ptr noalias %p)
//
// with the address 0x0000000500010000 gets 0x5ee0000000010000, and view 0 leads to object 5. An
// access resolves the view, comparisons and library functions see the object's own address.
//
// A pointer that becomes an integer loses the view, so the view counts as exposed: from then on any
// pointer to the object may come from it. A program has a limited number of views; later calls are
// not checked.

const (
	firstView = 0x5ee00000
	maxViews  = 1 << 18
	// the innermost running calls that each access is checked for
	maxChecked = 32
	// the largest object for which a view marks the bytes that were accessed
	maxMarked = 1 << 16
	// the objects in which a call is searched for captured addresses
	maxWrote = 64
)

// view is an argument of a call, with its promises.
type view struct {
	id      uint32
	of      uint32  // the object of its addresses
	object  *object // where accesses go; it differs if the object moved
	start   uint64  // the argument's offset in it
	up      *view   // the argument is based on that one
	call    *promisedCall
	arg     *argPromise
	exposed bool
	large   bool
	marks   []byte  // how each byte was accessed during the call
	from    *object // of an address that was computed from that object; it must not be accessed
}

// How a byte was accessed during a call.
const (
	viaRead   = 1 << iota // through a pointer that is based on the argument
	viaWrite              //
	otherRead             // through any other pointer
	otherWrite
	readFirst // it was read through the argument before it was written
)

// checker checks promises about memory during a run.
type checker struct {
	m       *Machine
	views   []*view
	effects uint64 // number of writes and of calls of the library
	broken  *trapNote
	races   *races // nil: there is one thread
}

// view returns the view that an address belongs to, or nil.
func (g *checker) view(addr uint64) *view {
	if k := addr>>32 - firstView; k < uint64(len(g.views)) {
		return g.views[k]
	}
	return nil
}

// real returns an address without its view.
func (m *memory) real(addr uint64) uint64 {
	if addr>>32 >= firstView && m.checker != nil {
		if v := m.checker.view(addr); v != nil {
			return uint64(v.of)<<32 | addr&0xffffffff
		}
	}
	return addr
}

// address returns an address as one of the view.
func (v *view) address(addr uint64) uint64 { return uint64(v.id)<<32 | addr&0xffffffff }

// within reports whether v, which may be nil, is based on w.
func (v *view) within(w *view) bool {
	for ; v != nil; v = v.up {
		if v == w {
			return true
		}
	}
	return false
}

// add creates a view of an argument; it returns nil if there are too many.
func (g *checker) add(c *promisedCall, a *argPromise, addr uint64) *view {
	if len(g.views) == maxViews {
		return nil
	}
	up := g.view(addr)
	addr = g.m.mem.real(addr)
	for up != nil && up.call != nil && up.call.done {
		up = up.up
	}
	o, off := g.m.mem.object(addr)
	if o.moved != 0 {
		o, off = g.m.mem.object(o.moved + off)
	}
	v := &view{id: firstView + uint32(len(g.views)), of: uint32(addr >> 32), object: o, start: off, up: up, call: c, arg: a}
	g.views = append(g.views, v)
	return v
}

// stray returns an address that was computed from the address of another object.
func (g *checker) stray(addr uint64, from *object) uint64 {
	o, _ := g.m.mem.object(addr)
	if o == nil || len(g.views) == maxViews || g.view(addr) != nil {
		return addr
	}
	v := &view{id: firstView + uint32(len(g.views)), of: uint32(addr >> 32), object: o, from: from, exposed: true}
	g.views = append(g.views, v)
	return v.address(addr)
}

// expose marks the views that an address is based on as exposed.
func (g *checker) expose(addr uint64) {
	for v := g.view(addr); v != nil; v = v.up {
		v.exposed = true
	}
}

// execExpose takes the views from integers.
func execExpose(t *Thread, f *frame, in *inst) {
	for k := range in.n {
		x := &f.regs[in.a+k]
		t.m.mem.checker.expose(x.v)
		x.v = t.m.mem.real(x.v)
	}
}

// poisoned records a broken promise that makes a value poison, to explain a later error.
func (g *checker) poisoned(t *Thread, msg string) {
	g.broken = &trapNote{"a value became poison here: " + msg, t.stackInto(nil, stackKept)}
}

// access checks an access against the promises of the running calls, and returns the address
// without its view.
func (g *checker) access(addr, n uint64, write bool) uint64 {
	v := g.view(addr)
	addr = g.m.mem.real(addr)
	if write {
		g.effects++
	}
	o, off := g.m.mem.object(addr)
	if o != nil && o.moved != 0 {
		addr = o.moved + off
		o, off = g.m.mem.object(addr)
	}
	t := g.m.failing
	if o == nil || t == nil || n == 0 || off > o.size || n > o.size-off {
		return addr
	}
	if v != nil && v.from != nil {
		how := "read"
		if write {
			how = "write"
		}
		tr := trapf("%s of %s through an address that was computed from %s", how, o.describe(), v.from.describe())
		panic(tr.note(v.from.madeWord(), v.from.made))
	}
	g.races.access(t, o, off, n, write)
	last := max(0, len(t.promised)-maxChecked)
	for k := len(t.promised) - 1; k >= last; k-- {
		c := t.promised[k]
		if c.forgets && write {
			c.wroteAt(o, off, n)
		}
		if o.born <= c.since && (len(c.views) > 0 || c.arg&c.other != mayRead|mayWrite) {
			c.access(o, off, n, write, v)
		}
	}
	return addr
}

// access checks one access to memory that is older than the call.
func (c *promisedCall) access(o *object, off, n uint64, write bool, v *view) {
	need, word := mayRead, "reads"
	if write {
		need, word = mayWrite, "writes"
	}
	var through *view
	unknown := c.blind
	for _, w := range c.views {
		via := v.within(w)
		if via {
			through = w
		}
		if w.object != o {
			continue
		}
		if w.exposed {
			unknown = true
			continue
		}
		if w.arg.noalias || w.arg.deadOnReturn || w.arg.initializes != nil {
			c.mark(w, off, n, write, via)
		}
	}
	allowed := c.other
	switch {
	case o.frozen:
		return
	case unknown:
		allowed |= c.arg
	case through != nil:
		allowed = c.arg
		if through.arg.allowed&need == 0 {
			panic(c.fail("%s %s memory through its argument %d, whose attribute excludes that", c.what, word, through.arg.k+1))
		}
	}
	if allowed&need == 0 {
		panic(c.fail("%s %s memory, which its attributes exclude: %s", c.what, word, o.describe()))
	}
}

// mark records an access during a call, and checks noalias: bytes that are modified must be
// accessed only through the argument, or only through other pointers.
func (c *promisedCall) mark(w *view, off, n uint64, write, via bool) {
	if w.marks == nil {
		if w.object.whole > maxMarked {
			w.large = true
			return
		}
		w.marks = make([]byte, w.object.whole)
	}
	bit := byte(viaRead)
	switch {
	case write && via:
		bit = viaWrite
	case write:
		bit = otherWrite
	case !via:
		bit = otherRead
	}
	for k := off; k < off+n && k < uint64(len(w.marks)); k++ {
		m := w.marks[k]
		if bit == viaRead && m&viaWrite == 0 {
			m |= readFirst
		}
		m |= bit
		w.marks[k] = m
		if w.arg.noalias && m&(viaRead|viaWrite) != 0 && m&(otherRead|otherWrite) != 0 && m&(viaWrite|otherWrite) != 0 {
			panic(c.fail("byte %d of %s is modified in a call of %s, and accessed both through argument %d, which is "+
				"noalias, and through another pointer", k, w.object.describe(), c.what, w.arg.k+1))
		}
	}
}

// wroteAt records where a call wrote.
func (c *promisedCall) wroteAt(o *object, off, n uint64) {
	for k := len(c.wrote) - 1; k >= 0; k-- {
		if w := &c.wrote[k]; w.o == o {
			w.lo, w.hi = min(w.lo, off), max(w.hi, off+n)
			return
		}
	}
	if len(c.wrote) < maxWrote {
		c.wrote = append(c.wrote, written{o, off, off + n})
	}
}

// holds reports whether an object holds an address that is based on a view, where a call wrote.
func (g *checker) holds(at written, v *view) bool {
	for k := at.lo &^ 7; k+8 <= min(at.hi, at.o.size) && k < at.lo+maxMarked; k += 8 {
		if w := g.view(binary.LittleEndian.Uint64(at.o.data[k:])); w.within(v) {
			return true
		}
	}
	return false
}
