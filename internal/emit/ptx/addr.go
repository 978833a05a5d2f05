// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file computes addresses. A load or store names its address space and a base with a constant
// offset if the pointer was computed in this way. A chain of constant getelementptrs and casts
// needs no instructions of its own. For example,
//
//	%q = getelementptr i8, ptr addrspace(3) %p, i64 8
//	%v = load i32, ptr addrspace(3) %q
//
// becomes `ld.shared.b32 %r1, [%rd1+8]`. If a pointer is known to point into one space and is used
// only to access memory, its register holds an address in that space. A use that needs a generic
// pointer converts the address.
//
// The analysis follows a pointer through getelementptrs and address space casts to its origin. A
// pointer that the host passes to a kernel, as a parameter or in one that is passed by value, is an
// address in global memory, as in llc. The writer converts it once; the same generic pointer is still
// there for other uses. For phis, selects, and other loads and parameters the analysis takes the
// address space from the type.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// space is a PTX address space.
type space uint8

const (
	spaceGeneric space = iota
	spaceGlobal
	spaceShared
	spaceConst
	spaceLocal
	spaceParam
	spaceCluster // shared memory of all blocks of a cluster
	numSpaces
)

// spaceNames are the suffixes of ld, st and cvta.
var spaceNames = [numSpaces]string{"", ".global", ".shared", ".const", ".local", ".param", ".shared::cluster"}

// spaceOf returns the space of pointers of a type.
func spaceOf(t *ir.Type) space {
	switch t.Scalar().AddrSpace() {
	case 1:
		return spaceGlobal
	case 3:
		return spaceShared
	case 4:
		return spaceConst
	case 5:
		return spaceLocal
	case 7:
		return spaceCluster
	case 101:
		return spaceParam
	}
	return spaceGeneric
}

// addr is an address: a symbol or register, and an offset.
type addr struct {
	sym   string
	base  opnd
	off   int64
	space space
	// generic is the generic pointer for the base, if twin is set.
	generic opnd
	twin    bool
}

// append prints [base+offset].
func (a addr) append(b []byte) []byte {
	b = append(b, '[')
	if a.sym != "" {
		b = append(b, a.sym...)
	} else {
		b = a.base.append(b)
	}
	return append(appendOffset(b, a.off), ']')
}

// appendOffset appends the offset after a symbol or a register of an address. ptxas accepts `+4`
// and `+-4`, but rejects `-4`.
func appendOffset(b []byte, off int64) []byte {
	if off == 0 {
		return b
	}
	return strconv.AppendInt(append(b, '+'), off, 10)
}

func (a addr) plus(n int64) addr {
	a.off += n
	return a
}

// near reports whether an offset fits into an instruction.
func near(off int64) bool { return off >= -(1<<30) && off < 1<<30 }

// mode is the content of a pointer instruction's register.
type mode uint8

const (
	modeValue  mode = iota // the pointer's value
	modeFolded             // there is no register: the uses compute the address
	modeSpace              // the address in the space that it is known to be in
)

// pointerModes computes the modes of getelementptrs and address space casts.
func (e *fn) pointerModes() {
	n := e.f.NumIDs()
	e.modes, e.spaces = zeroed(e.modes, n), zeroed(e.spaces, n)
	// In reverse post-order the base of a pointer comes before it, because it dominates the
	// pointer.
	for _, b := range ir.ReversePostOrder(e.f) {
		for i := b.First(); i != nil; i = i.Next() {
			if !i.Type().IsPtr() {
				continue
			}
			e.spaces[i.ID] = spaceOf(i.Type())
			switch i.Op {
			case ir.OpAlloca:
				e.spaces[i.ID] = spaceLocal
				if _, static := e.allocas[i]; static {
					e.modes[i.ID] = modeFolded
				}
			case ir.OpLoad:
				if e.hostPointer(i.Type()) && e.comesFrom(i.Arg(0)) == spaceParam {
					e.spaces[i.ID] = spaceGlobal
				}
			case ir.OpGEP:
				if i.Arg(0).Type().IsPtr() {
					e.spaces[i.ID] = e.comesFrom(i.Arg(0))
				}
				if off, ok := e.gepOffset(i); ok && near(off) && e.onlyReaches(i) {
					e.modes[i.ID] = modeFolded
				} else if e.spaces[i.ID] != spaceOf(i.Type()) && e.onlyReaches(i) {
					e.modes[i.ID] = modeSpace
				}
			case ir.OpAddrSpaceCast:
				from := e.comesFrom(i.Arg(0))
				to := spaceOf(i.Type())
				if to == spaceGeneric || to == from {
					e.spaces[i.ID] = from
					if e.onlyReaches(i) {
						e.modes[i.ID] = modeFolded
					}
				}
			}
		}
	}
}

