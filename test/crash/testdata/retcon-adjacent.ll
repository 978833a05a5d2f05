; Two suspends of a returned continuation follow each other, and yield a value that can be computed again.
; PASSES: default<O2>
; LLVM 22: segmentation fault
; clang 22: exit code 139
; corolower: lowered

define { ptr, i64 } @f(ptr %buffer, ptr %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 16, i32 8, ptr %buffer, ptr @prototype, ptr @take, ptr @give)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %u0 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 1)
  %v = ptrtoint ptr %p to i64
  %u1 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %v)
  %u2 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %v)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  unreachable
}
declare { ptr, i64 } @prototype(ptr, i1)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @take(i64)
declare void @give(ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare void @llvm.coro.end(ptr, i1, token)
