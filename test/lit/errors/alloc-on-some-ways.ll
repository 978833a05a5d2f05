; Whether the frame is on the heap is asked on some ways to coro.begin only. opt makes invalid IR of it, of @quiet as well.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split)' -S 2>&1 | FileCheck %s

; CHECK:     {{.*}}.ll:[[#@LINE+11]]:11: error: unsupported: some path reaches coro.begin without this llvm.coro.alloc, which decides whether the frame is freed
; CHECK-NEXT:  %need = call i1 @llvm.coro.alloc(token %id)
; CHECK:     note: coro.begin is here
; CHECK:     hint: move the call to just after llvm.coro.id
; CHECK:     error: unsupported: some path reaches coro.begin without this llvm.coro.alloc
define ptr @f(i1 %asks, ptr %given) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  br i1 %asks, label %ask, label %begin

ask:
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %fresh = call ptr @malloc(i64 24)
  br label %begin

begin:
  %mem = phi ptr [ %given, %entry ], [ null, %ask ], [ %fresh, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [
    i8 0, label %go
    i8 1, label %go
  ]

go:
  %free = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %free)
  br label %end

end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @quiet(i1 %asks, ptr %given) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  br i1 %asks, label %ask, label %begin

ask:
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %fresh = call ptr @malloc(i64 24)
  br label %begin

begin:
  %mem = phi ptr [ %given, %entry ], [ null, %ask ], [ %fresh, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

declare ptr @malloc(i64)
declare void @free(ptr)
