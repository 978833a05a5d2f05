; Masked loads and stores of all kinds, and the intrinsics that make masks or use them.
; llc-22 compresses a vector on a stack that it aligns to less than it uses: it gets a compressing store.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare <3 x double> @llvm.masked.load.v3f64.p0(ptr, i32, <3 x i1>, <3 x double>)
declare <8 x i16> @llvm.masked.load.v8i16.p3(ptr addrspace(3), i32, <8 x i1>, <8 x i16>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare void @llvm.masked.store.v8i16.p3(<8 x i16>, ptr addrspace(3), i32, <8 x i1>)
declare <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i64>)
declare <2 x ptr> @llvm.masked.gather.v2p0.v2p3(<2 x ptr addrspace(3)>, i32, <2 x i1>, <2 x ptr>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
declare <4 x i8> @llvm.masked.expandload.v4i8(ptr, <4 x i1>, <4 x i8>)
declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr, <4 x i1>)
declare <8 x i1> @llvm.get.active.lane.mask.v8i1.i32(i32, i32)
declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i64(i64, i64)
declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i8(i8, i8)
declare <5 x i16> @llvm.stepvector.v5i16()
declare <4 x i32> @llvm.experimental.vector.compress.v4i32(<4 x i32>, <4 x i1>, <4 x i32>)
declare i32 @llvm.experimental.cttz.elts.i32.v8i1(<8 x i1>, i1)
declare i16 @llvm.experimental.cttz.elts.i16.v4i32(<4 x i32>, i1)
declare i32 @llvm.get.rounding()

@words = internal global [8 x i64] [i64 1, i64 -2, i64 3333333333, i64 4, i64 5, i64 6, i64 7, i64 8]
@shared = internal addrspace(3) global [64 x [8 x i16]] undef, align 16
@pointers = internal addrspace(3) global [64 x [2 x ptr]] undef, align 16

define internal <4 x i32> @compress.for.llc(<4 x i32> %v, i4 %bits) noinline {
  %m = bitcast i4 %bits to <4 x i1>
  %a = alloca <4 x i32>, align 16
  store <4 x i32> <i32 5, i32 6, i32 7, i32 8>, ptr %a
  call void @llvm.masked.compressstore.v4i32(<4 x i32> %v, ptr %a, <4 x i1> %m)
  %r = load <4 x i32>, ptr %a
  ret <4 x i32> %r
}

