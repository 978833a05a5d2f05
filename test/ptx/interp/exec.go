// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

// This file runs a thread: operands, memory, control flow, calls, atomics. The operations of a warp
// are in warp.go, and arithmetic is in int.go and float.go.

import "strings"

// run continues a thread until it waits or is done.
func (t *thread) run() {
	for t.wait == running {
		if len(t.frames) == 0 {
			t.wait = done
			return
		}
		fr := t.frames[len(t.frames)-1]
		if fr.pc >= len(fr.f.code) {
			t.fail("the end of %s is reached", fr.f.name)
		}
		i := &fr.f.code[fr.pc]
		fr.pc++
		if t.x.Steps++; t.x.Steps > t.x.c.MaxSteps {
			t.fail("more than %d steps", t.x.c.MaxSteps)
		}
		if i.pred >= 0 && (t.readReg(i.pred) != 0) == i.negate {
			continue
		}
		t.exec(fr, i)
	}
}

func (t *thread) frame() *frame { return t.frames[len(t.frames)-1] }

func (t *thread) readReg(r int) uint64 {
	fr := t.frame()
	if !fr.set[r] && !t.x.c.Loose {
		name := "?"
		for n, k := range fr.f.regs {
			if k == r {
				name = n
			}
		}
		t.fail("register %s was never written", name)
	}
	return fr.regs[r]
}

func width(v uint64, n int) uint64 {
	if n >= 64 {
		return v
	}
	return v & (1<<n - 1)
}

func signed(v uint64, n int) int64 {
	if n >= 64 {
		return int64(v)
	}
	return int64(v<<(64-n)) >> (64 - n)
}

// val returns the bits of an operand.
func (t *thread) val(o operand) uint64 {
	switch o.kind {
	case opReg:
		v := t.readReg(o.reg)
		if o.neg {
			v ^= 1
		}
		return v
	case opImm:
		return o.imm
	case opSpecial:
		return t.special(o.sym)
	case opSym:
		if o.v != nil {
			return t.varAddr(o.v) + o.imm
		}
		a, err := t.x.symbol(o.sym, false)
		if err != nil {
			t.fail("%v", err)
		}
		return a + o.imm
	}
	t.fail("operand")
	return 0
}

// varAddr returns the address of a function's variable in its space. The parameters of device
// functions are in local memory.
func (t *thread) varAddr(v *variable) uint64 {
	fr := t.frame()
	switch v.space {
	case "local":
		return fr.base + v.addr
	case "param":
		if fr.f.entry {
			for _, p := range fr.f.params {
				if p == v {
					return v.addr
				}
			}
		}
		return fr.base + v.addr
	}
	return v.addr
}

func (t *thread) set(o operand, v uint64) {
	if o.kind != opReg {
		t.fail("a result that is no register")
	}
	if o.reg < 0 {
		return
	}
	fr := t.frame()
	fr.regs[o.reg] = width(v, fr.f.regTyp[o.reg].bits)
	fr.set[o.reg] = true
}

func (t *thread) special(s string) uint64 {
	c := t.cta
	if k := strings.LastIndexByte(s, '.'); k > 0 {
		d := strings.IndexByte("xyzw", s[k+1])
		if d == 3 {
			return 0
		}
		switch s[:k] {
		case "%tid":
			return uint64(t.tid[d])
		case "%ntid":
			return uint64(c.block[d])
		case "%ctaid":
			return uint64(c.id[d])
		case "%nctaid":
			return uint64(c.grid[d])
		}
	}
	lane := t.id % warpSize
	switch s {
	case "%laneid":
		return uint64(lane)
	case "%warpid":
		return uint64(t.id / warpSize)
	case "%nwarpid":
		return 32
	case "WARP_SZ":
		return warpSize
	case "%lanemask_eq":
		return 1 << lane
	case "%lanemask_lt":
		return 1<<lane - 1
	case "%lanemask_le":
		return 1<<(lane+1) - 1
	case "%lanemask_gt":
		return width(^uint64(1<<(lane+1)-1), 32)
	case "%lanemask_ge":
		return width(^uint64(1<<lane-1), 32)
	case "%smid", "%gridid":
		return 0
	case "%nsmid":
		return 1
	case "%clock", "%clock64", "%globaltimer", "%globaltimer_lo":
		return uint64(t.x.Steps)
	case "%dynamic_smem_size":
		return uint64(len(c.shared) - t.x.shared)
	}
	t.fail("special register %s", s)
	return 0
}

// spaceOf returns the state space in the name of a load, store or atomic.
func spaceOf(i *instr) string {
	for _, s := range i.op[1:] {
		switch s {
		case "global", "shared", "local", "const", "param":
			return s
		}
	}
	return ""
}

