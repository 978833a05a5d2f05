define {ptr, i32} @gen(ptr %buf, i32 %n, ptr %other) presplitcoroutine {
entry:
  %x = alloca i32, align 64
  %id = call token @llvm.coro.id.retcon(i32 16, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %j, %more ]
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %i)
  br i1 %stop, label %done, label %more
more:
  %j = add i32 %i, 1
  store i32 %j, ptr %x
  call void @give(ptr %x)
  br label %loop
done:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare fastcc {ptr, i32} @proto(ptr align 64 nocapture, i1 zeroext) nounwind
declare ptr @take(i64)
declare void @give(ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare void @llvm.coro.end(ptr, i1, token)
