; How large the frame of a returned continuation is, and where it lies; what callers read of a frame that they bring.
; RUN: corolower %s -pass-remarks-analysis=coro-split -stats -disable-output 2>&1 | FileCheck %s
; RUN: corolower %s -pass-remarks-output=- -disable-output | FileCheck --check-prefix=YAML %s
; REQUIRES: corolower

; CHECK-DAG: remark: <unknown>:0:0: the frame of 'small' has 8 bytes and is in the buffer, which has 8 bytes
; CHECK-DAG: remark: <unknown>:0:0: the frame of 'large' has 16 bytes, and the buffer 8: the frame is allocated, with 16 bytes
; CHECK-DAG: remark: <unknown>:0:0: the frame of 'brought' has 8 bytes; callers provide 16 bytes, a size that they read from 'broughtTwc'
; CHECK: 16 coro-split {{ *}}- bytes of all frames that callers provide
; CHECK: 1 coro-split {{ *}}- frames of returned continuations in their buffers
; CHECK: 1 coro-split {{ *}}- frames of returned continuations in their own allocations
; YAML:      Name:            CoroRetconFrame
; YAML-NEXT: Function:        large
; YAML:      - allocated:       '16'

target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@broughtTwc = global <{ i32, i32, i64 }> <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @brought to i64), i64 ptrtoint (ptr @broughtTwc to i64)) to i32), i32 0, i64 41 }>, align 8
define { ptr, i64 } @large(ptr %buffer, i64 %a, i64 %b) {
entry:
  %id = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon(i32 8, i32 8, ptr %buffer, ptr @proto, ptr @malloc, ptr @free)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %u = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %a)
  call void @use(i64 %a)
  call void @use(i64 %b)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
define { ptr, i64 } @small(ptr %buffer, i64 %a) {
entry:
  %id = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon(i32 8, i32 8, ptr %buffer, ptr @proto, ptr @malloc, ptr @free)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %u = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %a)
  call void @use(i64 %a)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
define swiftcc { ptr, i64 } @brought(ptr noalias %frame, ptr swiftcoro %allocator, i64 %a) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @broughtTwc, ptr %allocator, ptr %frame, ptr @dynamic.proto, ptr @al, ptr @de, ptr @al, ptr @de, i64 41)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %u = call ptr (...) @llvm.coro.suspend.retcon.p0(i64 %a)
  call void @use(i64 %a)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare { ptr, i64 } @proto(ptr, i1)
declare swiftcc void @dynamic.proto(ptr noalias, ptr swiftcoro)
declare swiftcc ptr @al(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @de(ptr, ptr swiftcoro, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(i64)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr, ...)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare i1 @llvm.coro.end(ptr, i1, token)
