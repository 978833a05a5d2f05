; The allocator is given to each continuation anew: with shared storage the coroutine's own uses of it behind a suspend take that, and it is not kept.
; Plain splitting keeps it, as the fork does.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s --check-prefix=PLAIN
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' -S | FileCheck %s
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@f.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 0 }>, align 8
define { ptr, i32 } @f(ptr noalias %frame, ptr swiftcoro %cator, i64 %n) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @f.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @use(ptr %cator, i64 1)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use(ptr %cator, i64 %n)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @use(ptr, i64)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare i1 @llvm.coro.end(ptr, i1, token)
declare swiftcc void @proto(ptr noalias, ptr swiftcoro)
declare swiftcc ptr @take(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give(ptr, ptr swiftcoro, ptr)
declare swiftcc ptr @take_frame(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give_frame(ptr, ptr swiftcoro, ptr)

; PLAIN: %f.Frame = type { ptr, i64 }
; PLAIN: @f.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 16, i64 0 }>, align 8
; PLAIN: call void @use(ptr %cator.reload, i64 %n.reload)

; CHECK: %f.Frame = type { i64 }
; CHECK-LABEL: define { ptr, i32 } @f(ptr noalias %frame, ptr swiftcoro %cator, i64 %n)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %n.spill.addr = getelementptr inbounds %f.Frame, ptr %frame, i32 0, i32 0
; CHECK-NEXT:    store i64 %n, ptr %n.spill.addr, align 8
; CHECK-NEXT:    call void @use(ptr %cator, i64 1)
; CHECK-NEXT:    %0 = insertvalue { ptr, i32 } poison, ptr @f.resume.0, 0
; CHECK-NEXT:    %1 = insertvalue { ptr, i32 } %0, i32 0, 1
; CHECK-NEXT:    ret { ptr, i32 } %1
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @f.resume.0(ptr noalias %0, ptr swiftcoro %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %n.reload.addr = getelementptr inbounds %f.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %n.reload = load i64, ptr %n.reload.addr, align 8
; CHECK-NEXT:    call void @use(ptr %1, i64 %n.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
