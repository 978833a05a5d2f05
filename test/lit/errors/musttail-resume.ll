; A guaranteed tail call needs one calling convention on both sides, and the functions of coroutines are fastcc. opt makes invalid IR of it.
; RUN: not corolower %s -passes=coro-early -S 2>&1 | FileCheck %s

; CHECK:     {{.*}}.ll:[[#@LINE+3]]:3: error: unsupported: a musttail call of @llvm.coro.destroy must have the convention fastcc of the coroutine's parts
; CHECK:     hint: write tail, or make the call and its function fastcc
define void @drive(ptr %h) {
  musttail call void @llvm.coro.destroy(ptr %h)
  ret void
}
