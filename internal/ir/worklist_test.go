// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"slices"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// The numbers below 100 that doubling and adding 3 reach from 1, more than a linear search finds.
func TestWorklistYieldsEachValueOnce(t *testing.T) {
	work := ir.NewWorklist(1, 1)
	var got []int
	for n := range work.All {
		got = append(got, n)
		if n < 50 {
			work.Add(2*n, n+3, n+3)
		}
	}
	reached := map[int]bool{1: true}
	for range 50 {
		for n := range 50 {
			if reached[n] {
				reached[2*n], reached[n+3] = true, true
			}
		}
	}
	for n := range 100 {
		if found := slices.Contains(got, n); found != reached[n] || work.Has(n) != reached[n] {
			t.Errorf("%d: yielded %v, added %v, want %v", n, found, work.Has(n), reached[n])
		}
	}
	if len(got) != len(reached) || !slices.Equal(got, work.Added()) || got[0] != 1 || got[1] != 2 {
		t.Errorf("yielded %v, added %v", got, work.Added())
	}
}

func TestWorklistStops(t *testing.T) {
	work := ir.NewWorklist("a", "b")
	for s := range work.All {
		work.Add("c")
		if s == "b" {
			break
		}
	}
	if want := []string{"a", "b", "c"}; !slices.Equal(work.Added(), want) {
		t.Errorf("added %v, want %v", work.Added(), want)
	}
}
