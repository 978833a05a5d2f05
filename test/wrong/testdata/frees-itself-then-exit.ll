; The coroutine runs off its end and frees its frame; then the process ends.
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
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
declare void @done_report() nounwind
declare void @exit(i32) noreturn nounwind
; suspends once, then runs off its end and frees its frame
define ptr @co(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %al, label %bg
al:
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @ro_alloc(i64 %size)
  br label %bg
bg:
  %mem = phi ptr [ null, %entry ], [ %m, %al ]
  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %cl ]
go:
  call void @print(i32 %n)
  br label %cl
cl:
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  %nf = icmp ne ptr %f, null
  br i1 %nf, label %fr, label %sus
fr:
  call void @ro_free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
@flag = global i32 1
define i32 @main() {
  %h = call ptr @co(i32 5)
  %v = load i32, ptr @flag
  %c = icmp eq i32 %v, 0
  br i1 %c, label %early, label %full
early:
  call void @llvm.coro.destroy(ptr %h)
  ret i32 0
full:
  call void @llvm.coro.resume(ptr %h)      ; runs to its end and frees its frame
  call void @done_report()
  call void @exit(i32 0)
  unreachable
}
