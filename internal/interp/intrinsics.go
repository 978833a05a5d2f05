// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"math"
	"math/big"
	"math/bits"
	"strings"
	"sync"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/legalise"
)

// intrinsics has the functions that build the code of intrinsics, by id. It is built when the first
// program is compiled. Coroutine intrinsics are in coroIntrinsics.
var (
	intrinsics     []func(c *compiler, i *ir.Instr)
	intrinsicsOnce sync.Once
)

func makeIntrinsics() {
	intrinsics = make([]func(*compiler, *ir.Instr), ir.NumIntrinsics())
	for _, table := range []map[string]func(*compiler, *ir.Instr){plainIntrinsics(), floatIntrinsics()} {
		for name, how := range table {
			intrinsics[ir.IntrinsicRow(name)] = how
		}
	}
}

func plainIntrinsics() map[string]func(*compiler, *ir.Instr) {
	none := func(*compiler, *ir.Instr) {}
	first := func(c *compiler, i *ir.Instr) {
		c.add(inst{run: execCopy, dst: c.dst(i), a: c.src(i.Arg(0)), n: c.words(i)})
	}
	return map[string]func(*compiler, *ir.Instr){
		"lifetime.start": lifetime(true), "lifetime.end": lifetime(false),
		"invariant.start": zero, "invariant.end": none, "experimental.noalias.scope.decl": none,
		"pseudoprobe": none, "fake.use": none,
		"donothing": none, "sideeffect": none, "x86.sse2.pause": none,
		"prefetch": none, "var.annotation": none, "annotation": first,
		"assume": compileAssume, "expect": first, "expect.with.probability": first, "ssa.copy": first,
		"launder.invariant.group": first, "strip.invariant.group": first, "is.constant": zero,
		"memcpy": memOp(execMemcpy), "memcpy.inline": memOp(execMemcpy), "memmove": memOp(execMemmove),
		"memset": memOp(execMemset), "memset.inline": memOp(execMemset),
		"memcpy.element.unordered.atomic": memOp(execMemcpy), "memmove.element.unordered.atomic": memOp(execMemmove),
		"memset.element.unordered.atomic": memOp(execMemset),
		"trap":                            trapOp("llvm.trap is reached"), "ubsantrap": trapOp("a check of the sanitizer fails"),
		"debugtrap": none,
		"stacksave": zero, "stackrestore": none, "threadlocal.address": compileThreadLocal,
		"objectsize": compileObjectSize, "ptrmask": lanes2(func(x, y uint64, _ uint8) uint64 { return x & y }),
		"eh.typeid.for": compileTypeID, "va_start": compileVAStart, "va_end": none, "va_copy": compileVACopy,
		"frameaddress": zero, "returnaddress": zero, "get.dynamic.area.offset": zero,

		"smax": lanes2(rmwOps["max"]), "smin": lanes2(rmwOps["min"]),
		"umax": lanes2(rmwOps["umax"]), "umin": lanes2(rmwOps["umin"]),
		"abs":        lanes2(func(x, _ uint64, n uint8) uint64 { s := sext(x, n); return uint64(max(s, -s)) }),
		"bswap":      lanes1(func(x uint64, n uint8) uint64 { return bits.ReverseBytes64(x) >> (64 - n) }),
		"bitreverse": lanes1(func(x uint64, n uint8) uint64 { return bits.Reverse64(x) >> (64 - n) }),
		"ctpop":      lanes1(func(x uint64, _ uint8) uint64 { return uint64(bits.OnesCount64(x)) }),
		"ctlz": countZeros(func(x uint64,
			n uint8) uint64 {
			return uint64(bits.LeadingZeros64(x)) - uint64(64-n)
		}),
		"cttz": countZeros(func(x uint64, n uint8) uint64 {
			return min(uint64(bits.TrailingZeros64(x)),
				uint64(n))
		}),
		"fabs": floats1(math.Abs), "sqrt": floats1(math.Sqrt), "floor": floats1(math.Floor),
		"ceil": floats1(math.Ceil), "trunc": floats1(math.Trunc),
		"rint": floats1(math.RoundToEven), "nearbyint": floats1(math.RoundToEven),
		"round": floats1(math.Round), "roundeven": floats1(math.RoundToEven),
		"exp": floats1(math.Exp), "exp2": floats1(math.Exp2), "log": floats1(math.Log),
		"log2": floats1(math.Log2), "log10": floats1(math.Log10),
		"sin": floats1(math.Sin), "cos": floats1(math.Cos), "tan": floats1(math.Tan),
		"tanh": floats1(math.Tanh), "asin": floats1(math.Asin),
		"canonicalize": floats1(func(x float64) float64 { return x }),
		"copysign":     floats2(math.Copysign), "pow": floats2(math.Pow),
		"minnum": floats2(minNum), "maxnum": floats2(maxNum),
		"minimum": floats2(math.Min), "maximum": floats2(math.Max),
		"minimumnum": floats2(minNum), "maximumnum": floats2(maxNum),
		"fma": compileFMA(math.FMA), "fmuladd": compileFMA(nil),
		"fptosi.sat": compileFloatSat(true), "fptoui.sat": compileFloatSat(false),
		"lrint": compileRound(math.RoundToEven), "llrint": compileRound(math.RoundToEven),
		"lround": compileRound(math.Round), "llround": compileRound(math.Round),
	}
}

