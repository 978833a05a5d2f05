; A coroutine that yields three values and then waits at its final suspend; a caller runs it until done, then destroys it. (Typed pointers.)
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split),function(coro-cleanup)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split),function(coro-cleanup)' -S | opt-14 -passes=verify -disable-output

define i32 @main() {
entry:
  %gen = call i8* @three()
  br label %test

test:
  %done = call i1 @llvm.coro.done(i8* %gen)
  br i1 %done, label %finish, label %step

step:
  call void @llvm.coro.resume(i8* %gen)
  br label %test

finish:
  call void @llvm.coro.destroy(i8* %gen)
  ret i32 0
}

define i8* @three() "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* null, i8* null)
  %bytes = call i64 @llvm.coro.size.i64()
  %space = call i8* @malloc(i64 %bytes)
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %space)
  br label %loop

loop:
  %n = phi i32 [ 0, %entry ], [ %next, %advance ]
  call void @print(i32 %n)
  %state = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %state, label %leave [
    i8 0, label %advance
    i8 1, label %release
  ]

advance:
  %next = add nsw i32 %n, 1
  %more = icmp slt i32 %next, 3
  br i1 %more, label %loop, label %last

last:
  %end = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %end, label %leave [
    i8 0, label %never
    i8 1, label %release
  ]

never:
  unreachable

release:
  %block = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @free(i8* %block)
  br label %leave

leave:
  call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

; CHECK: %three.Frame = type { void (%three.Frame*)*, void (%three.Frame*)*, i32, i1 }

; CHECK-LABEL: define i32 @main()
; CHECK-NEXT: entry:
; CHECK-NEXT: %gen = call i8* @three()
; CHECK-NEXT: br label %test
; CHECK: test:
; CHECK-NEXT: %[[T:[0-9]+]] = bitcast i8* %gen to i8**
; CHECK-NEXT: %[[T_1:[0-9]+]] = load i8*, i8** %[[T]], align 8
; CHECK-NEXT: %[[T_2:[0-9]+]] = icmp eq i8* %[[T_1]], null
; CHECK-NEXT: br i1 %[[T_2]], label %finish, label %step
; CHECK: step:
; CHECK-NEXT: %[[T_3:[0-9]+]] = bitcast i8* %gen to { i8*, i8* }*
; CHECK-NEXT: %[[T_4:[0-9]+]] = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %[[T_3]], i32 0, i32 0
; CHECK-NEXT: %[[T_5:[0-9]+]] = load i8*, i8** %[[T_4]], align 8
; CHECK-NEXT: %[[T_6:[0-9]+]] = bitcast i8* %[[T_5]] to void (i8*)*
; CHECK-NEXT: call fastcc void %[[T_6]](i8* %gen)
; CHECK-NEXT: br label %test
; CHECK: finish:
; CHECK-NEXT: %[[T_7:[0-9]+]] = bitcast i8* %gen to { i8*, i8* }*
; CHECK-NEXT: %[[T_8:[0-9]+]] = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %[[T_7]], i32 0, i32 1
; CHECK-NEXT: %[[T_9:[0-9]+]] = load i8*, i8** %[[T_8]], align 8
; CHECK-NEXT: %[[T_10:[0-9]+]] = bitcast i8* %[[T_9]] to void (i8*)*
; CHECK-NEXT: call fastcc void %[[T_10]](i8* %gen)
; CHECK-NEXT: ret i32 0

; CHECK-LABEL: define internal fastcc void @three.resume(%three.Frame* noalias nonnull align 8 dereferenceable(24) %FramePtr)
; CHECK: store void (%three.Frame*)* null, void (%three.Frame*)** %ResumeFn.addr, align 8

; CHECK-LABEL: define internal fastcc void @three.destroy(%three.Frame* noalias nonnull align 8 dereferenceable(24) %FramePtr)
; CHECK: %[[T:[0-9]+]] = icmp eq void (%three.Frame*)* %{{[0-9]+}}, null
; CHECK-NEXT: br i1 %[[T]], label %resume.1, label %Switch

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i64 @llvm.coro.size.i64()
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(i8*, i1)
declare void @llvm.coro.resume(i8*)
declare void @llvm.coro.destroy(i8*)
declare i1 @llvm.coro.done(i8*)
declare i8* @malloc(i64)
declare void @free(i8*)
declare void @print(i32)
