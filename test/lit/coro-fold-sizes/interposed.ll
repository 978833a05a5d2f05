; In a module made with semantic interposition a default symbol may be another's when the program is loaded, a protected one not.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup,coro-fold-sizes' -S | FileCheck %s
; REQUIRES: corolower

@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>
@gTu = protected global <{ i32, i32 }> <{ i32 1, i32 16 }>
; CHECK-LABEL: define void @reads(
; CHECK:         %f = load i32
; CHECK:         call void @use(i32 %f)
; CHECK-NEXT:    call void @use(i32 16)
define void @reads() {
  %f = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @fTu, i32 0, i32 1)
  call void @use(i32 %f)
  %g = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @gTu, i32 0, i32 1)
  call void @use(i32 %g)
  ret void
}
define void @f(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define void @g(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @gTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
declare void @use(i32)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end.async(ptr, i1, ...)
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"SemanticInterposition", i32 1}
