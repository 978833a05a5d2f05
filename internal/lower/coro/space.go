// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

import "github.com/corolower/corolower/internal/ir"

// SpaceUse returns an instruction with an address of a variable in an address space of its own, for
// example in local memory of a GPU: the variable, or a cast of its address, as in
//
//	%local = addrspacecast ptr %variable to ptr addrspace(5)
//
// Such an address does not lead to a frame elsewhere. SpaceUse returns nil if code reaches the
// variable only by addresses of other spaces. On AMDGPU clang declares all variables in local memory,
// and uses only a cast to the generic space.
func SpaceUse(variable *ir.Instr, as int) *ir.Instr {
	work := ir.NewWorklist(variable)
	for i := range work.All {
		for u := i.FirstUse(); u != nil; u = u.Next() {
			x := u.User()
			switch {
			case i.Type().AddrSpace() == as: // the variable itself
				if x.Op == ir.OpAddrSpaceCast {
					work.Add(x)
				} else if ir.LifetimeKind(x) == ir.NotIntrinsic {
					return variable
				}
			case !x.Type().IsPtr() || !derives(x, u.Index()) && x.Op != ir.OpAddrSpaceCast:
			case x.Type().AddrSpace() == as:
				return x
			default:
				work.Add(x)
			}
		}
	}
	return nil
}

// derives reports whether the result of an instruction is an address derived from an operand, in
// the same address space.
func derives(i *ir.Instr, operand int) bool {
	switch i.Op {
	case ir.OpGEP, ir.OpBitCast, ir.OpFreeze:
		return operand == 0
	case ir.OpSelect:
		return operand > 0
	case ir.OpPhi:
		return true
	}
	return false
}
