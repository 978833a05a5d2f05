; The dialect of LLVM 19: debug intrinsics as calls, coroutine intrinsics of that version, constant expressions gone later.
target triple = "x86_64-unknown-linux-gnu"

@g = global i32 1
@cmp = global i64 mul (i64 ptrtoint (ptr @g to i64), i64 3)

declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare i64 @llvm.coro.size.i64()
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr nocapture readonly)
declare i1 @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)

define ptr @coro(i32 %n) presplitcoroutine !dbg !5 {
entry:
  %p = alloca i32, align 4
  tail call void @llvm.dbg.value(metadata i32 %n, metadata !8, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.declare(metadata ptr %p, metadata !10, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.value(metadata !DIArgList(i32 %n, i32 4), metadata !8, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)), !dbg !9
  %id = call token @llvm.coro.id(i32 0, ptr %p, ptr null, ptr null), !dbg !9
  %need = call i1 @llvm.coro.alloc(token %id), !dbg !9
  br i1 %need, label %alloc, label %begin, !dbg !9

alloc:                                            ; preds = %entry
  %size = call i64 @llvm.coro.size.i64(), !dbg !9
  %mem = call ptr @malloc(i64 %size), !dbg !9
  br label %begin, !dbg !9

begin:                                            ; preds = %alloc, %entry
  %phi = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %phi), !dbg !9
  call void @llvm.dbg.value(metadata ptr undef, metadata !8, metadata !DIExpression()), !dbg !9
  %save = call token @llvm.coro.save(ptr %hdl), !dbg !9
  %s = call i8 @llvm.coro.suspend(token %save, i1 false), !dbg !9
  switch i8 %s, label %ret [
    i8 0, label %resume
    i8 1, label %cleanup
  ], !dbg !9

resume:                                           ; preds = %begin
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true), !dbg !9
  switch i8 %s2, label %ret [
    i8 1, label %cleanup
  ], !dbg !9

cleanup:                                          ; preds = %resume, %begin
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl), !dbg !9
  call void @free(ptr %m), !dbg !9
  br label %ret, !dbg !9

ret:                                              ; preds = %cleanup, %resume, %begin
  %0 = call i1 @llvm.coro.end(ptr %hdl, i1 false, token none), !dbg !9
  ret ptr %hdl, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "x", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "t.c", directory: "/d")
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !{null}
!5 = distinct !DISubprogram(name: "coro", scope: !2, file: !2, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !4)
!8 = !DILocalVariable(name: "n", arg: 1, scope: !5, file: !2, line: 1, type: !3)
!9 = !DILocation(line: 2, column: 1, scope: !5)
!10 = !DILocalVariable(name: "p", scope: !5, file: !2, line: 1, type: !3)
