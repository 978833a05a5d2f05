; version 14
define {i8*, i32} @gen(i8* %buf, i32 %n, i32* %other) "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 2, i8* %buf, i8* bitcast ({i8*, i32} (i8*, i1)* @proto to i8*), i8* bitcast (i8* (i64)* @take to i8*), i8* bitcast (void (i8*)* @give to i8*))
  %h = call i8* @llvm.coro.begin(token %id, i8* null)
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %j, %more ]
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %i)
  br i1 %stop, label %done, label %more
more:
  %j = add i32 %i, 1
  store i32 %j, i32* %other
  br label %loop
done:
  %e = call i1 @llvm.coro.end(i8* %h, i1 false)
  unreachable
}
declare fastcc {i8*, i32} @proto(i8* align 64 nocapture, i1 zeroext) nounwind
declare i8* @take(i64)
declare void @give(i8*)
declare token @llvm.coro.id.retcon(i32, i32, i8*, i8*, i8*, i8*)
declare i8* @llvm.coro.begin(token, i8*)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare i1 @llvm.coro.end(i8*, i1)
