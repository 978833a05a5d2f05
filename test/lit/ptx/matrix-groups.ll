; The fences of a warpgroup's matrix operations. The operation itself is inline assembly, which LLVM has no intrinsic for.
; REQUIRES: corolower
; RUN: corolower %s --emit=ptx -mcpu=sm_90a | FileCheck %s
; RUN: not corolower %s --emit=ptx -mcpu=sm_90 2>&1 | FileCheck %s --check-prefix=NEEDS

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .visible .func (.param .b32 func_retval0) f(
; CHECK:         wgmma.fence.sync.aligned;
; CHECK:         wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK:         wgmma.commit_group.sync.aligned;
; CHECK-NEXT:    wgmma.wait_group.sync.aligned 0;
; NEEDS: error: unsupported: wgmma.fence.sync.aligned: this needs sm_90a, but PTX is written for sm_90
define float @f(i64 %a, i64 %b) {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call { float, float, float, float } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, 0, 1, 1, 0, 0;", "=f,=f,=f,=f,l,l"(i64 %a, i64 %b)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %x = extractvalue { float, float, float, float } %d, 0
  ret float %x
}

; CHECK-LABEL: .visible .func (.param .b64 func_retval0) g(
; CHECK:         shl.b64 [[LOW:%rd[0-9]+]], %rd1, 32
; CHECK:         shr.u64 [[HIGH:%rd[0-9]+]], %rd1, 32
; CHECK-NEXT:    or.b64 %rd{{[0-9]+}}, [[LOW]], [[HIGH]];
define i64 @g(i64 %x) {
  %y = call i64 @llvm.nvvm.move.i64(i64 %x)
  %z = call i64 @llvm.nvvm.swap.lo.hi.b64(i64 %y)
  ret i64 %z
}

declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)
declare i64 @llvm.nvvm.move.i64(i64)
declare i64 @llvm.nvvm.swap.lo.hi.b64(i64)
