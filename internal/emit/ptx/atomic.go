// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes atomic accesses and fences. They use PTX's own orderings (sm_70). A seq_cst
// access is a fence followed by an acquire load, a release store or an acq_rel operation. An
// operation that PTX does not have becomes a loop with a compare-and-swap of the aligned word that
// contains the value. For example, `atomicrmw add` of an i8 swaps the i32 around it. No other
// thread sees a thread's local memory, and atom faults there, so an atomic access to it becomes an
// ordinary one.

import "github.com/corolower/corolower/internal/ir"

// scopes maps LLVM's names of scopes to PTX's.
var scopes = map[string]string{"": ".sys", "device": ".gpu", "agent": ".gpu", "block": ".cta", "workgroup": ".cta",
	"cluster":      ".cluster",
	"singlethread": ".cta", "wavefront": ".cta"}

// scope returns the scope of an atomic instruction.
func (e *fn) scope(i *ir.Instr) (string, bool) {
	name := ""
	if a, ok := i.Aux.(*ir.AtomicAux); ok && a != nil {
		name = a.Scope
	}
	s, ok := scopes[name]
	if !ok {
		e.fail("use device, block or cluster", "the scope syncscope(\"%s\")", name)
		return "", false
	}
	if s == ".cluster" {
		return s, e.use(featCluster)
	}
	return s, true
}

// fenceSC writes the fence before a seq_cst operation.
func (e *fn) fenceSC(scope string) { e.line("fence.sc" + scope + ";") }

// oldFence writes the fence for GPUs before sm_70.
func (e *fn) oldFence(scope string) {
	e.line(map[string]string{".cta": "membar.cta;", ".gpu": "membar.gl;", ".sys": "membar.sys;"}[scope])
}

func (e *fn) fence(i *ir.Instr) {
	if a, ok := i.Aux.(*ir.AtomicAux); ok && a != nil && (a.Scope == "singlethread" || a.Scope == "wavefront") {
		return // a thread observes its own accesses in order
	}
	s, ok := e.scope(i)
	switch {
	case !ok:
	case !e.has(featScoped):
		e.oldFence(s)
	case i.Order == ir.SeqCst:
		e.use(featScoped)
		e.fenceSC(s)
	default:
		e.use(featScoped)
		e.line("fence.acq_rel" + s + ";")
	}
}

// access returns the suffix of ld or st: volatile, or the ordering and scope of an atomic access.
func (e *fn) access(i *ir.Instr, a addr, t *ir.Type, store bool) (string, bool) {
	volatile := i.Flags&ir.FlagVolatile != 0
	if i.Flags&ir.FlagAtomic == 0 {
		if volatile && a.space != spaceLocal && a.space != spaceConst && a.space != spaceParam {
			return ".volatile", true
		}
		return "", true
	}
	s := e.shape(t)
	if is128(t) {
		if a.space != spaceLocal && a.space != spaceConst && !e.use(featB128) {
			return "", false
		}
	} else if len(s.slots) != 1 || e.lay.StoreSize(t) > 8 {
		e.fail("", "atomic access to a value of type %s", t)
		return "", false
	}
	if !e.naturallyAligned(i, t) {
		return "", false
	}
	scope, ok := e.scope(i)
	if !ok {
		return "", false
	}
	if a.space == spaceLocal || a.space == spaceConst {
		return "", true
	}
	if !e.has(featScoped) {
		if i.Order > ir.Monotonic {
			e.use(featScoped)
			return "", false
		}
		return ".volatile", true
	}
	e.use(featScoped)
	order := ".relaxed"
	switch i.Order {
	case ir.SeqCst:
		e.fenceSC(scope)
		order = ".acquire"
		if store {
			order = ".release"
		}
	case ir.Acquire:
		order = ".acquire"
	case ir.Release:
		order = ".release"
	}
	return order + scope, true
}

// naturallyAligned reports whether an atomic access is aligned to its size, as PTX needs. If not, it
// reports an error.
func (e *fn) naturallyAligned(i *ir.Instr, t *ir.Type) bool {
	if i.Align != 0 && int64(i.Align) < e.lay.StoreSize(t) {
		e.fail("", "atomic access with less than the natural alignment")
		return false
	}
	return true
}

