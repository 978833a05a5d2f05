; A creation that only the bound on what elision adds to a function keeps from being looked into is told in a remark, with the option that raises it.
; REQUIRES: corolower
; RUN: corolower %s -pass-remarks=coro-elide -pass-remarks-missed=coro-elide -pass-remarks-analysis=coro-elide --coro-elide-max-added=1 -o /dev/null 2>&1 | FileCheck %s
; RUN: not corolower explain elision %s --coro-elide-max-added=1 --fail-on-missed | FileCheck %s --check-prefix=HINT
; RUN: corolower explain elision %s --fail-on-missed | FileCheck %s --check-prefix=ALL
; RUN: corolower explain elision %s --coro-elide-max-added=-1 --fail-on-missed | FileCheck %s --check-prefix=ALL

; CHECK: 'f' elided in 'user'
; CHECK: 'f' not elided in 'user'
; CHECK: 'f' stays on the heap: inlining for elision has reached the limit of instructions that it may add to @user
; HINT: hint: create fewer coroutines in one function, or raise --coro-elide-max-added
; HINT: {{[12]}} of 3 allocations elided
; ALL: 3 of 3 allocations elided

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %got = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %got, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @use(i32 0)
  call void @use(i32 1)
  call void @use(i32 2)
  call void @use(i32 3)
  call void @use(i32 4)
  call void @use(i32 5)
  call void @use(i32 6)
  call void @use(i32 7)
  call void @use(i32 8)
  call void @use(i32 9)
  call void @use(i32 10)
  call void @use(i32 11)
  call void @use(i32 12)
  call void @use(i32 13)
  call void @use(i32 14)
  call void @use(i32 15)
  call void @use(i32 16)
  call void @use(i32 17)
  call void @use(i32 18)
  call void @use(i32 19)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
  call void @use(i32 %n)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s1, label %suspend [
    i8 1, label %cleanup
  ]
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %any = icmp ne ptr %f, null
  br i1 %any, label %free, label %suspend
free:
  call void @free(ptr %f)
  br label %suspend
suspend:
  %end = call i1 @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
define void @user() {
  %h0 = call ptr @f(i32 0)
  %h1 = call ptr @f(i32 1)
  %h2 = call ptr @f(i32 2)
  call void @llvm.coro.resume(ptr %h0)
  call void @llvm.coro.resume(ptr %h1)
  call void @llvm.coro.resume(ptr %h2)
  call void @llvm.coro.destroy(ptr %h0)
  call void @llvm.coro.destroy(ptr %h1)
  call void @llvm.coro.destroy(ptr %h2)
  ret void
}
declare void @use(i32)
declare noalias ptr @malloc(i64)
declare void @free(ptr) nounwind
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare i1 @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
