// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

import (
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
)

// maxDeadUses bounds the uses that dropUnreadMemory follows for one object.
const maxDeadUses = 64

// dropUnreadMemory removes the objects that new-expressions of C++ allocate and that nothing reads, with
// the delete-expressions. The language allows that, whatever operator new does, and LLVM does it before it
// splits a coroutine. For example, this object costs nothing:
//
//	%p = call ptr @_Znwm(i64 4) builtin
//	store i32 %n, ptr %p
//	...                                  ; the coroutine suspends
//	call void @_ZdlPvm(ptr %p, i64 4) builtin
//
// A call without `builtin` is a call of the function, which may do anything.
func dropUnreadMemory(m *ir.Module, f *ir.Func) (changed bool) {
	var objects []*ir.Instr
	for i := range f.Instrs() {
		if isExpression(m, i, "_Znw", "_Zna") {
			objects = append(objects, i)
		}
	}
	invoked := false
	for _, i := range objects {
		if uses, ok := onlyWritten(m, i); ok {
			invoked = invoked || i.Op == ir.OpInvoke
			dropObject(m, i, uses)
			f.Changed, changed = true, true
		}
	}
	if invoked {
		RemoveUnreachable(f)
	}
	return changed
}

// isExpression reports whether an instruction calls operator new or delete for an expression of the
// language.
func isExpression(m *ir.Module, i *ir.Instr, prefixes ...string) bool {
	g := i.CalledFunc()
	return (i.Op == ir.OpCall || i.Op == ir.OpInvoke) && g != nil && i.Call().Attrs.Has(m, "builtin") &&
		len(i.Call().Bundles) == 0 && i.NumCallArgs() > 0 && slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(g.Name, p) })
}

// onlyWritten returns the uses of an object's address. ok is false if one may read the object, or learn
// or keep the address.
func onlyWritten(m *ir.Module, object *ir.Instr) (uses []*ir.Instr, ok bool) {
	for work := []*ir.Instr{object}; len(work) > 0; {
		v := work[0]
		work = work[1:]
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			if slices.Contains(uses, i) {
				continue
			}
			if uses = append(uses, i); len(uses) > maxDeadUses {
				return nil, false
			}
			switch {
			case i.Op == ir.OpBitCast, i.Op == ir.OpGEP && i.Type().IsPtr() && u.Index() == 0:
				work = append(work, i)
			case i.Op == ir.OpStore && u.Index() == 1 && plainAccess(i) && i.Arg(0) != ir.Value(v), ir.IsLifetime(i):
			case i.Op == ir.OpICmp && i.Type().IsInt() && v == object && (i.Pred() == ir.PredEQ || i.Pred() == ir.PredNE) &&
				isNull(i.Arg(1-u.Index())):
			case memCall(i) == ir.Memset && u.Index() == 0 && ir.SameValue(i.Arg(3), m.Bool(false)):
			case i.Op == ir.OpCall && v == object && u.Index() == 0 && isExpression(m, i, "_Zdl", "_Zda"):
			default:
				return nil, false
			}
		}
	}
	return uses, true
}

// dropObject removes an allocation and the uses of its address.
func dropObject(m *ir.Module, object *ir.Instr, uses []*ir.Instr) {
	count.UnreadObject.Hit()
	for k := len(uses) - 1; k >= 0; k-- {
		i := uses[k]
		if i.Op == ir.OpICmp {
			ir.ReplaceUses(i, m.Bool(i.Pred() == ir.PredNE)) // the allocation succeeds
		} else if i.HasUses() {
			ir.ReplaceUses(i, m.Lost(i.Type()))
		}
		i.Erase()
	}
	if object.Op == ir.OpInvoke {
		object = InvokeToCall(m, object)
	}
	if object.HasUses() { // by records of debug info
		ir.ReplaceUses(object, m.Lost(object.Type()))
	}
	object.Erase()
}
