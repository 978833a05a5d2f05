; A guaranteed tail call needs one calling convention on both sides, and the functions of coroutines are fastcc. opt makes invalid IR of it.
; RUN: not corolower %s -passes=coro-early -S 2>&1 | FileCheck %s

; CHECK:     {{.*}}.ll:[[#@LINE+3]]:3: error: unsupported: a musttail call of @llvm.coro.destroy must have the convention fastcc of the coroutine's parts
; CHECK:     hint: write tail, or make the call and its function fastcc
define void @drive(ptr %h) {
  musttail call void @llvm.coro.destroy(ptr %h)
  ret void
}

; It also needs the same parameters. opt crashes.
; CHECK:     {{.*}}.ll:[[#@LINE+3]]:3: error: unsupported: a musttail call of @llvm.coro.resume must be in a function with the parameter of the coroutine's parts
; CHECK:     hint: write tail, or make the handle the function's only parameter
define fastcc void @two(ptr %p, ptr %h) {
  musttail call fastcc void @llvm.coro.resume(ptr %h)
  ret void
}

define fastcc void @far(ptr addrspace(1) %p) {
  %h = load ptr, ptr addrspace(1) %p
; CHECK:     {{.*}}.ll:[[#@LINE+1]]:3: error: unsupported: a musttail call of @llvm.coro.resume must be in
  musttail call fastcc void @llvm.coro.resume(ptr %h)
  ret void
}

declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
