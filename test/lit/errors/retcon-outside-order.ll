; The buffer of a returned continuation outlives the ramp, and nothing is freed before coro.begin.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S 2>&1 | FileCheck %s
; CHECK: :[[@LINE+9]]:9: error: the buffer of coro.id.retcon.* is a variable of the coroutine
; CHECK: :[[@LINE+6]]:10: note: the variable is here
; CHECK: :[[@LINE+20]]:3: error: coro.begin does not precede this coro.end on every path: it ends the frame

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define { ptr, i32 } @own(i32 %n) presplitcoroutine {
entry:
  %buf = alloca [4 x i64]
  %at = getelementptr i8, ptr %buf, i64 8
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %at, ptr @proto, ptr @take, ptr @give)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  unreachable
}

define { ptr, i32 } @early(ptr %buf, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %none = icmp eq i32 %n, 0
  br i1 %none, label %end, label %begin
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  unreachable
begin:
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n)
  br label %end
}

declare { ptr, i32 } @proto(ptr, i1)
declare ptr @take(i64)
declare void @give(ptr)
