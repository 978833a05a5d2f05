; Every instruction, with every flag it may carry, in the opaque-pointer dialect of LLVM 22.
source_filename = "ops22.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { i32, ptr }
%"odd name" = type <{ i8, i32 }>
%nest = type { %pair, [3 x i16], <4 x float>, { i1, i1 } }
%opaque = type opaque

@g = external global i32
@"quoted $name" = global i32 5
@ti = external constant ptr

declare i32 @__gxx_personality_v0(...)
declare i32 @__CxxFrameHandler3(...)
declare void @may_throw(i32)
declare i32 @printf(ptr noundef, ...)
declare void @take(ptr byval(%pair) align 8, ptr sret(%pair), i32 signext, ptr noundef nonnull dereferenceable(16))

define i32 @int_ops(i32 %a, i32 %b, <2 x i8> %v) {
  %1 = add i32 %a, %b
  %2 = add nuw i32 %1, 1
  %3 = add nsw i32 %2, -1
  %4 = add nuw nsw i32 %3, 2147483647
  %5 = sub nuw nsw i32 %4, %b
  %6 = mul nuw nsw i32 %5, %b
  %7 = udiv exact i32 %6, %b
  %8 = sdiv exact i32 %7, 3
  %9 = urem i32 %8, 3
  %10 = srem i32 %9, 3
  %11 = shl nuw nsw i32 %10, 1
  %12 = lshr exact i32 %11, 1
  %13 = ashr exact i32 %12, 1
  %14 = and i32 %13, -2
  %15 = or disjoint i32 %14, 1
  %16 = xor i32 %15, %a
  %17 = mul <2 x i8> %v, splat (i8 3)
  %18 = add <2 x i8> %17, <i8 1, i8 2>
  %19 = trunc nuw nsw i32 %16 to i8
  %20 = zext nneg i8 %19 to i32
  %21 = sext i8 %19 to i64
  %22 = trunc i64 %21 to i32
  %23 = icmp samesign ult i32 %22, %20
  %24 = icmp eq i32 %22, %20
  %25 = icmp ne i32 %22, %20
  %26 = icmp ugt i32 %22, %20
  %27 = icmp uge i32 %22, %20
  %28 = icmp ule i32 %22, %20
  %29 = icmp sgt i32 %22, %20
  %30 = icmp sge i32 %22, %20
  %31 = icmp slt i32 %22, %20
  %32 = icmp sle i32 %22, %20
  %33 = freeze i32 %22
  %34 = select i1 %23, i32 %33, i32 undef
  ret i32 %34
}

define double @float_ops(float %f, double %d, half %h, x86_fp80 %x, bfloat %bf, fp128 %q) {
entry:
  %a = fadd fast float %f, 1.000000e+00
  %b = fsub nnan ninf nsz float %a, 0x3FB99999A0000000
  %c = fmul reassoc arcp contract afn float %b, -0.000000e+00
  %d1 = fdiv float %c, 0x7FF0000000000000
  %e = frem nnan float %d1, 0x7FF8000000000000
  %n = fneg nsz float %e
  %o = fpext float %n to double
  %o2 = fpext fast float %n to double
  %p = fptrunc double %o to float
  %p2 = fptrunc nnan double %o to float
  %q1 = fptoui double %o to i32
  %r = fptosi double %o to i32
  %s = uitofp nneg i32 %q1 to double
  %t = sitofp i32 %r to double
  %h1 = fadd half %h, 0xH3C00
  %x1 = fadd x86_fp80 %x, 0xK3FFF8000000000000000
  %b1 = fadd bfloat %bf, 0xR3F80
  %f1 = fadd fp128 %q, 0xL00000000000000003FFF000000000000
  %c1 = fcmp oeq double %s, %t
  %c2 = fcmp fast une double %s, %t
  %c3 = fcmp false double %s, %t
  %c4 = fcmp true double %s, %t
  %c5 = fcmp ogt double %s, %t
  %c6 = fcmp oge double %s, %t
  %c7 = fcmp olt double %s, %t
  %c8 = fcmp ole double %s, %t
  %c9 = fcmp one double %s, %t
  %c10 = fcmp ord double %s, %t
  %c11 = fcmp ueq double %s, %t
  %c12 = fcmp ugt double %s, %t
  %c13 = fcmp uge double %s, %t
  %c14 = fcmp ult double %s, %t
  %c15 = fcmp ule double %s, %t
  %c16 = fcmp uno double %s, %t
  %u = select nnan i1 %c1, double %s, double %t
  br i1 %c2, label %x2, label %y

x2:
  br label %y

y:
  %ph = phi fast double [ %u, %entry ], [ 0.000000e+00, %x2 ]
  %call = call nnan double @float_ops(float %f, double %d, half %h, x86_fp80 %x, bfloat %bf, fp128 %q)
  %z = fadd double %ph, %call
  ret double %z
}

