; A wrapper of await_suspend that returns the handle in its awaiter: the handle is read before the call, where LLVM knows it. That needs an awaiter whose address nobody else
; knows, and a wrapper that lets no other code run.
; RUN: corolower %s -passes='coro-early,coro-cgscc(function(coro-captures),coro-split<reuse-storage>),coro-cleanup' | FileCheck %s
; RUN: corolower %s -passes='coro-early,coro-split,coro-cleanup' | FileCheck %s --check-prefix=PLAIN

; CHECK-LABEL: define {{.*}} @held.resume
; CHECK:         store i1 true
; CHECK-NEXT:    %[[NEXT:.*]] = load ptr, ptr %[[AT:.*]], align 8
; CHECK-NEXT:    call ptr @wrapper(ptr {{.*}}%[[AT]], ptr %{{.*}})
; CHECK:         musttail call fastcc void %{{.*}}(ptr %[[NEXT]])
; PLAIN-LABEL: define {{.*}} @held.resume
; PLAIN:         %[[NEXT:.*]] = call ptr @wrapper(
; PLAIN:         musttail call fastcc void %{{.*}}(ptr %[[NEXT]])
define ptr @held(ptr %task) presplitcoroutine {
  %awaiter = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s1 = call token @llvm.coro.save(ptr null)
  %r1 = call i8 @llvm.coro.suspend(token %s1, i1 false)
  switch i8 %r1, label %end [i8 0, label %on
                             i8 1, label %end]
on:
  store ptr %task, ptr %awaiter
  %s2 = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @wrapper)
  %r2 = call i8 @llvm.coro.suspend(token %s2, i1 false)
  switch i8 %r2, label %end [i8 0, label %done
                             i8 1, label %end]
done:
  %v = call i32 @result(ptr captures(none) %awaiter)
  call void @print(i32 %v)
  br label %end
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; The awaiter's address is in a global, so the wrapper may change what it holds.
; CHECK-LABEL: define {{.*}} @known.resume
; CHECK:         %[[NEXT:.*]] = call ptr @wrapper(
; CHECK:         musttail call fastcc void %{{.*}}(ptr %[[NEXT]])
define ptr @known(ptr %task) presplitcoroutine {
  %awaiter = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s1 = call token @llvm.coro.save(ptr null)
  %r1 = call i8 @llvm.coro.suspend(token %s1, i1 false)
  switch i8 %r1, label %end [i8 0, label %on
                             i8 1, label %end]
on:
  store ptr %task, ptr %awaiter
  store ptr %awaiter, ptr @global
  %s2 = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @wrapper)
  %r2 = call i8 @llvm.coro.suspend(token %s2, i1 false)
  switch i8 %r2, label %end [i8 0, label %end
                             i8 1, label %end]
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; The awaiter is the promise, which the wrapper finds by the handle.
; CHECK-LABEL: define {{.*}} @promise.resume
; CHECK:         %[[NEXT:.*]] = call ptr @wrapper(
; CHECK:         musttail call fastcc void %{{.*}}(ptr %[[NEXT]])
define ptr @promise(ptr %task) presplitcoroutine {
  %awaiter = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr %awaiter, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s1 = call token @llvm.coro.save(ptr null)
  %r1 = call i8 @llvm.coro.suspend(token %s1, i1 false)
  switch i8 %r1, label %end [i8 0, label %on
                             i8 1, label %end]
on:
  store ptr %task, ptr %awaiter
  %s2 = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @wrapper)
  %r2 = call i8 @llvm.coro.suspend(token %s2, i1 false)
  switch i8 %r2, label %end [i8 0, label %end
                             i8 1, label %end]
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @wrapper(ptr %awaiter, ptr %hdl) {
  %task = load ptr, ptr %awaiter
  %waiting = getelementptr i8, ptr %task, i64 16
  store ptr %hdl, ptr %waiting
  %next = load ptr, ptr %awaiter
  ret ptr %next
}

@global = global ptr null
declare i32 @result(ptr)
declare void @print(i32)
declare ptr @malloc(i64)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
