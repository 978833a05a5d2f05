// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

import "testing"

// TestReturnsHeld: a wrapper returns what the awaiter held when it was called, at an offset; -1: it
// may return something else.
func TestReturnsHeld(t *testing.T) {
	const head = `
@global = global ptr null
declare void @unknown()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64) memory(none)
define ptr @second(ptr %this) {
  %at = getelementptr i8, ptr %this, i64 8
  %h = load ptr, ptr %at
  ret ptr %h
}
define void @publish(ptr %this) {
  store ptr %this, ptr @global
  ret void
}
define void @waits(ptr %h, ptr %waiting) {
  %at = call ptr @llvm.coro.promise(ptr %h, i32 8, i1 false)
  store ptr %waiting, ptr %at
  ret void
}
define ptr @w(ptr %a, ptr %hdl) personality ptr null {
`
	for _, tc := range []struct {
		name, body string
		off        int64
	}{
		{"the first pointer", "%r = load ptr, ptr %a\n  ret ptr %r", 0},
		{"through casts", "%p = bitcast ptr %a to ptr\n  %h = load ptr, ptr %p\n  %r = bitcast ptr %h to ptr\n  ret ptr %r", 0},
		{"a callee reads it", "%r = call ptr @second(ptr %a)\n  ret ptr %r", 8},
		{"after a store into its promise", "%h = load ptr, ptr %a\n  call void @waits(ptr %h, ptr %hdl)\n" +
			"  %r = load ptr, ptr %a\n  ret ptr %r", 0},
		{"through a variable", "%v = alloca ptr\n  call void @llvm.lifetime.start.p0(ptr %v)\n  store ptr %a, ptr %v\n" +
			"  %this = load ptr, ptr %v\n  br label %on\non:\n  %r = load ptr, ptr %this\n  ret ptr %r", 0},
		{"copied", "%v = alloca ptr\n  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %a, i64 8, i1 false)\n" +
			"  %r = load ptr, ptr %v\n  ret ptr %r", 0},
		{"replaced", "store ptr %hdl, ptr %a\n  %r = load ptr, ptr %a\n  ret ptr %r", -1},
		{"replaced in part", "%p = getelementptr i8, ptr %a, i64 3\n  store i8 0, ptr %p\n  %r = load ptr, ptr %a\n" +
			"  ret ptr %r", -1},
		{"a copy replaced", "%v = alloca ptr\n  %h = load ptr, ptr %a\n  store ptr %h, ptr %v\n  store ptr %hdl, ptr %v\n" +
			"  %r = load ptr, ptr %v\n  ret ptr %r", -1},
		{"the waiting coroutine", "ret ptr %hdl", -1},
		{"an address in it", "%h = load ptr, ptr %a\n  %r = getelementptr i8, ptr %h, i64 8\n  ret ptr %r", -1},
		{"the awaiter", "ret ptr %a", -1},
		{"unknown code may resume the coroutine", "call void @unknown()\n  %r = load ptr, ptr %a\n  ret ptr %r", -1},
		{"another thread may resume the coroutine", "store atomic ptr %hdl, ptr @global release, align 8\n" +
			"  %r = load ptr, ptr %a\n  ret ptr %r", -1},
		{"volatile", "%r = load volatile ptr, ptr %a\n  ret ptr %r", -1},
		{"the awaiter is known elsewhere", "store ptr %a, ptr @global\n  %p = load ptr, ptr @global\n" +
			"  store ptr null, ptr %p\n  %r = load ptr, ptr %a\n  ret ptr %r", -1},
		{"a callee publishes the awaiter", "call void @publish(ptr %a)\n  %r = load ptr, ptr %a\n  ret ptr %r", -1},
		{"copied to where others know it", "%v = alloca ptr\n  store ptr %a, ptr %v\n" +
			"  call void @llvm.memcpy.p0.p0.i64(ptr @global, ptr %v, i64 8, i1 false)\n  %r = load ptr, ptr %a\n" +
			"  ret ptr %r", -1},
		{"its address as an integer", "%n = ptrtoint ptr %a to i64\n  store i64 %n, ptr @global\n  %r = load ptr, ptr %a\n" +
			"  ret ptr %r", -1},
		{"its address read as an integer", "%v = alloca ptr\n  store ptr %a, ptr %v\n  %n = load i64, ptr %v\n" +
			"  store i64 %n, ptr @global\n  %r = load ptr, ptr %a\n  ret ptr %r", -1},
		{"half of its address read", "%v = alloca [2 x ptr]\n  store ptr %a, ptr %v\n  %p = getelementptr i8, ptr %v, i64 4\n" +
			"  %n = load i32, ptr %p\n  store i32 %n, ptr @global\n  %r = load ptr, ptr %a\n  ret ptr %r", -1},
		{"half of its address is left", "%v = alloca [2 x ptr]\n  %p = getelementptr i8, ptr %v, i64 4\n  store ptr %a, ptr %p\n" +
			"  store i64 0, ptr %v\n  %q = getelementptr i8, ptr %v, i64 8\n  %n = load i32, ptr %q\n  store i32 %n, ptr @global\n" +
			"  %r = load ptr, ptr %a\n  ret ptr %r", -1},
		{"half of a copy", "%v = alloca [2 x ptr]\n  %h = load ptr, ptr %a\n  store ptr %h, ptr %v\n" +
			"  %p = getelementptr i8, ptr %v, i64 4\n  %r = load ptr, ptr %p\n  ret ptr %r", -1},
		{"a copy over half of a copy", "%v = alloca [2 x ptr]\n  %h = load ptr, ptr %a\n  store ptr %h, ptr %v\n" +
			"  %p = getelementptr i8, ptr %v, i64 4\n  store ptr %h, ptr %p\n  %r = load ptr, ptr %v\n  ret ptr %r", -1},
		{"a volatile copy", "%v = alloca ptr\n  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %a, i64 8, i1 true)\n" +
			"  %r = load ptr, ptr %v\n  ret ptr %r", -1},
		{"its address by an intrinsic", "%p = call ptr @llvm.ptrmask.p0.i64(ptr %a, i64 -8)\n  store ptr null, ptr %p\n" +
			"  %r = load ptr, ptr %a\n  ret ptr %r", -1},
		{"a condition", "%c = icmp eq ptr %hdl, null\n  br i1 %c, label %x, label %y\nx:\n  ret ptr %hdl\ny:\n" +
			"  %r = load ptr, ptr %a\n  ret ptr %r", -1},
		{"for ever", "br label %on\non:\n  br label %on", -1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := module(t, head+"  "+tc.body+"\n}\n")
			fa := new(testEnv).facts(m)
			off, ok := fa.ReturnsHeld(function(m, "w"))
			if !ok {
				off = -1
			}
			if off != tc.off {
				t.Errorf("offset %d, not %d", off, tc.off)
			}
		})
	}
}
