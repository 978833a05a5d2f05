; Intrinsics that the file does not declare: LLVM declares them for each signature they are called with, and does so again for the output.
; RUN: corolower %s -verify-each -passes='function(simplifycfg,instsimplify,early-cse)' -S -o %t
; RUN: FileCheck %s < %t
; RUN: opt-22 -passes=verify -disable-output %t
; RUN: corolower %s -verify-each -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define i8 @a(
; CHECK:         call i8 @llvm.ucmp(i32 %x, i32 12)
define i8 @a(i32 %x) {
  br label %b
b:
  %r = call i8 @llvm.ucmp(i32 %x, i32 12)
  ret i8 %r
}
; CHECK-LABEL: define i2 @b(
; CHECK:         call i2 @llvm.ucmp(i32 %x, i32 12)
; CHECK:         call i3 @llvm.ucmp(i64 1, i64 2)
; CHECK:         call i32 @llvm.smax(i32 %x, i32 0)
define i2 @b(i32 %x) {
  br label %b
b:
  %r = call i2 @llvm.ucmp(i32 %x, i32 12)
  %s = call i3 @llvm.ucmp(i64 1, i64 2)
  %m = call i32 @llvm.smax(i32 %x, i32 0)
  call void @use(i3 %s, i32 %m)
  ret i2 %r
}
; CHECK-NOT: declare {{.*}}@llvm.ucmp
declare void @use(i3, i32)
