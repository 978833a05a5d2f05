; A destructor that is inlined into a cleanup: its calls name the cleanup, its own cleanup is nested there.
; RUN: corolower %s --mtriple x86_64-pc-windows-msvc -passes=always-inline -verify-each -S | FileCheck %s
; RUN: corolower %s --mtriple x86_64-pc-windows-msvc -passes=always-inline -S | opt-22 -passes=verify -disable-output

define internal void @destructor(ptr %p) alwaysinline nounwind personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @close(ptr %p)
          to label %done unwind label %pad

done:
  call void @forget(ptr %p) nounwind
  ret void

pad:
  %c = cleanuppad within none []
  call void @terminate() noreturn nounwind [ "funclet"(token %c) ]
  unreachable
}

; CHECK-LABEL: define void @f(
; CHECK: %outer = cleanuppad within none []
; CHECK: invoke void @close(ptr %p) [ "funclet"(token %outer) ]
; CHECK-NEXT: to label %{{.*}} unwind label %pad.i
; CHECK-DAG: call void @forget(ptr %p) {{.*}}[ "funclet"(token %outer) ]
; CHECK-DAG: %c.i = cleanuppad within %outer []
; CHECK-DAG: call void @terminate() {{.*}}[ "funclet"(token %c.i) ]
; CHECK: cleanupret from %outer unwind to caller
define void @f(ptr %p) personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @close(ptr %p)
          to label %out unwind label %cleanup

out:
  ret void

cleanup:
  %outer = cleanuppad within none []
  call void @destructor(ptr %p) [ "funclet"(token %outer) ]
  cleanupret from %outer unwind to caller
}

declare void @close(ptr)
declare void @forget(ptr)
declare void @terminate()
declare i32 @__CxxFrameHandler3(...)
