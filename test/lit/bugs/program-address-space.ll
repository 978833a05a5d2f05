; Functions that say no address space are in the one that the data layout names; a part of a coroutine is in 0, as LLVM makes it, and says so.
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -passes='coro-early,cgscc(inline,coro-split),coro-cleanup,function(sroa,simplifycfg)' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-p:64:64:64-P3"

; CHECK: define ptr @counter(i32 %n) addrspace(3) {
; CHECK:   call addrspace(3) ptr @malloc(i64
; CHECK:   store ptr @counter.resume,

@format = private unnamed_addr constant [4 x i8] c"%d\0A\00"

define ptr @counter(i32 %n) presplitcoroutine {
entry:
  %value = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %value, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call noalias ptr @llvm.coro.begin(token %id, ptr %memory)
  br label %loop

; %i lives across the suspend: lowering keeps it in the frame.
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %resumed ]
  store i32 %i, ptr %value, align 4
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  %next = add nsw i32 %i, 1
  br label %loop

cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %frame)
  br label %suspend

; The first call comes here at the first suspend, and returns the handle to its caller.
suspend:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

; Takes three numbers out of the generator and prints them.
define i32 @main() {
entry:
  %generator = call ptr @counter(i32 4)
  %value = call ptr @llvm.coro.promise(ptr %generator, i32 4, i1 false)
  br label %loop

loop:
  %k = phi i32 [ 1, %entry ], [ %k.next, %more ]
  %number = load i32, ptr %value, align 4
  %0 = call i32 (ptr, ...) @printf(ptr @format, i32 %number)
  %done = icmp eq i32 %k, 3
  br i1 %done, label %exit, label %more

more:
  call void @llvm.coro.resume(ptr %generator)
  %k.next = add nsw i32 %k, 1
  br label %loop

exit:
  call void @llvm.coro.destroy(ptr %generator)
  ret i32 0
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)

declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @printf(ptr, ...)

; A call that LLVM's passes make, of an intrinsic that the file does not declare.
; CHECK: define i32 @guessed(i1 %c, ptr addrspace(3) %f) addrspace(3) {
; CHECK:   call addrspace(3) i32 %f(i32 1)
; CHECK: define internal fastcc void @counter.resume(ptr {{.*}}%handle) addrspace(0) {
define i32 @guessed(i1 %c, ptr addrspace(3) %f) {
  %h = call ptr @counter(i32 1)
  br i1 %c, label %a, label %b
a:
  %r = call i32 %f(i32 1)
  %s = call addrspace(0) i32 @zero(i32 %r)
  ret i32 %s
b:
  unreachable
}
declare i32 @zero(i32) addrspace(0)
