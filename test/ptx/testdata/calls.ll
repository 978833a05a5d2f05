; Calls in NVIDIA's ABI: scalars, halfs, wide integers, vectors, aggregates, by value, by address.
target triple = "nvptx64-nvidia-cuda"

%pair = type { i8, i64 }
%big = type { i32, [3 x float], %pair }

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

@table = internal constant [3 x ptr] [ptr @addf, ptr @subf, ptr @mulf]

define internal i32 @addf(i32 %a, i32 %b) noinline {
  %r = add i32 %a, %b
  ret i32 %r
}
define internal i32 @subf(i32 %a, i32 %b) noinline {
  %r = sub i32 %a, %b
  ret i32 %r
}
define internal i32 @mulf(i32 %a, i32 %b) noinline {
  %r = mul i32 %a, %b
  ret i32 %r
}
define signext i8 @narrow(i8 signext %a, i16 zeroext %b, i1 %c) noinline {
  %w = sext i8 %a to i16
  %s = add i16 %w, %b
  %t = trunc i16 %s to i8
  %n = sub i8 0, %t
  %r = select i1 %c, i8 %t, i8 %n
  ret i8 %r
}
define half @halves(half %a, <2 x half> %b) noinline {
  %x = extractelement <2 x half> %b, i32 1
  %r = fadd half %a, %x
  ret half %r
}
define i128 @wide(i128 %a, i128 %b) noinline {
  %t = trunc i128 %b to i100
  %c = zext i100 %t to i128
  %r = add i128 %a, %c
  ret i128 %r
}
define <3 x i32> @vec(<3 x i32> %a, <4 x float> %b) noinline {
  %c = fptosi <4 x float> %b to <4 x i32>
  %d = shufflevector <4 x i32> %c, <4 x i32> poison, <3 x i32> <i32 2, i32 1, i32 0>
  %r = add <3 x i32> %a, %d
  ret <3 x i32> %r
}
define %big @aggregate(%big %v, i32 %n) noinline {
  %x = extractvalue %big %v, 1, 1
  %f = sitofp i32 %n to float
  %y = fadd float %x, %f
  %r = insertvalue %big %v, float %y, 1, 2
  %b = trunc i32 %n to i8
  %s = insertvalue %big %r, i8 %b, 2, 0
  ret %big %s
}
define i64 @byvalue(ptr byval(%big) align 8 %p, i32 %k) noinline {
  %q = getelementptr inbounds %big, ptr %p, i64 0, i32 1, i32 %k
  store float 7.5, ptr %q
  %f0 = getelementptr inbounds %big, ptr %p, i64 0, i32 1, i32 0
  %v = load float, ptr %f0
  %i = fptosi float %v to i64
  %l = getelementptr inbounds %big, ptr %p, i64 0, i32 2, i32 1
  %w = load i64, ptr %l
  %r = add i64 %i, %w
  ret i64 %r
}
define void @structret(ptr sret(%big) align 8 %out, i32 %n) noinline {
  store i32 %n, ptr %out
  %p = getelementptr %big, ptr %out, i64 0, i32 2, i32 1
  %w = zext i32 %n to i64
  store i64 %w, ptr %p
  ret void
}
define i32 @recursive(i32 %n) noinline {
entry:
  %z = icmp eq i32 %n, 0
  br i1 %z, label %done, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @recursive(i32 %m)
  %s = add i32 %r, %n
  ret i32 %s
done:
  ret i32 0
}
define weak i32 @replaceable(i32 %a) noinline {
  %r = xor i32 %a, 85
  ret i32 %r
}
define linkonce_odr i1 @boolean(i1 %a, i64 %b) noinline {
  %c = icmp ugt i64 %b, 5
  %d = xor i1 %a, %c
  ret i1 %d
}

