// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"
)

// TestLibraryObjects: code of the library gets an address within the frame, of an object that the promise
// contains.
func TestLibraryObjects(t *testing.T) {
	const declarations = `
declare i32 @pthread_mutex_lock(ptr)
declare i32 @setvbuf(ptr, ptr, i32, i64)
declare i32 @snprintf(ptr, i64, ptr, ...)
declare ptr @strchr(ptr, i32)
declare void @_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(ptr, ptr)
declare void @changes(ptr captures(none)) nounwind memory(argmem: readwrite)
declare void @takes(ptr) nounwind memory(argmem: readwrite)
declare ptr @gives(ptr captures(none)) nounwind memory(argmem: readwrite)
@text = private constant [3 x i8] c"%s\00"
@address = private constant [3 x i8] c"%p\00"
define void @g() ATTRIBUTES {
  %lock = alloca [2 x ptr]
  %mutex = alloca i32
  %h = new
  %at = getelementptr i8, ptr %h, i64 16
  store i32 0, ptr %mutex
  store ptr %at, ptr %lock
  LINE
  ret void
}`
	wait := "call void @_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(ptr %at, ptr %lock)"
	for _, x := range []struct {
		name, line, attributes string
		elided                 bool
	}{
		{"a mutex", "call i32 @pthread_mutex_lock(ptr %at)", "nounwind", true},
		{"no mutex", "call i32 @pthread_mutex_lock(ptr %at)", `nounwind "no-builtins"`, false},
		{"a lock that refers to a mutex in the frame", wait, "nounwind", true},
		{"the mutex changes", `store ptr %h, ptr @global
  store ptr %mutex, ptr %lock
  ` + wait + `
  %v = load i32, ptr %mutex
  %is = icmp eq i32 %v, 0
  br i1 %is, label %yes, label %no
yes:
  destroy %h
  ret void
no:`, "nounwind", false},
		{"parts of a frame that holds a mutex", `%frame = alloca [4 x ptr]
  %slot = getelementptr i8, ptr %frame, i64 8
  %held = getelementptr i8, ptr %frame, i64 16
  %in = getelementptr i8, ptr %frame, i64 24
  store ptr @f.cleanup, ptr %slot
  store ptr %h, ptr %held
  call i32 @pthread_mutex_lock(ptr %in)
  store ptr %h, ptr @global
  %p = load ptr, ptr %slot
  %v = load ptr, ptr %held
  call fastcc void %p(ptr %v)`, "nounwind", true},
		{"text", "call i32 (ptr, i64, ptr, ...) @snprintf(ptr %at, i64 4, ptr @text, ptr %at)", "nounwind", true},
		{"an address as text", "call i32 (ptr, i64, ptr, ...) @snprintf(ptr %lock, i64 4, ptr @address, ptr %at)", "nounwind", false},
		{"a buffer that is kept", "call i32 @setvbuf(ptr null, ptr %at, i32 0, i64 4)", "nounwind", false},
		{"a returned address", "%r = call ptr @strchr(ptr %at, i32 0)\n  %is = icmp eq ptr %r, null", "nounwind", true},
		{"a returned address that is kept", "%r = call ptr @strchr(ptr %at, i32 0)\n  store ptr %r, ptr @global", "nounwind", false},
		{"attributes", "call void @changes(ptr %at)", "nounwind", true},
		{"attributes without captures", "call void @takes(ptr %at)", "nounwind", false},
		{"attributes, and what is read there", `call ptr @gives(ptr %lock)`, "nounwind", false},
		{"attributes, and a variable that holds the address", `call void @changes(ptr %lock)
  %is = load ptr, ptr %lock`, "nounwind", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			text := strings.NewReplacer("LINE", x.line, "ATTRIBUTES", x.attributes).Replace(declarations)
			elideOne(t, snippet(text), x.elided)
		})
	}
}
