; The size of a frame that callers bring, read from a record of this file: their memory for it has a constant size.
; RUN: corolower %s -passes='default<O2>' -S | FileCheck %s
; REQUIRES: corolower

target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%rec = type <{ i32, i32, i64 }>
; CHECK: @readTwc = internal global %rec <{ {{.*}}, i32 16, i64 41 }>, align 8
@readTwc = internal global %rec <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @read to i64), i64 ptrtoint (ptr @readTwc to i64)) to i32), i32 0, i64 41 }>, align 8
define internal swiftcc { ptr, i64 } @read(ptr noalias %frame, ptr swiftcoro %allocator, i64 %a) noinline {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @readTwc, ptr %allocator, ptr %frame, ptr @proto, ptr @al, ptr @de, ptr @al, ptr @de, i64 41)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %u = call ptr (...) @llvm.coro.suspend.retcon.p0(i64 %a)
  call void @use(i64 %a)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
; CHECK-LABEL: define void @caller(
; CHECK:         %f = alloca i8, i64 16, align 16
define void @caller(ptr %allocator) {
  %z = load i32, ptr getelementptr inbounds nuw (%rec, ptr @readTwc, i32 0, i32 1), align 8
  %w = zext i32 %z to i64
  %f = alloca i8, i64 %w, align 16
  %p = call ptr @llvm.coro.prepare.retcon(ptr @read)
  %r = call swiftcc { ptr, i64 } %p(ptr noalias %f, ptr swiftcoro %allocator, i64 7)
  %k = extractvalue { ptr, i64 } %r, 0
  call swiftcc void %k(ptr noalias %f, ptr swiftcoro %allocator)
  ret void
}
declare swiftcc void @proto(ptr noalias, ptr swiftcoro)
declare swiftcc ptr @al(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @de(ptr, ptr swiftcoro, ptr)
declare void @use(i64)
declare ptr @llvm.coro.prepare.retcon(ptr)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare i1 @llvm.coro.end(ptr, i1, token)
