define {ptr, ptr} @once(ptr %buf, ptr %obj, i64 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon.once(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %tk = call token @llvm.coro.alloca.alloc.i64(i64 %n, i32 16)
  %slot = call ptr @llvm.coro.alloca.get(token %tk)
  %ab = call i1 (...) @llvm.coro.suspend.retcon.i1(ptr %slot)
  br i1 %ab, label %out, label %back
back:
  %v = load i32, ptr %slot
  store i32 %v, ptr %obj
  br label %out
out:
  %st = phi i32 [ 1, %entry ], [ 0, %back ]
  call void @llvm.coro.alloca.free(token %tk)
  %rt = call token (...) @llvm.coro.end.results(i32 7, i32 %st)
  call void @llvm.coro.end(ptr %h, i1 false, token %rt)
  unreachable
}
declare {i32, i32} @proto(ptr, i1 zeroext)
declare ptr @take(i32)
declare void @give(ptr)
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.end.results(...)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare ptr @llvm.coro.alloca.get(token)
declare void @llvm.coro.alloca.free(token)
declare void @llvm.coro.end(ptr, i1, token)
