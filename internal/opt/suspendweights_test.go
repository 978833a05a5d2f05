// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// yieldLoop is a coroutine that yields in a loop; body follows the loop's call of @next.
func yieldLoop(attached, body string) string {
	return `
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare i32 @next()
declare void @cold() cold
define ptr @f(ptr %mem) presplitcoroutine ` + attached + ` {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %c = call i32 @next()
  ` + body + `
yield:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %ret [ i8 0, label %loop
                             i8 1, label %ret ]
ret:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
!0 = !{!"branch_weights", i32 1, i32 2}
!1 = !{!"function_entry_count", i64 100}
`
}

// TestWeighSuspends weighs branches of a loop, and leaves those for which the split changes nothing,
// or LLVM's guess is the better one.
func TestWeighSuspends(t *testing.T) {
	const (
		equal   = `!{!"branch_weights", i32 12, i32 20}`
		unequal = `!{!"branch_weights", i32 20, i32 12}`
	)
	for _, c := range []struct{ name, attached, body, weights string }{
		{"equal", "", "%t = icmp eq i32 %c, 32\nbr i1 %t, label %loop, label %yield", equal},
		{"unequal", "", "%t = icmp ne i32 %c, 32\nbr i1 %t, label %yield, label %loop", unequal},
		{"cases", "", "switch i32 %c, label %yield [ i32 7, label %loop\n i32 8, label %yield\n i32 9, label %loop ]",
			`!{!"branch_weights", i32 20, i32 12, i32 20, i32 12}`},
		{"not at once", "", "%t = icmp eq i32 %c, 32\nbr i1 %t, label %skip, label %more\nskip:\nbr label %loop\n" +
			"more:\n%d = call i32 @next()\n%u = icmp slt i32 %d, 3\nbr i1 %u, label %yield, label %also\nalso:\nbr label %yield",
			equal},

		{"suspends for a value", "", "%t = icmp eq i32 %c, 256\nbr i1 %t, label %yield, label %loop", ""},
		{"zero", "", "%t = icmp eq i32 %c, 0\nbr i1 %t, label %loop, label %yield", ""},
		{"less", "", "%t = icmp slt i32 %c, 7\nbr i1 %t, label %loop, label %yield", ""},
		{"no constant", "", "%d = call i32 @next()\n%t = icmp eq i32 %c, %d\nbr i1 %t, label %loop, label %yield", ""},
		{"weighed", "", "%t = icmp eq i32 %c, 7\nbr i1 %t, label %loop, label %yield, !prof !0", ""},
		{"profiled", "!prof !1", "%t = icmp eq i32 %c, 7\nbr i1 %t, label %loop, label %yield", ""},
		{"ends the loop", "", "%t = icmp eq i32 %c, 7\nbr i1 %t, label %yield, label %ret", ""},
		{"inner loop", "", "br label %inner\ninner:\n%d = call i32 @next()\n%t = icmp eq i32 %d, 7\n" +
			"br i1 %t, label %inner, label %yield", ""},
		{"always suspends", "", "%t = icmp eq i32 %c, 7\nbr i1 %t, label %yield, label %other\nother:\n" +
			"%u = call i8 @llvm.coro.suspend(token none, i1 false)\nswitch i8 %u, label %ret [ i8 0, label %loop\n i8 1, label %ret ]",
			""},
		{"cold", "", "%t = icmp eq i32 %c, 7\nbr i1 %t, label %loop, label %rare\nrare:\ncall void @cold()\nbr label %yield", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := yieldLoop(c.attached, c.body)
			m := load(t, text)
			before := strings.Count(text, ", !prof !")
			changed := false
			apply(t, m, func(f *ir.Func) bool {
				changed = opt.WeighSuspends(m, f)
				return changed
			})
			f, _ := m.Func("f")
			out := emit.FuncString(f)
			if after := strings.Count(out, ", !prof !"); changed != (c.weights != "") || after-before != strings.Count(c.weights, "{") {
				t.Errorf("%d branches have weights instead of %d:\n%s", after, before, out)
			}
			whole := string(emit.Module(m))
			if c.weights != "" && !strings.Contains(whole, c.weights) {
				t.Errorf("the weights are not %s:\n%s", c.weights, whole)
			}
		})
	}
}

// TestWeighSuspendsScale weighs many loops in each other, and one after the other, and one long loop.
func TestWeighSuspendsScale(t *testing.T) {
	const n = 3000
	var nested, long strings.Builder
	for k := range n {
		nested.WriteString("br label %l" + num(k) + "\nl" + num(k) + ":\n%c" + num(k) + " = call i32 @next()\n")
	}
	for k := n - 1; k >= 0; k-- {
		nested.WriteString("%t" + num(k) + " = icmp eq i32 %c" + num(k) + ", 7\nbr i1 %t" + num(k) + ", label %l" + num(k) +
			", label %x" + num(k) + "\nx" + num(k) + ":\n")
	}
	nested.WriteString("br label %yield")
	for k := range 10 * n {
		long.WriteString("%t" + num(k) + " = icmp eq i32 %c, " + num(k+1) + "\nbr i1 %t" + num(k) + ", label %loop, label %x" +
			num(k) + "\nx" + num(k) + ":\n")
	}
	long.WriteString("br label %yield")
	for name, body := range map[string]string{"nested": nested.String(), "long": long.String()} {
		t.Run(name, func(t *testing.T) {
			m := load(t, yieldLoop("", body))
			apply(t, m, func(f *ir.Func) bool { return opt.WeighSuspends(m, f) })
		})
	}
}
