; Variables in the frame are found by the context that a part was called with, whatever becomes of its register, and parts begin at the line behind the suspend.
; A context without a register of its own is none that a debugger finds: then the frame pointer is.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; RUN: sed 's/ptr swiftasync %%ctx,/ptr %%ctx,/' %s | corolower - -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s --check-prefix=PLAIN
; A local that Swift declares by #dbg_declare_value of its alloca is found in the same way.
; RUN: sed 's/dbg_declare(ptr %%x,/dbg_declare_value(ptr %%x,/' %s | corolower - -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; The projection of a context may have variables of its own.
; RUN: sed 's/^;OWN //' %s | corolower - -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s --check-prefix=OWN
; RUN: sed 's/^;OWN //' %s | corolower - -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: a declaration of a spilled pointer keeps its dereference, and one of a spilled value is one of its slot

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@dvTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @dv(ptr swiftasync %ctx, i64 %a, ptr %b) !dbg !4 {
entry:
  %x = alloca i64, align 8
    #dbg_declare(ptr %x, !10, !DIExpression(), !13)
    #dbg_declare_value(i64 %a, !11, !DIExpression(), !13)
    #dbg_declare(ptr %b, !12, !DIExpression(DW_OP_deref), !13)
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @dvTu), !dbg !14
  %h = call ptr @llvm.coro.begin(token %id, ptr null), !dbg !14
  call void @use(ptr %x), !dbg !14
  %r0 = call ptr @llvm.coro.async.resume(), !dbg !15
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @far, ptr %ctx), !dbg !15
  br label %more
