; With reuse-storage, a value is not kept for code that only the ramp runs: %result has no slot. In @before, coro.is_in_ramp is asked before the suspend, so the code after it may run in a part.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup,simplifycfg' -pass-remarks=coro-split -pass-remarks-analysis=coro-split -verify-each -S -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: opt-22 %t.ll -passes=verify -disable-output
; RUN: FileCheck %s < %t.ll

; REMARK: remark: {{.*}}Split 'f' (frame_size=24, align=8)
; REMARK: remark: {{.*}}Split 'before' (frame_size=32, align=8)

; CHECK-LABEL: define void @f(ptr %result)
; CHECK: store ptr %{{.*}}, ptr %result
; CHECK-LABEL: define void @before(ptr %result)
; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK-NOT: store ptr
; CHECK-LABEL: define internal fastcc void @before.resume(
; CHECK: store ptr %{{.*}}, ptr %{{.*}}

define void @f(ptr %result) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
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
  %ramp = call i1 @llvm.coro.is_in_ramp()
  br i1 %ramp, label %make, label %out

make:
  store ptr %hdl, ptr %result
  br label %out

out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret void
}

define void @before(ptr %result) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %ramp = call i1 @llvm.coro.is_in_ramp()
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %suspend
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %out

suspend:
  br i1 %ramp, label %make, label %out

make:
  store ptr %hdl, ptr %result
  br label %out

out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare i1 @llvm.coro.is_in_ramp()
declare ptr @malloc(i64)
declare void @free(ptr)
