; Two functions that each hand their context on to the other have no size.
; RUN: not corolower %s -passes=coro-cleanup -S -o /dev/null 2>&1 | FileCheck %s
; REQUIRES: corolower

; CHECK: async-size-cycle.ll:[[#@LINE+6]]:3: error: llvm.coro.async.size.replace replaces the size of @aTu by itself
; CHECK: hint: use a size that comes from a coroutine
@aTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>
@bTu = global <{ i32, i32 }> <{ i32 2, i32 16 }>

define void @a() {
  call void @llvm.coro.async.size.replace(ptr @aTu, ptr @bTu)
  call void @llvm.coro.async.size.replace(ptr @bTu, ptr @aTu)
  ret void
}
declare void @llvm.coro.async.size.replace(ptr, ptr)