// comesFrom returns the space that a pointer is known to point into.
func (e *fn) comesFrom(v ir.Value) space {
	switch v := v.(type) {
	case *ir.Instr:
		if v.Type().IsPtr() && e.labels[v.Block().ID] >= 0 {
			return e.spaces[v.ID]
		}
	case *ir.Param:
		if _, copied := e.byvals[v]; copied {
			return spaceLocal
		}
		if e.constantParam(v) {
			return spaceParam
		}
		if e.globalParam(v) {
			return spaceGlobal
		}
	case *ir.Global:
		return globalSpace(v)
	case *ir.Const:
		if v.Kind == ir.ConstExpr && len(v.Elems) > 0 && v.Elems[0].Type().IsPtr() && (v.Op == ir.OpGEP ||
			v.Op == ir.OpAddrSpaceCast || v.Op == ir.OpBitCast) {
			from := e.comesFrom(v.Elems[0])
			if to := spaceOf(v.Type()); to == spaceGeneric || to == from {
				return from
			}
		}
	}
	return spaceOf(v.Type())
}

// hostPointer reports whether the host passes values of a type to this function that are generic
// pointers. In CUDA these point to global memory: the host has no addresses of other memory.
func (e *fn) hostPointer(t *ir.Type) bool {
	return e.kernels[e.f] != nil && t.IsPtr() && t.AddrSpace() == 0 && e.cuda
}

// globalParam reports whether a parameter is a pointer to global memory although its type is generic.
func (e *fn) globalParam(p *ir.Param) bool {
	return e.hostPointer(p.Type()) && !p.Attrs.Has(e.m, "byval") && e.kernels[e.f].opaque[p.Index] == ""
}

// reached reports whether instructions use a pointer as an address in the space that it is known to
// be in.
func (e *fn) reached(v ir.LocalValue) bool {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		switch x := u.User(); x.Op {
		case ir.OpLoad, ir.OpAtomicRMW, ir.OpCmpXchg:
			if x.Arg(0) == ir.Value(v) {
				return true
			}
		case ir.OpStore:
			if x.Arg(1) == ir.Value(v) {
				return true
			}
		case ir.OpGEP, ir.OpAddrSpaceCast:
			if x.Type().IsPtr() && (e.modes[x.ID] != modeValue || spaceOf(x.Type()) != spaceGeneric) {
				return true
			}
		case ir.OpCall:
			if id := ir.CalledIntrinsic(x); id.IsMemCopy() || id.IsMemSet() {
				return true
			}
		}
	}
	return false
}

// toGlobal returns the address in global memory for a generic pointer.
func (e *fn) toGlobal(o opnd) opnd { return e.new1("cvta.to.global.u64", clsRD, o) }

