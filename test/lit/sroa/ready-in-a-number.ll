; An awaiter of a flag and a number is returned as one i64. await_ready is known before the split, so the coroutine never suspends.
; RUN: corolower %s -verify-each -passes='coro-early,coro-cgscc(function(sroa,instsimplify,simplifycfg,dce),coro-split)' | FileCheck %s
; RUN: corolower %s -verify-each -passes='coro-early,coro-cgscc(function(sroa,instsimplify,simplifycfg,dce),coro-split)' | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define void @f(i32 %x)
; CHECK-NOT: alloca { i8, i32 }
; CHECK: call void @use(i32 %x)
; CHECK-NOT: @f.resume

define void @f(i32 %x) presplitcoroutine {
entry:
  %task = alloca { i8, i32 }
  %awaiter = alloca { i8, i32 }
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i8 1, ptr %task
  %number = getelementptr inbounds { i8, i32 }, ptr %task, i32 0, i32 1
  store i32 %x, ptr %number
  %bits = load i64, ptr %task
  store i64 %bits, ptr %awaiter
  %flag = load i8, ptr %awaiter
  %ready = icmp ne i8 %flag, 0
  br i1 %ready, label %resumed, label %suspend
suspend:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %return [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]
resumed:
  %at = getelementptr inbounds { i8, i32 }, ptr %awaiter, i32 0, i32 1
  %result = load i32, ptr %at
  call void @use(i32 %result)
  br label %cleanup
cleanup:
  %free = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %free)
  br label %return
return:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(i32)
