; A once-coroutine that comes to its end without a suspend returns a null continuation, as LLVM 23 does.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM 22 makes `ret void` in a function that returns something, which its verifier rejects
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define {ptr, i32} @f(ptr %buf, i1 %c) {
entry:
  %id = call token @llvm.coro.id.retcon.once(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br i1 %c, label %wait, label %out
wait:
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 1)
  br label %out
out:
  call void @use()
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @use()
declare void @proto(ptr, i1)
declare i1 @llvm.coro.suspend.retcon.i1(...)

declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)

; CHECK-LABEL: define { ptr, i32 } @f(ptr %buf, i1 %c)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    br i1 %c, label %coro.return, label %out
; CHECK:         phi { ptr, i32 } [ %[[YIELD:.*]], %coro.return ], [ { ptr null, i32 poison }, %out ]
; CHECK:       coro.return:
; CHECK:         insertvalue { ptr, i32 } poison, ptr %{{.*}}, 0
; CHECK-NEXT:    %[[YIELD]] = insertvalue
; CHECK:       out:
; CHECK-NEXT:    call void @use()
; CHECK-NEXT:    br label
; CHECK-LABEL: define internal void @f.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(8) %0, i1 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    call void @use()
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
