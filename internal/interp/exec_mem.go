// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"github.com/corolower/corolower/internal/ir"
)

// Memory: alloca, load, store, getelementptr, atomics; and parts of values: vectors and aggregates.

func compileAlloca(c *compiler, i *ir.Instr) {
	s := c.p.shape(i.ElemTy)
	size, ok := c.p.layout.Size(i.ElemTy)
	if !ok {
		panic(unsupportedf("an alloca of type %s, which has no size, cannot be run", i.ElemTy))
	}
	align := max(uint64(i.Align), s.align, 1)
	if i.Align == 0 {
		align = max(align, uint64(c.p.layout.PrefAlign(i.ElemTy)))
	}
	in := inst{run: execAlloca, dst: c.dst(i), a: -1, imm: uint64(size), n: int32(align)}
	if i.NumArgs() > 0 {
		if k, ok := i.Arg(0).(*ir.Const); ok && k.IsInt() {
			in.imm *= k.Uint64()
		} else {
			in.a = c.src(i.Arg(0))
		}
	}
	if c.fn.coro != nil && c.fn.coro.outlives(i) {
		in.run = execOutliving
	}
	c.add(in)
}

// execOutliving creates a variable of a coroutine that its ramp uses after coro.end.
func execOutliving(t *Thread, f *frame, in *inst) {
	execAlloca(t, f, in)
	t.m.mem.objects[f.regs[in.dst].v>>32].outlives = true
}

func execAlloca(t *Thread, f *frame, in *inst) {
	size := in.imm
	if in.a >= 0 {
		n := f.regs[in.a]
		if n.u != 0 {
			panic(trapf("an alloca of an undefined size"))
		}
		size *= n.v
	}
	f.regs[in.dst] = val{v: t.local(f, size, uint64(in.n)).addr()}
}

func compileLoad(c *compiler, i *ir.Instr) {
	s := c.shapeOf(i.Type())
	in := inst{run: execLoad, dst: c.dst(i), a: c.src(i.Arg(0)), imm: alignMask(i.Align, s), x: s,
		n: int32(len(s.words))}
	if len(s.words) == 1 && s.words[0].off == 0 && !s.packed {
		w := s.words[0]
		in.run, in.bytes, in.bits = execLoad1, w.bytes, w.bits
		if w.bits == 32 || w.bits == 64 {
			in.run = execLoadWord
		}
	}
	if i.MetaOf("noundef") != nil {
		in.flags = ir.FlagExact
	}
	c.add(in)
	if in.flags != 0 {
		c.add(inst{run: execNoUndef, a: in.dst, n: in.n, x: "a load with !noundef reads memory that was not written"})
	}
}

// execNoUndef rejects undefined bits in a value. The payload is the message.
func execNoUndef(_ *Thread, f *frame, in *inst) {
	for k := range in.n {
		if f.regs[in.a+k].u != 0 {
			panic(trapf("%s", in.x))
		}
	}
}

func alignMask(written uint32, s *shape) uint64 {
	a := uint64(written)
	if a == 0 {
		a = max(s.align, 1)
	}
	return a - 1
}

func pointer(x val, how string) uint64 {
	if x.u != 0 {
		panic(trapf("%s through an undefined pointer", how))
	}
	return x.v
}

// direct is the object that a pointer leads to and the offset in it, where an access of n bytes is plainly allowed: it is
// the short way of the accesses that a loop makes.
func (m *memory) direct(p val, align uint64, n uint8) (o *object, off uint64) {
	if id := p.v >> 32; p.u == 0 && id < uint64(len(m.objects)) && id > 0 && p.v&align == 0 {
		o = m.objects[id]
		if off = uint64(uint32(p.v)) - o.base; off <= o.size && o.size-off >= uint64(n) {
			return o, off
		}
	}
	return nil, 0
}

