; A once-coroutine: a continuation of its own type returns the results. Memory of a coro.alloca that lives across the suspend is the allocator's.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define {ptr, ptr} @lend(ptr %buf, ptr %obj, i64 %n) {
entry:
  %id = call token @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %tk = call token @llvm.coro.alloca.alloc.i64(i64 %n, i32 8)
  %slot = call ptr @llvm.coro.alloca.get(token %tk)
  %v = load i32, ptr %obj, align 4
  store i32 %v, ptr %slot, align 4
  %ab = call i1 (...) @llvm.coro.suspend.retcon.i1(ptr %slot)
  br i1 %ab, label %out, label %back
back:
  %w = load i32, ptr %slot, align 4
  store i32 %w, ptr %obj, align 4
  br label %out
out:
  call void @llvm.coro.alloca.free(token %tk)
  %rt = call token (...) @llvm.coro.end.results(i32 5, i64 %n)
  call void @llvm.coro.end(ptr %h, i1 false, token %rt)
  unreachable
}
declare {i32, i64} @proto(ptr, i1 zeroext)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.end.results(...)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare ptr @llvm.coro.alloca.get(token)
declare void @llvm.coro.alloca.free(token)

declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)

; CHECK-LABEL: define { ptr, ptr } @lend(ptr %buf, ptr %obj, i64 %n)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %n.spill.addr = getelementptr inbounds %lend.Frame, ptr %buf, i32 0, i32 2
; CHECK-NEXT:    store i64 %n, ptr %n.spill.addr, align 4
; CHECK-NEXT:    %obj.spill.addr = getelementptr inbounds %lend.Frame, ptr %buf, i32 0, i32 0
; CHECK-NEXT:    store ptr %obj, ptr %obj.spill.addr, align 8
; CHECK-NEXT:    %0 = call ptr @take(i64 %n)
; CHECK-NEXT:    %.spill.addr = getelementptr inbounds %lend.Frame, ptr %buf, i32 0, i32 1
; CHECK-NEXT:    store ptr %0, ptr %.spill.addr, align 8
; CHECK-NEXT:    %v = load i32, ptr %obj, align 4
; CHECK-NEXT:    store i32 %v, ptr %0, align 4
; CHECK-NEXT:    %1 = insertvalue { ptr, ptr } poison, ptr @lend.resume.0, 0
; CHECK-NEXT:    %2 = insertvalue { ptr, ptr } %1, ptr %0, 1
; CHECK-NEXT:    ret { ptr, ptr } %2
; CHECK-NEXT:  }
; CHECK-LABEL: define internal { i32, i64 } @lend.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(32) %0, i1 zeroext %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    br i1 %1, label %out, label %back
; CHECK:       back:
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %lend.Frame, ptr %0, i32 0, i32 1
; CHECK-NEXT:    %.reload = load ptr, ptr %.reload.addr, align 8
; CHECK-NEXT:    %obj.reload.addr = getelementptr inbounds %lend.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %obj.reload = load ptr, ptr %obj.reload.addr, align 8
; CHECK-NEXT:    %w = load i32, ptr %.reload, align 4
; CHECK-NEXT:    store i32 %w, ptr %obj.reload, align 4
; CHECK-NEXT:    br label %out
; CHECK:       out:
; CHECK-NEXT:    %.reload.addr1 = getelementptr inbounds %lend.Frame, ptr %0, i32 0, i32 1
; CHECK-NEXT:    %.reload2 = load ptr, ptr %.reload.addr1, align 8
; CHECK-NEXT:    %n.reload.addr = getelementptr inbounds %lend.Frame, ptr %0, i32 0, i32 2
; CHECK-NEXT:    %n.reload = load i64, ptr %n.reload.addr, align 4
; CHECK-NEXT:    call void @give(ptr %.reload2)
; CHECK-NEXT:    %2 = insertvalue { i32, i64 } { i32 5, i64 poison }, i64 %n.reload, 1
; CHECK-NEXT:    ret { i32, i64 } %2
; CHECK-NEXT:  }
