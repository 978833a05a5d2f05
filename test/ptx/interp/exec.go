package interp

import (
	"math/bits"
	"strings"
)

// run goes on with a thread until it waits or is done.
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
		if t.x.steps++; t.x.steps > t.x.c.MaxSteps {
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

// val reads an operand as bits.
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

// varAddr is the address of a variable of the function in its space; parameters of device functions are local.
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
		return uint64(t.x.steps)
	case "%dynamic_smem_size":
		return uint64(len(c.shared) - t.x.shared)
	}
	t.fail("special register %s", s)
	return 0
}

// spaceOf reads the state space of a load, store or atomic from its name.
func spaceOf(i *instr) string {
	for _, s := range i.op[1:] {
		switch s {
		case "global", "shared", "local", "const", "param":
			return s
		}
	}
	return ""
}

// mem gives the memory that an operand names.
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
			if o.imm+uint64(n) > uint64(o.v.size) && !t.x.c.Loose { // llc reads the padding behind
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
		if i.typ2.kind == 'h' || i.typ2.kind == 'H' { // two floats into halfs, the first on top
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
		case 'h', 'H': // two halfs in a register
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

func (t *thread) load(i *instr) {
	n := i.typ.bytes()
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
		t.fail("call of %s with %d arguments and %d results, and it has %d and %d", f.name, len(params), len(rets), len(f.params), len(f.rets))
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

// builtin is what the driver brings along.
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

// Barriers and warps.

func (t *thread) barrierInstr(i *instr) {
	if i.op[1] == "warp" {
		t.warpWait(i)
		return
	}
	args := i.args
	if i.op[1] == "red" || i.op[1] == "cta" && i.op[2] == "red" {
		for _, s := range i.op {
			if s == "and" || s == "or" || s == "popc" {
				t.redKind = s
			}
		}
		t.redDst = args[0]
		t.redPred = t.val(args[len(args)-1]) != 0
		args = args[1 : len(args)-1]
	}
	if strings.Contains(i.name, "arrive") {
		t.fail("opcode %s", i.name)
	}
	t.barrier, t.count = 0, 0
	if len(args) > 0 {
		t.barrier = t.val(args[0])
	}
	if len(args) > 1 {
		t.count = t.val(args[1])
	}
	t.wait = atBarrier
}

// warpWait stops a thread at an operation of the warp until the others are there.
func (t *thread) warpWait(i *instr) {
	t.at = i
	switch i.op[0] {
	case "bar", "barrier":
		t.mask = uint32(t.val(i.args[0]))
	case "activemask":
		t.mask = 1 << (t.id % warpSize) // who else is there is not known: alone
	default:
		t.mask = uint32(t.val(i.args[len(i.args)-1]))
	}
	if t.mask>>(t.id%warpSize)&1 == 0 {
		t.fail("a thread that is not in the mask %#x", t.mask)
	}
	t.wait = atWarp
}

// warpOp does an operation for the threads that came.
func warpOp(g []*thread) {
	var first *thread
	for _, t := range g {
		if t != nil && first == nil {
			first = t
		}
	}
	i := first.at
	vals, ok := make([]uint64, warpSize), make([]bool, warpSize)
	active := uint64(0)
	src := 1
	if i.op[0] == "bar" || i.op[0] == "barrier" {
		return
	}
	for k, t := range g {
		if t == nil {
			continue
		}
		active |= 1 << k
		if i.op[0] != "activemask" {
			vals[k], ok[k] = t.val(t.at.args[src]), true
		}
	}
	for k, t := range g {
		if t == nil {
			continue
		}
		a := t.at.args
		switch i.op[0] {
		case "activemask":
			t.set(a[0], active)
		case "shfl":
			shuffle(t, k, vals, ok)
		case "vote":
			all, some, ballot := true, false, uint64(0)
			for j := range g {
				if ok[j] {
					all, some = all && vals[j] != 0, some || vals[j] != 0
					ballot |= b2u(vals[j] != 0) << j
				}
			}
			switch t.at.op[2] {
			case "all":
				t.set(a[0], b2u(all))
			case "any":
				t.set(a[0], b2u(some))
			case "uni":
				t.set(a[0], b2u(all || !some))
			default:
				t.set(a[0], ballot)
			}
		case "match":
			same := uint64(0)
			for j := range g {
				if ok[j] && vals[j] == vals[k] {
					same |= 1 << j
				}
			}
			if t.at.op[1] == "any" {
				t.set(a[0], same)
				break
			}
			full := same == active
			t.set(a[0], same*b2u(full))
			if a[0].second != nil {
				t.set(*a[0].second, b2u(full))
			}
		case "redux":
			t.set(a[0], redux(t.at, vals, ok))
		}
	}
}

func shuffle(t *thread, lane int, vals []uint64, ok []bool) {
	a := t.at.args
	b, c := int(t.val(a[2])&31), t.val(a[3])
	seg := int(c >> 8 & 31)
	clamp := int(c & 31)
	maxLane := lane&seg | clamp&^seg
	minLane := lane & seg
	j, in := 0, false
	switch t.at.op[2] {
	case "up":
		j = lane - b
		in = j >= maxLane
	case "down":
		j = lane + b
		in = j <= maxLane
	case "bfly":
		j = lane ^ b
		in = j <= maxLane
	case "idx":
		j = minLane | b&^seg
		in = j <= maxLane
	}
	if !in {
		j = lane
	}
	if j < 0 || j >= warpSize || !ok[j] {
		j = lane // undefined on a machine
	}
	t.set(a[0], vals[j])
	if a[0].second != nil {
		t.set(*a[0].second, b2u(in))
	}
}

func redux(i *instr, vals []uint64, ok []bool) uint64 {
	acc, have := uint64(0), false
	for k, v := range vals {
		if !ok[k] {
			continue
		}
		if !have {
			acc, have = v, true
			continue
		}
		acc = combine(i.op[2], i.typ, acc, v)
	}
	return acc
}

// combine is what atomics and reductions do with two integers.
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

// Integers.

func (t *thread) setp(i *instr) {
	a := i.args
	x, y := t.val(a[1]), t.val(a[2])
	var r bool
	n := i.typ.bits
	op := i.op[1]
	switch i.typ.kind {
	case 'f', 'B':
		p, q := toFloat(i.typ, x), toFloat(i.typ, y)
		nan := p != p || q != q
		switch op {
		case "num":
			r = !nan
		case "nan":
			r = nan
		default:
			base := op
			if len(op) == 3 && op[2] == 'u' {
				base = op[:2]
			}
			switch base {
			case "eq":
				r = p == q
			case "ne":
				r = p < q || p > q
			case "lt":
				r = p < q
			case "le":
				r = p <= q
			case "gt":
				r = p > q
			case "ge":
				r = p >= q
			default:
				t.fail("comparison %s", op)
			}
			if len(op) == 3 && op[2] == 'u' {
				r = r || nan
			}
		}
	default:
		x, y = width(x, n), width(y, n)
		less, eq := x < y, x == y
		if i.typ.kind == 's' {
			less = signed(x, n) < signed(y, n)
		}
		switch op {
		case "eq":
			r = eq
		case "ne":
			r = !eq
		case "lt", "lo":
			r = less
		case "le", "ls":
			r = less || eq
		case "gt", "hi":
			r = !less && !eq
		case "ge", "hs":
			r = !less
		default:
			t.fail("comparison %s", op)
		}
	}
	if len(i.op) > 3 && (i.op[2] == "and" || i.op[2] == "or" || i.op[2] == "xor") {
		c := t.val(a[3]) != 0
		switch i.op[2] {
		case "and":
			r = r && c
		case "or":
			r = r || c
		case "xor":
			r = r != c
		}
	}
	t.set(a[0], b2u(r))
	if a[0].second != nil {
		t.set(*a[0].second, b2u(!r))
	}
}

func (t *thread) intOp(i *instr) {
	a := i.args
	n := i.typ.bits
	x := t.val(a[1])
	var y, z uint64
	if len(a) > 2 {
		y = t.val(a[2])
	}
	if len(a) > 3 {
		z = t.val(a[3])
	}
	sx, sy := signed(x, n), signed(y, n)
	ux, uy := width(x, n), width(y, n)
	isSigned := i.typ.kind == 's'
	var r uint64
	switch i.op[0] {
	case "add":
		r = x + y
		if i.op[1] == "cc" {
			t.carry = b2u(width(r, n) < ux)
		}
	case "addc":
		var c uint64
		r, c = bits.Add64(ux, uy, t.carry)
		if n == 32 {
			c = r >> 32 & 1
		}
		if i.op[1] == "cc" {
			t.carry = c
		}
	case "sub":
		r = x - y
		if i.op[1] == "cc" {
			t.carry = b2u(ux < uy)
		}
	case "subc":
		var c uint64
		r, c = bits.Sub64(ux, uy, t.carry)
		if i.op[1] == "cc" {
			t.carry = c
		}
	case "mul", "mad":
		switch i.op[1] {
		case "lo":
			r = x * y
		case "wide":
			if isSigned {
				r = uint64(sx * sy)
			} else {
				r = ux * uy
			}
		case "hi":
			switch {
			case n == 64 && isSigned:
				hi, _ := bits.Mul64(ux, uy)
				r = hi
				if sx < 0 {
					r -= uy
				}
				if sy < 0 {
					r -= ux
				}
			case n == 64:
				r, _ = bits.Mul64(ux, uy)
			case isSigned:
				r = uint64(sx * sy >> n)
			default:
				r = ux * uy >> n
			}
		}
		if i.op[0] == "mad" {
			r += z
		}
	case "mul24":
		r = uint64(signed(x, 24) * signed(y, 24))
	case "sad":
		if isSigned && sx < sy || !isSigned && ux < uy {
			r = y - x + z
		} else {
			r = x - y + z
		}
	case "div", "rem":
		if uy == 0 {
			t.fail("division by zero")
		}
		switch {
		case isSigned && sy == -1:
			if i.op[0] == "div" {
				r = -x
			}
		case isSigned && i.op[0] == "div":
			r = uint64(sx / sy)
		case isSigned:
			r = uint64(sx % sy)
		case i.op[0] == "div":
			r = ux / uy
		default:
			r = ux % uy
		}
	case "neg":
		r = -x
	case "abs":
		r = x
		if sx < 0 {
			r = -x
		}
	case "min", "max":
		less := ux < uy
		if isSigned {
			less = sx < sy
		}
		r = y
		if less == (i.op[0] == "min") {
			r = x
		}
	case "and":
		r = x & y
	case "or":
		r = x | y
	case "xor":
		r = x ^ y
	case "not":
		r = ^x
		if i.typ.kind == 'p' {
			r = x ^ 1
		}
	case "cnot":
		r = b2u(ux == 0)
	case "shl":
		if k := width(y, 32); k < uint64(n) {
			r = x << k
		}
	case "shr":
		k := min(width(y, 32), uint64(n))
		if isSigned {
			r = uint64(sx >> min(k, 63))
		} else if k < 64 {
			r = ux >> k
		}
	case "shf":
		k := width(z, 32)
		if i.op[2] == "wrap" {
			k &= 31
		} else {
			k = min(k, 32)
		}
		v := width(y, 32)<<32 | width(x, 32)
		if i.op[1] == "l" {
			r = v << k >> 32
		} else {
			r = v >> k
		}
	case "prmt":
		r = prmt(t, i, x, y, z)
	case "lop3":
		lut := t.val(a[4])
		for k := range 32 {
			idx := x>>k&1<<2 | y>>k&1<<1 | z>>k&1
			r |= lut >> idx & 1 << k
		}
	case "bfe":
		pos, length := y&255, z&255
		if isSigned {
			top := min(pos+length-1, uint64(n-1))
			if length > 0 {
				r = uint64(signed(ux>>min(pos, 63), int(min(length, uint64(n)))))
				if pos+length > uint64(n) {
					r = uint64(sx >> pos)
				}
				_ = top
			}
		} else if pos < uint64(n) {
			r = width(ux>>pos, int(min(length, 64)))
		}
	case "bfi":
		// bfi d, a, b, pos, len: a into b
		pos, length := z&255, t.val(a[4])&255
		mask := width(^uint64(0), int(min(length, 64))) << pos
		r = y&^mask | x<<pos&mask
	case "popc":
		r = uint64(bits.OnesCount64(ux))
	case "clz":
		r = uint64(bits.LeadingZeros64(ux) - (64 - n))
	case "brev":
		r = bits.Reverse64(ux) >> (64 - n)
	case "bfind":
		v := ux
		if isSigned && sx < 0 {
			v = width(^x, n)
		}
		r = uint64(bits.Len64(v)) - 1
		if i.op[1] == "shiftamt" && v != 0 {
			r = uint64(n-1) - r
		}
	case "szext", "bmsk":
		t.fail("opcode %s", i.name)
	default:
		t.fail("opcode %s", i.name)
	}
	t.set(a[0], r)
}

func prmt(t *thread, i *instr, x, y, sel uint64) uint64 {
	v := width(y, 32)<<32 | width(x, 32)
	if len(i.op) > 2 {
		t.fail("opcode %s", i.name)
	}
	var r uint64
	for k := range 4 {
		s := sel >> (4 * k) & 15
		b := v >> (8 * (s & 7)) & 255
		if s&8 != 0 {
			b = uint64(signed(b, 8)>>7) & 255
		}
		r |= b << (8 * k)
	}
	return r
}
