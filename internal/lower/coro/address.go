package coro

import "github.com/corolower/corolower/internal/ir"

// AddressKept reports whether an address may become known to others than the function that computes
// it, while that runs or later. Uses by instructions for which but answers true do not count; nil:
// all do.
func AddressKept(m *ir.Module, v ir.LocalValue, but func(*ir.Instr) bool) bool {
	seen := map[ir.LocalValue]bool{v: true}
	for work := []ir.LocalValue{v}; len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			if but != nil && but(i) {
				continue
			}
			follow, kept := addressUse(m, i, u.Index())
			if kept {
				return true
			}
			if follow && !seen[i] {
				seen[i] = true
				work = append(work, i)
			}
		}
	}
	return false
}

// addressUse tells of one use of an address, operand k of i: whether the result is an address as
// well, and whether it is kept.
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
			return true, false // the callee may give back what it does not keep
		}
		return false, false
	}
	return false, true
}
