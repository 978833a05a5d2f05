// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

func TestPutAndPop(t *testing.T) {
	var m map[string]int
	ir.Put(&m, "a", 1)
	ir.Put(&m, "b", m["a"]+1)
	if len(m) != 2 || m["b"] != 2 {
		t.Errorf("got %v", m)
	}
	list := []int{1, 2}
	if x := ir.Pop(&list); x != 2 || len(list) != 1 || ir.Pop(&list) != 1 || len(list) != 0 {
		t.Errorf("popped %d, %v is left", x, list)
	}
}
