; The calling convention of the Swift compiler's fork by number, in the fork's dialect.
; REQUIRES: corolower
; RUN: corolower %s -S -passes='coro-early,cgscc(coro-split),coro-cleanup' | FileCheck %s
@rec = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 0 }>
define cc 124 { ptr, i32 } @f(ptr noalias %frame, ptr swiftcoro %a) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @rec, ptr %a, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take, ptr @give, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %u = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 1)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare cc124 void @proto(ptr noalias, ptr swiftcoro)
declare ptr @take(ptr, ptr swiftcoro, i64, i64)
declare void @give(ptr, ptr swiftcoro, ptr)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare i1 @llvm.coro.end(ptr, i1, token)
; CHECK: define swiftcorocc { ptr, i32 } @f(
; CHECK: musttail call void @llvm.ret.popless()
; CHECK: define internal swiftcorocc void @f.resume.0(
