; An invoked coro.resume keeps its destinations, its bundles and its attributes; only callee and convention change.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

define void @drive(ptr %h) personality ptr @personality {
entry:
  invoke void @llvm.coro.resume(ptr nonnull %h) [ "tag"(i32 7) ]
          to label %ok unwind label %lpad

ok:
  invoke void @llvm.coro.destroy(ptr %h)
          to label %done unwind label %lpad

done:
  ret void

lpad:
  %lp = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %lp
}

; CHECK-LABEL: define void @drive(ptr %h)
; CHECK: %[[T:[0-9]+]] = call ptr @llvm.coro.subfn.addr(ptr %h, i8 0)
; CHECK-NEXT: invoke fastcc void %[[T]](ptr nonnull %h) [ "tag"(i32 7) ]
; CHECK-NEXT:         to label %ok unwind label %lpad
; CHECK: %[[T_1:[0-9]+]] = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)
; CHECK-NEXT: invoke fastcc void %[[T_1]](ptr %h)
; CHECK-NEXT:         to label %done unwind label %lpad

declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i32 @personality(...)
