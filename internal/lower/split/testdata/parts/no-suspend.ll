; Without a suspend there are no parts, and the frame is a local.
define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin
allocate:
  %new = call ptr @get(i64 24)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @use(ptr %hdl)
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @drop(ptr %memory)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @get(i64)
declare void @drop(ptr)
declare void @use(ptr)
