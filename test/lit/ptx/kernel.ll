; A kernel as PTX: parameters, a depot for the alloca, a loop whose phis share registers with their values, addresses folded into accesses.
; REQUIRES: corolower
; RUN: corolower --emit=ptx -passes=no-op-module %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; CHECK:      .version 7.0
; CHECK-NEXT: .target sm_80
; CHECK-NEXT: .address_size 64
; CHECK:      .global .align 4 .b8 table[16] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4};
; CHECK:      .visible .entry sum(
; CHECK-NEXT: 	.param .u64 .ptr .global .align 1 sum_param_0,
; CHECK-NEXT: 	.param .u32 sum_param_1
; CHECK-NEXT: )
; CHECK-NEXT: {
; CHECK-NEXT: 	.local .align 4 .b8 __local_depot0[16];
; CHECK-NEXT: 	.reg .pred %p<2>;
define ptx_kernel void @sum(ptr addrspace(1) %out, i32 %n) {
entry:
  %a = alloca [4 x i32], align 4
; CHECK:      ld.param.b64 [[OUT:%rd[0-9]+]], [sum_param_0];
; CHECK-NEXT: ld.param.b32 [[N:%r[0-9]+]], [sum_param_1];
; CHECK-NEXT: mov.u32 [[TID:%r[0-9]+]], %tid.x;
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a2 = getelementptr [4 x i32], ptr %a, i64 0, i64 2
; CHECK-NEXT: st.local.b32 [__local_depot0+8], [[TID]];
  store i32 %tid, ptr %a2, align 4
  %t1 = getelementptr [4 x i32], ptr @table, i64 0, i64 1
; CHECK-NEXT: ld.global.b32 [[S:%r[0-9]+]], [table+4];
  %v = load i32, ptr %t1, align 4
; CHECK-NEXT: mov.b32 [[I:%r[0-9]+]], 0;
; CHECK-NEXT: $L__BB0_1: // %loop
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i32 [ %v, %entry ], [ %s.next, %loop ]
; CHECK-NEXT: add.s32 [[S]], [[S]], [[I]];
  %s.next = add i32 %s, %i
; CHECK-NEXT: add.s32 [[I]], [[I]], 1;
  %i.next = add i32 %i, 1
; CHECK-NEXT: setp.lt.s32 [[P:%p[0-9]+]], [[I]], [[N]];
  %more = icmp slt i32 %i.next, %n
; CHECK-NEXT: @[[P]] bra $L__BB0_1;
; CHECK-NEXT: $L__BB0_2: // %done
  br i1 %more, label %loop, label %done

done:
  %r = load i32, ptr %a2, align 4
  %sum = add i32 %r, %s.next
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %tid
; CHECK:      mad.wide.s32 [[Q:%rd[0-9]+]], [[TID]], 4, [[OUT]];
; CHECK-NEXT: st.global.b32 {{\[}}[[Q]]+4], %r{{[0-9]+}};
  %q = getelementptr i8, ptr addrspace(1) %p, i64 4
  store i32 %sum, ptr addrspace(1) %q, align 4
; CHECK-NEXT: ret;
; CHECK-NEXT: }
  ret void
}
