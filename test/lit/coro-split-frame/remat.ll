; Casts, arithmetic, comparisons, selects and address computations are computed again after the suspend: the frame holds only what they come from.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n, ptr %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %wide = sext i32 %n to i64
  %plus = add nsw i64 %wide, 5
  %at = getelementptr inbounds i32, ptr %p, i64 %plus
  %neg = icmp slt i32 %n, 0
  %pick = select i1 %neg, i32 1, i32 %n
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  store i32 %pick, ptr %at, align 4
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, ptr, i32, i1 }

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(32) %hdl)
; CHECK: %p.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: %p.reload = load ptr, ptr %p.reload.addr, align 8
; CHECK-NEXT: %n.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 3
; CHECK-NEXT: %n.reload = load i32, ptr %n.reload.addr, align 4
; CHECK-NEXT: %[[NEG:neg[0-9]*]] = icmp slt i32 %n.reload, 0
; CHECK-NEXT: %[[PICK:pick[0-9]*]] = select i1 %[[NEG]], i32 1, i32 %n.reload
; CHECK-NEXT: %[[WIDE:wide[0-9]*]] = sext i32 %n.reload to i64
; CHECK-NEXT: %[[PLUS:plus[0-9]*]] = add nsw i64 %[[WIDE]], 5
; CHECK-NEXT: %[[AT:at[0-9]*]] = getelementptr inbounds i32, ptr %p.reload, i64 %[[PLUS]]
; CHECK-NEXT: store i32 %[[PICK]], ptr %[[AT]], align 4

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
