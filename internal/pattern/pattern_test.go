// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package pattern

import "testing"

func TestLazy(t *testing.T) {
	digits := Lazy(`^[0-9]+$`)
	if !digits().MatchString("12") || digits().MatchString("x") {
		t.Error("not the expression")
	}
	if first, second := digits(), digits(); first != second {
		t.Error("compiled twice")
	}
	wrong := Lazy(`(`)
	defer func() {
		if recover() == nil {
			t.Error("a wrong expression is taken")
		}
	}()
	wrong()
}
