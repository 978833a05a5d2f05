; In a module with debug info the noop coroutine's function gets an artificial subprogram at line 0.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

define ptr @one() {
  %n = call ptr @llvm.coro.noop()
  ret ptr %n
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "gen.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}

; CHECK-DAG: define internal fastcc void @__NoopCoro_ResumeDestroy(ptr %0){{.*}} !dbg ![[SP:[0-9]+]] {
; CHECK-DAG: ![[SP]] = distinct !DISubprogram(name: "__NoopCoro_ResumeDestroy", linkageName: "__NoopCoro_ResumeDestroy", {{.*}}flags: DIFlagArtificial

declare ptr @llvm.coro.noop()
