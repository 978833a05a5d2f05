// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"
)

// TestStoredParts: the handle lies in the frame of another coroutine, which was elided before and is
// a variable now. Its functions are read from the variable.
func TestStoredParts(t *testing.T) {
	const body = `
declare void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr) nounwind
declare void @_ZNSt15__exception_ptr13exception_ptr7unknownEv(ptr) nounwind
define internal fastcc void @other.resume(ptr %f) {
  %at = getelementptr i8, ptr %f, i64 16
  %h = load ptr, ptr %at
  resume %h
  ret void
}
define internal fastcc void @other.cleanup(ptr %f) {
  %at = getelementptr i8, ptr %f, i64 16
  %h = load ptr, ptr %at
  destroy %h
  ret void
}
define internal fastcc void @keeper(ptr %f) {
  %at = getelementptr i8, ptr %f, i64 16
  %h = load ptr, ptr %at
  store ptr %h, ptr @global
  ret void
}
define void @g(i1 %c) nounwind {
  %frame = alloca [4 x ptr]
  %slot = getelementptr i8, ptr %frame, i64 8
  %at = getelementptr i8, ptr %frame, i64 16
  %error = getelementptr i8, ptr %frame, i64 24
  %h = new
  store ptr @other.resume, ptr %frame
  store ptr @other.cleanup, ptr %slot
  store ptr %h, ptr %at
  resume %frame
  ; here
  %first = load ptr, ptr %frame
  %done = icmp eq ptr %first, null
  br i1 %done, label %out, label %on
on:
  %d = load ptr, ptr %slot
  call fastcc void %d(ptr %frame)
  ret void
out:
  ret void
}`
	for _, tc := range []struct {
		name, old, line string
		elided          bool
	}{
		{"both functions are known", "", "", true},
		{"the destroy function gives the handle away", "store ptr @other.cleanup", "store ptr @keeper", false},
		{"one of two functions", "store ptr @other.cleanup", "%p = select i1 %c, ptr @other.cleanup, ptr @keeper\n" +
			"  store ptr %p", false},
		{"a function that other code may have stored", "; here", "call void @take.quiet(ptr %frame)", false},
		{"a part of the slot is overwritten", "; here", "store i8 0, ptr %slot", false},
		{"the coroutine's own destroy function", "store ptr @other.cleanup, ptr %slot",
			"store ptr @f.destroy, ptr %slot\n  %own = load ptr, ptr %slot\n  call fastcc void %own(ptr %h)\n  ret void",
			false},
		{"an exception_ptr in the variable", "; here",
			"call void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %error)", true},
		{"an exception_ptr at the handle", "; here",
			"call void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %at)", false},
		{"a function that is not known", "; here",
			"call void @_ZNSt15__exception_ptr13exception_ptr7unknownEv(ptr %error)", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if !strings.Contains(body, tc.old) {
				t.Fatalf("the body does not contain %q", tc.old)
			}
			elideOne(t, snippet(strings.Replace(body, tc.old, tc.line, 1)), tc.elided)
		})
	}
}
