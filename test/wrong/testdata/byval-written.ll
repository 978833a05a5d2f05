; A by-value parameter is written behind the beginning of the frame, and read behind a suspend. LLVM loses what is written.
; PRINTS: print64 21
; PRINTS: print 1
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @ro_alloc(i64)
declare void @ro_free(ptr)
declare void @print(i32)
declare void @print64(i64)
declare i64 @rd64(ptr nocapture readonly) nounwind

define ptr @co(ptr byval({ i64, i64 }) align 8 %b) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @ro_alloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  store i64 21, ptr %b
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %cl ]
go:
  %v = call i64 @rd64(ptr %b)
  call void @print64(i64 %v)
  br label %cl
cl:
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @ro_free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}

define i32 @main() {
  %b = alloca { i64, i64 }
  store i64 7, ptr %b
  %h = call ptr @co(ptr byval({ i64, i64 }) align 8 %b)
  call void @llvm.coro.resume(ptr %h)
  call void @print(i32 1)
  ret i32 0
}
