// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lowertest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/lower/framereport"
)

// CheckReport holds the report of a frame against what must be true of any: the rows and the
// padding make up all of the frame, each byte once but where rows say that they share it; every row
// lies where it may; what it names is there.
func CheckReport(r *framereport.Report) error {
	if r.Size < 0 || r.Align < 1 || r.Size%r.Align != 0 {
		return fmt.Errorf("a frame of %d bytes, aligned %d", r.Size, r.Align)
	}
	if len(r.Suspends) == 0 && (r.Size != 0 || len(r.Rows) > 0) {
		return fmt.Errorf("a frame of %d bytes, and no suspend", r.Size)
	}
	for k := range r.Rows {
		if err := checkRow(r, k); err != nil {
			return err
		}
	}
	if err := checkCovered(r); err != nil {
		return err
	}
	if err := checkSuspends(r); err != nil {
		return err
	}
	return checkWays(r)
}

// checkRow: a row lies in the frame, and says with which rows it shares bytes.
func checkRow(r *framereport.Report, k int) error {
	w := &r.Rows[k]
	switch {
	case w.Size <= 0 || w.Offset < 0 || w.End() > r.Size:
		return fmt.Errorf("row %d lies at %d to %d of %d", k, w.Offset, w.End(), r.Size)
	case w.Align < 1 || w.Offset%w.Align != 0 || r.Align%w.Align != 0:
		return fmt.Errorf("row %d lies at %d, aligned %d, in a frame aligned %d", k, w.Offset, w.Align, r.Align)
	case k > 0 && r.Rows[k-1].Offset > w.Offset:
		return fmt.Errorf("row %d lies in front of row %d", k, k-1)
	case (w.Kind == framereport.RowFrame) != (w.FrameOf != ""):
		return fmt.Errorf("row %d is a %s and the frame of '%s'", k, w.Kind, w.FrameOf)
	case w.Kind == framereport.RowFrame && (w.Adds < -1 || w.Adds >= r.Size), w.Kind != framereport.RowFrame && w.Adds != 0:
		return fmt.Errorf("row %d adds %d bytes to %d", k, w.Adds, r.Size)
	case w.Fix != nil && (w.Fix.Saves <= 0 || w.Fix.Saves >= r.Size || len(w.Keepers) == 0):
		return fmt.Errorf("the fix of row %d saves %d bytes", k, w.Fix.Saves)
	}
	for o := range r.Rows { // every pair: frames of tests are small
		p := &r.Rows[o]
		meet := o != k && p.Offset < w.End() && w.Offset < p.End()
		if meet != slices.Contains(w.Sharing, o) || meet && !r.Shared {
			return fmt.Errorf("rows %d and %d have bytes in common: %t, and row %[2]d says otherwise", o, k, meet)
		}
	}
	if n := len(r.Rows); slices.ContainsFunc(w.Sharing, func(o int) bool { return o < 0 || o >= n }) {
		return fmt.Errorf("row %d shares bytes with rows that are not there", k)
	}
	for _, s := range w.Live {
		if s < 0 || s >= len(r.Suspends) {
			return fmt.Errorf("row %d is live over suspend %d of %d", k, s, len(r.Suspends))
		}
	}
	return nil
}

// checkCovered: rows and padding make up all of the frame, and padding has bytes of its own. A
// frame may have terabytes, so bytes are not counted.
func checkCovered(r *framereport.Report) error {
	type piece struct {
		from, to int64
		padding  bool
	}
	var pieces []piece
	for k := range r.Rows {
		pieces = append(pieces, piece{r.Rows[k].Offset, r.Rows[k].End(), false})
	}
	for _, g := range r.Padding {
		pieces = append(pieces, piece{g.Offset, g.Offset + g.Size, true})
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(a.from, b.from) })
	var end, padded int64 // of all pieces so far, and of padding
	for _, p := range pieces {
		switch {
		case p.from > end:
			return fmt.Errorf("byte %d is in no row", end)
		case p.from < padded || p.padding && p.from < end:
			return fmt.Errorf("byte %d is padding and in a row", p.from)
		}
		if end = max(end, p.to); p.padding {
			padded = p.to
		}
	}
	if end != r.Size {
		return fmt.Errorf("rows and padding end at byte %d of %d", end, r.Size)
	}
	return nil
}

