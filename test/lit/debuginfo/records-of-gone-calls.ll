; The debug records of an inlined call go with its last instruction, because no debugger stops in a scope without code. @middle was inlined through
; @outer and has an instruction, so the records of both stay. Of @gone only records are left.
; RUN: corolower %s -passes=dce -S | FileCheck %s
; RUN: corolower %s -passes=dce -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define i32 @f(
; CHECK-NEXT: #dbg_value(i32 %n, ![[F:[0-9]+]],
; CHECK-NEXT: #dbg_value(i32 %n, ![[OUTER:[0-9]+]],
; CHECK-NEXT: #dbg_value(i32 %n, ![[MIDDLE:[0-9]+]],
; CHECK-NEXT: %x = add
; CHECK-NEXT: ret i32 %x
; CHECK-DAG: ![[F]] = !DILocalVariable(name: "in_f"
; CHECK-DAG: ![[OUTER]] = !DILocalVariable(name: "in_outer"
; CHECK-DAG: ![[MIDDLE]] = !DILocalVariable(name: "in_middle"
define i32 @f(i32 %n) !dbg !4 {
    #dbg_value(i32 %n, !20, !DIExpression(), !10)
    #dbg_value(i32 %n, !21, !DIExpression(), !11)
    #dbg_value(i32 %n, !22, !DIExpression(), !12)
    #dbg_value(i32 %n, !23, !DIExpression(), !13)
    #dbg_label(!24, !13)
  %unused = mul i32 %n, 3, !dbg !13
  %x = add i32 %n, 1, !dbg !12
    #dbg_value(i32 %x, !23, !DIExpression(), !13)
  ret i32 %x, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 12, type: !3, scopeLine: 12, spFlags: DISPFlagDefinition, unit: !0)
!5 = !{}
!6 = distinct !DISubprogram(name: "outer", scope: !1, file: !1, line: 3, type: !3, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!7 = distinct !DISubprogram(name: "middle", scope: !1, file: !1, line: 2, type: !3, scopeLine: 2, spFlags: DISPFlagDefinition, unit: !0)
!8 = distinct !DISubprogram(name: "gone", scope: !1, file: !1, line: 1, type: !3, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DILocation(line: 13, column: 1, scope: !4)
!11 = !DILocation(line: 3, column: 7, scope: !6, inlinedAt: !14)
!12 = !DILocation(line: 2, column: 7, scope: !7, inlinedAt: !15)
!13 = !DILocation(line: 1, column: 7, scope: !8, inlinedAt: !16)
!14 = distinct !DILocation(line: 15, column: 2, scope: !4)
!15 = distinct !DILocation(line: 3, column: 2, scope: !6, inlinedAt: !14)
!16 = distinct !DILocation(line: 16, column: 2, scope: !4)
!20 = !DILocalVariable(name: "in_f", scope: !4, file: !1, line: 12, type: !9)
!21 = !DILocalVariable(name: "in_outer", scope: !6, file: !1, line: 3, type: !9)
!22 = !DILocalVariable(name: "in_middle", scope: !7, file: !1, line: 2, type: !9)
!23 = !DILocalVariable(name: "in_gone", scope: !8, file: !1, line: 1, type: !9)
!24 = !DILabel(scope: !8, name: "there", file: !1, line: 1)
