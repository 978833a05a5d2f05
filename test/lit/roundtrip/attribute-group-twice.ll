; Of two attribute groups with one number the last counts. The mark of a coroutine in the first is none.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -S | FileCheck %s --check-prefix=OPT

; CHECK-NOT: @f.resume
; CHECK:     define ptr @f(ptr %h) #0
; CHECK:       call fastcc void %{{.*}}(ptr %h)
; OPT:       define ptr @f(ptr %h) #0
; OPT:       attributes #0 = { noinline }
define ptr @f(ptr %h) #0 {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %h)
  call void @llvm.coro.resume(ptr %h)
  ret ptr %hdl
}

attributes #0 = { presplitcoroutine cold }
attributes #0 = { noinline }
