; The buffer, used behind a suspend, is the continuation's own parameter, and is not kept in itself.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM 22 keeps the address of the buffer in the buffer, and says noalias of the parameter
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define {ptr, i32} @gen(ptr %buf, i32 %n) {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n)
  call void @use(ptr %buf, i32 %n)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @use(ptr, i32)
declare {ptr, i32} @proto(ptr, i1)
declare i1 @llvm.coro.suspend.retcon.i1(...)

declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)

; CHECK-LABEL: define { ptr, i32 } @gen(ptr %buf, i32 %n)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %n.spill.addr = getelementptr inbounds %gen.Frame, ptr %buf, i32 0, i32 0
; CHECK-NEXT:    store i32 %n, ptr %n.spill.addr, align 4
; CHECK-NEXT:    %0 = insertvalue { ptr, i32 } poison, ptr @gen.resume.0, 0
; CHECK-NEXT:    %1 = insertvalue { ptr, i32 } %0, i32 %n, 1
; CHECK-NEXT:    ret { ptr, i32 } %1
; CHECK-NEXT:  }
; CHECK-LABEL: define internal { ptr, i32 } @gen.resume.0(ptr noundef nonnull align 8 dereferenceable(8) %0, i1 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %n.reload.addr = getelementptr inbounds %gen.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %n.reload = load i32, ptr %n.reload.addr, align 4
; CHECK-NEXT:    call void @use(ptr %0, i32 %n.reload)
; CHECK-NEXT:    ret { ptr, i32 } { ptr null, i32 poison }
; CHECK-NEXT:  }