define ptx_kernel void @main(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr [32 x i64], ptr addrspace(1) %out, i32 %tid
  %k = urem i32 %tid, 3
  %slot = getelementptr [3 x ptr], ptr @table, i32 0, i32 %k
  %fn = load ptr, ptr %slot
  %r0 = call i32 %fn(i32 %tid, i32 9)
  %p0 = getelementptr i64, ptr addrspace(1) %mine, i32 0
  store i32 %r0, ptr addrspace(1) %p0
  %t8 = trunc i32 %tid to i8
  %neg = sub i8 3, %t8
  %odd = trunc i32 %tid to i1
  %r1 = call signext i8 @narrow(i8 signext %neg, i16 zeroext 65000, i1 %odd)
  %x1 = sext i8 %r1 to i64
  %p1 = getelementptr i64, ptr addrspace(1) %mine, i32 1
  store i64 %x1, ptr addrspace(1) %p1
  %h = sitofp i32 %tid to half
  %hv = insertelement <2 x half> <half 1.0, half 2.0>, half %h, i32 1
  %r2 = call half @halves(half 0xH3E00, <2 x half> %hv)
  %p2 = getelementptr i64, ptr addrspace(1) %mine, i32 2
  store half %r2, ptr addrspace(1) %p2
  %w = sext i8 %neg to i128
  %r3 = call i128 @wide(i128 18446744073709551615, i128 %w)
  %p3 = getelementptr i64, ptr addrspace(1) %mine, i32 4
  store i128 %r3, ptr addrspace(1) %p3
  %v = insertelement <3 x i32> <i32 1, i32 2, i32 3>, i32 %tid, i32 %k
  %fv = uitofp i32 %tid to float
  %fvec = insertelement <4 x float> <float 1.0, float -2.5, float 1.0e9, float 4.0>, float %fv, i32 0
  %r4 = call <3 x i32> @vec(<3 x i32> %v, <4 x float> %fvec)
  %p4 = getelementptr i64, ptr addrspace(1) %mine, i32 6
  store <3 x i32> %r4, ptr addrspace(1) %p4
  %b0 = insertvalue %big { i32 1, [3 x float] [float 1.0, float 2.0, float 3.0], %pair { i8 4, i64 5 } }, i32 %tid, 0
  %r5 = call %big @aggregate(%big %b0, i32 %tid)
  %p5 = getelementptr i64, ptr addrspace(1) %mine, i32 8
  %g0 = extractvalue %big %r5, 0
  %g1 = extractvalue %big %r5, 1, 2
  %g2 = extractvalue %big %r5, 2, 0
  %g3 = extractvalue %big %r5, 2, 1
  store i32 %g0, ptr addrspace(1) %p5
  %p6 = getelementptr i64, ptr addrspace(1) %mine, i32 9
  store float %g1, ptr addrspace(1) %p6
  %p7 = getelementptr i64, ptr addrspace(1) %mine, i32 10
  store i8 %g2, ptr addrspace(1) %p7
  %p8 = getelementptr i64, ptr addrspace(1) %mine, i32 11
  store i64 %g3, ptr addrspace(1) %p8
  %local = alloca %big, align 8
  store i32 0, ptr %local
  %lf = getelementptr %big, ptr %local, i32 0, i32 1
  store [3 x float] [float 1.0, float 2.0, float 3.0], ptr %lf
  %ll = getelementptr %big, ptr %local, i32 0, i32 2
  store i8 0, ptr %ll
  %ll1 = getelementptr %big, ptr %local, i32 0, i32 2, i32 1
  store i64 100, ptr %ll1
  %r6 = call i64 @byvalue(ptr byval(%big) align 8 %local, i32 %k)
  %unchanged = load float, ptr %lf
  %p9 = getelementptr i64, ptr addrspace(1) %mine, i32 12
  store i64 %r6, ptr addrspace(1) %p9
  %p10 = getelementptr i64, ptr addrspace(1) %mine, i32 13
  store float %unchanged, ptr addrspace(1) %p10
  call void @structret(ptr sret(%big) align 8 %local, i32 %tid)
  %back = load i64, ptr %ll1
  %p11 = getelementptr i64, ptr addrspace(1) %mine, i32 14
  store i64 %back, ptr addrspace(1) %p11
  %r7 = call i32 @recursive(i32 %tid)
  %p12 = getelementptr i64, ptr addrspace(1) %mine, i32 15
  store i32 %r7, ptr addrspace(1) %p12
  %r8 = call i32 @replaceable(i32 %r7)
  %p13 = getelementptr i64, ptr addrspace(1) %mine, i32 16
  store i32 %r8, ptr addrspace(1) %p13
  %r9 = call i1 @boolean(i1 %odd, i64 %back)
  %p14 = getelementptr i64, ptr addrspace(1) %mine, i32 17
  store i1 %r9, ptr addrspace(1) %p14
  %bigfn = select i1 %odd, ptr @aggregate, ptr @aggregate
  %r10 = call %big %bigfn(%big %r5, i32 1)
  %g10 = extractvalue %big %r10, 1, 2
  %p15 = getelementptr i64, ptr addrspace(1) %mine, i32 18
  store float %g10, ptr addrspace(1) %p15
  %hfn = select i1 %odd, ptr @halves, ptr @halves
  %r11 = call half %hfn(half %r2, <2 x half> %hv)
  %p16 = getelementptr i64, ptr addrspace(1) %mine, i32 19
  store half %r11, ptr addrspace(1) %p16
  ret void
}
