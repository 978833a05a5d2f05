; What LLVM 23 keeps out of a frame. In @ramp, %result is used only by code that the ramp alone runs. In @number, the callee keeps the
; address of %obj as a number, but accesses nothing through it; in @access it may. With reuse-storage, the frame is that small for all versions.
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

; CHECK-LABEL: define void @number(
; CHECK: %obj = alloca i64
; CHECK: call ptr @malloc(i64 24)
; CHECK: call void @note(ptr captures(address) %obj)
; OLD-LABEL: define void @number(
; OLD: call ptr @malloc(i64 32)
define void @number() presplitcoroutine {
  %obj = alloca i64
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @number, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @note(ptr captures(address) %obj)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %free
                             i8 1, label %free ]
free:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %out
out:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

; CHECK-LABEL: define void @access(
; CHECK: call ptr @malloc(i64 40)
define void @access() presplitcoroutine {
  %obj = alloca i64
  %two = alloca i64
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @access, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @note(ptr captures(address, read_provenance) %obj)
  call void @again(ptr captures(address, ret: address, provenance) %two)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %free
                             i8 1, label %free ]
free:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %out
out:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

; An object that is used after the suspend has a slot, whatever the callee keeps.
; CHECK-LABEL: define void @after(
; CHECK: call ptr @malloc(i64 32)
define void @after() presplitcoroutine {
  %obj = alloca i64
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @after, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @note(ptr captures(address) %obj)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %again
                             i8 1, label %free ]
again:
  call void @note(ptr captures(address) %obj)
  br label %free
free:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %out
out:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

declare void @note(ptr)
declare ptr @again(ptr)
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
