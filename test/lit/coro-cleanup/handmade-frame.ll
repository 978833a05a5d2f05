; A frame that the program makes by hand holds a function that is not fastcc, but the call is. For LLVM such a call
; is undefined. So it must not learn which function the call reaches.
; DIFFERS-FROM-LLVM: opt loads the function without launder.invariant.group
; RUN: corolower %s -passes='coro-early,coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,coro-cleanup' -S | opt-22 -O2 -S | FileCheck %s --check-prefix=AFTER

@ran = external global i32

define void @made_by_hand() {
  %frame = alloca { ptr, ptr }, align 8
  store ptr @part, ptr %frame, align 8
  call void @llvm.coro.resume(ptr %frame)
  ret void
}

define void @part(ptr %frame) noinline {
  store i32 1, ptr @ran, align 4
  ret void
}

; CHECK-LABEL: define void @made_by_hand()
; CHECK:         %[[FN:[0-9]+]] = load ptr, ptr %{{[0-9]+}}, align 8
; CHECK-NEXT:    %[[L:[0-9]+]] = call ptr @llvm.launder.invariant.group.p0(ptr %[[FN]])
; CHECK-NEXT:    call fastcc void %[[L]](ptr %frame)

; AFTER-LABEL: define {{.*}}void @made_by_hand()
; AFTER:         call fastcc void
; AFTER-NEXT:    ret void

declare void @llvm.coro.resume(ptr)
