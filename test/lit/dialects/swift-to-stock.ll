; A lowered module of the Swift compiler's fork, for stock LLVM: the words that only the fork has go, wherever they stand, and nothing else that
; looks like them.
; REQUIRES: corolower
; RUN: corolower %s --llvm-version=22 -S 2>%t | FileCheck %s
; RUN: FileCheck %s --check-prefix=WARN < %t
; RUN: corolower %s --llvm-version=22 -S 2>/dev/null | opt-22 -passes=verify -disable-output
; RUN: corolower %s -S | FileCheck %s --check-prefix=SAME
; RUN: not corolower %s --llvm-version=22 -mtriple=arm64-apple-macosx15.0 -S 2>&1 | FileCheck %s --check-prefix=ARM
@"a swiftcoro b" = global [10 x i8] c" swiftcoro"
define swiftcorocc ptr @helper(ptr swiftcoro %swiftcoro, i64 %n) {
entry:
  %null = icmp eq ptr %swiftcoro, null
  br i1 %null, label %stack, label %heap
stack:
  %p = alloca i8, i64 %n, align 16
  musttail call void @llvm.ret.popless()
  ret ptr %p
heap:
  %q = call swiftcorocc ptr @take(ptr swiftcoro %swiftcoro, i64 %n)
  ret ptr %q
}
declare swiftcorocc ptr @take(ptr swiftcoro, i64)
declare void @llvm.ret.popless()

; CHECK: @"a swiftcoro b" = global [10 x i8] c" swiftcoro"
; CHECK: define swiftcc ptr @helper(ptr %swiftcoro, i64 %n)
; CHECK: %p = alloca i8, i64 %n, align 16
; CHECK-NEXT: ret ptr %p
; CHECK: %q = call swiftcc ptr @take(ptr %swiftcoro, i64 %n)
; CHECK: declare swiftcc ptr @take(ptr, i64)
; CHECK-NOT: popless
; WARN: swift-to-stock.ll:10:8: warning: LLVM 22 has no popless returns, so an allocator that takes memory on the stack frees it when it returns
; WARN: hint: call this file's functions with an allocator that is not null
; SAME: define swiftcorocc ptr @helper(ptr swiftcoro %swiftcoro, i64 %n)
; SAME: musttail call void @llvm.ret.popless()
; SAME: declare void @llvm.ret.popless()
; ARM: swift-to-stock.ll:10:36: error: unsupported: swiftcoro is passed in its own register on aarch64, but LLVM 22 cannot express that
