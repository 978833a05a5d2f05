; `check` reports every finding of a file with place, rule and fix, and exits 1; it rewrites nothing.
; RUN: not corolower check %s > %t.out 2> %t.err
; RUN: cat %t.out %t.err | FileCheck %s
; RUN: not corolower check --format=json %s | FileCheck %s --check-prefix=JSON
; RUN: corolower check --rules | FileCheck %s --check-prefix=RULES

define ptr @f() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %again = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %suspend
    i8 1, label %suspend
  ]
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: check.ll:10:{{[0-9]+}}: error: coroutine should have exactly one defining @llvm.coro.begin {{\[begin-twice\]}}
; CHECK: ^
; JSON: "line": 10
; RULES: begin-twice

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
