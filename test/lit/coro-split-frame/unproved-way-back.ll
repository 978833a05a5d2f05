; On the way back to the caller an object is used while another, alive during the suspend, is kept by outside code: they may not share bytes. What cannot be
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
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @ro_alloc(i64)
declare void @ro_free(ptr)
declare void @print(i32)
declare void @done_report() nounwind
define ptr @co(i32 %n) presplitcoroutine {
entry:
  %A = alloca [16 x i32]
  %B = alloca [16 x i32]
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @ro_alloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  call void @llvm.lifetime.start.p0(ptr %B)
  call void @esc(ptr %B, i32 1)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %clB ]
clB:
  call void @llvm.lifetime.end.p0(ptr %B)
  br label %cl
go:
  %bv = load i32, ptr %B
  call void @print(i32 %bv)
  call void @llvm.lifetime.end.p0(ptr %B)
  call void @llvm.lifetime.start.p0(ptr %A)
  call void @esc(ptr %A, i32 2)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %sus2 [ i8 0, label %go2
                             i8 1, label %clA ]
clA:
  call void @llvm.lifetime.end.p0(ptr %A)
  br label %cl
go2:
  %av = load i32, ptr %A
  call void @print(i32 %av)
  call void @llvm.lifetime.end.p0(ptr %A)
  br label %cl
cl:
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @ro_free(ptr %f)
  br label %sus
sus2:
  call void @llvm.lifetime.start.p0(ptr %B)
  store i32 77, ptr %B
  call void @llvm.lifetime.end.p0(ptr %B)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define void @esc(ptr %p, i32 %v) noinline {
  store i32 %v, ptr %p
  ret void
}
define i32 @main() {
  %h = call ptr @co(i32 5)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.resume(ptr %h)
  call void @done_report()
  ret i32 0
}
