; The last branch of a loop that skips the suspend for certain values gets weights: after the split the loop looks as if it were rarely left there.
; RUN: corolower %s -S -verify-each -passes='coro-suspend-weights' | FileCheck %s
; RUN: corolower %s -S -passes='coro-suspend-weights' | opt-22 -passes=verify -disable-output
; RUN: corolower %s -S -passes='default<O2>' | FileCheck %s --check-prefix=PART

declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @next()
declare void @show(i32)

; CHECK-LABEL: define ptr @words(
; CHECK: br i1 %blank, label %loop, label %test{{$}}
; CHECK: br i1 %newline, label %loop, label %yield, !prof [[EQUAL:!.*]]
; CHECK: [[EQUAL]] = !{!"branch_weights", i32 12, i32 20}
; PART-LABEL: define internal {{.*}}@words.resume(
; PART: br i1 %blank, label %loop, label %test{{$}}
; PART: br i1 %newline, label %loop, label %{{.*}}, !prof [[EQUAL:!.*]]
; PART: [[EQUAL]] = !{!"branch_weights", i32 12, i32 20}
define ptr @words() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %c = call i32 @next()
  %end = icmp eq i32 %c, -1
  br i1 %end, label %clean, label %text
text:
  %blank = icmp eq i32 %c, 32
  br i1 %blank, label %loop, label %test
test:
  %newline = icmp eq i32 %c, 10
  br i1 %newline, label %loop, label %yield
yield:
  call void @show(i32 %c)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %ret [ i8 0, label %loop
                             i8 1, label %clean ]
clean:
  %freed = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %freed)
  br label %ret
ret:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
