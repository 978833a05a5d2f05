; A parameter that lies in its caller's argument memory: refused before anything is written.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split)' -S 2>&1 | FileCheck %s
; RUN: not corolower %s -S 2>&1 | FileCheck %s
; RUN: not corolower check %s 2>&1 | FileCheck %s

; CHECK: inalloca.ll:[[#@LINE+4]]:45: error: @f is a coroutine with an inalloca parameter, whose memory is gone when its ramp returns [inalloca]
; CHECK: note: the coroutine begins here
; CHECK: hint: pass the object byval, or its address
; CHECK-NOT: define
define ptr @f(i32 %n, ptr inalloca({ i32 }) %arg) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  %v = load i32, ptr %arg
  call void @use(i32 %v)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(i32)
