; An end for unwinding gives the frame back and goes on.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define {ptr, i32} @gen(ptr %buf, i32 %n, ptr %q) personality ptr @pers {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n)
  invoke void @may(ptr %q, i32 %n) to label %done unwind label %pad
pad:
  %lp = landingpad {ptr, i32} cleanup
  call void @llvm.coro.end(ptr %h, i1 true, token none)
  resume {ptr, i32} %lp
done:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @may(ptr, i32)
declare i32 @pers(...)
declare {ptr, i32} @proto(ptr, i1)
declare i1 @llvm.coro.suspend.retcon.i1(...)

declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)

; CHECK-LABEL: define { ptr, i32 } @gen(ptr %buf, i32 %n, ptr %q) personality ptr @pers
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %0 = call ptr @take(i64 16)
; CHECK-NEXT:    store ptr %0, ptr %buf, align 8
; CHECK-NEXT:    %q.spill.addr = getelementptr inbounds %gen.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    store ptr %q, ptr %q.spill.addr, align 8
; CHECK-NEXT:    %n.spill.addr = getelementptr inbounds %gen.Frame, ptr %0, i32 0, i32 1
; CHECK-NEXT:    store i32 %n, ptr %n.spill.addr, align 4
; CHECK-NEXT:    %1 = insertvalue { ptr, i32 } poison, ptr @gen.resume.0, 0
; CHECK-NEXT:    %2 = insertvalue { ptr, i32 } %1, i32 %n, 1
; CHECK-NEXT:    ret { ptr, i32 } %2
; CHECK-NEXT:  }
; CHECK-LABEL: define internal { ptr, i32 } @gen.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(8) %0, i1 %1) personality ptr @pers
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %2 = load ptr, ptr %0, align 8
; CHECK-NEXT:    %q.reload.addr = getelementptr inbounds %gen.Frame, ptr %2, i32 0, i32 0
; CHECK-NEXT:    %q.reload = load ptr, ptr %q.reload.addr, align 8
; CHECK-NEXT:    %n.reload.addr = getelementptr inbounds %gen.Frame, ptr %2, i32 0, i32 1
; CHECK-NEXT:    %n.reload = load i32, ptr %n.reload.addr, align 4
; CHECK-NEXT:    invoke void @may(ptr %q.reload, i32 %n.reload)
; CHECK-NEXT:            to label %CoroEnd unwind label %pad
; CHECK:       pad:
; CHECK-NEXT:    %lp = landingpad { ptr, i32 }
; CHECK-NEXT:            cleanup
; CHECK-NEXT:    call void @give(ptr %2)
; CHECK-NEXT:    resume { ptr, i32 } %lp
; CHECK:       CoroEnd:
; CHECK-NEXT:    call void @give(ptr %2)
; CHECK-NEXT:    ret { ptr, i32 } { ptr null, i32 poison }
; CHECK-NEXT:  }
