; Giving back nothing is nothing; what may be something stays.
; RUN: corolower %s -passes=early-cse -S | FileCheck %s

; CHECK-LABEL: define void @f(
; CHECK-NEXT: call void @free(ptr %p)
; CHECK-NEXT: call void @give(ptr null)
; CHECK-NEXT: ret void
define void @f(ptr %p) {
  call void @free(ptr null)
  call void @free(ptr %p)
  call void @give(ptr null)
  ret void
}

declare void @free(ptr)
declare void @give(ptr)
