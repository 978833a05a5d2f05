; Correct coroutines that look odd: no finding in any of them.
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"

; The first suspend is reached only in the ramp, which may return plainly; result 1 shares the default's target; nothing is on the heap.
define ptr @ramp_only(ptr %mem) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %on
                             i8 1, label %out ]
out:
  ret ptr %hdl
on:
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %f, label %end [ i8 0, label %on.more
                             i8 1, label %end ]
on.more:
  br label %end
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; A frame that is the creator's: being destroyed needs nothing, at no suspend.
define void @no_heap(ptr %mem) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [ i8 0, label %on ]
on:
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  %go = icmp eq i8 %f, 0
  br i1 %go, label %never, label %end
never:
  unreachable
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

; The same, with a result that nobody looks at.
define void @unlooked(ptr %mem) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

; An endless loop: no return, and no coro.end.
define void @endless(ptr %mem) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  br label %loop
}

; The same with an end on the exceptional path only.
define void @endless_unwinding(ptr %mem) presplitcoroutine personality ptr @pers {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %idle [ i8 0, label %work
                              i8 1, label %idle ]
work:
  invoke void @work() to label %loop unwind label %pad
idle:
  br label %idle
pad:
  %lp = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %lp
}

; callbr names its own labels among its arguments, as LLVM up to 14 wrote it.
define ptr @jumps(ptr %mem) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [ i8 0, label %on
                             i8 1, label %end ]
on:
  callbr void asm sideeffect "", "X"(ptr blockaddress(@jumps, %far)) to label %end [label %far]
far:
  br label %end
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; The group is not in the file, as in an excerpt: what it says is not known.
define ptr @excerpt(ptr %mem) #7 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [ i8 0, label %end
                             i8 1, label %end ]
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; Other ABIs have rules of their own.
define { ptr, i32 } @yields(ptr %buffer, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 4, ptr %buffer, ptr @proto, ptr @allocate, ptr @deallocate)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %unwind = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n)
  br i1 %unwind, label %end, label %more
more:
  br label %end
end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  unreachable
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare { ptr, i32 } @proto(ptr, i1)
declare ptr @allocate(i32)
declare void @deallocate(ptr)
declare void @work()
declare i32 @pers(...)
