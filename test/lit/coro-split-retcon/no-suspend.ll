; A coroutine without a suspend: the end returns a null continuation, and its handle is the buffer.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM 22 makes the handle poison, and the store unreachable
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define {ptr, i32} @gen(ptr %buf, i32 %n) {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  store i32 %n, ptr %h, align 4
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare {ptr, i32} @proto(ptr, i1)

declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)

; CHECK-LABEL: define { ptr, i32 } @gen(ptr %buf, i32 %n)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    store i32 %n, ptr %buf, align 4
; CHECK-NEXT:    ret { ptr, i32 } { ptr null, i32 poison }
; CHECK-NEXT:  }
