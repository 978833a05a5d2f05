; A frame made by hand holds a function with the default calling convention, and is resumed.
; PASSES: default<O2>
; LLVM 22: wrong code: unreachable
; clang 22: no message
; corolower: lowered

define void @f() {
  %frame = alloca { ptr, ptr }, align 8
  store ptr @part, ptr %frame, align 8
  call void @llvm.coro.resume(ptr %frame)
  ret void
}
define void @part(ptr %frame) noinline {
  call void @show(i64 1)
  ret void
}
declare void @llvm.coro.resume(ptr)
declare void @show(i64)
