; A word among a global's attributes is printed as one, and not as a property, when the global is printed anew.
; RUN: corolower %s -passes=coro-cleanup -S | FileCheck %s
; RUN: corolower %s -passes=coro-cleanup -S | opt-22 -passes=verify -disable-output

; CHECK: @aTu = global <{ i32, i32 }> <{ i32 1, i32 24 }>, align 8 {{memory\(none\)|#0}}
@aTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8 memory(none)
@bTu = global <{ i32, i32 }> <{ i32 2, i32 24 }>, align 8

define void @a() {
  call void @llvm.coro.async.size.replace(ptr @aTu, ptr @bTu)
  ret void
}
declare void @llvm.coro.async.size.replace(ptr, ptr)
