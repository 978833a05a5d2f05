; An awaiter that await_suspend touches behind what may resume the coroutine keeps its bytes while it lives, although nobody keeps its address: @f has a
; place for it besides the four numbers. In @g all that is read of it is read in front of the call, and the numbers take its place.
; RUN: corolower %s -verify-each -passes='coro-early,coro-cgscc(coro-captures,coro-split<reuse-storage>),coro-cleanup' | FileCheck %s
; RUN: corolower %s -passes='coro-early,coro-cgscc(coro-captures,coro-split<reuse-storage>),coro-cleanup' | lli-22 - | FileCheck %s --check-prefix=PRINTS

; CHECK-DAG: %f.Frame = type { ptr, ptr, [72 x i8] }
; CHECK-DAG: %g.Frame = type { ptr, ptr, [40 x i8] }
; PRINTS:      1
; PRINTS-NEXT: 3 6 9 12
; PRINTS-NEXT: 1
; PRINTS-NEXT: 3 6 9 12
; PRINTS-NOT: {{.}}

@one = private constant [4 x i8] c"%d\0A\00"
@four = private constant [13 x i8] c"%d %d %d %d\0A\00"
@zero = global i64 0

define void @late(ptr %awaiter, ptr %handle) {
  call void @llvm.coro.resume(ptr %handle)
  call void @llvm.memset.p0.i64(ptr %awaiter, i8 -1, i64 32, i1 false)
  ret void
}

define void @early(ptr %awaiter, ptr %handle) {
  call void @llvm.memset.p0.i64(ptr %awaiter, i8 -1, i64 8, i1 false)
  store i64 1, ptr %awaiter
  call void @llvm.coro.resume(ptr %handle)
  ret void
}

define i64 @times3(i64 %n) noinline {
  %z = load volatile i64, ptr @zero
  %m = mul i64 %n, 3
  %r = add i64 %m, %z
  ret i64 %r
}

define ptr @f() presplitcoroutine {
entry:
  %x = alloca [4 x i64]
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.lifetime.start.p0(ptr %x)
  store i64 1, ptr %x
  %save = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.void(ptr %x, ptr %hdl, ptr @late)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
  %v = load i64, ptr %x
  call i32 (ptr, ...) @printf(ptr @one, i64 %v)
  %a = call i64 @times3(i64 1)
  %b = call i64 @times3(i64 2)
  %c = call i64 @times3(i64 3)
  %d = call i64 @times3(i64 4)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %last
    i8 1, label %cleanup
  ]
last:
  call i32 (ptr, ...) @printf(ptr @four, i64 %a, i64 %b, i64 %c, i64 %d)
  call void @llvm.lifetime.end.p0(ptr %x)
  br label %cleanup
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
  %x = alloca [4 x i64]
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.lifetime.start.p0(ptr %x)
  store i64 1, ptr %x
  %save = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.void(ptr %x, ptr %hdl, ptr @early)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
  %v = load i64, ptr %x
  call i32 (ptr, ...) @printf(ptr @one, i64 %v)
  %a = call i64 @times3(i64 1)
  %b = call i64 @times3(i64 2)
  %c = call i64 @times3(i64 3)
  %d = call i64 @times3(i64 4)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %last
    i8 1, label %cleanup
  ]
last:
  call i32 (ptr, ...) @printf(ptr @four, i64 %a, i64 %b, i64 %c, i64 %d)
  call void @llvm.lifetime.end.p0(ptr %x)
  br label %cleanup
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define i32 @main() {
  %f = call ptr @f()
  call void @llvm.coro.resume(ptr %f)
  %g = call ptr @g()
  call void @llvm.coro.resume(ptr %g)
  ret i32 0
}

declare i32 @printf(ptr, ...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