// compileIntrinsic builds the code for a call of an intrinsic. It returns false if the intrinsic is
// to be called like a function.
func compileIntrinsic(c *compiler, i *ir.Instr, fn *ir.Func) bool {
	if how := coroIntrinsics[fn.Intrinsic()]; how != nil {
		return how(c, i)
	}
	how := codeOf(fn)
	if legalise.Covers(fn.Name) && fn.Name != c.fn.ir.Name && !runs(i) {
		how = compileRule
	}
	if how == nil {
		panic(unsupportedf("@%s cannot be run", fn.Name))
	}
	how(c, i)
	return true
}

// codeOf returns the function of intrinsics that builds the code for calls of one; nil: there is none.
func codeOf(fn *ir.Func) func(c *compiler, i *ir.Instr) {
	intrinsicsOnce.Do(makeIntrinsics)
	return intrinsics[fn.Intrinsic()]
}

// runs reports whether there is code for an instruction that package legalise has a rule for.
func runs(i *ir.Instr) bool {
	return i.Op != ir.OpCall || codeOf(i.CalledFunc()) != nil && !isWide(i.Type())
}

// compileRule builds the call of a function that package legalise made of an intrinsic.
func compileRule(c *compiler, i *ir.Instr) {
	ci := &callInfo{words: c.words(i), fn: &function{ir: legalise.Body(i, c.p.layout, runs)}}
	for _, v := range legalise.Operands(i) {
		r := c.src(v)
		for w := range c.words(v) {
			ci.args = append(ci.args, r+w)
		}
	}
	c.add(inst{run: execCall, dst: c.dst(i), n: ci.words, x: ci})
}

// zero sets a result to zero bits.
func zero(c *compiler, i *ir.Instr) {
	n := c.words(i)
	c.add(inst{run: execCopy, dst: c.dst(i), a: c.constant(make([]val, n)), n: n})
}

// elements computes each element of a result from those of the first arguments. A scalar argument serves
// all elements. An element is undefined if an operand is, or if f returns false.
func (c *compiler) elements(i *ir.Instr, args int, f func(x, y, z uint64) (uint64, bool)) {
	bits, n := c.scalar(i.Type())
	var src, step [3]int32
	for k := range args {
		t := i.Arg(k).Type()
		if isWide(t) {
			panic(unsupportedf("@%s cannot be run", i.CalledFunc().Name))
		}
		src[k] = c.src(i.Arg(k))
		if _, m := c.scalar(t); m == n {
			step[k] = 1
		}
	}
	mask := maskOf(int(bits))
	c.add(inst{dst: c.dst(i), run: func(_ *Thread, fr *frame, in *inst) {
		for k := range n {
			var x [3]val
			for j := range args {
				x[j] = fr.regs[src[j]+k*step[j]]
			}
			r := val{u: mask}
			if x[0].u|x[1].u|x[2].u == 0 {
				if v, ok := f(x[0].v, x[1].v, x[2].v); ok {
					r = val{v: v & mask}
				}
			}
			fr.regs[in.dst+k] = r
		}
	}})
}

// lanes1 and lanes2 apply a function of integers, of up to 64 bits, to each element.
func lanes1(op func(x uint64, bits uint8) uint64) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		bits, _ := c.scalar(i.Arg(0).Type())
		c.elements(i, 1, func(x, _, _ uint64) (uint64, bool) { return op(x, bits), true })
	}
}

