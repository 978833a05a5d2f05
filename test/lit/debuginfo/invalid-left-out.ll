; Debug info that the verifier refuses is left out with a warning, as LLVM does, and the rest of the file is lowered.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S 2>%t.err | FileCheck %s
; RUN: FileCheck %s --check-prefix=WARN < %t.err
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S 2>/dev/null | opt-22 -passes=verify -disable-output
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: what is not touched keeps its words; LLVM leaves them out when it reads the output

; WARN: invalid-left-out.ll:[[#@LINE+9]]:3: warning: ignoring invalid debug info: DILocation's scope must be a DILocalScope
; WARN-NOT: error
define ptr @f() presplitcoroutine !dbg !4 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null), !dbg !6
  %size = call i64 @llvm.coro.size.i64(), !dbg !6
  %mem = call ptr @malloc(i64 %size), !dbg !6
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem), !dbg !6
  %s = call i8 @llvm.coro.suspend(token none, i1 false), !dbg !6
  switch i8 %s, label %end [
    i8 0, label %end
    i8 1, label %cleanup
  ], !dbg !1

cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl), !dbg !6
  call void @free(ptr %frame), !dbg !6
  br label %end, !dbg !6

end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none), !dbg !6
  ret ptr %hdl, !dbg !6
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !3, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !5)
!5 = !{}
!6 = !DILocation(line: 1, scope: !4)

; CHECK-LABEL: define ptr @f() {
; CHECK-NOT:     !dbg
; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK-NOT:     !dbg
; CHECK:       !llvm.dbg.cu