// onlyReaches reports whether all uses of a pointer access memory or compute other addresses.
func (e *fn) onlyReaches(i *ir.Instr) bool {
	for u := i.FirstUse(); u != nil; u = u.Next() {
		switch x := u.User(); x.Op {
		case ir.OpLoad, ir.OpGEP, ir.OpAddrSpaceCast, ir.OpAtomicRMW, ir.OpCmpXchg:
			if x.Arg(0) != ir.Value(i) || x.Op == ir.OpGEP && !x.Type().IsPtr() || x.Op == ir.OpCmpXchg &&
				(x.Arg(1) == ir.Value(i) || x.Arg(2) == ir.Value(i)) ||
				x.Op == ir.OpAtomicRMW && x.Arg(1) == ir.Value(i) {
				return false
			}
		case ir.OpStore:
			if x.Arg(0) == ir.Value(i) {
				return false
			}
		case ir.OpCall:
			if !reachesOnly(ir.CalledIntrinsic(x)) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// reachesOnly reports whether an intrinsic uses addresses in the same way as loads and stores.
func reachesOnly(id ir.Intrinsic) bool {
	return id.IsMemCopy() || id.IsMemSet() || id.IsLifetime() || id.IsInvariant() || id == ir.Assume
}

// gepOffset returns the offset of a getelementptr with constant indices.
func (e *fn) gepOffset(i *ir.Instr) (int64, bool) {
	if !i.Type().IsPtr() {
		return 0, false
	}
	return e.lay.GEPOffset(i.ElemTy, i.Operands(1))
}

// address returns the address in a pointer, in the space that it is known to be in.
func (e *fn) address(v ir.Value) addr { return e.addressAt(v, 0) }

func (e *fn) addressAt(v ir.Value, off int64) addr {
	for {
		switch x := v.(type) {
		case *ir.Instr:
			switch {
			case e.modes[x.ID] == modeSpace:
				return addr{base: e.def(x)[0], off: off, space: e.spaces[x.ID]}
			case e.modes[x.ID] == modeValue:
				a := addr{base: e.def(x)[0], off: off, space: spaceOf(x.Type())}
				if g, ok := e.twins[x]; ok {
					a.base, a.space, a.generic, a.twin = g, spaceGlobal, a.base, true
				}
				return a
			case x.Op == ir.OpAlloca:
				return addr{sym: e.depotName(), off: off + e.allocas[x], space: spaceLocal}
			case x.Op == ir.OpGEP:
				n, _ := e.gepOffset(x)
				if !near(off + n) {
					a := e.address(x.Arg(0))
					return addr{base: e.flat(a.plus(n)), off: off, space: a.space}
				}
				off += n
			}
			v = x.Arg(0)
			continue
		case *ir.Global:
			if x.GKind == ir.GlobalVar {
				return addr{sym: e.refer(x), off: off, space: globalSpace(x)}
			}
		case *ir.Param:
			if at, ok := e.byvals[x]; ok {
				return addr{sym: e.depotName(), off: off + at, space: spaceLocal}
			}
			if e.constantParam(x) {
				return addr{sym: e.paramName(e.name, x.Index), off: off, space: spaceParam}
			}
			if g, ok := e.twins[x]; ok {
				return addr{base: g, off: off, space: spaceGlobal, generic: e.value(x)[0], twin: true}
			}
		case *ir.Const:
			if x.Kind == ir.ConstExpr {
				if a, ok := e.constAddr(x); ok && near(a.off+off) {
					return a.plus(off)
				}
			}
		}
		o := e.value(v)[0]
		return addr{base: e.reg(o), off: off, space: spaceOf(v.Type())}
	}
}

// constAddr returns the address of a constant expression: a symbol and an offset.
func (e *fn) constAddr(c *ir.Const) (addr, bool) {
	s, off, ok := e.symbolic(c)
	if !ok {
		return addr{}, false
	}
	g, isVar := s.(*ir.Global)
	if !isVar || g.GKind != ir.GlobalVar {
		return addr{}, false
	}
	if to := spaceOf(c.Type()); to != spaceGeneric && to != globalSpace(g) {
		return addr{}, false
	}
	return addr{sym: e.refer(g), off: off, space: globalSpace(g)}, true
}

// symbolic splits a constant address into a symbol and an offset.
func (w *writer) symbolic(v ir.Value) (ir.Value, int64, bool) {
	off := int64(0)
	for {
		switch x := v.(type) {
		case *ir.Global, *ir.Func:
			return x, off, true
		case *ir.Const:
			if x.Kind == ir.ConstDSOLocalEquivalent || x.Kind == ir.ConstNoCFI {
				v = x.Elems[0]
				continue
			}
			if x.Kind != ir.ConstExpr {
				return nil, 0, false
			}
			switch x.Op {
			case ir.OpBitCast, ir.OpAddrSpaceCast:
			case ir.OpPtrToInt, ir.OpIntToPtr, ir.OpPtrToAddr:
				if t := x.Type(); t.IsInt() && t.Bits() != 64 {
					return nil, 0, false
				}
			case ir.OpAdd, ir.OpSub:
				a, b := x.Elems[0], x.Elems[1]
				if c, ok := a.(*ir.Const); ok && c.IsInt() && x.Op == ir.OpAdd {
					a, b = b, a
				}
				c, ok := b.(*ir.Const)
				if !ok || !c.IsInt() {
					return nil, 0, false
				}
				n := c.Int64()
				if x.Op == ir.OpSub {
					n = -n
				}
				off += n
				v = a
				continue
			case ir.OpGEP:
				if !x.Type().IsPtr() {
					return nil, 0, false
				}
				n, ok := w.lay.GEPOffset(x.SrcTy, x.Elems[1:])
				if !ok {
					return nil, 0, false
				}
				off += n
			default:
				return nil, 0, false
			}
			v = x.Elems[0]
		default:
			return nil, 0, false
		}
	}
}

// flat returns a register with an address in its own space.
func (e *fn) flat(a addr) opnd {
	if a.sym == "" {
		if a.off == 0 {
			return a.base
		}
		return e.new2("add.s64", clsRD, a.base, immRD(uint64(a.off)))
	}
	d := e.fresh(clsRD)
	e.begin("mov.b64")
	e.b = append(d.append(e.b), ", "...)
	e.b = append(e.b, a.sym...)
	if near(a.off) {
		e.b = appendOffset(e.b, a.off)
	}
	e.end()
	if !near(a.off) {
		return e.new2("add.s64", clsRD, d, immRD(uint64(a.off)))
	}
	return d
}

// pointer converts an address to a pointer of the given space.
func (e *fn) pointer(a addr, to space) opnd {
	if a.space != to && (a.space == spaceParam || to == spaceParam) && !e.use(featParamAddress) {
		return e.fresh(clsRD)
	}
	switch {
	case to == spaceGeneric && a.twin:
		return e.flat(addr{base: a.generic, off: a.off})
	case a.space == to, a.space == spaceShared && to == spaceCluster: // a block's own part has the same addresses
		return e.flat(a)
	case to == spaceGeneric && a.space == spaceLocal && a.sym != "":
		e.generic = true
		return e.new2("add.s64", clsRD, opnd{cls: clsSP}, immRD(uint64(a.off)))
	case to == spaceGeneric:
		return e.new1("cvta"+spaceNames[a.space]+".u64", clsRD, e.flat(a))
	case a.space == spaceGeneric:
		return e.new1("cvta.to"+spaceNames[to]+".u64", clsRD, e.flat(a))
	}
	e.fail("", "a pointer into %s memory becomes one into %s memory", spaceNames[a.space][1:], spaceNames[to][1:])
	return e.fresh(clsRD)
}

// gep writes an address computation.
func (e *fn) gep(i *ir.Instr) {
	if e.modes[i.ID] == modeFolded && i.Type().IsPtr() {
		return
	}
	if !i.Type().IsPtr() {
		e.gepVector(i)
		return
	}
	to := spaceOf(i.Type())
	if e.modes[i.ID] == modeSpace {
		to = e.spaces[i.ID]
	}
	if off, ok := e.gepOffset(i); ok {
		if e.base[i.ID] != 0 && e.advances(i) {
			e.op("add.s64", e.def(i)[0], e.value(i.Arg(0))[0], immRD(uint64(off)))
			return
		}
		a := e.address(i.Arg(0))
		if !near(a.off + off) {
			a = addr{base: e.flat(a), space: a.space}
		}
		e.define(i, []opnd{e.pointer(a.plus(off), to)})
		return
	}
	e.define(i, []opnd{e.indexed(i, e.address(i.Arg(0)), to, 0)})
}

// indexed adds the indices of a getelementptr to an address. lane is the element to use of vector
// indices.
func (e *fn) indexed(i *ir.Instr, a addr, to space, lane int) opnd {
	base := opnd{}
	if a.space != to {
		base = e.pointer(a, to)
	} else {
		base = e.flat(a)
	}
	off := int64(0)
	t := i.ElemTy
	for k := 1; k < i.NumArgs(); k++ {
		idx := i.Arg(k)
		if k > 1 && t.Kind() == ir.Struct {
			c := structIndex(idx)
			off += e.lay.FieldOffset(t, c)
			t = t.Fields()[c]
			continue
		}
		var size int64
		switch {
		case k == 1:
			size = e.lay.AllocSize(t)
		case t.Kind() == ir.Vector:
			t = t.Elem()
			size = e.lay.SizeBits(t) / 8
		default:
			t = t.Elem()
			size = e.lay.AllocSize(t)
		}
		if c, ok := idx.(*ir.Const); ok && c.IsInt() {
			off += c.Int64() * size
			continue
		}
		if z := ir.AsInstr(idx); z != nil && size > 1 && size < 1<<31 && (z.Op == ir.OpZExt || z.Op == ir.OpSExt) &&
			z.Type().IsInt() && z.Arg(0).Type().Bits() > 1 && z.Arg(0).Type().Bits() <= 32 && z.Type().Bits() > 32 {
			// An index that was extended is multiplied as it was before.
			o, sign := e.value(z.Arg(0))[0], "u"
			if z.Op == ir.OpSExt {
				o, sign = e.signed(o, z.Arg(0).Type().Bits()), "s"
			}
			base = e.new3("mad.wide."+sign+"32", clsRD, e.reg(o), immR(uint64(size)), base)
			continue
		}
		v := e.value(idx)
		o := v[0]
		if idx.Type().Kind() == ir.Vector {
			o = v[lane]
		}
		base = e.scaled(base, o, idx.Type().Scalar().Bits(), size)
	}
	if off != 0 {
		base = e.new2("add.s64", clsRD, base, immRD(uint64(off)))
	}
	return base
}

// structIndex returns the field number of a struct index. A vector of indices repeats one number.
func structIndex(v ir.Value) int {
	c := v.(*ir.Const)
	if len(c.Elems) > 0 {
		c = c.Elems[0].(*ir.Const)
	}
	return int(c.Uint64())
}

// scaled adds idx * size to base. An index is a signed number of any width; only as many bits count
// as an address has.
func (e *fn) scaled(base, idx opnd, bits int, size int64) opnd {
	if size == 0 {
		return base
	}
	bits = min(bits, 64)
	if idx.imm {
		n := int64(idx.v) << (64 - bits) >> (64 - bits)
		return e.new2("add.s64", clsRD, base, immRD(uint64(n*size)))
	}
	if idx.cls == clsP {
		idx = e.new3("selp.b32", clsR, immR(^uint64(0)), immR(0), idx)
		bits = 32
	}
	idx = e.signed(idx, bits)
	if idx.cls == clsR {
		if size == 1 {
			return e.new2("add.s64", clsRD, base, e.new1("cvt.s64.s32", clsRD, idx))
		}
		if size < 1<<31 {
			return e.new3("mad.wide.s32", clsRD, idx, immR(uint64(size)), base)
		}
		idx = e.new1("cvt.s64.s32", clsRD, idx)
	}
	if size == 1 {
		return e.new2("add.s64", clsRD, base, idx)
	}
	return e.new3("mad.lo.s64", clsRD, idx, immRD(uint64(size)), base)
}

// gepVector writes a getelementptr that computes several addresses.
func (e *fn) gepVector(i *ir.Instr) {
	n := int(i.Type().Len())
	if !e.fits(i.Type()) {
		return
	}
	var out []opnd
	for lane := range n {
		var a addr
		if base := i.Arg(0); base.Type().IsPtr() {
			a = addr{base: e.reg(e.value(base)[0]), space: spaceOf(i.Type())}
		} else {
			a = addr{base: e.reg(e.value(base)[lane]), space: spaceOf(i.Type())}
		}
		out = append(out, e.indexed(i, a, a.space, lane))
	}
	e.define(i, out)
}

// addrSpaceCast writes an address space cast.
func (e *fn) addrSpaceCast(i *ir.Instr) {
	if !i.Type().IsPtr() {
		if !e.fits(i.Type()) {
			return
		}
		from, to := spaceOf(i.Arg(0).Type()), spaceOf(i.Type())
		var out []opnd
		for _, o := range e.value(i.Arg(0)) {
			out = append(out, e.pointer(addr{base: e.reg(o), space: from}, to))
		}
		e.define(i, out)
		return
	}
	if e.modes[i.ID] == modeFolded {
		return
	}
	a := e.address(i.Arg(0))
	// A generic pointer that is known to point into another space is cast unchanged. The resulting
	// address is wrong, as it would be on the GPU.
	if to := spaceOf(i.Type()); to != spaceGeneric && a.space != to && spaceOf(i.Arg(0).Type()) == spaceGeneric &&
		a.space != spaceGeneric {
		a = addr{base: e.pointer(a, spaceGeneric), space: spaceGeneric}
	}
	e.define(i, []opnd{e.pointer(a, spaceOf(i.Type()))})
}
