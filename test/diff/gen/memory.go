// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// Objects in memory: creation, initialisation, and random accesses that keep every object fully
// initialised and never read padding.

// newSlot creates an object of a random type, with a random name, alignment and place of the
// alloca. Its content is undefined until fill. early means that the object will be written before
// coro.begin.
func (f *fn) newSlot(entry, early bool) *slot {
	s := &slot{t: oneOf(f.gen, memTypes...), count: 1, shy: f.chance(35)}
	s.align = s.t.algn
	switch f.n(12) {
	case 0:
		s.align = max(s.align, 16)
	case 1:
		if !f.o.Portable {
			s.align = max(s.align, oneOf(f.gen, 32, 64))
		}
	case 2:
		s.align = max(1, s.align/oneOf(f.gen, 2, 8))
	}
	if n := 2 + f.n(3); f.chance(6) && s.t.size > 0 && !early {
		s.count = n
	}
	if early && !f.o.Hard {
		// LLVM 22 copies the object into the frame with its type's own alignment.
		s.align = max(s.align, s.t.algn)
	}
	if entry {
		s.name = f.alloca(s.t.s, s.count, s.align)
		return s
	}
	// LLVM 22 miscompiles an empty object outside the entry block.
	s.name = f.name("local")
	f.allocaAs(s.name, s.t.s, s.count, s.align, s.t.size == 0 && !f.o.Hard)
	return s
}

// fill writes a value to every byte of an object.
func (f *fn) fill(s *slot) {
	size := s.t.size * s.count
	if size == 0 {
		return
	}
	if s.count == 1 && s.t.k != kStruct && s.t.k != kArray && s.t.solid() {
		f.store(f.pick(s.t), s.name, s.align)
		return
	}
	f.zero(s.name, size, s.align)
	if s.t.opaque() && f.chance(60) {
		f.rt("rt_fill", "ptr "+f.nocapture()+", i64, i64", "ptr %s, i64 %d, i64 %s", s.name, size, f.pick(i64).s)
		return
	}
	for _, l := range s.t.leaves() {
		if !l.t.opaque() || f.chance(50) {
			f.storeLeaf(s, l)
		}
	}
}

// gcdAlign returns the alignment of an address off bytes into an object.
func gcdAlign(align, off int) int {
	for off%align != 0 {
		align /= 2
	}
	return align
}

func (f *fn) storeLeaf(s *slot, l leaf) {
	v := f.pick(l.t)
	f.store(v, f.field(s.name, s.t, l), gcdAlign(s.align, l.off))
}

func (f *fn) loadLeaf(s *slot, l leaf) {
	f.push(l.t, f.load(l.t, f.field(s.name, s.t, l), gcdAlign(s.align, l.off)))
}

// anySlot returns a random object in scope, or nil if there is none.
func (f *fn) anySlot() *slot {
	if len(f.slots) == 0 {
		return nil
	}
	return f.slots[f.n(len(f.slots))]
}

// anyLeaf returns a random part of an object. ok is false for an empty one.
func (f *fn) anyLeaf(s *slot) (l leaf, ok bool) {
	ls := s.t.leaves()
	if len(ls) == 0 {
		return leaf{}, false
	}
	return ls[f.n(len(ls))], true
}

// access writes one random access to an object.
func (f *fn) access() {
	s := f.anySlot()
	if s == nil {
		return
	}
	l, ok := f.anyLeaf(s)
	if !ok {
		if !s.shy {
			f.rt("rt_use", "ptr, i64, i64", "ptr %s, i64 0, i64 %d", s.name, f.nextTag())
		}
		return
	}
	switch f.n(9) {
	case 0, 1:
		if !s.ro {
			f.storeLeaf(s, l)
		}
	case 2:
		f.loadLeaf(s, l)
	case 3:
		f.show(s)
	case 4:
		f.element(s)
	case 5:
		f.ptrs = append(f.ptrs, ptrval{f.field(s.name, s.t, l), l.t, gcdAlign(s.align, l.off), s.ro})
	case 6:
		f.throughPtr()
	case 7:
		f.eitherOf(s)
	case 8:
		if !s.shy && !s.ro {
			f.rt("rt_align", "ptr, i64, i64", "ptr %s, i64 %d, i64 %d", s.name, s.align, f.nextTag())
		}
	}
}

// show lets the runtime read an object, and change it if that is allowed.
func (f *fn) show(s *slot) {
	addr, size, t := s.name, s.t.size*s.count, s.t
	if !t.solid() || f.chance(30) {
		l, ok := f.anyLeaf(s)
		if !ok || !l.t.solid() && l.t.k != kInt {
			return
		}
		addr, size, t = f.field(s.name, s.t, l), l.t.store, l.t
		if t == i1 {
			f.trace(val{i1, f.load(i1, addr, 1)})
			return
		}
	}
	switch {
	case s.ro || s.shy || !t.opaque():
		f.rt("rt_peek", "ptr "+f.nocapture()+", i64, i64", "ptr %s, i64 %d, i64 %d", addr, size, f.nextTag())
	default:
		f.rt("rt_use", "ptr, i64, i64", "ptr %s, i64 %d, i64 %d", addr, size, f.nextTag())
	}
}

