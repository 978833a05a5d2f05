; A `retcon.once` coroutine that never suspends.
; PASSES: default<O2>
; LLVM 22: abort: Function return type does not match operand type of return inst
; clang 22: no message
; corolower: lowered

define ptr @f(ptr %buffer, i64 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon.once(i32 16, i32 8, ptr %buffer, ptr @prototype, ptr @take, ptr @give)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @show(i64 %n)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  unreachable
}
declare void @prototype(ptr, i1)
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @take(i64)
declare void @give(ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @show(i64)
declare void @llvm.coro.end(ptr, i1, token)
