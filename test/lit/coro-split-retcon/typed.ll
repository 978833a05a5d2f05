; Typed pointers, as LLVM 14 has them.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-14 -passes=verify -disable-output

define {i8*, i32} @gen(i8* %buf, i32 %n, i32* %other) "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, i8* %buf, i8* bitcast ({i8*, i32} (i8*, i1)* @proto to i8*), i8* bitcast (i8* (i64)* @take to i8*), i8* bitcast (void (i8*)* @give to i8*))
  %h = call i8* @llvm.coro.begin(token %id, i8* null)
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %j, %more ]
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %i)
  br i1 %stop, label %done, label %more
more:
  %j = add i32 %i, 1
  store i32 %j, i32* %other, align 4
  br label %loop
done:
  %e = call i1 @llvm.coro.end(i8* %h, i1 false)
  unreachable
}
declare fastcc {i8*, i32} @proto(i8* align 64, i1 zeroext) nounwind
declare i8* @take(i64)
declare void @give(i8*)
declare token @llvm.coro.id.retcon(i32, i32, i8*, i8*, i8*, i8*)
declare i8* @llvm.coro.begin(token, i8*)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare i1 @llvm.coro.end(i8*, i1)

; CHECK-LABEL: define { i8*, i32 } @gen(i8* %buf, i32 %n, i32* %other)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %0 = call i8* @take(i64 16)
; CHECK-NEXT:    %1 = bitcast i8* %buf to i8**
; CHECK-NEXT:    store i8* %0, i8** %1, align 8
; CHECK-NEXT:    %FramePtr = bitcast i8* %0 to %gen.Frame*
; CHECK-NEXT:    %other.spill.addr = getelementptr inbounds %gen.Frame, %gen.Frame* %FramePtr, i32 0, i32 0
; CHECK-NEXT:    store i32* %other, i32** %other.spill.addr, align 8
; CHECK-NEXT:    %i.spill.addr = getelementptr inbounds %gen.Frame, %gen.Frame* %FramePtr, i32 0, i32 1
; CHECK-NEXT:    store i32 %n, i32* %i.spill.addr, align 4
; CHECK-NEXT:    %2 = bitcast { i8*, i32 } (i8*, i1)* @gen.resume.0 to i8*
; CHECK-NEXT:    %3 = insertvalue { i8*, i32 } undef, i8* %2, 0
; CHECK-NEXT:    %4 = insertvalue { i8*, i32 } %3, i32 %n, 1
; CHECK-NEXT:    ret { i8*, i32 } %4
; CHECK-NEXT:  }
; CHECK-LABEL: define internal fastcc { i8*, i32 } @gen.resume.0(i8* noalias nonnull align 8 dereferenceable(8) %0, i1 zeroext %1) #0
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %2 = bitcast i8* %0 to %gen.Frame**
; CHECK-NEXT:    %FramePtr = load %gen.Frame*, %gen.Frame** %2, align 8
; CHECK-NEXT:    %vFrame = bitcast %gen.Frame* %FramePtr to i8*
; CHECK-NEXT:    br i1 %1, label %CoroEnd, label %more
; CHECK:       common.ret:
; CHECK-NEXT:    %common.ret.op = phi { i8*, i32 } [ %5, %more ], [ { i8* null, i32 undef }, %CoroEnd ]
; CHECK-NEXT:    ret { i8*, i32 } %common.ret.op
; CHECK:       more:
; CHECK-NEXT:    %i.reload.addr = getelementptr inbounds %gen.Frame, %gen.Frame* %FramePtr, i32 0, i32 1
; CHECK-NEXT:    %i.reload = load i32, i32* %i.reload.addr, align 4
; CHECK-NEXT:    %other.reload.addr = getelementptr inbounds %gen.Frame, %gen.Frame* %FramePtr, i32 0, i32 0
; CHECK-NEXT:    %other.reload = load i32*, i32** %other.reload.addr, align 8
; CHECK-NEXT:    %j = add i32 %i.reload, 1
; CHECK-NEXT:    store i32 %j, i32* %other.reload, align 4
; CHECK-NEXT:    %i.spill.addr = getelementptr inbounds %gen.Frame, %gen.Frame* %FramePtr, i32 0, i32 1
; CHECK-NEXT:    store i32 %j, i32* %i.spill.addr, align 4
; CHECK-NEXT:    %3 = bitcast { i8*, i32 } (i8*, i1)* @gen.resume.0 to i8*
; CHECK-NEXT:    %4 = insertvalue { i8*, i32 } undef, i8* %3, 0
; CHECK-NEXT:    %5 = insertvalue { i8*, i32 } %4, i32 %j, 1
; CHECK-NEXT:    br label %common.ret
; CHECK:       CoroEnd:
; CHECK-NEXT:    %6 = bitcast %gen.Frame* %FramePtr to i8*
; CHECK-NEXT:    call void @give(i8* %6)
; CHECK-NEXT:    br label %common.ret
; CHECK-NEXT:  }
