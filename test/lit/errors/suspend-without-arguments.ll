; A suspend that is called with a type of its own is a finding, and nothing looks at the arguments that it does not have.
; RUN: not corolower check %s 2>&1 | FileCheck %s
; RUN: not corolower %s -S 2>&1 | FileCheck %s
; A summary of the function fails, too, and the finding explains it.
; RUN: not corolower %s --summaries-out=%t.json -o /dev/null 2>&1 | FileCheck %s

; CHECK-NOT: internal error
; CHECK: suspend-without-arguments.ll:[[#@LINE+5]]:11: error: llvm.coro.suspend has the type `i64 ()`
define ptr @f() presplitcoroutine {
entry:
  %promise = alloca {}
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.suspend()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend []

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare ptr @malloc(i64)
