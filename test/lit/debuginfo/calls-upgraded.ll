; With --llvm-version=19 and later, calls of debug intrinsics become records everywhere, also in functions that no
; pass changes, because LLVM reads no module with both. Without the option they stay calls.
; REQUIRES: corolower
; RUN: corolower %s -S --llvm-version=19 -passes='coro-early,cgscc(coro-split),coro-cleanup' > %t
; RUN: FileCheck --input-file=%t %s --implicit-check-not='@llvm.dbg' --implicit-check-not=uselistorder
; RUN: corolower %s -S --llvm-version=22 -passes=simplifycfg | FileCheck --check-prefix=COPY %s --implicit-check-not='@llvm.dbg'
; RUN: corolower %s -S --llvm-version=18 -passes='coro-early,cgscc(coro-split),coro-cleanup' | FileCheck --check-prefix=OLD %s --implicit-check-not='#dbg_'
; RUN: corolower %s -S -passes='coro-early,cgscc(coro-split),coro-cleanup' | FileCheck --check-prefix=OLD %s --implicit-check-not='#dbg_'
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define ptr @f(
; CHECK: #dbg_declare(ptr %m, ![[V:[0-9]+]], !DIExpression(DW_OP_plus_uconst, {{[0-9]+}}), !{{[0-9]+}})
; OLD-LABEL: define ptr @f(
; OLD: call void @llvm.dbg.declare(metadata ptr %m
define ptr @f(i32 %n) presplitcoroutine !dbg !5 {
  %x = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @malloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  call void @llvm.dbg.declare(metadata ptr %x, metadata !8, metadata !DIExpression()), !dbg !10
  store i32 %n, ptr %x
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [i8 0, label %resume
                             i8 1, label %cleanup]
resume:
  call void @use(ptr %x), !dbg !10
  br label %cleanup
cleanup:
  %free = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %free)
  br label %exit
exit:
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}

; A function that no pass changes is printed again, with records for the calls.
; CHECK-LABEL: define i32 @plain(
; CHECK-NEXT: %a = alloca i32
; CHECK-NEXT: {{^}}    #dbg_declare(ptr %a, !11, !DIExpression(), !12)
; CHECK-NEXT: {{^}}    #dbg_value(!DIArgList(i32 %n, i32 1), !11, !DIExpression(DW_OP_LLVM_arg, 0), !12)
; CHECK-NEXT: {{^}}    #dbg_value(ptr %a, !11, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_deref), !12)
; CHECK-NEXT: ret i32 %n, !dbg !12
; COPY-LABEL: define i32 @plain(
; COPY-NEXT: %a = alloca i32
; COPY-NEXT: #dbg_declare(ptr %a, !11, !DIExpression(), !12)
; OLD-LABEL: define i32   @plain(
; OLD-NEXT: %a = alloca i32
; OLD-NEXT: call void @llvm.dbg.declare(metadata ptr %a, metadata !11, metadata !DIExpression()), !dbg !12
define i32   @plain(i32 %n) !dbg !6 {
  %a = alloca i32
  call void @llvm.dbg.declare(metadata ptr %a, metadata !11, metadata !DIExpression()), !dbg !12
  tail call void @llvm.dbg.value(metadata !DIArgList(i32 %n, i32 1), metadata !11, metadata !DIExpression(DW_OP_LLVM_arg, 0)), !dbg !12
  call void @llvm.dbg.addr(metadata ptr %a, metadata !11, metadata !13) #0, !dbg !12
  ret   i32 %n, !dbg !12
}

; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK: #dbg_declare(ptr %{{.*}}, !{{[0-9]+}}, !DIExpression({{.*}}DW_OP_plus_uconst, {{[0-9]+}}), !{{[0-9]+}})

declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.addr(metadata, metadata, metadata)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare i1 @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
attributes #0 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "plain", scope: !1, file: !1, line: 9, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "x", scope: !5, file: !1, line: 2, type: !7)
!10 = !DILocation(line: 2, scope: !5)
!11 = !DILocalVariable(name: "a", scope: !6, file: !1, line: 9, type: !7)
!12 = !DILocation(line: 9, scope: !6)
!13 = !DIExpression(DW_OP_plus_uconst, 4)
