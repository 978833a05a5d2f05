; Functions that lowering made of a coroutine say so, where --ptx-pragma puts it; others do not.
; REQUIRES: corolower
; RUN: corolower --emit=ptx -passes="default<O2>" %s | FileCheck %s --check-prefix=HEADER
; RUN: corolower --emit=ptx -passes="default<O2>" --ptx-pragma=body %s | FileCheck %s --check-prefix=BODY
; RUN: corolower --emit=ptx -passes="default<O2>" --ptx-pragma=both %s | FileCheck %s --check-prefix=BOTH
; RUN: corolower --emit=ptx -passes="default<O2>" --ptx-pragma=none %s | FileCheck %s --check-prefix=NONE
; RUN: not corolower --emit=ptx -passes="default<O2>" --ptx-pragma=tail %s 2>&1 | FileCheck %s --check-prefix=WORD

target triple = "nvptx64-nvidia-cuda"

; HEADER-NOT:  .pragma
; HEADER:      .pragma "coroutine";
; HEADER-NEXT: .func f_$_resume(
; HEADER-NOT:  .pragma
; BODY:        .func f_$_resume(
; BODY:        {
; BODY-NEXT:     .reg .b64 %rd<2>;
; BODY-NEXT:     .pragma "coroutine";
; BOTH:        .pragma "coroutine";
; BOTH-NEXT:   .func f_$_resume(
; BOTH:        .pragma "coroutine";
; NONE-NOT:    .pragma
; WORD: for the --ptx-pragma option: 'tail' is not one of header, body, both, none

define internal void @f.resume(ptr %handle) "corolower.coroutine"="resume" {
  store i32 1, ptr %handle
  ret void
}

define ptx_kernel void @k(ptr %h) {
  call void @f.resume(ptr %h)
  ret void
}
