// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Scalar replacement of aggregates: an alloca whose address does not escape is split into the parts
// that are accessed together, and parts with one type become values. For example:
//
//	%p = alloca { ptr, i64 }
//	store ptr %x, ptr %p
//	%f = getelementptr { ptr, i64 }, ptr %p, i32 0, i32 1
//	store i64 1, ptr %f
//
// becomes two allocas, of ptr and of i64, which are promoted.
//
// An alloca qualifies if all its uses are loads, stores, getelementptrs with constant offsets,
// pointer casts, memcpy, memmove and memset of constant length, and lifetime markers. Loads and
// stores of whole structs count as accesses of their fields. Copies between two such allocas
// propagate the cuts and the types of one to the other. An access of an integer or floating-point
// number is cut where another access begins or ends: a load then composes its value from the parts,
// and a store gives each part its bits. For example, if a struct { i8, i32 } is written by fields and
// returned as an i64, that i64 is the i32, shifted by 32, with the i8. Pointers and vectors are not cut.
//
// A part is promoted if all its accesses have types that can be cast to each other. All other parts
// stay in memory: those with volatile accesses, or inside a pointer or vector. Allocas with atomic
// accesses, or whose address is stored, passed, compared or merged by a phi or select, are not split. In
// the frame of an elided coroutine, a getelementptr may have any index if its base is in a field: each
// field holds an object of its own, which an address in it cannot leave. The field stays in memory.
// Parts that are written and never read are removed.
//
// The same applies to coroutines before their split: see mem2reg.go.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// Limits on the cost of unusual code.
const (
	maxSROARounds = 32  // each round resolves one more level of addresses stored in variables
	maxCuts       = 128 // borders of the parts of one alloca
	maxLeaves     = 64  // scalars in a struct that is loaded or stored as a whole
)

// SROA splits and promotes allocas of f. It reports whether it changed anything.
func SROA(m *ir.Module, f *ir.Func, l *target.Layout) bool {
	changed := false
	for range maxSROARounds {
		if !sroaRound(m, f, l) {
			break
		}
		changed, f.Changed = true, true
	}
	return changed
}

func sroaRound(m *ir.Module, f *ir.Func, l *target.Layout) bool {
	s := &sroa{m: m, f: f, l: l}
	for a := nextAlloca(f.Entry(), nil); a != nil; a = nextAlloca(f.Entry(), a) {
		if promotable(m, l, a) {
			s.vars = append(s.vars, a)
		} else if !onlyPassedOn(a) {
			if o := s.collect(a); o != nil {
				s.objs = append(s.objs, o)
			}
		}
	}
	changed := s.split()
	return promote(m, f, l, s.vars) || changed
}

// sroa is the state of one round over a function.
type sroa struct {
	m      *ir.Module
	f      *ir.Func
	l      *target.Layout
	bld    *ir.Builder
	vars   []*ir.Instr // allocas to be promoted
	objs   []*object
	copies map[*ir.Instr]*copyOp
	order  []*copyOp // the values of copies, in order
}

// object is an alloca that may be split.
type object struct {
	alloca *ir.Instr
	size   int64
	typed  []access // loads and stores, one for each field
	ops    []op     // all uses to be rewritten
	ptrs   []*ir.Instr
	copies []*copyOp // without duplicates
	fills  []fill
	failed bool
	gain   bool // splitting is profitable
	// Code accesses an object of another address space by generic addresses.
	generic bool
	cuts    []int64
	blocks  []span // merged extents of the accesses that no cut may divide
	pieces  []piece
	slices  []slice
}

// access is a load or store of a scalar.
type access struct {
	lo, hi int64
	typ    *ir.Type
	read   bool
	pinned bool // volatile, atomic, or unknown: the bytes stay in memory
	whole  bool // no cut may divide it
}

// span is a range of bytes.
type span struct{ lo, hi int64 }

// op is a use of an address in an object.
type op struct {
	i     *ir.Instr
	off   int64
	arg   int  // operand number of the address
	field span // of the frame that the address is in; empty if it is not known
}

// fill is a memset.
type fill struct {
	i    *ir.Instr
	span span
}

