; A ramp of convention swiftcorocc that is given no allocator returns without giving its stack back. All suspends return in one place. Where stock
; LLVM is written for, it returns as any.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | corolower - -passes=verify -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S --llvm-version=22 | FileCheck %s --check-prefix=STOCK
; RUN: corolower %s --llvm-version=22 -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@pickTwc = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 0 }>, align 8

define swiftcorocc { ptr, i32 } @pick(ptr noalias %frame, ptr swiftcoro %cator, i32 %x, ptr %slot) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @pickTwc, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %neg = icmp slt i32 %x, 0
  br i1 %neg, label %minus, label %plus
minus:
  %a = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 -1)
  store i32 %x, ptr %slot, align 4
  br label %out
plus:
  %b = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 %x)
  call void @use(ptr %b)
  br label %out
out:
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @use(ptr)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare i1 @llvm.coro.end(ptr, i1, token)
declare swiftcorocc void @proto(ptr noalias, ptr swiftcoro)
declare swiftcc ptr @take(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give(ptr, ptr swiftcoro, ptr)
declare swiftcc ptr @take_frame(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give_frame(ptr, ptr swiftcoro, ptr)

; STOCK-NOT: swiftcoro
; STOCK-NOT: popless
; STOCK:     define swiftcc { ptr, i32 } @pick(ptr noalias %frame, ptr %cator, i32 %x, ptr %slot)
; STOCK-NOT: swiftcoro
; STOCK-NOT: popless
; STOCK:     define internal swiftcc void @pick.resume.0(ptr noalias %0, ptr %1)
; STOCK-NOT: swiftcoro
; STOCK-NOT: popless

; CHECK: @pickTwc = global <{ i32, i32, i64 }> <{ i32 1, i32 16, i64 0 }>, align 8
; CHECK-LABEL: define swiftcorocc { ptr, i32 } @pick(ptr noalias %frame, ptr swiftcoro %cator, i32 %x, ptr %slot)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %slot.spill.addr = getelementptr inbounds %pick.Frame, ptr %frame, i32 0, i32 0
; CHECK-NEXT:    store ptr %slot, ptr %slot.spill.addr, align 8
; CHECK-NEXT:    %x.spill.addr = getelementptr inbounds %pick.Frame, ptr %frame, i32 0, i32 1
; CHECK-NEXT:    store i32 %x, ptr %x.spill.addr, align 4
; CHECK-NEXT:    %neg = icmp slt i32 %x, 0
; CHECK-NEXT:    %0 = select i1 %neg, ptr @pick.resume.0, ptr @pick.resume.1
; CHECK-NEXT:    %1 = select i1 %neg, i32 -1, i32 %x
; CHECK-NEXT:    %2 = insertvalue { ptr, i32 } poison, ptr %0, 0
; CHECK-NEXT:    %3 = insertvalue { ptr, i32 } %2, i32 %1, 1
; CHECK-NEXT:    %4 = icmp eq ptr %cator, null
; CHECK-NEXT:    br i1 %4, label %coro.return.popless, label %coro.return.normal
; CHECK:       coro.return.popless:
; CHECK-NEXT:    musttail call void @llvm.ret.popless()
; CHECK-NEXT:    ret { ptr, i32 } %3
; CHECK:       coro.return.normal:
; CHECK-NEXT:    ret { ptr, i32 } %3
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcorocc void @pick.resume.0(ptr noalias %0, ptr swiftcoro %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %slot.reload.addr = getelementptr inbounds %pick.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %slot.reload = load ptr, ptr %slot.reload.addr, align 8
; CHECK-NEXT:    %x.reload.addr = getelementptr inbounds %pick.Frame, ptr %0, i32 0, i32 1
; CHECK-NEXT:    %x.reload = load i32, ptr %x.reload.addr, align 4
; CHECK-NEXT:    store i32 %x.reload, ptr %slot.reload, align 4
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcorocc void @pick.resume.1(ptr noalias %0, ptr swiftcoro %1)
; CHECK-NEXT:  entryresume.1:
; CHECK-NEXT:    call void @use(ptr %1)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
