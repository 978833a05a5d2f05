; Between save and suspend another thread may already run the coroutine: a value defined before the save is read from the frame, not from a register.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(ptr %q) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %v = call i32 @get()
  %sv = call token @llvm.coro.save(ptr %hdl)
  call void @print(i32 %v)
  call void @use(ptr %q)
  %s = call i8 @llvm.coro.suspend(token %sv, i1 false)
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

; CHECK: %f.Frame = type { ptr, ptr, ptr, i32, i1 }

; CHECK-LABEL: define ptr @f(ptr %q)
; CHECK: store i32 %v, ptr %v.spill.addr, align 4
; CHECK: store i1 false, ptr %{{index.addr[0-9]*}}, align 1
; CHECK: %q.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: %q.reload = load ptr, ptr %q.reload.addr, align 8
; CHECK-NEXT: call void @print(i32 %v.reload)
; CHECK-NEXT: call void @use(ptr %q.reload)
; CHECK-NEXT: br label %CoroSuspend

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @use(ptr)
declare i32 @get()