// mem returns the memory that an operand refers to.
func (t *thread) mem(i *instr, space string, o operand, n int) []byte {
	if o.kind != opMem {
		t.fail("an operand that is no address")
	}
	var a uint64
	switch {
	case o.reg >= 0:
		a = t.readReg(o.reg) + o.imm
	case o.reg == -2:
		a = o.imm
	case o.v != nil:
		a = t.varAddr(o.v) + o.imm
		have := o.v.space
		if have == "param" {
			if t.frame().f.entry && a-o.imm == o.v.addr {
				for _, p := range t.frame().f.params {
					if p == o.v {
						return t.memory("kparam", a, n)
					}
				}
			}
			if space != "param" {
				t.fail("access to parameter %s in space %q", o.sym, space)
			}
			if o.imm+uint64(n) > uint64(o.v.size) && !t.x.c.Loose { // llc reads the padding after a parameter
				t.fail("access beyond parameter %s", o.sym)
			}
			return t.memory("local", a, n)
		}
		if have != space {
			t.fail("access to %s, which is %s, in space %q", o.sym, have, space)
		}
		return t.memory(have, a, n)
	default:
		v := t.x.m.byVar[o.sym]
		if v == nil {
			t.fail("no symbol %s", o.sym)
		}
		if v.space != space {
			t.fail("access to %s, which is %s, in space %q", o.sym, v.space, space)
		}
		return t.memory(space, v.addr+o.imm, n)
	}
	if space == "param" {
		t.fail("parameter by address")
	}
	return t.memory(space, a, n)
}

func (t *thread) exec(fr *frame, i *instr) {
	a := i.args
	switch i.op[0] {
	case "ld", "ldu":
		t.load(i)
	case "st":
		t.store(i)
	case "mov":
		t.movInstr(i)
	case "bra":
		fr.pc = i.target
	case "brx":
		k := t.val(a[0])
		if k >= uint64(len(i.table)) {
			t.fail("brx.idx with index %d of %d", k, len(i.table))
		}
		fr.pc = i.table[k]
	case "call":
		t.callInstr(fr, i)
	case "ret":
		t.ret(fr)
	case "exit":
		t.frames = nil
		t.wait = done
	case "trap":
		t.fail("trap")
	case "brkpt", "membar", "fence", "nanosleep", "prefetch", "prefetchu", "discard", "pmevent":
	case "bar", "barrier":
		t.barrierInstr(i)
	case "shfl", "vote", "match", "redux", "activemask":
		t.warpWait(i)
	case "atom", "red":
		t.atomic(i)
	case "cvta":
		t.cvta(i)
	case "cvt":
		if i.typ2.kind == 'h' || i.typ2.kind == 'H' { // two floats to halves, the first in the upper half
			i2 := *i
			i2.typ2 = typ{map[byte]byte{'h': 'f', 'H': 'B'}[i.typ2.kind], 16}
			i2.args = []operand{a[0], a[2]}
			lo := t.convert(&i2)
			i2.args = []operand{a[0], a[1]}
			t.set(a[0], t.convert(&i2)<<16|lo)
			return
		}
		t.set(a[0], t.convert(i))
	case "setp":
		t.setp(i)
	case "set":
		t.fail("opcode %s", i.name)
	case "selp":
		if t.val(a[3]) != 0 {
			t.set(a[0], t.val(a[1]))
		} else {
			t.set(a[0], t.val(a[2]))
		}
	case "isspacep":
		v := t.val(a[1])
		var in bool
		switch i.op[1] {
		case "global":
			in = v < sharedBase
		case "shared":
			in = v>>40 == sharedBase>>40
		case "local":
			in = v>>40 == localBase>>40
		case "const":
			in = v>>40 == constBase>>40
		}
		t.set(a[0], b2u(in))
	case "alloca":
		align := uint64(8)
		if len(a) > 2 {
			align = t.val(a[2])
		}
		size := t.val(a[1])
		t.sp = (t.sp + align - 1) / align * align
		at := t.sp
		t.sp += size
		t.grow()
		t.set(a[0], at)
	case "stacksave":
		t.set(a[0], t.sp)
	case "stackrestore":
		t.sp = t.val(a[0])
	default:
		switch i.typ.kind {
		case 'f', 'B':
			t.set(a[0], t.floatOp(i, i.typ, 0))
			return
		case 'h', 'H': // two halves in a register
			ty := typ{map[byte]byte{'h': 'f', 'H': 'B'}[i.typ.kind], 16}
			t.set(a[0], t.floatOp(i, ty, 0)|t.floatOp(i, ty, 16)<<16)
			return
		}
		t.intOp(i)
	}
}

func (t *thread) elems(o operand) []operand {
	if o.kind == opVec {
		return o.elems
	}
	return []operand{o}
}

