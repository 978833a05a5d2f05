; Names that the module already has are avoided with a number, for clones, table and frame type alike.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

%f.Frame = type { i32 }

@f.resumers = global %f.Frame zeroinitializer

declare void @f.resume(ptr)

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @f.resume(ptr null)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { i32 }
; CHECK: %[[FRAME:f.Frame.[0-9]+]] = type { ptr, ptr, i1 }
; CHECK: @f.resumers = global %f.Frame zeroinitializer
; CHECK: @[[TABLE:f.resumers.[0-9]+]] = private constant [3 x ptr] [ptr @[[RESUME:f.resume.[0-9]+]], ptr @f.destroy, ptr @f.cleanup]

; CHECK-LABEL: define ptr @f()
; CHECK: call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @[[TABLE]])
; CHECK: getelementptr inbounds nuw %[[FRAME]], ptr %hdl, i32 0, i32 0
; CHECK: store ptr @[[RESUME]], ptr %resume.addr
; CHECK: define internal fastcc void @[[RESUME]](

; CHECK-LABEL: define internal fastcc void @f.destroy(

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