func lanes2(op func(x, y uint64, bits uint8) uint64) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		bits, _ := c.scalar(i.Arg(0).Type())
		c.elements(i, 2, func(x, y, _ uint64) (uint64, bool) { return op(x, y, bits), true })
	}
}

// countZeros is lanes1 for intrinsics whose second argument makes the result poison for zero.
func countZeros(op func(x uint64, bits uint8) uint64) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		bits, _ := c.scalar(i.Type())
		strict := c.p.constant(i.Arg(1))[0].v != 0
		c.elements(i, 1, func(x, _, _ uint64) (uint64, bool) { return op(x, bits), x != 0 || !strict })
	}
}

// Floating point.

// numberOf returns f for numbers that may be NaN: if one is, the result is the other one.
func numberOf(f func(x, y float64) float64) func(x, y float64) float64 {
	return func(x, y float64) float64 {
		switch {
		case math.IsNaN(x):
			return y
		case math.IsNaN(y):
			return x
		}
		return f(x, y)
	}
}

var minNum, maxNum = numberOf(math.Min), numberOf(math.Max)

func floats1(op func(float64) float64) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		c.float(i, i.Arg(0), i.Arg(0), func(x, _ float64) float64 { return op(x) })
	}
}

func floats2(op func(x, y float64) float64) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) { c.float(i, i.Arg(0), i.Arg(1), op) }
}

// compileFMA builds a multiplication and an addition, with one rounding by the given function, or
// with two if it is nil.
func compileFMA(fused func(x, y, z float64) float64) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		noWideFloat(i.Type())
		kind := i.Type().Scalar().Kind()
		c.elements(i, 3, func(x, y, z uint64) (uint64, bool) {
			a, b, s := kind.FloatValue(x), kind.FloatValue(y), kind.FloatValue(z)
			if fused != nil {
				return kind.RoundFloat(fused(a, b, s)), true
			}
			return kind.RoundFloat(kind.FloatValue(kind.RoundFloat(a*b)) + s), true
		})
	}
}

func compileFloatSat(signed bool) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		noWideFloat(i.Arg(0).Type())
		kind := i.Arg(0).Type().Scalar().Kind()
		n := i.Type().Scalar().Bits()
		lanes := lanes(i.Type())
		w := c.words(i) / lanes
		lo, hi := new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(n)), big.NewInt(1))
		if signed {
			hi.Rsh(hi, 1)
			lo.Not(hi)
		}
		c.add(inst{dst: c.dst(i), a: c.src(i.Arg(0)), run: func(_ *Thread, f *frame, in *inst) {
			for k := range lanes {
				x, dst := f.regs[in.a+k], f.regs[in.dst+k*w:][:w]
				if x.u != 0 {
					setUndefined(dst, n)
					continue
				}
				v := kind.FloatValue(x.v)
				r := new(big.Int)
				switch {
				case math.IsNaN(v):
				case math.IsInf(v, 1):
					r = hi
				case math.IsInf(v, -1):
					r = lo
				default:
					r, _ = new(big.Float).SetFloat64(v).Int(nil)
				}
				if r.Cmp(lo) < 0 {
					r = lo
				} else if r.Cmp(hi) > 0 {
					r = hi
				}
				setBig(dst, r, n)
			}
		}})
	}
}

func compileRound(round func(float64) float64) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		noWideFloat(i.Arg(0).Type())
		kind := i.Arg(0).Type().Scalar().Kind()
		bits, n := c.scalar(i.Type())
		c.add(inst{dst: c.dst(i), a: c.src(i.Arg(0)), n: n, run: func(_ *Thread, f *frame, in *inst) {
			for k := range in.n {
				f.regs[in.dst+k] = undefined(int(bits))
				x := f.regs[in.a+k]
				if x.u != 0 {
					continue
				}
				if r, ok := floatToInt(round(kind.FloatValue(x.v)), int(bits), true); ok {
					setBig(f.regs[in.dst+k:][:1], r, int(bits))
				}
			}
		}})
	}
}

// Memory.

func memOp(run exec) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		for k, attrs := range i.Call().ArgAttrs {
			if a := attrs.Align(c.m); k < 2 && a > 1 {
				c.add(inst{run: execAligned, a: c.src(i.Arg(k)), c: c.src(i.Arg(2)), imm: uint64(a) - 1,
					x: [...]string{"write", "read"}[k]})
			}
		}
		c.add(inst{run: run, a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), c: c.src(i.Arg(2))})
	}
}

