; The skeleton in the spellings that are right, and several findings in one function.

; The result is compared instead of switched on, behind a branch.
define ptr @compared(ptr %mem) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  br label %look
look:
  %gone = icmp slt i8 %s, 0
  br i1 %gone, label %exit, label %alive
alive:
  %die = icmp eq i8 %s, 1
  br i1 %die, label %cleanup, label %cleanup
cleanup:
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; A suspend whose result nobody asks for, and no cleanup: allowed where it is not final.
define void @unasked(ptr %mem) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  %e = call i1 @llvm.coro.end.old(ptr null, i1 false) ; WANT: unknown-intrinsic
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

; The comparison sends -1 away from the coro.end.
define ptr @astray(ptr %mem) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  %die = icmp eq i8 %s, 1
  br i1 %die, label %cleanup, label %on ; WANT: default-edge
on:
  br label %on
cleanup:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; Five mistakes at once, reported in the order of the text.
define ptr @heap(ptr %mem) { ; WANT: presplit-missing
entry:
  %id = call token @llvm.coro.id(i32 0, ptr %mem, ptr null, ptr null) ; WANT: promise-not-alloca
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %sv = call token @llvm.coro.save(ptr null)
  %a = call i8 @llvm.coro.suspend(token %sv, i1 true)
  switch i8 %a, label %exit [ i8 0, label %more
                              i8 1, label %exit2 ]
more:
  %b = call i8 @llvm.coro.suspend(token %sv, i1 true) ; WANT: final-twice ; WANT: save-shared
  switch i8 %b, label %exit [ i8 0, label %exit2 ]
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
exit2:
  call void @llvm.coro.end(ptr null, i1 false, token none) ; WANT: end-twice
  ret ptr null
}

; A ramp that was split already, and one that is inlined into a coroutine.
@done.resumers = private constant [3 x ptr] [ptr null, ptr null, ptr null]

define ptr @done(ptr %mem) {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @done, ptr @done.resumers)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  ret ptr %hdl
}

define ptr @outer(ptr %mem, ptr %mem2) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %id2 = call token @llvm.coro.id(i32 0, ptr null, ptr @done, ptr @done.resumers)
  %hdl2 = call ptr @llvm.coro.begin(token %id2, ptr %mem2)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %fr2 = call ptr @llvm.coro.free(token %id2, ptr %hdl2)
  call void @free(ptr %fr2)
  %p = call ptr @llvm.coro.promise(ptr %hdl, i32 8, i1 false) ; WANT: no-promise
  store i32 0, ptr %p, align 4
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; Dead blocks play no part: they are removed before anything is split.
define ptr @dead(ptr %mem) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
island:
  %hdl2 = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 true)
  call void @llvm.coro.end(ptr null, i1 false, token none)
  br label %island
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare i1 @llvm.coro.end.old(ptr, i1)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare void @free(ptr)
