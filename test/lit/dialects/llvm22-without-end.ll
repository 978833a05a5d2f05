; The size in lifetime markers is a word of LLVM 21 and before; captures(...) of 21 and later.
; RUN: corolower %s -passes=coro-early -S | FileCheck %s

; CHECK: declare ptr @llvm.coro.subfn.addr(ptr readonly captures(none), i8)
define void @r(ptr captures(none) %h) {
  call void @llvm.coro.resume(ptr %h)
  ret void
}
declare void @llvm.coro.resume(ptr)
declare void @other(ptr nocapture)
