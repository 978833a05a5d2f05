; A phi that lives across is stored after the phis of its block.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i1 %c) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br i1 %c, label %left, label %right

left:
  br label %join

right:
  br label %join

join:
  %x = phi i32 [ 1, %left ], [ 2, %right ]
  %y = phi i32 [ 3, %left ], [ 4, %right ]
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @print(i32 %x)
  call void @print(i32 %y)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, i32, i32, i1 }

; CHECK-LABEL: define ptr @f(i1 %c)
; CHECK: join:
; CHECK-NEXT: %x = phi i32 [ %{{.join[0-9]*}}, %join.from.left ], [ %{{.join[0-9]*}}, %join.from.right ]
; CHECK-NEXT: %y = phi i32 [ %{{.join[0-9]*}}, %join.from.left ], [ %{{.join[0-9]*}}, %join.from.right ]
; CHECK-NEXT: %y.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 3
; CHECK-NEXT: store i32 %y, ptr %y.spill.addr, align 4
; CHECK-NEXT: %x.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i32 %x, ptr %x.spill.addr, align 4

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(32) %hdl)
; CHECK: cont:
; CHECK-NEXT: %y.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 3
; CHECK-NEXT: %y.reload = load i32, ptr %y.reload.addr, align 4
; CHECK-NEXT: %x.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: %x.reload = load i32, ptr %x.reload.addr, align 4
; CHECK-NEXT: call void @print(i32 %x.reload)
; CHECK-NEXT: call void @print(i32 %y.reload)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
