; If the blocks of two cases are merged, a debug record stays only if both have it. Otherwise the variable is unknown. Declarations of both stay.
; REQUIRES: corolower
; RUN: corolower %s -verify-each -passes='function(simplifycfg<merge-cases>)' | FileCheck %s

; CHECK-LABEL: define i64 @f(
; CHECK: %x.p = getelementptr i8, ptr %frame, i64 24
; CHECK-NEXT: #dbg_declare(ptr %x.p, [[STORED:![0-9]+]],
; CHECK-NEXT: #dbg_declare(ptr %x.p, [[OTHER:![0-9]+]],
; CHECK-NEXT: %x = load i64, ptr %x.p
; CHECK-NEXT: #dbg_value(i64 %x, [[BOTH:![0-9]+]],
; CHECK-NEXT: #dbg_value(ptr poison, [[DIFFERS:![0-9]+]],
; CHECK-NEXT: #dbg_value(ptr poison, [[DIFFERS]],
; CHECK-NEXT: #dbg_value(ptr poison, [[SECOND:![0-9]+]], !DIExpression(),
; CHECK-NEXT: ret i64 %x
; CHECK-DAG: [[STORED]] = !DILocalVariable(name: "stored"
; CHECK-DAG: [[OTHER]] = !DILocalVariable(name: "other"
; CHECK-DAG: [[BOTH]] = !DILocalVariable(name: "both"
; CHECK-DAG: [[DIFFERS]] = !DILocalVariable(name: "differs"
; CHECK-DAG: [[SECOND]] = !DILocalVariable(name: "second"

define i64 @f(i8 %index, ptr %frame, i64 %n) !dbg !5 {
entry:
  switch i8 %index, label %no [ i8 0, label %a
    i8 1, label %b ]
a:
  %x.p = getelementptr i8, ptr %frame, i64 24
    #dbg_declare(ptr %x.p, !8, !DIExpression(), !11)
  %x = load i64, ptr %x.p, align 8
    #dbg_value(i64 %x, !9, !DIExpression(), !11)
    #dbg_value(i64 1, !12, !DIExpression(), !11)
  br label %loop
b:
  %y.p = getelementptr i8, ptr %frame, i64 24
    #dbg_declare(ptr %y.p, !13, !DIExpression(), !11)
  %y = load i64, ptr %y.p, align 8
    #dbg_value(i64 %y, !9, !DIExpression(), !11)
    #dbg_value(i64 2, !12, !DIExpression(), !11)
    #dbg_value(i64 %y, !14, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !11)
  br label %loop
loop:
  %v = phi i64 [ %x, %a ], [ %y, %b ]
  ret i64 %v, !dbg !11
no:
  unreachable
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocalVariable(name: "stored", scope: !5, file: !1, line: 2, type: !10)
!9 = !DILocalVariable(name: "both", scope: !5, file: !1, line: 2, type: !10)
!10 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!11 = !DILocation(line: 2, scope: !5)
!12 = !DILocalVariable(name: "differs", scope: !5, file: !1, line: 2, type: !10)
!13 = !DILocalVariable(name: "other", scope: !5, file: !1, line: 2, type: !10)
!14 = !DILocalVariable(name: "second", scope: !5, file: !1, line: 2, type: !10)
