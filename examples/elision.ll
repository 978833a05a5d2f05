; One coroutine and two functions that create it. @first_three destroys it on every way out, so its frame lies there and nothing is
; allocated; @first_positive forgets to on one way, on which others can still find the coroutine.
;
;   corolower explain elision examples/elision.ll     says so
;   corolower examples/elision.ll                     what is left of @first_three is three calls of @print

define ptr @count_up(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %needed = call i1 @llvm.coro.alloc(token %id)
  br i1 %needed, label %allocate, label %begin

allocate:
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %place = phi ptr [ null, %entry ], [ %memory, %allocate ]
  %handle = call noalias ptr @llvm.coro.begin(token %id, ptr %place)
  br label %loop

loop:
  %i = phi i32 [ %n, %begin ], [ %next, %resumed ]
  call void @print(i32 %i)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  %next = add nsw i32 %i, 1
  br label %loop

cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %handle)
  %any = icmp ne ptr %frame, null
  br i1 %any, label %release, label %suspend

release:
  call void @free(ptr %frame)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

define void @first_three() {
entry:
  %counter = call ptr @count_up(i32 4)
  call void @llvm.coro.resume(ptr %counter)
  call void @llvm.coro.resume(ptr %counter)
  call void @llvm.coro.destroy(ptr %counter)
  ret void
}

define void @first_positive(i32 %from) {
entry:
  %counter = call ptr @count_up(i32 %from)
  store ptr %counter, ptr @current
  %positive = icmp sgt i32 %from, 0
  br i1 %positive, label %enough, label %more

more:
  call void @llvm.coro.resume(ptr %counter)
  call void @llvm.coro.destroy(ptr %counter)
  ret void

enough:
  ret void
}

@current = global ptr null

declare void @print(i32)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