// atomPrefix writes the fence that an ordering needs, and returns the instruction up to its
// operation, for example `atom.acq_rel.gpu.global`.
func (e *fn) atomPrefix(order ir.Ordering, scope string, sp space) (string, bool) {
	if !e.has(featScoped) {
		if order >= ir.Acquire {
			e.oldFence(scope)
		}
		return "atom" + spaceNames[sp], true
	}
	e.use(featScoped)
	o := ".relaxed"
	switch order {
	case ir.SeqCst:
		e.fenceSC(scope)
		o = ".acq_rel"
	case ir.AcqRel:
		o = ".acq_rel"
	case ir.Acquire:
		o = ".acquire"
	case ir.Release:
		o = ".release"
	}
	return "atom" + o + scope + spaceNames[sp], true
}

// atomDone writes the fence after an operation on GPUs before sm_70, whose operations have no
// orderings.
func (e *fn) atomDone(order ir.Ordering, scope string) {
	if !e.has(featScoped) && (order == ir.Acquire || order >= ir.AcqRel) {
		e.oldFence(scope)
	}
}

// rmw maps an operation on integers of 32 and 64 bits to its PTX name and types. A type is "" if
// PTX does not have the operation for that width.
var rmw = map[string]struct {
	op     string
	t32, t string // types of 32 and 64 bits
}{
	"xchg": {"exch", ".b32", ".b64"}, "add": {"add", ".u32", ".u64"},
	"and": {"and", ".b32", ".b64"}, "or": {"or", ".b32", ".b64"},
	"xor": {"xor", ".b32", ".b64"}, "max": {"max", ".s32", ".s64"},
	"min": {"min", ".s32", ".s64"}, "umax": {"max", ".u32", ".u64"},
	"umin": {"min", ".u32", ".u64"}, "uinc_wrap": {"inc", ".u32", ""}, "udec_wrap": {"dec", ".u32", ""},
}

func (e *fn) atomicRMW(i *ir.Instr) {
	t := i.Type()
	name := ir.RMWNames[i.Sub]
	if !e.rmwType(t) || !e.naturallyAligned(i, t) {
		return
	}
	a := e.address(i.Arg(0))
	all := e.value(i.Arg(1))
	scope, ok := e.scope(i)
	if !ok || !e.writable(a) {
		return
	}
	if a.space == spaceLocal {
		e.localRMW(i, name, t, a, all)
		return
	}
	if is128(t) || t.Kind() == ir.Vector {
		e.wideRMW(i, name, t, a, all, scope)
		e.atomDone(i.Order, scope)
		return
	}
	d, v := e.def(i)[0], all[0]
	bits := int(8 * e.lay.StoreSize(t))
	whole := bits == bitsOf(t)
	switch {
	case whole && t.Kind() == ir.Float && name == "fadd":
		at, _ := e.atomPrefix(i.Order, scope, a.space)
		e.atom(at+".add.f32", d, a, e.reg(v))
	case whole && t.Kind() == ir.Double && name == "fadd" && e.has(featAtomF64):
		e.use(featAtomF64)
		at, _ := e.atomPrefix(i.Order, scope, a.space)
		e.atom(at+".add.f64", d, a, e.reg(v))
	case whole && t.Kind() == ir.Half && name == "fadd" && e.has(featAtomF16):
		e.use(featAtomF16)
		at, _ := e.atomPrefix(i.Order, scope, a.space)
		e.atom(at+".add.noftz.f16", d, a, e.reg(v))
	case whole && bits >= 32 && e.simpleRMW(i, name, d, a, v, scope):
	default:
		e.casLoop(i, name, t, d, a, v, scope)
	}
	e.atomDone(i.Order, scope)
}

// atom writes an atomic operation with one operand.
func (e *fn) atom(op string, d opnd, a addr, v opnd) {
	e.begin(op)
	e.b = append(d.append(e.b), ", "...)
	e.b = append(a.append(e.b), ", "...)
	e.b = v.append(e.b)
	e.end()
}

// simpleRMW writes an operation that PTX has.
func (e *fn) simpleRMW(i *ir.Instr, name string, d opnd, a addr, v opnd, scope string) bool {
	isFloat := d.cls == clsF || d.cls == clsFD
	if isFloat && name != "xchg" {
		return false
	}
	if name == "sub" {
		name = "add"
		n := e.fresh(v.cls)
		e.op3("sub.s"+suffix(v), n, imm(v.cls, 0), v)
		v = n
	}
	r, ok := rmw[name]
	kind := r.t32
	if classes[d.cls].size == 8 {
		kind = r.t
	}
	if !ok || kind == "" {
		return false
	}
	v = e.reg(e.toBits(v))
	x := d
	if isFloat {
		x = e.fresh(v.cls)
	}
	at, _ := e.atomPrefix(i.Order, scope, a.space)
	e.atom(at+"."+r.op+kind, x, a, v)
	if isFloat {
		e.fromBits(d, x)
	}
	return true
}

