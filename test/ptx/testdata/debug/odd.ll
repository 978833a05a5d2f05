; Debug info that frontends rarely write: types that contain themselves, variables of every kind of value,
; members that are no data, names with quotes and other characters than ASCII.
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@g = addrspace(1) global i32 0
define void @f(ptr %p, i32 %n, i1 %b, <4 x float> %v, i128 %w, float %fl) !dbg !4 {
entry:
  %a = alloca [4 x i32]
  %u = alloca i32
    #dbg_declare(ptr %a, !10, !DIExpression(), !20)
    #dbg_declare(ptr %u, !11, !DIExpression(), !20)
    #dbg_declare(ptr null, !12, !DIExpression(), !20)
    #dbg_declare(ptr %p, !13, !DIExpression(DW_OP_constu, 8, DW_OP_minus), !20)
    #dbg_value(i1 %b, !14, !DIExpression(), !20)
    #dbg_value(<4 x float> %v, !15, !DIExpression(), !20)
    #dbg_value(i128 %w, !16, !DIExpression(), !20)
    #dbg_value(float %fl, !17, !DIExpression(), !21)
    #dbg_value(i1 true, !18, !DIExpression(), !22)
    #dbg_value(ptr addrspacecast (ptr addrspace(1) @g to ptr), !19, !DIExpression(), !22)
  %x = getelementptr [4 x i32], ptr %a, i64 0, i32 %n
  store i32 %n, ptr %x, !dbg !21
  store float %fl, ptr %p, !dbg !22
  %l = load i32, ptr %x, !dbg !20
  store i32 %l, ptr addrspace(1) @g, !dbg !22
  ret void, !dbg !20
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, producer: "a\22b\00c", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "h\C3\A4.rs", directory: "/d \22x")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 300000, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DICompositeType(tag: DW_TAG_structure_type, name: "self", size: 64, elements: !6)
!6 = !{!7, !8, !9}
!7 = !DIDerivedType(tag: DW_TAG_member, name: "next", baseType: !30, size: 64)
!8 = !DICompositeType(tag: DW_TAG_variant_part, elements: !{})
!9 = !DISubprogram(name: "m", scope: !5, spFlags: 0)
!10 = !DILocalVariable(name: "arr", arg: 2, scope: !4, file: !1, line: 3, type: !31)
!11 = !DILocalVariable(name: "un", scope: !4, file: !1, line: 3, type: !5)
!12 = !DILocalVariable(name: "nul", scope: !4, file: !1, line: 3)
!13 = !DILocalVariable(name: "neg", arg: 1, scope: !4, file: !1, line: 3, type: !32)
!14 = !DILocalVariable(name: "b", scope: !4, file: !1, line: 3, type: !33)
!15 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 3, type: !34)
!16 = !DILocalVariable(name: "w", scope: !4, file: !1, line: 3, type: !35)
!17 = !DILocalVariable(name: "fl", scope: !40, file: !1, line: 3, type: !36)
!18 = !DILocalVariable(name: "bt", scope: !41, file: !1, line: 3, type: !33)
!19 = !DILocalVariable(name: "gp", scope: !41, file: !1, line: 3, type: !30)
!20 = !DILocation(line: 1, scope: !4)
!21 = !DILocation(line: 2, scope: !40)
!22 = !DILocation(line: 3, scope: !41, inlinedAt: !23)
!23 = distinct !DILocation(line: 4, scope: !40)
!30 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!31 = !DICompositeType(tag: DW_TAG_array_type, baseType: !35, size: 128, elements: !{!37, !38})
!32 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E", baseType: !35, size: 32, elements: !{!39, !42})
!33 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !36, size: 128, flags: DIFlagVector, elements: !{!37})
!35 = !DIBasicType(name: "u128", size: 128, encoding: DW_ATE_unsigned)
!36 = !DIBasicType(name: "f32", size: 32, encoding: DW_ATE_float)
!37 = !DISubrange(count: 4)
!38 = !DISubrange(count: !12)
!39 = !DIEnumerator(name: "A", value: -3)
!40 = distinct !DILexicalBlock(scope: !4, file: !1, line: 2)
!41 = distinct !DISubprogram(name: "inl", linkageName: "_inl", scope: !1, file: !1, line: 9, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!42 = !DIEnumerator(name: "B", value: 18446744073709551615, isUnsigned: true)
