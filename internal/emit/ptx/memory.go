// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes loads and stores, and memory intrinsics. It moves a value scalar by scalar. It
// moves two or four adjacent scalars in one instruction if the alignment allows this, and splits a
// scalar into pieces if the alignment is too small for it. For example, a load of <4 x float> from
// global memory is one ld.global.v4.f32 with an alignment of 16, and four ld.global.f32 with an
// alignment of 4.

import (
	"math/bits"

	"github.com/corolower/corolower/internal/ir"
)

// unit is the part of a value that one load or store moves: a register or a part of it.
type unit struct {
	off   int64
	bytes int64 // 1, 2, 4, 8
	slot  int
	shift int64 // first bit in the register
	whole bool  // the unit is a whole register
}

// units returns the pieces of a type at an alignment, in memory order.
func (w *writer) units(t *ir.Type, align int64) []unit {
	s := w.shape(t)
	out := make([]unit, 0, len(s.slots))
	for _, l := range s.leaves {
		size := w.lay.StoreSize(l.t)
		off, slot := l.off, l.slot
		for size > 0 {
			n := min(size, 8)
			whole := n&(n-1) == 0 && off%n == 0 && align >= n || n == 1
			if whole {
				out = append(out, unit{off, n, slot, 0, true})
			} else {
				for done := int64(0); done < n; {
					k := int64(1)
					for k*2 <= n-done && (off+done)%(k*2) == 0 && align >= k*2 {
						k *= 2
					}
					out = append(out, unit{off + done, k, slot, 8 * done, false})
					done += k
				}
			}
			size, off, slot = size-n, off+n, slot+1
		}
	}
	return out
}

// alignedAt returns the alignment of an offset from an aligned address.
func alignedAt(align, off int64) int64 {
	if off == 0 {
		return align
	}
	return min(align, int64(1)<<bits.TrailingZeros64(uint64(off)))
}

// run returns the number of leading units that one instruction can move: 1, 2 or 4.
func run(us []unit, slots []class, align int64) int {
	for _, n := range []int{4, 2} {
		if len(us) < n || us[0].bytes*int64(n) > 16 || alignedAt(align, us[0].off) < us[0].bytes*int64(n) {
			continue
		}
		ok := true
		for k := 0; k < n && ok; k++ {
			u := us[k]
			c := slots[u.slot]
			ok = u.whole && u.bytes == us[0].bytes && u.off == us[0].off+int64(k)*u.bytes && c != clsP &&
				(u.bytes > 1 || n == 4) && c == slots[us[0].slot]
		}
		if ok {
			return n
		}
	}
	return 1
}

// memType returns the type of a load or store of n bytes. Floats keep their type.
func memType(c class, n int64) string {
	switch {
	case c == clsF && n == 4:
		return ".f32"
	case c == clsFD && n == 8:
		return ".f64"
	case n == 1:
		return ".u8"
	case n == 2 && c == clsH:
		return ".b16"
	case n == 2:
		return ".u16"
	case n == 4:
		return ".b32"
	}
	return ".b64"
}

// load reads a value of a type into registers. sem is the suffix between ld and the space:
// .volatile, or an ordering with a scope.
func (e *fn) load(a addr, t *ir.Type, align int64, sem string, dst []opnd) {
	s := e.shape(t)
	if s.packed {
		if t.Kind() == ir.Vector {
			e.loadPacked(a, t, align, sem, dst)
			return
		}
		e.eachElem(t, func(et *ir.Type, off int64, slot int) {
			e.load(a.plus(off), et, alignedAt(align, off), sem, dst[slot:slot+len(e.shape(et).slots)])
		})
		return
	}
	op := "ld" + sem + spaceNames[a.space]
	if sem == unchanging {
		op = "ld" + spaceNames[a.space] + sem
	}
	us := e.units(t, align)
	for k := 0; k < len(us); {
		u := us[k]
		c := s.slots[u.slot]
		if n := run(us[k:], s.slots, align); n > 1 {
			e.begin(op + ".v" + itoa(n) + memType(c, u.bytes))
			e.b = append(listed(e.b, us[k:k+n], dst), ", "...)
			e.b = a.plus(u.off).append(e.b)
			e.end()
			k += n
			continue
		}
		if !u.whole {
			n := 1
			for k+n < len(us) && us[k+n].slot == u.slot {
				n++
			}
			e.gather(op, a, us[k:k+n], dst[u.slot])
			k += n
			continue
		}
		d := dst[u.slot]
		if c == clsP {
			r := e.fresh(clsR)
			e.loadOne(op+".u8", r, a.plus(u.off))
			e.fromBits(d, r)
		} else {
			e.loadOne(op+memType(c, u.bytes), d, a.plus(u.off))
		}
		k++
	}
	// The bits beyond the width of an integer are undefined.
	for _, l := range s.leaves {
		if l.t.IsInt() {
			e.trimLoaded(dst[l.slot:], l.t.Bits())
		}
	}
}

