; Where one caller cannot bring more, the others call a copy of the coroutine, which has its frame in what they bring.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<grow-buffers>),coro-cleanup' -pass-remarks=coro-elide -pass-remarks-missed=coro-elide -pass-remarks-analysis=coro-elide -S 2>%t.remarks | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<grow-buffers>),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; RUN: FileCheck %s --check-prefix=TOLD --input-file=%t.remarks

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
define void @other(ptr %p, i32 %k) {
entry:
  %buf = getelementptr i8, ptr %p, i64 8
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

; TOLD-DAG: 'gen' elided in 'use' (frame_size=16, align=8)
; TOLD-DAG: 'gen' not elided in 'other' (frame_size=16, align=8)
; TOLD-DAG: 'gen' stays on the heap: the buffer that @other provides is not a separate local variable

; CHECK-LABEL: define internal { ptr, i32 } @gen(
; CHECK:         call ptr @take(i64 16)
; CHECK-LABEL: define internal { ptr, i32 } @gen.inbuffer(ptr %buf, i32 %n, ptr %p)
; CHECK-NOT:     call ptr @take
; CHECK:         ret
; CHECK-LABEL: define internal fastcc { ptr, i32 } @gen.inbuffer.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(12) %0
; CHECK-LABEL: define internal fastcc { ptr, i32 } @gen.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(8) %0
; CHECK-LABEL: define void @use(
; CHECK:         %buf = alloca [12 x i8], align 8
; CHECK:         call { ptr, i32 } @gen.inbuffer(ptr %buf,
; CHECK-LABEL: define void @other(
; CHECK:         call { ptr, i32 } @gen(ptr %buf,
