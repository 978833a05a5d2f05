// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Alias scopes for spilled values. Nobody takes the address of a spill slot: only the coroutine's
// own stores and reloads access it. LLVM cannot see that, because others know the address of the
// frame. So the parts claim it: spills and reloads are in a scope of the coroutine (alias.scope),
// and its other accesses are not (noalias). For example, the reload of %n in this loop needs no
// second load:
//
//	%n.reload = load i32, ptr %n.reload.addr, align 4, !alias.scope !1
//	store i32 %n.reload, ptr %out, align 4, !noalias !1
//
// The claim must not reach accesses that others may make to the slots' bytes:
//
//   - From coro.save to coro.suspend, and on the edge on which a suspend returns to the caller, other
//     code may resume and destroy the coroutine. The claim is left out there, and after every call
//     that is given the handle.
//   - After coro.free the frame may be freed, inline, and its memory be used again.
//   - A slot that shares its bytes with an object, whose address is known, is not in the scope. An
//     object is a variable, or an argument that is passed in memory (byval). The slot's spills and
//     reloads do not make the claim either, because the slot may also share bytes with a slot that is
//     in the scope.
//   - In the ramp code runs before the allocation, and after the coroutine may have ended. Only the
//     parts make the claim.
//
// The claim is about one run of a part. A later run may have another frame, whose bytes were an
// object of the coroutine, or the other way round, because an allocator uses memory again. So the
// resume part declares the scope at its entry. LLVM gives the copies of an inlined part scopes of
// their own, and with the declaration also those that it makes when it unrolls a loop. If we inline a
// part, opt/inlinescopes.go decides whether the copy makes the claim.

import (
	"cmp"
	"slices"
	"sort"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// slotClaims records, with shared storage, what the claim is about.
type slotClaims struct {
	slotAccesses []slotAccess
	taken        []byteRange // of the frame: see takeBytes
}

// slotAccess is a spill or reload of a value.
type slotAccess struct {
	i         *ir.Instr
	exclusive bool // the slot is in the scope
}

// accessSlot records a spill or reload of a value.
func (co *coroutine) accessSlot(v ir.Value, i *ir.Instr) {
	if co.reuse {
		co.slotAccesses = append(co.slotAccesses, slotAccess{i, co.exclusive(v)})
	}
}

// exclusive reports whether the slot of a spilled value shares its bytes with no object and no field
// of the ABI.
func (co *coroutine) exclusive(v ir.Value) bool {
	s, _ := co.frame.SlotOf(v)
	if s == nil {
		return false
	}
	if !co.frame.Shared {
		return true
	}
	if co.taken == nil {
		co.takeBytes()
	}
	k := sort.Search(len(co.taken), func(k int) bool { return co.taken[k].to > s.Offset })
	return k == len(co.taken) || co.taken[k].from >= s.End()
}

// byteRange is a range of the frame's bytes.
type byteRange struct{ from, to int64 }

// takeBytes collects the bytes of objects and of fields of the ABI, as sorted ranges that do not
// overlap.
func (co *coroutine) takeBytes() {
	list := make([]byteRange, 0, 8) // not nil, even without a range
	for _, o := range co.frame.Slots {
		if o.Value == nil || coro.IsObject(co.m, o.Value) {
			list = append(list, byteRange{o.Offset, o.End()})
		}
	}
	slices.SortFunc(list, func(a, b byteRange) int { return cmp.Compare(a.from, b.from) })
	co.taken = list[:0]
	for _, r := range list {
		if n := len(co.taken); n > 0 && r.from <= co.taken[n-1].to {
			co.taken[n-1].to = max(co.taken[n-1].to, r.to)
		} else {
			co.taken = append(co.taken, r)
		}
	}
}
