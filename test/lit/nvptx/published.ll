; Local memory is each thread's own: a frame stays on the heap when its handle goes where another thread may find it, though it is
; destroyed in time. On other machines the same frames are elided.
; DIFFERS-FROM-LLVM: opt has no such rule
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-cgscc(function(coro-elide))' -pass-remarks-analysis=coro-elide -S -o /dev/null 2>&1 | FileCheck %s
; RUN: corolower %s -passes='coro-cgscc(function(coro-elide))' -pass-remarks=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=YES
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | corolower -passes='coro-cgscc(function(coro-elide))' -pass-remarks=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOST

target triple = "nvptx64-nvidia-cuda"

@box = internal global ptr null

; CHECK: 'f' stays on the heap: the handle is stored in @box, at
; HOST:  'f' elided in 'to_global'
define void @to_global() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr @box, align 8
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

; CHECK: 'f' stays on the heap: the handle is stored in memory that a parameter points to, at
; HOST:  'f' elided in 'to_parameter'
define void @to_parameter(ptr %queue) nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %slots = load ptr, ptr %queue, align 8
  %slot = getelementptr ptr, ptr %slots, i64 3
  store ptr %hdl, ptr %slot, align 8
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

; CHECK: 'f' stays on the heap: the handle is passed to @stranger, whose body is unknown
; HOST:  'f' elided in 'variable_to_stranger'
define void @variable_to_stranger() nounwind {
entry:
  %variable = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr %variable, align 8
  call void @stranger(ptr captures(none) %variable)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

; CHECK: 'f' stays on the heap: the handle is passed to @stranger, whose body is unknown
; HOST:  'f' elided in 'to_stranger'
define void @to_stranger() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @stranger(ptr %hdl)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

; CHECK: 'f' stays on the heap: the handle is an operand of an atomic operation
; HOST:  'f' elided in 'to_atomic'
define void @to_atomic(ptr %cell) nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %old = atomicrmw xchg ptr %cell, ptr %hdl seq_cst
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

; What the coroutine does itself counts too.
; CHECK: 'tells' stays on the heap: the handle is stored in @box
; HOST:  'tells' elided in 'of_itself'
; YES-NOT: in 'of_itself'
define void @of_itself() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @tells, ptr @tells.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %resume = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 0)
  call fastcc void %resume(ptr %hdl)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

define internal fastcc void @tells.resume(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
entry:
  store ptr %frame, ptr @box, align 8
  ret void
}

define internal fastcc void @tells.destroy(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
entry:
  ret void
}

define internal fastcc void @tells.cleanup(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
entry:
  ret void
}

define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
entry:
  ret void
}

define internal fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
entry:
  ret void
}

define internal fastcc void @f.cleanup(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
entry:
  ret void
}

; A call that may throw is no way out of a function with its frame alive.
; YES:      'f' elided in 'calls'
; HOST-NOT: 'f' elided in 'calls'
define void @calls() {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %wrapped = insertvalue { ptr, i32 } poison, ptr %hdl, 0
  call void @unrelated()
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

; printf on a device is vprintf with a buffer of the arguments: it keeps no address, so the buffer may be in the frame, but what the
; buffer holds is known outside. A failed assertion keeps nothing.
; CHECK:     'f' stays on the heap: the handle is passed to @vprintf, whose body is unknown, at `%printed = call
; CHECK-NOT: heap: {{.*}}`%fine
; YES:       'f' elided in 'prints'
define void @prints_handle() nounwind {
entry:
  %buffer = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr %buffer, align 8
  %printed = call i32 @vprintf(ptr @text, ptr %buffer)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}
define void @prints() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %buffer = getelementptr i8, ptr %hdl, i64 16
  %fine = call i32 @vprintf(ptr @text, ptr %buffer)
  call void @__assertfail(ptr @text, ptr %buffer, i32 7, ptr @text, i64 1)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

@text = private constant [4 x i8] c"%d\0A\00"
declare i32 @vprintf(ptr, ptr)
declare void @__assertfail(ptr, ptr, i32, ptr, i64)

@f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]
@tells.resumers = private constant [3 x ptr] [ptr @tells.resume, ptr @tells.destroy, ptr @tells.cleanup]

declare ptr @f()
declare ptr @tells()
declare void @stranger(ptr) nounwind
declare void @unrelated()
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare ptr @malloc(i64) nounwind
