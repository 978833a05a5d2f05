; The final suspend stands first in the text: it gets the last number, and the others are told apart by the stores, not by their order.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i1 %c) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br i1 %c, label %fin, label %s.a

fin:
  %sf = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %sf, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

s.a:
  %sa = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %sa, label %suspend [
    i8 0, label %s.b
    i8 1, label %cleanup
  ]

s.b:
  call void @print(i32 5)
  %sb = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %sb, label %suspend [
    i8 0, label %s.c
    i8 1, label %cleanup
  ]

s.c:
  call void @print(i32 6)
  br label %fin

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, i2 }

; CHECK-LABEL: define ptr @f(i1 %c)
; CHECK: store ptr null, ptr %ResumeFn.addr, align 8
; CHECK: store i2 1, ptr %{{index.addr[0-9]*}}, align 1

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: switch i2 %index, label %unreachable [
; CHECK-NEXT:   i2 0, label %resume.0
; CHECK-NEXT:   i2 1, label %resume.1
; CHECK-NEXT: ]
; CHECK: store ptr null, ptr %ResumeFn.addr, align 8
; CHECK: call void @print(i32 5)
; CHECK: store i2 0, ptr %{{index.addr[0-9]*}}, align 1
; CHECK: call void @print(i32 6)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
