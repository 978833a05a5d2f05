; Two definitions of one name.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s

define i32 @f(ptr %h) {
  %d = call i1 @llvm.coro.done(ptr %h)
; CHECK: redefined-value.ll:[[@LINE+1]]:{{[0-9]+}}: error: multiple definition of local value named 'd'
  %d = add i32 1, 2
  ret i32 %d
}

declare i1 @llvm.coro.done(ptr)
