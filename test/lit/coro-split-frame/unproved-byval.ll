; The copy of a by-value argument is needed as long as its address is, not only where the address is computed. What cannot be
; shown of a shared frame makes it a plain one.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt shares no storage between spilled values, and tells nothing.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -pass-remarks-analysis=coro-split -S -o /dev/null 2>&1 | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -verify-each -S | opt-22 -passes=verify -disable-output

; CHECK: the frame of 'co' shares no storage, which would save {{[0-9]+}} bytes: corolower could not show that nothing is lost: {{.*}}something else overlaps it

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare ptr @ro_alloc(i64)
declare void @ro_free(ptr)
declare void @print64(i64)
declare void @done_report() nounwind
%S = type { i64, i64, i64, i64 }
define i64 @mk(i64 %x) noinline {
  %y = mul i64 %x, 7
  ret i64 %y
}
define ptr @co(ptr byval(%S) align 4 %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @ro_alloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %cl ]
go:
  %r = call i64 @mk(i64 3)
  %v = load i64, ptr %p
  call void @print64(i64 %v)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %sus [ i8 0, label %go2
                             i8 1, label %cl ]
go2:
  call void @print64(i64 %r)
  br label %cl
cl:
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @ro_free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define i32 @main() {
  %a = alloca %S
  store i64 1234, ptr %a
  %h = call ptr @co(ptr byval(%S) align 4 %a)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.resume(ptr %h)
  call void @done_report()
  ret i32 0
}
