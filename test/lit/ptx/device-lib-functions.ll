; The library of device-lib.ll. It is a module of its own, too.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"
@table = internal constant [2 x i32] [i32 1, i32 2]

declare float @llvm.fabs.f32(float)

; CHECK: .visible .func (.param .b32 func_retval0) __nv_cosf(
define float @__nv_cosf(float %x) {
  %y = call float @llvm.fabs.f32(float %x)
  ret float %y
}

; CHECK: .visible .func (.param .b32 func_retval0) twice(
define i32 @twice(i32 %x) #0 {
  %k = and i32 %x, 1
  %p = getelementptr i32, ptr @table, i32 %k
  %t = load i32, ptr %p
  %y = mul i32 %x, %t
  ret i32 %y
}

define void @unneeded() {
  ret void
}
attributes #0 = { noinline }
