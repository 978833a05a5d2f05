; A coroutine that does not suspend has no frame; its context has a size all the same, and it calls whom it ends with.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
@gTu = global <{ i32, i32 }> <{ i32 2, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, ptr %k) {
entry:
  %id = call token @llvm.coro.id.async(i32 24, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false, ptr @fin, ptr %k, ptr %ctx, i64 7)
  unreachable
}
define swifttailcc void @g(ptr swiftasync %ctx, ptr %k) {
entry:
  %x = alloca i64
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @gTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @use(ptr %x)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define internal swifttailcc void @fin(ptr %fn, ptr %c, i64 %v) {
  musttail call swifttailcc void %fn(ptr swiftasync %c, i64 %v)
  ret void
}
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare void @use(ptr)

; CHECK: @fTu = {{.*}}, i32 32 }>
; CHECK: @gTu = {{.*}}, i32 16 }>
; CHECK-LABEL: define swifttailcc void @f(ptr swiftasync %ctx, ptr %k)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    musttail call swifttailcc void %k(ptr swiftasync %ctx, i64 7)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define swifttailcc void @g(ptr swiftasync %ctx, ptr %k)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %x = alloca i64, align 8
; CHECK-NEXT:    call void @use(ptr %x)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
