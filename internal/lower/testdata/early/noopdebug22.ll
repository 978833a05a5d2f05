; version 22
declare ptr @llvm.coro.noop()
define ptr @g2() {
  %n = call ptr @llvm.coro.noop()
  ret ptr %n
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: "x", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
