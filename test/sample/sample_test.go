// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sample_test

import (
	"fmt"
	"testing"

	"github.com/corolower/corolower/test/sample"
)

func TestHas(t *testing.T) {
	chosen := map[string]int{}
	for seed := range 200 {
		t.Setenv(sample.Variable, fmt.Sprint(seed))
		n := 0
		for k := range 100 {
			if name := fmt.Sprint("case ", k); sample.Has(name, 5) {
				chosen[name]++
				n++
			}
		}
		if n < 5 || n > 40 {
			t.Errorf("seed %d: %d of 100 cases, want about 20", seed, n)
		}
	}
	if len(chosen) != 100 {
		t.Errorf("%d of 100 cases are in some sample", len(chosen))
	}
	t.Setenv(sample.Variable, "")
	if !sample.Has("any", 1000) {
		t.Error("without a seed, a case is left out")
	}
}