// checkWays: ways are in order, lead where there is something, and come to every suspend from the
// beginning.
func checkWays(r *framereport.Report) error {
	if len(r.Suspends) > 0 && !r.AllWays {
		return fmt.Errorf("the search for ways was given up")
	}
	reached := make([]bool, len(r.Suspends))
	for again := true; again; {
		again = false
		for k := range r.Ways {
			w := &r.Ways[k]
			switch {
			case w.From < -1 || w.From >= len(r.Suspends) || w.End == framereport.WaySuspends && (w.To < 0 ||
				w.To >= len(r.Suspends)):
				return fmt.Errorf("way %d leads from %d to %d of %d suspends", k, w.From, w.To, len(r.Suspends))
			case (w.From < 0) != (w.Kind == framereport.WayCalled):
				return fmt.Errorf("way %d begins at %d, %s", k, w.From, w.Kind)
			case k > 0 && r.Ways[k-1].From > w.From:
				return fmt.Errorf("way %d begins in front of way %d", k, k-1)
			case w.End == framereport.WaySuspends && !reached[w.To] && (w.From < 0 || reached[w.From]):
				reached[w.To], again = true, true
			}
		}
	}
	for k, ok := range reached {
		if !ok {
			return fmt.Errorf("no way leads to suspend %d", k)
		}
	}
	return nil
}

// checkSuspends: what is live at one suspend shares no bytes, except rows of different paths, and is
// what the rows say.
func checkSuspends(r *framereport.Report) error {
	for n := range r.Suspends {
		s := &r.Suspends[n]
		sum, end := int64(0), int64(0)
		for m, k := range s.Live {
			w := &r.Rows[k]
			for _, o := range s.Live[:m] {
				if other := &r.Rows[o]; w.Offset < other.End() && !otherPaths(w, other) {
					return fmt.Errorf("row %d is live over suspend %d, and so is row %d, which has its bytes", k, n, o)
				}
			}
			sum += max(0, w.End()-max(w.Offset, end))
			end = max(end, w.End())
		}
		if sum != s.Bytes {
			return fmt.Errorf("%d bytes are live over suspend %d, and it says %d", sum, n, s.Bytes)
		}
	}
	return nil
}

// otherPaths reports whether two rows that share bytes may be live over a suspend on different paths:
// each is also live over a suspend over which the other is not. It is necessary, not sufficient; the
// proof of the frame (package framecheck) decides.
func otherPaths(a, b *framereport.Row) bool {
	alone := func(a, b *framereport.Row) bool {
		return slices.ContainsFunc(a.Live, func(n int) bool { return !slices.Contains(b.Live, n) })
	}
	return alone(a, b) && alone(b, a)
}

// Unkept writes nocapture to the arguments of calls in a text by which an address may be kept: the
// fix that a report tells, made. ok: it could be.
func Unkept(text string, list []framereport.Keeper) (fixed string, ok bool) {
	list = slices.Clone(list)
	// the last first
	slices.SortFunc(list, func(a, b framereport.Keeper) int {
		return cmp.Or(cmp.Compare(b.Pos, a.Pos),
			cmp.Compare(b.Arg, a.Arg))
	})
	for _, k := range list {
		if !k.Pos.IsValid() {
			return "", false
		}
		at := k.Pos.Offset()
		callee := strings.Index(text[at:], "@"+k.Callee+"(")
		if callee < 0 {
			return "", false
		}
		at += callee + len("@"+k.Callee+"(")
		for depth, arg := 0, 0; arg < k.Arg; at++ {
			switch text[at] {
			case '(', '{', '[', '<':
				depth++
			case ')', '}', ']', '>':
				depth--
			case ',':
				if depth == 0 {
					arg++
				}
			}
		}
		typ, _, ok := strings.Cut(strings.TrimLeft(text[at:], " "), " ")
		if !ok || typ != "ptr" && !strings.HasSuffix(typ, "*") {
			return "", false
		}
		at += strings.Index(text[at:], typ) + len(typ)
		text = text[:at] + " nocapture" + text[at:]
	}
	return text, true
}
