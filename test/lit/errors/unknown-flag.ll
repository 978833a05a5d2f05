; A flag that is not the instruction's own.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s

define i32 @f(ptr %h, i32 %x) {
  %d = call i1 @llvm.coro.done(ptr %h)
; CHECK: unknown-flag.ll:[[@LINE+1]]:{{[0-9]+}}: error:
  %y = add banana i32 %x, 1
  ret i32 %y
}

declare i1 @llvm.coro.done(ptr)
