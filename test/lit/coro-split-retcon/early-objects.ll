; An object that is written in front of coro.begin, and of which the address is given away there, lives in the frame from the first.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: the continuation's buffer is not noalias, because others may know where the object is.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define {ptr, i32} @gen(ptr %buf, i32 %n) {
entry:
  %x = alloca i32, align 4
  store i32 %n, ptr %x, align 4
  call void @tell(ptr %x)
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n)
  %v = load i32, ptr %x, align 4
  call void @use(i32 %v)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @tell(ptr)
declare void @use(i32)
declare {ptr, i32} @proto(ptr, i1)
declare i1 @llvm.coro.suspend.retcon.i1(...)

declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)

; CHECK-LABEL: define { ptr, i32 } @gen(ptr %buf, i32 %n)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %x = getelementptr inbounds %gen.Frame, ptr %buf, i32 0, i32 0
; CHECK-NEXT:    store i32 %n, ptr %x, align 4
; CHECK-NEXT:    call void @tell(ptr %x)
; CHECK-NEXT:    %0 = insertvalue { ptr, i32 } poison, ptr @gen.resume.0, 0
; CHECK-NEXT:    %1 = insertvalue { ptr, i32 } %0, i32 %n, 1
; CHECK-NEXT:    ret { ptr, i32 } %1
; CHECK-NEXT:  }
; CHECK-LABEL: define internal { ptr, i32 } @gen.resume.0(ptr noundef nonnull align 8 dereferenceable(8) %0, i1 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %x = getelementptr inbounds %gen.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %v = load i32, ptr %x, align 4
; CHECK-NEXT:    call void @use(i32 %v)
; CHECK-NEXT:    ret { ptr, i32 } { ptr null, i32 poison }
; CHECK-NEXT:  }
