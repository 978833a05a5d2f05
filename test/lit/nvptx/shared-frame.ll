; A frame that the program places in shared memory stays there. Other memory of the program is replaced by the creator's own, as on the host.
; DIFFERS-FROM-LLVM: opt has no such rule
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-cgscc(function(coro-elide))' -pass-remarks-analysis=coro-elide -pass-remarks=coro-elide -S -o /dev/null 2>&1 | FileCheck %s
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | corolower -passes='coro-cgscc(function(coro-elide))' -pass-remarks=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOST

target triple = "nvptx64-nvidia-cuda"

@slots = internal addrspace(3) global [4 x [24 x i8]] undef
@pool = internal global [24 x i8] zeroinitializer

define linkonce_odr ptr @slot(i64 %k) {
entry:
  %p = getelementptr [24 x i8], ptr addrspacecast (ptr addrspace(3) @slots to ptr), i64 %k
  ret ptr %p
}

define linkonce_odr ptr @new_shared(i64 %n, i64 %k) {
entry:
  %result = alloca ptr
  %fits = icmp ule i64 %n, 24
  br i1 %fits, label %yes, label %no
yes:
  %p = call ptr @slot(i64 %k)
  store ptr %p, ptr %result
  br label %end
no:
  store ptr null, ptr %result
  br label %end
end:
  %r = load ptr, ptr %result
  ret ptr %r
}

define linkonce_odr ptr @new_pool(i64 %n) {
  ret ptr @pool
}

; CHECK: 'f' stays on the heap: its allocation returns shared memory; let the promise have no operator new if the frame may be in local memory
; HOST:  'f' elided in 'shared'
define void @shared(i64 %k) nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %new = call ptr @new_shared(i64 24, i64 %k)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %alloc ]
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

; CHECK: 'f' elided in 'pool_frame'
; HOST:  'f' elided in 'pool_frame'
define void @pool_frame() nounwind {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %new = call ptr @new_pool(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %new)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
  ret void
}
define internal fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
  ret void
}
define internal fastcc void @f.cleanup(ptr noundef nonnull align 8 dereferenceable(24) %frame) nounwind {
  ret void
}
@f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]
declare ptr @f()
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
