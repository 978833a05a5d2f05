; What is rare: vectors of pointers and of bits, large copies, constant expressions, odd aggregates, values that mean nothing.
; llc-22 leaves out the padding of <3 x i8> in an initialiser: it gets the bytes.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
declare double @llvm.vector.reduce.fmul.v2f64(double, <2 x double>)
declare i32 @llvm.expect.i32(i32, i32)
declare void @llvm.assume(i1)
declare i1 @llvm.is.constant.i32(i32)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare { <2 x i32>, <2 x i1> } @llvm.sadd.with.overflow.v2i32(<2 x i32>, <2 x i32>)
declare <4 x i32> @llvm.umax.v4i32(<4 x i32>, <4 x i32>)
declare i64 @llvm.lround.i64.f32(float)
declare i32 @llvm.lrint.i32.f64(double)

@words = internal global [64 x i32] zeroinitializer
@other = internal global [4 x i64] [i64 1, i64 2, i64 3, i64 4]
%nest = type { [2 x { i8, [3 x i16] }], <3 x i8>, <{ i8, i64 }> }
@nested = internal global %nest { [2 x { i8, [3 x i16] }] [{ i8, [3 x i16] } { i8 1, [3 x i16] [i16 2, i16 3, i16 4] }, { i8, [3 x i16] } { i8 5, [3 x i16] [i16 6, i16 7, i16 8] }], <3 x i8> <i8 9, i8 10, i8 11>, <{ i8, i64 }> <{ i8 12, i64 13 }> } ; llc: @nested = internal global [32 x i8] c"\01\00\02\00\03\00\04\00\05\00\06\00\07\00\08\00\09\0A\0B\00\0C\0D\00\00\00\00\00\00\00\00\00\00", align 8

define internal { i1, %nest } @change({ i1, %nest } %v, i32 %k) noinline {
  %a = extractvalue { i1, %nest } %v, 1, 0, 1, 1, 2
  %b = add i16 %a, 100
  %c = insertvalue { i1, %nest } %v, i16 %b, 1, 0, 0, 1, 1
  %d = insertvalue { i1, %nest } %c, i1 true, 0
  %k64 = zext i32 %k to i64
  %e = insertvalue { i1, %nest } %d, i64 %k64, 1, 2, 1
  ret { i1, %nest } %e
}

; llc has neither lround nor lrint; nothing calls these two in the module that we print.
define internal i64 @lround.for.llc(float %x) {
  %h = fadd float %x, 0.5
  %r = fptosi float %h to i64
  ret i64 %r
}
define internal i32 @lrint.for.llc(double %x) {
  %h = call double @llvm.rint.f64(double %x)
  %r = fptosi double %h to i32
  ret i32 %r
}
declare double @llvm.rint.f64(double)

