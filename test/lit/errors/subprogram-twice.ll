; A subprogram belongs to one function. Both functions are named, and the debug info is dropped, as LLVM does.
; RUN: corolower %s -passes='function(simplifycfg)' -S -o %t 2>&1 | FileCheck %s
; RUN: not grep "!dbg" %t

; CHECK: warning: ignoring invalid debug info: DISubprogram attached to more than one function (in function 'g')
; CHECK: subprogram-twice.ll:[[@LINE+2]]:1: note: it is attached to this function, too
; CHECK-NOT: internal error
define void @f(i1 %c) !dbg !4 {
  br i1 %c, label %a, label %b
a:
  ret void
b:
  ret void
}

define void @g(i1 %c) !dbg !4 {
  br i1 %c, label %a, label %b
a:
  ret void
b:
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "gen.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 12, type: !3, scopeLine: 12, spFlags: DISPFlagDefinition, unit: !0)
!5 = !{}
