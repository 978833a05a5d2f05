; A variable in the frame that is declared at the first instruction of the function: the declaration follows into the buffer, in the ramp and in the
; continuation.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower

define {ptr, i32} @gen(ptr %buf, i32 %n) !dbg !4 {
entry:
  %x = alloca i32, align 4
    #dbg_declare(ptr %x, !8, !DIExpression(), !9)
  call void @start(), !dbg !9
  %id = call token @llvm.coro.id.retcon(i32 16, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  store i32 %n, ptr %x, align 4, !dbg !9
  call void @use(ptr %x), !dbg !9
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n), !dbg !9
  call void @use(ptr %x), !dbg !9
  call void @llvm.coro.end(ptr %h, i1 false, token none), !dbg !9
  unreachable
}
declare void @start()
declare void @use(ptr)
declare {ptr, i32} @proto(ptr, i1)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, emissionKind: FullDebug)
!1 = !DIFile(filename: "gen.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "gen", scope: !1, file: !1, line: 1, type: !3, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{!8})
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 2, type: !7)
!9 = !DILocation(line: 3, scope: !4)

; CHECK-LABEL: define { ptr, i32 } @gen(
; CHECK:         #dbg_declare(ptr %{{.*}}, ![[X:[0-9]+]], !DIExpression(
; CHECK-LABEL: define internal { ptr, i32 } @gen.resume.0(
; CHECK:         #dbg_declare(ptr %{{.*}}, ![[Y:[0-9]+]], !DIExpression(
; CHECK-DAG:   ![[X]] = !DILocalVariable(name: "x"
; CHECK-DAG:   ![[Y]] = !DILocalVariable(name: "x"
; CHECK-DAG:   !DISubprogram(name: "gen", linkageName: "gen.resume.0", {{.*}}scopeLine: 3,
