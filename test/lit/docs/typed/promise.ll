; A coroutine that leaves each value in its promise, and a caller that reads it there by the handle. (Typed pointers.)
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split),function(coro-cleanup)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split),function(coro-cleanup)' -S | opt-14 -passes=verify -disable-output

define i8* @squares(i32 %start) "coroutine.presplit"="0" {
entry:
  %current = alloca i32, align 4
  %raw = bitcast i32* %current to i8*
  %id = call token @llvm.coro.id(i32 0, i8* %raw, i8* null, i8* null)
  %wanted = call i1 @llvm.coro.alloc(token %id)
  br i1 %wanted, label %allocate, label %ready

allocate:
  %bytes = call i64 @llvm.coro.size.i64()
  %heap = call i8* @malloc(i64 %bytes)
  br label %ready

ready:
  %space = phi i8* [ null, %entry ], [ %heap, %allocate ]
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %space)
  br label %loop

loop:
  %n = phi i32 [ %start, %ready ], [ %next, %advance ]
  %sq = mul i32 %n, %n
  store i32 %sq, i32* %current, align 4
  %state = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %state, label %leave [
    i8 0, label %advance
    i8 1, label %release
  ]

advance:
  %next = add nsw i32 %n, 1
  br label %loop

release:
  %block = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @free(i8* %block)
  br label %leave

leave:
  call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

define i32 @main() {
entry:
  %gen = call i8* @squares(i32 3)
  %where = call i8* @llvm.coro.promise(i8* %gen, i32 4, i1 false)
  %at = bitcast i8* %where to i32*
  %one = load i32, i32* %at, align 4
  call void @print(i32 %one)
  call void @llvm.coro.resume(i8* %gen)
  %two = load i32, i32* %at, align 4
  call void @print(i32 %two)
  call void @llvm.coro.destroy(i8* %gen)
  ret i32 0
}

; CHECK: %squares.Frame = type { void (%squares.Frame*)*, void (%squares.Frame*)*, i32, i32, i1 }

; CHECK-LABEL: define i8* @squares(i32 %start)
; CHECK: store i32 %sq, i32* %current.reload.addr, align 4
; CHECK: ret i8* %heap

; CHECK-LABEL: define i32 @main()
; CHECK-NEXT: entry:
; CHECK-NEXT: %gen = call i8* @squares(i32 3)
; CHECK-NEXT: %[[T:[0-9]+]] = getelementptr inbounds i8, i8* %gen, i32 16
; CHECK-NEXT: %at = bitcast i8* %[[T]] to i32*
; CHECK-NEXT: %one = load i32, i32* %at, align 4
; CHECK-NEXT: call void @print(i32 %one)
; CHECK-NEXT: %[[T_1:[0-9]+]] = bitcast i8* %gen to { i8*, i8* }*
; CHECK-NEXT: %[[T_2:[0-9]+]] = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %[[T_1]], i32 0, i32 0
; CHECK-NEXT: %[[T_3:[0-9]+]] = load i8*, i8** %[[T_2]], align 8
; CHECK-NEXT: %[[T_4:[0-9]+]] = bitcast i8* %[[T_3]] to void (i8*)*
; CHECK-NEXT: call fastcc void %[[T_4]](i8* %gen)
; CHECK-NEXT: %two = load i32, i32* %at, align 4
; CHECK-NEXT: call void @print(i32 %two)
; CHECK-NEXT: %[[T_5:[0-9]+]] = bitcast i8* %gen to { i8*, i8* }*
; CHECK-NEXT: %[[T_6:[0-9]+]] = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %[[T_5]], i32 0, i32 1
; CHECK-NEXT: %[[T_7:[0-9]+]] = load i8*, i8** %[[T_6]], align 8
; CHECK-NEXT: %[[T_8:[0-9]+]] = bitcast i8* %[[T_7]] to void (i8*)*
; CHECK-NEXT: call fastcc void %[[T_8]](i8* %gen)
; CHECK-NEXT: ret i32 0

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(i8*, i1)
declare void @llvm.coro.resume(i8*)
declare void @llvm.coro.destroy(i8*)
declare i8* @llvm.coro.promise(i8*, i32, i1)
declare i8* @malloc(i64)
declare void @free(i8*)
declare void @print(i32)
