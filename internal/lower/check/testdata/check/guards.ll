; Correct coroutines next to what the rules forbid: each misses one condition of a rule. And the rules' findings next to them.
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"

; Addresses at an offset in what may hold a frame at its start or not: they are no known frames.
define void @inside(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 16
  call void @llvm.coro.resume(ptr %q)
  %r = getelementptr i8, ptr @place, i64 16
  call void @llvm.coro.resume(ptr %r)
  %l = load ptr, ptr %p
  %s = getelementptr i8, ptr %l, i64 16
  call void @llvm.coro.resume(ptr %s)
  call void @llvm.coro.resume(ptr getelementptr (i8, ptr @place, i64 8))
  ret void
}

; The handle is published in a block without the save, which may run or not.
define ptr @publishes(i1 %c) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br i1 %c, label %tells, label %wait
tells:
  store atomic ptr %hdl, ptr @place release, align 8
  br label %out
out:
  call void @wake()
  br label %wait
wait:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; The same in the block of the suspend.
define ptr @publishes.before() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %wait
wait:
  store atomic ptr %hdl, ptr @place release, align 8 ; WANT: published-early
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; An exception leaves the coroutine. The variable is built before that, in the first block.
define ptr @built.early() presplitcoroutine personality ptr @pers {
entry:
  %v = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i32 1, ptr %v
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  invoke void @wake() to label %final unwind label %pad
pad:
  %lp = landingpad { ptr, i32 } catch ptr null
  invoke void @leave() to label %trap unwind label %out
out:
  %more = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %more
final:
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %f, label %exit [ i8 0, label %trap
                              i8 1, label %ends ]
trap:
  unreachable
ends:
  call void @take.ptr(ptr %v)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; An exception leaves the coroutine. The variable is built behind that.
define ptr @built.late() presplitcoroutine personality ptr @pers {
entry:
  %v = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  invoke void @wake() to label %final unwind label %pad
pad:
  %lp = landingpad { ptr, i32 } catch ptr null
  invoke void @leave() to label %trap unwind label %out
out:
  %more = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %more
final:
  store i32 1, ptr %v
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %f, label %exit [ i8 0, label %trap
                              i8 1, label %ends ]
trap:
  unreachable
ends:
  call void @take.ptr(ptr %v) ; WANT: destroyed-after-exception
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; Nothing here frees the frame. The callee gets what cannot be the handle.
define ptr @frees.i16(i16 %a, i31 %b, i32 %c, i64 %d, { i32, i32 } %e) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size) ; WANT: free-missing
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  call void @take.i16(i16 %a)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; Nothing here frees the frame. The callee gets what cannot be the handle.
define ptr @frees.i31(i16 %a, i31 %b, i32 %c, i64 %d, { i32, i32 } %e) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size) ; WANT: free-missing
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  call void @take.i31(i31 %b)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; Nothing here frees the frame. The callee gets what may be the handle.
define ptr @frees.i32(i16 %a, i31 %b, i32 %c, i64 %d, { i32, i32 } %e) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  call void @take.i32(i32 %c)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; Nothing here frees the frame. The callee gets what may be the handle.
define ptr @frees.i64(i16 %a, i31 %b, i32 %c, i64 %d, { i32, i32 } %e) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  call void @take.i64(i64 %d)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; Nothing here frees the frame. The callee gets what may be the handle.
define ptr @frees.ptr(i16 %a, i31 %b, i32 %c, i64 %d, { i32, i32 } %e) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  call void @take.ptr(ptr %hdl)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; Nothing here frees the frame. The callee gets what may be the handle.
define ptr @frees.struct(i16 %a, i31 %b, i32 %c, i64 %d, { i32, i32 } %e) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  call void @take.struct({ i32, i32 } %e)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; Two default edges lead to the same suspend.
define ptr @two.edges(i1 %c) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br i1 %c, label %one, label %two
one:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %one.out [ i8 0, label %both ; WANT: default-edge
                                 i8 1, label %cleanup ]
one.out:
  br label %both
two:
  %t = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %t, label %two.out [ i8 0, label %both ; WANT: default-edge
                                 i8 1, label %cleanup ]
two.out:
  br label %both
both:
  %u = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %u, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; The first of two uses behind the end of a lifetime.
define ptr @used.twice() presplitcoroutine {
entry:
  %v = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.lifetime.start.p0(ptr %v)
  store i32 1, ptr %v
  call void @llvm.lifetime.end.p0(ptr %v)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %on
                              i8 1, label %cleanup ]
on:
  %at = getelementptr i8, ptr %v, i64 2
  %x = load i32, ptr %v ; WANT: use-after-lifetime
  call void @take.i32(i32 %x)
  store i16 2, ptr %at
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

@place = external global [8 x ptr]
declare void @wake()
declare void @leave() noreturn
declare void @take.i16(i16)
declare void @take.i31(i31)
declare void @take.i32(i32)
declare void @take.i64(i64)
declare void @take.ptr(ptr)
declare void @take.struct({ i32, i32 })
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare i32 @pers(...)
