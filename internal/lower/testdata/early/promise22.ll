; version 22
; The promise is hidden where coro.begin is over, and only there; the debug record stays with the alloca.
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @use(ptr)

define ptr @hidden(ptr noalias noundef %x, i1 %c) presplitcoroutine {
entry:
  %p = alloca { i32, i64 }
  %early = getelementptr i8, ptr %p, i32 4
  %id = call token @llvm.coro.id(i32 0, ptr %p, ptr null, ptr null)
  br i1 %c, label %a, label %b

a:
  br label %b

b:
  %ph = phi ptr [ %p, %a ], [ null, %entry ]
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @llvm.lifetime.start.p0(ptr %p)
  call void @use(ptr %p)
  call void @use(ptr %ph)
  br i1 %c, label %d, label %e

d:
  br label %e

e:
  %late = phi ptr [ %p, %d ], [ null, %b ]
  call void @use(ptr %late)
  %s = call i8 @llvm.coro.suspend(token none, i1 true)
  ret ptr %h
}
