; Debug records and locations of every kind in a rewritten body.
; RUN: corolower %s -passes=coro-early -S | opt-22 -S | grep -v ModuleID > %t.ours
; RUN: opt-22 %s -passes=coro-early -S | grep -v ModuleID > %t.llvm
; RUN: diff %t.llvm %t.ours

source_filename = "m"

define i32 @t(ptr %h, i32 %n) !dbg !4 {
  %x = alloca i32, align 4
    #dbg_declare(ptr %x, !6, !DIExpression(), !8)
    #dbg_value(i32 %n, !9, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !8)
  %d = call i1 @llvm.coro.done(ptr %h), !dbg !8
    #dbg_value(!DIArgList(i32 %n, i1 %d), !9, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !10)
  store i32 %n, ptr %x, align 4, !dbg !10
    #dbg_value(i32 poison, !9, !DIExpression(), !8)
    #dbg_label(!12, !8)
  ret i32 %n, !dbg !DILocation(line: 16, column: 3, scope: !4)
}

declare i1 @llvm.coro.done(ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "gen.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "t", scope: !1, file: !1, line: 12, type: !3, scopeLine: 12, spFlags: DISPFlagDefinition, unit: !0)
!5 = !{}
!6 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 12, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 14, scope: !4)
!9 = !DILocalVariable(name: "n", arg: 1, scope: !4, file: !1, line: 12, type: !7)
!10 = !DILocation(line: 15, column: 2, scope: !11)
!11 = distinct !DILexicalBlock(scope: !4, file: !1, line: 13)
!12 = !DILabel(scope: !4, name: "there", file: !1, line: 14)
