; A byval parameter is loaded with the alignment that it states, which may be less than that of its type. LLVM claims the type's, and the load traps.
; REQUIRES: corolower
; RUN: corolower %s -passes=coro-early,coro-split | FileCheck %s
; RUN: sed 's/ align 4 / /' %s | corolower -passes=coro-early,coro-split - | FileCheck --check-prefix=NONE %s
; RUN: sed 's/ align 4 / align 64 /' %s | corolower -passes=coro-early,coro-split - | FileCheck --check-prefix=MORE %s

; CHECK-LABEL: define ptr @f(
; CHECK: load %vec, ptr %p, align 4
; CHECK-NEXT: store %vec %{{.*}}, ptr %p.spill.addr, align 16
; NONE-LABEL: define ptr @f(
; NONE: load %vec, ptr %p, align 1

; A stated alignment that is larger than the type's also holds after the suspend. LLVM's copy has the type's.
; MORE: %f.Frame = type { ptr, ptr, i1, [55 x i8], %vec }
; MORE: call void @llvm.memcpy.p0.p0.i64(ptr align 64 %p.own, ptr align 64 %p, i64 16, i1 false)

target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-unknown-linux-gnu"
%vec = type { <4 x float> }
declare void @use(ptr)
define ptr @f(ptr byval(%vec) align 4 %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %go
                             i8 1, label %end ]
go:
  call void @use(ptr %p)
  br label %end
end:
  %mem = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %mem)
  br label %out
out:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
declare ptr @malloc(i32)
declare void @free(ptr)