// listed prints the registers of units in braces.
func listed(b []byte, us []unit, regs []opnd) []byte {
	b = append(b, '{')
	for k, u := range us {
		if k > 0 {
			b = append(b, ", "...)
		}
		b = regs[u.slot].append(b)
	}
	return append(b, '}')
}

// trimLoaded clears the bits beyond the width of a loaded integer.
func (e *fn) trimLoaded(d []opnd, w int) {
	if w > 64 {
		e.trim(d[1], w-64)
	} else if w > 1 && w != 8 && w != 16 {
		e.trim(d[0], w)
	}
}

func (e *fn) loadOne(op string, d opnd, a addr) {
	e.begin(op)
	e.b = append(d.append(e.b), ", "...)
	e.b = a.append(e.b)
	e.end()
}

func (e *fn) storeOne(op string, a addr, v opnd) {
	e.begin(op)
	e.b = append(a.append(e.b), ", "...)
	e.b = v.append(e.b)
	e.end()
}

// gather loads a register in pieces.
func (e *fn) gather(op string, a addr, us []unit, d opnd) {
	c := clsR
	suffix := "b32"
	if classes[d.cls].size == 8 {
		c, suffix = clsRD, "b64"
	}
	var acc opnd
	for k, u := range us {
		p := e.fresh(c)
		e.loadOne(op+memType(clsR, u.bytes), p, a.plus(u.off))
		if u.shift > 0 {
			p = e.new2("shl."+suffix, c, p, immR(uint64(u.shift)))
		}
		if k == 0 {
			acc = p
		} else {
			acc = e.new2("or."+suffix, c, acc, p)
		}
	}
	e.fromBits(d, acc)
}

// store writes a value.
func (e *fn) store(a addr, t *ir.Type, align int64, sem string, v []opnd) {
	s := e.shape(t)
	if s.packed {
		if t.Kind() == ir.Vector {
			e.storePacked(a, t, align, sem, v)
			return
		}
		e.eachElem(t, func(et *ir.Type, off int64, slot int) {
			e.store(a.plus(off), et, alignedAt(align, off), sem, v[slot:slot+len(e.shape(et).slots)])
		})
		return
	}
	op := "st" + sem + spaceNames[a.space]
	us := e.units(t, align)
	for k := 0; k < len(us); {
		u := us[k]
		c := s.slots[u.slot]
		if n := run(us[k:], s.slots, align); n > 1 {
			e.begin(op + ".v" + itoa(n) + memType(c, u.bytes))
			e.b = listed(append(a.plus(u.off).append(e.b), ", "...), us[k:k+n], v)
			e.end()
			k += n
			continue
		}
		o := v[u.slot]
		switch {
		case c == clsP:
			e.storeOne(op+".u8", a.plus(u.off), e.boolTo(clsR, o))
		case u.whole:
			e.storeOne(op+memType(c, u.bytes), a.plus(u.off), o)
		default:
			o = e.toBits(o)
			suffix := "u32"
			if o.cls == clsRD {
				suffix = "u64"
			}
			if u.shift > 0 {
				o = e.new2("shr."+suffix, o.cls, e.reg(o), immR(uint64(u.shift)))
			}
			e.storeOne(op+memType(clsR, u.bytes), a.plus(u.off), e.reg(o))
		}
		k++
	}
}

// loadPacked and storePacked move a vector whose elements are not whole bytes as one integer, with
// element 0 in the lowest bits.
func (e *fn) loadPacked(a addr, t *ir.Type, align int64, sem string, dst []opnd) {
	it, ok := e.packedInt(t)
	if !ok {
		return
	}
	s := e.shape(it)
	tmp := make([]opnd, len(s.slots))
	for k, c := range s.slots {
		tmp[k] = e.fresh(c)
	}
	e.load(a, it, align, sem, tmp)
	for k, o := range e.repack(it, tmp, t) {
		e.mov(dst[k], o)
	}
}

func (e *fn) storePacked(a addr, t *ir.Type, align int64, sem string, v []opnd) {
	if it, ok := e.packedInt(t); ok {
		e.store(a, it, align, sem, e.repack(t, v, it))
	}
}

