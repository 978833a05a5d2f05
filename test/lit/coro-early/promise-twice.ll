; A second coro-early leaves the call of coro.promise by which the first one hid the promise. Lowered to an offset, it would show the passes
; before the split what the first run hid from them, and the frame would be larger than in one run. A call that a frontend wrote is lowered.
; RUN: corolower %s -passes=coro-early -S > %t.once.ll
; RUN: corolower %t.once.ll -passes=coro-early -S | diff %t.once.ll -
; RUN: FileCheck %s --input-file=%t.once.ll

define ptr @f() presplitcoroutine {
entry:
  %promise = alloca i32
  %id = call token @llvm.coro.id(i32 4, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
; CHECK: %promise.addr = call ptr @llvm.coro.promise(ptr %hdl, i32 4, i1 false)
  store i32 7, ptr %promise
; CHECK: store i32 7, ptr %promise.addr
  %own = call ptr @llvm.coro.promise(ptr %hdl, i32 4, i1 false)
; CHECK: [[OWN:%.*]] = getelementptr inbounds i8, ptr %hdl, i32 16
  call void @use(ptr %own)
; CHECK: call void @use(ptr [[OWN]])
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [
    i8 0, label %end
    i8 1, label %end
  ]

end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr readnone, ptr readonly captures(none), ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @malloc(i64)
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare ptr @llvm.coro.promise(ptr captures(none), i32, i1)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @use(ptr)
