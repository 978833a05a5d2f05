// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package snapshot

import (
	"fmt"
	"strings"
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

// TestPerfText reads all forms of lines of perf script, and refuses others.
func TestPerfText(t *testing.T) {
	p, err := NewPrograms(&framemap.Core{}, nil, Folded{"a x.cpp:1;f x.cpp:2": 2, "b x.cpp:3;f x.cpp:2": 1, "c x.cpp:4;g (running) x.cpp:5": 1,
		"[ring of 2];h x.cpp:6;i x.cpp:7": 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ in, want string }{
		{"# comment\nWeb Content 1/2 [003] 4.5:  1 cycles:u: \n\t ff _Z1fi.resume+0x10 (/no/file (deleted))\n  server.cpp:12\n" +
			"\t fe g(int)::(anonymous namespace)::h+0x1 ([kernel.kallsyms])\n\nx 7 1.0: cycles:u:\n 10 f (inlined)\n 10 [unknown] ([unknown])\n 0 g;h\n",
			""},
		{"x 7 1.0: cycles:u:\n 10 f (inlined)\n 10 [unknown] ([unknown])\nWeb Content 1/2 [003] 4.5: 1 cycles:u: \n\t ff _Z1fi.resume+0x10 (/no/file (deleted))\n" +
			"  server.cpp:12\n\t fe h(anonymous namespace)::g+0x1 ([kernel.kallsyms])\n",
			"Web Content;h(anonymous namespace)::g;f 1\nx;[unknown];f 1\n"},
		{"x 7 1.0: cycles:u: 10 main (/bin/x)\n", "x;main 1\n"},
		{"x 7 1.0: cycles:\n 1 f (x)\n\ny 7 1.0: instructions:\n 1 f (x)\n", ""},
		{"", ""},
	} {
		got, err := p.Perf(strings.NewReader(c.in), "in")
		if (err == nil) != (c.want != "") || err == nil && got.String() != c.want {
			t.Errorf("%q: %q, %v instead of %q", c.in, got.String(), err, c.want)
		}
	}
	out := Folded{}
	p.spread(out, sample{levels: []string{"x", "f x.cpp:9"}, first: 1, name: "f"}, 4)
	if want := "x;a x.cpp:1 (perhaps suspended);f x.cpp:9 2\nx;b x.cpp:3 (perhaps suspended);f x.cpp:9 2\n"; out.String() != want {
		t.Errorf("%q instead of %q", out.String(), want)
	}
	if len(p.callers["g"])+len(p.callers["h"])+len(p.callers["i"]) > 0 {
		t.Errorf("who awaits is %v", p.callers)
	}
}