// rmwValue computes the value that an operation stores.
func (e *fn) rmwValue(name string, t *ir.Type, old, v opnd) opnd {
	d := e.fresh(old.cls)
	w := bitsOf(t)
	pick := func(p ir.Pred) {
		c := e.fresh(clsP)
		e.compare(p, w, c, old, v)
		e.selp(d, old, v, c)
	}
	switch name {
	case "xchg":
		e.mov(d, v)
	case "add":
		e.intBinary(ir.OpAdd, w, d, old, v)
	case "sub":
		e.intBinary(ir.OpSub, w, d, old, v)
	case "and":
		e.intBinary(ir.OpAnd, w, d, old, v)
	case "or":
		e.intBinary(ir.OpOr, w, d, old, v)
	case "xor":
		e.intBinary(ir.OpXor, w, d, old, v)
	case "nand":
		e.intBinary(ir.OpAnd, w, d, old, v)
		d = e.new2("xor.b"+suffix(d), d.cls, d, imm(d.cls, maskOf(w)))
	case "max":
		pick(ir.PredSGT)
	case "min":
		pick(ir.PredSLT)
	case "umax":
		pick(ir.PredUGT)
	case "umin":
		pick(ir.PredULT)
	case "uinc_wrap":
		c := e.fresh(clsP)
		e.compare(ir.PredUGE, w, c, old, v)
		n := e.fresh(old.cls)
		e.intBinary(ir.OpAdd, w, n, old, imm(old.cls, 1))
		e.selp(d, imm(old.cls, 0), n, c)
	case "udec_wrap":
		zero, over := e.fresh(clsP), e.fresh(clsP)
		e.compare(ir.PredEQ, w, zero, old, imm(old.cls, 0))
		e.compare(ir.PredUGT, w, over, old, v)
		n := e.fresh(old.cls)
		e.intBinary(ir.OpSub, w, n, old, imm(old.cls, 1))
		e.selp(d, v, n, e.new2("or.pred", clsP, zero, over))
	case "usub_cond", "usub_sat":
		fits := e.fresh(clsP)
		e.compare(ir.PredUGE, w, fits, old, v)
		n := e.fresh(old.cls)
		e.intBinary(ir.OpSub, w, n, old, v)
		other := old
		if name == "usub_sat" {
			other = imm(old.cls, 0)
		}
		e.selp(d, n, other, fits)
	case "fadd":
		e.fop(t, "add.rn", d, e.native(t), old, v)
	case "fsub":
		e.fop(t, "sub.rn", d, e.native(t), old, v)
	case "fmax":
		e.fop(t, "max", d, e.native(t) && t.Kind() != ir.BFloat && e.sm >= 80, old, v)
	case "fmin":
		e.fop(t, "min", d, e.native(t) && t.Kind() != ir.BFloat && e.sm >= 80, old, v)
	case "fmaximum":
		minMaxNaN("max")(e, nil, t, d, []opnd{old, v})
	case "fminimum":
		minMaxNaN("min")(e, nil, t, d, []opnd{old, v})
	default:
		e.fail("", "atomicrmw %s", name)
	}
	return d
}

// wordAt returns the aligned word of 32 bits that contains a narrower value, and the bit offset of
// the value in it.
func (e *fn) wordAt(a addr) (word addr, shift opnd) {
	p := e.flat(a)
	word = addr{base: e.new2("and.b64", clsRD, p, immRD(^uint64(3))), space: a.space}
	shift = e.new2("shl.b32", clsR, e.new2("and.b32", clsR, e.new1("cvt.u32.u64", clsR, p), immR(3)), immR(3))
	return word, shift
}

// casLoop repeats a compare-and-swap until no other thread has changed the word in between.
func (e *fn) casLoop(i *ir.Instr, name string, t *ir.Type, d opnd, a addr, v opnd, scope string) {
	v = e.reg(v)
	bytes := e.lay.StoreSize(t)
	word, shift := a, immR(0)
	c := clsR
	if bytes == 8 {
		c = clsRD
	} else if bytes < 4 {
		word, shift = e.wordAt(a)
	} else if bytes != 4 {
		e.fail("", "atomic access to a value of type %s", t)
		return
	}
	n := "b" + suffix(opnd{cls: c})
	old := e.fresh(c)
	e.loadOne("ld.volatile"+spaceNames[a.space]+"."+n, old, word)
	again := e.newLabel()
	at, _ := e.atomPrefix(i.Order, scope, a.space)
	var keep opnd
	mask := maskOf(int(8 * bytes))
	if bytes < 4 {
		keep = e.new1("not.b32", clsR, e.new2("shl.b32", clsR, immR(mask), shift))
	}
	e.place(again)
	value := e.fresh(d.cls)
	bits := old
	if bytes < 4 {
		bits = e.new2("and.b32", clsR, e.new2("shr.u32", clsR, old, shift), immR(mask))
	}
	e.fromBits(value, bits)
	next := e.reg(e.toBits(e.rmwValue(name, t, value, v)))
	if bytes < 4 {
		next = e.new2("or.b32", clsR, e.new2("and.b32", clsR, old, keep), e.new2("shl.b32", clsR, next, shift))
	}
	seen := e.fresh(c)
	e.casText(at+".cas."+n, seen, word, old, next)
	p := e.new2("setp.ne."+n, clsP, seen, old)
	e.mov(old, seen)
	e.braIf(p, true, again)
	e.mov(d, value)
}

