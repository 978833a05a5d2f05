// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package snapshot

import (
	"fmt"
	"testing"

	"github.com/corolower/corolower/framemap"
)

// TestChains: every coroutine is in a chain, also one that waits for a part of a ring, and one that
// several await is in the chain of each.
func TestChains(t *testing.T) {
	for _, c := range []struct {
		waiters [][]int // of each coroutine
		want    string
	}{
		{[][]int{{1}, {2}, nil}, "[{[0 1 2] 0}]"},
		{[][]int{{2}, {2}, nil}, "[{[0 2] 0} {[1 2] 0}]"},
		{[][]int{{1, 2}, nil, nil}, "[{[0 1] 0} {[0 2] 0}]"},
		{[][]int{{1}, {0}}, "[{[0 1] 2}]"},
		{[][]int{{0}}, "[{[0] 1}]"},
		{[][]int{nil, {2}, {3, 0}, {1}}, "[{[3 1 2 0] 3}]"},
		{[][]int{{1, 3}, {0, 2}, nil, nil}, "[{[0 1 2] 2} {[1 0 3] 2}]"},
	} {
		s := &Snapshot{Frames: make([]Frame, len(c.waiters))}
		for k, list := range c.waiters {
			s.Frames[k].Suspend = &framemap.Suspend{}
			s.Frames[k].Waiters = list
			for _, m := range list {
				s.Frames[m].Awaits = append(s.Frames[m].Awaits, k)
			}
		}
		s.chain()
		if got := fmt.Sprint(s.Chains); got != c.want {
			t.Errorf("%v: %s instead of %s", c.waiters, got, c.want)
		}
	}
}

// TestDiff compares collapsed stacks.
func TestDiff(t *testing.T) {
	before, err := ReadFolded("a;b c 3\nd 1\ne 2\n")
	if err != nil {
		t.Fatal(err)
	}
	after, err := ReadFolded("a;b c 5\r\ne 2\nf 1\n")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Diff(before, after, false), "      +2  (3 to 5)  a;b c\n      +1  (0 to 1)  f\n      -1  (1 to 0)  d\n"; got != want {
		t.Errorf("%q instead of %q", got, want)
	}
	if got, want := Diff(before, after, true), "a;b c 3 5\nd 1 0\ne 2 2\nf 0 1\n"; got != want {
		t.Errorf("%q instead of %q", got, want)
	}
	for _, text := range []string{"a\n", "a;b\n", "\n", "a b\n"} {
		if _, err := ReadFolded(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
