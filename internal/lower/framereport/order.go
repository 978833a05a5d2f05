// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framereport

import (
	"slices"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/target"
)

// The layout orders the slots of a frame, but a slot's inside is the program's: for example, a
// struct { char a; long b; char c; } has 24 bytes in every frame, and 16 with b first. This file
// finds such orders from debug info, and lays the frame out again with the smaller object.

// Order is another order of the members of an object's struct with less padding.
type Order struct {
	Type     string   // the struct: that of the object, or of the elements of an array
	Members  []string // in the better order
	Was, Now int64    // the size of the struct in bytes
	Saves    int64    // by this the frame becomes smaller
}

// findOrders finds better orders for the members of objects and of the promise, for at most as many
// objects as findPadding.
func (e *explainer) findOrders(r *Report, slots []*frame.Slot) {
	left := min(maxFixes, 1+maxTried/(1+len(r.Rows)))
	for k := range r.Rows {
		row := &r.Rows[k]
		object, ok := slots[k].Value.(*ir.Instr)
		if !ok || row.Kind != RowObject && row.Kind != RowPromise || row.Var == nil || row.Var.Address ||
			row.Var.To != 0 || left == 0 {
			continue
		}
		_, typ := e.variable(object)
		order, count := orderOf(e.Layout, debuginfo.RecordOf(e.M, typ), e.AllocaType(object))
		if order == nil {
			continue
		}
		left--
		smaller := e.M.Types.Array(e.M.Types.Int(8), uint64(count*order.Now))
		if order.Saves = e.Saves(split.Assumed{Value: object, Type: smaller}); order.Saves > 0 {
			row.Order = order
		}
	}
}

// orderOf returns the best order of a struct's members, and how many of the struct an object of type
// t holds. It returns nil if there is no better order, or if the rules of C for the places of
// members do not give the struct its present layout.
func orderOf(l *target.Layout, rec *debuginfo.Record, t *ir.Type) (*Order, int64) {
	count := int64(1)
	for t.Kind() == ir.Array {
		count *= int64(t.Len())
		t = t.Elem()
	}
	if rec == nil || count == 0 || t.Kind() != ir.Struct || t.IsPacked() || l.AllocSize(t) != rec.Size {
		return nil, 0
	}
	end := max(rec.Align, l.ABIAlign(t))
	aligns := make([]int64, len(rec.Members))
	for k, m := range rec.Members {
		if aligns[k] = max(m.Align, fieldAlign(l, t, m.Offset, m.Size)); aligns[k] == 0 {
			return nil, 0
		}
		end = max(end, aligns[k])
	}
	at := rec.Fixed
	for k, m := range rec.Members {
		if at = target.AlignTo(at, aligns[k]); at != m.Offset {
			return nil, 0
		}
		at += m.Size
	}
	if target.AlignTo(at, end) != rec.Size {
		return nil, 0
	}
	o := &Order{Type: rec.Name, Was: rec.Size}
	rest := make([]int, len(rec.Members))
	for k := range rest {
		rest[k] = k
	}
	at = rec.Fixed
	for len(rest) > 0 {
		// the member with the least padding before it, and of these the most aligned
		best := 0
		padding := func(k int) int64 { return target.AlignTo(at, aligns[k]) - at }
		for n, k := range rest {
			p, q := padding(k), padding(rest[best])
			if p < q || p == q && aligns[k] > aligns[rest[best]] {
				best = n
			}
		}
		k := rest[best]
		rest = slices.Delete(rest, best, best+1)
		at = target.AlignTo(at, aligns[k]) + rec.Members[k].Size
		o.Members = append(o.Members, rec.Members[k].Name)
	}
	if o.Now = target.AlignTo(at, end); o.Now >= o.Was {
		return nil, 0
	}
	return o, count
}

// fieldAlign returns the alignment of the struct's field with an offset and a size, or 0 if there is
// none.
func fieldAlign(l *target.Layout, t *ir.Type, offset, size int64) int64 {
	at := int64(0)
	for _, f := range t.Fields() {
		if at = target.AlignTo(at, l.ABIAlign(f)); at == offset && l.AllocSize(f) == size {
			return l.ABIAlign(f)
		}
		at += l.AllocSize(f)
	}
	return 0
}
