; A ramp that was inlined earlier brings a second, already split coro.id: only the function's own coroutine is split, and the inner frame is an ordinary value.
; RUN: corolower %s -passes='cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

@g.resumers = private constant [3 x ptr] [ptr @g.resume, ptr @g.resume, ptr @g.resume]

declare fastcc void @g.resume(ptr)

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %gid = call token @llvm.coro.id(i32 0, ptr null, ptr @g.resume, ptr @g.resumers)
  %gmem = call ptr @malloc(i64 24)
  %ghdl = call ptr @llvm.coro.begin(token %gid, ptr %gmem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @use(ptr %ghdl)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, ptr, i1 }

; CHECK-LABEL: define ptr @f()
; CHECK: call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr @f.resumers)
; CHECK: %gid = call token @llvm.coro.id(i32 0, ptr null, ptr @g.resume, ptr @g.resumers)
; CHECK: %ghdl = call ptr @llvm.coro.begin(token %gid, ptr %gmem)
; CHECK-NEXT: %ghdl.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store ptr %ghdl, ptr %ghdl.spill.addr, align 8

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(32) %hdl)
; CHECK: %ghdl.reload = load ptr, ptr %ghdl.reload.addr, align 8
; CHECK-NEXT: call void @use(ptr %ghdl.reload)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
