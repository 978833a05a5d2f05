// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"fmt"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// TestTaggedHandles: a library may mark handles of another kind in their lowest bits. The alignment
// of the frame determines these bits of a handle, so the branch for the other kind is never taken.
func TestTaggedHandles(t *testing.T) {
	for _, tc := range []struct {
		off, mask int
		want      lifetime.MissKind
	}{
		{0, 1, yes}, {0, 7, yes}, {8, 6, yes}, {20, 3, yes},
		{0, 8, lifetime.MissEscape}, // the frame has the alignment of a pointer, maybe not more
		{0, 15, lifetime.MissEscape},
		{1, 1, lifetime.MissEscape}, // the bit is set
		{20, 4, lifetime.MissEscape},
	} {
		t.Run(fmt.Sprintf("mask %d at %d", tc.mask, tc.off), func(t *testing.T) {
			c, g := elideUnit(t, snippet(fmt.Sprintf(`define void @g() {
  %%h = new
  %%at = getelementptr i8, ptr %%h, i64 %d
  %%n = ptrtoint ptr %%at to i64
  %%low = and i64 %%n, %d
  %%mine = icmp eq i64 %%low, 0
  br i1 %%mine, label %%coroutine, label %%other
other:
  %%m = xor i64 %%n, 1
  %%p = inttoptr i64 %%m to ptr
  store ptr %%p, ptr @global
  ret void
coroutine:
  destroy %%h
  ret void
}`, tc.off, tc.mask)))
			if _, err := c.Elide.Elide(g, false); err != nil {
				t.Fatal(err)
			}
			all := c.Elide.Elisions()
			if len(all) != 1 || all[0].Elided != (tc.want == yes) ||
				tc.want != yes && all[0].Miss.Kind != tc.want {
				t.Errorf("%v\n%s", all, emit.FuncString(g))
			}
		})
	}
}