// execLoadWord is execLoad1 for 4 or 8 bytes without bits to spare, which most loads are.
func execLoadWord(t *Thread, f *frame, in *inst) {
	if o, off := t.m.mem.direct(f.regs[in.a], in.imm, in.bytes); o != nil {
		f.regs[in.dst] = o.get(off, in.bytes)
		return
	}
	execLoad1(t, f, in)
}

// execLoad1 loads what fits in one register.
func execLoad1(t *Thread, f *frame, in *inst) {
	p := pointer(f.regs[in.a], "read")
	aligned(p, in.imm, "read")
	r := t.m.mem.load(p, in.bytes)
	if in.bits&7 != 0 {
		m := maskOf(int(in.bits))
		r = val{r.v & m, r.u & m}
	}
	f.regs[in.dst] = r
}

func execLoad(t *Thread, f *frame, in *inst) {
	p := pointer(f.regs[in.a], "read")
	aligned(p, in.imm, "read")
	s := in.x.(*shape)
	if s.store == 0 {
		return
	}
	o, off := t.m.mem.at(p, s.store, "read")
	getShape(o, off, s, f.regs[in.dst:in.dst+in.n])
}

func compileStore(c *compiler, i *ir.Instr) {
	s := c.shapeOf(i.Arg(0).Type())
	in := inst{run: execStore, a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), imm: alignMask(i.Align, s), x: s,
		n: int32(len(s.words))}
	if len(s.words) == 1 && s.words[0].off == 0 && !s.packed {
		in.run, in.bytes = execStore1, s.words[0].bytes
	}
	c.add(in)
}

func execStore1(t *Thread, f *frame, in *inst) {
	if o, off := t.m.mem.direct(f.regs[in.b], in.imm, in.bytes); o != nil && !o.frozen {
		o.put(off, in.bytes, f.regs[in.a])
		return
	}
	p := pointer(f.regs[in.b], "write")
	aligned(p, in.imm, "write")
	t.m.mem.store(p, in.bytes, f.regs[in.a])
}

func execStore(t *Thread, f *frame, in *inst) {
	p := pointer(f.regs[in.b], "write")
	aligned(p, in.imm, "write")
	s := in.x.(*shape)
	if s.store == 0 {
		return
	}
	o, off := t.m.mem.writable(p, s.store)
	putShape(o, off, s, f.regs[in.a:in.a+in.n])
}

// gepStep is a non-constant index of a getelementptr.
type gepStep struct {
	reg   int32
	bits  uint8
	scale uint64
	wide  bool // the index is a vector
}

func compileGEP(c *compiler, i *ir.Instr) {
	in := inst{run: execGEP, dst: c.dst(i), a: c.src(i.Arg(0)), n: 1}
	if i.Type().Kind() == ir.Vector {
		in.n = int32(i.Type().Len())
		if i.Arg(0).Type().Kind() == ir.Vector {
			in.b = 1
		}
	}
	var steps []gepStep
	t := i.ElemTy
	for k := 1; k < i.NumArgs(); k++ {
		v := i.Arg(k)
		if k > 1 && t.Kind() == ir.Struct {
			n := c.p.constant(v)[0].v
			in.imm += uint64(c.p.layout.FieldOffset(t, int(n)))
			t = t.Fields()[n]
			continue
		}
		size := c.p.layout.AllocSize(t)
		if k > 1 {
			if e := t.Elem(); t.Kind() == ir.Vector {
				size, t = (c.p.layout.SizeBits(e)+7)/8, e
			} else {
				size, t = c.p.layout.AllocSize(e), e
			}
		}
		bits, _ := c.scalar(v.Type())
		if isWide(v.Type()) {
			bits = 64
		}
		if kc, ok := v.(*ir.Const); ok && (kc.IsInt() || kc.Kind == ir.ConstZero) && v.Type().IsInt() {
			in.imm += uint64(kc.Int64()) * uint64(size)
			continue
		}
		steps = append(steps, gepStep{c.src(v), bits, uint64(size), v.Type().Kind() == ir.Vector})
	}
	switch {
	case in.n == 1 && len(steps) == 0:
		in.run = execGEP0
	case in.n == 1 && len(steps) == 1 && !steps[0].wide:
		in.run, in.b, in.bits, in.x = execGEP1, steps[0].reg, steps[0].bits, steps[0].scale
		in.c = int32(steps[0].scale)
		if uint64(in.c) != steps[0].scale || in.c < 0 {
			in.run, in.x = execGEP, steps
			in.b = 0
		}
	default:
		in.x = steps
	}
	c.add(in)
}

