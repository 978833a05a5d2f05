; A frame that is more aligned than the buffer comes from the allocator, though there is room; its address is read at the alignment that the buffer has.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM 22 reads and writes the frame address with the alignment of a pointer, which the buffer may not have
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define {ptr, i32} @gen(ptr %buf, i32 %n, ptr %p) {
entry:
  %id = call token @llvm.coro.id.retcon(i32 16, i32 4, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %j, %more ]
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %i)
  br i1 %stop, label %done, label %more
more:
  %j = add i32 %i, 1
  store i32 %j, ptr %p, align 4
  br label %loop
done:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare fastcc {ptr, i32} @proto(ptr, i1 zeroext)
declare i1 @llvm.coro.suspend.retcon.i1(...)

declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)

; CHECK-LABEL: define { ptr, i32 } @gen(ptr %buf, i32 %n, ptr %p)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %0 = call ptr @take(i64 16)
; CHECK-NEXT:    store ptr %0, ptr %buf, align 4
; CHECK-NEXT:    %p.spill.addr = getelementptr inbounds %gen.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    store ptr %p, ptr %p.spill.addr, align 8
; CHECK-NEXT:    %i.spill.addr = getelementptr inbounds %gen.Frame, ptr %0, i32 0, i32 1
; CHECK-NEXT:    store i32 %n, ptr %i.spill.addr, align 4
; CHECK-NEXT:    %1 = insertvalue { ptr, i32 } poison, ptr @gen.resume.0, 0
; CHECK-NEXT:    %2 = insertvalue { ptr, i32 } %1, i32 %n, 1
; CHECK-NEXT:    ret { ptr, i32 } %2
; CHECK-NEXT:  }
; CHECK-LABEL: define internal fastcc { ptr, i32 } @gen.resume.0(ptr noalias noundef nonnull align 4 dereferenceable(16) %0, i1 zeroext %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %2 = load ptr, ptr %0, align 4
; CHECK-NEXT:    br i1 %1, label %CoroEnd, label %more
; CHECK:       common.ret:
; CHECK-NEXT:    %common.ret.op = phi { ptr, i32 } [ %4, %more ], [ { ptr null, i32 poison }, %CoroEnd ]
; CHECK-NEXT:    ret { ptr, i32 } %common.ret.op
; CHECK:       more:
; CHECK-NEXT:    %i.reload.addr = getelementptr inbounds %gen.Frame, ptr %2, i32 0, i32 1
; CHECK-NEXT:    %i.reload = load i32, ptr %i.reload.addr, align 4
; CHECK-NEXT:    %p.reload.addr = getelementptr inbounds %gen.Frame, ptr %2, i32 0, i32 0
; CHECK-NEXT:    %p.reload = load ptr, ptr %p.reload.addr, align 8
; CHECK-NEXT:    %j = add i32 %i.reload, 1
; CHECK-NEXT:    store i32 %j, ptr %p.reload, align 4
; CHECK-NEXT:    %i.spill.addr = getelementptr inbounds %gen.Frame, ptr %2, i32 0, i32 1
; CHECK-NEXT:    store i32 %j, ptr %i.spill.addr, align 4
; CHECK-NEXT:    %3 = insertvalue { ptr, i32 } poison, ptr @gen.resume.0, 0
; CHECK-NEXT:    %4 = insertvalue { ptr, i32 } %3, i32 %j, 1
; CHECK-NEXT:    br label %common.ret
; CHECK:       CoroEnd:
; CHECK-NEXT:    call void @give(ptr %2)
; CHECK-NEXT:    br label %common.ret
; CHECK-NEXT:  }
