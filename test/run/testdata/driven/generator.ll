; A generator of two suspends round a loop, whose frame does not fit into the caller's buffer. It yields a number and how it came about, and takes a
; number back besides the flag.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define { ptr, i64 } @numbers(ptr %buf, i64 %from, i64 %count) {
entry:
  %history = alloca [4 x i64], align 16
  %id = call token @llvm.coro.id.retcon(i32 16, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @llvm.memset.p0.i64(ptr %history, i8 0, i64 32, i1 false)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %sum = phi i64 [ %from, %entry ], [ %sum3, %again ]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %odd, label %done
odd:
  %got = call { i1, i64 } (...) @llvm.coro.suspend.retcon.sl_i1i64s(i64 %sum)
  %stop = extractvalue { i1, i64 } %got, 0
  %in = extractvalue { i1, i64 } %got, 1
  br i1 %stop, label %aborted, label %even
even:
  %at = and i64 %i, 3
  %slot = getelementptr [4 x i64], ptr %history, i64 0, i64 %at
  store i64 %in, ptr %slot, align 8
  %sum2 = add i64 %sum, %in
  %half = call i64 @weigh(ptr %history, i64 %sum2)
  %got2 = call { i1, i64 } (...) @llvm.coro.suspend.retcon.sl_i1i64s(i64 %half)
  %stop2 = extractvalue { i1, i64 } %got2, 0
  %in2 = extractvalue { i1, i64 } %got2, 1
  br i1 %stop2, label %aborted, label %again
again:
  %sum3 = sub i64 %sum2, %in2
  %next = add i64 %i, 1
  br label %loop
aborted:
  %why = phi i64 [ %in, %odd ], [ %in2, %even ]
  call void @told(ptr %history, i64 %why)
  br label %done
done:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}

declare { ptr, i64 } @proto(ptr, i1 zeroext, i64)
declare ptr @take(i64)
declare void @give(ptr)
declare i64 @weigh(ptr, i64)
declare void @told(ptr, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare { i1, i64 } @llvm.coro.suspend.retcon.sl_i1i64s(...)
declare void @llvm.coro.end(ptr, i1, token)
