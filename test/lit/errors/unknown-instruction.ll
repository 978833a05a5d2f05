; A word that is no instruction is named, with its place; it is never skipped.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s

define i32 @f(ptr %h, i32 %x) {
  %d = call i1 @llvm.coro.done(ptr %h)
; CHECK: unknown-instruction.ll:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}
  %y = addd i32 %x, 1
; CHECK: addd
  ret i32 %y
}

declare i1 @llvm.coro.done(ptr)
