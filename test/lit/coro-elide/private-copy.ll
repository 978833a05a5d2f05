; The linker may replace @drive and @finish, which destroy the coroutine. So @g calls private copies of them, and its
; frame lies in it. The address that @g publishes is that of the original, which stays as it is.
; A noinline function is not copied, and neither is one that is too large.
; DIFFERS-FROM-LLVM: opt elides nothing here
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-cgscc(coro-elide),coro-cleanup' -S -verify-each -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: opt-22 -passes=verify -disable-output %t.ll
; RUN: corolower %s -passes='coro-cgscc(coro-elide)' -pass-remarks=coro-elide -pass-remarks-analysis=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -passes='coro-cgscc(coro-elide)' --coro-elide-max-added=10 -S | FileCheck %s --check-prefix=SMALL
; RUN: corolower %s -mtriple=nvptx64-nvidia-cuda -passes='coro-cgscc(coro-elide)' -S | FileCheck %s --check-prefix=GPU

; GPU: call void @drive.private
; REMARK-DAG: 'f' elided in 'g'
; REMARK-DAG: 'f' stays on the heap: the handle is passed to @stopped, which the linker may replace
; SMALL: call void @drive.private
; SMALL: call void @large(ptr %v)

; CHECK: define linkonce_odr void @drive(ptr %p) comdat {
; CHECK-NEXT: call void @finish(ptr %p)
define linkonce_odr void @drive(ptr %p) comdat {
  call void @finish(ptr %p)
  ret void
}

define linkonce_odr hidden void @finish(ptr %p) comdat {
  %h = load ptr, ptr %p
  %d = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)
  call fastcc void %d(ptr %h)
  %n = call i32 @count()
  %again = icmp sgt i32 %n, 3
  br i1 %again, label %more, label %done

more:
  call void @drive(ptr null)
  br label %done

done:
  ret void
}

define linkonce_odr i32 @count() comdat {
  %n = load i32, ptr @number
  %m = add i32 %n, 1
  store i32 %m, ptr @number
  ret i32 %m
}

define linkonce_odr void @stopped(ptr %p) noinline {
  call void @finish(ptr %p)
  ret void
}

; CHECK-LABEL: define void @g(
; CHECK: call ptr @allocate(i1 false)
; CHECK: store ptr @drive, ptr @published
; CHECK-NEXT: call void @drive.private.1(ptr %v)
define void @g() {
  %v = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @allocate(i1 %need)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr %v
  store ptr @drive, ptr @published
  call void @drive(ptr %v)
  ret void
}

; CHECK-LABEL: define void @kept(
; CHECK: call ptr @allocate(i1 true)
; CHECK: call void @stopped(ptr %v)
define void @kept() {
  %v = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @allocate(i1 %need)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr %v
  call void @stopped(ptr %v)
  ret void
}

; CHECK-LABEL: define void @wide(
; CHECK: call void @large.private
define void @wide() {
  %v = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @allocate(i1 %need)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr %v
  call void @large(ptr %v)
  ret void
}

define linkonce_odr void @large(ptr %p) {
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  store volatile i32 1, ptr @number
  call void @drive(ptr %p)
  ret void
}

; CHECK-LABEL: define internal void @drive.private.1(ptr %p) {
; CHECK-NEXT: call void @finish.private.1(ptr %p)
; CHECK-LABEL: define internal void @finish.private.1(ptr %p) {
; CHECK: load ptr, ptr %p
; CHECK-NOT: subfn.addr
; CHECK: call i32 @count()
; CHECK: call void @drive.private.1(ptr null)

@published = global ptr null
@number = linkonce_odr global i32 0
@f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]
$drive = comdat any
$finish = comdat any
$count = comdat any

define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %h) nounwind {
  ret void
}
define internal fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24) %h) nounwind {
  call void @free(ptr %h)
  ret void
}
define internal fastcc void @f.cleanup(ptr noundef nonnull align 8 dereferenceable(24) %h) nounwind {
  ret void
}

declare ptr @f()
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare ptr @allocate(i1)
declare void @free(ptr) nounwind