func execGEP0(_ *Thread, f *frame, in *inst) {
	p := f.regs[in.a]
	if p.u != 0 {
		f.regs[in.dst] = undefined(64)
		return
	}
	f.regs[in.dst] = val{v: p.v + in.imm}
}

func execGEP1(_ *Thread, f *frame, in *inst) {
	p, k := f.regs[in.a], f.regs[in.b]
	if p.u|k.u != 0 {
		f.regs[in.dst] = undefined(64)
		return
	}
	f.regs[in.dst] = val{v: p.v + in.imm + uint64(sext(k.v, in.bits))*uint64(in.c)}
}

func execGEP(_ *Thread, f *frame, in *inst) {
	steps := in.x.([]gepStep)
	for e := range in.n {
		p := f.regs[in.a+e*in.b]
		p.v += in.imm
		for _, s := range steps {
			reg := s.reg
			if s.wide {
				reg += e
			}
			k := f.regs[reg]
			p.u |= k.u
			p.v += uint64(sext(k.v, s.bits)) * s.scale
		}
		if p.u != 0 {
			p = undefined(64)
		}
		f.regs[in.dst+e] = p
	}
}

// Atomics. Threads switch only between instructions, so each instruction is atomic.

func compileFence(c *compiler, _ *ir.Instr) {
	c.add(inst{run: func(t *Thread, _ *frame, _ *inst) { t.mayYield() }})
}

func compileCmpXchg(c *compiler, i *ir.Instr) {
	s := c.shapeOf(i.Arg(1).Type())
	if len(s.words) != 1 {
		panic(unsupportedf("cmpxchg of type %s cannot be run", i.Arg(1).Type()))
	}
	c.add(inst{run: execCmpXchg, dst: c.dst(i), a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), c: c.src(i.Arg(2)),
		bytes: s.words[0].bytes, imm: alignMask(i.Align, s)})
}

func execCmpXchg(t *Thread, f *frame, in *inst) {
	p := pointer(f.regs[in.a], "atomic access")
	aligned(p, in.imm, "atomic access")
	old := t.m.mem.load(p, in.bytes)
	want := f.regs[in.b]
	t.needDefined(old, "cmpxchg")
	t.needDefined(want, "cmpxchg")
	if t.m.mem.real(old.v) == t.m.mem.real(want.v) {
		t.m.mem.store(p, in.bytes, f.regs[in.c])
	} else {
		t.m.mem.writable(p, uint64(in.bytes))
	}
	f.regs[in.dst], f.regs[in.dst+1] = old, boolVal(t.m.mem.real(old.v) == t.m.mem.real(want.v))
	t.mayYield()
}

func compileRMW(c *compiler, i *ir.Instr) {
	s := c.shapeOf(i.Type())
	if len(s.words) != 1 {
		panic(unsupportedf("atomicrmw of type %s cannot be run", i.Type()))
	}
	op := rmwOps[ir.RMWNames[i.Sub]]
	if op == nil && !i.Type().IsFloat() {
		panic(unsupportedf("atomicrmw %s cannot be run", ir.RMWNames[i.Sub]))
	}
	if i.Type().IsFloat() {
		k := i.Type().Kind()
		fop := rmwFloats[ir.RMWNames[i.Sub]]
		if fop == nil {
			panic(unsupportedf("atomicrmw %s cannot be run", ir.RMWNames[i.Sub]))
		}
		op = func(x, y uint64, _ uint8) uint64 { return k.RoundFloat(fop(k.FloatValue(x), k.FloatValue(y))) }
	}
	c.add(inst{run: execRMW, dst: c.dst(i), a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), bytes: s.words[0].bytes,
		bits: s.words[0].bits, imm: alignMask(i.Align, s), x: op})
}

