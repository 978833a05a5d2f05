; A declaration that only a pass comes to name is checked then, and what is wrong with it is an error of the input.
; RUN: not corolower %s -passes=coro-early -S 2>&1 | FileCheck %s

; CHECK-NOT: internal error
; CHECK:     error: Attribute 'readonly' applied to incompatible type!
; CHECK-NOT: internal error
declare ptr @llvm.coro.subfn.addr(i32 readonly, i8)
declare void @llvm.coro.resume(ptr)
define void @f(ptr %h) {
  call void @llvm.coro.resume(ptr %h)
  ret void
}
