; A handle that is cast to local memory and back is the same handle, so the frame is elided, also if its promise is accessed there, or the cast back
; comes after an offset. A pointer in local memory that leaves the function keeps the frame on the heap, like any other, and so does one whose bits
; are seen: they are not those of the handle, and a variable may be at address 0 there.
; DIFFERS-FROM-LLVM: opt has no such rule
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-cgscc(function(instsimplify,coro-elide))' -pass-remarks=coro-elide -S -o /dev/null 2>&1 | FileCheck %s
; RUN: corolower %s -passes='coro-cgscc(function(instsimplify,coro-elide))' -pass-remarks-analysis=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO

target triple = "nvptx64-nvidia-cuda"

@box = internal global ptr addrspace(5) null

; CHECK: 'f' elided in 'round_trip'
define void @round_trip() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %local = addrspacecast ptr %hdl to ptr addrspace(5)
  %again = addrspacecast ptr addrspace(5) %local to ptr
  %resume = call ptr @llvm.coro.subfn.addr(ptr %again, i8 0)
  call fastcc void %resume(ptr %again)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %again, i8 1)
  call fastcc void %destroy(ptr %again)
  ret void
}

; CHECK: 'f' elided in 'access'
define void @access(ptr %to) nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %local = addrspacecast ptr %hdl to ptr addrspace(5)
  %value = getelementptr i8, ptr addrspace(5) %local, i64 16
  store i32 7, ptr addrspace(5) %value
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  %x = load i32, ptr addrspace(5) %value
  store i32 %x, ptr %to
  call fastcc void %destroy(ptr %hdl)
  ret void
}

; CHECK: 'f' elided in 'offset'
define void @offset() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %local = addrspacecast ptr %hdl to ptr addrspace(5)
  %value = getelementptr i8, ptr addrspace(5) %local, i64 16
  %generic = addrspacecast ptr addrspace(5) %value to ptr
  %again = getelementptr i8, ptr %generic, i64 -16
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %again, i8 1)
  call fastcc void %destroy(ptr %again)
  ret void
}
; CHECK-NOT: elided in

; NO: 'f' stays on the heap: the handle is cast to address space 5
define void @to_stranger() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %local = addrspacecast ptr %hdl to ptr addrspace(5)
  call void @stranger(ptr addrspace(5) %local)
  %again = addrspacecast ptr addrspace(5) %local to ptr
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %again, i8 1)
  call fastcc void %destroy(ptr %again)
  ret void
}

; NO: 'f' stays on the heap: the handle is cast to address space 5
define void @to_global() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %local = addrspacecast ptr %hdl to ptr addrspace(5)
  store ptr addrspace(5) %local, ptr @box
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

; NO: 'f' stays on the heap: the handle is cast to address space 5
define i1 @null() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %local = addrspacecast ptr %hdl to ptr addrspace(5)
  %is = icmp eq ptr addrspace(5) %local, null
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret i1 %is
}

; NO: 'f' stays on the heap: the handle is cast to address space 5
define i64 @bits() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %local = addrspacecast ptr %hdl to ptr addrspace(5)
  %value = getelementptr i8, ptr addrspace(5) %local, i64 16
  %n = ptrtoint ptr addrspace(5) %value to i64
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret i64 %n
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

@f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]

declare ptr @f()
declare void @stranger(ptr addrspace(5)) nounwind
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare ptr @malloc(i64) nounwind
declare void @free(ptr) nounwind
