; The result of get_return_object is converted in the ramp, and destroyed by the cleanup, too, as clang 22 emits it.
; EXPECT: 29:3 outside-frame-across-suspend "a variable that stays outside of the frame is used after a suspend, when it is gone"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @f(ptr %to) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %result = alloca ptr, align 8, !coro.outside.frame !0
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr %result, align 8
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %leave [ i8 0, label %resume
                               i8 1, label %cleanup ]
resume:
  %last = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %last, label %leave [ i8 0, label %leave
                                  i8 1, label %cleanup ]
leave:
  %ramp = call i1 @llvm.coro.is_in_ramp()
  br i1 %ramp, label %convert, label %exit
convert:
  call void @convert(ptr %to, ptr %result)
  br label %exit
cleanup:
  call void @destroy(ptr %result)
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

declare void @convert(ptr, ptr)
declare void @destroy(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.is_in_ramp()
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)

!0 = !{}
