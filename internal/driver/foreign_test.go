// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
)

const unitHead = `target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
`

// creatorUnit has a coroutine @count and a function @use that creates one. %h is the handle, %slot
// a variable that holds it, %pair one that holds it at offset 8, and %far one that holds the
// address of %slot. After the inserted code, @use destroys the coroutine in %slot.
const creatorUnit = unitHead + `
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)

define internal ptr @count(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %needed = call i1 @llvm.coro.alloc(token %id)
  br i1 %needed, label %allocate, label %begin
allocate:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %at = phi ptr [ null, %entry ], [ %mem, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %on
    i8 1, label %cleanup
  ]
on:
  call void @print(i32 %n)
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %f, label %suspend [
    i8 0, label %never
    i8 1, label %cleanup
  ]
never:
  unreachable
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %m)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @use(i32 %n) {
entry:
  %slot = alloca ptr
  %pair = alloca { i64, ptr }
  %far = alloca ptr
  %h = call ptr @count(i32 %n)
  store ptr %h, ptr %slot
CODE
  %l = load ptr, ptr %slot
  %null = icmp eq ptr %l, null
  br i1 %null, label %done, label %destroy
destroy:
  call void @llvm.coro.destroy(ptr %l)
  br label %done
done:
  ret void
}
`

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
