; A struct of the program has the same padding in every frame. `explain frame` names an order of its members with less, and the bytes that
; the frame saves. It says nothing where the rules of C do not explain the layout: `packed` has bit-fields.
; RUN: corolower explain frame %s | FileCheck %s
; RUN: corolower explain frame --format=json %s | FileCheck %s --check-prefix=JSON
; RUN: corolower explain frame -passes='coro-early,coro-split,coro-cleanup' %s | FileCheck %s --check-prefix=PLAIN

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%promise = type { i8, ptr, i8, i32 }
%reading = type { i8, double, i8, i64, i8 }
%packed = type { i8, i64, i8 }

define ptr @f() presplitcoroutine !dbg !4 {
entry:
  %__promise = alloca %promise, align 8
  %r = alloca [3 x %reading], align 8
  %p = alloca %packed, align 8
    #dbg_declare(ptr %__promise, !10, !DIExpression(), !40)
    #dbg_declare(ptr %r, !11, !DIExpression(), !40)
    #dbg_declare(ptr %p, !12, !DIExpression(), !40)
  %id = call token @llvm.coro.id(i32 8, ptr %__promise, ptr null, ptr null), !dbg !40
  %size = call i64 @llvm.coro.size.i64(), !dbg !40
  %alloc = call ptr @malloc(i64 %size), !dbg !40
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %alloc), !dbg !40
  call void @fill(ptr %__promise, ptr %r, ptr %p), !dbg !40
  %save = call token @llvm.coro.save(ptr null), !dbg !40
  %s = call i8 @llvm.coro.suspend(token %save, i1 false), !dbg !40
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ], !dbg !40

resume:
  call void @fill(ptr %__promise, ptr %r, ptr %p), !dbg !40
  br label %cleanup, !dbg !40

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %hdl), !dbg !40
  call void @free(ptr %mem), !dbg !40
  br label %suspend, !dbg !40

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none), !dbg !40
  ret ptr %hdl, !dbg !40
}

declare void @fill(ptr, ptr, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "order.cpp", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 5, type: !5, scopeLine: 5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!10 = !DILocalVariable(name: "__promise", scope: !4, type: !13, flags: DIFlagArtificial)
!11 = !DILocalVariable(name: "r", scope: !4, file: !1, line: 6, type: !14)
!12 = !DILocalVariable(name: "p", scope: !4, file: !1, line: 7, type: !17)
!13 = !DICompositeType(tag: DW_TAG_structure_type, name: "promise", file: !1, line: 1, size: 192, elements: !20)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !16, size: 960, elements: !15)
!15 = !{!DISubrange(count: 3)}
!16 = !DICompositeType(tag: DW_TAG_structure_type, name: "reading", file: !1, line: 2, size: 320, elements: !25)
!17 = !DICompositeType(tag: DW_TAG_structure_type, name: "packed", file: !1, line: 3, size: 192, elements: !31)
!20 = !{!21, !22, !23, !24}
!21 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !13, file: !1, line: 1, baseType: !36, size: 8)
!22 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !13, file: !1, line: 1, baseType: !38, size: 64, offset: 64)
!23 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !13, file: !1, line: 1, baseType: !36, size: 8, offset: 128)
!24 = !DIDerivedType(tag: DW_TAG_member, name: "n", scope: !13, file: !1, line: 1, baseType: !39, size: 32, offset: 160)
!25 = !{!26, !27, !28, !29, !30}
!26 = !DIDerivedType(tag: DW_TAG_member, name: "valid", scope: !16, file: !1, line: 2, baseType: !36, size: 8)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !16, file: !1, line: 2, baseType: !37, size: 64, offset: 64)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "unit", scope: !16, file: !1, line: 2, baseType: !36, size: 8, offset: 128)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "when", scope: !16, file: !1, line: 2, baseType: !38, size: 64, offset: 192)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "last", scope: !16, file: !1, line: 2, baseType: !36, size: 8, offset: 256)
!31 = !{!32, !33, !34}
!32 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !17, file: !1, line: 3, baseType: !36, size: 3, flags: DIFlagBitField, extraData: i64 0)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "l", scope: !17, file: !1, line: 3, baseType: !38, size: 64, offset: 64)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !17, file: !1, line: 3, baseType: !36, size: 8, offset: 128)
!36 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!37 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!38 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!39 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!40 = !DILocation(line: 6, scope: !4)

;      CHECK: 'f' has 192 bytes
;      CHECK: hint: promise has padding inside promise: with its members in the order next, n, a, b, promise has
; CHECK-NEXT:   16 bytes instead of 24; the frame is then 8 bytes smaller
; CHECK-NEXT: hint: r has padding inside reading: with its members in the order value, when, valid, unit, last,
; CHECK-NEXT:   reading has 24 bytes instead of 40; the frame is then 48 bytes smaller
;  CHECK-NOT: hint:

;      JSON: "could_save": 48
;      JSON: "label": "r"
;      JSON: "order": {
; JSON-NEXT:   "type": "reading",
; JSON-NEXT:   "members": [
; JSON-NEXT:     "value",
; JSON-NEXT:     "when",
; JSON-NEXT:     "valid",
; JSON-NEXT:     "unit",
; JSON-NEXT:     "last"
; JSON-NEXT:   ],
; JSON-NEXT:   "was": 40,
; JSON-NEXT:   "now": 24,
; JSON-NEXT:   "saves": 48,
; JSON-NEXT:   "hint": "r has padding inside reading: with its members in the order value, when, valid, unit, last, reading has 24 bytes instead of 40; the frame is then 48 bytes smaller"
; JSON-NEXT: }

; PLAIN: hint: promise has padding inside promise
; PLAIN: hint: r has padding inside reading
