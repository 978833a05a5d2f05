; A call that is inlined into a funclet gets the funclet's token as a further operand. The debug record in front of it keeps its value.
; RUN: corolower %s -passes='cgscc(inline)' -S | FileCheck %s
; RUN: corolower %s -passes='cgscc(inline)' -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define void @f(
; CHECK:      %pad = catchpad
; CHECK:      #dbg_value(i32 %x, ![[#]], !DIExpression(), ![[#]])
; CHECK-NEXT: call void @work() [ "funclet"(token %pad) ]

target triple = "x86_64-pc-windows-msvc"

declare i32 @__CxxFrameHandler3(...)
declare void @work()

define internal void @handler(i32 %v) !dbg !4 {
    #dbg_value(i32 %v, !6, !DIExpression(), !7)
  call void @work(), !dbg !7
  ret void, !dbg !7
}

define void @f(i32 %x) personality ptr @__CxxFrameHandler3 !dbg !8 {
entry:
  invoke void @work() to label %done unwind label %dispatch, !dbg !9
dispatch:
  %cs = catchswitch within none [label %catch] unwind to caller, !dbg !9
catch:
  %pad = catchpad within %cs [ptr null, i32 64, ptr null], !dbg !9
  call void @handler(i32 %x) [ "funclet"(token %pad) ], !dbg !9
  catchret from %pad to label %done, !dbg !9
done:
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !10)
!4 = distinct !DISubprogram(name: "handler", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DILocalVariable(name: "v", arg: 1, scope: !4, file: !1, line: 1, type: !5)
!7 = !DILocation(line: 1, scope: !4)
!8 = distinct !DISubprogram(name: "f", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 4, scope: !8)
!10 = !{null}
