; Debug info of a version that is not understood (no module flag: 0) is left out with a warning, as LLVM does: whatever it says, here one
; subprogram of two functions, it does not count.
; RUN: corolower %s -verify-each -passes='coro-early,function(simplifycfg),verify' -S -o %t 2>&1 | FileCheck %s -check-prefix=WARN
; RUN: FileCheck %s < %t
; RUN: opt-22 -passes=verify -disable-output %t
; RUN: sed -e 's/i32 1, !"other"/i32 2, !"Debug Info Version"/' -e 's/@g(i1 %c) !dbg !4/@g(i1 %c)/' %s > %t.ll
; RUN: corolower %t.ll -passes="function(simplifycfg)" -S | FileCheck %s -check-prefix=KEPT

; WARN: warning: ignoring debug info with an invalid version (0)
; KEPT: define void @f(i1 %c) !dbg
; CHECK-LABEL: define void @f(i1 %c) {
; CHECK-NOT:     !dbg
; CHECK:         ret void
; CHECK-NEXT:  }
define void @f(i1 %c) !dbg !4 {
    #dbg_value(i1 %c, !8, !DIExpression(), !7)
  br i1 true, label %a, label %b, !dbg !7
a:
  ret void, !dbg !7
b:
  ret void
}
define void @g(i1 %c) !dbg !4 {
  ret void, !dbg !7
}
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "x", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "t.c", directory: "/d")
!2 = !{}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !2)
!7 = !DILocation(line: 2, column: 1, scope: !4)
!8 = !DILocalVariable(name: "c", arg: 1, scope: !4, file: !1, line: 1)
!llvm.module.flags = !{!9}
!9 = !{i32 1, !"other", i32 3}
