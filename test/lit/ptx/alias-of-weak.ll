; ptxas takes no alias of a weak function: its body is printed once more, under the alias's name. The alias has its own linkage.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: .visible .func (.param .b32 func_retval0) ctor(
; CHECK-DAG: .func (.param .b32 func_retval0) own(
; CHECK-DAG: .weak .func (.param .b32 func_retval0) base(
; CHECK-DAG: .weak .func (.param .b32 func_retval0) other(
; CHECK:     .weak .func (.param .b32 func_retval0) base(
; CHECK:     ld.param.b32 %r1, [base_param_0];
; CHECK:     .visible .func (.param .b32 func_retval0) ctor(
; CHECK:     ld.param.b32 %r1, [ctor_param_0];
; CHECK:     call.uni (retval0), base, (param0);
; CHECK:     .alias other, strong;
; CHECK-NOT: .alias ctor
define weak_odr i32 @base(i32 %n) {
  %r = call i32 @base(i32 %n)
  ret i32 %r
}

define i32 @strong(i32 %n) {
  %r = call i32 @own(i32 %n)
  ret i32 %r
}

@ctor = alias i32 (i32), ptr @base
@other = weak alias i32 (i32), ptr @strong
@own = internal alias i32 (i32), ptr @base
