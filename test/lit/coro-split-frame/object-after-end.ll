; An object that only the ramp uses, and uses after coro.end, stays on the ramp's stack: a coroutine that ends without a suspend has freed
; its frame there.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -verify-each -S | FileCheck %s

; CHECK-LABEL: define i64 @f(
; CHECK:         %object = alloca i64
; CHECK:         call void @use(ptr %object)
; CHECK:         call void @free(
; CHECK:         call i64 @get(ptr %object)

define i64 @f(i1 %now) presplitcoroutine {
entry:
  %object = alloca i64
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @use(ptr %object)
  br i1 %now, label %cleanup, label %wait

wait:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  %v = call i64 @get(ptr %object)
  ret i64 %v
}

; Code behind a branch on coro.is_in_ramp is the ramp's.
; CHECK-LABEL: define i64 @g(
; CHECK:         %object = alloca i64

define i64 @g(i1 %now) presplitcoroutine {
entry:
  %object = alloca i64
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br i1 %now, label %cleanup, label %wait

wait:
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
  %in = call i1 @llvm.coro.is_in_ramp()
  br i1 %in, label %ramp, label %end

ramp:
  call void @use(ptr %object)
  br label %end

end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  %v = call i64 @get(ptr %object)
  ret i64 %v
}

declare i1 @llvm.coro.is_in_ramp()
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
declare i64 @get(ptr)
