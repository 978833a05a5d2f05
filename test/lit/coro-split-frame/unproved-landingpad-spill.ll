; A landing pad's value is stored in front of the reload of another value in the same block. What cannot be
; shown of a shared frame makes it a plain one.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt shares no storage between spilled values, and tells nothing.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -pass-remarks-analysis=coro-split -S -o /dev/null 2>&1 | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -verify-each -S | opt-22 -passes=verify -disable-output

; CHECK: the frame of 'co' shares no storage, which would save {{[0-9]+}} bytes: corolower could not show that nothing is lost: {{.*}}something else overlaps it

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare ptr @ro_alloc(i64)
declare void @ro_free(ptr)
declare void @print(i32)
declare void @print64(i64)
declare void @thrower(i32)
declare void @done_report() nounwind
declare i32 @__gxx_personality_v0(...)
define ptr @co(i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @ro_alloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  %r = call {i64, i64} @pair(i32 %n)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %cl ]
go:
  invoke void @thrower(i32 %n) to label %cl unwind label %lp
lp:
  %e = landingpad { ptr, i32 } catch ptr null
  %r0 = extractvalue {i64,i64} %r, 0
  %r1 = extractvalue {i64,i64} %r, 1
  call void @print64(i64 %r0)
  call void @print64(i64 %r1)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %sus [ i8 0, label %go2
                             i8 1, label %cl ]
go2:
  %ex = extractvalue { ptr, i32 } %e, 0
  %q = call ptr @__cxa_begin_catch(ptr %ex)
  %qv = load i32, ptr %q
  call void @print(i32 %qv)
  call void @__cxa_end_catch()
  br label %cl
cl:
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @ro_free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define {i64,i64} @pair(i32 %n) noinline {
  %w = sext i32 %n to i64
  %a = insertvalue {i64,i64} poison, i64 %w, 0
  %w2 = mul i64 %w, 3
  %b = insertvalue {i64,i64} %a, i64 %w2, 1
  ret {i64,i64} %b
}
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
define i32 @main() {
  %h = call ptr @co(i32 5)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.resume(ptr %h)
  call void @done_report()
  ret i32 0
}