// wideReg reads a register of 128 bits. setWide writes one.
func (t *thread) wideReg(o operand) (lo, hi uint64) {
	return t.readReg(o.reg), t.frame().high[o.reg]
}

func (t *thread) setWide(o operand, lo, hi uint64) {
	if o.reg < 0 {
		return
	}
	fr := t.frame()
	fr.regs[o.reg], fr.high[o.reg], fr.set[o.reg] = lo, hi, true
}

// movWide moves, joins or splits 128 bits.
func (t *thread) movWide(d, s operand) {
	var lo, hi uint64
	if s.kind == opVec {
		v := make([]uint64, len(s.elems))
		for k, x := range s.elems {
			v[k] = t.val(x)
		}
		if lo, hi = v[0], v[1]; len(v) == 4 {
			lo, hi = v[0]|v[1]<<32, v[2]|v[3]<<32
		}
	} else {
		lo, hi = t.wideReg(s)
	}
	switch {
	case d.kind != opVec:
		t.setWide(d, lo, hi)
	case len(d.elems) == 4:
		for k, x := range []uint64{lo, lo >> 32, hi, hi >> 32} {
			t.set(d.elems[k], width(x, 32))
		}
	default:
		t.set(d.elems[0], lo)
		t.set(d.elems[1], hi)
	}
}

func (t *thread) load(i *instr) {
	n := i.typ.bytes()
	if n == 16 {
		b := t.mem(i, spaceOf(i), i.args[1], n)
		t.setWide(i.args[0], get(b, 8), get(b[8:], 8))
		return
	}
	space := spaceOf(i)
	dst := t.elems(i.args[0])
	b := t.mem(i, space, i.args[1], n*len(dst))
	for k, d := range dst {
		v := get(b[k*n:], n)
		if i.typ.kind == 's' {
			v = uint64(signed(v, i.typ.bits))
		}
		if d.reg >= 0 && t.frame().f.regTyp[d.reg].bits < i.typ.bits {
			t.fail("a register that is too narrow")
		}
		t.set(d, v)
	}
}

func (t *thread) store(i *instr) {
	n := i.typ.bytes()
	if n == 16 {
		lo, hi := t.wideReg(i.args[1])
		b := t.mem(i, spaceOf(i), i.args[0], n)
		put(b, 8, lo)
		put(b[8:], 8, hi)
		return
	}
	src := t.elems(i.args[1])
	vals := make([]uint64, len(src))
	for k, s := range src {
		if s.kind == opReg && t.frame().f.regTyp[s.reg].bits < i.typ.bits {
			t.fail("a register that is too narrow")
		}
		vals[k] = t.val(s)
	}
	b := t.mem(i, spaceOf(i), i.args[0], n*len(src))
	for k, v := range vals {
		put(b[k*n:], n, v)
	}
}

func (t *thread) movInstr(i *instr) {
	d, s := i.args[0], i.args[1]
	if i.typ.bits == 128 {
		t.movWide(d, s)
		return
	}
	switch {
	case d.kind == opVec: // split
		v := t.val(s)
		n := i.typ.bits / len(d.elems)
		for k, x := range d.elems {
			t.set(x, width(v>>(k*n), n))
		}
	case s.kind == opVec: // join
		n := i.typ.bits / len(s.elems)
		var v uint64
		for k, x := range s.elems {
			v |= width(t.val(x), n) << (k * n)
		}
		t.set(d, v)
	default:
		v := t.val(s)
		if i.typ.kind == 'p' {
			v = b2u(v != 0)
		}
		t.set(d, v)
	}
}

// Calls.

func (t *thread) callInstr(fr *frame, i *instr) {
	target := i.args[0]
	var f *function
	if target.kind == opSym {
		f = t.x.m.funcs[target.sym]
		if f == nil {
			t.fail("no function %s", target.sym)
		}
	} else {
		a := t.val(target)
		k := (a - codeBase) / 16
		if a < codeBase || a%16 != 0 || k == 0 || k > uint64(len(t.x.code)) {
			t.fail("call of %#x, which is no function", a)
		}
		f = t.x.code[k-1]
	}
	if f.alias != "" {
		f = t.x.m.funcs[f.alias]
	}
	if i.proto != nil && (len(i.proto.params) != len(f.params) || len(i.proto.rets) != len(f.rets)) {
		t.fail("call of %s through another prototype", f.name)
	}
	params, rets := i.args[2].elems, i.args[1].elems
	if len(params) != len(f.params) || len(rets) != len(f.rets) {
		t.fail("call of %s with %d arguments and %d results, and it has %d and %d", f.name, len(params), len(rets),
			len(f.params), len(f.rets))
	}
	var in [][]byte
	for k, p := range params {
		if p.v == nil || p.v.size != f.params[k].size {
			t.fail("argument %d of %s has another size than the parameter", k, f.name)
		}
		at := t.varAddr(p.v)
		in = append(in, append([]byte(nil), t.local[at:at+uint64(p.v.size)]...))
	}
	for k, r := range rets {
		if r.v == nil || r.v.size != f.rets[k].size {
			t.fail("the result of %s has another size", f.name)
		}
	}
	if !f.defined {
		t.builtin(f.name, in, rets)
		return
	}
	if f.entry {
		t.fail("call of kernel %s", f.name)
	}
	if len(t.frames) > 100000 {
		t.fail("calls are too deep")
	}
	if t.x.c.OnCall != nil {
		t.x.c.OnCall(&Call{Func: f.name, Args: in, t: t, fr: fr})
	}
	n := t.push(f, i)
	for k, p := range f.params {
		copy(t.local[n.base+p.addr:], in[k])
	}
}

