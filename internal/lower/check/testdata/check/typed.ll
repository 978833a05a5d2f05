; LLVM 13 and 14: typed pointers, the string attribute, two-argument coro.end.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

%promise_t = type { i64, double }

define i8* @sound(i32 %n) "coroutine.presplit"="0" {
entry:
  %promise = alloca %promise_t, align 8
  %p = bitcast %promise_t* %promise to i8*
  %id = call token @llvm.coro.id(i32 16, i8* %p, i8* null, i8* null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %grab, label %begin
grab:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call i8* @malloc(i64 %size)
  br label %begin
begin:
  %where = phi i8* [ null, %entry ], [ %mem, %grab ]
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %where)
  %save = call token @llvm.coro.save(i8* null)
  %s = call i8 @llvm.coro.suspend(token %save, i1 true)
  switch i8 %s, label %exit [ i8 0, label %trap
                              i8 1, label %cleanup ]
trap:
  unreachable
cleanup:
  %fr = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @free(i8* %fr)
  br label %exit
exit:
  %e = call i1 @llvm.coro.end(i8* null, i1 false)
  ret i8* %hdl
}

define i8* @unmarked() { ; WANT: presplit-missing "coroutine.presplit"
  %id = call token @llvm.coro.id(i32 16, i8* null, i8* null, i8* null)
  %hdl = call i8* @llvm.coro.begin(token %id, i8* null)
  %e = call i1 @llvm.coro.end(i8* null, i1 false)
  ret i8* %hdl
}

define void @wrongpointer(i32* %h) {
  call void @llvm.coro.resume(i32* %h) ; WANT: signature
  ret void
}

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare i8* @llvm.coro.begin(token, i8*)
declare token @llvm.coro.save(i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i8* @llvm.coro.free(token, i8*)
declare i1 @llvm.coro.end(i8*, i1)
declare void @llvm.coro.resume(i32*)
declare i8* @malloc(i64)
declare void @free(i8*)