more:
  call void @note(ptr %b, i64 %a), !dbg !16
  %r1 = call ptr @llvm.coro.async.resume(), !dbg !16
  %s1 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r1, ptr @__swift_async_resume_get_context, ptr @go, ptr @far, ptr %ctx), !dbg !16
  call void @use(ptr %x), !dbg !17
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false), !dbg !17
  unreachable
}
define internal swifttailcc void @go(ptr %f, ptr %c) {
  musttail call swifttailcc void %f(ptr swiftasync %c)
  ret void
}
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %c)
;OWN !dbg !18
{
  %p = load ptr, ptr %c, align 8
;OWN     #dbg_value(ptr %p, !19, !DIExpression(), !20)
  ret ptr %p
}
define linkonce_odr hidden ptr @__swift_async_resume_get_context(ptr %c) {
  ret ptr %c
}
declare swifttailcc void @far(ptr swiftasync)
declare void @use(ptr)
declare void @note(ptr, i64)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "dv.swift", directory: "d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "dv", linkageName: "dv", scope: !1, file: !1, line: 1, scopeLine: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DIBasicType(name: "i", size: 64, encoding: DW_ATE_signed)
!10 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 2, type: !7)
!11 = !DILocalVariable(name: "a", arg: 1, scope: !4, file: !1, line: 1, type: !7)
!12 = !DILocalVariable(name: "b", arg: 2, scope: !4, file: !1, line: 1, type: !7)
!13 = !DILocation(line: 1, scope: !4)
!14 = !DILocation(line: 2, scope: !4)
!15 = !DILocation(line: 5, scope: !4)
!16 = !DILocation(line: 9, scope: !4)
!17 = !DILocation(line: 12, scope: !4)
!18 = distinct !DISubprogram(name: "p", scope: !1, file: !1, line: 20, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!19 = !DILocalVariable(name: "p", scope: !18, file: !1, line: 21, type: !7)
!20 = !DILocation(line: 21, scope: !18)

; CHECK-LABEL: define swifttailcc void @dv(ptr swiftasync %ctx, i64 %a, ptr %b)
; CHECK-DAG:     #dbg_declare(ptr %ctx, [[B:![0-9]+]], !DIExpression(DW_OP_plus_uconst, 40, DW_OP_deref, DW_OP_deref),
; CHECK-DAG:     #dbg_declare(ptr %ctx, [[A:![0-9]+]], !DIExpression(DW_OP_plus_uconst, 32),
; CHECK-DAG:     #dbg_declare(ptr %ctx, [[X:![0-9]+]], !DIExpression(DW_OP_plus_uconst, 16),
; CHECK-LABEL: define internal swifttailcc void @dvTQ0_(ptr swiftasync %0)
; CHECK-SAME:  !dbg [[TQ:![0-9]+]]
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    #dbg_declare(ptr %0, [[BQ:![0-9]+]], !DIExpression(DW_OP_LLVM_entry_value, 1, DW_OP_deref, DW_OP_plus_uconst, 40, DW_OP_deref, DW_OP_deref),
; CHECK-NEXT:    #dbg_declare(ptr %0, [[AQ:![0-9]+]], !DIExpression(DW_OP_LLVM_entry_value, 1, DW_OP_deref, DW_OP_plus_uconst, 32),
; CHECK-NEXT:    #dbg_declare(ptr %0, [[XQ:![0-9]+]], !DIExpression(DW_OP_LLVM_entry_value, 1, DW_OP_deref, DW_OP_plus_uconst, 16),
; CHECK-NOT:     #dbg_
; CHECK-LABEL: define internal swifttailcc void @dvTY1_(ptr swiftasync %0)
; CHECK-SAME:  !dbg [[TY:![0-9]+]]
; CHECK-NEXT:  entryresume.1:
; CHECK-NEXT:    #dbg_declare(ptr %0, {{![0-9]+}}, !DIExpression(DW_OP_LLVM_entry_value, 1, DW_OP_plus_uconst, 40, DW_OP_deref, DW_OP_deref),
; CHECK-NEXT:    #dbg_declare(ptr %0, {{![0-9]+}}, !DIExpression(DW_OP_LLVM_entry_value, 1, DW_OP_plus_uconst, 32),
; CHECK-NEXT:    #dbg_declare(ptr %0, {{![0-9]+}}, !DIExpression(DW_OP_LLVM_entry_value, 1, DW_OP_plus_uconst, 16),
; CHECK-NOT:     #dbg_
; CHECK-DAG: [[TQ]] = distinct !DISubprogram(name: "dv", linkageName: "dvTQ0_", {{.*}}line: 1, {{.*}}scopeLine: 9,
; CHECK-DAG: [[TY]] = distinct !DISubprogram(name: "dv", linkageName: "dvTY1_", {{.*}}line: 1, {{.*}}scopeLine: 12,
; CHECK-DAG: [[BQ]] = !DILocalVariable(name: "b", arg: 2, scope: [[TQ]],
; CHECK-DAG: [[AQ]] = !DILocalVariable(name: "a", arg: 1, scope: [[TQ]],
; CHECK-DAG: [[XQ]] = !DILocalVariable(name: "x", scope: [[TQ]],

; PLAIN-LABEL: define internal swifttailcc void @dvTQ0_(ptr %0)
; PLAIN:         #dbg_declare(ptr %async.ctx.frameptr, {{![0-9]+}}, !DIExpression(DW_OP_plus_uconst, 24, DW_OP_deref, DW_OP_deref),
; PLAIN-NEXT:    #dbg_declare(ptr %async.ctx.frameptr, {{![0-9]+}}, !DIExpression(DW_OP_plus_uconst, 16),
; PLAIN-NEXT:    #dbg_declare(ptr %async.ctx.frameptr, {{![0-9]+}}, !DIExpression(),

; OWN-LABEL: define internal swifttailcc void @dvTQ0_(ptr swiftasync %0)
; OWN-NEXT:  entryresume.0:
; OWN-NEXT:    #dbg_declare(ptr %0, {{![0-9]+}}, !DIExpression(DW_OP_LLVM_entry_value, 1, DW_OP_deref, DW_OP_plus_uconst, 40, DW_OP_deref, DW_OP_deref),
; OWN:         #dbg_value(ptr %p.i, !19,
