; Constants, globals, comdats, aliases and function headers.
source_filename = "consts22.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl asm_symbol"
module asm "asm_symbol: .byte 34"

$any = comdat any
$largest = comdat largest
$"odd one" = comdat nodeduplicate

%list = type { ptr, %list2 }
%list2 = type { i32, [0 x i8] }
%0 = type { i8 }
%1 = type { %0, ptr }

@i = global i32 -5, align 4
@wide = global i128 170141183460469231731687303715884105727
@neg = constant i128 -170141183460469231731687303715884105728
@i65 = global i65 18446744073709551616
@b = private unnamed_addr constant i1 true
@f = internal global float 0x3FB99999A0000000
@d = global double 3.250000e+00
@s = private unnamed_addr constant [7 x i8] c"a\22\5C\0A\FFz\00", align 1
@arr = global [3 x i32] [i32 1, i32 2, i32 3]
@darr = global [2 x double] [double 1.000000e+00, double 0x7FF8000000000000]
@st = global %1 { %0 { i8 1 }, ptr @i }
@lit = global { i32, { i8, ptr } } { i32 1, { i8, ptr } { i8 2, ptr null } }
@packed = global <{ i8, i32 }> <{ i8 1, i32 2 }>
@vec = global <2 x i32> <i32 1, i32 2>
@vp = global <2 x ptr> <ptr @i, ptr null>
@spl = global <4 x i32> splat (i32 7)
@z = common global [10 x i8] zeroinitializer, align 16
@u = global i32 undef
@po = global i32 poison
@empty = global {} zeroinitializer
@0 = global i32 10
@1 = global ptr @0
@as1 = addrspace(1) global i32 0
@ext = external dso_local global i32, align 4
@weakext = extern_weak global i32
@tls = thread_local(initialexec) global i32 0, align 4
@tls2 = thread_local global i32 0
@hid = hidden unnamed_addr global i32 0
@prot = protected local_unnamed_addr global i32 0
@lo = linkonce_odr dso_local constant i32 1, comdat($any)
@any = weak_odr global i32 1, comdat
@largest = global i32 1, comdat
@sec = global i32 1, section "my sec", comdat($"odd one"), align 16
@part = global i32 1, partition "p1"
@cm = global i32 1, code_model "large"
@ei = externally_initialized global i32 0
@attr = global i32 0 #0
@san = global i32 0, no_sanitize_address, align 4
@ae = available_externally global i32 3
@md = global i32 0, align 4, !dbg !5, !foo !1
@llvm.used = appending global [1 x ptr] [ptr @i], section "llvm.metadata"

@gepc = global ptr getelementptr inbounds (%1, ptr @st, i64 0, i32 1)
@gepn = global ptr getelementptr inbounds nuw (i8, ptr @arr, i64 4)
@gepr = global ptr getelementptr inbounds inrange(-4, 8) ([3 x i32], ptr @arr, i64 0, i64 1)
@gep1 = global ptr getelementptr (i8, ptr @arr, i64 ptrtoint (ptr @i to i64))
@pti = global i64 ptrtoint (ptr @i to i64)
@itp = global ptr inttoptr (i64 8 to ptr)
@asc = global ptr addrspacecast (ptr addrspace(1) @as1 to ptr)
@diff = global i64 sub (i64 ptrtoint (ptr @i to i64), i64 ptrtoint (ptr @d to i64))
@addn = global i64 add nuw nsw (i64 ptrtoint (ptr @i to i64), i64 1)
@xorc = global i64 xor (i64 ptrtoint (ptr @i to i64), i64 -1)
@trunc = global i32 trunc (i64 ptrtoint (ptr @i to i64) to i32)
@ba = global ptr blockaddress(@blocks, %target)
@ba2 = global ptr blockaddress(@blocks, %"odd block")
@dle = global ptr dso_local_equivalent @callee
@nocfi = global ptr no_cfi @callee
@auth = global ptr ptrauth (ptr @i, i32 2, i64 1234, ptr @d)
@auth2 = global ptr ptrauth (ptr @i, i32 0)

