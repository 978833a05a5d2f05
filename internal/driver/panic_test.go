// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"regexp"
	"runtime/debug"
	"testing"

	"github.com/corolower/corolower/internal/driver"
)

func breaks(list []int) int { return list[len(list)] }

// TestPanicPlace checks that an internal error names the function and line that panicked, without
// the path on the build machine.
func TestPanicPlace(t *testing.T) {
	var got string
	func() {
		defer func() {
			if recover() != nil {
				got = driver.PanicPlace(debug.Stack())
			}
		}()
		breaks(nil)
	}()
	if !regexp.MustCompile(`^in driver_test\.breaks, panic_test\.go:\d+$`).MatchString(got) {
		t.Errorf("got %q", got)
	}
	if got := driver.PanicPlace(nil); got != "at an unknown place" {
		t.Errorf("got %q", got)
	}
}
