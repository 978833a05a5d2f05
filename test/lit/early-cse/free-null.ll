; Giving null back to an allocator is nothing; what may be something stays, and what only has the name.
; RUN: corolower %s -passes=early-cse -S | FileCheck %s

; CHECK-LABEL: define void @f(
; CHECK-NEXT: call void @give(ptr %p)
; CHECK-NEXT: call void @free(ptr null)
; CHECK-NEXT: ret void
define void @f(ptr %p) {
  call void @give(ptr null)
  call void @give(ptr %p)
  call void @free(ptr null)
  ret void
}

declare void @give(ptr allocptr) willreturn allockind("free") "alloc-family"="malloc"
declare void @free(ptr)
