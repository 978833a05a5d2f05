// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestManyEscapes elides a frame around many statements, each with a variable that escapes in one
// branch, as the assertions of a test framework have. The paths through n of them have 2^n sets of
// escaped variables. In the last case, the variable from which the handle is destroyed escapes.
func TestManyEscapes(t *testing.T) {
	for _, tc := range []struct {
		name, first, last string
		elided            bool
	}{
		{"others", "", "%v13", true},
		{"one holds the handle", "  store ptr %h, ptr %v0\n", "%v13", true},
		{"one holds the handle, and what is destroyed escapes", "  store ptr %h, ptr %v0\n", "%slot", false},
		{"what is destroyed escapes", "", "%slot", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var b strings.Builder
			b.WriteString("define void @g() {\n  %slot = alloca ptr\n")
			const n = 14
			for k := range n {
				fmt.Fprintf(&b, "  %%v%d = alloca ptr\n  store ptr null, ptr %%v%d\n", k, k)
			}
			b.WriteString("  %h = new\n  store ptr %h, ptr %slot\n" + tc.first + "  br label %s0\n")
			for k := range n {
				given := fmt.Sprintf("%%v%d", k)
				if k == n-1 {
					given = tc.last
				}
				fmt.Fprintf(&b, "s%d:\n  %%c%[1]d = call i1 @coin() nounwind\n  br i1 %%c%[1]d, label %%e%[1]d, label %%j%[1]d\n"+
					"e%[1]d:\n  call void @take.quiet(ptr %[2]s) nounwind\n  br label %%j%[1]d\n"+
					"j%[1]d:\n  call void @quiet() nounwind\n  br label %%s%[3]d\n", k, given, k+1)
			}
			fmt.Fprintf(&b, "s%d:\n", n)
			for k := range n {
				fmt.Fprintf(&b, "  call void @take.quiet(ptr %%v%d) nounwind\n", k)
			}
			b.WriteString("  %l = load ptr, ptr %slot\n  %null = icmp eq ptr %l, null\n" +
				"  br i1 %null, label %out, label %live\nlive:\n  destroy %l\n  br label %out\nout:\n  ret void\n}\n")
			elideOne(t, snippet(b.String()), tc.elided)
		})
	}
}

// TestEscapedFlag keeps apart paths on which different variables have escaped. Other code may write
// the flag that decides about the destroy only on one of them.
func TestEscapedFlag(t *testing.T) {
	for _, order := range []string{"label %a, label %b", "label %b, label %a"} {
		elideOne(t, snippet(`define void @g() {
  %flag = alloca i32
  %other = alloca i32
  %h = new
  store i32 1, ptr %flag
  store i32 1, ptr %other
  store ptr %h, ptr @global
  %c = call i1 @coin() nounwind
  br i1 %c, `+order+`
a:
  call void @take.quiet(ptr %other)
  store i32 1, ptr %other
  br label %j
b:
  call void @take.quiet(ptr %flag)
  store i32 1, ptr %flag
  br label %j
j:
  call void @quiet() nounwind
  %v = load i32, ptr %flag
  %f = icmp eq i32 %v, 1
  br i1 %f, label %live, label %out
live:
  destroy %h
  br label %out
out:
  call void @take.quiet(ptr %other)
  ret void
}
`), false)
	}
}
