; A returned continuation whose only object has no size.
; PASSES: default<O2>
; LLVM 22: segmentation fault
; clang 22: exit code 139
; corolower: lowered

define ptr @f(ptr %buffer) presplitcoroutine {
entry:
  %x = alloca [0 x i32]
  %id = call token @llvm.coro.id.retcon(i32 16, i32 8, ptr %buffer, ptr @prototype, ptr @take, ptr @give)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %u = call i1 (...) @llvm.coro.suspend.retcon.i1()
  call void @use(ptr %x)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  unreachable
}
declare ptr @prototype(ptr, i1)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @take(i64)
declare void @give(ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare void @use(ptr)
declare void @llvm.coro.end(ptr, i1, token)
