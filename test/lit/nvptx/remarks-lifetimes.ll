; A variable that lives again between two suspends, in the bytes of the frame that it already has, counts at the suspend that it lives across.
; REQUIRES: corolower
; RUN: corolower %s -disable-output -pass-remarks-analysis=coro-split 2>&1 | FileCheck %s

; CHECK: suspend 0 of 'f' keeps 16 bytes: %object i64, %n i32, %m i32{{$}}
; CHECK: suspend 1 of 'f' keeps 4 bytes: %m i32{{$}}

target triple = "nvptx64-nvidia-cuda"

define ptr @f(i32 %n, i32 %m) nounwind presplitcoroutine {
entry:
  %object = alloca i64, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin

allocate:
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %frame = phi ptr [ null, %entry ], [ %memory, %allocate ]
  %handle = call ptr @llvm.coro.begin(token %id, ptr %frame)
  call void @llvm.lifetime.start.p0(ptr %object)
  call void @keep(ptr %object)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %go
    i8 1, label %cleanup
  ]

go:
  call void @llvm.lifetime.end.p0(ptr %object)
  call void @use(i32 %n)
  call void @llvm.lifetime.start.p0(ptr %object)
  call void @keep(ptr %object)
  call void @llvm.lifetime.end.p0(ptr %object)
  br label %second

second:
  %again = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %again, label %suspend [
    i8 0, label %last
    i8 1, label %cleanup
  ]

last:
  call void @use(i32 %m)
  br label %cleanup

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  %heap = icmp ne ptr %mem, null
  br i1 %heap, label %release, label %suspend

release:
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

declare void @use(i32)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @keep(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
