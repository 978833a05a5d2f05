; An unnamed value with the wrong number.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s

define i32 @f(ptr %h) {
  %1 = call i1 @llvm.coro.done(ptr %h)
; CHECK: numbering.ll:[[@LINE+1]]:{{[0-9]+}}: error: instruction expected to be numbered '%2'{{.*}}
  %1 = add i32 1, 2
  ret i32 %1
}

declare i1 @llvm.coro.done(ptr)
