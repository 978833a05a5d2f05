; A generator that counts up from its argument for ever: it prints a number and suspends, and frees its frame when destroyed.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define ptr @count_from(i32 %start) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %bytes = call i64 @llvm.coro.size.i64()
  %space = call ptr @malloc(i64 %bytes)
  %hdl = call noalias ptr @llvm.coro.begin(token %id, ptr %space)
  br label %loop

loop:
  %value = phi i32 [ %start, %entry ], [ %next, %advance ]
  call void @print(i32 %value)
  %state = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %state, label %leave [
    i8 0, label %advance
    i8 1, label %release
  ]

advance:
  %next = add nsw i32 %value, 1
  br label %loop

release:
  %block = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %block)
  br label %leave

leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %count_from.Frame = type { ptr, ptr, i32, i1 }

; CHECK-LABEL: define ptr @count_from(i32 %start)
; CHECK-NEXT: entry:
; CHECK-NEXT: %space = call ptr @malloc(i64 24)
; CHECK: %value.spill.addr = getelementptr inbounds %count_from.Frame, ptr %space, i32 0, i32 2
; CHECK-NEXT: store i32 %start, ptr %value.spill.addr, align 4
; CHECK-NEXT: call void @print(i32 %start)
; CHECK-NEXT: %[[INDEX_ADDR:index.addr[0-9]*]] = getelementptr inbounds nuw %count_from.Frame, ptr %space, i32 0, i32 3
; CHECK-NEXT: store i1 false, ptr %[[INDEX_ADDR]], align 1
; CHECK-NEXT: ret ptr %space

; CHECK-LABEL: define internal fastcc void @count_from.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: store i32 %next.loop, ptr %value.spill.addr, align 4
; CHECK-NEXT: call void @print(i32 %next.loop)
; CHECK: %value.reload = load i32, ptr %value.reload.addr, align 4
; CHECK-NEXT: %next = add nsw i32 %value.reload, 1

; CHECK-LABEL: define internal fastcc void @count_from.destroy(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: call void @free(ptr %hdl)

; CHECK-LABEL: define internal fastcc void @count_from.cleanup(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: call void @free(ptr null)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
