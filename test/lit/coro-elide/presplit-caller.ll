; The caller is a coroutine that was not split: leaving it at a suspend is no exit, and the elided frame goes into its frame.
; RUN: corolower %s -passes='function(coro-elide),cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-elide),cgscc(coro-split)' -pass-remarks=coro-elide -pass-remarks-missed=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -passes='function(coro-elide),cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @g(i32 %n) presplitcoroutine {
entry:
  %own = call token @llvm.coro.id(i32 0, ptr null, ptr @g, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %space = call ptr @malloc(i64 %size)
  %self = call ptr @llvm.coro.begin(token %own, ptr %space)
  br label %create

create:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %mem = call ptr @malloc(i64 24)
  br label %begin

begin:
  %at = phi ptr [ null, %create ], [ %mem, %alloc ]
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %at)
  store ptr @f.resume, ptr %hdl, align 8
  %destroyer = select i1 %need, ptr @f.destroy, ptr @f.cleanup
  %slot = getelementptr inbounds i8, ptr %hdl, i64 8
  store ptr %destroyer, ptr %slot, align 8
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %again
    i8 1, label %cleanup
  ]

again:
  %resume = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 0)
  call fastcc void %resume(ptr %hdl)
  br label %cleanup

cleanup:
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  %memory = call ptr @llvm.coro.free(token %own, ptr %self)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %self, i1 false, token none)
  ret ptr %self
}

; CHECK:       %g.Frame = type { ptr, ptr, [24 x i8], i1 }
; CHECK-LABEL: define ptr @g(
; CHECK:         call ptr @malloc(i64 48)
; CHECK:         getelementptr inbounds %g.Frame, ptr %self, i32 0, i32 2
; CHECK:         store ptr @f.resume, ptr
; CHECK-LABEL: define internal fastcc void @g.resume(
; CHECK:         getelementptr inbounds %g.Frame, ptr %self, i32 0, i32 2
; CHECK:         call fastcc void @f.resume(ptr %
; CHECK:         call fastcc void @f.cleanup(ptr %
; CHECK-LABEL: define internal fastcc void @g.destroy(
; CHECK:         call fastcc void @f.cleanup(

; REMARK: remark: <unknown>:0:0: 'f' elided in 'g' (frame_size=24, align=8)

@f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]

declare ptr @f()
declare fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24)) nounwind
declare fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24)) nounwind
declare fastcc void @f.cleanup(ptr noundef nonnull align 8 dereferenceable(24)) nounwind

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
