; A declaration that only a pass comes to name is checked then, and what is wrong with it is an error of the input.
; RUN: not corolower %s -passes=coro-cleanup -S 2>&1 | FileCheck %s

; CHECK-NOT: internal error
; CHECK:     error: Attribute 'readonly' applied to incompatible type!
; CHECK-NOT: internal error
target triple = "nvptx64-nvidia-cuda"

declare ptr @malloc(i64 readonly)
declare ptr @_Znwm(i64)

define ptr @f() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @_Znwm(i64 8)
  ret ptr %mem
}
