; version 22
; A ramp that was split before and inlined here is left alone.
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @g(ptr)
declare ptr @other()

@other.resumers = private constant [3 x ptr] [ptr @g, ptr @g, ptr @g]

define ptr @f() presplitcoroutine {
entry:
  %id0 = call token @llvm.coro.id(i32 0, ptr null, ptr @other, ptr @other.resumers)
  %h0 = call noalias nonnull ptr @llvm.coro.begin(token %id0, ptr null)
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %h = call ptr @llvm.coro.begin(token %id, ptr null) noduplicate
  %m = call ptr @llvm.coro.free(token none, ptr %h)
  call void @g(ptr %m)
  call void @llvm.coro.end(ptr null, i1 true, token none)
  ret ptr %h0
}

define void @nothing(ptr noalias %p) {
entry:
  call void @g(ptr %p)
  ret void
}
