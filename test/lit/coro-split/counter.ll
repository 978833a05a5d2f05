; The smallest generator: one suspend in a loop, the counter spilled, three clones, a branch in place of a one-case switch.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %phi = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %phi)
  br label %loop

loop:
  %i = phi i32 [ %n, %begin ], [ %inc, %resume ]
  call void @print(i32 %i)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  %inc = add nsw i32 %i, 1
  br label %loop

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, i32, i1 }
; CHECK: @f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK: %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
; CHECK: br i1 %need, label %alloc, label %begin.from.entry
; CHECK: %.begin = phi ptr [ null, %entry ]
; CHECK: %mem = call ptr @malloc(i64 24)
; CHECK: %phi = phi ptr [ %.begin, %begin.from.entry ], [ %mem.begin, %begin.from.alloc ]
; CHECK-NEXT: %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %phi)
; CHECK-NEXT: %resume.addr = getelementptr inbounds nuw %f.Frame, ptr %hdl, i32 0, i32 0
; CHECK-NEXT: store ptr @f.resume, ptr %resume.addr, align 8
; CHECK-NEXT: %[[T:[0-9]+]] = select i1 %need, ptr @f.destroy, ptr @f.cleanup
; CHECK-NEXT: %destroy.addr = getelementptr inbounds nuw %f.Frame, ptr %hdl, i32 0, i32 1
; CHECK-NEXT: store ptr %[[T]], ptr %destroy.addr, align 8
; CHECK: AllocaSpillBB:
; CHECK-NEXT: br label %PostSpill
; CHECK: PostSpill:
; CHECK: %i = phi i32 [ %n.loop, %loop.from.begin ], [ %inc.loop, %loop.from.resume ]
; CHECK-NEXT: %i.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i32 %i, ptr %i.spill.addr, align 4
; CHECK-NEXT: call void @print(i32 %i)
; CHECK: store i1 false, ptr %{{index.addr[0-9]*}}, align 1
; CHECK: resume.0.landing:
; CHECK-NEXT: br label %AfterCoroSuspend
; CHECK: AfterCoroSuspend:
; CHECK-NEXT: switch i8 -1, label %suspend [
; CHECK-NEXT:   i8 0, label %resume
; CHECK-NEXT:   i8 1, label %cleanup
; CHECK-NEXT: ]
; CHECK: ret ptr %hdl

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK-NEXT: entry.resume:
; CHECK-NEXT: br label %resume.entry
; CHECK: resume.entry:
; CHECK-NEXT: br label %resume.0
; CHECK: %i.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i32 %inc.loop, ptr %i.spill.addr, align 4
; CHECK-NEXT: call void @print(i32 %inc.loop)
; CHECK: store i1 false, ptr %{{index.addr[0-9]*}}, align 1
; CHECK: resume.0:
; CHECK-NEXT: br label %resume.0.landing
; CHECK: resume.0.landing:
; CHECK-NEXT: %[[T:[0-9]+]] = phi i8 [ -1, %CoroSuspend ], [ 0, %resume.0 ]
; CHECK-NEXT: br label %AfterCoroSuspend
; CHECK: AfterCoroSuspend:
; CHECK-NEXT: switch i8 %[[T]], label %suspend [
; CHECK-NEXT:   i8 0, label %resume
; CHECK-NEXT:   i8 1, label %cleanup
; CHECK-NEXT: ]
; CHECK: %i.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: %i.reload = load i32, ptr %i.reload.addr, align 4
; CHECK-NEXT: %inc = add nsw i32 %i.reload, 1
; CHECK: cleanup:
; CHECK-NEXT: call void @free(ptr %hdl)
; CHECK: CoroEnd:
; CHECK-NEXT: ret void

; CHECK-LABEL: define internal fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK-NEXT: entry.destroy:
; CHECK-NEXT: br label %resume.entry
; CHECK: resume.0.landing:
; CHECK-NEXT: %{{[0-9]+}} = phi i8 [ -1, %CoroSuspend ], [ 1, %resume.0 ]
; CHECK-NEXT: br label %AfterCoroSuspend
; CHECK: call void @free(ptr %hdl)

; CHECK-LABEL: define internal fastcc void @f.cleanup(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK-NEXT: entry.cleanup:
; CHECK-NEXT: br label %resume.entry
; CHECK: resume.0.landing:
; CHECK-NEXT: %{{[0-9]+}} = phi i8 [ -1, %CoroSuspend ], [ 1, %resume.0 ]
; CHECK-NEXT: br label %AfterCoroSuspend
; CHECK: call void @free(ptr null)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