var rmwFloats = map[string]func(x, y float64) float64{
	"xchg": func(_, y float64) float64 { return y }, "fadd": floatOps[ir.OpFAdd],
	"fsub": floatOps[ir.OpFSub], "fmax": maxNum, "fmin": minNum, "fmaximumnum": maxNum, "fminimumnum": minNum,
}

type rmwOp = func(x, y uint64, bits uint8) uint64

var rmwOps = map[string]rmwOp{
	"xchg": func(_, y uint64, _ uint8) uint64 { return y },
	"add":  func(x, y uint64, _ uint8) uint64 { return x + y },
	"sub":  func(x, y uint64, _ uint8) uint64 { return x - y },
	"and":  func(x, y uint64, _ uint8) uint64 { return x & y },
	"nand": func(x, y uint64, _ uint8) uint64 { return ^(x & y) },
	"or":   func(x, y uint64, _ uint8) uint64 { return x | y },
	"xor":  func(x, y uint64, _ uint8) uint64 { return x ^ y },
	"umax": func(x, y uint64, _ uint8) uint64 { return max(x, y) },
	"umin": func(x, y uint64, _ uint8) uint64 { return min(x, y) },
	"max":  func(x, y uint64, n uint8) uint64 { return uint64(max(sext(x, n), sext(y, n))) },
	"min":  func(x, y uint64, n uint8) uint64 { return uint64(min(sext(x, n), sext(y, n))) },
	"uinc_wrap": func(x, y uint64, _ uint8) uint64 {
		if x >= y {
			return 0
		}
		return x + 1
	},
	"udec_wrap": func(x, y uint64, _ uint8) uint64 {
		if x == 0 || x > y {
			return y
		}
		return x - 1
	},
	"usub_cond": func(x, y uint64, _ uint8) uint64 {
		if x >= y {
			return x - y
		}
		return x
	},
	"usub_sat": func(x, y uint64, _ uint8) uint64 { return x - min(x, y) },
}

func execRMW(t *Thread, f *frame, in *inst) {
	p := pointer(f.regs[in.a], "atomic access")
	aligned(p, in.imm, "atomic access")
	old := t.m.mem.load(p, in.bytes)
	x, y := old, f.regs[in.b]
	r := undefined(int(in.bits))
	if x.u|y.u == 0 {
		r = val{v: in.x.(rmwOp)(x.v, y.v, in.bits) & maskOf(int(in.bits))}
	}
	t.m.mem.store(p, in.bytes, r)
	f.regs[in.dst] = old
	t.mayYield()
}

// Vectors and aggregates are flat sequences of registers, so most of these instructions only copy.

// execCopy copies n registers from a.
func execCopy(_ *Thread, f *frame, in *inst) {
	if in.n == 1 {
		f.regs[in.dst] = f.regs[in.a]
		return
	}
	copy(f.regs[in.dst:in.dst+in.n], f.regs[in.a:in.a+in.n])
}

// member returns the registers of a part of an aggregate.
func (c *compiler) member(t *ir.Type, path []int) (first, n int32) {
	for _, k := range path {
		switch t.Kind() {
		case ir.Struct:
			for _, e := range t.Fields()[:k] {
				first += int32(len(c.shapeOf(e).words))
			}
			t = t.Fields()[k]
		default:
			t = t.Elem()
			first += int32(k * len(c.shapeOf(t).words))
		}
	}
	return first, int32(len(c.shapeOf(t).words))
}

func compileExtractValue(c *compiler, i *ir.Instr) {
	first, n := c.member(i.Arg(0).Type(), i.Aux.(*ir.IndexAux).Indices)
	c.add(inst{run: execCopy, dst: c.dst(i), a: c.src(i.Arg(0)) + first, n: n})
}