// eachElem calls f for each element of an aggregate, with its offset and its first register.
func (e *fn) eachElem(t *ir.Type, f func(et *ir.Type, off int64, slot int)) {
	slot := 0
	visit := func(et *ir.Type, off int64) {
		f(et, off, slot)
		slot += len(e.shape(et).slots)
	}
	if t.Kind() == ir.Array {
		for k := range t.Len() {
			visit(t.Elem(), int64(k)*e.lay.AllocSize(t.Elem()))
		}
		return
	}
	for k, ft := range t.Fields() {
		visit(ft, e.lay.FieldOffset(t, k))
	}
}

// packedInt returns the integer type with the bits of a vector.
func (e *fn) packedInt(t *ir.Type) (*ir.Type, bool) {
	n := e.lay.SizeBits(t)
	if t.Kind() != ir.Vector || n > 128 {
		e.fail("", "a value of type %s in memory: its elements are not whole bytes", t)
		return nil, false
	}
	return e.m.Types.Int(int(n)), true
}

// toBits returns the bits of a scalar in an integer register. fromBits does the reverse.
func (e *fn) toBits(o opnd) opnd {
	switch o.cls {
	case clsP:
		return e.boolTo(clsR, o)
	case clsF:
		if o.imm {
			return immR(o.v)
		}
		return e.new1("mov.b32", clsR, o)
	case clsFD:
		if o.imm {
			return immRD(o.v)
		}
		return e.new1("mov.b64", clsRD, o)
	case clsH:
		if o.imm {
			return immR(o.v)
		}
		return e.new1("cvt.u32.u16", clsR, o)
	}
	return o
}

func (e *fn) fromBits(d, o opnd) {
	switch d.cls {
	case clsP:
		e.op("setp.ne.b32", d, e.new2("and.b32", clsR, o, immR(1)), immR(0))
	case clsH:
		e.op("cvt.u16.u32", d, e.reg(o))
	default:
		e.op("mov."+classes[d.cls].bits, d, o)
	}
}

// loadInstr and storeInstr write load and store instructions.
func (e *fn) loadInstr(i *ir.Instr) {
	t := i.Type()
	if !e.fits(t) {
		return
	}
	a := e.address(i.Arg(0))
	sem, ok := e.access(i, a, t, false)
	if !ok {
		return
	}
	if i.Flags&ir.FlagAtomic != 0 && is128(t) && sem != "" {
		e.atomicLoad128(a, sem, e.def(i))
		return
	}
	if i.Flags&(ir.FlagAtomic|ir.FlagVolatile) == 0 && a.space == spaceGlobal && e.unchanged(i) {
		sem = unchanging
	}
	e.load(a, t, e.alignOf(i, t), sem, e.def(i))
	if t.IsPtr() && spaceOf(t) == spaceGeneric && e.spaces[i.ID] == spaceGlobal && e.reached(i) {
		e.twins[i] = e.toGlobal(e.def(i)[0])
	}
}

// unchanging is the suffix of a load through the read-only cache, from memory that no thread writes
// while the kernel runs.
const unchanging = ".nc"

// unchanged reports whether a load reads memory that nothing writes while the kernel runs: the load says
// so, or it reads through a noalias parameter of the kernel that nothing writes through. noalias holds for
// all threads, because memory that anything modifies meanwhile must only be accessed through the parameter.
func (e *fn) unchanged(i *ir.Instr) bool {
	if i.MetaOf("invariant.load") != nil {
		return true
	}
	from := i.Arg(0)
	for {
		switch x := from.(type) {
		case *ir.Instr:
			if x.Op != ir.OpGEP && x.Op != ir.OpBitCast && x.Op != ir.OpAddrSpaceCast {
				return false
			}
			from = x.Arg(0)
			continue
		case *ir.Param:
			if e.kernels[e.f] == nil || !x.Attrs.Has(e.m, "noalias") || x.Attrs.Has(e.m, "byval") {
				return false
			}
			only, known := e.constants[x]
			if !known {
				only = x.Attrs.Has(e.m, "readonly") || onlyRead(x)
				e.constants[x] = only
			}
			return only
		}
		return false
	}
}

func (e *fn) storeInstr(i *ir.Instr) {
	t := i.Arg(0).Type()
	if !e.fits(t) {
		return
	}
	a := e.address(i.Arg(1))
	if !e.writable(a) {
		return
	}
	v := e.value(i.Arg(0))
	sem, ok := e.access(i, a, t, true)
	if !ok {
		return
	}
	if i.Flags&ir.FlagAtomic != 0 && is128(t) && sem != "" {
		e.atomicStore128(a, sem, v)
		return
	}
	e.store(a, t, e.alignOf(i, t), sem, v)
}

