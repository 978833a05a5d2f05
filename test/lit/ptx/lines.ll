; Debug locations become .loc, their files .file; a location that did not change is not repeated. Inlined code names its function and the call,
; which has a .loc of its own before: once in a function. This needs PTX 7.2, so --ptx=7.0 leaves it out. A unit without debug info has no lines.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s
; RUN: corolower --emit=ptx --ptx=7.0 %s | FileCheck %s --check-prefix=OLD
; RUN: sed 's/emissionKind: LineTablesOnly/emissionKind: NoDebug/' %s | corolower --emit=ptx | FileCheck %s --check-prefix=NONE

; CHECK: .version 7.2
; OLD: .version 7.0
; OLD: .loc 2 9 1
; OLD-NOT: {{inlined_at|debug_str}}
; NONE-NOT: {{\.loc|\.file|debug_str}}

target triple = "nvptx64-nvidia-cuda"

; CHECK:      .visible .func (.param .b32 func_retval0) f(
; CHECK:      .loc 1 2 7
; CHECK-NEXT: add.s32
; CHECK-NEXT: mul.lo.s32
; CHECK-NEXT: .loc 1 2 7
; CHECK-NEXT: .loc 2 9 1, function_name $L__info_string1, inlined_at 1 2 7
; CHECK-NEXT: xor.b32
; CHECK-NEXT: .loc 1 3 3
; CHECK-NEXT: st.param.b32
; CHECK-NEXT: ret;
define i32 @f(i32 %a) !dbg !4 {
  %x = add i32 %a, 1, !dbg !6
  %y = mul i32 %x, 3, !dbg !6
  %z = xor i32 %y, 5, !dbg !8
  ret i32 %z, !dbg !7
}

; CHECK:      .visible .func (.param .b32 func_retval0) nested(
; CHECK:      .loc 1 3 3
; CHECK-NEXT: .loc 2 9 1, function_name $L__info_string1, inlined_at 1 3 3
; CHECK-NEXT: .loc 2 12 5, function_name $L__info_string2, inlined_at 2 9 1
; CHECK-NEXT: add.s32
; CHECK-NEXT: .loc 2 9 1, function_name $L__info_string1, inlined_at 1 3 3
; CHECK-NEXT: mul.lo.s32
; CHECK-NEXT: .loc 2 12 5, function_name $L__info_string2, inlined_at 2 9 1
; CHECK-NEXT: xor.b32
; CHECK-NEXT: st.param.b32
define i32 @nested(i32 %a) !dbg !14 {
  %x = add i32 %a, 1, !dbg !10
  %y = mul i32 %x, 3, !dbg !12
  %z = xor i32 %y, 5, !dbg !10
  ret i32 %z, !dbg !13
}

; CHECK:      .file 1 "/src/a.cpp"
; CHECK-NEXT: .file 2 "/inc/b.h"
; CHECK-NEXT: .section .debug_str
; CHECK-NEXT: {
; CHECK-NEXT: $L__info_string1:
; CHECK-NEXT: .b8 95, 90, 49, 103, 118, 0
; CHECK-NEXT: $L__info_string2:
; CHECK-NEXT: .b8 104, 0
; CHECK-NEXT: }

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
!9 = distinct !DISubprogram(name: "g", linkageName: "_Z1gv", scope: !3, file: !3, line: 8, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 12, column: 5, scope: !11, inlinedAt: !12)
!11 = distinct !DISubprogram(name: "h", scope: !3, file: !3, line: 11, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 9, column: 1, scope: !9, inlinedAt: !15)
!13 = !DILocation(line: 0, scope: !14)
!14 = distinct !DISubprogram(name: "nested", scope: !1, file: !1, line: 2, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!15 = !DILocation(line: 3, column: 3, scope: !14)
