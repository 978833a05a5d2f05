; Addresses in local memory's own address space become generic together: derived by select, phi, freeze and getelementptr, compared with each other, and
; cast from a variable's generic address. So do addresses that a call took before it was inlined. A null there is another address than the generic one,
; and stored bits differ, so these uses need the space.
; DIFFERS-FROM-LLVM: opt casts the address of the frame, wherever that is, to local memory
; REQUIRES: corolower
; RUN: corolower %s -passes='always-inline,coro-early,cgscc(coro-split)' -verify-each -S | FileCheck %s
; RUN: corolower %s -verify-each -S | FileCheck %s --check-prefix=INLINED
; RUN: corolower %s -verify-each -S | opt-22 -passes=verify -S | llc-22 -mcpu=sm_70 -o /dev/null
; RUN: sed 's/%%fr, %%entry . *, . %%next/null, %%entry ], [ %%next/' %s | not corolower 2>&1 | FileCheck %s --check-prefix=NULL
; RUN: sed 's/ptr addrspace(5) %%next, %%end/ptr addrspace(5) %%next, %%par/' %s | not corolower 2>&1 | FileCheck %s --check-prefix=PARAM
; RUN: sed 's/store i32 9, ptr addrspace(5) %%again/store ptr addrspace(5) %%again, ptr %%generic/' %s | not corolower 2>&1 | FileCheck %s --check-prefix=STORED
; RUN: sed 's/alwaysinline/noinline/' %s | not corolower 2>&1 | FileCheck %s --check-prefix=TAKEN

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptr @f(i32 %n, ptr addrspace(5) %par)
; CHECK-NOT: ptr addrspace
; CHECK:       %sel = select i1 %c, ptr %local.reload.addr, ptr %other.reload.addr
; CHECK-NOT: ptr addrspace
; CHECK:       store i32 8, ptr %generic.reload.addr
; CHECK:       %at = getelementptr i32, ptr %generic.reload.addr, i64 1
; CHECK:       store i32 9, ptr %at
; CHECK:       call void @llvm.memcpy.p0.p0.i64(ptr %sel, ptr %generic.reload.addr, i64 8, i1 false)
; CHECK:       store i32 10, ptr %other.reload.addr
; CHECK:       %fr = freeze ptr %sel
; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK-NOT: ptr addrspace
; CHECK:       %more = icmp ne ptr %next, %end
; CHECK-LABEL: define internal fastcc void @f.destroy(

; INLINED-LABEL: define ptr @inlined(
; INLINED-NOT: addrspace
; INLINED:       store i32 %n, ptr %local.reload.addr
; INLINED-LABEL: define internal fastcc void @inlined.resume(
; INLINED-NOT: addrspace
; INLINED:       getelementptr i32, ptr %local.reload.addr
; INLINED-LABEL: define internal fastcc void @inlined.destroy(

; NULL:   error: unsupported: cannot place a variable in a coroutine frame whose address is needed in local memory here
; NULL:   %p = phi ptr addrspace(5) [ null, %entry ]
; PARAM:  error: unsupported: cannot place a variable in a coroutine frame whose address is needed in local memory here
; PARAM:  %more = icmp ne ptr addrspace(5) %next, %par
; STORED: error: unsupported: cannot place a variable in a coroutine frame whose address is needed in local memory here
; STORED: store ptr addrspace(5) %again, ptr %generic
; STORED: note: the object is allocated here
; STORED: %generic = alloca
; TAKEN:  error: unsupported: cannot place a variable in a coroutine frame whose address is needed in local memory here
; TAKEN:  %x = call i32 @sum(ptr addrspace(5) %local, i32 %n)

define ptr @f(i32 %n, ptr addrspace(5) %par) nounwind presplitcoroutine {
entry:
  %local = alloca [8 x i32], align 4, addrspace(5)
  %other = alloca [8 x i32], align 4, addrspace(5)
  %generic = alloca [8 x i32], align 4
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %c = icmp eq i32 %n, 3
  %sel = select i1 %c, ptr addrspace(5) %local, ptr addrspace(5) %other
  %g5 = addrspacecast ptr %generic to ptr addrspace(5)
  store i32 8, ptr addrspace(5) %g5
  %back = addrspacecast ptr addrspace(5) %g5 to ptr
  %at = getelementptr i32, ptr %back, i64 1
  %again = addrspacecast ptr %at to ptr addrspace(5)
  store i32 9, ptr addrspace(5) %again
  call void @llvm.memcpy.p5.p5.i64(ptr addrspace(5) %sel, ptr addrspace(5) %g5, i64 8, i1 false)
  %out = addrspacecast ptr addrspace(5) %other to ptr
  %in = addrspacecast ptr %out to ptr addrspace(5)
  store i32 10, ptr addrspace(5) %in
  %fr = freeze ptr addrspace(5) %sel
  %end = getelementptr i32, ptr addrspace(5) %fr, i64 8
  br label %loop
loop:
  %p = phi ptr addrspace(5) [ %fr, %entry ], [ %next, %go ]
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %go
    i8 1, label %cleanup
  ]

go:
  %x = load i32, ptr addrspace(5) %p
  %y = load i32, ptr %generic
  call void @use(i32 %x)
  call void @use(i32 %y)
  %next = getelementptr i32, ptr addrspace(5) %p, i64 1
  %more = icmp ne ptr addrspace(5) %next, %end
  br i1 %more, label %loop, label %cleanup

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

define internal void @fill(ptr addrspace(5) %p, i32 %v) alwaysinline nounwind {
  store i32 %v, ptr addrspace(5) %p
  ret void
}
define internal i32 @sum(ptr addrspace(5) %p, i32 %k) alwaysinline nounwind {
  %q = getelementptr i32, ptr addrspace(5) %p, i32 %k
  %x = load i32, ptr addrspace(5) %q
  ret i32 %x
}

define ptr @inlined(i32 %n) nounwind presplitcoroutine {
entry:
  %local = alloca [4 x i32], align 4, addrspace(5)
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  call void @fill(ptr addrspace(5) %local, i32 %n)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %go
    i8 1, label %cleanup
  ]

go:
  %x = call i32 @sum(ptr addrspace(5) %local, i32 %n)
  call void @use(i32 %x)
  br label %cleanup

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

declare void @llvm.memcpy.p5.p5.i64(ptr addrspace(5), ptr addrspace(5), i64, i1)
declare void @use(i32)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
