; Two arms with a save each: each stores its own index, though the code is alike.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i1 %c) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br i1 %c, label %left, label %right

left:
  %sv1 = call token @llvm.coro.save(ptr %hdl)
  call void @tick()
  %s1 = call i8 @llvm.coro.suspend(token %sv1, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %cont1
    i8 1, label %cleanup
  ]

right:
  %sv2 = call token @llvm.coro.save(ptr %hdl)
  call void @tick()
  %s2 = call i8 @llvm.coro.suspend(token %sv2, i1 false)
  switch i8 %s2, label %suspend [
    i8 0, label %cont2
    i8 1, label %cleanup
  ]

cont1:
  call void @print(i32 1)
  br label %cleanup

cont2:
  call void @print(i32 2)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @f(i1 %c)
; CHECK: store i1 false, ptr %{{index.addr[0-9]*}}, align 1
; CHECK: store i1 true, ptr %{{index.addr[0-9]*}}, align 1

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: switch i1 %index, label %unreachable [
; CHECK-NEXT:   i1 false, label %resume.0
; CHECK-NEXT:   i1 true, label %resume.1
; CHECK-NEXT: ]

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @tick()
