; For some targets, clang returns a struct with a handle as an integer, and passes it as an array of one integer.
; RUN: corolower %s -pass-remarks=coro-elide -pass-remarks-missed=coro-elide -o /dev/null 2>&1 | FileCheck %s
; CHECK-NOT: not elided
; CHECK:     'task' elided in 'user'
; CHECK:     'task' not elided in 'keeper'

@kept = global i64 0

define internal i64 @task(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
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
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %suspend [
    i8 0, label %trap
    i8 1, label %cleanup
  ]

trap:
  unreachable

cleanup:
  %freed = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %needed = icmp ne ptr %freed, null
  br i1 %needed, label %release, label %suspend

release:
  call void @free(ptr %freed)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  %r = ptrtoint ptr %hdl to i64
  ret i64 %r
}

define internal void @resumes([1 x i64] %h) noinline {
  %slot = alloca ptr, align 8
  store [1 x i64] %h, ptr %slot, align 8
  %p = load ptr, ptr %slot, align 8
  call void @llvm.coro.resume(ptr %p)
  ret void
}

define void @user(i32 %n) {
  %slot = alloca ptr, align 8
  %h = call i64 @task(i32 %n)
  %p = inttoptr i64 %h to ptr
  store ptr %p, ptr %slot, align 8
  %a = load [1 x i64], ptr %slot, align 8
  call void @resumes([1 x i64] %a)
  call void @llvm.coro.destroy(ptr %p)
  ret void
}

; The array is kept.
define void @keeper(i32 %n) {
  %slot = alloca ptr, align 8
  %h = call i64 @task(i32 %n)
  %p = inttoptr i64 %h to ptr
  store ptr %p, ptr %slot, align 8
  %a = load [1 x i64], ptr %slot, align 8
  store [1 x i64] %a, ptr @kept
  call void @resumes([1 x i64] %a)
  ret void
}

declare void @print(i32) nounwind memory(inaccessiblemem: readwrite) nocallback
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
