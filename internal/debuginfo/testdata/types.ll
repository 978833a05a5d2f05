; Variables of many C++ types, as clang describes them; typename_test.go has their names.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%class.anon = type { i8 }
%"struct.std::__1::box" = type { i8 }
%"struct.(anonymous namespace)::hidden" = type { i8 }
%union.u = type { i32 }
%struct.anon = type { i32 }
%struct.point = type { double }
%"struct.std::__1::box<int>::inner" = type { i8 }

@__const._Z1fi.dd = private unnamed_addr constant %class.anon undef, align 1

; Function Attrs: mustprogress nounwind uwtable
define dso_local void @_Z1fi(i32 noundef %0) #0 !dbg !18 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca [440 x i8], align 16
  %8 = alloca [3 x [4 x i32]], align 16
  %9 = alloca ptr, align 8
  %10 = alloca { i64, i64 }, align 8
  %11 = alloca i64, align 8
  %12 = alloca %"struct.std::__1::box", align 1
  %13 = alloca ptr, align 8
  %14 = alloca %"struct.(anonymous namespace)::hidden", align 1
  %15 = alloca i8, align 1
  %16 = alloca i64, align 8
  %17 = alloca %union.u, align 4
  %18 = alloca %struct.anon, align 4
  %19 = alloca i32, align 4
  %20 = alloca ptr, align 8
  %21 = alloca ptr, align 8
  %22 = alloca %struct.point, align 8
  %23 = alloca ptr, align 8
  %24 = alloca ptr, align 8
  %25 = alloca %struct.point, align 8
  %26 = alloca i8, align 1
  %27 = alloca %"struct.std::__1::box<int>::inner", align 1
  %28 = alloca ptr, align 8
  %29 = alloca ptr, align 8
  %30 = alloca %class.anon, align 1
  %31 = alloca ptr, align 8
  %32 = alloca i64, align 8
  %33 = alloca x86_fp80, align 16
  %34 = alloca i128, align 16
  store i32 %0, ptr %2, align 4, !tbaa !14
    #dbg_declare(ptr %2, !23, !DIExpression(), !123)
  call void @llvm.lifetime.start.p0(ptr %3) #6, !dbg !124
    #dbg_declare(ptr %3, !24, !DIExpression(), !125)
  call void @llvm.lifetime.start.p0(ptr %4) #6, !dbg !126
    #dbg_declare(ptr %4, !25, !DIExpression(), !127)
  call void @llvm.lifetime.start.p0(ptr %5) #6, !dbg !128
    #dbg_declare(ptr %5, !27, !DIExpression(), !129)
  call void @llvm.lifetime.start.p0(ptr %6) #6, !dbg !130
    #dbg_declare(ptr %6, !30, !DIExpression(), !131)
  store ptr null, ptr %6, align 8, !dbg !132, !tbaa !133
  call void @llvm.lifetime.start.p0(ptr %7) #6, !dbg !136
    #dbg_declare(ptr %7, !33, !DIExpression(), !137)
  call void @llvm.lifetime.start.p0(ptr %8) #6, !dbg !138
    #dbg_declare(ptr %8, !37, !DIExpression(), !139)
  call void @llvm.lifetime.start.p0(ptr %9) #6, !dbg !140
    #dbg_declare(ptr %9, !42, !DIExpression(), !141)
  call void @llvm.lifetime.start.p0(ptr %10) #6, !dbg !142
    #dbg_declare(ptr %10, !46, !DIExpression(), !143)
  call void @llvm.lifetime.start.p0(ptr %11) #6, !dbg !144
    #dbg_declare(ptr %11, !57, !DIExpression(), !145)
  store i64 -1, ptr %11, align 8, !dbg !146, !tbaa !147
  call void @llvm.lifetime.start.p0(ptr %12) #6, !dbg !148
    #dbg_declare(ptr %12, !59, !DIExpression(), !149)
  call void @llvm.lifetime.start.p0(ptr %13) #6, !dbg !150
    #dbg_declare(ptr %13, !66, !DIExpression(), !151)
  call void @llvm.lifetime.start.p0(ptr %14) #6, !dbg !152
    #dbg_declare(ptr %14, !69, !DIExpression(), !153)
  call void @llvm.lifetime.start.p0(ptr %15) #6, !dbg !154
    #dbg_declare(ptr %15, !72, !DIExpression(), !155)
  call void @llvm.lifetime.start.p0(ptr %16) #6, !dbg !156
    #dbg_declare(ptr %16, !73, !DIExpression(), !157)
  call void @llvm.lifetime.start.p0(ptr %17) #6, !dbg !158
    #dbg_declare(ptr %17, !75, !DIExpression(), !159)
  call void @llvm.lifetime.start.p0(ptr %18) #6, !dbg !160
    #dbg_declare(ptr %18, !79, !DIExpression(), !161)
  call void @llvm.lifetime.start.p0(ptr %19) #6, !dbg !162
    #dbg_declare(ptr %19, !83, !DIExpression(), !163)
  store volatile i32 0, ptr %19, align 4, !dbg !164, !tbaa !14
  call void @llvm.lifetime.start.p0(ptr %20) #6, !dbg !165
    #dbg_declare(ptr %20, !86, !DIExpression(), !166)
  store ptr %3, ptr %20, align 8, !dbg !167, !tbaa !168
  call void @llvm.lifetime.start.p0(ptr %21) #6, !dbg !170
    #dbg_declare(ptr %21, !88, !DIExpression(), !171)
  call void @llvm.lifetime.start.p0(ptr %22) #6, !dbg !172
  call void @llvm.memset.p0.i64(ptr align 8 %22, i8 0, i64 8, i1 false), !dbg !172
  store ptr %22, ptr %21, align 8, !dbg !173, !tbaa !174
  call void @llvm.lifetime.start.p0(ptr %23) #6, !dbg !176
    #dbg_declare(ptr %23, !90, !DIExpression(), !177)
  call void @llvm.lifetime.start.p0(ptr %24) #6, !dbg !178
    #dbg_declare(ptr %24, !92, !DIExpression(), !179)
  call void @llvm.lifetime.start.p0(ptr %25) #6, !dbg !180
    #dbg_declare(ptr %25, !97, !DIExpression(), !181)
  call void @llvm.lifetime.start.p0(ptr %26) #6, !dbg !182
    #dbg_declare(ptr %26, !102, !DIExpression(), !183)
  call void @llvm.lifetime.start.p0(ptr %27) #6, !dbg !184
    #dbg_declare(ptr %27, !104, !DIExpression(), !185)
  call void @llvm.lifetime.start.p0(ptr %28) #6, !dbg !186
    #dbg_declare(ptr %28, !106, !DIExpression(), !187)
  call void @llvm.lifetime.start.p0(ptr %29) #6, !dbg !188
    #dbg_declare(ptr %29, !108, !DIExpression(), !189)
  call void @llvm.lifetime.start.p0(ptr %30) #6, !dbg !190
    #dbg_declare(ptr %30, !112, !DIExpression(), !191)
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %30, ptr align 1 @__const._Z1fi.dd, i64 1, i1 false), !dbg !192
  %35 = load i32, ptr %2, align 4, !dbg !193, !tbaa !14
  %36 = zext i32 %35 to i64, !dbg !194
  %37 = call ptr @llvm.stacksave.p0(), !dbg !194
  store ptr %37, ptr %31, align 8, !dbg !194
  %38 = alloca i8, i64 %36, align 16, !dbg !194
  store i64 %36, ptr %32, align 8, !dbg !194
    #dbg_declare(ptr %32, !114, !DIExpression(), !195)
    #dbg_declare(ptr %38, !115, !DIExpression(), !196)
  call void @llvm.lifetime.start.p0(ptr %33) #6, !dbg !197
    #dbg_declare(ptr %33, !119, !DIExpression(), !198)
  call void @llvm.lifetime.start.p0(ptr %34) #6, !dbg !199
    #dbg_declare(ptr %34, !121, !DIExpression(), !200)
  %39 = load ptr, ptr %20, align 8, !dbg !201, !tbaa !168, !nonnull !63, !align !202
  %40 = load ptr, ptr %21, align 8, !dbg !203, !tbaa !174, !nonnull !63, !align !204
  call void (...) @_Z3usez(ptr noundef %3, ptr noundef %4, ptr noundef %5, ptr noundef %6, ptr noundef %7, ptr noundef %8, ptr noundef %9, ptr noundef %10, ptr noundef %11, ptr noundef %12, ptr noundef %13, ptr noundef %14, ptr noundef %15, ptr noundef %16, ptr noundef %17, ptr noundef %18, ptr noundef %19, ptr noundef %39, ptr noundef %40, ptr noundef %23, ptr noundef %24, ptr noundef %25, ptr noundef %26, ptr noundef %27, ptr noundef %28, ptr noundef %29, ptr noundef %30, ptr noundef %38, ptr noundef %33, ptr noundef %34), !dbg !205
  call void @llvm.lifetime.end.p0(ptr %34) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %33) #6, !dbg !206
  %41 = load ptr, ptr %31, align 8, !dbg !206
  call void @llvm.stackrestore.p0(ptr %41), !dbg !206
  call void @llvm.lifetime.end.p0(ptr %30) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %29) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %28) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %27) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %26) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %25) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %24) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %23) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %22) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %21) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %20) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %19) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %18) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %17) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %16) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %15) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %14) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %13) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %12) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %11) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %10) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %9) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %8) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %7) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %6) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %5) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %4) #6, !dbg !206
  call void @llvm.lifetime.end.p0(ptr %3) #6, !dbg !206
  ret void, !dbg !207
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #4

