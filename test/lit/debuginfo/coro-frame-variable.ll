; __coro_frame: an artificial variable that describes the whole frame, in C++ units whose promise is described. 
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine !dbg !4 {
entry:
  %__promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %__promise, ptr null, ptr null), !dbg !10
  %size = call i64 @llvm.coro.size.i64(), !dbg !10
  %mem = call ptr @malloc(i64 %size), !dbg !10
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem), !dbg !10
    #dbg_declare(ptr %__promise, !11, !DIExpression(), !10)
  store i32 %n, ptr %__promise, align 4, !dbg !10
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "gen.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", linkageName: "_Z1fv", scope: !1, file: !1, line: 12, type: !3, scopeLine: 12, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !5)
!5 = !{}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DILocation(line: 13, column: 1, scope: !4)
!11 = !DILocalVariable(name: "__promise", scope: !4, file: !1, line: 13, type: !6)

; The subprogram of @f lists the variable, so that a debugger shows it even where it is optimised out.
; CHECK: define ptr @f({{.*}} !dbg ![[F:[0-9]+]]
; CHECK: ![[F]] = distinct !DISubprogram(name: "f", {{.*}}retainedNodes: ![[LIST:[0-9]+]])
; CHECK-DAG: ![[LIST]] = !{![[FRAME:[0-9]+]]}
; CHECK-DAG: ![[FRAME]] = !DILocalVariable(name: "__coro_frame", scope: ![[F]], {{.*}}flags: DIFlagArtificial)
; CHECK-DAG: name: "__resume_fn"
; CHECK-DAG: name: "__destroy_fn"
; CHECK-DAG: name: "__coro_index"
; CHECK-DAG: name: "__promise", scope: !{{[0-9]+}}, file: !{{[0-9]+}}, line: 12, baseType: !{{[0-9]+}}, size: 32, align: 32, offset: 128, flags: DIFlagArtificial

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
