; A frame that is no larger and no more aligned than the buffer lies in it.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -pass-remarks=coro-split -disable-output 2>&1 | FileCheck %s --check-prefix=REMARK

define {ptr, i32} @gen(ptr %buf, i32 %n, ptr %p) {
entry:
  %id = call token @llvm.coro.id.retcon(i32 16, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
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
; CHECK-NEXT:    %p.spill.addr = getelementptr inbounds %gen.Frame, ptr %buf, i32 0, i32 0
; CHECK-NEXT:    store ptr %p, ptr %p.spill.addr, align 8
; CHECK-NEXT:    %i.spill.addr = getelementptr inbounds %gen.Frame, ptr %buf, i32 0, i32 1
; CHECK-NEXT:    store i32 %n, ptr %i.spill.addr, align 4
; CHECK-NEXT:    %0 = insertvalue { ptr, i32 } poison, ptr @gen.resume.0, 0
; CHECK-NEXT:    %1 = insertvalue { ptr, i32 } %0, i32 %n, 1
; CHECK-NEXT:    ret { ptr, i32 } %1
; CHECK-NEXT:  }
; CHECK-LABEL: define internal fastcc { ptr, i32 } @gen.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(16) %0, i1 zeroext %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    br i1 %1, label %common.ret, label %more
; CHECK:       common.ret:
; CHECK-NEXT:    %common.ret.op = phi { ptr, i32 } [ %3, %more ], [ { ptr null, i32 poison }, %entryresume.0 ]
; CHECK-NEXT:    ret { ptr, i32 } %common.ret.op
; CHECK:       more:
; CHECK-NEXT:    %i.reload.addr = getelementptr inbounds %gen.Frame, ptr %0, i32 0, i32 1
; CHECK-NEXT:    %i.reload = load i32, ptr %i.reload.addr, align 4
; CHECK-NEXT:    %p.reload.addr = getelementptr inbounds %gen.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %p.reload = load ptr, ptr %p.reload.addr, align 8
; CHECK-NEXT:    %j = add i32 %i.reload, 1
; CHECK-NEXT:    store i32 %j, ptr %p.reload, align 4
; CHECK-NEXT:    %i.spill.addr = getelementptr inbounds %gen.Frame, ptr %0, i32 0, i32 1
; CHECK-NEXT:    store i32 %j, ptr %i.spill.addr, align 4
; CHECK-NEXT:    %2 = insertvalue { ptr, i32 } poison, ptr @gen.resume.0, 0
; CHECK-NEXT:    %3 = insertvalue { ptr, i32 } %2, i32 %j, 1
; CHECK-NEXT:    br label %common.ret
; CHECK-NEXT:  }

; LLVM does not round the size of such a frame.
; REMARK: Split 'gen' (frame_size=12, align=8)
