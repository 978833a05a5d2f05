; Alignment 0 in the id is that of any address: the record's size is not rounded up, and what wants more is placed in room of its own.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -verify-each -S | FileCheck %s
; RUN: corolower %s --llvm-version=22 -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; CHECK: @s12a0.rec = global %rec <{ i32 1, i32 12, i64 0 }>, align 8
; CHECK: store i32 %v1, ptr {{.*}}, align 1
; CHECK: store i64 %v0, ptr {{.*}}, align 1
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%rec = type <{ i32, i32, i64 }>
@s12a0.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s12a0(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0, i32 %v1) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 0, ptr @s12a0.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  call void @use.i32(i32 %v1)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @use.i64(i64)
declare void @use.i32(i32)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare i1 @llvm.coro.end(ptr, i1, token)
declare swiftcc void @proto(ptr noalias, ptr swiftcoro)
declare swiftcc ptr @take(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give(ptr, ptr swiftcoro, ptr)
declare swiftcc ptr @take_frame(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give_frame(ptr, ptr swiftcoro, ptr)
