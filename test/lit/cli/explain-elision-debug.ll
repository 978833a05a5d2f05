; With debug info the places are source lines, and the variable that holds the handle is named.
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
!11 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)

; CHECK: explain-elision-debug.ll:36:8: missed: 'f' not elided in 'g' (frame_size=24, align=8), at user.c:4:13
; CHECK: note: the handle is stored to @kept, variable 'numbers'{{.*}}, at user.c:4:13
; CHECK: note: path without a destroy: user.c:4 -> line 7
