; When there is an error the output file is not touched.
; RUN: echo 'old contents' > %t.out
; RUN: not corolower %s -S -o %t.out 2>&1 | FileCheck %s
; RUN: FileCheck %s --check-prefix=OLD --input-file=%t.out

define i32 @f(ptr %h) {
  %d = call i1 @llvm.coro.done(ptr %h)
; CHECK: nothing-written.ll:[[@LINE+1]]:{{[0-9]+}}: error:
  ret i32 %nowhere
}
; OLD: old contents

declare i1 @llvm.coro.done(ptr)
