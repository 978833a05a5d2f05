// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package frame

import (
	"math/rand"
	"slices"
	"testing"
)

// TestSharedPlacement checks that objects that are needed together never overlap in the frame.
func TestSharedPlacement(t *testing.T) {
	for seed := int64(0); seed < 500; seed++ {
		r := rand.New(rand.NewSource(seed))
		always := []Span{{0, 100}}
		var objs []*Object
		for k := 0; k < 1+r.Intn(20); k++ {
			var spans []Span
			var begins []int32
			for p := int32(0); p < 100; {
				from := p + int32(r.Intn(40))
				to := from + 1 + int32(r.Intn(30))
				if to > 100 {
					break
				}
				spans = append(spans, Span{from, to})
				if r.Intn(3) > 0 {
					begins = append(begins, from+int32(r.Intn(int(to-from))))
				}
				p = to
			}
			align := int64(1) << r.Intn(5)
			objs = append(objs, &Object{Size: int64(1 + r.Intn(40)), Align: align, Live: LiveRange{spans, begins}})
		}
		index := &Slot{Size: 1, Align: 1, Offset: -1}
		fr := &Layout{Slots: []*Slot{{Size: 8, Align: 8, tyAlign: 8, fixed: true}, {Size: 8, Align: 8, tyAlign: 8,
			Offset: 8, fixed: true}, index}}
		p := fr.PlaceShared(objs, always)
		if p == nil {
			continue
		}
		size, align := p.Size, p.Align
		at := p.objs[len(objs)].offset
		for i, a := range objs {
			if a.offset < 16 || a.offset%a.Align != 0 || a.offset+a.Size > size || align%a.Align != 0 {
				t.Fatalf("seed %d: object at %d, size %d, align %d in a frame of %d, align %d", seed, a.offset, a.Size,
					a.Align, size, align)
			}
			if at >= a.offset && at < a.offset+a.Size && len(a.Live.Spans) > 0 {
				t.Fatalf("seed %d: the index lies in an object", seed)
			}
			for _, b := range objs[:i] {
				if neededTogether(a.Live, b.Live) && a.offset < b.offset+b.Size && b.offset < a.offset+a.Size {
					t.Fatalf("seed %d: [%d,+%d) and [%d,+%d) are needed together", seed, a.offset, a.Size,
						b.offset, b.Size)
				}
			}
		}
	}
}

// neededTogether is the definition of LiveRange.Interferes, position by position.
func neededTogether(a, b LiveRange) bool {
	for at := int32(0); at < 100; at++ {
		if !Covers(a.Spans, at) && !Covers(b.Spans, at) {
			continue
		}
		both := Covers(a.Spans, at) && Covers(b.Spans, at)
		if len(a.Begins) == 0 || len(b.Begins) == 0 {
			if both {
				return true
			}
			continue
		}
		if both && (slices.Contains(a.Begins, at) || slices.Contains(b.Begins, at)) {
			return true
		}
	}
	return false
}
