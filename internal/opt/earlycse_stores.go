// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Removal of stores that early-cse<memssa> finds dead: a later store in the same block writes all of
// the bytes, or the variable's lifetime ends, and nothing in between may read them. For example, the
// first store is dead in
//
//	store ptr null, ptr %continuation
//	store i8 1, ptr %index
//	store ptr @NoopCoro.Frame, ptr %continuation
//
// A call may read everything, may not return, and may throw. Another thread that reads the bytes
// without synchronisation may as well come after the later store.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// maxOverwritten is the number of locations that are remembered at one place.
const maxOverwritten = 16

// overwritten holds the locations that code after a place writes before anything may read them.
type overwritten struct {
	*cse
	list []location
}

// dropStores removes the dead stores of a block.
func (c *cse) dropStores(b *ir.Block) {
	o := overwritten{cse: c}
	for i := b.Last(); i != nil; {
		before := i.Prev()
		if o.visit(i) {
			i.Erase()
			c.changed = true
		}
		i = before
	}
}

// visit updates the locations for the place before i, and reports whether i is a dead store.
func (o *overwritten) visit(i *ir.Instr) (dead bool) {
	switch i.Op {
	case ir.OpLoad:
		if !plainAccess(i) {
			o.list = nil
			return false
		}
		o.read(o.locate(i.Arg(0), i.Type()))
	case ir.OpStore:
		if !plainAccess(i) {
			o.list = nil
			return false
		}
		return o.write(o.locate(i.Arg(1), i.Arg(0).Type()))
	case ir.OpCall:
		return o.call(i)
	case ir.OpInvoke, ir.OpCallBr, ir.OpFence, ir.OpCmpXchg, ir.OpAtomicRMW, ir.OpVAArg, ir.OpCatchPad, ir.OpCleanupPad,
		ir.OpCatchRet, ir.OpCleanupRet, ir.OpLandingPad:
		o.list = nil
	}
	return false
}

// write records a write. It reports whether all bytes are written again.
func (o *overwritten) write(at location) (dead bool) {
	for _, x := range o.list {
		if x.base == at.base && x.off <= at.off && at.off+at.size <= x.off+x.size {
			return true
		}
	}
	if at.size < unknownLength {
		o.add(at)
	}
	return false
}

func (o *overwritten) add(at location) {
	if len(o.list) == maxOverwritten {
		o.list = append(o.list[:0], o.list[1:]...)
	}
	o.list = append(o.list, at)
}

// read forgets the locations that a read may see.
func (o *overwritten) read(at location) {
	o.list = slices.DeleteFunc(o.list, func(x location) bool { return !o.apart(x, at) })
}

func (o *overwritten) call(i *ir.Instr) (dead bool) {
	switch id := ir.CalledIntrinsic(i); {
	case memCall(i) != ir.NotIntrinsic && isZero(i.Arg(3)):
		n, known := intConst(i.Arg(2))
		if !known || n.Uint64() >= unknownLength {
			o.list = nil
			return false
		}
		size := int64(n.Uint64())
		if o.write(o.bytesAt(i.Arg(0), size)) {
			return true
		}
		if id != ir.Memset {
			o.read(o.bytesAt(i.Arg(1), size))
		}
	case ir.IsLifetime(i) && isAlloca(i.Arg(i.NumCallArgs()-1)):
		object := location{i.Arg(i.NumCallArgs() - 1), -unknownLength, 2 * unknownLength}
		o.read(object) // smaller locations within it
		o.add(object)
	case id == ir.Assume, id.IsDebug():
	case !ir.TouchesNoMemory(o.m, i) || !willReturn(o.m, i) || !ir.CallHas(o.m, i, "nounwind"):
		o.list = nil
	}
	return false
}
