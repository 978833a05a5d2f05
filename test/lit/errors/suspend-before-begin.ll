; A value that is needed after a suspend, where some path leads past coro.begin, cannot come from a frame.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split)' -S 2>&1 | FileCheck %s
; RUN: not corolower check %s 2>&1 | FileCheck %s

define i32 @f(i1 %c, i32 %n) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  br i1 %c, label %start, label %late

start:
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %late
    i8 1, label %cleanup
  ]

late:
; CHECK: suspend-before-begin.ll:[[#@LINE+1]]:3: error: a value is needed after a suspend that some path reaches without coro.begin
  call void @use(i32 %n)
  ret i32 0

cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret i32 0
}

declare void @use(i32)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
