; A branch to a block that is not there.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s

define void @f(ptr %h) {
  %d = call i1 @llvm.coro.done(ptr %h)
; CHECK: undefined-block.ll:[[@LINE+1]]:{{[0-9]+}}: error: use of undefined value '%gone'
  br label %gone
}

declare i1 @llvm.coro.done(ptr)
