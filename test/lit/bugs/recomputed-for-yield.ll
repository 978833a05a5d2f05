; What a suspend yields is computed again in front of the suspend's block. In the dialects before LLVM 17 it was put into the block, all of which is
; behind the suspend, and so what was computed for it in turn was reloaded from where it had not been stored.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-14 -passes=verify -disable-output

define {i8*, i64} @f(i8* %buf, i64 %a, i64 %b) "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id.retcon(i32 32, i32 8, i8* %buf, i8* bitcast ({i8*, i64} (i8*, i1)* @proto to i8*), i8* bitcast (i8* (i64)* @take to i8*), i8* bitcast (void (i8*)* @give to i8*))
  %h = call i8* @llvm.coro.begin(token %id, i8* null)
  %x = mul i64 %a, %b
  %y = sub i64 %x, %a
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %x)
  br i1 %stop, label %done, label %more
more:
  %stop2 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %y)
  br label %done
done:
  %e = call i1 @llvm.coro.end(i8* %h, i1 false)
  unreachable
}
declare {i8*, i64} @proto(i8*, i1)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.id.retcon(i32, i32, i8*, i8*, i8*, i8*)
declare i8* @llvm.coro.begin(token, i8*)
declare i1 @llvm.coro.end(i8*, i1)
declare i8* @take(i64)
declare void @give(i8*)

; CHECK: %f.Frame = type { i64, i64 }
; CHECK-LABEL: define internal { i8*, i64 } @f.resume.0(
; CHECK-DAG: [[A:%.*]] = load i64, i64* %a.reload.addr
; CHECK-DAG: [[B:%.*]] = load i64, i64* %b.reload.addr
; CHECK: [[X:%.*]] = mul i64 [[A]], [[B]]
; CHECK: [[Y:%.*]] = sub i64 [[X]]
; CHECK: insertvalue { i8*, i64 } %{{.*}}, i64 [[Y]], 1
