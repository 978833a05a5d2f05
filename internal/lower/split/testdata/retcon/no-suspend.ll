define {ptr, i32} @gen(ptr %buf, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  store i32 %n, ptr %h
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare {ptr, i32} @proto(ptr, i1 zeroext)
declare ptr @take(i64)
declare void @give(ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.end(ptr, i1, token)
