; A size that only another file knows cannot be copied.
; RUN: not corolower %s -passes=coro-cleanup -S -o /dev/null 2>&1 | FileCheck %s
; REQUIRES: corolower

; CHECK: async-size-elsewhere.ll:[[#@LINE+6]]:3: error: the source of llvm.coro.async.size.replace must be an async function pointer with an initializer
; CHECK: hint: name the pointers of two functions that this file defines
@aTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>
@bTu = external global <{ i32, i32 }>

define void @a() {
  call void @llvm.coro.async.size.replace(ptr @aTu, ptr @bTu)
  ret void
}
declare void @llvm.coro.async.size.replace(ptr, ptr)