// side is one end of a copy: an object, or other memory (obj nil).
type side struct {
	obj *object
	off int64
}

// copyOp is a memcpy or memmove from or to an object.
type copyOp struct {
	i        *ir.Instr
	n        int64
	dst, src side
}

// piece is the part of an object between two cuts.
type piece struct {
	lo, hi int64
	memory bool // it cannot become a value
	read   bool // it is read, other than by a copy to another piece of its class
	used   bool // it is accessed
	class  *class
}

// class is a union-find set of pieces that are copied to each other.
type class struct {
	up     *class
	types  []*ir.Type // types of accesses, in order of first appearance
	counts []int
	read   bool
	raw    bool // bytes are copied from or to other memory, so the type must have no padding bits
	typ    *ir.Type
}

func (c *class) root() *class {
	for c.up != nil {
		if c.up.up != nil {
			c.up = c.up.up
		}
		c = c.up
	}
	return c
}

func join(a, b *class) {
	a, b = a.root(), b.root()
	if a != b {
		b.up = a
	}
}

// state is what SROA does with a slice.
type state uint8

const (
	inMemory state = iota
	promoted
	neverRead
)

// slice is a part of a split object: one promoted or removed piece, or adjacent pieces that stay in
// memory.
type slice struct {
	lo, hi int64
	state  state
	typ    *ir.Type  // of a promoted slice
	alloca *ir.Instr // nil if unread
	base   ir.Value  // its address, for slices in memory
	bare   bool      // the lifetime markers do not match its extent, so it gets none
}

// onlyPassedOn reports whether an alloca obviously cannot be split: a call receives its address,
// and no copy or getelementptr uses it. Most allocas that stay in memory are of this kind, so this
// check avoids the work of collect.
func onlyPassedOn(a *ir.Instr) bool {
	on := false
	for u := a.FirstUse(); u != nil; u = u.Next() {
		switch i := u.User(); i.Op {
		case ir.OpLoad, ir.OpStore:
		case ir.OpInvoke:
			on = true
		case ir.OpCall:
			if memCall(i) != ir.NotIntrinsic {
				return false
			}
			on = on || !ir.IsLifetime(i)
		default:
			return false
		}
	}
	return on
}

// collect analyzes the uses of an alloca. It returns nil if it cannot be split.
func (s *sroa) collect(a *ir.Instr) *object {
	size, ok := s.l.Size(a.ElemTy)
	if !ok {
		return nil
	}
	if a.NumArgs() > 0 {
		c, ok := a.Arg(0).(*ir.Const)
		if !ok || !c.IsInt() || c.Uint64() > 1<<20 {
			return nil
		}
		size *= int64(c.Uint64())
	}
	if size <= 0 || size > 1<<30 {
		return nil
	}
	o := &object{alloca: a, size: size}
	var mine []*copyOp
	work := []op{{i: a}}
	for len(work) > 0 && !o.failed {
		at := ir.Pop(&work)
		for u := at.i.FirstUse(); u != nil && !o.failed; u = u.Next() {
			i := u.User()
			switch i.Op {
			case ir.OpBitCast, ir.OpAddrSpaceCast:
				if !i.Type().IsPtr() {
					o.failed = true
					break
				}
				o.generic = o.generic || i.Op == ir.OpAddrSpaceCast && i.Type().AddrSpace() == 0
				o.ptrs = append(o.ptrs, i)
				work = append(work, op{i: i, off: at.off, field: at.field})
			case ir.OpGEP:
				off, ok := gepOffset(s.l, i, u)
				if !ok && u.Index() == 0 && i.Type().IsPtr() && at.field.hi > at.field.lo {
					o.ops = append(o.ops, op{i: i, off: at.off})
					o.typed = append(o.typed, access{at.field.lo, at.field.hi, nil, true, true, true})
					break
				}
				if !ok || at.off+off < 0 || at.off+off > size {
					o.failed = true
					break
				}
				o.ptrs = append(o.ptrs, i)
				work = append(work, op{i: i, off: at.off + off, field: s.fieldOf(a, at, i, at.off+off)})
			case ir.OpLoad:
				o.touch(s.l, i, i.Type(), at.off, true)
			case ir.OpStore:
				if u.Index() != 1 || keepsThread(s.f, i.Arg(0)) {
					o.failed = true
					break
				}
				o.touch(s.l, i, i.Arg(0).Type(), at.off, false)
			case ir.OpCall:
				mine = s.collectCall(o, i, u, at.off, mine)
			default:
				o.failed = true
			}
		}
	}
	if o.failed {
		for _, c := range mine {
			c.forget(o)
		}
		return nil
	}
	o.copies = mine
	return o
}

