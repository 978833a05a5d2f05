; A coroutine whose caller brings the frame, with the frame of another one across its suspend: the record gets the size, memory comes from the
; allocator that each part is given.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s --llvm-version=22 -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
%rec = type <{ i32, i32, i64 }>
@viewTwc = protected global %rec <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @view to i64), i64 ptrtoint (ptr @viewTwc to i64)) to i32), i32 0, i64 41 }>, align 8
@innerTwc = external global %rec, align 8

define protected swiftcc { ptr, ptr, i8 } @view(ptr noalias %frame, ptr swiftcoro %cator, i64 %n, ptr swiftself %obj) noinline section "text.view" align 32 {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @viewTwc, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 41)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %sz = load i32, ptr getelementptr inbounds nuw (%rec, ptr @innerTwc, i32 0, i32 1), align 8
  %ty = load i64, ptr getelementptr inbounds nuw (%rec, ptr @innerTwc, i32 0, i32 2), align 8
  %sz64 = zext i32 %sz to i64
  %ft = call token @llvm.coro.alloca.alloc.frame.i64(i64 %sz64, i32 16, i64 %ty)
  %fp = call ptr @llvm.coro.alloca.get(token %ft)
  %at = call token @llvm.coro.alloca.alloc.i64(i64 %n, i32 16)
  %ap = call ptr @llvm.coro.alloca.get(token %at)
  %in = call ptr @llvm.coro.prepare.retcon(ptr @inner)
  %r = call swiftcc { ptr, ptr } %in(ptr noalias %fp, ptr swiftcoro %cator, ptr %ap, ptr swiftself %obj)
  %k = extractvalue { ptr, ptr } %r, 0
  %v = extractvalue { ptr, ptr } %r, 1
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(ptr %v, i8 1)
  br i1 false, label %abort, label %done
done:
  call swiftcc void %k(ptr noalias %fp, ptr swiftcoro %cator)
  call void @llvm.coro.alloca.free(token %at)
  call void @llvm.coro.alloca.free.frame(token %ft)
  br label %end
abort:
  call void @use(ptr %obj)
  br label %end
end:
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare swiftcc { ptr, ptr } @inner(ptr noalias, ptr swiftcoro, ptr, ptr swiftself)
declare ptr @llvm.coro.prepare.retcon(ptr)
declare void @use(ptr)
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

; CHECK: %view.Frame = type { ptr, ptr, ptr, ptr }
; CHECK: @viewTwc = protected global %rec <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @view to i64), i64 ptrtoint (ptr @viewTwc to i64)) to i32), i32 32, i64 41 }>, align 8
; CHECK-LABEL: define protected swiftcc { ptr, ptr, i8 } @view(ptr noalias %frame, ptr swiftcoro %cator, i64 %n, ptr swiftself %obj) #0 section "text.view" align 32
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %cator.spill.addr = getelementptr inbounds %view.Frame, ptr %frame, i32 0, i32 0
; CHECK-NEXT:    store ptr %cator, ptr %cator.spill.addr, align 8
; CHECK-NEXT:    %sz = load i32, ptr getelementptr inbounds nuw (%rec, ptr @innerTwc, i32 0, i32 1), align 8
; CHECK-NEXT:    %ty = load i64, ptr getelementptr inbounds nuw (%rec, ptr @innerTwc, i32 0, i32 2), align 8
; CHECK-NEXT:    %sz64 = zext i32 %sz to i64
; CHECK-NEXT:    %0 = call swiftcc ptr @take_frame(ptr %frame, ptr swiftcoro %cator, i64 %sz64, i64 %ty)
; CHECK-NEXT:    %.spill.addr = getelementptr inbounds %view.Frame, ptr %frame, i32 0, i32 1
; CHECK-NEXT:    store ptr %0, ptr %.spill.addr, align 8
; CHECK-NEXT:    %1 = call swiftcc ptr @take(ptr %frame, ptr swiftcoro %cator, i64 %n, i64 41)
; CHECK-NEXT:    %.spill.addr1 = getelementptr inbounds %view.Frame, ptr %frame, i32 0, i32 2
; CHECK-NEXT:    store ptr %1, ptr %.spill.addr1, align 8
; CHECK-NEXT:    %r = call swiftcc { ptr, ptr } @inner(ptr noalias %0, ptr swiftcoro %cator, ptr %1, ptr swiftself %obj)
; CHECK-NEXT:    %k = extractvalue { ptr, ptr } %r, 0
; CHECK-NEXT:    %k.spill.addr = getelementptr inbounds %view.Frame, ptr %frame, i32 0, i32 3
; CHECK-NEXT:    store ptr %k, ptr %k.spill.addr, align 8
; CHECK-NEXT:    %v = extractvalue { ptr, ptr } %r, 1
; CHECK-NEXT:    %2 = insertvalue { ptr, ptr, i8 } poison, ptr @view.resume.0, 0
; CHECK-NEXT:    %3 = insertvalue { ptr, ptr, i8 } %2, ptr %v, 1
; CHECK-NEXT:    %4 = insertvalue { ptr, ptr, i8 } %3, i8 1, 2
; CHECK-NEXT:    ret { ptr, ptr, i8 } %4
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @view.resume.0(ptr noalias %0, ptr swiftcoro %1) section "text.view" align 32
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %k.reload.addr = getelementptr inbounds %view.Frame, ptr %0, i32 0, i32 3
; CHECK-NEXT:    %k.reload = load ptr, ptr %k.reload.addr, align 8
; CHECK-NEXT:    %.reload.addr2 = getelementptr inbounds %view.Frame, ptr %0, i32 0, i32 2
; CHECK-NEXT:    %.reload3 = load ptr, ptr %.reload.addr2, align 8
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %view.Frame, ptr %0, i32 0, i32 1
; CHECK-NEXT:    %.reload = load ptr, ptr %.reload.addr, align 8
; CHECK-NEXT:    %cator.reload.addr = getelementptr inbounds %view.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %cator.reload = load ptr, ptr %cator.reload.addr, align 8
; CHECK-NEXT:    call swiftcc void %k.reload(ptr noalias %.reload, ptr swiftcoro %cator.reload)
; CHECK-NEXT:    call swiftcc void @give(ptr %0, ptr swiftcoro %1, ptr %.reload3)
; CHECK-NEXT:    call swiftcc void @give_frame(ptr %0, ptr swiftcoro %1, ptr %.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
