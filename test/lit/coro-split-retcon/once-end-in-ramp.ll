; A once-coroutine that comes to its end without a suspend has nothing to return: the end is unreachable.
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
; CHECK:       coro.return:
; CHECK-NEXT:    %0 = phi ptr [ @f.resume.0, %entry ]
; CHECK-NEXT:    %1 = phi i32 [ 1, %entry ]
; CHECK-NEXT:    %2 = insertvalue { ptr, i32 } poison, ptr %0, 0
; CHECK-NEXT:    %3 = insertvalue { ptr, i32 } %2, i32 %1, 1
; CHECK-NEXT:    ret { ptr, i32 } %3
; CHECK:       out:
; CHECK-NEXT:    call void @use()
; CHECK-NEXT:    unreachable
; CHECK-NEXT:  }
; CHECK-LABEL: define internal void @f.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(8) %0, i1 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    call void @use()
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
