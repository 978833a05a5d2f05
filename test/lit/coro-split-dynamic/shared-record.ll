; Two coroutines name one record: the callers of both read the larger size.
; REQUIRES: corolower
; RUN: corolower %s -S 2>%t | FileCheck %s
; RUN: FileCheck %s --check-prefix=WARN < %t
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@rec = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 0 }>, align 8
define { ptr, i32 } @one(ptr noalias %frame, ptr swiftcoro %cator, i64 %m) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use(i64 %m)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @use(i64)
define { ptr, i32 } @two(ptr noalias %frame, ptr swiftcoro %cator, i64 %n) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare i1 @llvm.coro.end(ptr, i1, token)
declare swiftcc void @proto(ptr noalias, ptr swiftcoro)
declare swiftcc ptr @take(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give(ptr, ptr swiftcoro, ptr)
declare swiftcc ptr @take_frame(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give_frame(ptr, ptr swiftcoro, ptr)

; CHECK: @rec = global <{ i32, i32, i64 }> <{ i32 1, i32 16, i64 0 }>, align 8
; WARN: shared-record.ll:19:9: warning: the record @rec of @two also belongs to @one
; WARN: shared-record.ll:9:9: note: @one names it here
; WARN: hint: give each function its own, because a caller reads only one size, the larger
