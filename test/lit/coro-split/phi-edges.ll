; Edges into a block with phis are split: B.from.P blocks with one phi per value, named after the value and the block.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i1 %c, i32 %x) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br i1 %c, label %left, label %right

left:
  %l = add i32 %x, 1
  br label %join

right:
  br label %join

join:
  %a = phi i32 [ %l, %left ], [ 7, %right ]
  %b = phi i32 [ 5, %left ], [ %x, %right ]
  call void @print(i32 %a)
  call void @print(i32 %b)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @f(i1 %c, i32 %x)
; CHECK: left:
; CHECK-NEXT: %l = add i32 %x, 1
; CHECK-NEXT: br label %join.from.left
; CHECK: join.from.left:
; CHECK-NEXT: %[[JOIN:.join[0-9]*]] = phi i32 [ 5, %left ]
; CHECK-NEXT: %l.join = phi i32 [ %l, %left ]
; CHECK-NEXT: br label %join
; CHECK: right:
; CHECK-NEXT: br label %join.from.right
; CHECK: join.from.right:
; CHECK-NEXT: %x.join = phi i32 [ %x, %right ]
; CHECK-NEXT: %[[JOIN_1:.join[0-9]*]] = phi i32 [ 7, %right ]
; CHECK-NEXT: br label %join
; CHECK: join:
; CHECK-NEXT: %a = phi i32 [ %l.join, %join.from.left ], [ %[[JOIN_1]], %join.from.right ]
; CHECK-NEXT: %b = phi i32 [ %[[JOIN]], %join.from.left ], [ %x.join, %join.from.right ]
; CHECK-NEXT: call void @print(i32 %a)
; CHECK-NEXT: call void @print(i32 %b)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
