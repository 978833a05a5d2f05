; What looks like a transfer and is none stays a call: something is written between the look at the frame and the call, the caller goes on behind
; it, it is no resume, or not in a resume part.
; REQUIRES: corolower
; RUN: corolower %s -passes=coro-cleanup -S | FileCheck %s
; RUN: corolower %s -passes=coro-cleanup -S | opt-22 -passes=verify -disable-output

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal fastcc void @written.resume(ptr %h)
; CHECK:         tail call fastcc void %fn(ptr %to)
define internal fastcc void @written.resume(ptr %h) "corolower.coroutine"="resume" {
  %to = load ptr, ptr %h
  %fn = load ptr, ptr %to
  store ptr null, ptr %to
  tail call fastcc void %fn(ptr %to)
  ret void
}

; CHECK-LABEL: define internal fastcc void @goes_on.resume(ptr %h)
; CHECK:         tail call fastcc void %fn(ptr %to)
define internal fastcc void @goes_on.resume(ptr %h) "corolower.coroutine"="resume" {
  %to = load ptr, ptr %h
  %fn = load ptr, ptr %to
  tail call fastcc void %fn(ptr %to)
  store ptr null, ptr %h
  ret void
}

; CHECK-LABEL: define internal fastcc void @destroys.resume(ptr %h)
; CHECK:         tail call fastcc void %fn(ptr %to)
define internal fastcc void @destroys.resume(ptr %h) "corolower.coroutine"="resume" {
  %to = load ptr, ptr %h
  %at = getelementptr { ptr, ptr }, ptr %to, i32 0, i32 1
  %fn = load ptr, ptr %at
  tail call fastcc void %fn(ptr %to)
  ret void
}

; CHECK-LABEL: define internal fastcc void @other_convention.resume(ptr %h)
; CHECK:         tail call void %fn(ptr %to)
define internal fastcc void @other_convention.resume(ptr %h) "corolower.coroutine"="resume" {
  %to = load ptr, ptr %h
  %fn = load ptr, ptr %to
  tail call void %fn(ptr %to)
  ret void
}

; CHECK-LABEL: define internal fastcc void @f.destroy(ptr %h)
; CHECK:         tail call fastcc void %fn(ptr %to)
define internal fastcc void @f.destroy(ptr %h) "corolower.coroutine"="destroy" {
  %to = load ptr, ptr %h
  %fn = load ptr, ptr %to
  tail call fastcc void %fn(ptr %to)
  ret void
}

; And one that is a transfer, behind a branch to the common return, which another way reaches with a value for a phi.
; CHECK-LABEL: define internal fastcc ptr @is.resume.step(ptr %h)
; CHECK:         go:
; CHECK-NEXT:      ret ptr %to
; CHECK:         out:
; CHECK-NEXT:      %p = phi i32 [ 0, %0 ]
; CHECK-NEXT:      ret ptr null
define internal fastcc void @is.resume(ptr %h) "corolower.coroutine"="resume" {
  %to = load ptr, ptr %h
  %none = icmp eq ptr %to, null
  br i1 %none, label %out, label %go

go:
  %fn = load ptr, ptr %to
  tail call fastcc void %fn(ptr %to)
  br label %out

out:
  %p = phi i32 [ 0, %0 ], [ 1, %go ]
  ret void
}

; CHECK-LABEL: define internal fastcc void @.corodispatch(ptr %0)
; CHECK:         icmp eq ptr %resume, @is.resume
; CHECK-NOT:     icmp eq ptr %resume
