; reuse-storage: two locals of disjoint lifetimes share storage. LLVM needs 120 bytes here; corolower may need less, never more.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -pass-remarks=coro-split -S -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: opt-22 %t.ll -passes=verify -disable-output

define ptr @f(i1 %c) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = alloca [64 x i8], align 8
  %b = alloca [100 x i8], align 8
  br i1 %c, label %one, label %two

one:
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @use(ptr %a)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %one.go
    i8 1, label %one.kill
  ]

one.go:
  call void @use(ptr %a)
  br label %one.kill

one.kill:
  call void @llvm.lifetime.end.p0(ptr %a)
  br label %cleanup

two:
  call void @llvm.lifetime.start.p0(ptr %b)
  call void @use(ptr %b)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
    i8 0, label %two.go
    i8 1, label %two.kill
  ]

two.go:
  call void @use(ptr %b)
  br label %two.kill

two.kill:
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

; REMARK: remark: {{.*}}Split 'f' (frame_size={{([0-9]{2}|1[01][0-9]|120)}}, align=8)

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
