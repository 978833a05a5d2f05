; llvm.coro.dead shows that LLVM 23 wrote the file. There a frame has no type, its addresses are offsets in bytes, and the functions
; that it points to have the C calling convention. llvm.coro.dead is gone after coro-cleanup, which lowers llvm.coro.noop, too.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt-22 -passes=verify -disable-output %t.ll
; RUN: grep -v 'llvm.coro.dead' %s | corolower --llvm-version=23 -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: grep -v 'llvm.coro.dead' %s | corolower -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s --check-prefix=OLD
; RUN: sed 's/ presplitcoroutine//' %s | corolower -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes=coro-cleanup -S | FileCheck %s --check-prefix=NOOP
; RUN: corolower %s -S | opt-22 -passes=verify -disable-output
; RUN: not corolower %s --llvm-version=24 2>&1 | FileCheck %s --check-prefix=RANGE
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: the installed LLVM is older.

; CHECK-NOT: %f.Frame
; CHECK: @f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]
; OLD: %f.Frame = type { ptr, ptr, double, i1 }

; CHECK-LABEL: define ptr @f(
; CHECK: call ptr @malloc(i64 32)
; CHECK: store ptr @f.resume, ptr %new, align 8
; CHECK: %[[DESTROY:.*]] = select i1 true, ptr @f.destroy, ptr @f.cleanup
; CHECK: %destroy.addr = getelementptr inbounds i8, ptr %new, i64 8
; CHECK: store ptr %[[DESTROY]], ptr %destroy.addr, align 8
; CHECK: %v.spill.addr = getelementptr inbounds i8, ptr %new, i64 16
; CHECK: store double %v, ptr %v.spill.addr, align 8
; CHECK: %index.addr{{.*}} = getelementptr inbounds i8, ptr %new, i64 24
; CHECK-NOT: coro.dead
; OLD-LABEL: define ptr @f(
; OLD: %resume.addr = getelementptr inbounds nuw %f.Frame, ptr %new, i32 0, i32 0
define ptr @f(double %v) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %resumed
                              i8 1, label %cleanup ]
resumed:
  call void @print(double %v)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  call void @llvm.coro.dead(ptr %hdl)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define void @caller(
; CHECK: %[[FN:.*]] = load ptr
; CHECK: call void %[[FN]](ptr %h)
; OLD-LABEL: define void @caller(
; OLD: call fastcc void
define void @caller(ptr %h) {
  call void @llvm.coro.resume(ptr %h)
  ret void
}

; NOOP-LABEL: define ptr @noop(
; NOOP: ret ptr @NoopCoro.Frame.Const
; NOOP: define internal void @__NoopCoro_ResumeDestroy(ptr %0)
define ptr @noop() {
  %n = call ptr @llvm.coro.noop()
  ret ptr %n
}

; CHECK: define internal void @f.resume(ptr noundef nonnull align 8 dereferenceable(32) %hdl)
; CHECK: %v.reload.addr = getelementptr inbounds i8, ptr %hdl, i64 16
; CHECK: define internal void @f.destroy(
; CHECK: define internal void @f.cleanup(

; RANGE: 24 is not between 13 and 23

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.dead(ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare ptr @llvm.coro.noop()
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @print(double)
