; A coroutine's own handle goes to a global through a byval argument, through a structure that is stored and loaded as a whole, or through one that
; a function returns, which is how clang passes handles for this target: the frame stays on the heap, and the remark names the store.
; DIFFERS-FROM-LLVM: opt has no such rule
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-cgscc(function(coro-elide))' -pass-remarks-analysis=coro-elide -S -o /dev/null 2>&1 | FileCheck %s
; RUN: corolower %s -passes='coro-cgscc(function(coro-elide))' -pass-remarks=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=YES --allow-empty
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | corolower -passes='coro-cgscc(function(coro-elide))' -pass-remarks=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOST

; YES-NOT: elided

target triple = "nvptx64-nvidia-cuda"

@box = internal global ptr null

; CHECK: 'by_byval' stays on the heap: the handle is stored in @box, at `store ptr %v, ptr @box
; HOST:  'by_byval' elided in 'of_byval'
define void @of_byval() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @by_byval, ptr @by_byval.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %resume = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 0)
  call fastcc void %resume(ptr %hdl)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

define internal fastcc void @by_byval.resume(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
entry:
  %a = alloca ptr
  store ptr %frame, ptr %a
  call void @put(ptr byval(ptr) %a)
  ret void
}

define internal fastcc void @by_byval.destroy(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
entry:
  ret void
}

@by_byval.resumers = private constant [3 x ptr] [ptr @by_byval.resume, ptr @by_byval.destroy, ptr @by_byval.destroy]
declare ptr @by_byval()

; CHECK: 'by_aggregate' stays on the heap: the handle is stored in @box, at `store ptr %v, ptr @box
; HOST:  'by_aggregate' elided in 'of_aggregate'
define void @of_aggregate() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @by_aggregate, ptr @by_aggregate.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %resume = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 0)
  call fastcc void %resume(ptr %hdl)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

define internal fastcc void @by_aggregate.resume(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
entry:
  %a = alloca ptr
 %s = insertvalue {ptr} poison, ptr %frame, 0
 store {ptr} %s, ptr %a
 %v = load ptr, ptr %a
 store ptr %v, ptr @box
  ret void
}

define internal fastcc void @by_aggregate.destroy(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
entry:
  ret void
}

@by_aggregate.resumers = private constant [3 x ptr] [ptr @by_aggregate.resume, ptr @by_aggregate.destroy, ptr @by_aggregate.destroy]
declare ptr @by_aggregate()

; CHECK: 'by_result' stays on the heap: the handle is stored in @box, at `store ptr %v, ptr @box
; HOST:  'by_result' elided in 'of_result'
define void @of_result() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @by_result, ptr @by_result.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %resume = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 0)
  call fastcc void %resume(ptr %hdl)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

define internal fastcc void @by_result.resume(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
entry:
  %s = call {ptr} @wrap(ptr %frame)
 %v = extractvalue {ptr} %s, 0
 store ptr %v, ptr @box
  ret void
}

define internal fastcc void @by_result.destroy(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
entry:
  ret void
}

@by_result.resumers = private constant [3 x ptr] [ptr @by_result.resume, ptr @by_result.destroy, ptr @by_result.destroy]
declare ptr @by_result()

define internal void @put(ptr byval(ptr) %h) nounwind { %v = load ptr, ptr %h
 store ptr %v, ptr @box
 ret void }

define internal {ptr} @wrap(ptr %h) nounwind { %s = insertvalue {ptr} poison, ptr %h, 0
 ret {ptr} %s }

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare ptr @malloc(i64) nounwind
