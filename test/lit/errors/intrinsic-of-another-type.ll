; An intrinsic that a pass has to call, which the file has with another type. LLVM declares it anew and renames the file's.
; REQUIRES: corolower
; RUN: not corolower %s -passes='coro-early' -S 2>&1 | FileCheck %s

; CHECK: error: unsupported: a call of @llvm.coro.subfn.addr has to be added, which is i32 (i32, i8) here and must be ptr (ptr, i8)
; CHECK-NEXT: declare i32 @llvm.coro.subfn.addr(i32, i8)
; CHECK-NOT: define

declare i32 @llvm.coro.subfn.addr(i32, i8)

define void @drive(ptr %h) {
  call void @llvm.coro.resume(ptr %h)
  ret void
}

define void @stop(ptr %h) {
  call void @llvm.coro.destroy(ptr %h)
  ret void
}
