; In the ramp, a variable in the frame is declared where the frame begins, before its block. The declaration gets the
; location of the frame pointer there, because the code generator drops a declaration outside the scope of its
; location. A variable that was inlined keeps its location.
; REQUIRES: corolower
; RUN: corolower %s -S -passes='coro-early,cgscc(coro-split),coro-cleanup' | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define ptr @f(
; CHECK: %m = call ptr @malloc(i64 {{[0-9]+}}), !dbg ![[HERE:[0-9]+]]
; CHECK-DAG: #dbg_declare(ptr %m, ![[X:[0-9]+]], !DIExpression(DW_OP_plus_uconst, {{[0-9]+}}), ![[HERE]])
; CHECK-DAG: #dbg_declare(ptr %m, ![[Y:[0-9]+]], !DIExpression(DW_OP_plus_uconst, {{[0-9]+}}), ![[INLINED:[0-9]+]])
; CHECK-DAG: ![[HERE]] = !DILocation(line: 1, scope: !5)
; CHECK-DAG: ![[X]] = !DILocalVariable(name: "x"
; CHECK-DAG: ![[Y]] = !DILocalVariable(name: "y"
; CHECK-DAG: ![[INLINED]] = !DILocation(line: 9, scope: !6, inlinedAt: !10)
define ptr @f(i32 %n) presplitcoroutine optnone noinline !dbg !5 {
  %x = alloca i32
  %y = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @malloc(i64 %size), !dbg !13
  %h = call ptr @llvm.coro.begin(token %id, ptr %m), !dbg !13
    #dbg_declare(ptr %x, !8, !DIExpression(), !10)
    #dbg_declare(ptr %y, !11, !DIExpression(), !12)
  store i32 %n, ptr %x
  store i32 %n, ptr %y
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [i8 0, label %resume
                             i8 1, label %cleanup]
resume:
  call void @use(ptr %x), !dbg !10
  call void @use(ptr %y), !dbg !10
  br label %cleanup
cleanup:
  %free = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %free)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 9, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "x", scope: !9, file: !1, line: 2, type: !7)
!9 = distinct !DILexicalBlock(scope: !5, file: !1, line: 2)
!10 = !DILocation(line: 2, scope: !9)
!11 = !DILocalVariable(name: "y", scope: !6, file: !1, line: 9, type: !7)
!12 = !DILocation(line: 9, scope: !6, inlinedAt: !10)
!13 = !DILocation(line: 1, scope: !5)