define ptx_kernel void @main(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = getelementptr [256 x i8], ptr %out, i32 %t
  %x = mul i32 %t, -1640531535
  %bits = trunc i32 %t to i4
  %m = bitcast i4 %bits to <4 x i1>
  %shift = lshr i32 %t, 3
  %bits3 = trunc i32 %shift to i3
  %m3 = bitcast i3 %bits3 to <3 x i1>
  %bits8 = trunc i32 %x to i8
  %m8 = bitcast i8 %bits8 to <8 x i1>
  %v0 = insertelement <4 x i32> <i32 11, i32 12, i32 13, i32 14>, i32 %x, i32 0
  %v = insertelement <4 x i32> %v0, i32 %t, i32 3

  ; Adjacent elements.
  %l = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr @words, i32 8, <4 x i1> %m, <4 x i32> %v)
  store <4 x i32> %l, ptr %b
  %some = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr @words, i32 4, <4 x i1> <i1 true, i1 false, i1 true, i1 true>, <4 x i32> %v)
  %b1 = getelementptr i8, ptr %b, i32 16
  store <4 x i32> %v, ptr %b1
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %some, ptr %b1, i32 4, <4 x i1> %m)
  %d = call <3 x double> @llvm.masked.load.v3f64.p0(ptr @words, i32 8, <3 x i1> %m3, <3 x double> <double 1.0, double 2.0, double 3.0>)
  %b2 = getelementptr i8, ptr %b, i32 32
  store <3 x double> %d, ptr %b2, align 8
  %s = getelementptr [64 x [8 x i16]], ptr addrspace(3) @shared, i32 0, i32 %t
  store <8 x i16> <i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8>, ptr addrspace(3) %s, align 2
  %h = bitcast <4 x i32> %v to <8 x i16>
  call void @llvm.masked.store.v8i16.p3(<8 x i16> %h, ptr addrspace(3) %s, i32 2, <8 x i1> %m8)
  %hl = call <8 x i16> @llvm.masked.load.v8i16.p3(ptr addrspace(3) %s, i32 2, <8 x i1> splat (i1 true), <8 x i16> poison)
  %b3 = getelementptr i8, ptr %b, i32 64
  store <8 x i16> %hl, ptr %b3

  ; Elements with a pointer each. Of two elements at one place, the later one remains.
  %p = getelementptr i64, ptr @words, <4 x i64> <i64 3, i64 0, i64 7, i64 2>
  %g = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> %p, i32 8, <4 x i1> %m, <4 x i64> <i64 21, i64 22, i64 23, i64 24>)
  %b4 = getelementptr i8, ptr %b, i32 80
  store <4 x i64> %g, ptr %b4, align 8
  %b5 = getelementptr i8, ptr %b, i32 112
  store <4 x i32> zeroinitializer, ptr %b5
  %q = getelementptr i32, ptr %b5, <4 x i64> <i64 3, i64 0, i64 2, i64 2>
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> %q, i32 4, <4 x i1> %m)
  %sp = getelementptr [64 x [2 x ptr]], ptr addrspace(3) @pointers, i32 0, i32 %t, <2 x i32> <i32 1, i32 0>
  %sp0 = extractelement <2 x ptr addrspace(3)> %sp, i32 0
  %sp1 = extractelement <2 x ptr addrspace(3)> %sp, i32 1
  store ptr %b, ptr addrspace(3) %sp0
  store ptr %b5, ptr addrspace(3) %sp1
  %m2bits = trunc i32 %t to i2
  %m2 = bitcast i2 %m2bits to <2 x i1>
  %pp = call <2 x ptr> @llvm.masked.gather.v2p0.v2p3(<2 x ptr addrspace(3)> %sp, i32 8, <2 x i1> %m2, <2 x ptr> <ptr @words, ptr @words>)
  %pp0 = extractelement <2 x ptr> %pp, i32 0
  %pp1 = extractelement <2 x ptr> %pp, i32 1
  %pl0 = load i32, ptr %pp0
  %pl1 = load i32, ptr %pp1
  %ps = sub i32 %pl0, %pl1
  %b6 = getelementptr i8, ptr %b, i32 128
  store i32 %ps, ptr %b6

  ; Elements without those between them.
  %from = getelementptr i8, ptr @words, i32 17
  %e = call <4 x i8> @llvm.masked.expandload.v4i8(ptr %from, <4 x i1> %m, <4 x i8> <i8 1, i8 2, i8 3, i8 4>)
  %b7 = getelementptr i8, ptr %b, i32 132
  store <4 x i8> %e, ptr %b7
  %b8 = getelementptr i8, ptr %b, i32 136
  store <4 x i32> <i32 5, i32 6, i32 7, i32 8>, ptr %b8, align 8
  call void @llvm.masked.compressstore.v4i32(<4 x i32> %v, ptr align 4 %b8, <4 x i1> %m)
  %c = call <4 x i32> @llvm.experimental.vector.compress.v4i32(<4 x i32> %v, <4 x i1> %m, <4 x i32> <i32 5, i32 6, i32 7, i32 8>) ; llc: %c = call <4 x i32> @compress.for.llc(<4 x i32> %v, i4 %bits)
  %b9 = getelementptr i8, ptr %b, i32 160
  store <4 x i32> %c, ptr %b9

  ; Masks.
  %a1 = call <8 x i1> @llvm.get.active.lane.mask.v8i1.i32(i32 %t, i32 20)
  %b10 = getelementptr i8, ptr %b, i32 176
  store <8 x i1> %a1, ptr %b10
  %base = zext i32 %t to i64
  %near = sub i64 -1, %base
  %a2 = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i64(i64 %near, i64 -1)
  %a2b = zext <4 x i1> %a2 to <4 x i8>
  %b11 = getelementptr i8, ptr %b, i32 180
  store <4 x i8> %a2b, ptr %b11
  %n8 = trunc i32 %x to i8
  %a3 = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i8(i8 -4, i8 %n8)
  %a3b = zext <4 x i1> %a3 to <4 x i8>
  %b12 = getelementptr i8, ptr %b, i32 184
  store <4 x i8> %a3b, ptr %b12
  %steps = call <5 x i16> @llvm.stepvector.v5i16()
  %b13 = getelementptr i8, ptr %b, i32 192
  store <5 x i16> %steps, ptr %b13
  %z = call i32 @llvm.experimental.cttz.elts.i32.v8i1(<8 x i1> %m8, i1 false)
  %b14 = getelementptr i8, ptr %b, i32 208
  store i32 %z, ptr %b14
  %masked = sext <4 x i1> %m to <4 x i32>
  %zw = call i16 @llvm.experimental.cttz.elts.i16.v4i32(<4 x i32> %masked, i1 false)
  %b15 = getelementptr i8, ptr %b, i32 212
  store i16 %zw, ptr %b15
  %rounding = call i32 @llvm.get.rounding()
  %b16 = getelementptr i8, ptr %b, i32 216
  store i32 %rounding, ptr %b16
  ret void
}