define ptx_kernel void @main(ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr [32 x i64], ptr addrspace(1) %out, i32 %tid
  %z = zext i32 %tid to i64
  %iv = insertelement <2 x i64> <i64 0, i64 3>, i64 %z, i64 0
  %and = and <2 x i64> %iv, splat (i64 3)
  %pv = getelementptr i64, ptr @other, <2 x i64> %and
  %pp = extractelement <2 x ptr> %pv, i32 0
  %l0 = load i64, ptr %pp
  %p0 = getelementptr i64, ptr addrspace(1) %mine, i32 0
  store i64 %l0, ptr addrspace(1) %p0
  %buf = alloca [300 x i8], align 8
  %buf2 = alloca [300 x i8], align 8
  call void @llvm.memset.p0.i64(ptr align 8 %buf, i8 3, i64 300, i1 false)
  %at = urem i32 %tid, 299
  %bp = getelementptr i8, ptr %buf, i32 %at
  store i8 77, ptr %bp
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %buf2, ptr align 8 %buf, i64 296, i1 false)
  %b2p = getelementptr i8, ptr %buf2, i32 %at
  %l1 = load i8, ptr %b2p
  %p1 = getelementptr i64, ptr addrspace(1) %mine, i32 1
  store i8 %l1, ptr addrspace(1) %p1
  %shift = getelementptr i8, ptr %buf, i64 1
  call void @llvm.memmove.p0.p0.i64(ptr %shift, ptr %buf, i64 200, i1 false)
  %bp1 = getelementptr i8, ptr %bp, i64 1
  %l2 = load i8, ptr %bp1
  call void @llvm.memmove.p0.p0.i64(ptr %buf, ptr %shift, i64 200, i1 false)
  %l3 = load i8, ptr %bp
  call void @llvm.memmove.p0.p0.i64(ptr %shift, ptr %buf, i64 100, i1 false)
  %l4 = load i8, ptr %bp1
  %s2 = zext i8 %l2 to i32
  %s3 = zext i8 %l3 to i32
  %s4 = zext i8 %l4 to i32
  %s5 = mul i32 %s3, 256
  %s6 = mul i32 %s4, 65536
  %s7 = add i32 %s2, %s5
  %s8 = add i32 %s7, %s6
  %p2 = getelementptr i64, ptr addrspace(1) %mine, i32 2
  store i32 %s8, ptr addrspace(1) %p2
  %bits = icmp ult <8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8>, splat (i32 4)
  %tb = trunc i32 %tid to i1
  %bits2 = insertelement <8 x i1> %bits, i1 %tb, i32 5
  %p3 = getelementptr i64, ptr addrspace(1) %mine, i32 3
  store <8 x i1> %bits2, ptr addrspace(1) %p3
  %bback = load <8 x i1>, ptr addrspace(1) %p3
  %tk = and i32 %tid, 7
  %bx = extractelement <8 x i1> %bback, i32 %tk
  %p4 = getelementptr i64, ptr addrspace(1) %mine, i32 4
  store i1 %bx, ptr addrspace(1) %p4
  %nv = load %nest, ptr @nested
  %agg = insertvalue { i1, %nest } zeroinitializer, %nest %nv, 1
  %ch = call { i1, %nest } @change({ i1, %nest } %agg, i32 %tid)
  %sel = select i1 %tb, { i1, %nest } %ch, { i1, %nest } %agg
  %e0 = extractvalue { i1, %nest } %sel, 1, 0, 0, 1, 1
  %e1 = extractvalue { i1, %nest } %sel, 1, 2, 1
  %e2 = extractvalue { i1, %nest } %sel, 0
  %e3 = extractvalue { i1, %nest } %sel, 1, 1
  %e4 = extractelement <3 x i8> %e3, i32 2
  %p5 = getelementptr i64, ptr addrspace(1) %mine, i32 5
  store i16 %e0, ptr addrspace(1) %p5
  %p6 = getelementptr i64, ptr addrspace(1) %mine, i32 6
  store i64 %e1, ptr addrspace(1) %p6
  %p7 = getelementptr i64, ptr addrspace(1) %mine, i32 7
  store i1 %e2, ptr addrspace(1) %p7
  %p8 = getelementptr i64, ptr addrspace(1) %mine, i32 8
  store i8 %e4, ptr addrspace(1) %p8
  %masked = call ptr @llvm.ptrmask.p0.i64(ptr %b2p, i64 -8)
  %isb = icmp uge ptr %masked, %buf2
  %p9 = getelementptr i64, ptr addrspace(1) %mine, i32 9
  store i1 %isb, ptr addrspace(1) %p9
  %f = uitofp i32 %tid to float
  %fv = insertelement <4 x float> <float 1.0, float 0.1e1, float 1.0e8, float -1.0e8>, float %f, i32 0
  %red = call float @llvm.vector.reduce.fadd.v4f32(float 0.5, <4 x float> %fv)
  %p10 = getelementptr i64, ptr addrspace(1) %mine, i32 10
  store float %red, ptr addrspace(1) %p10
  %d = fpext float %f to double
  %dv = insertelement <2 x double> <double 3.0, double 0.25>, double %d, i32 0
  %redm = call double @llvm.vector.reduce.fmul.v2f64(double 1.5, <2 x double> %dv)
  %p11 = getelementptr i64, ptr addrspace(1) %mine, i32 11
  store double %redm, ptr addrspace(1) %p11
  %ex = call i32 @llvm.expect.i32(i32 %tid, i32 1)
  %nn = icmp ult i32 %ex, 1000
  call void @llvm.assume(i1 %nn)
  %isc = call i1 @llvm.is.constant.i32(i32 %ex)
  %fr = freeze i32 %ex
  %isci = select i1 %isc, i32 100, i32 %fr
  %p12 = getelementptr i64, ptr addrspace(1) %mine, i32 12
  store i32 %isci, ptr addrspace(1) %p12
  %v2 = insertelement <2 x i32> <i32 2147483647, i32 -2147483648>, i32 %tid, i32 1
  %ov = call { <2 x i32>, <2 x i1> } @llvm.sadd.with.overflow.v2i32(<2 x i32> %v2, <2 x i32> <i32 1, i32 -1>)
  %ov0 = extractvalue { <2 x i32>, <2 x i1> } %ov, 0
  %ov1 = extractvalue { <2 x i32>, <2 x i1> } %ov, 1
  %ovz = zext <2 x i1> %ov1 to <2 x i32>
  %ovs = add <2 x i32> %ov0, %ovz
  %p13 = getelementptr i64, ptr addrspace(1) %mine, i32 13
  store <2 x i32> %ovs, ptr addrspace(1) %p13
  %wp = getelementptr [64 x i32], ptr @words, i64 0, i64 %z
  store i32 %tid, ptr %wp
  %ci = load i32, ptr inttoptr (i64 add (i64 ptrtoint (ptr @words to i64), i64 0) to ptr)
  %cmp = icmp eq i64 ptrtoint (ptr getelementptr (i8, ptr @words, i64 8) to i64), %z
  %czz = zext i1 %cmp to i32
  %p14 = getelementptr i64, ptr addrspace(1) %mine, i32 14
  store i32 %czz, ptr addrspace(1) %p14
  %um = call <4 x i32> @llvm.umax.v4i32(<4 x i32> <i32 1, i32 -5, i32 20, i32 3>, <4 x i32> splat (i32 15))
  %um1 = shufflevector <4 x i32> %um, <4 x i32> <i32 9, i32 8, i32 7, i32 6>, <2 x i32> <i32 1, i32 6>
  %p15 = getelementptr i64, ptr addrspace(1) %mine, i32 15
  store <2 x i32> %um1, ptr addrspace(1) %p15
  %half = fdiv float %f, 2.0
  %lr = call i64 @llvm.lround.i64.f32(float %half) ; llc:   %lr = call i64 @lround.for.llc(float %half)
  %dh = fmul double %d, 0.5
  %li = call i32 @llvm.lrint.i32.f64(double %dh) ; llc:   %li = call i32 @lrint.for.llc(double %dh)
  %p16 = getelementptr i64, ptr addrspace(1) %mine, i32 16
  store i64 %lr, ptr addrspace(1) %p16
  %p17 = getelementptr i64, ptr addrspace(1) %mine, i32 17
  store i32 %li, ptr addrspace(1) %p17
  %i65 = zext i32 %tid to i65
  %i65s = shl i65 %i65, 58
  %i65n = sub i65 0, %i65s
  %i65r = ashr i65 %i65n, 60
  %i65t = trunc i65 %i65r to i64
  %p18 = getelementptr i64, ptr addrspace(1) %mine, i32 18
  store i64 %i65t, ptr addrspace(1) %p18
  %tk1 = and i32 %tid, 1
  %v128 = insertelement <2 x i128> <i128 5, i128 -6>, i128 77, i32 %tk1
  %x128 = extractelement <2 x i128> %v128, i32 1
  %t128 = trunc i128 %x128 to i64
  %p19 = getelementptr i64, ptr addrspace(1) %mine, i32 19
  store i64 %t128, ptr addrspace(1) %p19
  ret void
}
