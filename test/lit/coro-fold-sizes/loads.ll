; Loads of the sizes that this file's own coroutines have become numbers, in whatever function they stand; what is computed of them is folded.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup,coro-fold-sizes' -pass-remarks=coro-fold -S 2>%t | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s < %t
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup,coro-fold-sizes' -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup,coro-fold-sizes' -stats -disable-output 2>&1 | FileCheck --check-prefix=STATS %s
; REQUIRES: corolower

; STATS: 8 coro-fold-sizes - folded loads of sizes that callers allocate

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
%afp = type <{ i32, i32 }>
; CHECK: @fTu = hidden global %afp {{.*}}, i32 32 }>, align 8
@fTu = hidden global %afp <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @fTu to i64)) to i32), i32 16 }>, align 8
; With the function's address as it is.
; CHECK: @gTu = internal constant { ptr, i32 } { ptr @g, i32 16 }
@gTu = internal constant { ptr, i32 } { ptr @g, i32 0 }
; CHECK: @table = constant [1 x ptr] [ptr @fTu]
@table = constant [1 x ptr] [ptr @fTu]

; REMARK: folded 1 load of the size in 'fTu': 32
; CHECK-LABEL: define hidden swifttailcc void @f(
; Itself, in the function that goes on.
; CHECK-LABEL: define internal swifttailcc void @f.resume.0(
; CHECK:         call void @use64(i64 32)
define hidden swifttailcc void @f(ptr swiftasync %ctx, ptr %a, i64 %b) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r = call ptr @llvm.coro.async.resume()
  %s = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r, ptr @parent, ptr @hand, ptr %ctx)
  call void @use(ptr %a, i64 %b)
  %z = load i32, ptr getelementptr inbounds (%afp, ptr @fTu, i32 0, i32 1), align 8
  %w = zext i32 %z to i64
  call void @use64(i64 %w)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define swifttailcc void @g(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @gTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}

; A caller that is no coroutine. The larger of two sizes, of a size and a number.
; REMARK: folded 3 loads of the size in 'fTu': 32
; REMARK: folded 3 loads of the size in 'gTu': 16
; CHECK-LABEL: define void @caller(
; CHECK-NEXT:    call void @use32(i32 32)
; CHECK-NEXT:    call void @use32(i32 16)
; CHECK-NEXT:    call void @use64(i64 32)
; CHECK-NEXT:    call void @use64(i64 100)
; CHECK-NEXT:    call void @use32(i32 16)
; CHECK-NEXT:    %add = add i32 32, 1
; CHECK-NEXT:    call void @use32(i32 %add)
; CHECK-NEXT:    ret void
define void @caller() {
  %z0 = load i32, ptr getelementptr inbounds (%afp, ptr @fTu, i32 0, i32 1), align 8
  call void @use32(i32 %z0)
  %z1 = load i32, ptr getelementptr inbounds ({ ptr, i32 }, ptr @gTu, i32 0, i32 1)
  call void @use32(i32 %z1)
  %z2 = load i32, ptr getelementptr inbounds (i8, ptr @fTu, i64 4), align 4
  %z3 = load i32, ptr getelementptr inbounds ({ ptr, i32 }, ptr @gTu, i32 0, i32 1)
  %w2 = zext i32 %z2 to i64
  %w3 = zext i32 %z3 to i64
  %c = icmp ugt i64 %w3, %w2
  %m = select i1 %c, i64 %w3, i64 %w2
  call void @use64(i64 %m)
  %c2 = icmp ugt i64 %m, 100
  %m2 = select i1 %c2, i64 %m, i64 100
  call void @use64(i64 %m2)
  %z4 = load i32, ptr getelementptr inbounds ({ ptr, i32 }, ptr @gTu, i32 0, i32 1)
  call void @use32(i32 %z4)
  %z5 = load i32, ptr getelementptr inbounds (%afp, ptr @fTu, i32 0, i32 1), align 8
  %add = add i32 %z5, 1
  call void @use32(i32 %add)
  ret void
}
; REMARK: folded 1 load of the size in 'fTu': 32
; CHECK-LABEL: define i32 @through(
; CHECK-NEXT:    ret i32 32
define i32 @through() {
  %z = load i32, ptr getelementptr inbounds (%afp, ptr @fTu, i32 0, i32 1)
  ret i32 %z
}
declare ptr @parent(ptr)
declare swifttailcc void @hand(ptr)
declare void @use(ptr, i64)
declare void @use32(i32)
declare void @use64(i64)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
