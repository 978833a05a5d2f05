// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// How a function uses the address in a parameter, from its code as it is. Without this, the answer
// would need a copy of the function that is simplified, with its tiny callees, for each function
// that a call passes an address to. In most functions the address only goes through locals and
// calls, for example in
//
//	define void @add(ptr %v) {
//	  %v.addr = alloca ptr
//	  store ptr %v, ptr %v.addr
//	  %this = load ptr, ptr %v.addr
//	  call void @grow(ptr %this)
//	  store i32 1, ptr %this
//	  ret void
//	}
//
// which does with %v what @grow does, and writes the memory that it points to.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// maxDirectUses bounds the uses of a parameter that are examined without the simplified copy.
const maxDirectUses = 64

// paramUse returns how a function whose body is ready uses the address in its parameter k.
func (fa *Facts) paramUse(f *ir.Func, k, depth int) (is addrUse, height int) {
	is, direct, ok := fa.directUse(f.Params[k], depth)
	if ok {
		return is, direct
	}
	// The bound may be the reason why directUse gave up, so its height counts, too.
	is, height = fa.uses(fa.simplified(f).Params[k], depth)
	return is, max(height, direct)
}

// directUse is paramUse without the simplified copy. It returns false if the copy may show that the
// address does not escape: if the function stores it where more than loads and stores reach it, or
// passes it to a function that does. For example, the constructor of an iterator stores an address
// in the iterator, which is often a local of the caller.
func (fa *Facts) directUse(p *ir.Param, depth int) (all addrUse, height int, ok bool) {
	var few [8]ir.LocalValue
	seen := append(few[:0], p)
	add := func(v ir.LocalValue) {
		if !slices.Contains(seen, v) {
			seen = append(seen, v)
		}
	}
	n := 0
	for next := 0; next < len(seen); next++ {
		for u := seen[next].FirstUse(); u != nil; u = u.Next() {
			if n++; n > maxDirectUses {
				return all, height, false
			}
			i := u.User()
			if i.Op == ir.OpStore && u.Index() == 0 {
				a := ir.AsInstr(i.Arg(1))
				if a == nil || !loadedAndStored(a) {
					return all, height, false
				}
				for w := a.FirstUse(); w != nil; w = w.Next() {
					if l := w.User(); l.Op == ir.OpLoad {
						add(l)
					}
				}
				continue
			}
			follow, use, h := fa.use(u, i, depth)
			if height = max(height, h); use.away {
				all = allUses
				all.surely = use.surely
				return all, height, use.surely
			}
			if all.add(use); follow {
				add(i)
			}
		}
	}
	return all, height, true
}

// loadedAndStored reports whether a is a local pointer that is only loaded and stored, so that an
// address in it is nowhere but in the results of the loads.
func loadedAndStored(a *ir.Instr) bool {
	if a.Op != ir.OpAlloca || !a.ElemTy.IsPtr() {
		return false
	}
	for u := a.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		is := i.Op == ir.OpLoad && i.Type().IsPtr() || i.Op == ir.OpStore && u.Index() == 1 || ir.IsLifetime(i)
		if !is || i.Flags&ir.FlagVolatile != 0 {
			return false
		}
	}
	return true
}
