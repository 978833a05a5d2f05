; coro.alloca.* that are alive across a suspend: who takes the memory gives it back, whichever way the free is spelled; each part with the frame and
; the allocator that it is given; the size as wide as the allocator takes it. What no suspend finds alive is on the stack.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s --llvm-version=22 -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@crossed.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 0 }>, align 8
define { ptr, i32 } @crossed(ptr noalias %frame, ptr swiftcoro %cator, i32 %n, i1 %early) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @crossed.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 9)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %a = call token @llvm.coro.alloca.alloc.frame.i32(i32 %n, i32 16, i64 5)
  %ap = call ptr @llvm.coro.alloca.get(token %a)
  %b = call token @llvm.coro.alloca.alloc.i64(i64 24, i32 64)
  %bp = call ptr @llvm.coro.alloca.get(token %b)
  call void @use(ptr %ap, ptr %bp)
  br i1 %early, label %free, label %keep
free:
  call void @llvm.coro.alloca.free(token %a)
  br label %wait
keep:
  br label %wait
wait:
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  br i1 %early, label %other, label %free2
free2:
  call void @llvm.coro.alloca.free.frame(token %a)
  br label %other
other:
  call void @llvm.coro.alloca.free.frame(token %b)
  %d = call token @llvm.coro.alloca.alloc.i64(i64 40, i32 8)
  %dp = call ptr @llvm.coro.alloca.get(token %d)
  call void @use(ptr %dp, ptr null)
  call void @llvm.coro.alloca.free.frame(token %d)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
; Taken before the coroutine begins.
@early.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 0 }>, align 8
define { ptr, i32 } @early(ptr noalias %frame, ptr swiftcoro %cator) {
entry:
  call void @use(ptr %cator, ptr null)
  %a = call token @llvm.coro.alloca.alloc.i64(i64 24, i32 8)
  %ap = call ptr @llvm.coro.alloca.get(token %a)
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @early.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 9)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @use(ptr %ap, ptr %cator)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use(ptr %ap, ptr %cator)
  call void @llvm.coro.alloca.free(token %a)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @use(ptr, ptr)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare token @llvm.coro.alloca.alloc.i32(i32, i32)
