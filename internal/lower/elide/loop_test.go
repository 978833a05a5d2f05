// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"
)

// TestHolderInLoop: what an earlier iteration of a loop did with the address of the variable that
// holds the handle. Each case replaces a line of loopBody.
func TestHolderInLoop(t *testing.T) {
	const loopBody = `
define internal void @next(ptr %it) {
  %g = load ptr, ptr %it
  %h = load ptr, ptr %g
  resume %h
  ret void
}
define internal void @store(ptr %it) {
  %g = load ptr, ptr %it
  store ptr %g, ptr @global
  ret void
}
define internal void @keepFar(ptr %far) {
  %it = load ptr, ptr %far
  %g = load ptr, ptr %it
  store ptr %g, ptr @global
  ret void
}
define void @g(i1 %c) nounwind {
  %gen = alloca ptr
  %it = alloca ptr
  %far = alloca ptr
  %copy = alloca ptr
  br label %loop
loop:
  %phi = phi ptr [ null, %0 ], [ %last, %more ]
  call void @llvm.lifetime.start.p0(ptr %gen)
  %h = new
  store ptr %h, ptr %gen
  call void @llvm.lifetime.start.p0(ptr %it)
  store ptr %gen, ptr %it
  ; here
  call void @next(ptr %it)
  %v = load ptr, ptr %it
  br i1 %c, label %end, label %more
end:
  call void @llvm.lifetime.end.p0(ptr %it) ; end
  br label %more
more:
  %last = phi ptr [ null, %loop ], [ null, %end ]
  %x = load ptr, ptr %gen
  destroy %x
  ; after
  call void @llvm.lifetime.end.p0(ptr %it) ; more
  call void @llvm.lifetime.end.p0(ptr %gen)
  br i1 %c, label %loop, label %done
done:
  ret void
}`
	far := func(use string) string {
		return "call void @llvm.lifetime.start.p0(ptr %far)\n  store ptr %it, ptr %far\n  " + use +
			"\n  call void @llvm.lifetime.end.p0(ptr %far)"
	}
	for _, tc := range []struct {
		name, old, line string
		elided          bool
	}{
		{"an iterator that ends", "", "", true},
		{"an iterator that does not end", "call void @llvm.lifetime.end.p0(ptr %it) ; more", "", false},
		{"an iterator that begins again", "; more", "\n  call void @llvm.lifetime.start.p0(ptr %it)", false},
		{"an iterator that always exists", "call void @llvm.lifetime.start.p0(ptr %it)", "", false},
		{"given to unknown code", "; here", "call void @take.quiet(ptr %gen)", false},
		{"kept in a value", "[ null, %end ]", "[ %v, %end ]", false},
		{"given to unknown code at the end", "; after", "call void @take.quiet(ptr %gen)", false},
		{"given to unknown code in the iterator", "; after", "call void @take.quiet(ptr %it)", false},
		{"stored to a global", "; after", "store ptr %gen, ptr @global", false},
		{"read and stored to a global", "; after", "%w = load ptr, ptr %it\n  store ptr %w, ptr @global", false},
		{"stored by a callee", "; after", "call void @store(ptr %it)", false},
		{"an address in an address", "; after", "store ptr %it, ptr %far", false},
		{"an address in an address that ends", "; after", far("call void @next(ptr %it)"), true},
		{"stored by a callee from afar", "; after", far("call void @keepFar(ptr %far)"), false},
		{"read from afar", "; after", far("%w = load ptr, ptr %far\n  call void @store(ptr %w)"), false},
		{"a copy of the iterator", "; after",
			"call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %it, i64 8, i1 false)", false},
		{"an end of a part of the iterator", "call void @llvm.lifetime.end.p0(ptr %it) ; more",
			"%part = getelementptr i8, ptr %it, i64 4\n  call void @llvm.lifetime.end.p0(ptr %part)", false},
		{"the variable holds its own address", "; after", "store ptr %gen, ptr %gen\n  call void @store(ptr %gen)",
			false},
		{"a test as in a cleanup function", "; after", "%s = getelementptr i8, ptr %gen, i64 8\n" +
			"  %fn = load ptr, ptr %s\n  %e = icmp eq ptr %fn, @f.cleanup\n" +
			"  %m = select i1 %e, ptr null, ptr %gen\n  store ptr %m, ptr @global", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if !strings.Contains(loopBody, tc.old) {
				t.Fatalf("the body does not contain %q", tc.old)
			}
			text := snippet(strings.Replace(loopBody, tc.old, tc.line, 1))
			if strings.Contains(tc.line, "%part") { // as up to LLVM 21, which also marks parts of a variable
				text = strings.NewReplacer("p0(ptr %", "p0(i64 4, ptr %", "p0(ptr)", "p0(i64, ptr)").Replace(text)
			}
			elideOne(t, text, tc.elided)
		})
	}
}
