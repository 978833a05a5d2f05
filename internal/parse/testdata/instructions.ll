; Every instruction, with every flag, in the spelling of LLVM 22.
source_filename = "instructions.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl in_asm"
module asm "in_asm: ret # \22quoted\22 ; { brace"

%struct.pair = type { i32, ptr }
%"class.a b" = type <{ i8, [3 x i16], %struct.pair }>
%opaque = type opaque
%0 = type { i64 }

$com = comdat any
$"other com" = comdat nodeduplicate

@g = global i32 7, align 4
@0 = private unnamed_addr constant [6 x i8] c"a\22{;\5C\00", align 1
@"0" = internal thread_local(initialexec) global %0 { i64 -9223372036854775808 }, section "my;section", align 8
@com = linkonce_odr dso_local local_unnamed_addr global [2 x ptr] [ptr @g, ptr getelementptr inbounds (i8, ptr @g, i64 4)], comdat
@ext = external addrspace(3) global %opaque, align 16
@w = extern_weak hidden global i8
@wide = global i128 170141183460469231731687303715884105727
@floats = global { float, double, half, bfloat, x86_fp80, fp128, ppc_fp128, float } { float 0x3FF3333340000000, double 1.000000e-01, half 0xH3C00, bfloat 0xR3F80, x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000, ppc_fp128 0xM3FF00000000000000000000000000000, float +1.5 }
@rel = internal constant i32 trunc (i64 sub (i64 ptrtoint (ptr @g to i64), i64 ptrtoint (ptr @rel to i64)) to i32), no_sanitize_address
@dle = global i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @callee to i64), i64 ptrtoint (ptr @dle to i64)) to i32), partition "p"
@nocfi = global ptr no_cfi @callee
@auth = global ptr ptrauth (ptr @g, i32 2, i64 77, ptr @auth)
@vt = constant { [2 x ptr] } zeroinitializer
@vtp = global ptr getelementptr inrange(-8, 8) ({ [2 x ptr] }, ptr @vt, i32 0, i32 0, i32 1)
@ba = global ptr blockaddress(@jumps, %"lab \22el")
@sp = global <4 x i32> splat (i32 3)
@hexint = global i32 u0xFF
@csint = global i16 s0xFF
@packed = global <{ i8, i32 }> <{ i8 1, i32 undef }>, code_model "large", sanitize_address_dyninit
@withattr = global i32 0, align 4 #4
@al = weak alias i32, ptr @g
@al2 = hidden unnamed_addr alias i8, getelementptr inbounds (i8, ptr @g, i64 2)
@ifn = ifunc void (i32), ptr @resolver

declare i32 @callee(i32, ...) #0
declare extern_weak void @weakly()
declare noalias noundef nonnull align 16 dereferenceable(32) ptr @alloc(i64 noundef allocalign, ptr allocptr captures(none)) allockind("alloc,zeroed") allocsize(0) "alloc-family"="mine"
declare i32 @__gxx_personality_v0(...)
declare i32 @__CxxFrameHandler3(...)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #2
declare void @byvals(ptr byval(%struct.pair) align 8, ptr sret(%0), ptr byref(i32), ptr preallocated({ i32 }))
declare void @others(ptr initializes((0, 4), (8, 12)), i32 range(i32 -5, 10), float nofpclass(nan pinf), ptr captures(address, ret: address, provenance), ptr dead_on_unwind writable)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)

define ptr @resolver() {
  ret ptr null
}

define void @binary(i32 %a, i32 %b, float %x, <4 x float> %v) {
  %1 = add nuw nsw i32 %a, %b
  %2 = sub i32 %1, -2147483648
  %3 = mul nsw i32 %2, 3
  %4 = udiv exact i32 %3, 5
  %5 = sdiv i32 %4, %a
  %6 = urem i32 %5, %a
  %7 = srem i32 %6, %a
  %8 = shl nuw i32 %7, 1
  %9 = lshr exact i32 %8, 1
  %10 = ashr i32 %9, 1
  %11 = and i32 %10, 1
  %12 = or disjoint i32 %11, 1
  %13 = xor i32 %12, -1
  %14 = fadd fast float %x, 1.0
  %15 = fsub nnan ninf nsz arcp contract afn reassoc float %14, %x
  %16 = fmul <4 x float> %v, splat (float 2.000000e+00)
  %17 = fdiv <4 x float> %16, <float 1.0, float 2.0, float poison, float undef>
  %18 = frem float %15, %x
  %19 = fneg reassoc float %18
  %20 = freeze i32 %13
  ret void
}

