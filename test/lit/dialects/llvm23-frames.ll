; LLVM 23 keeps no value in the frame for code that only the ramp runs, here %result. With reuse-storage, the frame is that small for all versions.
; RUN: corolower %s --llvm-version=23 -passes='cgscc(coro-split)' -verify-each -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt-22 -passes=verify -disable-output %t.ll
; RUN: corolower %s -passes='cgscc(coro-split<reuse-storage>)' -verify-each -S | FileCheck %s
; RUN: corolower %s -passes='cgscc(coro-split)' -S | FileCheck %s --check-prefix=OLD
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: the installed LLVM is older.

; CHECK-LABEL: define void @ramp(
; CHECK: call ptr @malloc(i64 24)
; OLD-LABEL: define void @ramp(
; OLD: call ptr @malloc(i64 32)
define void @ramp(ptr %result) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @ramp, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %free
                             i8 1, label %free ]
free:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %out
out:
  %in = call i1 @llvm.coro.is_in_ramp()
  br i1 %in, label %make, label %end
make:
  call void @convert(ptr %result)
  br label %end
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

declare void @convert(ptr)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare i1 @llvm.coro.is_in_ramp()
declare void @llvm.coro.end(ptr, i1, token)
