; coro.align is the largest alignment of the frame's fields. A part relies on no more bytes than coro.size requests.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = call i64 @llvm.coro.align.i64()
  call void @print64(i64 %a)
  %buf = alloca i128, align 32
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @use(ptr %buf)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @print64(i64)

; CHECK-LABEL: define ptr @f()
; CHECK: call ptr @malloc(i64 48)
; CHECK: call void @print64(i64 32)

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 32 dereferenceable(48) %hdl)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare i64 @llvm.coro.align.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