func (t *thread) ret(fr *frame) {
	t.frames = t.frames[:len(t.frames)-1]
	if fr.ret == nil {
		t.wait = done
		return
	}
	for k, r := range fr.ret.args[1].elems {
		from := fr.base + fr.f.rets[k].addr
		copy(t.local[t.varAddr(r.v):], t.local[from:from+uint64(fr.f.rets[k].size)])
	}
	t.sp = fr.sp
}

// builtin runs a function that the driver provides.
func (t *thread) builtin(name string, in [][]byte, rets []operand) {
	result := func(v uint64) {
		if len(rets) == 1 {
			put(t.local[t.varAddr(rets[0].v):], min(rets[0].v.size, 8), v)
		}
	}
	switch name {
	case "malloc":
		result(t.x.malloc(get(in[0], 8)))
	case "free":
		t.free(get(in[0], 8))
	case "vprintf":
		a := get(in[0], 8)
		for n := 0; n < 1000; n++ {
			b := t.memory("", a+uint64(n), 1)[0]
			if b == 0 {
				break
			}
			t.x.Output.WriteByte(b)
		}
		result(0)
	case "__assertfail":
		t.fail("assertion failed")
	default:
		t.fail("call of %s, which is not defined", name)
	}
}

// combine computes an atomic operation or a reduction of two integers.
func combine(op string, ty typ, x, v uint64) uint64 {
	n := ty.bits
	switch op {
	case "add":
		return width(x+v, n)
	case "and":
		return x & v
	case "or":
		return x | v
	case "xor":
		return x ^ v
	case "exch":
		return v
	case "min", "max":
		less := width(v, n) < width(x, n)
		if ty.kind == 's' {
			less = signed(v, n) < signed(x, n)
		}
		if less == (op == "min") {
			return v
		}
		return x
	case "inc":
		if width(x, n) >= width(v, n) {
			return 0
		}
		return x + 1
	case "dec":
		if x == 0 || width(x, n) > width(v, n) {
			return v
		}
		return x - 1
	}
	panic(fault{errorf("atomic operation %s", op)})
}

func (t *thread) atomic(i *instr) {
	n := i.typ.bytes()
	if n > 8 {
		t.fail("opcode %s", i.name)
	}
	a := i.args
	dst := operand{kind: opReg, reg: -1}
	if i.op[0] == "atom" {
		dst, a = a[0], a[1:]
	}
	space := spaceOf(i)
	b := t.mem(i, space, a[0], n)
	if space == "" && a[0].reg >= 0 && (t.readReg(a[0].reg)+a[0].imm)>>40 == localBase>>40 {
		t.fail("an atomic access to local memory")
	}
	old := get(b, n)
	op := ""
	for _, s := range i.op[1:] {
		switch s {
		case "add", "and", "or", "xor", "exch", "min", "max", "inc", "dec", "cas":
			op = s
		}
	}
	v := width(t.val(a[1]), i.typ.bits)
	switch {
	case op == "cas":
		if old == v {
			put(b, n, t.val(a[2]))
		}
	case i.typ.kind == 'f':
		put(b, n, floatArith(op, "rn", i.typ, old, v, 0))
	default:
		put(b, n, combine(op, i.typ, old, v))
	}
	t.set(dst, old)
}

func (t *thread) cvta(i *instr) {
	v := t.val(i.args[1])
	space := spaceOf(i)
	if i.op[1] == "to" {
		var base uint64
		switch space {
		case "shared":
			base = sharedBase
		case "const":
			base = constBase
		case "local":
			base = localBase + uint64(t.serial)<<localShift
		}
		t.set(i.args[0], v-base)
		return
	}
	switch space {
	case "shared":
		v += sharedBase
	case "const":
		v += constBase
	case "local":
		v += localBase + uint64(t.serial)<<localShift
	case "param":
		v += paramBase
	}
	t.set(i.args[0], v)
}
