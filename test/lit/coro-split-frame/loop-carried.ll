; A value that circulates in a loop around the suspend has one slot, stored at the head and reloaded after the suspend.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %acc = phi i64 [ 0, %entry ], [ %acc2, %next ]
  call void @print(i32 %i)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]

next:
  %w = sext i32 %i to i64
  %acc2 = add i64 %acc, %w
  %i2 = add i32 %i, 1
  %more = icmp slt i32 %i2, %n
  br i1 %more, label %loop, label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, i64, i32, i32, i1 }

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK: loop:
; CHECK-NEXT: %i = phi i32 [ %{{.loop[0-9]*}}, %loop.from.entry ], [ %i2.loop, %loop.from.next ]
; CHECK-NEXT: %acc = phi i64 [ %{{.loop[0-9]*}}, %loop.from.entry ], [ %acc2.loop, %loop.from.next ]
; CHECK-NEXT: %acc.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i64 %acc, ptr %acc.spill.addr, align 4
; CHECK-NEXT: %i.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 4
; CHECK-NEXT: store i32 %i, ptr %i.spill.addr, align 4

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(40) %hdl)
; CHECK: loop:
; CHECK-NEXT: %acc.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i64 %acc2.loop, ptr %acc.spill.addr, align 4
; CHECK-NEXT: %i.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 4
; CHECK-NEXT: store i32 %i2.loop, ptr %i.spill.addr, align 4
; CHECK-NEXT: call void @print(i32 %i2.loop)
; CHECK-NEXT: br label %CoroSave
; CHECK: next:
; CHECK-NEXT: %acc.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: %acc.reload = load i64, ptr %acc.reload.addr, align 4
; CHECK-NEXT: %i.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 4
; CHECK-NEXT: %i.reload = load i32, ptr %i.reload.addr, align 4
; CHECK-NEXT: %n.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 3
; CHECK-NEXT: %n.reload = load i32, ptr %n.reload.addr, align 4
; CHECK-NEXT: %w = sext i32 %i.reload to i64

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
