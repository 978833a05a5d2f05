; A use of a value that is defined nowhere.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s

define i32 @f(ptr %h) {
  %d = call i1 @llvm.coro.done(ptr %h)
; CHECK: undefined-value.ll:[[@LINE+1]]:{{[0-9]+}}: error: use of undefined value '%nowhere'
  ret i32 %nowhere
}

declare i1 @llvm.coro.done(ptr)
