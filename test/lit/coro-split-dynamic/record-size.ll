; The size in the record is that of the frame without padding behind it, rounded up to the alignment that the id says, in the type of its element.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s --llvm-version=22 -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%rec = type <{ i32, i32, i64 }>
@s0a4.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s0a4(ptr noalias %frame, ptr swiftcoro %cator) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 4, ptr @s0a4.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s8a4.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s8a4(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 4, ptr @s8a4.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s12a4.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s12a4(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0, i32 %v1) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 4, ptr @s12a4.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  call void @use.i32(i32 %v1)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s40a4.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s40a4(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0, i64 %v1, i64 %v2, i64 %v3, i64 %v4) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 4, ptr @s40a4.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  call void @use.i64(i64 %v1)
  call void @use.i64(i64 %v2)
  call void @use.i64(i64 %v3)
  call void @use.i64(i64 %v4)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s80a4.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s80a4(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0, i64 %v1, i64 %v2, i64 %v3, i64 %v4, i64 %v5, i64 %v6, i64 %v7, i64 %v8, i64 %v9) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 4, ptr @s80a4.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  call void @use.i64(i64 %v1)
  call void @use.i64(i64 %v2)
  call void @use.i64(i64 %v3)
  call void @use.i64(i64 %v4)
  call void @use.i64(i64 %v5)
  call void @use.i64(i64 %v6)
  call void @use.i64(i64 %v7)
  call void @use.i64(i64 %v8)
  call void @use.i64(i64 %v9)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s0a8.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s0a8(ptr noalias %frame, ptr swiftcoro %cator) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 8, ptr @s0a8.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s8a8.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s8a8(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 8, ptr @s8a8.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s12a8.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s12a8(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0, i32 %v1) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 8, ptr @s12a8.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  call void @use.i32(i32 %v1)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s40a8.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s40a8(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0, i64 %v1, i64 %v2, i64 %v3, i64 %v4) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 8, ptr @s40a8.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  call void @use.i64(i64 %v1)
  call void @use.i64(i64 %v2)
  call void @use.i64(i64 %v3)
  call void @use.i64(i64 %v4)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s80a8.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s80a8(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0, i64 %v1, i64 %v2, i64 %v3, i64 %v4, i64 %v5, i64 %v6, i64 %v7, i64 %v8, i64 %v9) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 8, ptr @s80a8.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  call void @use.i64(i64 %v1)
  call void @use.i64(i64 %v2)
  call void @use.i64(i64 %v3)
  call void @use.i64(i64 %v4)
  call void @use.i64(i64 %v5)
  call void @use.i64(i64 %v6)
  call void @use.i64(i64 %v7)
  call void @use.i64(i64 %v8)
  call void @use.i64(i64 %v9)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s0a16.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s0a16(ptr noalias %frame, ptr swiftcoro %cator) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @s0a16.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s8a16.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s8a16(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @s8a16.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s12a16.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s12a16(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0, i32 %v1) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @s12a16.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  call void @use.i32(i32 %v1)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s40a16.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s40a16(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0, i64 %v1, i64 %v2, i64 %v3, i64 %v4) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @s40a16.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  call void @use.i64(i64 %v1)
  call void @use.i64(i64 %v2)
  call void @use.i64(i64 %v3)
  call void @use.i64(i64 %v4)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s80a16.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s80a16(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0, i64 %v1, i64 %v2, i64 %v3, i64 %v4, i64 %v5, i64 %v6, i64 %v7, i64 %v8, i64 %v9) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @s80a16.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  call void @use.i64(i64 %v1)
  call void @use.i64(i64 %v2)
  call void @use.i64(i64 %v3)
  call void @use.i64(i64 %v4)
  call void @use.i64(i64 %v5)
  call void @use.i64(i64 %v6)
  call void @use.i64(i64 %v7)
  call void @use.i64(i64 %v8)
  call void @use.i64(i64 %v9)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s0a64.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s0a64(ptr noalias %frame, ptr swiftcoro %cator) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 64, ptr @s0a64.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s8a64.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s8a64(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 64, ptr @s8a64.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s12a64.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s12a64(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0, i32 %v1) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 64, ptr @s12a64.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  call void @use.i32(i32 %v1)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s40a64.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s40a64(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0, i64 %v1, i64 %v2, i64 %v3, i64 %v4) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 64, ptr @s40a64.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  call void @use.i64(i64 %v1)
  call void @use.i64(i64 %v2)
  call void @use.i64(i64 %v3)
  call void @use.i64(i64 %v4)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@s80a64.rec = global %rec <{ i32 1, i32 99, i64 0 }>, align 8
define { ptr, i32 } @s80a64(ptr noalias %frame, ptr swiftcoro %cator, i64 %v0, i64 %v1, i64 %v2, i64 %v3, i64 %v4, i64 %v5, i64 %v6, i64 %v7, i64 %v8, i64 %v9) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 64, ptr @s80a64.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use.i64(i64 %v0)
  call void @use.i64(i64 %v1)
  call void @use.i64(i64 %v2)
  call void @use.i64(i64 %v3)
  call void @use.i64(i64 %v4)
  call void @use.i64(i64 %v5)
  call void @use.i64(i64 %v6)
  call void @use.i64(i64 %v7)
  call void @use.i64(i64 %v8)
  call void @use.i64(i64 %v9)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @use.i64(i64)
declare void @use.i32(i32)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare i1 @llvm.coro.end(ptr, i1, token)
declare swiftcc void @proto(ptr noalias, ptr swiftcoro)
declare swiftcc ptr @take(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give(ptr, ptr swiftcoro, ptr)
declare swiftcc ptr @take_frame(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give_frame(ptr, ptr swiftcoro, ptr)

; CHECK: @s0a4.rec = global %rec <{ i32 1, i32 0, i64 0 }>, align 8
; CHECK: @s8a4.rec = global %rec <{ i32 1, i32 8, i64 0 }>, align 8
; CHECK: @s12a4.rec = global %rec <{ i32 1, i32 12, i64 0 }>, align 8
; CHECK: @s40a4.rec = global %rec <{ i32 1, i32 40, i64 0 }>, align 8
; CHECK: @s80a4.rec = global %rec <{ i32 1, i32 80, i64 0 }>, align 8
; CHECK: @s0a8.rec = global %rec <{ i32 1, i32 0, i64 0 }>, align 8
; CHECK: @s8a8.rec = global %rec <{ i32 1, i32 8, i64 0 }>, align 8
; CHECK: @s12a8.rec = global %rec <{ i32 1, i32 16, i64 0 }>, align 8
; CHECK: @s40a8.rec = global %rec <{ i32 1, i32 40, i64 0 }>, align 8
; CHECK: @s80a8.rec = global %rec <{ i32 1, i32 80, i64 0 }>, align 8
; CHECK: @s0a16.rec = global %rec <{ i32 1, i32 0, i64 0 }>, align 8
; CHECK: @s8a16.rec = global %rec <{ i32 1, i32 16, i64 0 }>, align 8
; CHECK: @s12a16.rec = global %rec <{ i32 1, i32 16, i64 0 }>, align 8
; CHECK: @s40a16.rec = global %rec <{ i32 1, i32 48, i64 0 }>, align 8
; CHECK: @s80a16.rec = global %rec <{ i32 1, i32 80, i64 0 }>, align 8
; CHECK: @s0a64.rec = global %rec <{ i32 1, i32 0, i64 0 }>, align 8
; CHECK: @s8a64.rec = global %rec <{ i32 1, i32 64, i64 0 }>, align 8
; CHECK: @s12a64.rec = global %rec <{ i32 1, i32 64, i64 0 }>, align 8
; CHECK: @s40a64.rec = global %rec <{ i32 1, i32 64, i64 0 }>, align 8
; CHECK: @s80a64.rec = global %rec <{ i32 1, i32 128, i64 0 }>, align 8
