// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package mutator

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPick verifies that a new seed changes a small part of the choices, and that each seed is chosen.
func TestPick(t *testing.T) {
	var texts []string
	for k := range 100 {
		texts = append(texts, strings.Repeat("x\n", k+1))
	}
	choices := func(texts []string) (list []uint64) {
		m := New(texts)
		r := rand.New(rand.NewPCG(1, 2))
		for range 2000 {
			list = append(list, m.pick(r).hash)
		}
		return list
	}
	before, after := choices(texts), choices(append([]string{"new\n"}, texts...))
	changed, times := 0, map[uint64]int{}
	for k := range before {
		times[before[k]]++
		if before[k] != after[k] {
			changed++
		}
	}
	if len(times) != len(texts) {
		t.Errorf("%d of %d seeds were chosen", len(times), len(texts))
	}
	if changed == 0 || changed > 60 { // 20 on average
		t.Errorf("a new seed changes %d of %d choices", changed, len(before))
	}
}