define i1 @casts(i64 %i, ptr %p, double %d, <2 x i32> %v) {
  %t = trunc nuw nsw i64 %i to i32
  %z = zext nneg i32 %t to i64
  %s = sext i32 %t to i64
  %ft = fptrunc double %d to float
  %fe = fpext float %ft to double
  %fu = fptoui double %fe to i32
  %fs = fptosi double %fe to i32
  %uf = uitofp nneg i32 %fu to double
  %sf = sitofp i32 %fs to double
  %pi = ptrtoint ptr %p to i64
  %pa = ptrtoaddr ptr %p to i64
  %ip = inttoptr i64 %pi to ptr
  %bc = bitcast <2 x i32> %v to i64
  %ac = addrspacecast ptr %p to ptr addrspace(1)
  %c1 = icmp samesign ult i32 %fu, %fs
  %c2 = icmp eq ptr %p, null
  %c3 = fcmp nnan oeq double %uf, %sf
  %c4 = icmp sge <2 x i32> %v, zeroinitializer
  %sel = select i1 %c1, i1 %c2, i1 %c3
  %fsel = select fast i1 %c1, double %uf, double %sf
  ret i1 %sel
}

define i32 @memory(ptr %p, ptr addrspace(3) %q, i32 %n, <2 x ptr> %vp) {
entry:
  %a = alloca i32, align 4
  %b = alloca i8, i32 %n, align 16
  %c = alloca inalloca { i32 }, align 4
  %d = alloca i64, align 8, addrspace(5)
  %l = load i32, ptr %a, align 4, !tbaa !3, !noundef !2
  %lv = load volatile i32, ptr %a, align 4
  %la = load atomic i32, ptr %a syncscope("singlethread") acquire, align 4
  store i32 %l, ptr %a, align 4
  store atomic volatile i32 %l, ptr %p seq_cst, align 4
  store ptr @callee, ptr %p
  fence syncscope("agent") release
  %cx = cmpxchg weak volatile ptr %p, i32 %l, i32 %lv syncscope("x") acq_rel monotonic, align 4
  %ok = extractvalue { i32, i1 } %cx, 1
  %rm = atomicrmw volatile umax ptr %p, i32 %la seq_cst, align 4
  %rx = atomicrmw xchg ptr %p, ptr null monotonic
  %rf = atomicrmw fadd ptr %p, float 1.000000e+00 syncscope("agent") monotonic, align 4
  %ru = atomicrmw uinc_wrap ptr %p, i32 3 seq_cst
  %g1 = getelementptr inbounds nuw %struct.pair, ptr %p, i64 1, i32 1
  %g2 = getelementptr nusw %"class.a b", ptr %p, i64 0, i32 2, i32 0
  %g3 = getelementptr i8, <2 x ptr> %vp, i64 4
  %g4 = getelementptr i8, ptr %p, <2 x i64> <i64 1, i64 2>
  %va = va_arg ptr %p, i32
  ret i32 %va
}

define <4 x i32> @aggregates({ i32, [2 x ptr] } %agg, <4 x i32> %v, <vscale x 4 x i32> %sv, i32 %i) {
  %e = extractvalue { i32, [2 x ptr] } %agg, 1, 0
  %in = insertvalue { i32, [2 x ptr] } %agg, ptr null, 1, 1
  %u = insertvalue { i32, [2 x ptr] } poison, i32 1, 0
  %ee = extractelement <4 x i32> %v, i32 %i
  %ie = insertelement <4 x i32> %v, i32 %ee, i64 2
  %sh = shufflevector <4 x i32> %ie, <4 x i32> poison, <4 x i32> <i32 3, i32 poison, i32 1, i32 0>
  %sz = shufflevector <vscale x 4 x i32> %sv, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  ret <4 x i32> %sh
}

define fastcc noundef i32 @jumps(i32 %x, ptr %addr) personality ptr @__gxx_personality_v0 {
  switch i32 %x, label %default [
    i32 1, label %one
    i32 -1, label %one
    i32 2, label %"lab \22el"
  ]

one:                                              ; preds = %0, %0
  %p = phi i32 [ 5, %0 ], [ 5, %0 ]
  indirectbr ptr %addr, [label %default, label %"lab \22el"]

"lab \22el":                                      ; preds = %one, %0
  %here = ptrtoint ptr blockaddress(@jumps, %default) to i64
  callbr void asm sideeffect "jmp ${0:l}", "!i,~{memory}"()
          to label %default [label %late]

default:                                          ; preds = %"lab \22el", %one, %0
  br label %4

4:                                                ; preds = %default
  br i1 true, label %late, label %5

5:                                                ; preds = %4
  unreachable

late:                                             ; preds = %4, %"lab \22el"
  ret i32 0
}

define void @eh() personality ptr @__gxx_personality_v0 {
entry:
  %r = invoke noundef i32 (i32, ...) @callee(i32 1, i32 signext 2) #1
          to label %ok unwind label %lpad, !prof !7

ok:                                               ; preds = %entry
  ret void

lpad:                                             ; preds = %entry
  %lp = landingpad { ptr, i32 }
          cleanup
          catch ptr @g
          filter [1 x ptr] [ptr @w]
  resume { ptr, i32 } %lp
}