define ptr @memory(ptr %p, i64 %n, ptr addrspace(1) %q, i1 %c) {
entry:
  %a = alloca i32, align 4
  %b = alloca %pair, i64 %n, align 16
  %c1 = alloca [4 x i8], i32 3, align 1
  %d = alloca %"odd name", align 1
  %e = alloca i32, align 4, !annotation !0
  %l = load i32, ptr %a, align 4
  %l2 = load volatile i32, ptr %a, align 4
  %l3 = load atomic i32, ptr %a seq_cst, align 4
  %l4 = load atomic volatile i32, ptr %a syncscope("singlethread") acquire, align 4
  %l5 = load atomic i32, ptr %a unordered, align 4
  %l6 = load atomic i32, ptr %a monotonic, align 4
  %l7 = load ptr, ptr %p, align 8, !nonnull !1, !dereferenceable !2
  %l8 = load i32, ptr addrspace(1) %q, align 4, !range !3
  store i32 %l, ptr %a, align 4
  store volatile i32 %l, ptr %a, align 4
  store atomic i32 %l, ptr %a release, align 4
  store atomic volatile i32 %l, ptr %a syncscope("agent") seq_cst, align 4
  fence acquire
  fence syncscope("singlethread") seq_cst
  fence release
  fence acq_rel
  %x = cmpxchg ptr %a, i32 %l, i32 %l2 seq_cst monotonic, align 4
  %x2 = cmpxchg weak volatile ptr %a, i32 %l, i32 %l2 syncscope("one") acq_rel acquire, align 4
  %r1 = atomicrmw xchg ptr %a, i32 1 seq_cst, align 4
  %r2 = atomicrmw volatile add ptr %a, i32 1 syncscope("one") monotonic, align 4
  %r3 = atomicrmw sub ptr %a, i32 1 acquire, align 4
  %r4 = atomicrmw and ptr %a, i32 1 release, align 4
  %r5 = atomicrmw nand ptr %a, i32 1 acq_rel, align 4
  %r6 = atomicrmw or ptr %a, i32 1 seq_cst, align 4
  %r7 = atomicrmw xor ptr %a, i32 1 seq_cst, align 4
  %r8 = atomicrmw max ptr %a, i32 1 seq_cst, align 4
  %r9 = atomicrmw min ptr %a, i32 1 seq_cst, align 4
  %r10 = atomicrmw umax ptr %a, i32 1 seq_cst, align 4
  %r11 = atomicrmw umin ptr %a, i32 1 seq_cst, align 4
  %r12 = atomicrmw fadd ptr %a, float 1.000000e+00 seq_cst, align 4
  %r13 = atomicrmw fsub ptr %a, float 1.000000e+00 seq_cst, align 4
  %r14 = atomicrmw fmax ptr %a, float 1.000000e+00 seq_cst, align 4
  %r15 = atomicrmw fmin ptr %a, float 1.000000e+00 seq_cst, align 4
  %r16 = atomicrmw uinc_wrap ptr %a, i32 1 seq_cst, align 4
  %r17 = atomicrmw udec_wrap ptr %a, i32 1 seq_cst, align 4
  %r18 = atomicrmw usub_cond ptr %a, i32 1 seq_cst, align 4
  %r19 = atomicrmw usub_sat ptr %a, i32 1 seq_cst, align 4
  %r20 = atomicrmw xchg ptr %a, ptr %p seq_cst, align 8
  %g1 = getelementptr i8, ptr %p, i64 4
  %g2 = getelementptr inbounds %nest, ptr %p, i64 1, i32 0, i32 1
  %g3 = getelementptr inbounds nuw %nest, ptr %p, i64 0, i32 1, i64 2
  %g4 = getelementptr nusw i32, ptr %p, i64 %n
  %g5 = getelementptr nusw nuw i32, ptr %p, i64 %n
  %g6 = getelementptr i32, ptr %p, <2 x i64> <i64 1, i64 2>
  %g7 = getelementptr i8, ptr addrspace(1) %q, i32 1
  %i1 = ptrtoint ptr %p to i64
  %i2 = inttoptr i64 %i1 to ptr
  %i3 = addrspacecast ptr %p to ptr addrspace(1)
  %i4 = bitcast i64 %i1 to double
  %i5 = bitcast <2 x i32> <i32 1, i32 2> to i64
  %i6 = ptrtoaddr ptr %p to i64
  %va = va_arg ptr %p, i32
  ret ptr %g1
}

