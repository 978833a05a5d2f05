// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framecheck_test

import (
	"strings"
	"testing"
)

// handled is a coroutine whose objects %a and %b have lifetimes of their own, over one suspend each.
// Unknown code knows the address of each object. The exceptions of both lifetimes reach one handler,
// which ends neither of them.
const handled = `
define ptr @f(ptr %mem) presplitcoroutine personality ptr @personality {
entry:
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  BEFORE
  br label %loop
loop:
  call void @llvm.lifetime.start.p0(ptr %a)
  invoke void @make(ptr %a) to label %first unwind label %handler
first:
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  br label %first.after
first.after:
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
  call void @use(ptr %a)
  BETWEEN
  call void @llvm.lifetime.start.p0(ptr %b)
  invoke void @make(ptr %b) to label %second unwind label %handler
second:
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  br label %second.after
second.after:
  switch i8 %s1, label %suspend [
    i8 0, label %again
    i8 1, label %cleanup
  ]
again:
  call void @use(ptr %b)
  AFTER
  br label %loop
handler:
  %pad = landingpad { ptr, i32 } catch ptr null
  call void @report()
  unreachable
cleanup:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare i32 @personality(...)
declare void @make(ptr)
declare void @use(ptr) nounwind
declare void @report() nounwind noreturn
declare void @free(ptr) nounwind
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
`

// Two objects that are never alive at the same time may share bytes, although both may be alive
// where their paths meet.
func TestCheckApart(t *testing.T) {
	const (
		edits   = "object a 16\nobject b 16"
		endA    = "call void @llvm.lifetime.end.p0(ptr %a)"
		endB    = "call void @llvm.lifetime.end.p0(ptr %b)"
		startsB = "call void @llvm.lifetime.start.p0(ptr %b)"
	)
	for _, c := range []struct {
		name, before, between, after string
		right                        bool
	}{
		{"one after the other", "", endA, endB, true},
		{"the first is alive where the second starts", "", "", endB, false},
		{"the second is alive where the first starts again", "", endA, "", false},
		{"the second starts before the loop, too", startsB, endA, endB, false},
	} {
		text := strings.NewReplacer("BEFORE", c.before, "BETWEEN", c.between, "AFTER", c.after).Replace(handled)
		if got := messages(check(t, text, edits, false)); c.right != (len(got) == 0) {
			t.Errorf("%s: found %q", c.name, got)
		}
	}
}
