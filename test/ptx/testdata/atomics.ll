; Atomics: each operation, at each width, in each space.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@counter = internal global [16 x i64] zeroinitializer
@small = internal global [8 x i8] zeroinitializer, align 4
@sh = internal addrspace(3) global [4 x i32] undef

define ptx_kernel void @main(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %z = zext i32 %tid to i64
  %mine = getelementptr [32 x i64], ptr addrspace(1) %out, i32 %tid
  %a0 = atomicrmw add ptr @counter, i64 %z seq_cst
  %c1 = getelementptr [16 x i64], ptr @counter, i32 0, i32 1
  %a1 = atomicrmw sub ptr %c1, i32 %tid monotonic
  %c2 = getelementptr [16 x i64], ptr @counter, i32 0, i32 2
  %a2 = atomicrmw max ptr %c2, i64 %z acquire
  %c3 = getelementptr [16 x i64], ptr @counter, i32 0, i32 3
  %n = sub i32 0, %tid
  %a3 = atomicrmw min ptr %c3, i32 %n release
  %c4 = getelementptr [16 x i64], ptr @counter, i32 0, i32 4
  %a4 = atomicrmw umax ptr %c4, i32 %n syncscope("device") acq_rel
  %c5 = getelementptr [16 x i64], ptr @counter, i32 0, i32 5
  %a5 = atomicrmw xor ptr %c5, i64 %z syncscope("block") monotonic
  %c6 = getelementptr [16 x i64], ptr @counter, i32 0, i32 6
  %f = uitofp i32 %tid to float
  %a6 = atomicrmw fadd ptr %c6, float %f monotonic
  %c7 = getelementptr [16 x i64], ptr @counter, i32 0, i32 7
  %d = uitofp i32 %tid to double
  %a7 = atomicrmw fadd ptr %c7, double %d seq_cst
  %c8 = getelementptr [16 x i64], ptr @counter, i32 0, i32 8
  %a8 = atomicrmw nand ptr %c8, i32 %tid seq_cst
  %c9 = getelementptr [16 x i64], ptr @counter, i32 0, i32 9
  %a9 = atomicrmw uinc_wrap ptr %c9, i32 5 monotonic
  %c10 = getelementptr [16 x i64], ptr @counter, i32 0, i32 10
  %a10 = atomicrmw udec_wrap ptr %c10, i32 7 monotonic
  %c11 = getelementptr [16 x i64], ptr @counter, i32 0, i32 11
  %a11 = atomicrmw xchg ptr %c11, i64 %z monotonic
  %c12 = getelementptr [16 x i64], ptr @counter, i32 0, i32 12
  %a12 = atomicrmw fsub ptr %c12, double %d monotonic
  %c13 = getelementptr [16 x i64], ptr @counter, i32 0, i32 13
  %a13 = atomicrmw and ptr %c13, i64 %z monotonic
  %c14 = getelementptr [16 x i64], ptr @counter, i32 0, i32 14
  %a14 = atomicrmw or ptr %c14, i32 %tid monotonic
  %k = and i32 %tid, 7
  %s = getelementptr [8 x i8], ptr @small, i32 0, i32 %k
  %t8 = trunc i32 %tid to i8
  %a15 = atomicrmw add ptr %s, i8 %t8 seq_cst
  %a16 = atomicrmw max ptr %s, i8 -5 monotonic
  %cx = cmpxchg ptr %s, i8 %a15, i8 99 seq_cst monotonic
  %cx0 = extractvalue { i8, i1 } %cx, 0
  %cx1 = extractvalue { i8, i1 } %cx, 1
  %k2 = and i32 %tid, 3
  %h = getelementptr [4 x i16], ptr @small, i32 0, i32 %k2
  %a17 = atomicrmw umin ptr %h, i16 7 monotonic
  %c15 = getelementptr [16 x i64], ptr @counter, i32 0, i32 15
  %cy = cmpxchg weak ptr %c15, i64 %z, i64 1000 acq_rel acquire
  %cy0 = extractvalue { i64, i1 } %cy, 0
  %cy1 = extractvalue { i64, i1 } %cy, 1
  %isz = icmp eq i32 %tid, 0
  br i1 %isz, label %init, label %go
init:
  store [4 x i32] zeroinitializer, ptr addrspace(3) @sh
  br label %go
go:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a18 = atomicrmw add ptr addrspace(3) @sh, i32 %tid monotonic
  %sh1 = getelementptr [4 x i32], ptr addrspace(3) @sh, i32 0, i32 1
  %cz = cmpxchg ptr addrspace(3) %sh1, i32 %tid, i32 5 seq_cst seq_cst
  %cz1 = extractvalue { i32, i1 } %cz, 1
  fence seq_cst
  fence syncscope("block") acquire
  fence syncscope("device") release
  fence syncscope("singlethread") seq_cst ; llc: fence syncscope("block") seq_cst
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %total = load atomic i32, ptr addrspace(3) @sh acquire, align 4
  store atomic i64 %a0, ptr addrspace(1) %mine release, align 8
  %p1 = getelementptr i64, ptr addrspace(1) %mine, i32 1
  store atomic i32 %total, ptr addrspace(1) %p1 seq_cst, align 4
  %v0 = load atomic i64, ptr @counter seq_cst, align 8
  %p2 = getelementptr i64, ptr addrspace(1) %mine, i32 2
  store i64 %v0, ptr addrspace(1) %p2
  %p3 = getelementptr i64, ptr addrspace(1) %mine, i32 3
  store i8 %a15, ptr addrspace(1) %p3
  %p4 = getelementptr i64, ptr addrspace(1) %mine, i32 4
  store i8 %cx0, ptr addrspace(1) %p4
  %p5 = getelementptr i64, ptr addrspace(1) %mine, i32 5
  store i1 %cx1, ptr addrspace(1) %p5
  %p6 = getelementptr i64, ptr addrspace(1) %mine, i32 6
  store i64 %cy0, ptr addrspace(1) %p6
  %p7 = getelementptr i64, ptr addrspace(1) %mine, i32 7
  store i1 %cy1, ptr addrspace(1) %p7
  %p8 = getelementptr i64, ptr addrspace(1) %mine, i32 8
  store float %a6, ptr addrspace(1) %p8
  %p9 = getelementptr i64, ptr addrspace(1) %mine, i32 9
  store double %a12, ptr addrspace(1) %p9
  %p10 = getelementptr i64, ptr addrspace(1) %mine, i32 10
  store i32 %a9, ptr addrspace(1) %p10
  %p11 = getelementptr i64, ptr addrspace(1) %mine, i32 11
  store i32 %a10, ptr addrspace(1) %p11
  %p12 = getelementptr i64, ptr addrspace(1) %mine, i32 12
  store i32 %a8, ptr addrspace(1) %p12
  %p13 = getelementptr i64, ptr addrspace(1) %mine, i32 13
  store i16 %a17, ptr addrspace(1) %p13
  %p14 = getelementptr i64, ptr addrspace(1) %mine, i32 14
  store i1 %cz1, ptr addrspace(1) %p14
  %p15 = getelementptr i64, ptr addrspace(1) %mine, i32 15
  store i64 %a2, ptr addrspace(1) %p15
  %p16 = getelementptr i64, ptr addrspace(1) %mine, i32 16
  store i32 %a1, ptr addrspace(1) %p16
  %p17 = getelementptr i64, ptr addrspace(1) %mine, i32 17
  store i32 %a4, ptr addrspace(1) %p17
  %last = load volatile i64, ptr %c5
  %p18 = getelementptr i64, ptr addrspace(1) %mine, i32 18
  store i64 %last, ptr addrspace(1) %p18
  %mem = load i64, ptr @small, align 4
  %p19 = getelementptr i64, ptr addrspace(1) %mine, i32 19
  store i64 %mem, ptr addrspace(1) %p19
  ret void
}
