// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

// Addresses in an address space of their own, for example local memory of a GPU. A coroutine's
// variable may be in a frame elsewhere, so code must reach it by generic addresses. Some addresses
// can only become generic together:
//
//	%p = phi ptr addrspace(5) [ %local, %entry ], [ %next, %loop ]
//	%x = load i32, ptr addrspace(5) %p
//	%next = getelementptr i32, ptr addrspace(5) %p, i64 1
//	%more = icmp ne ptr addrspace(5) %next, %end             ; and %end
//	call void @fill(ptr addrspace(5) %p)                     ; needs addrspace(5)

import (
	"github.com/corolower/corolower/internal/ir"
)

// SpaceRoots returns the addresses in an address space with which code reaches the coroutine's
// variables and its frame: variables in that space, and casts of other addresses to it.
func (s *Shape) SpaceRoots(as int) []*ir.Instr {
	var roots, casts, from []*ir.Instr
	for i := range s.F.Instrs() {
		switch {
		case i.Op == ir.OpAlloca, i == s.Begin:
			from = append(from, i)
			if i.Type().AddrSpace() == as {
				roots = append(roots, i)
			}
		case i.Op == ir.OpAddrSpaceCast && i.Type().IsPtr() && i.Type().AddrSpace() == as:
			casts = append(casts, i)
		}
	}
	if len(casts) == 0 {
		return roots
	}
	return append(roots, castsOf(from, as)...)
}

// castsOf returns the casts from the generic address space to another one of addresses that may be
// derived from one of the given addresses.
func castsOf(from []*ir.Instr, as int) (casts []*ir.Instr) {
	work := ir.NewWorklist(from...)
	for i := range work.All {
		for u := i.FirstUse(); u != nil; u = u.Next() {
			x := u.User()
			if !x.Type().IsPtr() || !derives(x, u.Index()) && x.Op != ir.OpAddrSpaceCast {
				continue
			}
			if !work.Has(x) && x.Op == ir.OpAddrSpaceCast && x.Type().AddrSpace() == as {
				casts = append(casts, x)
			}
			work.Add(x)
		}
	}
	return casts
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

// A Space is a set of addresses in an address space that can become generic only together.
type Space struct {
	Members []*ir.Instr // the addresses
	Needs   *ir.Instr   // an instruction that needs the address space; nil: they can become generic
}

// SpaceOf returns the addresses that must become generic together with a root: those derived from
// it, and those to which code compares or joins them.
func SpaceOf(m *ir.Module, root *ir.Instr) *Space {
	s := &Space{}
	in := map[*ir.Instr]bool{}
	add := func(v ir.Value, by *ir.Instr) {
		i := ir.AsInstr(v)
		switch c, _ := v.(*ir.Const); {
		case i != nil && in[i], c != nil && (c.Kind == ir.ConstUndef || c.Kind == ir.ConstPoison):
		case i != nil && isAddress(m, i) && i.Type().AddrSpace() == root.Type().AddrSpace():
			in[i] = true
			s.Members = append(s.Members, i)
		case s.Needs == nil:
			s.Needs = by
		}
	}
	add(root, root)
	for n := 0; n < len(s.Members) && s.Needs == nil; n++ {
		i := s.Members[n]
		for k := range i.NumArgs() {
			if i.Op != ir.OpAlloca && derives(i, k) {
				add(i.Arg(k), i)
			}
		}
		for u := i.FirstUse(); u != nil && s.Needs == nil; u = u.Next() {
			switch x := u.User(); {
			case x.Op == ir.OpLoad, x.Op == ir.OpStore && u.Index() == 1:
			case x.Op == ir.OpICmp:
				add(x.Arg(1-u.Index()), x)
			case derives(x, u.Index()):
				add(x, x)
			case x.Op == ir.OpAddrSpaceCast && x.Type() == m.PtrTo(i.Type().Elem(), 0):
			case x.Op == ir.OpCall && marksOrCopies(ir.CalledIntrinsic(x)):
			default:
				s.Needs = x
			}
		}
	}
	return s
}

// isAddress reports whether an instruction is an address that can become generic by itself.
func isAddress(m *ir.Module, i *ir.Instr) bool {
	switch i.Op {
	case ir.OpAlloca:
		return true
	case ir.OpAddrSpaceCast:
		return i.Type().IsPtr() && i.Arg(0).Type() == m.PtrTo(i.Type().Elem(), 0)
	}
	return i.Type().IsPtr() && derives(i, 0) || i.Op == ir.OpSelect && i.Type().IsPtr()
}

// NeedsSpace returns an instruction that needs an address of a variable in an address space of its
// own, or nil. Addresses that can become generic are generic already.
func NeedsSpace(m *ir.Module, variable *ir.Instr, as int) *ir.Instr {
	if variable.Type().AddrSpace() == as {
		return SpaceOf(m, variable).Needs
	}
	for _, c := range castsOf([]*ir.Instr{variable}, as) {
		if needs := SpaceOf(m, c).Needs; needs != nil {
			return needs
		}
	}
	return nil
}

// marksOrCopies reports whether an intrinsic takes addresses in any address space.
func marksOrCopies(id ir.Intrinsic) bool {
	return id.IsLifetime() || id == ir.Memcpy || id == ir.Memmove || id == ir.Memset
}
