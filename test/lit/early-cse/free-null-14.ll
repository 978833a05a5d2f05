; Up to LLVM 14 the name of C's free says that giving null back is nothing, but not where the call is nobuiltin.
; RUN: corolower %s -passes=early-cse -S | FileCheck %s
; RUN: opt-14 %s -passes=early-cse -S | FileCheck %s
; RUN: sed 's/i8\*/ptr/g' %s | corolower -passes=early-cse -S | FileCheck %s --check-prefix=LATER

; CHECK-LABEL: define void @f(
; CHECK-NEXT: call void @free(i8* %p)
; CHECK-NEXT: call void @free(i8* null) #[[#]]
; CHECK-NEXT: ret void
; LATER: call void @free(ptr null)
define void @f(i8* %p) {
  call void @free(i8* null)
  call void @free(i8* %p)
  call void @free(i8* null) #0
  ret void
}

declare void @free(i8*) willreturn

attributes #0 = { nobuiltin }