// cmpXchgOrder returns the ordering that serves success and failure of a compare-and-swap.
func cmpXchgOrder(i *ir.Instr) ir.Ordering {
	if i.Order == ir.Release && i.Order2 == ir.Acquire {
		return ir.AcqRel
	}
	return max(i.Order, i.Order2)
}

// cmpXchg writes a compare-and-swap. A weak one never fails spuriously.
func (e *fn) cmpXchg(i *ir.Instr) {
	t := i.Arg(1).Type()
	s := e.shape(t)
	if is128(t) {
		e.cmpXchg128(i)
		return
	}
	if len(s.slots) != 1 || e.lay.StoreSize(t) > 8 || bitsOf(t) != int(8*e.lay.StoreSize(t)) {
		e.fail("", "atomic access to a value of type %s", t)
		return
	}
	if !e.naturallyAligned(i, t) {
		return
	}
	a := e.address(i.Arg(0))
	want, put := e.reg(e.toBits(e.value(i.Arg(1))[0])), e.reg(e.toBits(e.value(i.Arg(2))[0]))
	scope, ok := e.scope(i)
	if !ok || !e.writable(a) {
		return
	}
	d := e.def(i)
	if a.space == spaceLocal {
		old := []opnd{e.fresh(d[0].cls)}
		e.load(a, t, e.alignOf(i, t), "", old)
		e.op3("setp.eq.b"+suffix(want), d[1], e.reg(e.toBits(old[0])), want)
		next := e.new3("selp.b"+suffix(put), put.cls, put, e.reg(e.toBits(old[0])), d[1])
		x := e.fresh(d[0].cls)
		e.fromBits(x, next)
		e.store(a, t, e.alignOf(i, t), "", []opnd{x})
		e.mov(d[0], old[0])
		return
	}
	order := cmpXchgOrder(i)
	bytes := e.lay.StoreSize(t)
	n := "b" + suffix(want)
	at, _ := e.atomPrefix(order, scope, a.space)
	cas := func(x opnd, w addr, want, put opnd) { e.casText(at+".cas."+n, x, w, want, put) }
	if bytes >= 4 {
		x := e.fresh(want.cls)
		cas(x, a, want, put)
		e.op3("setp.eq."+n, d[1], x, want)
		e.fromBits(d[0], x)
		e.atomDone(order, scope)
		return
	}
	// The bytes around the value may change between the load and the swap. Then the loop tries
	// again.
	word, shift := e.wordAt(a)
	mask := immR(maskOf(int(8 * bytes)))
	keep := e.new1("not.b32", clsR, e.new2("shl.b32", clsR, mask, shift))
	w, p := e.new2("shl.b32", clsR, want, shift), e.new2("shl.b32", clsR, put, shift)
	around := e.fresh(clsR)
	first := e.fresh(clsR)
	e.loadOne("ld.volatile"+spaceNames[a.space]+".b32", first, word)
	e.op3("and.b32", around, first, keep)
	again, done := e.newLabel(), e.newLabel()
	e.place(again)
	x := e.fresh(clsR)
	expect := e.new2("or.b32", clsR, around, w)
	cas(x, word, expect, e.new2("or.b32", clsR, around, p))
	e.op3("setp.eq.b32", d[1], x, expect)
	e.braIf(d[1], true, done)
	other := e.new2("and.b32", clsR, x, keep)
	moved := e.new2("setp.ne.b32", clsP, other, around)
	e.mov(around, other)
	e.braIf(moved, true, again)
	e.place(done)
	got := e.new2("and.b32", clsR, e.new2("shr.u32", clsR, x, shift), mask)
	e.fromBits(d[0], got)
	e.atomDone(order, scope)
}
