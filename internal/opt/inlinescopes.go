// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Alias scopes of inlined code. Each copy gets scopes of its own, as in LLVM. Only the scopes that
// splitting made, for the spilled values of a coroutine's part, are copied (split/scope.go); claims
// about others are removed. With them, LLVM keeps the values of a generator in registers although its
// frame contains an array that is written to at unknown indices:
//
//	%i = load i64, ptr %i.slot, !alias.scope !1
//	store i8 %c, ptr %buffer.n, !noalias !1
//
// A part claims this of one run, because the bytes of a frame on the heap may belong to an object in
// another run. Here a part must get a frame at a fixed place in a local of the caller. Its slots are
// slots in all runs, so the claim holds for the whole function, and needs no declaration: a
// declaration would keep loops from being unrolled and branches from being threaded. At a place that
// varies, for example in an array that an allocator of the program hands out, the slots of one run
// may be an object of another.
//
// The claims are also removed from code that is inlined into a coroutine before its split, where the
// local becomes a part of another frame.

import (
	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// ownScopes returns the copy's own list of scopes for a claim of the callee about scopes, or nil.
func (in *inliner) ownScopes(claim ir.Attachment) *ir.MD {
	if claim.Kind != ir.MetaScope && claim.Kind != ir.MetaNoAlias {
		return nil
	}
	if !in.scoped {
		in.scoped = true
		if in.mayOwnScopes() {
			count.InlinedScopes.Hit()
			in.scopes = map[*ir.MDNode]*ir.MD{}
		}
	}
	if in.scopes == nil {
		return nil
	}
	return in.ownScope(claim.MD, false)
}

func (in *inliner) ownScope(md *ir.MD, scope bool) *ir.MD {
	if !isNew(in.m, md) {
		return nil
	}
	if own := in.scopes[md.Node]; own != nil {
		return own
	}
	n := &ir.MDNode{Distinct: md.Node.Distinct}
	if scope {
		own := in.m.AddMD(n)
		n.Fields = append([]ir.MDField{{Val: own}}, md.Node.Fields[1:]...)
		in.scopes[md.Node] = own
		return own
	}
	for _, f := range md.Node.Fields {
		s := in.ownScope(f.Val, true)
		if s == nil {
			return nil
		}
		n.Fields = append(n.Fields, ir.MDField{Val: s})
	}
	own := in.m.AddMD(n)
	in.scopes[md.Node] = own
	return own
}

// mayOwnScopes reports whether the claims hold for the whole caller.
func (in *inliner) mayOwnScopes() bool {
	if ir.IsPresplit(in.m, in.caller) || target.Parse(in.m.Triple).MarksParts() {
		return false
	}
	for i := range in.callee.Instrs() {
		if declaresScope(i) { // a part, whose frame is its parameter
			return in.isFixedPlace(in.call.Arg(0))
		}
	}
	return true
}

// dropIdleClaims removes the claims that an access is in none of some scopes if no access is in them any
// more, for example because the frame was a local and its slots are values now. It looks only at
// scopes that inlining or splitting made.
func dropIdleClaims(m *ir.Module, f *ir.Func) {
	if len(m.NewMDs) == 0 {
		return
	}
	inScope := map[*ir.MDNode]bool{}
	var claims []*ir.Instr
	for i := range f.Instrs() {
		if md := i.MetaOf(ir.MetaScope); md != nil && md.Node != nil {
			inScope[md.Node] = true
		}
		if isNew(m, i.MetaOf(ir.MetaNoAlias)) {
			claims = append(claims, i)
		}
	}
	for _, i := range claims {
		if !inScope[i.MetaOf(ir.MetaNoAlias).Node] {
			i.SetMeta(ir.MetaNoAlias, nil)
			f.Changed = true
		}
	}
}

// isNew reports whether a list of scopes was made in this unit, and is not a node of the file.
func isNew(m *ir.Module, md *ir.MD) bool {
	return md != nil && md.Kind == ir.MDNodeRef && md.Node != nil && md.Node.New >= 0 &&
		md.Node.New < len(m.NewMDs) && m.NewMDs[md.Node.New] == md.Node
}

// isFixedPlace reports whether an address is at a constant offset in a local of the caller.
func (in *inliner) isFixedPlace(v ir.Value) bool {
	for {
		i, ok := v.(*ir.Instr)
		switch {
		case !ok:
			return false
		case i.Op == ir.OpAlloca:
			return i.Block() == in.caller.Entry() && (i.NumArgs() == 0 || isConst(i.Arg(0)))
		case i.Op == ir.OpGEP:
			for k := 1; k < i.NumArgs(); k++ {
				if !isConst(i.Arg(k)) {
					return false
				}
			}
		case i.Op != ir.OpBitCast && i.Op != ir.OpAddrSpaceCast && !ir.IsLaundering(i):
			return false
		}
		v = i.Arg(0)
	}
}
