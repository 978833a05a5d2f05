; The ramp of another coroutine was inlined before the split, as `-O2` of a first run does.
; PASSES: default<O2>
; LLVM 22: abort: coroutine should have exactly one defining @llvm.coro.begin
; clang 22: exit code 70
; corolower: lowered

@g.resumers = private constant [3 x ptr] [ptr @g.resume, ptr @g.destroy, ptr @g.cleanup]

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %gid = call token @llvm.coro.id(i32 0, ptr null, ptr @g, ptr @g.resumers)
  %need = call i1 @llvm.coro.alloc(token %gid)
  br i1 %need, label %alloc, label %begin
alloc:
  %gmem = call ptr @malloc(i64 24)
  br label %begin
begin:
  %at = phi ptr [ null, %entry ], [ %gmem, %alloc ]
  %ghdl = call ptr @llvm.coro.begin(token %gid, ptr %at)
  store ptr @g.resume, ptr %ghdl
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %return [ i8 0, label %resumed
                                i8 1, label %clean ]
resumed:
  call fastcc void @g.resume(ptr %ghdl)
  br label %clean
clean:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %return
return:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare ptr @g()
declare fastcc void @g.resume(ptr dereferenceable(24))
declare fastcc void @g.destroy(ptr dereferenceable(24))
declare fastcc void @g.cleanup(ptr dereferenceable(24))
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @malloc(i64)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.alloc(token)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @free(ptr)
declare void @llvm.coro.end(ptr, i1, token)
