// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package mut

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// chainCases are operands of &&, by their letters: t and f, p panics, and a capital letter may have an effect.
// The recorded mutations: 0 to 2 drop an operand, 3 drops the first two.
var chainCases = []struct {
	operands string
	want     string
}{
	{"ttt", ""},
	{"ttf", "2"},
	{"tft", "1 3"},
	{"ftt", "0 3"}, // 3 leaves out the first two
	{"fft", "3"},
	{"ftf", ""},
	{"fpt", "0 3"},
	{"fpf", "0"}, // a mutated program panics
	{"fTt", "0? 3"},
	{"fTf", ""},
	{"tfT", "1? 3?"},
}

func TestChain(t *testing.T) {
	defer func() { log = nil }()
	for _, c := range chainCases {
		var operands []func() bool
		pure := uint64(0)
		for k, r := range c.operands {
			operands = append(operands, func() bool {
				if r == 'p' {
					panic(r)
				}
				return r == 't' || r == 'T'
			})
			if r >= 'a' {
				pure |= 1 << k
			}
		}
		for _, or := range []bool{false, true} {
			f, err := os.Create(filepath.Join(t.TempDir(), "log"))
			if err != nil {
				t.Fatal(err)
			}
			log = f
			clear(seen[:])
			all := operands
			if or { // the same with all operands negated
				all = nil
				for _, f := range operands {
					all = append(all, func() bool { return !f() })
				}
				Or(0, pure, all...)
			} else {
				And(0, pure, all...)
			}
			var got []string
			for n, name := range []string{"0", "1", "2", "3"} {
				if !seen[n+Idle].Load() {
					t.Errorf("%s: %d is not visited", c.operands, n)
				}
				if seen[n].Load() {
					got = append(got, name)
				} else if seen[n+Unknown].Load() {
					got = append(got, name+"?")
				}
			}
			f.Close()
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("%s, or %v: %s, want %s", c.operands, or, s, c.want)
			}
		}
	}
}

// TestDropped: which operands a mutated chain computes.
func TestDropped(t *testing.T) {
	defer func() { chosen = -1 }()
	for n, want := range [][]int{{1, 2}, {0, 2}, {0, 1}, {2}, {0, 1, 2}} {
		chosen = 7 + n
		var ran []int
		f := func(k int) func() bool { return func() bool { ran = append(ran, k); return true } }
		if !And(7, 0, f(0), f(1), f(2)) || !slices.Equal(ran, want) {
			t.Errorf("%d: operands %v, want %v", n, ran, want)
		}
	}
}
