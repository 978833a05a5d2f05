; What threads do together: shuffles, votes, matches, reductions, barriers; special registers; inline assembler.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.warpsize()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32)
declare { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
declare i1 @llvm.nvvm.vote.uni.sync(i32, i1)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
declare i32 @llvm.nvvm.match.any.sync.i64(i32, i64)
declare { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32, i32)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare i32 @llvm.nvvm.redux.sync.umin(i32, i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @llvm.nvvm.barrier0.popc(i32)
declare i32 @llvm.nvvm.barrier0.and(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare void @llvm.nvvm.nanosleep(i32)
declare void @llvm.nvvm.membar.gl()
declare i32 @llvm.nvvm.prmt(i32, i32, i32)
declare i32 @llvm.nvvm.mulhi.i(i32, i32)
declare i64 @llvm.nvvm.mulhi.ull(i64, i64)
declare i1 @llvm.nvvm.isspacep.global(ptr)
declare i1 @llvm.nvvm.isspacep.local(ptr)
declare float @llvm.nvvm.fma.rz.f(float, float, float)
declare double @llvm.nvvm.add.rm.d(double, double)
declare i32 @llvm.nvvm.f2i.rm(float)

define ptx_kernel void @main(ptr addrspace(1) %out) {
  %l = alloca i32
  store i32 1, ptr %l
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr [32 x i64], ptr addrspace(1) %out, i32 %tid
  %r0 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %tid, i32 3, i32 31)
  %p0 = getelementptr i64, ptr addrspace(1) %mine, i32 0
  store i32 %r0, ptr addrspace(1) %p0
  %f = uitofp i32 %tid to float
  %r1 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %f, i32 5, i32 31)
  %p1 = getelementptr i64, ptr addrspace(1) %mine, i32 1
  store float %r1, ptr addrspace(1) %p1
  %r2 = call { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32 -1, i32 %tid, i32 2, i32 0)
  %r2a = extractvalue { i32, i1 } %r2, 0
  %r2b = extractvalue { i32, i1 } %r2, 1
  %p2 = getelementptr i64, ptr addrspace(1) %mine, i32 2
  store i32 %r2a, ptr addrspace(1) %p2
  %p3 = getelementptr i64, ptr addrspace(1) %mine, i32 3
  store i1 %r2b, ptr addrspace(1) %p3
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %rev = sub i32 31, %lane
  %r4 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %tid, i32 %rev, i32 31)
  %p4 = getelementptr i64, ptr addrspace(1) %mine, i32 4
  store i32 %r4, ptr addrspace(1) %p4
  %odd = trunc i32 %tid to i1
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %odd)
  %any = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %odd)
  %all = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %odd)
  %uni = call i1 @llvm.nvvm.vote.uni.sync(i32 -1, i1 %odd)
  %p5 = getelementptr i64, ptr addrspace(1) %mine, i32 5
  store i32 %b, ptr addrspace(1) %p5
  %a1 = zext i1 %any to i32
  %a2 = select i1 %all, i32 2, i32 0
  %a3 = select i1 %uni, i32 4, i32 0
  %a4 = or i32 %a1, %a2
  %a5 = or i32 %a4, %a3
  %p6 = getelementptr i64, ptr addrspace(1) %mine, i32 6
  store i32 %a5, ptr addrspace(1) %p6
  %mod = urem i32 %tid, 5
  %m = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %mod)
  %mod64 = zext i32 %mod to i64
  %m64 = call i32 @llvm.nvvm.match.any.sync.i64(i32 -1, i64 %mod64)
  %mx = xor i32 %m, %m64
  %ma = call { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32 -1, i32 %mod)
  %ma1 = extractvalue { i32, i1 } %ma, 1
  %p7 = getelementptr i64, ptr addrspace(1) %mine, i32 7
  store i32 %m, ptr addrspace(1) %p7
  %p8 = getelementptr i64, ptr addrspace(1) %mine, i32 8
  store i32 %mx, ptr addrspace(1) %p8
  %p9 = getelementptr i64, ptr addrspace(1) %mine, i32 9
  store i1 %ma1, ptr addrspace(1) %p9
  %rd = call i32 @llvm.nvvm.redux.sync.add(i32 %tid, i32 -1)
  %rm = call i32 @llvm.nvvm.redux.sync.umin(i32 %rev, i32 -1)
  %rs = add i32 %rd, %rm
  %p10 = getelementptr i64, ptr addrspace(1) %mine, i32 10
  store i32 %rs, ptr addrspace(1) %p10
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %pop = call i32 @llvm.nvvm.barrier0.popc(i32 %mod)
  %and = call i32 @llvm.nvvm.barrier0.and(i32 1)
  %ps = add i32 %pop, %and
  %p11 = getelementptr i64, ptr addrspace(1) %mine, i32 11
  store i32 %ps, ptr addrspace(1) %p11
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  call void @llvm.nvvm.nanosleep(i32 10)
  call void @llvm.nvvm.membar.gl()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %ws = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()
  %lt = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
  %i0 = add i32 %ntid, %cta
  %i1 = add i32 %i0, %ws
  %i2 = xor i32 %i1, %lt
  %p12 = getelementptr i64, ptr addrspace(1) %mine, i32 12
  store i32 %i2, ptr addrspace(1) %p12
  %pr = call i32 @llvm.nvvm.prmt(i32 %tid, i32 305419896, i32 22339)
  %mh = call i32 @llvm.nvvm.mulhi.i(i32 -123456789, i32 %pr)
  %p13 = getelementptr i64, ptr addrspace(1) %mine, i32 13
  store i32 %mh, ptr addrspace(1) %p13
  %z = zext i32 %pr to i64
  %big = mul i64 %z, 987654321987
  %mu = call i64 @llvm.nvvm.mulhi.ull(i64 %big, i64 -3)
  %p14 = getelementptr i64, ptr addrspace(1) %mine, i32 14
  store i64 %mu, ptr addrspace(1) %p14
  %gen = addrspacecast ptr addrspace(1) %mine to ptr
  %isg = call i1 @llvm.nvvm.isspacep.global(ptr %gen)
  %isl = call i1 @llvm.nvvm.isspacep.local(ptr %l)
  %both = and i1 %isg, %isl
  %p15 = getelementptr i64, ptr addrspace(1) %mine, i32 15
  store i1 %both, ptr addrspace(1) %p15
  %fz = call float @llvm.nvvm.fma.rz.f(float %f, float 0x3FB99999A0000000, float 0x3FD5555560000000)
  %p16 = getelementptr i64, ptr addrspace(1) %mine, i32 16
  store float %fz, ptr addrspace(1) %p16
  %d = uitofp i32 %tid to double
  %dm = call double @llvm.nvvm.add.rm.d(double %d, double 0x3FB999999999999A)
  %p17 = getelementptr i64, ptr addrspace(1) %mine, i32 17
  store double %dm, ptr addrspace(1) %p17
  %neg = fneg float %fz
  %fl = call i32 @llvm.nvvm.f2i.rm(float %neg)
  %p18 = getelementptr i64, ptr addrspace(1) %mine, i32 18
  store i32 %fl, ptr addrspace(1) %p18
  %asm0 = call i32 asm "add.s32 $0, $1, $2;", "=r,r,i"(i32 %tid, i32 7)
  %asm1 = call { i32, i64 } asm sideeffect "{ .reg .b32 t${:uid}; mov.b32 t${:uid}, $2; mov.b32 $0, t${:uid}; cvt.u64.u32 $1, t${:uid}; }", "=r,=l,r,~{memory}"(i32 %asm0)
  %am0 = extractvalue { i32, i64 } %asm1, 0
  %am1 = extractvalue { i32, i64 } %asm1, 1
  %p19 = getelementptr i64, ptr addrspace(1) %mine, i32 19
  store i32 %am0, ptr addrspace(1) %p19
  %p20 = getelementptr i64, ptr addrspace(1) %mine, i32 20
  store i64 %am1, ptr addrspace(1) %p20
  %h = trunc i32 %tid to i16
  %asm2 = call i16 asm "add.u16 $0, $1, $1;", "=h,h"(i16 %h)
  %p21 = getelementptr i64, ptr addrspace(1) %mine, i32 21
  store i16 %asm2, ptr addrspace(1) %p21
  %asm3 = call float asm "add.rn.f32 $0, $1, $2;", "=f,0,f"(float %f, float 2.0)
  %p22 = getelementptr i64, ptr addrspace(1) %mine, i32 22
  store float %asm3, ptr addrspace(1) %p22
  ret void
}
