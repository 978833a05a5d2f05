; A parameter that is assigned to: clang declares it where it comes in and where its copy lies. When the copy becomes values, the first
; declaration is a value that reads memory, in the ramp, and the slot of the first value is not declared to be the variable. Behind the
; suspend the variable is the last value in front of it. What came in stays in memory here because it is volatile. The part can only be
; resumed there, so no record has to say that the variable is unknown at its beginning.
; RUN: corolower %s -passes='function(mem2reg),coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='function(mem2reg),coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -passes='function(mem2reg),coro-early,cgscc(coro-split<reuse-storage>)' -S | FileCheck %s

define ptr @f(i32 %n) presplitcoroutine !dbg !4 {
entry:
  %in = alloca i32, !coro.outside.frame !5
  %copy = alloca i32
  store volatile i32 %n, ptr %in
    #dbg_declare(ptr %in, !8, !DIExpression(), !9)
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
    #dbg_declare(ptr %copy, !8, !DIExpression(), !9)
  %first = load i32, ptr %in
  store i32 %first, ptr %copy
  %more = add i32 %first, 7
  store i32 %more, ptr %copy
  call void @use(i32 %more), !dbg !9
  %s = call i8 @llvm.coro.suspend(token none, i1 false), !dbg !9
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  %v = load i32, ptr %copy
  call void @use(i32 %v), !dbg !9
  call void @use(i32 %first), !dbg !9
  br label %cleanup

cleanup:
  %p = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %p)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @f(
; CHECK: %in = alloca i32
; CHECK: #dbg_value(ptr %in, [[N:![0-9]+]], !DIExpression(DW_OP_deref), !{{[0-9]+}})
; CHECK: #dbg_value(i32 %first, [[N]], !DIExpression(), !{{[0-9]+}})
; CHECK: #dbg_value(i32 %more, [[N]], !DIExpression(), !{{[0-9]+}})
; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK-NOT: #dbg_declare
; CHECK-NOT: poison
; CHECK: #dbg_value(ptr %hdl, [[A:![0-9]+]], !DIExpression(DW_OP_plus_uconst, 16, DW_OP_deref_size, 4, DW_OP_plus_uconst, 7, DW_OP_stack_value), !{{[0-9]+}})
; CHECK-NOT: #dbg_declare
; CHECK-LABEL: define internal fastcc void @f.destroy(
; CHECK: [[N]] = !DILocalVariable(name: "n"
; CHECK: [[A]] = !DILocalVariable(name: "n"

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_20, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "gen.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 1, type: !3, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !5)
!5 = !{}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "n", arg: 1, scope: !4, file: !1, line: 1, type: !7)
!9 = !DILocation(line: 2, column: 3, scope: !4)