func compileInsertValue(c *compiler, i *ir.Instr) {
	first, n := c.member(i.Type(), i.Aux.(*ir.IndexAux).Indices)
	c.add(inst{run: execCopy, dst: c.dst(i), a: c.src(i.Arg(0)), n: c.words(i)})
	c.add(inst{run: execCopy, dst: c.dst(i) + first, a: c.src(i.Arg(1)), n: n})
}

func compileExtractElement(c *compiler, i *ir.Instr) {
	c.add(inst{run: execExtract, dst: c.dst(i), a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), n: c.words(i),
		imm: i.Arg(0).Type().Len(), x: c.shapeOf(i.Type())})
}

func execExtract(_ *Thread, f *frame, in *inst) {
	k := f.regs[in.b]
	if k.u != 0 || k.v >= in.imm {
		for w, d := range in.x.(*shape).words {
			f.regs[in.dst+int32(w)] = undefined(int(d.bits))
		}
		return
	}
	at := in.a + int32(k.v)*in.n
	copy(f.regs[in.dst:in.dst+in.n], f.regs[at:at+in.n])
}

func compileInsertElement(c *compiler, i *ir.Instr) {
	c.add(inst{run: execInsert, dst: c.dst(i), a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), c: c.src(i.Arg(2)),
		n: c.words(i.Arg(1)), imm: i.Type().Len(), x: c.shapeOf(i.Type())})
}

func execInsert(_ *Thread, f *frame, in *inst) {
	s := in.x.(*shape)
	k := f.regs[in.c]
	if k.u != 0 || k.v >= in.imm {
		for w, d := range s.words {
			f.regs[in.dst+int32(w)] = undefined(int(d.bits))
		}
		return
	}
	all := int32(len(s.words))
	copy(f.regs[in.dst:in.dst+all], f.regs[in.a:in.a+all])
	at := in.dst + int32(k.v)*in.n
	copy(f.regs[at:at+in.n], f.regs[in.b:in.b+in.n])
}

func compileShuffle(c *compiler, i *ir.Instr) {
	mask := c.p.constant(i.Arg(2))
	n := int(i.Arg(0).Type().Len())
	w := int(c.words(i.Arg(0))) / n
	a, b := c.src(i.Arg(0)), c.src(i.Arg(1))
	s := c.shapeOf(i.Type())
	from := make([]int32, len(s.words))
	for k, m := range mask {
		for j := range w {
			switch {
			case m.u != 0:
				from[k*w+j] = c.constant([]val{undefined(int(s.words[k*w+j].bits))})
			case int(m.v) < n:
				from[k*w+j] = a + int32(int(m.v)*w+j)
			default:
				from[k*w+j] = b + int32((int(m.v)-n)*w+j)
			}
		}
	}
	c.add(inst{run: execGather, dst: c.dst(i), x: from})
}

// execGather copies registers from arbitrary positions outside of the result.
func execGather(_ *Thread, f *frame, in *inst) {
	for k, r := range in.x.([]int32) {
		f.regs[in.dst+int32(k)] = f.regs[r]
	}
}

func compileBitCast(c *compiler, i *ir.Instr) {
	from, to := c.shapeOf(i.Arg(0).Type()), c.shapeOf(i.Type())
	if len(from.words) == 1 && len(to.words) == 1 {
		c.add(inst{run: execCopy, dst: c.dst(i), a: c.src(i.Arg(0)), n: 1})
		return
	}
	c.add(inst{run: execBitCast, dst: c.dst(i), a: c.src(i.Arg(0)), n: int32(len(from.words)), c: int32(len(to.words)),
		x: [2]*shape{from, to}})
}

// execBitCast writes a value as bytes and reads it as another type.
func execBitCast(_ *Thread, f *frame, in *inst) {
	s := in.x.([2]*shape)
	n := max(s[0].store, s[1].store) + 8
	o := &object{data: make([]byte, n), undef: make([]byte, n), size: n}
	putShape(o, 0, s[0], f.regs[in.a:in.a+in.n])
	getShape(o, 0, s[1], f.regs[in.dst:in.dst+in.c])
}
