; With reuse-storage, an address that a function may only compare later does not escape, so %a stays off the frame of @f. In @g the function may also read through it later. In @h, %a is used on both sides of the suspend, and its address must not change.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' -pass-remarks=coro-split -pass-remarks-analysis=coro-split -verify-each -S -o %t.ll 2>&1 | FileCheck %s
; RUN: opt-22 %t.ll -passes=verify -disable-output
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -pass-remarks=coro-split -disable-output 2>&1 | FileCheck %s --check-prefix=PLAIN

; CHECK-NOT: shares no storage
; CHECK: remark: {{.*}}Split 'f' (frame_size=24, align=8)
; CHECK: remark: {{.*}}Split 'g' (frame_size=88, align=8)
; CHECK: remark: {{.*}}Split 'h' (frame_size=88, align=8)
; PLAIN: remark: {{.*}}Split 'f' (frame_size=88, align=8)

define ptr @f() presplitcoroutine {
entry:
  %a = alloca [64 x i8], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @compare(ptr captures(address) %a)
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

define ptr @g() presplitcoroutine {
entry:
  %a = alloca [64 x i8], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @compare(ptr captures(address, read_provenance) %a)
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

define ptr @h() presplitcoroutine {
entry:
  %a = alloca [64 x i8], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @compare(ptr captures(address) %a)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  store i8 0, ptr %a
  call void @compare(ptr captures(address) %a)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @compare(ptr)
