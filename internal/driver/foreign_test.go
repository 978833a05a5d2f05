// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
)

// TestUnreadableCallee checks that a function of the file that only other functions read, and that
// is invalid, stays an unknown callee however often it is needed. No pass processes it, so that it
// is no error.
func TestUnreadableCallee(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		elided     bool
	}{
		{"valid", "ret void", true},
		{"no instruction", "retire void", false},
		{"not dominated", "br label %b\na:\n  %x = add i32 1, 1\n  br label %b\nb:\n  %y = add i32 %x, 1\n  ret void", false},
	} {
		text := strings.Replace(creatorUnit, "CODE", strings.Repeat("call void @callee(ptr %slot)\n", 3), 1) +
			"define void @callee(ptr %p) nounwind {\nentry:\n  " + tc.body + "\n}\n"
		res, err := driver.Run("use.ll", []byte(text), &driver.Options{})
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if len(res.Elisions) != 1 || res.Elisions[0].Elided != tc.elided {
			t.Errorf("%s: want elided %t, got %+v", tc.name, tc.elided, res.Elisions)
		}
	}
}