declare !dbg !208 void @_Z3usez(...) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #4

attributes #0 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nocallback nofree nosync nounwind willreturn }
attributes #5 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7, !8, !9, !10, !11, !12}
!llvm.ident = !{!13}
!llvm.errno.tbaa = !{!14}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang version 22", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "t.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "f87ab02a31e80df95986b049f265286c")
!2 = !{!3}
!3 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "colour", file: !1, line: 3, baseType: !4, size: 8, flags: DIFlagEnumClass, elements: !5, identifier: "_ZTS6colour")
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DIEnumerator(name: "red", value: 0)
!7 = !{i32 7, !"Dwarf Version", i32 5}
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !{i32 1, !"wchar_size", i32 4}
!10 = !{i32 8, !"PIC Level", i32 2}
!11 = !{i32 7, !"PIE Level", i32 2}
!12 = !{i32 7, !"uwtable", i32 2}
!13 = !{!"clang version 22"}
!14 = !{!15, !15, i64 0}
!15 = !{!"int", !16, i64 0}
!16 = !{!"omnipotent char", !17, i64 0}
!17 = !{!"Simple C++ TBAA"}
!18 = distinct !DISubprogram(name: "f", linkageName: "_Z1fi", scope: !1, file: !1, line: 8, type: !19, scopeLine: 8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !22, keyInstructions: true)
!19 = !DISubroutineType(types: !20)
!20 = !{null, !21}
!21 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!22 = !{!23, !24, !25, !27, !30, !33, !37, !42, !46, !57, !59, !66, !69, !72, !73, !75, !79, !83, !86, !88, !90, !92, !97, !102, !104, !106, !108, !112, !114, !115, !119, !121}
!23 = !DILocalVariable(name: "n", arg: 1, scope: !18, file: !1, line: 8, type: !21)
!24 = !DILocalVariable(name: "a", scope: !18, file: !1, line: 9, type: !21)
!25 = !DILocalVariable(name: "b", scope: !18, file: !1, line: 9, type: !26)
!26 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!27 = !DILocalVariable(name: "c", scope: !18, file: !1, line: 9, type: !28)
!28 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !29, size: 64)
!29 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!30 = !DILocalVariable(name: "d", scope: !18, file: !1, line: 9, type: !31)
!31 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !32)
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!33 = !DILocalVariable(name: "e", scope: !18, file: !1, line: 9, type: !34)
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 3520, elements: !35)
!35 = !{!36}
!36 = !DISubrange(count: 440)
!37 = !DILocalVariable(name: "g", scope: !18, file: !1, line: 9, type: !38)
!38 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 384, elements: !39)
!39 = !{!40, !41}
!40 = !DISubrange(count: 3)
!41 = !DISubrange(count: 4)
!42 = !DILocalVariable(name: "h", scope: !18, file: !1, line: 9, type: !43)
!43 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !44, size: 64)
!44 = !DISubroutineType(types: !45)
!45 = !{null, !21, !28}
!46 = !DILocalVariable(name: "i", scope: !18, file: !1, line: 9, type: !47)
!47 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !48, size: 128, extraData: !52)
!48 = !DISubroutineType(types: !49)
!49 = !{!21, !50, !21, !4}
!50 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !51, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!51 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !52)
!52 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "point", file: !1, line: 4, size: 64, flags: DIFlagTypePassByValue, elements: !53, identifier: "_ZTS5point")
!53 = !{!54, !56}
!54 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !52, file: !1, line: 4, baseType: !55, size: 64)
!55 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!56 = !DISubprogram(name: "f", linkageName: "_ZNK5point1fEic", scope: !52, file: !1, line: 4, type: !48, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!57 = !DILocalVariable(name: "j", scope: !18, file: !1, line: 9, type: !58)
!58 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !21, size: 64, extraData: !52)
!59 = !DILocalVariable(name: "k", scope: !18, file: !1, line: 10, type: !60)
!60 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "box<int>", scope: !61, file: !1, line: 1, size: 8, flags: DIFlagTypePassByValue, elements: !63, templateParams: !64, identifier: "_ZTSNSt3__13boxIiEE")
!61 = !DINamespace(name: "__1", scope: !62, exportSymbols: true)
!62 = !DINamespace(name: "std", scope: null)
!63 = !{}
!64 = !{!65}
!65 = !DITemplateTypeParameter(name: "T", type: !21)
!66 = !DILocalVariable(name: "l", scope: !18, file: !1, line: 10, type: !67)
!67 = !DIDerivedType(tag: DW_TAG_typedef, name: "iterator", scope: !60, file: !1, line: 1, baseType: !68)
!68 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)
!69 = !DILocalVariable(name: "m", scope: !18, file: !1, line: 10, type: !70)
!70 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "hidden", scope: !71, file: !1, line: 2, size: 8, flags: DIFlagTypePassByValue, elements: !63)
!71 = !DINamespace(scope: null)
!72 = !DILocalVariable(name: "o", scope: !18, file: !1, line: 10, type: !3)
!73 = !DILocalVariable(name: "p", scope: !18, file: !1, line: 10, type: !74)
!74 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_type", file: !1, line: 5, baseType: !26)
!75 = !DILocalVariable(name: "q", scope: !18, file: !1, line: 10, type: !76)
!76 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "u", file: !1, line: 6, size: 32, flags: DIFlagTypePassByValue, elements: !77, identifier: "_ZTS1u")
!77 = !{!78}
!78 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !76, file: !1, line: 6, baseType: !21, size: 32)
!79 = !DILocalVariable(name: "r", scope: !18, file: !1, line: 10, type: !80)
!80 = distinct !DICompositeType(tag: DW_TAG_structure_type, scope: !18, file: !1, line: 10, size: 32, flags: DIFlagTypePassByValue, elements: !81)
!81 = !{!82}
!82 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !80, file: !1, line: 10, baseType: !21, size: 32)
!83 = !DILocalVariable(name: "s", scope: !18, file: !1, line: 10, type: !84)
!84 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !85)
!85 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !21)
!86 = !DILocalVariable(name: "t", scope: !18, file: !1, line: 10, type: !87)
!87 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !21, size: 64)
!88 = !DILocalVariable(name: "v", scope: !18, file: !1, line: 10, type: !89)
!89 = !DIDerivedType(tag: DW_TAG_rvalue_reference_type, baseType: !52, size: 64)
!90 = !DILocalVariable(name: "w", scope: !18, file: !1, line: 10, type: !91)
!91 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!92 = !DILocalVariable(name: "x", scope: !18, file: !1, line: 10, type: !93)
!93 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !94, size: 64)
!94 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 160, elements: !95)
!95 = !{!96}
!96 = !DISubrange(count: 5)
!97 = !DILocalVariable(name: "y", scope: !18, file: !1, line: 11, type: !98)
!98 = !DIDerivedType(tag: DW_TAG_typedef, name: "type", scope: !99, file: !1, line: 1, baseType: !52)
!99 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__impl<point>", scope: !62, file: !1, line: 1, size: 8, flags: DIFlagTypePassByValue, elements: !63, templateParams: !100, identifier: "_ZTSSt6__implI5pointE")
!100 = !{!101}
!101 = !DITemplateTypeParameter(name: "T", type: !52)
!102 = !DILocalVariable(name: "z", scope: !18, file: !1, line: 11, type: !103)
!103 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!104 = !DILocalVariable(name: "aa", scope: !18, file: !1, line: 11, type: !105)
!105 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "inner", scope: !60, file: !1, line: 1, size: 8, flags: DIFlagTypePassByValue, elements: !63, identifier: "_ZTSNSt3__13boxIiE5innerE")
!106 = !DILocalVariable(name: "bb", scope: !18, file: !1, line: 11, type: !107)
!107 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "decltype(nullptr)")
!108 = !DILocalVariable(name: "cc", scope: !18, file: !1, line: 11, type: !109)
!109 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !110, size: 64)
!110 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !111)
!111 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !51, size: 64)
!112 = !DILocalVariable(name: "dd", scope: !18, file: !1, line: 11, type: !113)
!113 = distinct !DICompositeType(tag: DW_TAG_class_type, scope: !18, file: !1, line: 11, size: 8, flags: DIFlagTypePassByValue, elements: !63)
!114 = !DILocalVariable(name: "__vla_expr0", scope: !18, type: !26, flags: DIFlagArtificial)
!115 = !DILocalVariable(name: "vla", scope: !18, file: !1, line: 11, type: !116)
!116 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, elements: !117)
!117 = !{!118}
!118 = !DISubrange(count: !114)
!119 = !DILocalVariable(name: "ee", scope: !18, file: !1, line: 11, type: !120)
!120 = !DIBasicType(name: "long double", size: 128, encoding: DW_ATE_float)
!121 = !DILocalVariable(name: "ff", scope: !18, file: !1, line: 11, type: !122)
!122 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!123 = !DILocation(line: 8, column: 12, scope: !18)
!124 = !DILocation(line: 9, column: 3, scope: !18)
!125 = !DILocation(line: 9, column: 7, scope: !18)
!126 = !DILocation(line: 9, column: 10, scope: !18)
!127 = !DILocation(line: 9, column: 24, scope: !18)
!128 = !DILocation(line: 9, column: 27, scope: !18)
!129 = !DILocation(line: 9, column: 39, scope: !18)
!130 = !DILocation(line: 9, column: 42, scope: !18)
!131 = !DILocation(line: 9, column: 54, scope: !18)
!132 = !DILocation(line: 9, column: 54, scope: !18, atomGroup: 1, atomRank: 1)
!133 = !{!134, !134, i64 0}
!134 = !{!"p1 omnipotent char", !135, i64 0}
!135 = !{!"any pointer", !16, i64 0}
!136 = !DILocation(line: 9, column: 61, scope: !18)
!137 = !DILocation(line: 9, column: 66, scope: !18)
!138 = !DILocation(line: 9, column: 74, scope: !18)
!139 = !DILocation(line: 9, column: 78, scope: !18)
!140 = !DILocation(line: 9, column: 87, scope: !18)
!141 = !DILocation(line: 9, column: 94, scope: !18)
!142 = !DILocation(line: 9, column: 117, scope: !18)
!143 = !DILocation(line: 9, column: 130, scope: !18)
!144 = !DILocation(line: 9, column: 151, scope: !18)
!145 = !DILocation(line: 9, column: 163, scope: !18)
!146 = !DILocation(line: 9, column: 163, scope: !18, atomGroup: 2, atomRank: 1)
!147 = !{!16, !16, i64 0}
!148 = !DILocation(line: 10, column: 3, scope: !18)
!149 = !DILocation(line: 10, column: 17, scope: !18)
!150 = !DILocation(line: 10, column: 20, scope: !18)
!151 = !DILocation(line: 10, column: 44, scope: !18)
!152 = !DILocation(line: 10, column: 47, scope: !18)
!153 = !DILocation(line: 10, column: 54, scope: !18)
!154 = !DILocation(line: 10, column: 57, scope: !18)
!155 = !DILocation(line: 10, column: 64, scope: !18)
!156 = !DILocation(line: 10, column: 67, scope: !18)
!157 = !DILocation(line: 10, column: 77, scope: !18)
!158 = !DILocation(line: 10, column: 80, scope: !18)
!159 = !DILocation(line: 10, column: 82, scope: !18)
!160 = !DILocation(line: 10, column: 85, scope: !18)
!161 = !DILocation(line: 10, column: 103, scope: !18)
!162 = !DILocation(line: 10, column: 106, scope: !18)
!163 = !DILocation(line: 10, column: 125, scope: !18)
!164 = !DILocation(line: 10, column: 125, scope: !18, atomGroup: 3, atomRank: 1)
!165 = !DILocation(line: 10, column: 132, scope: !18)
!166 = !DILocation(line: 10, column: 137, scope: !18)
!167 = !DILocation(line: 10, column: 137, scope: !18, atomGroup: 4, atomRank: 1)
!168 = !{!169, !169, i64 0}
!169 = !{!"p1 int", !135, i64 0}
!170 = !DILocation(line: 10, column: 144, scope: !18)
!171 = !DILocation(line: 10, column: 152, scope: !18)
!172 = !DILocation(line: 10, column: 156, scope: !18)
!173 = !DILocation(line: 10, column: 152, scope: !18, atomGroup: 5, atomRank: 1)
!174 = !{!175, !175, i64 0}
!175 = !{!"p1 _ZTS5point", !135, i64 0}
!176 = !DILocation(line: 10, column: 165, scope: !18)
!177 = !DILocation(line: 10, column: 171, scope: !18)
!178 = !DILocation(line: 10, column: 174, scope: !18)
!179 = !DILocation(line: 10, column: 180, scope: !18)
!180 = !DILocation(line: 11, column: 3, scope: !18)
!181 = !DILocation(line: 11, column: 28, scope: !18)
!182 = !DILocation(line: 11, column: 31, scope: !18)
!183 = !DILocation(line: 11, column: 36, scope: !18)
!184 = !DILocation(line: 11, column: 39, scope: !18)
!185 = !DILocation(line: 11, column: 60, scope: !18)
!186 = !DILocation(line: 11, column: 64, scope: !18)
!187 = !DILocation(line: 11, column: 82, scope: !18)
!188 = !DILocation(line: 11, column: 86, scope: !18)
!189 = !DILocation(line: 11, column: 106, scope: !18)
!190 = !DILocation(line: 11, column: 110, scope: !18)
!191 = !DILocation(line: 11, column: 115, scope: !18)
!192 = !DILocation(line: 11, column: 115, scope: !18, atomGroup: 6, atomRank: 1)
!193 = !DILocation(line: 11, column: 141, scope: !18)
!194 = !DILocation(line: 11, column: 132, scope: !18)
!195 = !DILocation(line: 0, scope: !18)
!196 = !DILocation(line: 11, column: 137, scope: !18)
!197 = !DILocation(line: 11, column: 145, scope: !18)
!198 = !DILocation(line: 11, column: 157, scope: !18)
!199 = !DILocation(line: 11, column: 161, scope: !18)
!200 = !DILocation(line: 11, column: 170, scope: !18)
!201 = !DILocation(line: 12, column: 59, scope: !18)
!202 = !{i64 4}
!203 = !DILocation(line: 12, column: 62, scope: !18)
!204 = !{i64 8}
!205 = !DILocation(line: 12, column: 3, scope: !18)
!206 = !DILocation(line: 13, column: 1, scope: !18)
!207 = !DILocation(line: 13, column: 1, scope: !18, atomGroup: 7, atomRank: 1)
!208 = !DISubprogram(name: "use", linkageName: "_Z3usez", scope: !1, file: !1, line: 7, type: !209, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!209 = !DISubroutineType(types: !210)
!210 = !{null, null}
