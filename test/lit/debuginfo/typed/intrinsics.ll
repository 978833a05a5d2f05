; Debug intrinsics of the typed dialect: the module stays valid and the clones have their subprograms.
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | opt-14 -passes=verify -disable-output

define i8* @f(i32 %n) "coroutine.presplit"="0" !dbg !4 {
entry:
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* null, i8* null), !dbg !10
  %size = call i64 @llvm.coro.size.i64(), !dbg !10
  %mem = call i8* @malloc(i64 %size), !dbg !10
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %mem), !dbg !10
  %x = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %x, metadata !11, metadata !DIExpression()), !dbg !10
  store i32 %n, i32* %x, align 4, !dbg !10
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  %v = load i32, i32* %x, align 4, !dbg !10
  call void @print(i32 %v), !dbg !10
  br label %cleanup

cleanup:
  %memory = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @free(i8* %memory)
  br label %suspend

suspend:
  call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

declare void @llvm.dbg.declare(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "gen.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", linkageName: "_Z1fv", scope: !1, file: !1, line: 12, type: !3, scopeLine: 12, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !5)
!5 = !{}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DILocation(line: 13, column: 1, scope: !4)
!11 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 13, type: !6)

; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK-SAME: !dbg ![[RESUME:[0-9]+]]
; CHECK: call void @print(i32 %v), !dbg ![[LOC:[0-9]+]]

; CHECK-LABEL: define internal fastcc void @f.destroy(
; CHECK: ![[LOC]] = !DILocation(line: 13, column: 1, scope: ![[RESUME]])

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i64 @llvm.coro.size.i64()
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(i8*, i1)
declare i8* @malloc(i64)
declare void @free(i8*)
declare void @print(i32)
