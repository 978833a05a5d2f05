; A value used with another type than its definition has.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s

define i32 @f(ptr %h, i64 %x) {
  %d = call i1 @llvm.coro.done(ptr %h)
; CHECK: type-mismatch.ll:[[@LINE+1]]:{{[0-9]+}}: error: '%x' defined with type 'i64'{{.*}}
  %y = add i32 %x, 1
  ret i32 %y
}

declare i1 @llvm.coro.done(ptr)
