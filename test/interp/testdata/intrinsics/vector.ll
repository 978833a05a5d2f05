; Intrinsics on vectors, wide integers and floating-point numbers.
@f = private constant [6 x i8] c"%lld \00"
@g = private constant [4 x i8] c"%g \00"
define void @p(i64 %x) {
  call i32 (ptr, ...) @printf(ptr @f, i64 %x)
  ret void
}
define void @pd(double %x) {
  call i32 (ptr, ...) @printf(ptr @g, double %x)
  ret void
}
define void @pv(<4 x i32> %v) {
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %n, %loop ]
  %e = extractelement <4 x i32> %v, i64 %k
  %w = sext i32 %e to i64
  call void @p(i64 %w)
  %n = add i64 %k, 1
  %c = icmp ult i64 %n, 4
  br i1 %c, label %loop, label %out
out:
  ret void
}
define i32 @main() {
  %v = insertelement <4 x i32> <i32 3, i32 -7, i32 5, i32 2>, i32 9, i64 3
  %smax = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %v)
  %smin = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> %v)
  %umax = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %v)
  %umin = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> %v)
  %all = insertelement <4 x i32> poison, i32 %smax, i64 0
  %all1 = insertelement <4 x i32> %all, i32 %smin, i64 1
  %all2 = insertelement <4 x i32> %all1, i32 %umax, i64 2
  %all3 = insertelement <4 x i32> %all2, i32 %umin, i64 3
  call void @pv(<4 x i32> %all3)
  %rev = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %v)
  call void @pv(<4 x i32> %rev)
  %lo = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %v, i64 2)
  %ins = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %rev, <2 x i32> %lo, i64 0)
  call void @pv(<4 x i32> %ins)
  %sp = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %v, <4 x i32> %rev, i32 1)
  call void @pv(<4 x i32> %sp)
  %sn = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %v, <4 x i32> %rev, i32 -1)
  call void @pv(<4 x i32> %sn)
  %il = call <4 x i32> @llvm.vector.interleave2.v4i32(<2 x i32> %lo, <2 x i32> <i32 100, i32 200>)
  call void @pv(<4 x i32> %il)
  %dl = call { <2 x i32>, <2 x i32> } @llvm.vector.deinterleave2.v4i32(<4 x i32> %v)
  %d1 = extractvalue { <2 x i32>, <2 x i32> } %dl, 1
  %w1 = shufflevector <2 x i32> %d1, <2 x i32> %d1, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  call void @pv(<4 x i32> %w1)
  %us = call i8 @llvm.ushl.sat.i8(i8 100, i8 2)
  %us6 = zext i8 %us to i64
  call void @p(i64 %us6)
  %ss = call i8 @llvm.sshl.sat.i8(i8 -100, i8 1)
  %ss6 = sext i8 %ss to i64
  call void @p(i64 %ss6)
  %sk = call i8 @llvm.sshl.sat.i8(i8 -3, i8 2)
  %sk6 = sext i8 %sk to i64
  call void @p(i64 %sk6)
  %big = shl i128 5, 90
  %cl = call i128 @llvm.ctlz.i128(i128 %big, i1 false)
  %cl6 = trunc i128 %cl to i64
  call void @p(i64 %cl6)
  %ct = call i128 @llvm.cttz.i128(i128 %big, i1 false)
  %ct6 = trunc i128 %ct to i64
  call void @p(i64 %ct6)
  %cp = call i128 @llvm.ctpop.i128(i128 %big)
  %cp6 = trunc i128 %cp to i64
  call void @p(i64 %cp6)
  %fv = insertelement <4 x double> <double 1.5, double 2.25, double -4.0, double 8.0>, double 16.0, i64 3
  %fa = call double @llvm.vector.reduce.fadd.v4f64(double 1.0, <4 x double> %fv)
  call void @pd(double %fa)
  %fm = call double @llvm.vector.reduce.fmul.v4f64(double 2.0, <4 x double> %fv)
  call void @pd(double %fm)
  %fx = call double @llvm.vector.reduce.fmax.v4f64(<4 x double> %fv)
  call void @pd(double %fx)
  %fn = call double @llvm.vector.reduce.fmin.v4f64(<4 x double> %fv)
  call void @pd(double %fn)
  %ld = call double @llvm.ldexp.f64.i32(double 1.25, i32 4)
  call void @pd(double %ld)
  %fr = call { double, i32 } @llvm.frexp.f64.i32(double 10.0)
  %fr0 = extractvalue { double, i32 } %fr, 0
  call void @pd(double %fr0)
  %fr1 = extractvalue { double, i32 } %fr, 1
  %fr6 = sext i32 %fr1 to i64
  call void @p(i64 %fr6)
  %sc = call { double, double } @llvm.sincos.f64(double 1.0)
  %sc0 = extractvalue { double, double } %sc, 0
  call void @pd(double %sc0)
  %sc1 = extractvalue { double, double } %sc, 1
  call void @pd(double %sc1)
  %mo = call { double, double } @llvm.modf.f64(double -3.25)
  %mo0 = extractvalue { double, double } %mo, 0
  call void @pd(double %mo0)
  %mo1 = extractvalue { double, double } %mo, 1
  call void @pd(double %mo1)
  br label %classes
classes:
  %k = phi i32 [ 0, %0 ], [ %kn, %classes ]
  %n0 = call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 2)
  %n1 = call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 4)
  %n2 = call i1 @llvm.is.fpclass.f64(double -1.0, i32 8)
  %n3 = call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 16)
  %n4 = call i1 @llvm.is.fpclass.f64(double -0.0, i32 32)
  %n5 = call i1 @llvm.is.fpclass.f64(double 0.0, i32 64)
  %n6 = call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 128)
  %n7 = call i1 @llvm.is.fpclass.f64(double 1.0, i32 256)
  %n8 = call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 512)
  %n9 = call i1 @llvm.is.fpclass.f64(double 1.0, i32 767)
  %a1 = and i1 %n0, %n1
  %a2 = and i1 %a1, %n2
  %a3 = and i1 %a2, %n3
  %a4 = and i1 %a3, %n4
  %a5 = and i1 %a4, %n5
  %a6 = and i1 %a5, %n6
  %a7 = and i1 %a6, %n7
  %a8 = and i1 %a7, %n8
  %z8 = zext i1 %a8 to i64
  call void @p(i64 %z8)
  %z9 = zext i1 %n9 to i64
  call void @p(i64 %z9)
  %kn = add i32 %k, 1
  br i1 false, label %classes, label %end
end:
  %cf = call double @llvm.experimental.constrained.fadd.f64(double 1.0, double 0.5, metadata !"round.tonearest", metadata !"fpexcept.strict")
  call void @pd(double %cf)
  %af = call double @llvm.arithmetic.fence.f64(double %cf)
  call void @pd(double %af)
  ret i32 0
}
declare i32 @printf(ptr, ...)
