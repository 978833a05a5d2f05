// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes atomic accesses and fences. They use PTX's own orderings (sm_70). A seq_cst
// access is a fence followed by an acquire load, a release store or an acq_rel operation. No other
// thread sees a thread's local memory, so an atomic load or store there becomes an ordinary one. Package
// legalise has rewritten operations there, where atom faults, and those that PTX does not have.

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
	if e.misaligned(i, t) {
		e.fail("", "atomic access with less than the natural alignment")
		return false
	}
	return true
}

func (w *writer) misaligned(i *ir.Instr, t *ir.Type) bool {
	return i.Align != 0 && int64(i.Align) < w.lay.StoreSize(t)
}

// atomPrefix writes the fence that an ordering needs, and returns the instruction up to its
// operation, for example `atom.acq_rel.gpu.global`.
func (e *fn) atomPrefix(order ir.Ordering, scope string, sp space) string {
	if !e.has(featScoped) {
		if order >= ir.Acquire {
			e.oldFence(scope)
		}
		return "atom" + spaceNames[sp]
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
	return "atom" + o + scope + spaceNames[sp]
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

// rmwIn returns the operation of PTX for an atomicrmw, with its type. An op of "" means that PTX has
// none, so that package legalise makes a loop of it. A difference is a sum with the negative value.
func (w *writer) rmwIn(name string, t *ir.Type) (op string, ok bool) {
	size := w.lay.StoreSize(t)
	switch k := t.Kind(); {
	case name == "xchg" && size == 16 && is128(t):
		return "exch.b128", true
	case name == "xchg" && t.Kind() == ir.Vector:
		return "", false
	case name == "fadd" && k == ir.Float:
		return "add.f32", true
	case name == "fadd" && k == ir.Double && w.has(featAtomF64):
		return "add.f64", true
	case name == "fadd" && k == ir.Half && w.has(featAtomF16):
		return "add.noftz.f16", true
	case size != 4 && size != 8:
		return "", false
	}
	if name == "sub" {
		name = "add"
	}
	r := rmw[name]
	kind := r.t32
	if size == 8 {
		kind = r.t
	}
	return r.op + kind, kind != ""
}

// rmwType reports whether atomicrmw is written for a type.
func (w *writer) rmwType(t *ir.Type) bool {
	s, size := w.shape(t), w.lay.StoreSize(t)
	return is128(t) || t.Kind() == ir.Vector && !s.packed && int64(len(s.slots)*bitsOf(t.Elem())) == 8*size &&
		size&(size-1) == 0 && size <= 16 || len(s.slots) == 1 && size <= 8
}

// atomicRMW writes an operation that PTX has.
func (e *fn) atomicRMW(i *ir.Instr) {
	t, name := i.Type(), ir.RMWNames[i.Sub]
	op, ok := e.rmwIn(name, t)
	if !ok || !e.rmwType(t) {
		e.fail("", "atomic access to a value of type %s", t)
		return
	}
	a, v := e.address(i.Arg(0)), e.value(i.Arg(1))
	scope, ok := e.scope(i)
	if !ok || !e.naturallyAligned(i, t) || !e.writable(a) {
		return
	}
	switch {
	case is128(t) && !e.use(featAtomB128):
		return
	case t.Kind() == ir.Double && name == "fadd":
		e.use(featAtomF64)
	case t.Kind() == ir.Half:
		e.use(featAtomF16)
	}
	at := e.atomPrefix(i.Order, scope, a.space)
	at += "." + op
	d := e.def(i)
	switch {
	case is128(t):
		x, r := e.fresh(clsQ), e.fresh(clsQ)
		e.pair128(x, v)
		e.atom(at, r, a, x)
		for k, o := range e.unpair128(r) {
			e.mov(d[k], o)
		}
	case name == "xchg" && t.IsFloat():
		x := e.reg(e.toBits(v[0]))
		r := e.fresh(x.cls)
		e.atom(at, r, a, x)
		e.fromBits(d[0], r)
	case name == "sub":
		e.atom(at, d[0], a, e.new2("sub.s"+suffix(v[0]), v[0].cls, imm(v[0].cls, 0), v[0]))
	default:
		e.atom(at, d[0], a, e.reg(v[0]))
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
	order := cmpXchgOrder(i)
	n := "b" + suffix(want)
	at := e.atomPrefix(order, scope, a.space)
	e.casText(at+".cas."+n, d[0], a, want, put)
	e.op("setp.eq."+n, d[1], d[0], want)
	e.atomDone(order, scope)
}
