; A coroutine that leaves each value in its promise, and a caller that reads it there by the handle.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define ptr @squares(i32 %start) presplitcoroutine {
entry:
  %current = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %current, ptr null, ptr null)
  %wanted = call i1 @llvm.coro.alloc(token %id)
  br i1 %wanted, label %allocate, label %ready

allocate:
  %bytes = call i64 @llvm.coro.size.i64()
  %heap = call ptr @malloc(i64 %bytes)
  br label %ready

ready:
  %space = phi ptr [ null, %entry ], [ %heap, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %space)
  br label %loop

loop:
  %n = phi i32 [ %start, %ready ], [ %next, %advance ]
  %sq = mul i32 %n, %n
  store i32 %sq, ptr %current, align 4
  %state = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %state, label %leave [
    i8 0, label %advance
    i8 1, label %release
  ]

advance:
  %next = add nsw i32 %n, 1
  br label %loop

release:
  %block = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %block)
  br label %leave

leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define i32 @main() {
entry:
  %gen = call ptr @squares(i32 3)
  %where = call ptr @llvm.coro.promise(ptr %gen, i32 4, i1 false)
  %one = load i32, ptr %where, align 4
  call void @print(i32 %one)
  call void @llvm.coro.resume(ptr %gen)
  %two = load i32, ptr %where, align 4
  call void @print(i32 %two)
  call void @llvm.coro.destroy(ptr %gen)
  ret i32 0
}

; CHECK: %squares.Frame = type { ptr, ptr, i32, i32, i1 }

; CHECK-LABEL: define ptr @squares(i32 %start)
; CHECK: store i32 %sq, ptr %current.reload.addr, align 4
; CHECK: ret ptr %heap

; CHECK-LABEL: define i32 @main()
; CHECK-NEXT: entry:
; CHECK-NEXT: %gen = call ptr @squares(i32 3)
; CHECK-NEXT: %[[T:[0-9]+]] = getelementptr inbounds i8, ptr %gen, i32 16
; CHECK-NEXT: %one = load i32, ptr %[[T]], align 4
; CHECK-NEXT: call void @print(i32 %one)
; CHECK-NEXT: %[[T_1:[0-9]+]] = getelementptr inbounds { ptr, ptr }, ptr %gen, i32 0, i32 0
; CHECK-NEXT: %[[T_2:[0-9]+]] = load ptr, ptr %[[T_1]], align 8
; CHECK-NEXT: call fastcc void %[[T_2]](ptr %gen)
; CHECK-NEXT: %two = load i32, ptr %[[T]], align 4
; CHECK-NEXT: call void @print(i32 %two)
; CHECK-NEXT: %[[T_3:[0-9]+]] = getelementptr inbounds { ptr, ptr }, ptr %gen, i32 0, i32 1
; CHECK-NEXT: %[[T_4:[0-9]+]] = load ptr, ptr %[[T_3]], align 8
; CHECK-NEXT: call fastcc void %[[T_4]](ptr %gen)
; CHECK-NEXT: ret i32 0

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