@al = alias i32, ptr @i
@al2 = internal alias i8, getelementptr inbounds (i8, ptr @arr, i64 4)
@al3 = weak_odr hidden unnamed_addr alias ptr (i1), ptr @blocks
@al4 = dllexport alias i32, ptr @i, partition "p"
@ifn = ifunc void (), ptr @resolver
@ifn2 = internal ifunc i32 (i32), ptr @resolver

declare void @callee()
declare extern_weak void @maybe()
declare !dbg !9 void @with_debug(i32)
declare dllimport noundef nonnull ptr @header1(i32 zeroext, ptr readonly captures(none), i32) unnamed_addr addrspace(0) #1
declare i32 @range(i32 range(i32 1, 9), ptr initializes((0, 4)), float nofpclass(nan inf)) local_unnamed_addr

define internal ptr @resolver() {
  ret ptr null
}

define ptr @blocks(i1 %c) {
entry:
  br i1 %c, label %target, label %"odd block"

target:                                           ; preds = %entry
  ret ptr blockaddress(@blocks, %"odd block")

"odd block":                                      ; preds = %entry
  ret ptr null
}

define linkonce_odr hidden swiftcc noalias nonnull align 8 dereferenceable(8) ptr @header2(ptr noalias writable align 8 %out, i32 noundef %0, i32 inreg %x) unnamed_addr #1 section "text" partition "pp" comdat($any) align 32 gc "shadow-stack" prefix i32 5 prologue i8 -112 personality ptr @callee !foo !1 !bar !2 {
  %2 = add i32 %0, %x
  ret ptr %out
}

define weak dso_local x86_64_sysvcc void @header3() comdat($largest) {
  ret void
}


define available_externally i32 @header5(i32 %"quoted param", ptr addrspace(1) %q) #2 {
  %"quoted value" = add i32 %"quoted param", 0
  %$dollar = add i32 %"quoted value", 1
  %-x.y_z = add i32 %$dollar, 1
  ret i32 %-x.y_z
}

define void @vectors() {
  %1 = add <2 x i32> <i32 1, i32 undef>, <i32 poison, i32 3>
  %2 = icmp eq ptr @i, null
  %3 = fadd <2 x float> <float 1.000000e+00, float undef>, zeroinitializer
  call void @consume(i32 ptrtoint (ptr @i to i32), [2 x i8] c"ab", { i32, i1 } { i32 1, i1 false }, <2 x i1> <i1 true, i1 false>)
  store target("spirv.Image", i32, 1, 2) poison, ptr @i
  ret void
}

declare void @consume(i32, [2 x i8], { i32, i1 }, <2 x i1>)

attributes #0 = { "bss-section"="b" }
attributes #1 = { noinline nounwind optnone uwtable(sync) "frame-pointer"="all" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable vscale_range(1,16) allockind("alloc,zeroed") "a b"="c d" "key" }

!llvm.module.flags = !{!0, !4}
!llvm.dbg.cu = !{!3}
!named.md = !{!1, !2}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{!"str\22ing", null, i32 7, ptr @i, !2, double 1.000000e+00}
!2 = distinct !{!2, !1, !{!"inner"}}
!3 = distinct !DICompileUnit(language: DW_LANG_C11, file: !8, producer: "me", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!4 = !{i32 7, !"uwtable", i32 2}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value))
!6 = distinct !DIGlobalVariable(name: "md", scope: !3, file: !8, line: 1, type: !7, isLocal: false, isDefinition: true)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DIFile(filename: "a.c", directory: "/tmp")
!9 = !DISubprogram(name: "with_debug", scope: !8, file: !8, line: 3, type: !10, flags: DIFlagPrototyped | DIFlagArtificial, spFlags: DISPFlagOptimized)
!10 = !DISubroutineType(types: !11)
!11 = !{null, !7}