// fieldOf returns the field of a frame that the address of i, a getelementptr of an address in the alloca a,
// is in.
func (s *sroa) fieldOf(a *ir.Instr, at op, i *ir.Instr, off int64) span {
	t := i.ElemTy
	switch {
	case at.i == a && a.FrameOf() != "" && t.Kind() == ir.Struct && t.Name() == a.FrameOf()+".Frame" && i.NumArgs() > 2:
		k := int(i.Arg(2).(*ir.Const).Uint64())
		lo := s.l.FieldOffset(t, k)
		if f := (span{lo, lo + s.l.AllocSize(t.Fields()[k])}); f.lo <= off && off < f.hi && f.hi <= s.l.AllocSize(t) {
			return f
		}
	case at.field.lo <= off && off < at.field.hi:
		return at.field
	}
	return span{}
}

// forget makes the side of a copy that is o ordinary memory.
func (c *copyOp) forget(o *object) {
	if c.dst.obj == o {
		c.dst.obj = nil
	}
	if c.src.obj == o {
		c.src.obj = nil
	}
}

// gepOffset returns the constant number of bytes that a scalar getelementptr adds to its base. The
// use u, if not nil, must be the base operand.
func gepOffset(l *target.Layout, i *ir.Instr, u *ir.Use) (int64, bool) {
	if u != nil && u.Index() != 0 || !i.Type().IsPtr() {
		return 0, false
	}
	return l.GEPOffset(i.ElemTy, i.Operands(1))
}

// touch records a load or store of a type, for a struct or array field by field.
func (o *object) touch(l *target.Layout, i *ir.Instr, t *ir.Type, off int64, read bool) {
	o.ops = append(o.ops, op{i: i, off: off, arg: i.NumArgs() - 1})
	n := l.StoreSize(t)
	if !l.Sized(t) || n <= 0 || off+n > o.size || i.Flags&ir.FlagAtomic != 0 || i.Order != ir.NotAtomic {
		o.failed = true
		return
	}
	pinned := !plainAccess(i)
	if !t.IsAggregate() {
		o.typed = append(o.typed, access{off, off + n, t, read, pinned, pinned || !divisible(l, t)})
		return
	}
	list, ok := leaves(l, t)
	if !ok || pinned {
		o.typed = append(o.typed, access{off, off + n, t, read, true, true})
		return
	}
	for _, f := range list {
		o.typed = append(o.typed, access{off + f.off, off + f.off + l.StoreSize(f.typ), f.typ, read, false, !divisible(l, f.typ)})
	}
}

// divisible reports whether a value of a type equals the bits of its bytes in memory, and is poison
// if and only if one of them is.
func divisible(l *target.Layout, t *ir.Type) bool {
	return bitsType(t) && l.SizeBits(t) == 8*l.StoreSize(t)
}

// leaf is a scalar in a struct or array.
type leaf struct {
	path []int
	typ  *ir.Type
	off  int64
}

