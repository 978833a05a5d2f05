; What was a coroutine says so on a GPU, in an attribute that outlives other tools: the writer of PTX has a pragma for it.
; DIFFERS-FROM-LLVM: opt has no such attribute
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | corolower -S | FileCheck %s --check-prefix=HOST

target triple = "nvptx64-nvidia-cuda"

; CHECK: define ptr @f() #[[RAMP:[0-9]+]]
; CHECK: define internal fastcc void @f.resume({{.*}}) #[[RESUME:[0-9]+]]
; CHECK: define internal fastcc void @f.destroy({{.*}}) #[[DESTROY:[0-9]+]]
; CHECK: define internal fastcc void @f.cleanup({{.*}}) #[[CLEANUP:[0-9]+]]
; CHECK-DAG: attributes #[[RAMP]] = { {{.*}}"corolower.coroutine"="ramp"
; CHECK-DAG: attributes #[[RESUME]] = { {{.*}}"corolower.coroutine"="resume"
; CHECK-DAG: attributes #[[DESTROY]] = { {{.*}}"corolower.coroutine"="destroy"
; CHECK-DAG: attributes #[[CLEANUP]] = { {{.*}}"corolower.coroutine"="cleanup"

; HOST-NOT: corolower.coroutine
define ptr @f() nounwind presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