define { i32, i64 } @parts({ i32, { i64, [2 x i8] } } %s, <4 x i32> %v, i32 %k) {
  %1 = extractvalue { i32, { i64, [2 x i8] } } %s, 1, 1, 0
  %2 = extractvalue { i32, { i64, [2 x i8] } } %s, 0
  %3 = insertvalue { i32, i64 } poison, i32 %2, 0
  %4 = insertvalue { i32, i64 } %3, i64 7, 1
  %5 = extractelement <4 x i32> %v, i32 %k
  %6 = insertelement <4 x i32> %v, i32 %5, i64 2
  %7 = shufflevector <4 x i32> %v, <4 x i32> %6, <4 x i32> <i32 0, i32 poison, i32 5, i32 7>
  %8 = shufflevector <4 x i32> %7, <4 x i32> poison, <2 x i32> zeroinitializer
  %9 = shufflevector <2 x i32> %8, <2 x i32> poison, <2 x i32> poison
  %10 = add <2 x i32> %9, %8
  ret { i32, i64 } %4
}

define void @scalable(<vscale x 4 x i32> %v, i32 %k) {
  %a = add <vscale x 4 x i32> %v, splat (i32 1)
  %b = insertelement <vscale x 4 x i32> %a, i32 %k, i32 0
  %c = shufflevector <vscale x 4 x i32> %b, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  ret void
}

define void @control(i32 %x, ptr %t, i8 %s) {
entry:
  switch i8 %s, label %d [
    i8 0, label %a
    i8 1, label %a
    i8 -1, label %"b c"
  ]

a:                                                ; preds = %entry, %entry
  %p = phi i32 [ 1, %entry ], [ 1, %entry ]
  indirectbr ptr %t, [label %d, label %"b c"]

"b c":                                            ; preds = %a, %entry
  switch i32 %x, label %d [
  ]

d:
  %q = phi i32 [ %p, %a ], [ 0, %"b c" ], [ %x, %entry ]
  br label %0

0:
  br i1 true, label %1, label %2

1:
  unreachable

2:
  br label %0

a_block_with_a_name_that_is_longer_than_the_column_of_comments:
  ret void
}

define void @calls(ptr %f, ptr %p, i32 %n) {
  call void @may_throw(i32 1)
  tail call void @may_throw(i32 noundef 1) #0
  notail call fastcc void @may_throw(i32 1) #1
  %1 = call i32 (ptr, ...) @printf(ptr noundef @g, i32 1, double 2.000000e+00)
  %2 = call noundef signext i32 %f(ptr nonnull align 8 %p)
  call void @take(ptr byval(%pair) align 8 %p, ptr sret(%pair) %p, i32 signext 3, ptr noundef nonnull dereferenceable(16) %p)
  call void %f() [ "deopt"(i32 1, ptr %p), "other"(), "kcfi"(i32 42) ]
  call cc 10 void %f()
  call ghccc void %f()
  call swiftcc void %f(ptr swiftself %p)
  call void asm "nop", ""()
  call void asm sideeffect "mov $0, $1\0A", "=*m,r,~{memory}"(ptr elementtype(i32) %p, i32 %n)
  %3 = call i32 asm sideeffect alignstack inteldialect unwind "mov eax, $1", "={eax},r"(i32 %n)
  %4 = call i32 @llvm.ctpop.i32(i32 %n), !range !3
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]
  %5 = call i1 @llvm.is.constant.i32(i32 %n)
  call void @llvm.donothing()
  ret void
}

