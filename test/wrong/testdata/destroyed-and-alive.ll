; What a destroyed coroutine destroys throws; the coroutine catches that, tells of itself and is suspended again. Who knows of it resumes it.
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
declare void @print64(i64)
declare void @maythrow(i32)
declare void @keep(ptr) nounwind
declare ptr @kept() nounwind
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)
define ptr @co(i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @ro_alloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %m, %alloc ]
  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %cl
                             i8 1, label %kill ]
kill:
  invoke void @maythrow(i32 %n) to label %cl unwind label %lp
lp:
  %e = landingpad { ptr, i32 } catch ptr null
  %x = extractvalue { ptr, i32 } %e, 0
  %c = call ptr @__cxa_begin_catch(ptr %x)
  call void @__cxa_end_catch()
  call void @keep(ptr %h)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %sus [ i8 0, label %on
                              i8 1, label %cl ]
on:
  %wide = sext i32 %n to i64
  call void @print64(i64 %wide)
  br label %cl
cl:
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @ro_free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define void @user(i32 %n) noinline {
  %h = call ptr @co(i32 %n)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}
declare void @scribble()
define i32 @main() {
  call void @user(i32 5)
  call void @scribble()
  %h = call ptr @kept()
  call void @llvm.coro.resume(ptr %h)
  ret i32 0
}
