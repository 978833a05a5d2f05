// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// CoroCleanup lowers the intrinsics that are left after splitting and elision. It simplifies
// control flow only in functions that had some, so the split parts, which have none, keep the form
// that splitting gave them.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/pass"
)

// Cleanup runs coro-cleanup on one loaded function.
func Cleanup(c *pass.Unit, f *ir.Func) (bool, error) {
	changed := false
	b := ir.NewBuilder(c.M)
	for blk := f.Entry(); blk != nil; blk = blk.Next() {
		for i := blk.First(); i != nil; {
			changed = (i.Op == ir.OpLoad || ir.IsCoro(i, ir.CoroSubFnAddr)) && opt.DropNoopCalls(c.M, i) || changed
			next := i.Next()
			if i.Op == ir.OpCall && (cleanupCall(c, f, b, i) || runtimeCall(c, b, i)) {
				changed = true
			}
			i = next
		}
	}
	if changed || f.Ragged {
		f.Changed, f.Ragged, changed = true, false, true
		if !f.HasAttr("optnone") {
			opt.SimplifyCFG(f) // LLVM skips optional clean-ups with optnone too
		}
	}
	return changed, c.M.Err
}

// cleanupCall replaces one call if it is a coroutine intrinsic that can be lowered now.
func cleanupCall(c *pass.Unit, f *ir.Func, b *ir.Builder, i *ir.Instr) bool {
	m := c.M
	var with ir.Value
	switch ir.CoroCall(i) {
	case ir.CoroBegin, ir.CoroBeginCustomABI, ir.CoroFree:
		with = i.Arg(1)
	case ir.CoroAlloc:
		with = m.Bool(true)
	case ir.CoroID, ir.CoroIDRetcon, ir.CoroIDRetconOnce, ir.CoroIDRetconOnceDynamic, ir.CoroIDAsync:
		with = m.NoneToken()
	case ir.CoroAsyncResume:
		with = m.Null(i.Type())
	case ir.CoroSubFnAddr:
		if fn := opt.NoopPart(i.Arg(0)); fn != nil && fn.Type() == i.Type() {
			with = fn
		} else {
			with = subFnLoad(c, b, i)
			if m.Source != nil && m.Source.HasHandmadeFrames() && with.Type() == m.PtrType(0) {
				// LLVM takes a fastcc call of another function as undefined, so it must not find out which
				// function is called.
				with = b.CallFunc(ir.DeclareIntrinsic(m, ir.LaunderInvariantGroup, with.Type()), "", with)
			}
		}
	case ir.CoroEnd:
		// Since LLVM 22, coro.is_in_ramp takes the place of the result of coro.end.
		if m.Has(ir.IsInRampAsked) || !neverSplit(c, f) {
			return false
		}
		if !i.Type().IsVoid() {
			with = m.Undef(i.Type())
		}
	case ir.CoroSuspendRetcon:
		if !neverSplit(c, f) {
			return false
		}
		if !i.Type().IsVoid() {
			with = m.Undef(i.Type())
			if m.Has(ir.IsInRampAsked) {
				with = m.Poison(i.Type())
			}
		}
	case ir.CoroIsInRamp:
		if !neverSplit(c, f) {
			return false
		}
		with = m.Poison(i.Type())
	case ir.CoroDead:
		with = nil
	case ir.CoroNoop:
		// Only from LLVM 23 on. coro-early lowers it, too, so that elision knows the frame.
		if !m.Has(ir.NoopInCleanup) {
			return false
		}
		if i.HasUses() {
			with = b.Before(i).PtrCast(NoopFrame(c), i.Type())
		}
	default:
		return false
	}
	if with != nil {
		ir.ReplaceUses(i, with)
	}
	i.Erase()
	return true
}

// neverSplit reports whether f is a coroutine that was not split and that no other file can call:
// dead code that is still to be removed.
func neverSplit(c *pass.Unit, f *ir.Func) bool {
	return f.IsLocal() && ir.IsPresplit(c.M, f)
}

// subFnLoad loads the function pointer with the given index from a coroutine frame.
func subFnLoad(c *pass.Unit, b *ir.Builder, i *ir.Instr) ir.Value {
	m := c.M
	p := m.PtrType(0)
	frame := m.Types.Struct([]*ir.Type{p, p}, false)
	index := int64(0)
	if k, ok := i.Arg(1).(*ir.Const); ok && k.IsInt() {
		index = int64(k.Uint64() & 1)
	}
	b.Before(i).SetDebugLoc(i.DebugLoc())
	i32 := m.Types.Int(32)
	addr := address(b, frame, i.Arg(0), ir.FlagInBounds, m.ConstInt(i32, 0), m.ConstInt(i32, index))
	return b.Load(p, addr, uint32(c.Layout.PtrAlign(0)), "")
}
