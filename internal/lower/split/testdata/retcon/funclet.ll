define {ptr, i32} @gen(ptr %buf, i32 %n) presplitcoroutine personality ptr @__CxxFrameHandler3 {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 2, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n)
  invoke void @may(ptr %buf, i32 %n) to label %done unwind label %pad
pad:
  %p = cleanuppad within none []
  call void @llvm.coro.end(ptr %h, i1 true, token none) [ "funclet"(token %p) ]
  cleanupret from %p unwind to caller
done:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @may(ptr, i32)
declare i32 @__CxxFrameHandler3(...)
declare {ptr, i32} @proto(ptr, i1 zeroext)
declare ptr @take(i64)
declare void @give(ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare void @llvm.coro.end(ptr, i1, token)
