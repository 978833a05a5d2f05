; A frame in a coroutine becomes part of that coroutine's frame, and one that is too large for that stays on the heap. Otherwise the frames of
; coroutines that create two others each would double with each level.
; RUN: corolower %s -pass-remarks=coro-elide -pass-remarks-analysis=coro-elide -o /dev/null 2>&1 | FileCheck %s --check-prefix=KEPT
; RUN: corolower %s -pass-remarks=coro-elide --coro-elide-max-frame=700000 -o /dev/null 2>&1 | FileCheck %s --check-prefix=ELIDED
; RUN: corolower %s -pass-remarks=coro-elide --coro-elide-max-frame=-1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=ELIDED

; KEPT: 'large' stays on the heap: the frame has 600024 bytes, more than the limit of 524288 for a frame inside another frame
; ELIDED: 'large' elided in 'parent'

define ptr @large(i32 %n) presplitcoroutine {
entry:
  %x = alloca [600000 x i8]
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  call void @look(ptr %x)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %go i8 1, label %cleanup ]
go:
  call void @look(ptr %x)
  %t = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %t, label %suspend [ i8 1, label %cleanup ]
cleanup:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @parent(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  %child = call ptr @large(i32 %n)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %go i8 1, label %drop ]
go:
  call void @llvm.coro.resume(ptr %child)
  call void @llvm.coro.destroy(ptr %child)
  %t = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %t, label %suspend [ i8 1, label %cleanup ]
drop:
  call void @llvm.coro.destroy(ptr %child)
  br label %cleanup
cleanup:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @look(ptr nocapture) nounwind
declare ptr @malloc(i64)
declare void @free(ptr)
