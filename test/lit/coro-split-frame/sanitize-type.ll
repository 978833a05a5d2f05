; Under the type sanitizer, objects of different types do not share bytes: the sanitizer records the type of
; each byte, and would report an access to the second object.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -S | opt-22 -passes=verify -disable-output
; RUN: sed 's/sanitize_type//' %s | corolower - -passes='coro-early,cgscc(coro-split<reuse-storage>)' -S | FileCheck %s --check-prefix=SHARED

define ptr @f(i32 %n) presplitcoroutine sanitize_type {
entry:
  %a = alloca [4 x i64], align 8
  %b = alloca [8 x float], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @use(ptr %a)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %second
    i8 1, label %cleanup
  ]

second:
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %b)
  call void @use(ptr %b)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
    i8 0, label %last
    i8 1, label %cleanup
  ]

last:
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %b)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK: call ptr @malloc(i64 88)

; SHARED-LABEL: define ptr @f(i32 %n)
; SHARED: call ptr @malloc(i64 56)

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
declare void @use(ptr)
