; Value records behind a suspend read the slots of spilled values, or compute from them what the code computes again.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM 22 reads the slots through a local and loses computed values
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine !dbg !4 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null), !dbg !10
  %size = call i64 @llvm.coro.size.i64(), !dbg !10
  %mem = call ptr @malloc(i64 %size), !dbg !10
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem), !dbg !10
  %m = mul i32 %n, 3
  %p = call ptr @get()
    #dbg_declare(ptr %p, !13, !DIExpression(), !10)
  %s = call i8 @llvm.coro.suspend(token none, i1 false), !dbg !11
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ], !dbg !11

cont:
    #dbg_value(i32 %n, !12, !DIExpression(), !11)
  call void @print(i32 %n), !dbg !11
    #dbg_value(i32 %m, !12, !DIExpression(), !11)
  call void @print(i32 %m), !dbg !11
  call void @use(ptr %p), !dbg !11
  br label %cleanup, !dbg !11

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl), !dbg !11
  call void @free(ptr %memory), !dbg !11
  br label %suspend, !dbg !11

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none), !dbg !11
  ret ptr %hdl, !dbg !11
}

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
!11 = !DILocation(line: 14, column: 3, scope: !4)
!12 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 13, type: !6)
!13 = !DILocalVariable(name: "y", scope: !4, file: !1, line: 13, type: !6)

; CHECK: %f.Frame = type { ptr, ptr, ptr, i32, i1 }

; CHECK: define internal fastcc void @f.resume(
; CHECK: #dbg_value(ptr %hdl, !{{[0-9]+}}, !DIExpression(DW_OP_plus_uconst, 16, DW_OP_deref, DW_OP_deref), !{{[0-9]+}})
; CHECK: #dbg_value(ptr %hdl, !{{[0-9]+}}, !DIExpression(DW_OP_plus_uconst, 24, DW_OP_deref_size, 4, DW_OP_stack_value), !{{[0-9]+}})
; CHECK: call void @print(i32 %n.reload)
; CHECK: #dbg_value(ptr %hdl, !{{[0-9]+}}, !DIExpression(DW_OP_plus_uconst, 24, DW_OP_deref_size, 4, DW_OP_constu, 3, DW_OP_mul, DW_OP_stack_value), !{{[0-9]+}})

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
declare void @print(i32)
declare ptr @get()
