; The returned coroutine is resumed on the normal edge of the invoke. If other edges lead to the same block, the edge gets a block of its own.
; REQUIRES: corolower
; RUN: corolower %s -verify-each -passes='coro-early,cgscc(coro-split),coro-cleanup' | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK: [[NEXT:%[0-9]+]] = invoke ptr @wrapper(ptr %{{.*}}, ptr %hdl)
; CHECK-NEXT: to label %[[EDGE:.*]] unwind label %pad
; CHECK: [[EDGE]]: ; preds = %await
; CHECK-NEXT: getelementptr inbounds { ptr, ptr }, ptr [[NEXT]], i32 0, i32 0
; CHECK-NEXT: [[RESUME:%[0-9]+]] = load ptr
; CHECK: musttail call fastcc void [[RESUME]](ptr [[NEXT]])
; CHECK-NEXT: ret void

define ptr @f(i1 %c) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %awaiter = alloca i64
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %out [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  call void @use(ptr %awaiter)
  %save = call token @llvm.coro.save(ptr %hdl)
  br i1 %c, label %await, label %joined
await:
  invoke void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @wrapper)
    to label %joined unwind label %pad
joined:
  %s1 = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s1, label %out [ i8 0, label %more
                              i8 1, label %cleanup ]
more:
  call void @note(i32 1)
  br label %cleanup
pad:
  %x = landingpad { ptr, i32 } catch ptr null
  br label %cleanup
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %m)
  br label %out
out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare ptr @wrapper(ptr, ptr)
declare void @use(ptr)
declare void @note(i32)
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @__gxx_personality_v0(...)