declare token @llvm.coro.alloca.alloc.frame.i64(i64, i32, i64)
declare token @llvm.coro.alloca.alloc.frame.i32(i32, i32, i64)
declare ptr @llvm.coro.alloca.get(token)
declare void @llvm.coro.alloca.free(token)
declare void @llvm.coro.alloca.free.frame(token)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare i1 @llvm.coro.end(ptr, i1, token)
declare swiftcc void @proto(ptr noalias, ptr swiftcoro)
declare swiftcc ptr @take(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give(ptr, ptr swiftcoro, ptr)
declare swiftcc ptr @take_frame(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give_frame(ptr, ptr swiftcoro, ptr)

; CHECK: %crossed.Frame = type { ptr, ptr, i1 }
; CHECK: @crossed.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 32, i64 0 }>, align 8
; CHECK-LABEL: define { ptr, i32 } @crossed(ptr noalias %frame, ptr swiftcoro %cator, i32 %n, i1 %early)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %early.spill.addr = getelementptr inbounds %crossed.Frame, ptr %frame, i32 0, i32 2
; CHECK-NEXT:    store i1 %early, ptr %early.spill.addr, align 1
; CHECK-NEXT:    %0 = zext i32 %n to i64
; CHECK-NEXT:    %1 = call swiftcc ptr @take_frame(ptr %frame, ptr swiftcoro %cator, i64 %0, i64 5)
; CHECK-NEXT:    %.spill.addr = getelementptr inbounds %crossed.Frame, ptr %frame, i32 0, i32 0
; CHECK-NEXT:    store ptr %1, ptr %.spill.addr, align 8
; CHECK-NEXT:    %2 = call swiftcc ptr @take(ptr %frame, ptr swiftcoro %cator, i64 72, i64 9)
; CHECK-NEXT:    %.spill.addr1 = getelementptr inbounds %crossed.Frame, ptr %frame, i32 0, i32 1
; CHECK-NEXT:    store ptr %2, ptr %.spill.addr1, align 8
; CHECK-NEXT:    %3 = ptrtoint ptr %2 to i64
; CHECK-NEXT:    %4 = add i64 %3, 63
; CHECK-NEXT:    %5 = and i64 %4, -64
; CHECK-NEXT:    %6 = inttoptr i64 %5 to ptr
; CHECK-NEXT:    call void @use(ptr %1, ptr %6)
; CHECK-NEXT:    br i1 %early, label %free, label %coro.return
; CHECK:       free:
; CHECK-NEXT:    call swiftcc void @give_frame(ptr %frame, ptr swiftcoro %cator, ptr %1)
; CHECK-NEXT:    br label %coro.return
; CHECK:       coro.return:
; CHECK-NEXT:    %7 = insertvalue { ptr, i32 } poison, ptr @crossed.resume.0, 0
; CHECK-NEXT:    %8 = insertvalue { ptr, i32 } %7, i32 0, 1
; CHECK-NEXT:    ret { ptr, i32 } %8
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @crossed.resume.0(ptr noalias %0, ptr swiftcoro %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %early.reload.addr = getelementptr inbounds %crossed.Frame, ptr %0, i32 0, i32 2
; CHECK-NEXT:    %early.reload = load i1, ptr %early.reload.addr, align 1
; CHECK-NEXT:    br i1 %early.reload, label %other, label %free2
; CHECK:       free2:
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %crossed.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %.reload = load ptr, ptr %.reload.addr, align 8
; CHECK-NEXT:    call swiftcc void @give_frame(ptr %0, ptr swiftcoro %1, ptr %.reload)
; CHECK-NEXT:    br label %other
; CHECK:       other:
; CHECK-NEXT:    %.reload.addr2 = getelementptr inbounds %crossed.Frame, ptr %0, i32 0, i32 1
; CHECK-NEXT:    %.reload3 = load ptr, ptr %.reload.addr2, align 8
; CHECK-NEXT:    call swiftcc void @give(ptr %0, ptr swiftcoro %1, ptr %.reload3)
; CHECK-NEXT:    %2 = alloca i8, i64 40, align 8
; CHECK-NEXT:    call void @use(ptr %2, ptr null)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK: @early.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 16, i64 0 }>, align 8
; CHECK-LABEL: define { ptr, i32 } @early(ptr noalias %frame, ptr swiftcoro %cator)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    call void @use(ptr %cator, ptr null)
; CHECK-NEXT:    %0 = call swiftcc ptr @take(ptr %frame, ptr swiftcoro %cator, i64 24, i64 9)
; CHECK-NEXT:    %.spill.addr = getelementptr inbounds %early.Frame, ptr %frame, i32 0, i32 1
; CHECK-NEXT:    store ptr %0, ptr %.spill.addr, align 8
; CHECK-NEXT:    %cator.spill.addr = getelementptr inbounds %early.Frame, ptr %frame, i32 0, i32 0
; CHECK-NEXT:    store ptr %cator, ptr %cator.spill.addr, align 8
; CHECK-NEXT:    call void @use(ptr %0, ptr %cator)
; CHECK-NEXT:    %1 = insertvalue { ptr, i32 } poison, ptr @early.resume.0, 0
; CHECK-NEXT:    %2 = insertvalue { ptr, i32 } %1, i32 0, 1
; CHECK-NEXT:    ret { ptr, i32 } %2
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @early.resume.0(ptr noalias %0, ptr swiftcoro %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %early.Frame, ptr %0, i32 0, i32 1
; CHECK-NEXT:    %.reload = load ptr, ptr %.reload.addr, align 8
; CHECK-NEXT:    %cator.reload.addr = getelementptr inbounds %early.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %cator.reload = load ptr, ptr %cator.reload.addr, align 8
; CHECK-NEXT:    call void @use(ptr %.reload, ptr %cator.reload)
; CHECK-NEXT:    call swiftcc void @give(ptr %0, ptr swiftcoro %1, ptr %.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
