// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// TestText checks that a concatenated name does not change when later names are built, when it is
// longer than a piece of memory, or after a Reset of the arena.
func TestText(t *testing.T) {
	a := new(ir.Arena)
	var got, want []string
	for unit := range 3 {
		m := ir.NewModuleIn(a, nil)
		for n := range 3000 {
			long := strings.Repeat("x", n%100*n%5000)
			got = append(got, m.Text(long, ".", strconv.Itoa(unit*n)), m.Text(), m.Text("y"))
			want = append(want, long+"."+strconv.Itoa(unit*n), "", "y")
		}
		a.Reset()
	}
	for k := range got {
		if got[k] != want[k] {
			t.Fatalf("text %d is %q, not %q", k, got[k], want[k])
		}
	}
}
