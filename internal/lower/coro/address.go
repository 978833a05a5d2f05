// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

import "github.com/corolower/corolower/internal/ir"

// AddressKept reports whether the address v may escape from the function that computes it, while
// that function runs or later. It skips uses by instructions for which but returns true; if but is
// nil, all uses count.
func AddressKept(m *ir.Module, v ir.LocalValue, but func(*ir.Instr) bool) bool {
	work := ir.NewWorklist(v)
	for v := range work.All {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			if but != nil && but(i) {
				continue
			}
			follow, kept := addressUse(m, i, u.Index())
			if kept {
				return true
			}
			if follow {
				work.Add(i)
			}
		}
	}
	return false
}

// addressUse classifies one use of an address, operand k of i: follow reports whether i's result
// may be the address or derived from it, and kept whether the use makes the address escape.
func addressUse(m *ir.Module, i *ir.Instr, k int) (follow, kept bool) {
	switch i.Op {
	case ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect, ir.OpFreeze:
		return true, false
	case ir.OpGEP:
		return true, k != 0
	case ir.OpLoad, ir.OpICmp:
		return false, false
	case ir.OpStore:
		return false, k != 1
	case ir.OpCmpXchg, ir.OpAtomicRMW:
		return false, k != 0
	case ir.OpCall, ir.OpInvoke:
		if ir.IsLifetime(i) {
			return false, false
		}
		if k >= i.NumCallArgs() || ir.KeepsArg(m, i, k) {
			return false, true
		}
		switch i.Type().Kind() {
		case ir.Ptr, ir.Struct, ir.Array, ir.Vector:
			return true, false // the callee may return a pointer that it does not capture
		}
		return false, false
	}
	return false, true
}
