; version 19
; What is left of a coroutine that was not split: nothing is done to it unless nobody can call it.
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(ptr, i1, token)
declare i64 @llvm.coro.size.i64()
declare void @use(i1)

define ptr @visible() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @visible, ptr null)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [
    i8 0, label %again
    i8 1, label %out
  ]

again:
  br label %out

out:

  
  %e = call i1 @llvm.coro.end(ptr null, i1 false, token none)
  call void @use(i1 %e)
  ret ptr %h
}

define internal ptr @hidden() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @hidden, ptr null)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)

  
  %e = call i1 @llvm.coro.end(ptr null, i1 false, token none)
  call void @use(i1 %e)
  ret ptr %h
}

