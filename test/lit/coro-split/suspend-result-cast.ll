; The result of a suspend is tested after a cast, or by comparisons. The ramp reads the object %handle after coro.end only if it did not free the frame.
; RUN: corolower check %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -verify-each -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt-22 -passes=verify -disable-output %t.ll

; CHECK-DAG: %sext.Frame = type { ptr, ptr, ptr, i32, i1 }
; CHECK-DAG: %trunc.Frame = type { ptr, ptr, ptr, i32, i1 }
; CHECK-DAG: %compare.Frame = type { ptr, ptr, ptr, i32, i1 }

define ptr @sext(i32 %n) presplitcoroutine {
entry:
  %handle = alloca ptr, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr %handle
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  %wide = sext i8 %s to i32
  switch i32 %wide, label %out [
    i32 0, label %resume
    i32 1, label %cleanup
  ]
resume:
  call void @print(i32 %n)
  br label %cleanup
cleanup:
  %own = load ptr, ptr %handle
  %memory = call ptr @llvm.coro.free(token %id, ptr %own)
  call void @free(ptr %memory)
  br label %out
out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  %h = load ptr, ptr %handle
  ret ptr %h
}

; The default edge is that of 1, and -1 is 3 in two bits.
define ptr @trunc(i32 %n) presplitcoroutine {
entry:
  %handle = alloca ptr, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr %handle
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  %bits = trunc i8 %s to i2
  %wide = zext i2 %bits to i64
  switch i64 %wide, label %cleanup [
    i64 0, label %resume
    i64 3, label %out
  ]
resume:
  call void @print(i32 %n)
  br label %cleanup
cleanup:
  %own = load ptr, ptr %handle
  %memory = call ptr @llvm.coro.free(token %id, ptr %own)
  call void @free(ptr %memory)
  br label %out
out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  %h = load ptr, ptr %handle
  ret ptr %h
}

define ptr @compare(i32 %n) presplitcoroutine {
entry:
  %handle = alloca ptr, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr %handle
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  %go = icmp eq i8 %s, 0
  br i1 %go, label %resume, label %other
other:
  %wide = sext i8 %s to i32
  %stay = icmp slt i32 %wide, 0
  br i1 %stay, label %out, label %cleanup
resume:
  call void @print(i32 %n)
  br label %cleanup
cleanup:
  %own = load ptr, ptr %handle
  %memory = call ptr @llvm.coro.free(token %id, ptr %own)
  call void @free(ptr %memory)
  br label %out
out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  %h = load ptr, ptr %handle
  ret ptr %h
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
