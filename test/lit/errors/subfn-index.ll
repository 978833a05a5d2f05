; coro.subfn.addr knows the indices -1 to 2.
; RUN: not corolower %s -passes='coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s

define ptr @f(ptr %h) {
; CHECK: subfn-index.ll:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}coro.subfn.addr
  %a = call ptr @llvm.coro.subfn.addr(ptr %h, i8 7)
  ret ptr %a
}

declare ptr @llvm.coro.subfn.addr(ptr, i8)
