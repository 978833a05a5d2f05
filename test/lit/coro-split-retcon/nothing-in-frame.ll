; An object that takes no room, in a frame that holds nothing else: it is where the frame is. LLVM makes a GEP of a field that the frame's type has
; not.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt makes invalid IR of it
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define internal ptr @gen.resume.0(
; CHECK-SAME:    ptr {{.*}}%0, i1 %1)
; CHECK:         %x = getelementptr inbounds i8, ptr %0, i64 0
; CHECK:         call void @use(ptr %x)

define ptr @gen(ptr %buf) {
  %x = alloca [0 x i32]
  %id = call token @llvm.coro.id.retcon(i32 16, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1()
  call void @use(ptr %x)
  unreachable
}

declare void @use(ptr)
declare ptr @proto(ptr, i1)
declare ptr @take(i64)
declare void @give(ptr)
