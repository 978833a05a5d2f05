// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// The model of memory of early-cse: a store invalidates only the known contents whose bytes it may
// write. For example, in
//
//	%a = getelementptr i8, ptr %frame, i64 24
//	%b = getelementptr i8, ptr %frame, i64 32
//	store i8 0, ptr %a
//	store ptr %p, ptr %b
//	%index = load i8, ptr %a
//
// %index is 0. Two locations are apart if they are different bytes behind one address, or if one of
// them is in an alloca and the other in another alloca, in a global, behind a parameter, or in the
// frame of another coroutine, whose memory is new. A parameter is older than every alloca of its
// function. An unknown address may be any location.

import "github.com/corolower/corolower/internal/ir"

// location is a number of bytes at an offset from an address.
type location struct {
	base      ir.Value
	off, size int64
}

const (
	maxSurvivors  = 32      // contents that a store checks; older ones are forgotten
	maxGEPs       = 8       // getelementptrs between an access and its base
	unknownLength = 1 << 40 // bytes of an access of unknown length
)

// locate returns the location of an access to a type through an address.
func (c *cse) locate(at ir.Value, t *ir.Type) location {
	size := int64(unknownLength)
	if c.simp.l.Sized(t) && !t.IsScalable() {
		size = c.simp.l.StoreSize(t)
	}
	return c.bytesAt(at, size)
}

// bytesAt returns the location of a number of bytes at an address.
func (c *cse) bytesAt(at ir.Value, size int64) location {
	off, base := int64(0), at
	limit := int64(1) << min(c.simp.l.IndexBits(at.Type().AddrSpace())-2, 30)
	for range maxGEPs {
		i, ok := base.(*ir.Instr)
		if !ok || i.Op != ir.OpGEP {
			break
		}
		n, constant := gepOffset(c.simp.l, i, nil)
		if !constant || !i.Arg(0).Type().IsPtr() || max(n, -n) > limit || max(off+n, -off-n) > limit {
			break
		}
		off, base = off+n, i.Arg(0)
	}
	return location{base, off, size}
}

// write invalidates the contents that a write to a location may change.
func (c *cse) write(at location) {
	before := c.gen
	c.gen++
	// A content of this block stays where it is, with the new generation. One of a dominating block
	// is copied: that block's other children still need it.
	var copies []known
	mem := c.t.mem
	for k := len(mem) - 1; k >= max(0, len(mem)-maxSurvivors); k-- {
		switch e := &mem[k]; {
		case e.gen != before || !c.apart(e.at, at):
		case k >= c.own:
			e.gen = c.gen
		default:
			copies = append(copies, *e)
		}
	}
	for k := len(copies) - 1; k >= 0; k-- {
		c.t.setMemory(copies[k].at, copies[k].v, copies[k].tag, c.gen)
	}
}

// apart reports whether two locations have no byte in common.
func (c *cse) apart(a, b location) bool {
	if a.base == b.base {
		return a.off+a.size <= b.off || b.off+b.size <= a.off
	}
	return isAlloca(a.base) && c.outsideOfAllocas(b.base) || isAlloca(b.base) && c.outsideOfAllocas(a.base)
}

func isAlloca(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.Op == ir.OpAlloca
}

// outsideOfAllocas reports whether an address leads to no alloca of its function but itself.
func (c *cse) outsideOfAllocas(v ir.Value) bool {
	switch v := v.(type) {
	case *ir.Param, *ir.Global:
		return true
	case *ir.Instr:
		return isAlloca(v)
	}
	return false
}

// memoryCall handles a call whose effect on memory is at most one location. It reports whether the
// call is one.
func (c *cse) memoryCall(i *ir.Instr, id ir.Intrinsic) bool {
	switch {
	case id == ir.CoroSubFnAddr:
		c.partAddress(i)
	case memCall(i) != ir.NotIntrinsic && isZero(i.Arg(3)):
		size := int64(unknownLength)
		if n, ok := intConst(i.Arg(2)); ok {
			size = int64(min(n.Uint64(), unknownLength))
		}
		c.write(c.bytesAt(i.Arg(0), size))
	default:
		return c.argMemoryCall(i)
	}
	return true
}

// argMemoryCall handles a call that writes only objects which its arguments point into, at any offset.
// It reports whether the call is one.
func (c *cse) argMemoryCall(i *ir.Instr) bool {
	if !ir.OnlyArgMemory(c.m, i) || ir.OnlyReadsMemory(c.m, i) || ir.CallHas(c.m, i, "convergent") {
		return false
	}
	for k := range i.NumCallArgs() {
		if t := i.Arg(k).Type(); !t.IsPtr() && !t.IsInt() && !t.IsFloat() {
			return false // it may have pointers
		}
	}
	for k := range i.NumCallArgs() {
		if a := i.Arg(k); a.Type().IsPtr() && !ir.ArgHas(c.m, i, k, "readonly") && !ir.ArgHas(c.m, i, k, "readnone") {
			c.write(location{c.bytesAt(a, 0).base, -unknownLength, 2 * unknownLength})
		}
	}
	return true
}

// partAddress handles llvm.coro.subfn.addr, which reads the address of a part from a frame. That of
// the resume part is the first pointer. The others stay, because elision has to see them, and so
// does one that becomes no function, except after the split. One that is not fastcc, from a frame
// that was made by hand, stays because the call is fastcc.
func (c *cse) partAddress(i *ir.Instr) {
	if !isZero(i.Arg(1)) || !i.Type().IsPtr() {
		return
	}
	at := c.locate(i.Arg(0), i.Type())
	v, _ := c.t.memory(at, c.gen)
	if f, ok := v.(*ir.Func); !ok && !c.parts || ok && !ir.SameCC(f.CC, "fastcc") {
		return
	}
	c.read(i, at)
}
