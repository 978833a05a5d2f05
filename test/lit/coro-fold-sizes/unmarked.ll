; A coroutine that is not marked is left by coro-split alone: a later run will say how large it is.
; RUN: corolower %s -passes='coro-split,coro-fold-sizes' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,coro-split,coro-fold-sizes' -S | FileCheck --check-prefix=EARLY %s
; REQUIRES: corolower

@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>
@gTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>
; CHECK-LABEL: define i32 @reads(
; CHECK:         %f = load i32
; CHECK-NEXT:    %s = add i32 %f, 16
; EARLY-LABEL: define i32 @reads(
; EARLY:         %s = add i32 16, 16
define i32 @reads() {
  %f = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @fTu, i32 0, i32 1)
  %g = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @gTu, i32 0, i32 1)
  %s = add i32 %f, %g
  ret i32 %s
}
define void @f(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define void @g(ptr swiftasync %ctx) presplitcoroutine {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @gTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end.async(ptr, i1, ...)
