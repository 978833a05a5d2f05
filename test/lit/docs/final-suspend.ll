; A coroutine that yields three values and then waits at its final suspend; a caller runs it until done, then destroys it.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define i32 @main() {
entry:
  %gen = call ptr @three()
  br label %test

test:
  %done = call i1 @llvm.coro.done(ptr %gen)
  br i1 %done, label %finish, label %step

step:
  call void @llvm.coro.resume(ptr %gen)
  br label %test

finish:
  call void @llvm.coro.destroy(ptr %gen)
  ret i32 0
}

define ptr @three() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %bytes = call i64 @llvm.coro.size.i64()
  %space = call ptr @malloc(i64 %bytes)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %space)
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
  %block = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %block)
  br label %leave

leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %three.Frame = type { ptr, ptr, i32, i1 }

; CHECK-LABEL: define i32 @main()
; CHECK-NEXT: entry:
; CHECK-NEXT: %gen = call ptr @three()
; CHECK-NEXT: br label %test
; CHECK: test:
; CHECK-NEXT: %[[T:[0-9]+]] = load ptr, ptr %gen, align 8
; CHECK-NEXT: %[[T_1:[0-9]+]] = icmp eq ptr %[[T]], null
; CHECK-NEXT: br i1 %[[T_1]], label %finish, label %step
; CHECK: step:
; CHECK-NEXT: %[[T_2:[0-9]+]] = getelementptr inbounds { ptr, ptr }, ptr %gen, i32 0, i32 0
; CHECK-NEXT: %[[T_3:[0-9]+]] = load ptr, ptr %[[T_2]], align 8
; CHECK-NEXT: call fastcc void %[[T_3]](ptr %gen)
; CHECK-NEXT: br label %test
; CHECK: finish:
; CHECK-NEXT: %[[T_4:[0-9]+]] = getelementptr inbounds { ptr, ptr }, ptr %gen, i32 0, i32 1
; CHECK-NEXT: %[[T_5:[0-9]+]] = load ptr, ptr %[[T_4]], align 8
; CHECK-NEXT: call fastcc void %[[T_5]](ptr %gen)
; CHECK-NEXT: ret i32 0

; CHECK-LABEL: define internal fastcc void @three.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: store ptr null, ptr %ResumeFn.addr, align 8

; CHECK-LABEL: define internal fastcc void @three.destroy(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: %[[T:[0-9]+]] = icmp eq ptr %{{[0-9]+}}, null
; CHECK-NEXT: br i1 %[[T]], label %resume.1, label %Switch

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
