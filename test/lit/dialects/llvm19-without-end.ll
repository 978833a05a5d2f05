; A file without a coro.end, of LLVM 19 by its other words: what is added has that version's.
; RUN: corolower %s -passes=coro-early -S | FileCheck %s
; RUN: corolower %s -passes=coro-early -S | opt-19 -passes=verify -disable-output

; CHECK: declare ptr @llvm.coro.subfn.addr(ptr nocapture readonly, i8)
define void @r(ptr %h) {
  call void @llvm.coro.resume(ptr %h)
  ret void
}
declare void @llvm.coro.resume(ptr nocapture)