define void @variadic(ptr %this, ...) {
  musttail call void (ptr, ...) %this(ptr %this, ...)
  ret void
}

define i32 @must(i32 %x) {
  %r = musttail call i32 @must(i32 %x)
  ret i32 %r
}

declare i32 @llvm.ctpop.i32(i32)
declare void @llvm.assume(i1 noundef)
declare i1 @llvm.is.constant.i32(i32)
declare void @llvm.donothing()

define i32 @landing(i32 %x) personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw(i32 %x)
          to label %ok unwind label %lp
ok:
  %v = invoke fastcc noundef i32 @landing(i32 noundef %x) #0 [ "deopt"() ]
          to label %ret unwind label %lp2, !foo !0
ret:
  ret i32 %v
lp:
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr @ti
          catch ptr null
          filter [1 x ptr] [ptr @ti]
          filter [0 x ptr] zeroinitializer
  resume { ptr, i32 } %l
lp2:
  %l2 = landingpad { ptr, i32 }
          catch ptr null
  br label %ret2
ret2:
  ret i32 0
}

define void @funclets(ptr %p) personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @may_throw(i32 1)
          to label %exit unwind label %dispatch
dispatch:
  %cs = catchswitch within none [label %handler, label %handler2] unwind label %cleanup
handler:
  %cp = catchpad within %cs [ptr null, i32 64, ptr null]
  invoke void @may_throw(i32 2) [ "funclet"(token %cp) ]
          to label %next unwind label %inner
next:
  catchret from %cp to label %exit
inner:
  %ics = catchswitch within %cp [label %ih] unwind to caller
ih:
  %icp = catchpad within %ics []
  catchret from %icp to label %next
handler2:
  %cp2 = catchpad within %cs [ptr @ti, i32 0, ptr %p]
  unreachable
cleanup:
  %clp = cleanuppad within none []
  invoke void @may_throw(i32 3) [ "funclet"(token %clp) ]
          to label %done unwind label %cleanup2
done:
  cleanupret from %clp unwind label %cleanup2
cleanup2:
  %clp2 = cleanuppad within none [i32 1]
  cleanupret from %clp2 unwind to caller
exit:
  ret void
}

define i32 @asm_goto(i32 %x) {
entry:
  %r = callbr i32 asm sideeffect "", "=r,r,!i,!i"(i32 %x)
          to label %fall [label %a, label %b]
fall:
  ret i32 %r
a:
  ret i32 1
b:
  ret i32 2
}

define swiftcc void @swift(ptr swiftself %self, ptr swifterror %err, ptr swiftasync %ctx) {
  %e = alloca swifterror ptr, align 8
  store ptr null, ptr %e, align 8
  %1 = load ptr, ptr %e, align 8
  store ptr %1, ptr %err, align 8
  call swiftcc void @swift(ptr swiftself %self, ptr swifterror %e, ptr swiftasync %ctx)
  ret void
}

define void @with_inalloca(ptr inalloca(<{ i32 }>) %0) {
  %a = alloca inalloca <{ i32 }>, align 4
  call void @with_inalloca(ptr inalloca(<{ i32 }>) %a)
  ret void
}

define i32 @orders(i32 %x) {
  %a = add i32 %x, 1
  %b = mul i32 %x, %a
  %c = sub i32 %x, %b
  ret i32 %c

; uselistorder directives
  uselistorder i32 %x, { 2, 0, 1 }
}

attributes #0 = { nounwind willreturn memory(argmem: readwrite, inaccessiblemem: write) "key"="value" "flag" }
attributes #1 = { alignstack=16 allocsize(0) "x"="a\22b" }

!0 = !{!"x"}
!1 = !{}
!2 = !{i64 8}
!3 = !{i32 0, i32 33}