// leaves lists the scalars of a type. ok is false if there are too many. For example,
// { i32, [2 x i8] } has three scalars.
func leaves(l *target.Layout, t *ir.Type) (out []leaf, ok bool) {
	var walk func(t *ir.Type, path []int, off int64) bool
	walk = func(t *ir.Type, path []int, off int64) bool {
		if t.IsAggregate() && l.Sized(t) && l.AllocSize(t) == 0 {
			return true // no scalars, however deep it is nested
		}
		switch t.Kind() {
		case ir.Struct:
			for k, f := range t.Fields() {
				if !walk(f, append(path[:len(path):len(path)], k), off+l.FieldOffset(t, k)) {
					return false
				}
			}
			return true
		case ir.Array:
			if t.Len() > maxLeaves {
				return false
			}
			for k := range int(t.Len()) {
				if !walk(t.Elem(), append(path[:len(path):len(path)], k), off+int64(k)*l.AllocSize(t.Elem())) {
					return false
				}
			}
			return true
		}
		out = append(out, leaf{path, t, off})
		return len(out) <= maxLeaves && l.StoreSize(t) > 0
	}
	if !walk(t, nil, 0) {
		return nil, false
	}
	return out, true
}

// memCall returns the plain memory intrinsic of a call, ir.Memcpy, ir.Memmove or ir.Memset, or
// NotIntrinsic.
func memCall(i *ir.Instr) ir.Intrinsic {
	switch id := ir.CalledIntrinsic(i); id {
	case ir.Memcpy, ir.Memmove, ir.Memset:
		if i.NumCallArgs() == 4 && len(i.Call().Bundles) == 0 {
			return id
		}
	}
	return ir.NotIntrinsic
}

// collectCall analyzes a call with an address in o.
func (s *sroa) collectCall(o *object, i *ir.Instr, u *ir.Use, off int64, mine []*copyOp) []*copyOp {
	if ir.IsLifetime(i) {
		o.ops = append(o.ops, op{i: i, off: off, arg: u.Index()})
		return mine
	}
	kind := memCall(i)
	if kind == ir.NotIntrinsic || u.Index() > 1 {
		o.failed = true
		return mine
	}
	n, okN := i.Arg(2).(*ir.Const)
	vol, okV := i.Arg(3).(*ir.Const)
	if !okN || !okV || !n.IsInt() || n.Int64() < 0 || off+n.Int64() > o.size || vol.Kind != ir.ConstInt {
		o.failed = true
		return mine
	}
	size := n.Int64()
	if vol.IsTrue() {
		o.ops = append(o.ops, op{i: i, off: off, arg: u.Index()})
		o.typed = append(o.typed, access{off, off + max(size, 1), nil, true, true, true})
		o.failed = o.failed || off >= o.size
		return mine
	}
	if kind == ir.Memset {
		o.ops = append(o.ops, op{i: i, off: off, arg: u.Index()})
		o.fills = append(o.fills, fill{i, span{off, off + size}})
		return mine
	}
	c := s.copies[i]
	if c == nil {
		c = &copyOp{i: i, n: size}
		ir.Put(&s.copies, i, c)
		s.order = append(s.order, c)
	}
	here := side{o, off}
	if u.Index() == 0 {
		c.dst = here
	} else {
		c.src = here
	}
	if c.dst.obj == c.src.obj {
		// Ranges within one object might overlap.
		o.failed = true
	}
	o.ops = append(o.ops, op{i: i, off: off, arg: u.Index()})
	return append(mine, c)
}

// split computes the parts of all objects, rewrites the objects where that is profitable, and adds
// the parts that can become values to the variables to promote.
func (s *sroa) split() bool {
	if len(s.objs) == 0 {
		return false
	}
	s.findCuts()
	s.findPieces()
	s.classify()
	changed := false
	for _, o := range s.objs {
		if !o.failed && o.gain {
			changed = true
		}
	}
	if changed {
		s.bld = ir.NewBuilder(s.m)
		s.rewrite()
	}
	return changed
}

// sortedSpans returns the extents of the accesses that no cut may divide, with overlapping ones merged.
func sortedSpans(list []access) []span {
	in := make([]span, 0, len(list))
	for _, a := range list {
		if a.whole {
			in = append(in, span{a.lo, a.hi})
		}
	}
	slices.SortFunc(in, func(a, b span) int {
		if a.lo != b.lo {
			return int(a.lo - b.lo)
		}
		return int(a.hi - b.hi)
	})
	var out []span
	for _, x := range in {
		if n := len(out); n > 0 && x.lo < out[n-1].hi {
			out[n-1].hi = max(out[n-1].hi, x.hi)
			continue
		}
		out = append(out, x)
	}
	return out
}
