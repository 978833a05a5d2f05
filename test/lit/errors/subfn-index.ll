; coro.subfn.addr knows the indices -1 to 2.
; RUN: not corolower %s -passes='coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s

define ptr @f(ptr %h) {
; CHECK-NOT: subfn-index.ll:[[@LINE+1]]:
  %first = call ptr @llvm.coro.subfn.addr(ptr %h, i8 -1)
; CHECK-NOT: subfn-index.ll:[[@LINE+1]]:
  %last = call ptr @llvm.coro.subfn.addr(ptr %h, i8 2)
; CHECK: subfn-index.ll:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}coro.subfn.addr
  %below = call ptr @llvm.coro.subfn.addr(ptr %h, i8 -2)
; CHECK: subfn-index.ll:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}coro.subfn.addr
  %above = call ptr @llvm.coro.subfn.addr(ptr %h, i8 3)
  ret ptr %above
}

declare ptr @llvm.coro.subfn.addr(ptr, i8)
