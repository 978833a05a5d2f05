; The frame of a coroutine that ends in its ramp is in the ramp, if the ramp is not inlined into a creator.
; RUN: corolower %s -passes='default<O2>' -verify-each -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt-22 -passes=verify -disable-output %t.ll
; RUN: corolower %s -passes='default<O2>' -pass-remarks=coro-elide -pass-remarks-missed=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; REMARK:      'ends' elided in 'ends' (frame_size=24, align=8)
; REMARK-NEXT: {{.*}}'given_and_ended' elided in 'given_and_ended' (frame_size=24, align=8)
; REMARK-NEXT: {{.*}}'for_other_files' elided in 'for_other_files' (frame_size=24, align=8)
; REMARK-NOT:  remark

; CHECK-LABEL: define void @ends(
; CHECK-NOT:     @malloc
; CHECK:         alloca [24 x i8]
; CHECK-NOT:     @malloc
define void @ends(i32 %x) presplitcoroutine noinline {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin
allocate:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @stop(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %out [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]
resumed:
  call void @print(i32 %x)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %heap = icmp ne ptr %frame, null
  br i1 %heap, label %release, label %out
release:
  call void @free(ptr %frame)
  br label %out
out:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

; Others have the handle, but of a frame that is gone.
; CHECK-LABEL: define void @given_and_ended(
; CHECK-NOT:     @malloc
; CHECK:         alloca [24 x i8]
; CHECK-NOT:     @malloc
define void @given_and_ended(i32 %x) presplitcoroutine noinline {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin
allocate:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %save = call token @llvm.coro.save(ptr %hdl)
  store ptr %hdl, ptr @waiting
  call void @stop(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %out [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]
resumed:
  call void @print(i32 %x)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %heap = icmp ne ptr %frame, null
  br i1 %heap, label %release, label %out
release:
  call void @free(ptr %frame)
  br label %out
out:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

; No creator is in this file.
; CHECK-LABEL: define void @for_other_files(
; CHECK-NOT:     @malloc
; CHECK:         alloca [24 x i8]
; CHECK-NOT:     @malloc
define void @for_other_files(i32 %x) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin
allocate:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @stop(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %out [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]
resumed:
  call void @print(i32 %x)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %heap = icmp ne ptr %frame, null
  br i1 %heap, label %release, label %out
release:
  call void @free(ptr %frame)
  br label %out
out:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

; One path keeps the coroutine.
; CHECK-LABEL: define void @sometimes(
; CHECK:         call ptr @malloc(i64 24)
define void @sometimes(i32 %x) presplitcoroutine noinline {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin
allocate:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %save = call token @llvm.coro.save(ptr %hdl)
  %keep = icmp sgt i32 %x, 3
  br i1 %keep, label %give, label %end
give:
  store ptr %hdl, ptr @waiting
  br label %wait
end:
  call void @stop(ptr %hdl)
  br label %wait
wait:
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %out [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]
resumed:
  call void @print(i32 %x)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %heap = icmp ne ptr %frame, null
  br i1 %heap, label %release, label %out
release:
  call void @free(ptr %frame)
  br label %out
out:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

; Code that is not known gets the handle, and may keep it.
; CHECK-LABEL: define void @unknown(
; CHECK:         call ptr @malloc(i64 24)
define void @unknown(i32 %x) presplitcoroutine noinline {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin
allocate:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @enqueue(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %out [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]
resumed:
  call void @print(i32 %x)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %heap = icmp ne ptr %frame, null
  br i1 %heap, label %release, label %out
release:
  call void @free(ptr %frame)
  br label %out
out:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

; The ramp returns the handle.
; CHECK-LABEL: define ptr @returned(
; CHECK:         call ptr @malloc(i64 24)
define ptr @returned(i32 %x) presplitcoroutine noinline {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin
allocate:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %out [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]
resumed:
  call void @print(i32 %x)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %heap = icmp ne ptr %frame, null
  br i1 %heap, label %release, label %out
release:
  call void @free(ptr %frame)
  br label %out
out:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; An exception leaves the ramp before the coroutine ends.
; CHECK-LABEL: define void @thrown(
; CHECK:         call ptr @malloc(i64 24)
define void @thrown(i32 %x) presplitcoroutine noinline {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin
allocate:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %save = call token @llvm.coro.save(ptr %hdl)
  store ptr %hdl, ptr @waiting
  call void @may_throw()
  call void @stop(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %out [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]
resumed:
  call void @print(i32 %x)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %heap = icmp ne ptr %frame, null
  br i1 %heap, label %release, label %out
release:
  call void @free(ptr %frame)
  br label %out
out:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

@waiting = global ptr null

define internal void @stop(ptr %h) nounwind {
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.destroy(ptr)
declare ptr @malloc(i64)
declare void @free(ptr) nounwind
declare void @print(i32)
declare void @enqueue(ptr)
declare void @may_throw()
