// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// This file computes the parts of the objects of SROA, and which of them can become values.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// within reports whether x is inside an extent that no cut may divide.
func (o *object) within(x int64) bool {
	k, _ := slices.BinarySearchFunc(o.blocks, x, func(b span, x int64) int {
		if b.hi <= x {
			return -1
		}
		return 1
	})
	return k < len(o.blocks) && o.blocks[k].lo < x
}

// cut adds a border. It returns false if the border exists or is not allowed.
func (o *object) cut(x int64) bool {
	if o.failed || o.within(x) {
		return false
	}
	k, found := slices.BinarySearch(o.cuts, x)
	if found {
		return false
	}
	if len(o.cuts) > maxCuts {
		o.failed = true
		return false
	}
	o.cuts = slices.Insert(o.cuts, k, x)
	return true
}

// findCuts computes the borders of parts: the ends of typed accesses, copies and fills, and the
// borders that copies propagate from other objects.
func (s *sroa) findCuts() {
	type place struct {
		o *object
		x int64
	}
	var work []place
	add := func(o *object, x int64) {
		if o.cut(x) {
			work = append(work, place{o, x})
		}
	}
	for _, o := range s.objs {
		o.blocks = sortedSpans(o.typed)
		add(o, 0)
		add(o, o.size)
		for _, a := range o.typed {
			add(o, a.lo)
			add(o, a.hi)
		}
		for _, f := range o.fills {
			add(o, f.span.lo)
			add(o, f.span.hi)
		}
		for _, c := range o.copies {
			off := c.dst.off
			if c.src.obj == o {
				off = c.src.off
			}
			add(o, off)
			add(o, off+c.n)
		}
	}
	for len(work) > 0 {
		p := ir.Pop(&work)
		if p.o.failed {
			continue
		}
		for _, c := range p.o.copies {
			here, there := c.dst, c.src
			if c.src.obj == p.o {
				here, there = c.src, c.dst
			}
			if there.obj != nil && p.x > here.off && p.x < here.off+c.n {
				add(there.obj, p.x-here.off+there.off)
			}
		}
	}
	for _, o := range s.objs {
		if o.failed {
			for _, c := range o.copies {
				c.forget(o)
			}
		}
	}
}

// pieceAt returns the index of the piece that contains byte x.
func (o *object) pieceAt(x int64) int {
	k, found := slices.BinarySearch(o.cuts, x)
	if !found {
		k--
	}
	return k
}

// findPieces creates the pieces and records the requirements of every access.
func (s *sroa) findPieces() {
	for _, o := range s.objs {
		if o.failed {
			continue
		}
		for k := 0; k+1 < len(o.cuts); k++ {
			o.pieces = append(o.pieces, piece{lo: o.cuts[k], hi: o.cuts[k+1], class: &class{}})
		}
		for _, a := range o.typed {
			o.cover(a.lo, a.hi, func(p *piece) {
				p.read = p.read || a.read || a.pinned
				p.memory = p.memory || a.pinned
				switch exact := a.lo == p.lo && a.hi == p.hi; {
				case exact && a.typ != nil:
					p.class.note(a.typ)
				case !exact && !a.whole:
					p.class.note(s.m.Types.Int(int(8 * (p.hi - p.lo))))
				}
			})
		}
		for _, f := range o.fills {
			o.cover(f.span.lo, f.span.hi, func(p *piece) {
				p.class.raw = true
				if !splatInt(f.i.Arg(1)) {
					p.memory = true
				}
			})
		}
	}
	for _, c := range s.order {
		s.tie(c)
	}
}

// splatInt reports whether v is a constant byte.
func splatInt(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.IsInt()
}

// cover visits the pieces of a range. A piece that the range covers only in part stays in memory.
func (o *object) cover(lo, hi int64, visit func(*piece)) {
	if lo >= hi {
		return
	}
	for k := o.pieceAt(lo); k < len(o.pieces) && o.pieces[k].lo < hi; k++ {
		p := &o.pieces[k]
		if p.lo < lo || p.hi > hi {
			p.memory = true
		}
		p.used = true
		visit(p)
	}
}

// tie joins the classes of the pieces that a copy connects.
func (s *sroa) tie(c *copyOp) {
	d, r := c.dst.obj, c.src.obj
	if d == nil || r == nil {
		if d != nil {
			d.cover(c.dst.off, c.dst.off+c.n, func(p *piece) { p.class.raw = true })
		}
		if r != nil {
			r.cover(c.src.off, c.src.off+c.n, func(p *piece) { p.class.raw, p.read = true, true })
		}
		return
	}
	for x := int64(0); x < c.n; {
		p, q := &d.pieces[d.pieceAt(c.dst.off+x)], &r.pieces[r.pieceAt(c.src.off+x)]
		end := min(p.hi-c.dst.off, q.hi-c.src.off, c.n)
		exactP := p.lo == c.dst.off+x && p.hi == c.dst.off+end
		exactQ := q.lo == c.src.off+x && q.hi == c.src.off+end
		p.memory = p.memory || !exactP
		q.memory = q.memory || !exactQ
		p.class.raw, q.class.raw = true, true
		p.used, q.used = true, true
		if exactP && exactQ {
			join(p.class, q.class)
		} else {
			q.read = true
		}
		x = end
	}
}

