; An id of another ABI.
define void @f() presplitcoroutine {
  %id = call token @llvm.coro.id.retcon.once(i32 8, i32 8, ptr null, ptr null, ptr null, ptr null)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  ret void
}
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
