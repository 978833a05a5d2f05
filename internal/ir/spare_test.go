// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import "testing"

var testSpare = NewSpare[[]int]()

// TestSpare checks that memory is handed out once at a time, and only to units of one arena.
func TestSpare(t *testing.T) {
	var a Arena
	m := NewModuleIn(&a, nil)
	x, y := testSpare.Take(m), testSpare.Take(m)
	if x == y || *x != nil {
		t.Fatal("memory that was never put back is not new")
	}
	*x = []int{1}
	testSpare.Put(m, x)
	if testSpare.Take(NewModule(nil)) == x {
		t.Error("a unit with another arena got the memory")
	}
	a.Reset()
	next := NewModuleIn(&a, nil)
	if testSpare.Take(next) != x || testSpare.Take(next) == x {
		t.Error("the next unit of the arena does not get the memory exactly once")
	}
}
