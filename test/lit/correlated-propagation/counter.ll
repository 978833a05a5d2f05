; A counter that crosses a suspend and is never negative is divided without a sign. After the split it would be a load of
; any sign.
; REQUIRES: corolower
; RUN: corolower %s -passes='function(correlated-propagation)' | FileCheck %s
; RUN: corolower %s | FileCheck --check-prefix=SPLIT %s
; RUN: corolower %s -passes='function(correlated-propagation)' --llvm-version=17 | FileCheck --check-prefix=OLD %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define ptr @count(
; CHECK: %[[N:.*]] = phi i32 [ 2, %entry ], [ %[[NEXT:.*]], %resumed ]
; CHECK: udiv i32 %[[N]], 10
; CHECK: urem i32 %[[N]], %{{.*}}
; CHECK: zext nneg i32 %[[N]] to i64
; CHECK: lshr i32 %[[N]], 3

; SPLIT-LABEL: define {{.*}}@count.resume(
; SPLIT-NOT: sdiv
; SPLIT: udiv i32

; OLD: udiv i32 %n, 10
; OLD: sext i32 %n to i64
define ptr @count() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop

loop:
  %n = phi i32 [ 2, %entry ], [ %next, %resumed ]
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [
    i8 0, label %resumed
    i8 1, label %free
  ]

resumed:
  %d = sdiv i32 %n, 10
  %plus = add nsw i32 %n, 1
  %r = srem i32 %n, %plus
  %w = sext i32 %n to i64
  %h = ashr i32 %n, 3
  call void @use(i32 %d, i32 %r, i64 %w, i32 %h)
  %next = add nsw i32 %n, 1
  br label %loop

free:
  %gone = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %gone)
  br label %end

end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; A sum that may wrap says nothing.
; CHECK-LABEL: define i32 @wraps(
; CHECK: sdiv i32
define i32 @wraps(i32 %x) {
  %a = and i32 %x, 2147483647
  %b = add i32 %a, %a
  %d = sdiv i32 %b, 10
  ret i32 %d
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(i32, i32, i64, i32)
