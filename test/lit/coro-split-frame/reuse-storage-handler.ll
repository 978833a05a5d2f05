; With reuse-storage, %a and %b share bytes although a handler of exceptions is reached during the lifetime of each: neither begins while the other is alive. In @both, %b begins during the lifetime of %a.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' -pass-remarks=coro-split -pass-remarks-analysis=coro-split -verify-each -S -o %t.ll 2>&1 | FileCheck %s
; RUN: opt-22 %t.ll -passes=verify -disable-output

; CHECK-NOT: shares no storage
; CHECK: remark: {{.*}}Split 'apart' (frame_size=88, align=8)
; CHECK-NOT: shares no storage
; CHECK: remark: {{.*}}Split 'both' (frame_size=152, align=8)

define ptr @apart() presplitcoroutine personality ptr @personality {
entry:
  %a = alloca [64 x i8], align 8
  %b = alloca [64 x i8], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.lifetime.start.p0(ptr %a)
  invoke void @make(ptr %a)
          to label %first unwind label %handler

first:
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]

next:
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %b)
  invoke void @make(ptr %b)
          to label %second unwind label %handler

second:
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %last
    i8 1, label %cleanup
  ]

last:
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %b)
  br label %cleanup

handler:
  %pad = landingpad { ptr, i32 }
          catch ptr null
  call void @report()
  unreachable

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @both() presplitcoroutine personality ptr @personality {
entry:
  %a = alloca [64 x i8], align 8
  %b = alloca [64 x i8], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.lifetime.start.p0(ptr %a)
  invoke void @make(ptr %a)
          to label %first unwind label %handler

first:
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]

next:
  call void @use(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %a)
  invoke void @make(ptr %b)
          to label %second unwind label %handler

second:
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %last
    i8 1, label %cleanup
  ]

last:
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %b)
  br label %cleanup

handler:
  %pad = landingpad { ptr, i32 }
          catch ptr null
  call void @report()
  unreachable

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare i32 @personality(...)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @make(ptr)
declare void @use(ptr) nounwind
declare void @report() nounwind noreturn
