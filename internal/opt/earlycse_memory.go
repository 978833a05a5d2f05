// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// The model of memory of early-cse<memssa>: a store invalidates only the known contents whose bytes
// it may write. For example, in
//
//	%a = getelementptr i8, ptr %frame, i64 24
//	%b = getelementptr i8, ptr %frame, i64 32
//	store i8 0, ptr %a
//	store ptr %p, ptr %b
//	%index = load i8, ptr %a
//
// %index is 0. Two locations are apart if they are different bytes behind one address, or if one of
// them is in an alloca and the other in another alloca, in a global, or behind a parameter. A
// parameter is older than every alloca of its function. An unknown address may be any location.
//
// A coroutine that is not split yet keeps the coarse model: its variables are not all allocas of
// their own later.

import (
	"github.com/corolower/corolower/internal/ir"
)

// location is a number of bytes at an offset from an address. In the coarse model it is the address
// of an access, and has no size.
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
	if !c.fine {
		return location{base: at}
	}
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
	if !c.fine {
		return
	}
	// A content of this block stays where it is, with the new generation. One of a dominating block
	// is copied: that block's other children still need it.
	var copies []known
	mem := c.t.mem
	for k := len(mem) - 1; k >= max(0, len(mem)-maxSurvivors); k-- {
		switch e := &mem[k]; {
		case e.gen != before || !apart(e.at, at):
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
func apart(a, b location) bool {
	if a.base == b.base {
		return a.off+a.size <= b.off || b.off+b.size <= a.off
	}
	return isAlloca(a.base) && outsideOfAllocas(b.base) || isAlloca(b.base) && outsideOfAllocas(a.base)
}

func isAlloca(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.Op == ir.OpAlloca
}

// outsideOfAllocas reports whether an address leads to no alloca of its function but itself.
func outsideOfAllocas(v ir.Value) bool {
	switch v.(type) {
	case *ir.Param, *ir.Global:
		return true
	}
	return isAlloca(v)
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
	case ir.IsLifetime(i):
		object := i.Arg(i.NumCallArgs() - 1)
		if !isAlloca(object) {
			return false
		}
		c.write(location{object, -unknownLength, 2 * unknownLength})
	default:
		return false
	}
	return true
}

// partAddress handles llvm.coro.subfn.addr, which reads the address of a part from a frame. That of
// the resume part is the first pointer. The others stay, because elision has to see them. So does
// one that is not fastcc, from a frame that was made by hand: the call is fastcc.
func (c *cse) partAddress(i *ir.Instr) {
	if !isZero(i.Arg(1)) || !i.Type().IsPtr() {
		return
	}
	at := c.locate(i.Arg(0), i.Type())
	if v, _ := c.t.memory(at, c.gen); v != nil {
		if f, ok := v.(*ir.Func); ok && !ir.SameCC(f.CC, "fastcc") {
			return
		}
	}
	c.read(i, at)
}
