; A value used in two blocks after the suspend is computed again in each.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = add i32 %n, 1
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  %c = call i1 @cond()
  br i1 %c, label %left, label %right

left:
  call void @print(i32 %a)
  br label %cleanup

right:
  %t = mul i32 %a, 2
  call void @print(i32 %t)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, i32, i1 }

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: left:
; CHECK-NEXT: %[[N_RELOAD_ADDR:n.reload.addr[0-9]*]] = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: %[[N_RELOAD:n.reload[0-9]*]] = load i32, ptr %[[N_RELOAD_ADDR]], align 4
; CHECK-NEXT: %[[A:a[0-9]*]] = add i32 %[[N_RELOAD]], 1
; CHECK-NEXT: call void @print(i32 %[[A]])
; CHECK-NEXT: br label %cleanup
; CHECK: right:
; CHECK-NEXT: %[[N_RELOAD_ADDR_1:n.reload.addr[0-9]*]] = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: %[[N_RELOAD_1:n.reload[0-9]*]] = load i32, ptr %[[N_RELOAD_ADDR_1]], align 4
; CHECK-NEXT: %[[A_1:a[0-9]*]] = add i32 %[[N_RELOAD_1]], 1
; CHECK-NEXT: %t = mul i32 %[[A_1]], 2
; CHECK-NEXT: call void @print(i32 %t)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare i1 @cond()
