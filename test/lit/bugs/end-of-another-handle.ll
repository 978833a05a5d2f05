; coro.end needs no handle, so the parameter that it is given here needs no place in the frame.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -verify-each -S 2> %t | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -verify-each -S 2> %t | opt-22 -passes=verify -disable-output


; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK-NOT: %other
; CHECK: ret void
define ptr @f(i32 %n, ptr %other) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i32 %n, ptr %promise, align 4
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %exit [ i8 0, label %resume
                              i8 1, label %cleanup ]
resume:
  call void @use(ptr %promise)
  %last = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %last, label %exit [ i8 0, label %trap
                                 i8 1, label %cleanup ]
trap:
  unreachable
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %other, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