// writable reports whether memory at an address can be written. If not, it reports an error.
func (e *fn) writable(a addr) bool {
	switch a.space {
	case spaceConst:
		e.fail("", "constant memory cannot be written")
	case spaceParam:
		e.fail("", "parameters of a kernel cannot be written")
	}
	return a.space != spaceConst && a.space != spaceParam
}

func (e *fn) alignOf(i *ir.Instr, t *ir.Type) int64 {
	if i.Align != 0 {
		return int64(i.Align)
	}
	return e.lay.ABIAlign(t)
}

// pieces calls f for the words of a constant number of bytes, which are as large as the alignment allows.
func pieces(size, align int64, f func(off, n int64)) {
	for off := int64(0); off < size; {
		n := min(alignedAt(align, off), 8)
		for n > size-off {
			n /= 2
		}
		f(off, n)
		off += n
	}
}

// wordClass returns the class of a register for a word of n bytes.
func wordClass(n int64) class {
	if n == 8 {
		return clsRD
	}
	return clsR
}

// loadWord and storeWord move a word of n bytes.
func (e *fn) loadWord(sem string, r opnd, from addr, n int64) {
	e.loadOne("ld"+sem+spaceNames[from.space]+memType(r.cls, n), r, from)
}

func (e *fn) storeWord(sem string, to addr, r opnd, n int64) {
	e.storeOne("st"+sem+spaceNames[to.space]+memType(r.cls, n), to, r)
}

// copyBytes copies a constant number of bytes.
func (e *fn) copyBytes(to, from addr, size, align int64, sem string) {
	pieces(size, align, func(off, n int64) {
		r := e.fresh(wordClass(n))
		e.loadWord(sem, r, from.plus(off), n)
		e.storeWord(sem, to.plus(off), r, n)
	})
}

// unrolled is the size up to which memory intrinsics use no loop.
const unrolled = 128

// argAlign returns the known alignment of a pointer argument.
func (e *fn) argAlign(i *ir.Instr, k int) int64 {
	c := i.Call()
	if k < len(c.ArgAttrs) && c.ArgAttrs[k] != nil {
		if a := c.ArgAttrs[k].Get(e.m, "align"); a != nil {
			return max(atoi(a.Val), 1)
		}
	}
	return 1
}

// volatileArg returns .volatile if the last argument of a memory intrinsic requires it.
func (e *fn) volatileArg(i *ir.Instr, a, b addr) string {
	if c, ok := i.Arg(3).(*ir.Const); ok && c.IsTrue() && a.space != spaceLocal && b.space != spaceLocal {
		return ".volatile"
	}
	return ""
}

// memcpy writes llvm.memcpy and llvm.memmove. Small ones use no loop; memmove then reads all bytes
// before it writes.
func (e *fn) memcpy(i *ir.Instr, overlaps bool) {
	to, from := e.address(i.Arg(0)), e.address(i.Arg(1))
	if !e.writable(to) {
		return
	}
	sem := e.volatileArg(i, to, from)
	align := min(e.argAlign(i, 0), e.argAlign(i, 1))
	if c, ok := i.Arg(2).(*ir.Const); ok && c.IsInt() && c.Uint64() <= unrolled {
		size := int64(c.Uint64())
		if !overlaps {
			e.copyBytes(to, from, size, align, sem)
			return
		}
		e.moveBytes(to, from, size, align, sem)
		return
	}
	n, word := e.words(i.Arg(2), align)
	if !overlaps {
		e.copyLoop(to, from, n, word, sem, false)
		return
	}
	// Copy upward, unless the destination may begin inside the source.
	dst, src := e.pointer(to, spaceGeneric), e.pointer(from, spaceGeneric)
	p := e.new2("setp.gt.u64", clsP, dst, src)
	down, done := e.newLabel(), e.newLabel()
	e.braIf(p, true, down)
	e.copyLoop(addr{base: dst}, addr{base: src}, n, word, sem, false)
	e.bra(done)
	e.place(down)
	e.copyLoop(addr{base: dst}, addr{base: src}, n, word, sem, true)
	e.place(done)
}

// moveBytes copies bytes that may overlap: it reads all of them before it writes the first.
func (e *fn) moveBytes(to, from addr, size, align int64, sem string) {
	var words []opnd
	pieces(size, align, func(off, n int64) {
		words = append(words, e.fresh(wordClass(n)))
		e.loadWord(sem, words[len(words)-1], from.plus(off), n)
	})
	pieces(size, align, func(off, n int64) {
		e.storeWord(sem, to.plus(off), words[0], n)
		words = words[1:]
	})
}