// execAligned checks an address of an intrinsic that copies or sets memory. If it has nothing to
// do, any address will do.
func execAligned(_ *Thread, f *frame, in *inst) {
	if f.regs[in.c].v != 0 {
		aligned(f.regs[in.a].v, in.imm, in.x.(string))
	}
}

func size(x val, what string) uint64 {
	if x.u != 0 {
		panic(trapf("the size of a %s is undefined", what))
	}
	return x.v
}

func execMemcpy(t *Thread, f *frame, in *inst) {
	n := size(f.regs[in.c], "memcpy")
	if n == 0 {
		return
	}
	dst, src := pointer(f.regs[in.a], "memcpy"), pointer(f.regs[in.b], "memcpy")
	if dst != src && dst < src+n && src < dst+n {
		panic(trapf("memcpy of %d bytes between places that overlap", n))
	}
	t.m.mem.copy(dst, src, n)
}

func execMemmove(t *Thread, f *frame, in *inst) {
	if n := size(f.regs[in.c], "memmove"); n > 0 {
		t.m.mem.copy(pointer(f.regs[in.a], "memmove"), pointer(f.regs[in.b], "memmove"), n)
	}
}

func execMemset(t *Thread, f *frame, in *inst) {
	if n := size(f.regs[in.c], "memset"); n > 0 {
		t.m.mem.fill(pointer(f.regs[in.a], "memset"), n, f.regs[in.b])
	}
}

// lifetime builds the code of a lifetime marker: a variable's content is undefined when its
// lifetime starts, and it must not be accessed between its end and the next start. If a variable
// outlives its coroutine, a part of the coroutine has a variable of its own in place of the ramp's,
// so a marker in a resumption neither ends nor overwrites the ramp's variable.
func lifetime(begins bool) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		c.add(inst{ir: i, a: c.src(i.Arg(i.NumCallArgs() - 1)), run: func(t *Thread, f *frame, in *inst) {
			p := f.regs[in.a]
			if p.u != 0 {
				return
			}
			o, off := t.m.mem.object(p.v)
			if o != nil && o.moved != 0 {
				o, off = t.m.mem.object(o.moved)
			}
			switch {
			case o == nil || o.kind != objLocal || off != 0 || o.dead:
			case o.outlives && !f.ramp && !o.asleep:
			case begins:
				if o.asleep {
					o.size, o.asleep = o.whole, false
				}
				o.forget(0, o.size)
			case !o.asleep:
				o.size, o.asleep = 0, true
				o.freed = t.stackInto(o.freed[:0], 1)
			}
		}})
	}
}

func compileAssume(c *compiler, i *ir.Instr) {
	c.add(inst{a: c.src(i.Arg(0)), run: func(_ *Thread, f *frame, in *inst) {
		if x := f.regs[in.a]; x.u != 0 || x.v == 0 {
			panic(trapf("llvm.assume of a false condition"))
		}
	}})
}

func trapOp(msg string) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, _ *ir.Instr) {
		c.add(inst{run: func(*Thread, *frame, *inst) { panic(trapf("%s", msg)) }})
	}
}

// compileObjectSize computes the number of bytes from an address to the end of its object, if LLVM sees
// the object's size in the code. If not, it is the largest number, or 0 if the second argument is true.
func compileObjectSize(c *compiler, i *ir.Instr) {
	flag := func(k int) bool { return c.p.constant(i.Arg(k))[0].v != 0 }
	bits, _ := c.scalar(i.Type())
	mask := maskOf(int(bits))
	unknown, known := val{v: mask}, c.sized(i.Arg(0), flag(3))
	if k, ok := i.Arg(0).(*ir.Const); flag(1) || ok && k.Kind == ir.ConstNull && !flag(2) {
		unknown.v = 0
	}
	c.add(inst{dst: c.dst(i), a: c.src(i.Arg(0)), run: func(t *Thread, f *frame, in *inst) {
		f.regs[in.dst] = unknown
		if o, off := t.m.mem.object(f.regs[in.a].v); known && o != nil {
			f.regs[in.dst] = val{v: (max(o.whole, off) - off) & mask}
		}
	}})
}

