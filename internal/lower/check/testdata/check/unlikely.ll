; Correct coroutines that do what frontends rarely do.
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"

; The coroutine ends when it is resumed. Destroyed, it calls what may throw; it catches the exception and suspends once more.
define ptr @catches(i32 %n) presplitcoroutine personality ptr @pers {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %destroyed ]
destroyed:
  invoke void @work(ptr null)
          to label %cleanup unwind label %caught
caught:
  %pad = landingpad { ptr, i32 }
          catch ptr null
  %t = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %t, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; The same without an exception has its cases swapped.
define ptr @swaps(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup ; WANT: cases-swapped
                              i8 1, label %more ]
more:
  call void @work(ptr null)
  br label %again
again:
  %t = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %t, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; An array of variable size lives across a suspend. default<O2> allocates it like the frame, and frees it where its scope restores the
; stack, so there is one finding: LLVM refuses the array.
define ptr @array(i64 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %sp = call ptr @llvm.stacksave.p0()
  %a = alloca i32, i64 %n, align 16 ; WANT: dynamic-alloca
  call void @work(ptr %a)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %resume
                              i8 1, label %cleanup ]
resume:
  call void @work(ptr %a)
  call void @llvm.stackrestore.p0(ptr %sp)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @work(ptr)
declare i32 @pers(...)