// words returns the length in bytes in a register of 64 bits, and the word size for a loop.
func (e *fn) words(n ir.Value, align int64) (opnd, int64) {
	o := e.value(n)[0]
	word := min(align, 8)
	if o.imm {
		word = min(word, alignedAt(8, int64(o.v)))
		if o.v == 0 {
			word = 1
		}
		return e.reg(immRD(o.v)), word
	}
	if o.cls == clsR {
		o = e.new1("cvt.u64.u32", clsRD, o)
	}
	return o, 1
}

// copyLoop moves n bytes in words. If down is set, it moves the last word first.
func (e *fn) copyLoop(to, from addr, n opnd, word int64, sem string, down bool) {
	dst, src := e.flat(to), e.flat(from)
	k, r := e.fresh(clsRD), e.fresh(wordClass(word))
	begin, end := e.newLabel(), e.newLabel()
	step := immRD(uint64(word))
	if down {
		e.mov(k, n)
	} else {
		e.mov(k, immRD(0))
	}
	e.place(begin)
	if down {
		e.braIf(e.new2("setp.eq.b64", clsP, k, immRD(0)), true, end)
		e.op("sub.s64", k, k, step)
	} else {
		e.braIf(e.new2("setp.ge.u64", clsP, k, n), true, end)
	}
	e.loadWord(sem, r, addr{base: e.new2("add.s64", clsRD, src, k), space: from.space}, word)
	e.storeWord(sem, addr{base: e.new2("add.s64", clsRD, dst, k), space: to.space}, r, word)
	if !down {
		e.op("add.s64", k, k, step)
	}
	e.bra(begin)
	e.place(end)
}

// memset writes llvm.memset.
func (e *fn) memset(i *ir.Instr) {
	to := e.address(i.Arg(0))
	if !e.writable(to) {
		return
	}
	sem := e.volatileArg(i, to, to)
	align := e.argAlign(i, 0)
	v := e.value(i.Arg(1))[0]
	word := min(align, 8)
	// spread returns a word of equal bytes.
	var w opnd
	spread := func(n int64) opnd {
		if v.imm {
			return imm(wordClass(n), (v.v&255)*0x0101010101010101&maskOf(int(8*n)))
		}
		if w.cls != clsRD {
			w = e.new2("mul.lo.s64", clsRD, e.new1("cvt.u64.u32", clsRD, v), immRD(0x0101010101010101))
		}
		return w
	}
	if c, ok := i.Arg(2).(*ir.Const); ok && c.IsInt() && c.Uint64() <= unrolled {
		pieces(int64(c.Uint64()), align, func(off, n int64) { e.storeWord(sem, to.plus(off), e.reg(spread(n)), n) })
		return
	}
	n, word := e.words(i.Arg(2), word)
	x := e.reg(spread(word))
	dst := e.flat(to)
	k := e.fresh(clsRD)
	begin, end := e.newLabel(), e.newLabel()
	e.mov(k, immRD(0))
	e.place(begin)
	e.braIf(e.new2("setp.ge.u64", clsP, k, n), true, end)
	e.storeWord(sem, addr{base: e.new2("add.s64", clsRD, dst, k), space: to.space}, x, word)
	e.op("add.s64", k, k, immRD(uint64(word)))
	e.bra(begin)
	e.place(end)
}

// allocaInstr writes an alloca with a dynamic size or position. Static allocas are in the depot.
func (e *fn) allocaInstr(i *ir.Instr) {
	if _, static := e.allocas[i]; static {
		return
	}
	size, ok := e.lay.Size(i.ElemTy)
	if !ok {
		e.fail("", "the size of %s is unknown", i.ElemTy)
		return
	}
	if !e.use(featAlloca) {
		return
	}
	n := immRD(uint64(size))
	if i.NumArgs() > 0 {
		o := e.value(i.Arg(0))[0]
		if o.imm {
			n.v = uint64(size) * o.v
		} else {
			if o.cls == clsR {
				o = e.new1("cvt.u64.u32", clsRD, o)
			}
			n = e.new2("mul.lo.s64", clsRD, o, n)
		}
	}
	align := int64(i.Align)
	if align == 0 {
		align = e.lay.PrefAlign(i.ElemTy)
	}
	d := e.fresh(clsRD)
	n = e.reg(n)
	e.begin("alloca.u64")
	e.b = append(d.append(e.b), ", "...)
	e.b = append(n.append(e.b), ", "...)
	e.b = append(e.b, itoa(int(max(align, 1)))...)
	e.end()
	e.define(i, []opnd{e.pointer(addr{base: d, space: spaceLocal}, spaceOf(i.Type()))})
}
