; The id had fewer operands before: those are other dialects.
; REQUIRES: corolower
; RUN: not corolower %s -S -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
@rec = global <{ i32, i32 }> <{ i32 0, i32 0 }>
define { ptr, i32 } @f(ptr noalias %frame, ptr swiftcoro %a) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @rec, ptr %a, ptr %frame, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %u = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 1)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare i1 @llvm.coro.end(ptr, i1, token)
declare swiftcc void @proto(ptr noalias, ptr swiftcoro)
declare swiftcc ptr @take(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give(ptr, ptr swiftcoro, ptr)
declare swiftcc ptr @take_frame(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give_frame(ptr, ptr swiftcoro, ptr)

; CHECK: older-dialects.ll:7:9: error: coro.id.retcon.once.dynamic with 8 operands is an older dialect (Swift 6.2 or a snapshot)
; CHECK: hint: compile the source with Swift 6.3
