; An allocator that is told a type's number besides the size: the id's, for the frame and for coro.alloca.alloc; the call's own for
; coro.alloca.alloc.frame; and none where the allocator takes none. The fork forgets it where the coroutine may suspend again.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s --llvm-version=22 -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define swiftcc { ptr, i64 } @lease(ptr noalias dereferenceable(8) %buf, i64 %n, i32 %m, ptr swiftself captures(none) %obj) {
entry:
  %id = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon.once(i32 8, i32 8, ptr %buf, ptr @lease.proto, ptr @typed, ptr @free, i64 4711)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %t = call token @llvm.coro.alloca.alloc.i64(i64 %n, i32 16)
  %p = call ptr @llvm.coro.alloca.get(token %t)
  %ft = call token @llvm.coro.alloca.alloc.frame.i32(i32 %m, i32 16, i64 99)
  %fp = call ptr @llvm.coro.alloca.get(token %ft)
  call void @use(ptr %p, ptr %fp)
  %u = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %n)
  call void @use(ptr %obj, ptr %fp)
  call void @llvm.coro.alloca.free.frame(token %ft)
  call void @llvm.coro.alloca.free(token %t)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare swiftcc void @lease.proto(ptr noalias dereferenceable(8), i1)
define { ptr, i64 } @many(ptr %buf, i64 %n, i64 %number) {
entry:
  %id = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @many.proto, ptr @typed, ptr @free, i64 %number)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %u = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %n)
  br i1 %u, label %out, label %more
more:
  %t = call token @llvm.coro.alloca.alloc.i64(i64 %n, i32 16)
  %p = call ptr @llvm.coro.alloca.get(token %t)
  call void @use(ptr %p, ptr null)
  %u2 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %n)
  call void @llvm.coro.alloca.free(token %t)
  br label %out
out:
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare { ptr, i64 } @many.proto(ptr, i1)
define { ptr, i64 } @untyped(ptr %buf, i32 %m) {
entry:
  %id = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %buf, ptr @lease.proto, ptr @malloc, ptr @free)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %ft = call token @llvm.coro.alloca.alloc.frame.i32(i32 %m, i32 16, i64 99)
  %fp = call ptr @llvm.coro.alloca.get(token %ft)
  %u = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 1)
  call void @use(ptr null, ptr %fp)
  call void @llvm.coro.alloca.free.frame(token %ft)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr, ...)
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr, ...)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.end(ptr, i1, token)
declare ptr @typed(i64, i64)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr, ptr)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare token @llvm.coro.alloca.alloc.i32(i32, i32)
declare token @llvm.coro.alloca.alloc.frame.i64(i64, i32, i64)
declare token @llvm.coro.alloca.alloc.frame.i32(i32, i32, i64)
declare ptr @llvm.coro.alloca.get(token)
declare void @llvm.coro.alloca.free(token)
declare void @llvm.coro.alloca.free.frame(token)

