; swifterror: a value while the coroutine runs, in the slot around calls, suspends and ends.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define swiftcc {ptr, i32} @gen(ptr %buf, i32 %n, ptr swifterror %err) {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call {i1, ptr} (...) @llvm.coro.suspend.retcon.sl_i1p0s(i32 %n)
  call swiftcc void @fails(ptr swifterror %err)
  %e = load ptr, ptr %err, align 8
  call void @look(ptr %e)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare swiftcc void @fails(ptr swifterror)
declare void @look(ptr)
declare swiftcc {ptr, i32} @proto(ptr, i1, ptr swifterror)
declare {i1, ptr} @llvm.coro.suspend.retcon.sl_i1p0s(...)

declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)

; CHECK-LABEL: define swiftcc { ptr, i32 } @gen(ptr %buf, i32 %n, ptr swifterror %err)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    store ptr null, ptr %err, align 8
; CHECK-NEXT:    %0 = insertvalue { ptr, i32 } poison, ptr @gen.resume.0, 0
; CHECK-NEXT:    %1 = insertvalue { ptr, i32 } %0, i32 %n, 1
; CHECK-NEXT:    ret { ptr, i32 } %1
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc { ptr, i32 } @gen.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(8) %0, i1 %1, ptr swifterror %2)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %3 = load ptr, ptr %2, align 8
; CHECK-NEXT:    store ptr %3, ptr %2, align 8
; CHECK-NEXT:    call swiftcc void @fails(ptr swifterror %2)
; CHECK-NEXT:    %4 = load ptr, ptr %2, align 8
; CHECK-NEXT:    call void @look(ptr %4)
; CHECK-NEXT:    store ptr %4, ptr %2, align 8
; CHECK-NEXT:    ret { ptr, i32 } { ptr null, i32 poison }
; CHECK-NEXT:  }
