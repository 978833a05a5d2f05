; A function whose closing brace is missing.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s

; CHECK: unterminated-function.ll:{{[0-9]+}}:{{[0-9]+}}: error:
define i32 @f(ptr %h) {
  %d = call i1 @llvm.coro.done(ptr %h)
  ret i32 0

declare i1 @llvm.coro.done(ptr)
