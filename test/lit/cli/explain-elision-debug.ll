; With debug info the places are source lines, and the variable that holds the handle is named; none where two may be meant.
; RUN: corolower explain elision %s | FileCheck %s

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %mem = phi ptr [ null, %entry ], [ %new, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @g(i1 %c) nounwind !dbg !4 {
entry:
  %h = call ptr @f(), !dbg !7
    #dbg_value(ptr %h, !6, !DIExpression(), !7)
  store ptr %h, ptr @kept, !dbg !7
  br i1 %c, label %yes, label %no, !dbg !8

yes:
  call void @llvm.coro.destroy(ptr %h), !dbg !9
  br label %no, !dbg !9

no:
  ret void, !dbg !10
}

; Both variables have the handle, and neither is declared where it is made.
define void @two() nounwind !dbg !12 {
  %h = call ptr @f(), !dbg !15
    #dbg_value(ptr %h, !13, !DIExpression(), !15)
    #dbg_value(ptr %h, !14, !DIExpression(), !15)
  store ptr %h, ptr @kept, !dbg !15
  ret void, !dbg !15
}

; What lies at the handle's address does not hold it, nor does what is computed from it, nor a number, nor what the compiler made up.
define void @none() nounwind !dbg !16 {
  %h = call ptr @f(), !dbg !17
    #dbg_declare(ptr %h, !18, !DIExpression(), !17)
    #dbg_value(ptr %h, !19, !DIExpression(DW_OP_plus_uconst, 16, DW_OP_stack_value), !17)
    #dbg_value(ptr %h, !20, !DIExpression(), !17)
    #dbg_value(ptr %h, !21, !DIExpression(), !17)
  store ptr %h, ptr @kept, !dbg !17
  ret void, !dbg !17
}

@kept = global ptr null
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "user.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 3, type: !3, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!5 = !{}
!6 = !DILocalVariable(name: "numbers", scope: !4, file: !1, line: 4, type: !11)
!7 = !DILocation(line: 4, column: 13, scope: !4)
!8 = !DILocation(line: 5, column: 7, scope: !4)
!9 = !DILocation(line: 6, column: 5, scope: !4)
!10 = !DILocation(line: 7, column: 1, scope: !4)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!12 = distinct !DISubprogram(name: "two", scope: !1, file: !1, line: 10, type: !3, scopeLine: 10, spFlags: DISPFlagDefinition, unit: !0)
!13 = !DILocalVariable(name: "one", scope: !12, file: !1, line: 11, type: !11)
!14 = !DILocalVariable(name: "other", scope: !12, file: !1, line: 11, type: !11)
!15 = !DILocation(line: 12, column: 9, scope: !12)
!16 = distinct !DISubprogram(name: "none", scope: !1, file: !1, line: 20, type: !3, scopeLine: 20, spFlags: DISPFlagDefinition, unit: !0)
!17 = !DILocation(line: 21, column: 9, scope: !16)
!18 = !DILocalVariable(name: "there", scope: !16, file: !1, line: 21, type: !11)
!19 = !DILocalVariable(name: "computed", scope: !16, file: !1, line: 21, type: !11)
!21 = !DILocalVariable(name: "number", scope: !16, file: !1, line: 21, type: !22)
!22 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!20 = !DILocalVariable(name: "__range1", scope: !16, file: !1, line: 21, type: !11)

; CHECK: explain-elision-debug.ll:36:8: missed: 'f' not elided in 'g' (frame_size=24, align=8), variable 'numbers', at user.c:4:13
; CHECK: note: the handle is stored to @kept, at user.c:4:13
; CHECK: note: path without a destroy: user.c:4 -> line 7
; CHECK: missed: 'f' not elided in 'two' (frame_size=24, align=8), at user.c:12:9
; CHECK: missed: 'f' not elided in 'none' (frame_size=24, align=8), at user.c:21:9
