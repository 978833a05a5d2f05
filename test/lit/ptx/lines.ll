; Debug locations become .loc, their files .file; a location that did not change is not repeated.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK:      .visible .func (.param .b32 func_retval0) f(
; CHECK:      .loc 1 2 7
; CHECK-NEXT: add.s32
; CHECK-NEXT: mul.lo.s32
; CHECK-NEXT: .loc 2 9 1
; CHECK-NEXT: xor.b32
; CHECK-NEXT: .loc 1 3 3
; CHECK-NEXT: st.param.b32
; CHECK-NEXT: ret;
; CHECK:      .file 1 "/src/a.cpp"
; CHECK-NEXT: .file 2 "/inc/b.h"
define i32 @f(i32 %a) !dbg !4 {
  %x = add i32 %a, 1, !dbg !6
  %y = mul i32 %x, 3, !dbg !6
  %z = xor i32 %y, 5, !dbg !8
  ret i32 %z, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "/inc/b.h", directory: "/src")
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!6 = !DILocation(line: 2, column: 7, scope: !4)
!7 = !DILocation(line: 3, column: 3, scope: !4)
!8 = !DILocation(line: 9, column: 1, scope: !9, inlinedAt: !6)
!9 = distinct !DISubprogram(name: "g", scope: !3, file: !3, line: 8, type: !5, unit: !0, spFlags: DISPFlagDefinition)
