// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
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

// TestFramesWithEachOther: the frame of each coroutine holds the handle of the other. For example, a task
// holds its continuation, and the coroutine that awaits it holds the task. An address that only the
// frame of a coroutine holds is known to nobody else while the handle is not.
func TestFramesWithEachOther(t *testing.T) {
	const body = `
declare void @reads(ptr captures(none)) nounwind memory(read)
declare void @copies(ptr captures(none), ptr captures(none)) nounwind memory(argmem: readwrite)
define internal void @peek(ptr %p) noinline {
  %v = load ptr, ptr %p
  call void @take(ptr %v)
  ret void
}
define void @g(i1 %c, ptr %q) nounwind {
  %slot = alloca ptr
  %h = new
  %next = getelementptr i8, ptr %h, i64 16
  %k = new
  %held = getelementptr i8, ptr %k, i64 16
  store ptr %h, ptr %held
  store ptr %k, ptr %next
  ; here
  call void @quiet()
  br i1 %c, label %yes, label %no
yes:
  ret void
no:
  %v = load ptr, ptr %held
  destroy %v
  destroy %k
  ret void
}`
	for _, tc := range []struct {
		name, line string
		elided     bool
	}{
		{"no other code knows them", "", true},
		{"a number in the frame", "call void @llvm.memset.p0.i64(ptr %next.2, i8 0, i64 8, i1 false)", true},
		{"the coroutine runs", "resume %h", true},
		{"the coroutine passes it on", "resume %h ; on", false},
		{"a coroutine that cannot be searched passes it on", "resume %h ; on, twice", false},
		{"its content is loaded after a call", "call void @quiet()\n  %w = load ptr, ptr %next\n  store ptr %w, ptr @global", false},
		{"the variable may have changed since the frame escaped", `%flag = getelementptr i8, ptr %k, i64 24
  store i32 0, ptr %flag
  store ptr %h, ptr @global
  call void @quiet()
  %n = load i32, ptr %flag
  %is = icmp eq i32 %n, 0
  br i1 %is, label %no, label %yes
unreached:`, false},
		{"the frame escapes", "call void @take.quiet(ptr %next)", false},
		{"the frame is read", "call void @reads(ptr %next)", false},
		{"its content is copied by a call", "call void @copies(ptr %next, ptr %slot)\n  call void @take.quiet(ptr %slot)", false},
		{"its content is copied", "call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %next, i64 8, i1 false)", false},
		{"its content is loaded and kept", "%w = load ptr, ptr %next\n  store ptr %w, ptr @global", false},
		{"a part of it is loaded", "%w = load i32, ptr %next\n  store i32 %w, ptr @global", false},
		{"a callee loads and keeps it", "call void @peek(ptr %next)", false},
		{"its content is copied to a variable", "call void @llvm.memcpy.p0.p0.i64(ptr %slot, ptr %next, i64 8, i1 false)", true},
		{"and from there to other code", "call void @llvm.memcpy.p0.p0.i64(ptr %slot, ptr %next, i64 8, i1 false)\n" +
			"  call void @take.quiet(ptr %slot)", false},
		{"a copy in the frame", "call void @llvm.memcpy.p0.p0.i64(ptr %next.2, ptr %next, i64 8, i1 false)\n" +
			"  %w = load ptr, ptr %next.2\n  store ptr %w, ptr @global", false},
		{"it is overwritten", "store ptr null, ptr %next", true},
		{"half of it is overwritten", "store i32 0, ptr %next", false},
		{"it is written by a volatile store", "store volatile ptr %k, ptr %next", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := strings.ReplaceAll(body, "; here", tc.line)
			if strings.Contains(text, "%next.2") {
				text = strings.ReplaceAll(text, "  %k = new", "  %next.2 = getelementptr i8, ptr %h, i64 24\n  %k = new")
			}
			text = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)" + snippet(strings.NewReplacer(" ; on, twice", "", " ; on", "").Replace(text))
			if strings.Contains(tc.line, "; on, twice") {
				text = strings.Replace(text, "(48) %h) {", "(48) %h) returns_twice {", 1)
			}
			if strings.Contains(tc.line, "; on") {
				text = strings.Replace(text, "  call void @throws()", "  %p = getelementptr i8, ptr %h, i64 16\n"+
					"  %n = load ptr, ptr %p\n  call void @take(ptr %n)", 1)
			}
			c, g := elideUnit(t, text)
			if _, err := c.Elide.Elide(g, false); err != nil {
				t.Fatal(err)
			}
			if all := c.Elide.Elisions(); all[0].Elided != tc.elided {
				t.Errorf("%v\n%s", all, emit.FuncString(g))
			}
		})
	}
}
