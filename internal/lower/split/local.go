// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Variables in an address space of their own (Target.LocalAS). The frame may be elsewhere, so the
// addresses of variables become generic before the coroutine is split. For example:
//
//	%local = alloca [4 x i32], align 4, addrspace(5)      %local = alloca [4 x i32], align 4
//	%at = getelementptr i32, ptr addrspace(5) %local, ..  %at = getelementptr i32, ptr %local, ..
//	store i32 1, ptr addrspace(5) %at                     store i32 1, ptr %at
//
// The same holds for a cast of a variable's address to that space: it is right only if the frame is
// there. The passes before the split have inlined calls that take such addresses. A variable with an
// address that cannot become generic stays as it is, and is refused if it is in the frame. An
// analysis of handles then keeps the frame on the heap anyway, because it cannot follow the address
// (staysLocal in package lifetime).

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// genericLocals makes the addresses of the coroutine's variables generic. It reports whether some
// address of a variable still is in the target's address space for variables.
func (co *coroutine) genericLocals() (left bool) {
	as := co.c.Target.LocalAS()
	if as < 0 || co.Begin == nil {
		return false
	}
	done := map[*ir.Instr]bool{}
	var calls []*ir.Instr
	for _, root := range co.SpaceRoots(as) {
		if done[root] {
			continue
		}
		s := coro.SpaceOf(co.m, root)
		for _, i := range s.Members {
			done[i] = true
		}
		if s.Needs != nil { // of some addresses, and so of all
			left = true
			continue
		}
		calls = append(calls, makeGeneric(co.m, s.Members)...)
	}
	for _, c := range calls {
		retypeCall(co.m, c)
	}
	return left
}

// makeGeneric moves the addresses to the generic address space. No use needs another one. It returns
// the calls that take them and that still have the type of a callee for the other space.
func makeGeneric(m *ir.Module, addresses []*ir.Instr) (calls []*ir.Instr) {
	for _, i := range addresses {
		generic := m.PtrTo(i.Type().Elem(), 0)
		if i.Op != ir.OpAddrSpaceCast {
			i.SetType(generic)
		}
		if a, ok := i.Aux.(*ir.AllocaAux); ok {
			aux := *a
			aux.AddrSpace = 0
			i.Aux = &aux
		}
		genericConstants(m, i)
		for _, u := range i.Users() {
			switch u.Op {
			case ir.OpCall:
				calls = append(calls, u)
			case ir.OpICmp:
				genericConstants(m, u)
			case ir.OpAddrSpaceCast:
				ir.ReplaceUses(u, i)
				u.Erase()
			}
		}
	}
	for _, i := range addresses {
		if i.Op == ir.OpAddrSpaceCast {
			ir.ReplaceUses(i, i.Arg(0))
			i.Erase()
		}
	}
	return calls
}

// genericConstants makes the undefined addresses among an instruction's operands generic.
func genericConstants(m *ir.Module, i *ir.Instr) {
	for k := range i.NumArgs() {
		c, ok := i.Arg(k).(*ir.Const)
		if !ok || !c.Type().IsPtr() {
			continue
		}
		switch generic := m.PtrTo(c.Type().Elem(), 0); c.Kind {
		case ir.ConstUndef:
			i.SetArg(k, m.Undef(generic))
		case ir.ConstPoison:
			i.SetArg(k, m.Poison(generic))
		}
	}
}

// retypeCall changes the overload of an intrinsic that marks or copies memory to the types of its
// arguments.
func retypeCall(m *ir.Module, i *ir.Instr) {
	id := ir.CalledIntrinsic(i)
	params := make([]*ir.Type, i.NumCallArgs())
	for k := range params {
		params[k] = i.Arg(k).Type()
	}
	overload := params[:len(params)-1] // the last is a flag
	if id.IsLifetime() {
		overload = params[len(params)-1:]
	} else if id == ir.Memset {
		overload = []*ir.Type{params[0], params[2]}
	}
	g := ir.DeclareIntrinsic(m, id, overload...)
	call := *i.Call()
	call.FTy = g.FTy
	i.Aux = &call
	i.SetCallee(g)
}
