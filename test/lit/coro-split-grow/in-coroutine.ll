; A coroutine that drives another has the larger buffer in its own frame.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<grow-buffers>),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<grow-buffers>),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define internal {ptr, i32} @gen(ptr %buf, i32 %n, ptr %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %j, %more ]
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %i)
  br i1 %stop, label %done, label %more
more:
  %j = add i32 %i, 1
  store i32 %j, ptr %p, align 4
  br label %loop
done:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
define {ptr, i32} @outer(ptr %own, ptr %p) presplitcoroutine {
entry:
  %buf = alloca [8 x i8], align 8
  %id = call token @llvm.coro.id.retcon(i32 32, i32 8, ptr %own, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r = call {ptr, i32} @gen(ptr %buf, i32 3, ptr %p)
  %c = extractvalue {ptr, i32} %r, 0
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 0)
  %r1 = call fastcc {ptr, i32} %c(ptr %buf, i1 zeroext %stop)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @show(i32)
declare fastcc {ptr, i32} @proto(ptr, i1 zeroext)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare ptr @llvm.coro.prepare.retcon(ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)

; CHECK: %outer.Frame = type { [12 x i8], ptr }
; CHECK-NOT: call ptr @take
