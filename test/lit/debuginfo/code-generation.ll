; In modules with assignment tracking, LLVM 19 and 22 crash on a record that lists one operand if the block has no value for it: a
; parameter that the block does not use, or, after inlining, an offset from another frame. Records have a plain operand, or a list
; of two. @caller calls the part through a name that sed replaces.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | sed -e '/^declare.*@part/d' -e 's/@part(/@f.resume(/' > %t.ll
; RUN: FileCheck --check-prefix=LOWERED %s < %t.ll
; RUN: opt-22 -passes='always-inline,function(mem2reg,instcombine)' %t.ll -S -o %t.inlined.ll
; RUN: FileCheck %s < %t.inlined.ll
; RUN: llc-22 -O2 -mtriple=x86_64-linux-gnu -filetype=null %t.inlined.ll
; RUN: llc-22 -O2 -mtriple=aarch64-linux-gnu -filetype=null %t.inlined.ll
; RUN: llc-22 -O2 -mtriple=aarch64-linux-gnu -filetype=null %t.ll
; RUN: llc-22 -O2 -mtriple=riscv64-linux-gnu -filetype=null %t.ll
; RUN: llc-22 -O0 -mtriple=aarch64-linux-gnu -filetype=null %t.ll

define ptr @f(i32 %n, i1 %b) presplitcoroutine !dbg !4 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null), !dbg !10
  %size = call i64 @llvm.coro.size.i64(), !dbg !10
  %mem = call ptr @malloc(i64 %size), !dbg !10
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem), !dbg !10
  %x = alloca i32, align 4
    #dbg_declare(ptr %x, !12, !DIExpression(), !10)
  store i32 %n, ptr %x, align 4, !dbg !10
  call void @use(ptr %x), !dbg !10
  %s = call i8 @llvm.coro.suspend(token none, i1 false), !dbg !11
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ], !dbg !11

; LOWERED-LABEL: define internal fastcc void @f.resume(
; LOWERED-NOT: DIArgList({{[^,()]*}})
; LOWERED: #dbg_value(ptr %hdl, !{{[0-9]+}}, !DIExpression(DW_OP_plus_uconst, {{[0-9]+}}, DW_OP_deref_size, 4, DW_OP_stack_value),
; LOWERED-NOT: DIArgList({{[^,()]*}})
cont:
  br i1 %b, label %more, label %other, !dbg !11

other:
    #dbg_value(i32 %n, !13, !DIExpression(), !11)
  call void @use(ptr null), !dbg !11
  br label %more, !dbg !11

more:
  call void @use(ptr %x), !dbg !11
  call void @number(i32 %n), !dbg !11
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false), !dbg !11
  switch i8 %s2, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ], !dbg !11

cleanup:
  br label %suspend, !dbg !11

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none), !dbg !11
  ret ptr %hdl, !dbg !11
}

define void @caller(ptr %out, i1 %c) !dbg !40 {
entry:
  %frames = alloca [128 x i8], align 16
  %frame = getelementptr inbounds i8, ptr %frames, i64 48
  store ptr %frame, ptr %out, align 8
  br i1 %c, label %resume, label %done

resume:
; CHECK: #dbg_value(ptr %frame, !{{[0-9]+}}, !DIExpression(DW_OP_plus_uconst, 16, DW_OP_deref),
  call fastcc void @part(ptr %frame) alwaysinline, !dbg !41
  br label %done

done:
  ret void
}

declare fastcc void @part(ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !7}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "gen.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", linkageName: "_Z1fv", scope: !1, file: !1, line: 12, type: !3, scopeLine: 12, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !5)
!5 = !{}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!10 = !DILocation(line: 13, column: 1, scope: !4)
!11 = !DILocation(line: 14, column: 3, scope: !4)
!12 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !1, line: 13, type: !6)
!13 = !DILocalVariable(name: "y", arg: 2, scope: !4, file: !1, line: 13, type: !6)
!40 = distinct !DISubprogram(name: "caller", scope: !1, file: !1, line: 20, type: !3, scopeLine: 20, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !5)
!41 = !DILocation(line: 21, column: 1, scope: !40)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @use(ptr)
declare void @number(i32)
