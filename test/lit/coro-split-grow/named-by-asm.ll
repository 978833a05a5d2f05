; Assembly may call what it names.
; A copy of it for the caller that is known would take room, which optsize does not let it.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<grow-buffers>),coro-cleanup' -pass-remarks-analysis=coro-elide -S 2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=TOLD --input-file=%t.remarks

module asm "call gen"
define internal {ptr, i32} @gen(ptr %buf, i32 %n, ptr %p) presplitcoroutine optsize {
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
define void @use(ptr %p, i32 %k) {
entry:
  %buf = alloca [8 x i8], align 8
  %f = call ptr @llvm.coro.prepare.retcon(ptr @gen)
  %r0 = call {ptr, i32} %f(ptr %buf, i32 3, ptr %p)
  br label %loop
loop:
  %r = phi {ptr, i32} [ %r0, %entry ], [ %r1, %body ]
  %c = extractvalue {ptr, i32} %r, 0
  %done = icmp eq ptr %c, null
  br i1 %done, label %out, label %body
body:
  %v = extractvalue {ptr, i32} %r, 1
  call void @show(i32 %v)
  %stop = icmp sgt i32 %v, %k
  %r1 = call fastcc {ptr, i32} %c(ptr %buf, i1 zeroext %stop)
  br label %loop
out:
  ret void
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

; TOLD: 'gen' stays on the heap: module asm refers to it

; CHECK: call ptr @take(i64 16)
; CHECK: %buf = alloca [8 x i8], align 8
