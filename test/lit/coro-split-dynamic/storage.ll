; Each continuation finds the frame in its first parameter, and so finds the coroutine's own data there: the storage is no value to keep, wherever
; it comes from. An allocator that is loaded is used as it is, and behind a suspend the one that the continuation is given.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s --llvm-version=22 -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@behind.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 0 }>, align 8
define { ptr, i32 } @behind(ptr noalias %frame, ptr swiftcoro %cator) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @behind.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use(ptr %frame)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@inside.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 0 }>, align 8
define { ptr, i32 } @inside(ptr %where, i64 %n) {
entry:
  %frame = getelementptr i8, ptr %where, i64 32
  %cator = load ptr, ptr %where, align 8
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @inside.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 3)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %a = call token @llvm.coro.alloca.alloc.i64(i64 %n, i32 16)
  %p = call ptr @llvm.coro.alloca.get(token %a)
  call void @use(ptr %p)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use(ptr %frame)
  call void @llvm.coro.alloca.free(token %a)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
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

; CHECK: @behind.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 0 }>, align 8
; CHECK-LABEL: define { ptr, i32 } @behind(ptr noalias %frame, ptr swiftcoro %cator)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %0 = insertvalue { ptr, i32 } poison, ptr @behind.resume.0, 0
; CHECK-NEXT:    %1 = insertvalue { ptr, i32 } %0, i32 0, 1
; CHECK-NEXT:    ret { ptr, i32 } %1
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @behind.resume.0(ptr %0, ptr swiftcoro %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    call void @use(ptr %0)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK: @inside.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 16, i64 0 }>, align 8
; CHECK-LABEL: define { ptr, i32 } @inside(ptr %where, i64 %n)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %frame = getelementptr i8, ptr %where, i64 32
; CHECK-NEXT:    %cator = load ptr, ptr %where, align 8
; CHECK-NEXT:    %0 = call swiftcc ptr @take(ptr %frame, ptr swiftcoro %cator, i64 %n, i64 3)
; CHECK-NEXT:    %.spill.addr = getelementptr inbounds %inside.Frame, ptr %frame, i32 0, i32 0
; CHECK-NEXT:    store ptr %0, ptr %.spill.addr, align 8
; CHECK-NEXT:    call void @use(ptr %0)
; CHECK-NEXT:    %1 = insertvalue { ptr, i32 } poison, ptr @inside.resume.0, 0
; CHECK-NEXT:    %2 = insertvalue { ptr, i32 } %1, i32 0, 1
; CHECK-NEXT:    ret { ptr, i32 } %2
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @inside.resume.0(ptr %0, ptr swiftcoro %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %inside.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %.reload = load ptr, ptr %.reload.addr, align 8
; CHECK-NEXT:    call void @use(ptr %0)
; CHECK-NEXT:    call swiftcc void @give(ptr %0, ptr swiftcoro %1, ptr %.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
