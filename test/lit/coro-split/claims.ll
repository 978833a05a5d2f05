; What a coroutine says of itself: the ramp keeps what is said of a call of it, the parts what is said of the whole body; nobody keeps that it
; does not return, or touches no memory. A parameter that the frame comes to know, by a select or a store, loses what it says of the call's end.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S 2>/dev/null | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S 2>/dev/null | opt-22 -passes=verify -disable-output
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -disable-output 2>&1 | FileCheck %s --check-prefix=WARN
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt keeps all function attributes, and in the parts an allocsize that names a parameter that is not there

; WARN: claims.ll:[[#@LINE+1]]:1: warning: @f is a coroutine marked noreturn, memory(argmem: read), but its ramp returns at the first suspend
define ptr @f(i1 %c, i64 %n, ptr captures(none) initializes((0, 4)) %p, ptr captures(none) dead_on_return %q, ptr captures(none) %r) noreturn nofree norecurse nosync nounwind willreturn mustprogress allocsize(1) allockind("alloc") memory(argmem: read) "alloc-family"="x" presplitcoroutine {
entry:
  %home = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %at = select i1 %c, ptr %p, ptr null
  store ptr %q, ptr %home
  call void @use(ptr captures(none) %r)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @use(ptr %at)
  call void @use(ptr %home)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; Nothing of it is split: what it says is left.
define void @never(ptr captures(none) %p) memory(none) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)

; CHECK: define ptr @f(i1 %c, i64 %n, ptr %p, ptr %q, ptr captures(none) %r) [[RAMP:#[0-9]+]]
; CHECK: define void @never(ptr captures(none) %p) [[NEVER:#[0-9]+]]
; CHECK: define internal fastcc void @f.resume({{.*}}) [[PART:#[0-9]+]]
; CHECK: define internal fastcc void @f.destroy({{.*}}) [[PART]]
; CHECK: define internal fastcc void @f.cleanup({{.*}}) [[PART]]
; CHECK-DAG: attributes [[RAMP]] = { mustprogress nofree norecurse nosync nounwind willreturn allockind("alloc") allocsize(1) "alloc-family"="x" }
; CHECK-DAG: attributes [[PART]] = { mustprogress nounwind }
; CHECK-DAG: attributes [[NEVER]] = { memory(none) }
