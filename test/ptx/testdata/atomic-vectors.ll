; Atomic operations on vectors of floats, each a loop that swaps the whole vector.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@sums = internal global [8 x i64] zeroinitializer
@sh = internal addrspace(3) global <2 x half> undef

define ptx_kernel void @main(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %z = zext i32 %tid to i64
  %mine = getelementptr [8 x i64], ptr addrspace(1) %out, i32 %tid
  %f = uitofp i32 %tid to half
  %g = fneg half %f
  %v0 = insertelement <2 x half> zeroinitializer, half %f, i32 0
  %v = insertelement <2 x half> %v0, half %g, i32 1
  %a = atomicrmw fadd ptr @sums, <2 x half> %v monotonic
  %p1 = getelementptr i64, ptr @sums, i32 1
  %b = atomicrmw fmax ptr %p1, <2 x half> %v seq_cst
  %p2 = getelementptr i64, ptr @sums, i32 2
  %w = shufflevector <2 x half> %v, <2 x half> %v, <4 x i32> <i32 0, i32 1, i32 1, i32 0>
  %c = atomicrmw fsub ptr %p2, <4 x half> %w acq_rel
  %p3 = getelementptr i64, ptr @sums, i32 3
  %x0 = uitofp i32 %tid to float
  %x1 = insertelement <2 x float> splat (float 0.5), float %x0, i32 1
  %d = atomicrmw fadd ptr %p3, <2 x float> %x1 monotonic
  %p4 = getelementptr i64, ptr @sums, i32 4
  %l = alloca <2 x float>
  store <2 x float> %x1, ptr %l
  %e = atomicrmw fadd ptr %l, <2 x float> %x1 monotonic  ; llc:   %e = load <2 x float>, ptr %l  %e3 = fadd <2 x float> %e, %x1  store <2 x float> %e3, ptr %l
  %e2 = load <2 x float>, ptr %l
  store <2 x half> zeroinitializer, ptr addrspace(3) @sh
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %s = atomicrmw fadd ptr addrspace(3) @sh, <2 x half> %v monotonic
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store <2 x float> %e2, ptr addrspace(1) %mine
  %o1 = getelementptr i64, ptr addrspace(1) %mine, i32 1
  %t0 = load <2 x half>, ptr @sums
  store <2 x half> %t0, ptr addrspace(1) %o1
  %o2 = getelementptr i64, ptr addrspace(1) %mine, i32 2
  %t1 = load <2 x half>, ptr %p1
  store <2 x half> %t1, ptr addrspace(1) %o2
  %o3 = getelementptr i64, ptr addrspace(1) %mine, i32 3
  %t2 = load <4 x half>, ptr %p2
  store <4 x half> %t2, ptr addrspace(1) %o3
  %o4 = getelementptr i64, ptr addrspace(1) %mine, i32 4
  %t3 = load <2 x float>, ptr %p3
  store <2 x float> %t3, ptr addrspace(1) %o4
  %o5 = getelementptr i64, ptr addrspace(1) %mine, i32 5
  %t4 = load <2 x half>, ptr addrspace(3) @sh
  store <2 x half> %t4, ptr addrspace(1) %o5
  %o6 = getelementptr i64, ptr addrspace(1) %mine, i32 6
  store <2 x float> %e, ptr addrspace(1) %o6
  ret void
}
