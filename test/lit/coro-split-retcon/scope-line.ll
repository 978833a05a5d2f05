; A continuation begins at the first line behind its suspend; where there is none, at that of the suspend.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s

define {ptr, i32} @gen(ptr %buf, i32 %n) !dbg !4 {
entry:
  %id = call token @llvm.coro.id.retcon(i32 16, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give), !dbg !9
  %h = call ptr @llvm.coro.begin(token %id, ptr null), !dbg !9
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n), !dbg !9
  call void @use(i32 %n), !dbg !10
  %t = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n), !dbg !11
  br label %end
end:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @use(i32)
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
!4 = distinct !DISubprogram(name: "gen", scope: !1, file: !1, line: 1, type: !3, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!9 = !DILocation(line: 3, scope: !4)
!10 = !DILocation(line: 5, scope: !4)
!11 = !DILocation(line: 7, scope: !4)

; CHECK: define internal {{.*}}@gen.resume.0({{.*}}!dbg [[ZERO:![0-9]+]]
; CHECK: define internal {{.*}}@gen.resume.1({{.*}}!dbg [[ONE:![0-9]+]]
; CHECK-DAG: [[ZERO]] = distinct !DISubprogram(name: "gen", linkageName: "gen.resume.0", {{.*}}line: 1, {{.*}}scopeLine: 5,
; CHECK-DAG: [[ONE]] = distinct !DISubprogram(name: "gen", linkageName: "gen.resume.1", {{.*}}line: 1, {{.*}}scopeLine: 7,