// note counts an access of a type.
func (c *class) note(t *ir.Type) {
	for k := range c.types {
		if c.types[k] == t {
			c.counts[k]++
			return
		}
	}
	c.types, c.counts = append(c.types, t), append(c.counts, 1)
}

// classify chooses a type for each class and decides the state of each piece.
func (s *sroa) classify() {
	// Each piece keeps its own types; the root of its class accumulates those of all members.
	own := map[*piece][]*ir.Type{}
	for _, o := range s.objs {
		for k := range o.pieces {
			own[&o.pieces[k]] = slices.Clone(o.pieces[k].class.types)
		}
	}
	for _, o := range s.objs {
		for k := range o.pieces {
			p := &o.pieces[k]
			r := p.class.root()
			if r != p.class {
				for _, t := range own[p] {
					r.note(t)
				}
			}
			r.read = r.read || p.read
			r.raw = r.raw || p.class.raw
		}
	}
	for _, o := range s.objs {
		for k := range o.pieces {
			p := &o.pieces[k]
			r := p.class.root()
			if r.typ == nil {
				r.choose(s.l, p.hi-p.lo)
			}
			if r.typ == nil {
				p.memory = true
			}
			for _, t := range own[p] {
				p.memory = p.memory || !s.castable(t, r.typ)
			}
		}
	}
	for _, o := range s.objs {
		o.checkFills()
		all := true
		for k := range o.pieces {
			p := &o.pieces[k]
			st := promoted
			if p.memory {
				st = inMemory
				if !p.class.root().read {
					st = neverRead
				}
			}
			o.gain = o.gain || st == promoted || st == neverRead && p.used
			all = all && st == neverRead
			if n := len(o.slices); st == inMemory && n > 0 && o.slices[n-1].state == inMemory {
				o.slices[n-1].hi = p.hi
				continue
			}
			o.slices = append(o.slices, slice{lo: p.lo, hi: p.hi, state: st, typ: p.class.root().typ})
		}
		o.gain = o.gain || all && !o.failed
	}
}

// checkFills keeps a piece in memory if its type cannot represent the bytes of a memset.
func (o *object) checkFills() {
	for _, f := range o.fills {
		o.cover(f.span.lo, f.span.hi, func(p *piece) {
			t := p.class.root().typ
			if t == nil || p.memory {
				return
			}
			c := f.i.Arg(1).(*ir.Const)
			ok := c.IsZero() && !(t.Scalar().IsPtr() && t.Scalar().AddrSpace() != 0) || t.IsInt() && t.Bits() <= 64
			p.memory = !ok
		})
	}
}

// choose selects the type of a class of pieces of a size: a pointer if there is one, because an
// integer loses what it points to, or else the type of the most accesses, and the first one among
// equals.
func (c *class) choose(l *target.Layout, size int64) {
	best := -1
	for k, t := range c.types {
		if l.StoreSize(t) != size || !valueType(t) {
			continue
		}
		if (c.raw || len(c.types) > 1) && l.SizeBits(t) != 8*size {
			continue
		}
		if best < 0 || c.counts[k] > c.counts[best] && !c.types[best].IsPtr() || t.IsPtr() && !c.types[best].IsPtr() {
			best = k
		}
	}
	if best >= 0 {
		c.typ = c.types[best]
	}
}

// valueType reports whether a slice may have a type.
func valueType(t *ir.Type) bool {
	switch t.Kind() {
	case ir.Int, ir.Ptr, ir.X86MMX:
		return true
	case ir.Vector:
		return !t.IsScalable()
	}
	return t.IsFloat()
}

// castable reports whether values of one type can be converted to the other and back without a
// change of their bytes. For example, i32 and float are castable, and so are i64 and a 64-bit ptr:
// clang returns a struct of one pointer as an integer for some targets.
func (s *sroa) castable(a, b *ir.Type) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || s.l.SizeBits(a) != s.l.SizeBits(b) || a.Kind() == ir.X86MMX || b.Kind() == ir.X86MMX {
		return false
	}
	switch {
	case a.IsPtr() && b.IsPtr():
		return a.AddrSpace() == b.AddrSpace()
	case a.IsPtr() && b.IsInt():
		return a.AddrSpace() == 0
	case b.IsPtr() && a.IsInt():
		return b.AddrSpace() == 0
	}
	return bitsType(a) && bitsType(b)
}

// bitsType reports whether a value of a type is only bits, and is poison only as a whole: a vector may
// be poison in part.
func bitsType(t *ir.Type) bool {
	return t.IsInt() || t.IsFloat() && t.Kind() != ir.X86FP80 && t.Kind() != ir.PPCFP128
}
