; SPIR-V has no pointers to functions. A frame holds numbers, and a call by address becomes a switch over the functions that it may call: the resume
; parts for the first function of a frame, the others for the second.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -verify-each -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; RUN: sed '/^define ptr @f/,/^}/d' %s | not corolower 2>&1 | FileCheck %s --check-prefix=FOREIGN

target triple = "spirv64-unknown-unknown"

; CHECK: @table = global [1 x ptr] [ptr inttoptr (i64 1 to ptr)]
; CHECK: @llvm.used = appending global [1 x ptr] [ptr @twice]
@table = global [1 x ptr] [ptr @twice]
@llvm.used = appending global [1 x ptr] [ptr @twice], section "llvm.metadata"

; CHECK-LABEL: define ptr @f(
; CHECK:         store ptr inttoptr (i64 2 to ptr), ptr %resume.addr
; CHECK:         select i1 {{.*}}, ptr inttoptr (i64 3 to ptr), ptr inttoptr (i64 4 to ptr)
define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 8, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin

allocate:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %memory = phi ptr [ null, %entry ], [ %mem, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  call void @print(i32 %n)
  br label %cleanup

cleanup:
  %freed = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %needed = icmp ne ptr %freed, null
  br i1 %needed, label %release, label %suspend

release:
  call void @free(ptr %freed)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define void @run(
; CHECK:         %[[R:.*]] = load ptr, ptr
; CHECK:         call fastcc void @.corocall(ptr %[[R]], ptr %h)
; CHECK:         %[[D:.*]] = load ptr, ptr
; CHECK:         call fastcc void @.corocall.1(ptr %[[D]], ptr %h)
define void @run(ptr %h) {
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

; CHECK-LABEL: define i32 @by_table(
; CHECK:         call i32 @.corocall.2(ptr %fn, i32 %x)
define i32 @by_table(i32 %x) {
  %fn = load ptr, ptr @table
  %y = call i32 %fn(i32 %x)
  ret i32 %y
}

; An exception cannot leave a call on a GPU.
; CHECK-LABEL: define i32 @thrower(
; CHECK-NEXT:    %[[Y:.*]] = call i32 @.corocall.2(ptr %fn, i32 1)
; CHECK-NEXT:    br label %ok
; CHECK:         ret i32 %[[Y]]
define i32 @thrower(ptr %fn) personality ptr @person {
  %y = invoke i32 %fn(i32 1) to label %ok unwind label %bad
ok:
  ret i32 %y
bad:
  %e = landingpad { ptr, i32 } cleanup
  ret i32 0
}

define i32 @twice(i32 %x) {
  %y = shl i32 %x, 1
  ret i32 %y
}

; CHECK-LABEL: define internal fastcc void @.corocall(ptr %0, ptr %1)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %number = ptrtoint ptr %0 to i64
; CHECK-NEXT:    switch i64 %number, label %other [
; CHECK-NEXT:      i64 2, label %f.resume
; CHECK-NEXT:    ]
; CHECK:       f.resume:
; CHECK-NEXT:    call fastcc void @f.resume(ptr {{.*}}%1)
; CHECK-NEXT:    ret void
; CHECK:       other:
; CHECK-NEXT:    call void @llvm.trap()
; CHECK-NEXT:    unreachable
; CHECK-LABEL: define internal fastcc void @.corocall.1(
; CHECK:         switch
; CHECK-NEXT:      i64 3, label %f.destroy
; CHECK-NEXT:      i64 4, label %f.cleanup
; CHECK-NEXT:    ]
; CHECK-LABEL: define internal i32 @.corocall.2(
; CHECK:       twice:
; CHECK-NEXT:    %[[Y:.*]] = call i32 @twice(i32 %1)
; CHECK-NEXT:    ret i32 %[[Y]]

; FOREIGN: <stdin>:24:1: error: unsupported: @run calls a function by its address, but spirv64 has no pointers to functions, and the file takes the address of no function of this type
; FOREIGN: compile the coroutines that are resumed here in the same file
declare void @print(i32)
declare i32 @person(...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