// sized reports whether LLVM sees in the code how large the object of an address is, and where in the
// object the address is. Sizes and indices must be constants, unless they may be computed.
func (c *compiler) sized(v ir.Value, computed bool) bool {
	base := ir.Underlying(v)
	switch v := v.(type) {
	case *ir.Param:
		return v.Attrs.Has(c.m, "byval")
	case *ir.Global:
		return v.GKind == ir.GlobalVar && !v.Declared && v.Definitive()
	case *ir.Const:
		return base != v && c.sized(base, computed)
	case *ir.Instr:
		f, inside := v.CalledFunc(), base != v
		for k := range v.NumArgs() {
			switch v.Arg(k).(type) {
			case *ir.Instr, *ir.Param:
				if !computed && (k > 0 || !inside) {
					return false
				}
			}
		}
		return v.Op == ir.OpAlloca || inside && c.sized(v.Arg(0), computed) || f != nil && (ir.CallHas(c.m, v, "allocsize") ||
			strings.HasPrefix(f.Name, "_Znw") || strings.HasPrefix(f.Name, "_Zna"))
	}
	return false
}

func compileTypeID(c *compiler, i *ir.Instr) {
	c.add(inst{dst: c.dst(i), a: c.src(i.Arg(0)), run: func(_ *Thread, f *frame, in *inst) {
		f.regs[in.dst] = val{v: selector(f.regs[in.a].v)}
	}})
}

// compileThreadLocal returns the thread's copy of a thread-local global, which is created from the
// initializer at the first use. The first thread uses the global itself.
func compileThreadLocal(c *compiler, i *ir.Instr) {
	c.add(inst{dst: c.dst(i), a: c.src(i.Arg(0)), run: func(t *Thread, f *frame, in *inst) {
		p := pointer(f.regs[in.a], "a thread-local address")
		f.regs[in.dst] = val{v: t.threadLocal(p)}
	}})
}

// execOwnGlobal computes the address of a thread-local global that an instruction names.
func execOwnGlobal(t *Thread, f *frame, in *inst) { f.regs[in.dst].v = t.threadLocal(in.imm) }

func (t *Thread) threadLocal(p uint64) uint64 {
	o, off := t.m.mem.object(p)
	if t.id == 0 || o == nil || o.kind != objGlobal {
		return p
	}
	if t.own == nil {
		t.own = map[uint32]uint64{}
	}
	if t.own[o.id] == 0 {
		image := t.m.prog.first[o.id]
		c := t.m.mem.add(objHeap, image.size, 16)
		c.kind, c.global = objGlobal, o.global
		c.data = append([]byte(nil), image.data...)
		t.own[o.id] = c.addr()
	}
	return t.own[o.id] + off
}

// Variadic argument lists, as on x86-64: a record. Only its memory area is used.

const (
	gpEnd = 48  // no argument is in a general-purpose register
	fpEnd = 176 // nor in a vector register
)

func compileVAStart(c *compiler, i *ir.Instr) {
	c.add(inst{a: c.src(i.Arg(0)), run: func(t *Thread, f *frame, in *inst) {
		list := pointer(f.regs[in.a], "va_start")
		if f.moreAt == nil {
			size := uint64(0)
			place := func(s *shape) uint64 {
				if s.align > 8 {
					size = (size + s.align - 1) &^ (s.align - 1)
				}
				at := size
				size += (s.store + 7) &^ 7
				return at
			}
			var at []uint64
			for _, a := range f.more {
				at = append(at, place(a.s))
			}
			o := t.m.mem.add(objLocal, size, 16)
			o.data = make([]byte, size)
			o.made = append(o.made, in.ir)
			for k, a := range f.more {
				if a.at != nil {
					t.m.mem.copy(o.addr()+at[k], a.at.addr(), a.at.size)
					continue
				}
				putShape(o, at[k], a.s, a.x)
			}
			f.moreAt = o
		}
		mem := &t.m.mem
		mem.store(list, 4, val{v: gpEnd})
		mem.store(list+4, 4, val{v: fpEnd})
		mem.store(list+8, 8, val{v: f.moreAt.addr()})
		mem.store(list+16, 8, val{})
	}})
}

func compileVACopy(c *compiler, i *ir.Instr) {
	c.add(inst{a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), run: func(t *Thread, f *frame, in *inst) {
		t.m.mem.copy(pointer(f.regs[in.a], "va_copy"), pointer(f.regs[in.b], "va_copy"), 24)
	}})
}
