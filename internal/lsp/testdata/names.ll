; A coroutine with names of each kind.
%pair = type { i32, i32 }

@g = global i64 ptrtoint (ptr @f to i64)

define ptr @f(ptr %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %dyn, label %start
dyn:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %start
start:
  %phi = phi ptr [ null, %entry ], [ %mem, %dyn ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %phi)
  %field = getelementptr %pair, ptr null, i32 1
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %out [
    i8 0, label %body i8 1, label %cleanup
  ]
body:
  %i = ptrtoint ptr %n to i64
  br label %cleanup
cleanup:
  %free = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %free)
  br label %out
out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
last:
  unreachable
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)

!0 = !{!1}
!1 = !{i32 1}
