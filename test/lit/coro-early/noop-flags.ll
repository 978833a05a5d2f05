; The function of the no-op coroutine has the attributes that module flags ask for, as functions of the source do: where branch targets
; are enforced, a call by address of a function without "branch-target-enforcement" is a fault.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s --llvm-version=19 -passes='coro-early' -S | FileCheck %s --check-prefix=OLD
; RUN: sed 's/"sign-return-address-all", i32 1/"sign-return-address-all", i32 0/; s/"uwtable", i32 2/"uwtable", i32 1/; s/with-bkey", i32 1/with-bkey", i32 0/; s/"frame-pointer", i32 2/"frame-pointer", i32 1/' %s | corolower -passes='coro-early' -S | FileCheck %s --check-prefix=LESS

define ptr @f() {
  %n = call ptr @llvm.coro.noop()
  ret ptr %n
}

; CHECK: define internal fastcc void @__NoopCoro_ResumeDestroy(ptr %0) #[[A:[0-9]+]] {
; CHECK: attributes #[[A]] = { fn_ret_thunk_extern uwtable "branch-protection-pauth-lr" "branch-target-enforcement" "frame-pointer"="all" "guarded-control-stack" "sign-return-address"="all" "sign-return-address-key"="b_key" }
; LESS: attributes #{{[0-9]+}} = { fn_ret_thunk_extern uwtable(sync) "branch-protection-pauth-lr" "branch-target-enforcement" "frame-pointer"="non-leaf" "guarded-control-stack" "sign-return-address"="non-leaf" "sign-return-address-key"="a_key" }
; OLD: define private fastcc void @__NoopCoro_ResumeDestroy(ptr %0) {

declare ptr @llvm.coro.noop()

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!0 = !{i32 8, !"branch-target-enforcement", i32 1}
!1 = !{i32 8, !"sign-return-address", i32 1}
!2 = !{i32 8, !"sign-return-address-all", i32 1}
!3 = !{i32 8, !"sign-return-address-with-bkey", i32 1}
!4 = !{i32 8, !"guarded-control-stack", i32 1}
!5 = !{i32 8, !"branch-protection-pauth-lr", i32 1}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{i32 7, !"frame-pointer", i32 2}
!8 = !{i32 4, !"function_return_thunk_extern", i32 1}
