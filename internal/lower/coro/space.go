// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

import "github.com/corolower/corolower/internal/ir"

// NeedsSpace returns a use of an address in an address space of its own that cannot take a generic
// address instead, or nil. For example, the call needs addrspace(5), and the load does not:
//
//	%p = getelementptr [4 x i32], ptr addrspace(5) %local, i32 0, i32 1
//	%x = load i32, ptr addrspace(5) %p
//	call void @fill(ptr addrspace(5) %p)
func NeedsSpace(m *ir.Module, address *ir.Instr) *ir.Instr {
	for _, u := range address.Users() {
		switch {
		case u.Op == ir.OpLoad, u.Op == ir.OpStore && u.Arg(0) != ir.Value(address):
		case u.Op == ir.OpGEP && u.Arg(0) == ir.Value(address) && u.Type().IsPtr():
			if use := NeedsSpace(m, u); use != nil {
				return use
			}
		case u.Op == ir.OpAddrSpaceCast && u.Type() == m.PtrTo(address.Type().Elem(), 0):
		case u.Op == ir.OpCall && marksOrCopies(ir.CalledIntrinsic(u)):
		default:
			return u
		}
	}
	return nil
}

// marksOrCopies reports whether an intrinsic takes addresses in any address space.
func marksOrCopies(id ir.Intrinsic) bool {
	return id.IsLifetime() || id == ir.Memcpy || id == ir.Memmove || id == ir.Memset
}