// element reads or writes an array element at a computed index.
func (f *fn) element(s *slot) {
	t, n := s.t, s.count
	if t.k == kArray {
		t, n = t.elems[0], t.n
	}
	if n < 2 || t.k == kStruct || t.k == kArray || s.ro {
		return
	}
	x := f.op("urem i64 %s, %d", f.pick(i64).s, n)
	p := f.back(t, f.op("getelementptr inbounds %s, %s, i64 %s", t.s, f.as(t, s.name), x))
	a := gcdAlign(s.align, t.size)
	if f.chance(50) {
		f.store(f.pick(t), p, a)
	} else {
		f.push(t, f.load(t, p, a))
	}
	if f.chance(40) {
		f.ptrs = append(f.ptrs, ptrval{p, t, a, false})
	}
}

// throughPtr uses a pointer value that was computed earlier.
func (f *fn) throughPtr() {
	if len(f.ptrs) == 0 {
		return
	}
	p := f.ptrs[f.n(len(f.ptrs))]
	if p.ro || f.chance(50) {
		f.push(p.t, f.load(p.t, p.s, p.align))
		return
	}
	f.store(f.pick(p.t), p.s, p.align)
}

// eitherOf computes a pointer to one of two parts of the same type.
func (f *fn) eitherOf(s *slot) {
	l, _ := f.anyLeaf(s)
	q := f.anySlot()
	for _, m := range q.t.leaves() {
		if m.t == l.t && (q != s || m.off != l.off) {
			a := f.field(s.name, s.t, l)
			b := f.field(q.name, q.t, m)
			c := f.cond()
			p := f.op("select i1 %s, ptr %s, ptr %s", c, a, b)
			align := min(gcdAlign(s.align, l.off), gcdAlign(q.align, m.off))
			f.ptrs = append(f.ptrs, ptrval{p, l.t, align, s.ro || q.ro})
			return
		}
	}
}

// cell is an alloca that holds the address of an object that lives as long as the coroutine.
// Accesses through it assume no alignment.
type cell struct {
	name string
	t    *typ
}

// newCell creates a cell that points to a part of one of the objects in scope.
func (f *fn) newCell() (cell, bool) {
	for range 4 {
		s := f.anySlot()
		if s == nil || s.shy || s.ro {
			continue
		}
		if l, ok := f.anyLeaf(s); ok && l.t.opaque() {
			c := cell{f.alloca("ptr", 1, 8), l.t}
			f.storePtr(f.field(s.name, s.t, l), c.name)
			return c, true
		}
	}
	return cell{}, false
}

// useCell uses a cell: it redirects the cell, lets the runtime use the pointee, or compares the
// address in it with that of the object.
func (f *fn) useCell(c cell, long []*slot) {
	switch f.n(4) {
	case 0:
		f.rt("rt_use_via", "ptr, i64, i64", "ptr %s, i64 %d, i64 %d", c.name, c.t.store, f.nextTag())
	case 1:
		f.push(c.t, f.load(c.t, f.loadPtr(c.name), 1))
	case 2:
		f.store(f.pick(c.t), f.loadPtr(c.name), 1)
	case 3:
		for _, s := range long {
			if s.shy || s.ro {
				continue
			}
			for _, l := range s.t.leaves() {
				if l.t == c.t {
					old := f.loadPtr(c.name)
					addr := f.field(s.name, s.t, l)
					f.note(f.op("zext i1 %s to i64", f.op("icmp eq ptr %s, %s", old, addr)))
					f.storePtr(addr, c.name)
					return
				}
			}
		}
	}
}

// scoped runs body with an object that lives only in it, mostly between lifetime markers.
func (f *fn) scoped(body func()) {
	st := f.c
	m := f.mark()
	entry := f.chance(90)
	s := f.newSlot(entry, false)
	marked := f.chance(75)
	early := false
	if marked {
		early = st != nil && st.loops == 0 && f.chance(20) && entry
		if early {
			st.earlyStarts = append(st.earlyStarts, s)
		} else {
			f.lifetime("start", s.name, s.t.size*s.count)
		}
	}
	f.fill(s)
	f.slots = append(f.slots, s)
	ends := marked && f.chance(85)
	if ends && st != nil {
		st.live = append(st.live, s)
	}
	body()
	f.show(s)
	if ends {
		f.lifetime("end", s.name, s.t.size*s.count)
		if st != nil {
			st.live = st.live[:len(st.live)-1]
		}
	}
	f.release(m)
}

// stash passes the address of a long-lived object to the runtime, which changes the object between
// two resumes.
func (f *fn) stash(s *slot) {
	f.rt("rt_stash", "ptr, i64", "ptr %s, i64 %d", s.name, s.t.size*s.count)
}

func (f *fn) unstash(s *slot) { f.rt("rt_unstash", "ptr", "ptr %s", s.name) }

// isStashable reports whether the runtime may write the whole object at any time.
func isStashable(s *slot) bool {
	return !s.shy && !s.ro && s.t.solid() && s.t.opaque() && s.t.size > 0
}