; CHECK-LABEL: define swiftcc { ptr, i64 } @lease(ptr noalias dereferenceable(8) %buf, i64 %n, i32 %m, ptr swiftself %obj)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %0 = call ptr @typed(i64 24, i64 4711)
; CHECK-NEXT:    store ptr %0, ptr %buf, align 8
; CHECK-NEXT:    %obj.spill.addr = getelementptr inbounds %lease.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    store ptr %obj, ptr %obj.spill.addr, align 8
; CHECK-NEXT:    %1 = call ptr @typed(i64 %n, i64 4711)
; CHECK-NEXT:    %.spill.addr = getelementptr inbounds %lease.Frame, ptr %0, i32 0, i32 1
; CHECK-NEXT:    store ptr %1, ptr %.spill.addr, align 8
; CHECK-NEXT:    %2 = zext i32 %m to i64
; CHECK-NEXT:    %3 = call ptr @typed(i64 %2, i64 99)
; CHECK-NEXT:    %.spill.addr1 = getelementptr inbounds %lease.Frame, ptr %0, i32 0, i32 2
; CHECK-NEXT:    store ptr %3, ptr %.spill.addr1, align 8
; CHECK-NEXT:    call void @use(ptr %1, ptr %3)
; CHECK-NEXT:    %4 = insertvalue { ptr, i64 } poison, ptr @lease.resume.0, 0
; CHECK-NEXT:    %5 = insertvalue { ptr, i64 } %4, i64 %n, 1
; CHECK-NEXT:    ret { ptr, i64 } %5
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @lease.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(8) %0, i1 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %2 = load ptr, ptr %0, align 8
; CHECK-NEXT:    %.reload.addr2 = getelementptr inbounds %lease.Frame, ptr %2, i32 0, i32 2
; CHECK-NEXT:    %.reload3 = load ptr, ptr %.reload.addr2, align 8
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %lease.Frame, ptr %2, i32 0, i32 1
; CHECK-NEXT:    %.reload = load ptr, ptr %.reload.addr, align 8
; CHECK-NEXT:    %obj.reload.addr = getelementptr inbounds %lease.Frame, ptr %2, i32 0, i32 0
; CHECK-NEXT:    %obj.reload = load ptr, ptr %obj.reload.addr, align 8
; CHECK-NEXT:    call void @use(ptr %obj.reload, ptr %.reload3)
; CHECK-NEXT:    call void @free(ptr %.reload3)
; CHECK-NEXT:    call void @free(ptr %.reload)
; CHECK-NEXT:    call void @free(ptr %2)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define { ptr, i64 } @many(ptr %buf, i64 %n, i64 %number)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %0 = call ptr @typed(i64 24, i64 %number)
; CHECK-NEXT:    store ptr %0, ptr %buf, align 8
; CHECK-NEXT:    %number.spill.addr = getelementptr inbounds %many.Frame, ptr %0, i32 0, i32 1
; CHECK-NEXT:    store i64 %number, ptr %number.spill.addr, align 8
; CHECK-NEXT:    %n.spill.addr = getelementptr inbounds %many.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    store i64 %n, ptr %n.spill.addr, align 8
; CHECK-NEXT:    %1 = insertvalue { ptr, i64 } poison, ptr @many.resume.0, 0
; CHECK-NEXT:    %2 = insertvalue { ptr, i64 } %1, i64 %n, 1
; CHECK-NEXT:    ret { ptr, i64 } %2
; CHECK-NEXT:  }
; CHECK-LABEL: define internal { ptr, i64 } @many.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(8) %0, i1 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %2 = load ptr, ptr %0, align 8
; CHECK-NEXT:    br i1 %1, label %CoroEnd, label %more
; CHECK:       common.ret:
; CHECK-NEXT:    %common.ret.op = phi { ptr, i64 } [ %5, %more ], [ { ptr null, i64 poison }, %CoroEnd ]
; CHECK-NEXT:    ret { ptr, i64 } %common.ret.op
; CHECK:       more:
; CHECK-NEXT:    %number.reload.addr = getelementptr inbounds %many.Frame, ptr %2, i32 0, i32 1
; CHECK-NEXT:    %number.reload = load i64, ptr %number.reload.addr, align 8
; CHECK-NEXT:    %n.reload.addr = getelementptr inbounds %many.Frame, ptr %2, i32 0, i32 0
; CHECK-NEXT:    %n.reload = load i64, ptr %n.reload.addr, align 8
; CHECK-NEXT:    %3 = call ptr @typed(i64 %n.reload, i64 %number.reload)
; CHECK-NEXT:    %.spill.addr = getelementptr inbounds %many.Frame, ptr %2, i32 0, i32 2
; CHECK-NEXT:    store ptr %3, ptr %.spill.addr, align 8
; CHECK-NEXT:    call void @use(ptr %3, ptr null)
; CHECK-NEXT:    %n.reload.addr3 = getelementptr inbounds %many.Frame, ptr %2, i32 0, i32 0
; CHECK-NEXT:    %n.reload4 = load i64, ptr %n.reload.addr3, align 8
; CHECK-NEXT:    %4 = insertvalue { ptr, i64 } poison, ptr @many.resume.1, 0
; CHECK-NEXT:    %5 = insertvalue { ptr, i64 } %4, i64 %n.reload4, 1
; CHECK-NEXT:    br label %common.ret
; CHECK:       CoroEnd:
; CHECK-NEXT:    call void @free(ptr %2)
; CHECK-NEXT:    br label %common.ret
; CHECK-NEXT:  }
; CHECK-LABEL: define internal { ptr, i64 } @many.resume.1(ptr noalias noundef nonnull align 8 dereferenceable(8) %0, i1 %1)
; CHECK-NEXT:  entryresume.1:
; CHECK-NEXT:    %2 = load ptr, ptr %0, align 8
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %many.Frame, ptr %2, i32 0, i32 2
; CHECK-NEXT:    %.reload = load ptr, ptr %.reload.addr, align 8
; CHECK-NEXT:    call void @free(ptr %.reload)
; CHECK-NEXT:    call void @free(ptr %2)
; CHECK-NEXT:    ret { ptr, i64 } { ptr null, i64 poison }
; CHECK-NEXT:  }
; CHECK-LABEL: define { ptr, i64 } @untyped(ptr %buf, i32 %m)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %0 = zext i32 %m to i64
; CHECK-NEXT:    %1 = call ptr @malloc(i64 %0)
; CHECK-NEXT:    %.spill.addr = getelementptr inbounds %untyped.Frame, ptr %buf, i32 0, i32 0
; CHECK-NEXT:    store ptr %1, ptr %.spill.addr, align 8
; CHECK-NEXT:    %2 = insertvalue { ptr, i64 } poison, ptr @untyped.resume.0, 0
; CHECK-NEXT:    %3 = insertvalue { ptr, i64 } %2, i64 1, 1
; CHECK-NEXT:    ret { ptr, i64 } %3
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @untyped.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(32) %0, i1 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %untyped.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %.reload = load ptr, ptr %.reload.addr, align 8
; CHECK-NEXT:    call void @use(ptr null, ptr %.reload)
; CHECK-NEXT:    call void @free(ptr %.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
