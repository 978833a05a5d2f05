; An object that a part uses, and the ramp after coro.end: in the frame it may be freed there, and on the stack it is gone in the part.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s
; RUN: not corolower check %s 2>&1 | FileCheck %s

define i64 @f(i1 %now) presplitcoroutine {
entry:
; CHECK-DAG: object-after-end.ll:[[@LINE+1]]:{{[0-9]+}}: note: the object is allocated here
  %object = alloca i64
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @use(ptr %object)
  br i1 %now, label %cleanup, label %wait

wait:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  call void @use(ptr %object)
  br label %cleanup

cleanup:
; CHECK-DAG: object-after-end.ll:[[@LINE+1]]:{{[0-9]+}}: note: the frame may be freed here
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
; CHECK-DAG: object-after-end.ll:[[@LINE+1]]:8: error: {{(unsupported: )?}}an object in the frame is used after coro.end, where the ramp may have freed the frame
  %v = call i64 @get(ptr %object)
  ret i64 %v
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
declare i64 @get(ptr)