define void @funclets() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @weakly()
          to label %done unwind label %dispatch

dispatch:                                         ; preds = %entry
  %cs = catchswitch within none [label %handler] unwind label %cleanup

handler:                                          ; preds = %dispatch
  %cp = catchpad within %cs [ptr null, i32 64, ptr null]
  call void @weakly() [ "funclet"(token %cp) ]
  catchret from %cp to label %done

cleanup:                                          ; preds = %dispatch
  %cl = cleanuppad within none []
  cleanupret from %cl unwind to caller

done:                                             ; preds = %handler, %entry
  ret void
}

define void @calls(ptr %f, ...) uwtable(sync) memory(argmem: readwrite, inaccessiblemem: read) vscale_range(1,16) #3 section "text" comdat($"other com") align 32 gc "statepoint-example" prefix i32 1 prologue i8 2 {
  call void %f()
  %a = tail call fastcc i32 (i32, ...) @callee(i32 noundef 1, double 2.000000e+00) nounwind
  %b = notail call fast nofpclass(nan) float %f(ptr byval(%struct.pair) align 8 %f, i32 zeroext 7)
  call addrspace(0) void %f(i32 0) [ "deopt"(i32 1, ptr %f), "tag"() ]
  %c = call i64 asm sideeffect alignstack inteldialect unwind "mov $0, $1", "=r,r"(i64 5) #1, !srcloc !2
  %d = call double @llvm.experimental.constrained.fadd.f64(double 1.0, double 2.0, metadata !"round.tonearest", metadata !"fpexcept.strict") #1
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %f, ptr align 4 @g, i64 4, i1 false)
  call cc 17 void %f()
  call ghccc void inttoptr (i64 64 to ptr)()
  %e = call swiftcc ptr %f(ptr swiftself %f, ptr swiftasync null)
  musttail call void (ptr, ...) @calls(ptr %f, ...)
  ret void
}

define i32 @uses(i32 %x) {
  %y = add i32 %x, %x
  %z = add i32 %y, %x
  ret i32 %z

  uselistorder i32 %x, { 2, 0, 1 }
}

define void @dbg(i32 %x, ptr %p) !dbg !9 {
    #dbg_value(i32 %x, !12, !DIExpression(), !13)
    #dbg_declare(ptr %p, !12, !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 8), !13)
    #dbg_value(!DIArgList(i32 %x, i32 %late), !12, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !13)
    #dbg_value(i32 poison, !12, !DIExpression(DW_OP_LLVM_fragment, 0, 16), !13)
    #dbg_value(!2, !12, !DIExpression(), !13)
  store i32 1, ptr %p, align 4, !dbg !13, !DIAssignID !14
    #dbg_assign(i32 1, !12, !DIExpression(), !14, ptr %p, !DIExpression(), !13)
    #dbg_label(!15, !13)
  %late = add i32 %x, 1, !dbg !DILocation(line: 3, column: 9, scope: !9)
    #dbg_value(i32 %late, !12, !DIExpression(), !13)
  ret void, !dbg !13
}

uselistorder_bb @jumps, %default, { 1, 0, 2, 3 }

attributes #0 = { nounwind "frame-pointer"="all" }
attributes #1 = { cold nomerge }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress alignstack=16 "no-trapping-math"="true" "k" }
attributes #4 = { "bss-section"="my_bss" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4, !5, !6}
!named\20with\20blanks = !{}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "me", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "a \22quoted\22.c", directory: "/d", checksumkind: CSK_MD5, checksum: "00112233445566778899aabbccddeeff")
!2 = !{}
!3 = !{!16, !16, i64 0}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{!"branch_weights", i32 2000, i32 1}
!8 = !DISubroutineType(types: !17)
!9 = distinct !DISubprogram(name: "dbg", scope: !1, file: !1, line: 1, type: !8, scopeLine: 1, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !18)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIEnumerator(name: "E", value: -1)
!12 = !DILocalVariable(name: "x", arg: 1, scope: !9, file: !1, line: 1, type: !10)
!13 = !DILocation(line: 2, column: 3, scope: !9, isImplicitCode: true)
!14 = distinct !DIAssignID()
!15 = !DILabel(scope: !9, name: "here", file: !1, line: 2)
!16 = !{!"int", !23, i64 0}
!17 = !{null, !10}
!18 = !{!12}
!19 = distinct !{!19, !"loop", ptr @g}
!20 = !GenericDINode(tag: DW_TAG_entry_point, header: "some\00text", operands: {!2, null})
!21 = !DITemplateValueParameter(name: "t", type: !10, value: i32 7)
!22 = !DISubrange(count: !12, lowerBound: -3)
!23 = !{!"root"}
; the last comment of the file
