; Debug records, debug metadata of every kind, loop metadata, metadata arguments.
target triple = "x86_64-unknown-linux-gnu"

define i32 @f(i32 %a, ptr %p) !dbg !5 {
entry:
    #dbg_value(i32 %a, !12, !DIExpression(), !20)
    #dbg_declare(ptr %p, !13, !DIExpression(DW_OP_deref), !20)
  %x = alloca i32, align 4, !DIAssignID !24
    #dbg_assign(i1 poison, !14, !DIExpression(), !24, ptr %x, !DIExpression(), !21)
  %add = add i32 %a, 1, !dbg !20
    #dbg_value(!DIArgList(i32 %a, i32 %add), !15, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !21)
    #dbg_value(i32 7, !15, !DIExpression(DW_OP_LLVM_fragment, 0, 16), !21)
    #dbg_value(!DIArgList(), !15, !DIExpression(), !21)
    #dbg_value(ptr poison, !15, !DIExpression(), !21)
    #dbg_label(!23, !21)
  br label %loop, !dbg !21

loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ], !dbg !22
    #dbg_value(i32 %i, !15, !DIExpression(), !22)
  %n = add i32 %i, 1, !dbg !DILocation(line: 9, column: 3, scope: !5)
  %c = icmp ult i32 %n, %a, !dbg !22
  br i1 %c, label %loop, label %exit, !dbg !22, !llvm.loop !30, !prof !33

exit:
  %r = call i64 @llvm.read_register.i64(metadata !34), !dbg !22
  call void @llvm.experimental.noalias.scope.decl(metadata !35), !dbg !22
  %s = call float @llvm.experimental.constrained.fadd.f32(float 1.000000e+00, float 2.000000e+00, metadata !"round.dynamic", metadata !"fpexcept.strict") #0, !dbg !22
  %t = call i1 @llvm.type.test(ptr %p, metadata !"typeid"), !dbg !22
  %l = load i32, ptr %p, align 4, !dbg !22, !tbaa !38, !alias.scope !35, !noalias !35
  ret i32 %l, !dbg !22
}

declare i64 @llvm.read_register.i64(metadata)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
declare i1 @llvm.type.test(ptr, metadata)

attributes #0 = { strictfp }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1, !2}
!llvm.ident = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !4, producer: "x", isOptimized: true, flags: "-O2", runtimeVersion: 0, emissionKind: FullDebug, enums: !50, retainedTypes: !51, globals: !52, imports: !53, macros: !54, splitDebugInlining: false, nameTableKind: None)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{!"producer 1.0"}
!4 = !DIFile(filename: "t.cpp", directory: "/d", checksumkind: CSK_MD5, checksum: "00112233445566778899aabbccddeeff")
!5 = distinct !DISubprogram(name: "f", linkageName: "_Z1f", scope: !4, file: !4, line: 1, type: !6, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !11)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{!8, !8, !9}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)
!10 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "decltype(nullptr)")
!11 = !{!12, !13, !14, !15}
!12 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !4, line: 1, type: !8)
!13 = !DILocalVariable(name: "p", arg: 2, scope: !5, file: !4, line: 1, type: !9, flags: DIFlagArtificial | DIFlagObjectPointer)
!14 = !DILocalVariable(name: "x", scope: !16, file: !4, line: 3, type: !8, align: 32)
!15 = !DILocalVariable(name: "y", scope: !16, file: !4, line: 4, type: !8)
!16 = distinct !DILexicalBlock(scope: !17, file: !4, line: 3, column: 5)
!17 = !DILexicalBlockFile(scope: !5, file: !4, discriminator: 2)
!20 = !DILocation(line: 1, column: 7, scope: !5)
!21 = !DILocation(line: 4, column: 9, scope: !16)
!22 = !DILocation(line: 5, column: 9, scope: !16, isImplicitCode: true)
!23 = !DILabel(scope: !5, name: "lab", file: !4, line: 6)
!24 = distinct !DIAssignID()
!30 = distinct !{!30, !31, !32, !20, !22}
!31 = !{!"llvm.loop.mustprogress"}
!32 = !{!"llvm.loop.unroll.count", i32 4}
!33 = !{!"branch_weights", i32 1, i32 2000}
!34 = !{!"rsp"}
!35 = !{!36}
!36 = distinct !{!36, !37, !"scope"}
!37 = distinct !{!37, !"domain"}
!38 = !{!39, !39, i64 0}
!39 = !{!"int", !40, i64 0}
!40 = !{!"root"}
!50 = !{!60}
!51 = !{!62, !66}
!52 = !{!70}
!53 = !{!72}
!54 = !{!74}
!60 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E", file: !4, line: 20, baseType: !8, size: 32, flags: DIFlagEnumClass, elements: !61, identifier: "_ZTS1E")
!61 = !{!DIEnumerator(name: "A", value: 0), !DIEnumerator(name: "B", value: -1), !DIEnumerator(name: "C", value: 7, isUnsigned: true)}
!62 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !4, line: 30, size: 64, elements: !63, templateParams: !68)
!63 = !{!64, !65}
!64 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !62, file: !4, line: 31, baseType: !8, size: 32)
!65 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !62, file: !4, line: 32, baseType: !8, size: 3, offset: 32, flags: DIFlagPublic | DIFlagBitField, extraData: i64 32)
!66 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 320, elements: !67)
!67 = !{!DISubrange(count: 10), !DISubrange(count: !14, lowerBound: 1), !DIGenericSubrange(lowerBound: !DIExpression(DW_OP_push_object_address), upperBound: !DIExpression(), stride: !DIExpression())}
!68 = !{!DITemplateTypeParameter(name: "T", type: !8), !DITemplateValueParameter(name: "N", type: !8, defaulted: true, value: i32 3), !DITemplateValueParameter(tag: DW_TAG_GNU_template_template_param, name: "TT", value: !"tt")}
!70 = !DIGlobalVariableExpression(var: !71, expr: !DIExpression(DW_OP_constu, 5, DW_OP_stack_value))
!71 = distinct !DIGlobalVariable(name: "gv", scope: !73, file: !4, line: 9, type: !8, isLocal: true, isDefinition: true, align: 32)
!72 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "alias", scope: !0, entity: !73, file: !4, line: 12)
!73 = !DINamespace(name: "ns", scope: null, exportSymbols: true)
!74 = !DIMacroFile(line: 0, file: !4, nodes: !75)
!75 = !{!DIMacro(type: DW_MACINFO_define, line: 1, name: "M", value: "1")}
!76 = !DICommonBlock(scope: !0, declaration: !71, name: "common", file: !4, line: 1)
!77 = !DIModule(scope: !0, name: "mod", configMacros: "-DX", includePath: "/inc", apinotes: "a.apinotes")
!78 = !DIStringType(name: "character(*)", stringLength: !15, stringLengthExpression: !DIExpression(), size: 32)
!79 = !DIObjCProperty(name: "foo", file: !4, line: 7, setter: "setFoo", getter: "getFoo", attributes: 7, type: !8)
!90 = !{!76, !77, !78, !79, !10}
!named = !{!90}
