; A use that its definition does not dominate.
; RUN: not corolower %s -passes=verify -S -o /dev/null 2>&1 | FileCheck %s

define i32 @f(ptr %h, i1 %c) {
entry:
  %d = call i1 @llvm.coro.done(ptr %h)
  br i1 %c, label %a, label %b

a:
  %v = add i32 1, 2
  br label %b

b:
; CHECK: dominance.ll:[[@LINE+1]]:{{[0-9]+}}: error: {{[Ii]}}nstruction does not dominate all uses
  ret i32 %v
}

declare i1 @llvm.coro.done(ptr)
