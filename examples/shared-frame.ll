; Two buffers that are never needed at the same time. LLVM's plain layout keeps both in the frame; with shared storage they lie over
; each other:
;
;   corolower examples/shared-frame.ll -passes='default<O0>' -pass-remarks=coro-split -disable-output
;   corolower examples/shared-frame.ll -passes='default<O2>' -pass-remarks=coro-split -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %a = alloca [64 x i8], align 8
  %b = alloca [64 x i8], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call noalias ptr @llvm.coro.begin(token %id, ptr %memory)
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @fill(ptr %a)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %second
    i8 1, label %drop.a
  ]

second:
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %b)
  call void @fill(ptr %b)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
    i8 0, label %third
    i8 1, label %drop.b
  ]

third:
  call void @use(ptr %b)
  br label %drop.b

drop.b:
  call void @llvm.lifetime.end.p0(ptr %b)
  br label %cleanup

drop.a:
  call void @llvm.lifetime.end.p0(ptr %a)
  br label %cleanup

cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %frame)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @fill(ptr)
declare void @use(ptr)
