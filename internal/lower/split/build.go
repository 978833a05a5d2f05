// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Small edits and addresses that several steps and ABIs need: places in frames, blocks on edges, the
// operands of users.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/remark"
)

func (co *coroutine) ptrAlign() uint32 { return uint32(co.c.Layout.PtrAlign(0)) }

// byteAddr computes the address of a byte offset in the frame.
func (co *coroutine) byteAddr(bld *ir.Builder, base ir.Value, offset int64, name string) *ir.Instr {
	m := co.m
	p := bld.PtrCast(base, m.PtrType(base.Type().AddrSpace()))
	bits := co.c.Layout.IndexBits(base.Type().AddrSpace())
	if co.byteFrames() {
		bits = 64 // on all targets, as in LLVM
	}
	return bld.ByteGEP(p, m.ConstInt(m.Types.Int(bits), offset), ir.FlagInBounds, name)
}

// ptrBits returns the size of an address in bits.
func (co *coroutine) ptrBits(addr ir.Value) int {
	return int(co.c.Layout.PtrSize(addr.Type().AddrSpace())) * 8
}

// byteFrames reports whether code addresses the frame by offsets in bytes only, and no type of the
// module describes it.
func (co *coroutine) byteFrames() bool { return co.m.Has(ir.ByteFrames) && !co.m.TypedPtrs }

// afterBegin returns the instruction after the frame pointer's definition, before which code is
// inserted that must directly follow it.
func (co *coroutine) afterBegin() *ir.Instr {
	return co.framePtr.(*ir.Instr).Next()
}

// blockOnEdge inserts a block on an edge from b to dest.
func (co *coroutine) blockOnEdge(b, dest *ir.Block) *ir.Block {
	if dest.SinglePred() == b {
		// The new block precedes the destination and takes its phis, which have one entry.
		nb := co.F.NewBlockBefore(dest.Name()+".split", dest)
		for dest.First().Op == ir.OpPhi {
			p := dest.First()
			p.Unlink()
			nb.Append(p)
		}
		nb.Append(co.m.NewInstr(ir.OpBr, co.m.Types.Void(), dest))
		redirectEdge(b, dest, nb)
		return nb
	}
	nb := co.F.NewBlock(b.Name()+"."+dest.Name()+"_crit_edge", b)
	redirectEdge(b, dest, nb)
	nb.Append(co.m.NewInstr(ir.OpBr, co.m.Types.Void(), dest))
	replaceOnePhiBlock(dest, b, nb)
	return nb
}

// redirectEdge redirects the first edge from p to b to another block.
func redirectEdge(p, b, to *ir.Block) {
	t := p.Terminator()
	for k := 0; k < t.NumArgs(); k++ {
		if t.Arg(k) == ir.Value(b) {
			t.SetArg(k, to)
			return
		}
	}
}

func replaceOnePhiBlock(b, old, with *ir.Block) {
	for p := range b.Phis() {
		replaceOne(p, old, with)
	}
}

// isolate moves an instruction into a block of its own with the given name, followed by a block
// named after.
func isolate(i *ir.Instr, name, after string) {
	splitIfNotFirst(i, name)
	splitIfNotFirst(i.Next(), after)
}

// replaceArgs replaces every operand of i that is old.
func replaceArgs(i *ir.Instr, old, with ir.Value) {
	for k := 0; k < i.NumArgs(); k++ {
		if i.Arg(k) == old {
			i.SetArg(k, with)
		}
	}
}

// sizeRequested returns the value of coro.size. The frame's memory may have no more bytes, so it
// is also the number in dereferenceable.
func (co *coroutine) sizeRequested() int64 {
	if !co.c.Opts.ReuseStorage {
		return co.c.Layout.AllocSize(co.frame.Typ) // LLVM's number, which plain splitting uses
	}
	return co.frame.Size
}

// used returns the size of the frame without the padding after its last slot.
func used(fr *frame.Layout) (n int64) {
	for _, s := range fr.Slots {
		n = max(n, s.End())
	}
	return n
}

// remarkSize adds an analysis remark about the coroutine, with the words of remark.Words.
func (co *coroutine) remarkSize(name string, words ...any) {
	if co.c.Remarks != nil {
		co.c.Remarks.Add(remark.Remark{Kind: remark.Analysis, Pass: "coro-split", Name: name, Function: co.F.Name,
			Loc: debuginfo.FuncLoc(co.m, co.F), Args: remark.Words(words...)})
	}
}
