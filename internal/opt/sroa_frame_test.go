// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// TestFrameFields splits the frame of an elided coroutine, in which an array has any index.
func TestFrameFields(t *testing.T) {
	const head = `%co.Frame = type { ptr, ptr, i32, [8 x i32], i32 }
define i32 @f(i64 %n, i32 %x) {
  %frame = alloca [56 x i8], align 8
  %index = getelementptr inbounds %co.Frame, ptr %frame, i32 0, i32 4
  store i32 %x, ptr %index
  %array = getelementptr inbounds %co.Frame, ptr %frame, i32 0, i32 3
`
	const tail = `
  %i = load i32, ptr %index
  %r = load i32, ptr %e
  %s = add i32 %i, %r
  ret i32 %s
}`
	const element = "%e = getelementptr inbounds [8 x i32], ptr %array, i64 0, i64 %n\n  store i32 7, ptr %e"
	for _, c := range []struct {
		name, frame, body string
		split             bool
	}{
		{"an element", "co", element, true},
		{"no frame", "", element, false},
		{"the frame of another coroutine", "other", element, false},
		{"an address in the element", "co", "%p = getelementptr i8, ptr %array, i64 4\n  %e = getelementptr i8, ptr %p, i64 %n\n  store i32 7, ptr %e", true},
		{"an address before the field", "co", "%p = getelementptr i8, ptr %array, i64 -4\n  %e = getelementptr i8, ptr %p, i64 %n\n  store i32 7, ptr %e", false},
		{"an address of the whole frame", "co", "%e = getelementptr i8, ptr %frame, i64 %n\n  store i32 7, ptr %e", false},
		{"another type", "co", "%a = getelementptr inbounds { ptr, ptr, i32, [8 x i32] }, ptr %frame, i32 0, i32 3\n" +
			"  %e = getelementptr [8 x i32], ptr %a, i64 0, i64 %n\n  store i32 7, ptr %e", false},
	} {
		m := load(t, head+"  "+c.body+tail)
		f, _ := m.Func("f")
		if c.frame != "" {
			f.Entry().First().SetFrameOf(c.frame, 0)
		}
		opt.SROA(m, f, layout(t))
		if errs := ir.Verify(m); len(errs) > 0 {
			t.Fatalf("%s: %v", c.name, errs)
		}
		text := emit.FuncString(f)
		if strings.Contains(text, "alloca [56 x i8]") == c.split || c.split && (!strings.Contains(text, "add i32 %x, %r") ||
			!strings.Contains(text, "alloca [32 x i8]")) {
			t.Errorf("%s: split is not %v in\n%s", c.name, c.split, text)
		}
	}
}
