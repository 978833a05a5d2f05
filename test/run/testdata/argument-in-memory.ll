; An argument that is passed in memory is last read after the first value of %sum is computed, and the two have the same bytes of the frame.
; PRINTS: 9 15 22 29
%S = type { i64 }
define ptr @f(ptr byval(%S) align 8 %b) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %n)
  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %first
    i8 1, label %destroy
  ]
first:
  %x0 = call i64 @same(i64 5)
  %v0 = mul i64 %x0, 3
  call void @use(ptr %b)
  br label %loop
loop:
  %sum = phi i64 [ %v0, %first ], [ %next, %go ]
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %go
    i8 1, label %destroy
  ]
go:
  call void @show(i64 %sum)
  %x = call i64 @same(i64 %sum)
  %next = add i64 %x, 7
  call void @nothing()
  br label %loop
destroy:
  %gone = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %gone)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define i32 @main() {
  %nine = alloca %S
  store i64 9, ptr %nine
  %h = call ptr @f(ptr byval(%S) align 8 %nine)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret i32 0
}
define i64 @same(i64 %x) noinline {
  ret i64 %x
}
define void @use(ptr nocapture %p) noinline {
  %x = load i64, ptr %p
  call void @show(i64 %x)
  ret void
}
define void @nothing() noinline {
  ret void
}
define void @show(i64 %v) {
  call i32 (ptr, ...) @printf(ptr @number, i64 %v)
  ret void
}
@number = constant [6 x i8] c"%lld \00"
declare i32 @printf(ptr, ...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
