; The words of LLVM 23: byte types, elementwise atomics, fmaximumnum and fminimumnum of atomicrmw, denormal_fpenv, noipa, flatten,
; prefalign, target_mem.
; They are kept in functions that are copied, that are parsed, and in the parts of a coroutine. A noipa function is unknown code.
; RUN: split-file %s %t
; RUN: corolower %t/module.ll -passes='coro-early,cgscc(coro-split),coro-cleanup,verify' -verify-each -S | FileCheck %s
; RUN: corolower %t/module.ll -passes='default<O2>' -pass-remarks-missed=coro-elide -pass-remarks-analysis=coro-elide -S -o %t/o2.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --check-prefix=COPY < %t/o2.ll
; RUN: not corolower %t/constant.ll -verify-each 2>&1 | FileCheck %s --check-prefix=CONSTANT
; RUN: not corolower %t/mode.ll -verify-each 2>&1 | FileCheck %s --check-prefix=MODE
; RUN: not corolower %t/scalar.ll -verify-each 2>&1 | FileCheck %s --check-prefix=SCALAR
; RUN: not corolower %t/plain.ll -verify-each 2>&1 | FileCheck %s --check-prefix=PLAIN
; RUN: corolower --emit=ptx %t/ptx.ll | FileCheck %s --check-prefix=PTX
; RUN: corolower run %t/run.ll | FileCheck %s --check-prefix=PRINTS
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: the installed LLVM is older.

;--- module.ll
; COPY: declare void @location() memory(target_mem: read)
declare void @location() memory(target_mem: read)

; COPY: define void @copied(ptr %p, <2 x float> %v, <4 x i32> %w, b64 %b, float %f) denormal_fpenv(ieee|dynamic, float: preservesign)
; COPY-NEXT: %a = atomicrmw elementwise fadd ptr %p, <2 x float> %v monotonic, align 8
; COPY-NEXT: %b1 = atomicrmw volatile elementwise add ptr %p, <4 x i32> %w syncscope("agent") acquire, align 16
define void @copied(ptr %p, <2 x float> %v, <4 x i32> %w, b64 %b, float %f) denormal_fpenv(ieee|dynamic, float: preservesign) {
  %a = atomicrmw elementwise fadd ptr %p, <2 x float> %v monotonic, align 8
  %b1 = atomicrmw volatile elementwise add ptr %p, <4 x i32> %w syncscope("agent") acquire, align 16
  %c = atomicrmw fminimumnum ptr %p, float %f seq_cst
  %d = atomicrmw fmaximumnum ptr %p, float %f seq_cst
  %q = bitcast b64 %b to ptr
  ret void
}

; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK-SAME: #[[ATTRS:[0-9]+]] align 32 prefalign(16) {
; CHECK: %b.reload = load b64, ptr
; CHECK: store b64 %b.reload, ptr %p.reload
; CHECK: %q = bitcast b64 %b.reload to ptr
; CHECK: load atomic volatile elementwise <4 x i32>, ptr %q acquire, align 16
; CHECK: store atomic elementwise <2 x float> zeroinitializer, ptr %q syncscope("agent") monotonic, align 8
; CHECK: attributes #[[ATTRS]] = {{.*}}denormal_fpenv(float: preservesign|ieee)
define ptr @f(ptr %p) presplitcoroutine #0 align 32 prefalign(16) {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %b = load b64, ptr %p
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [i8 0, label %resume
                                i8 1, label %cleanup]
resume:
  store b64 %b, ptr %p
  %q = bitcast b64 %b to ptr
  %c = load atomic volatile elementwise <4 x i32>, ptr %q acquire, align 16
  store atomic elementwise <2 x float> zeroinitializer, ptr %q syncscope("agent") monotonic, align 8
  br label %cleanup
cleanup:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; REMARK: 'f' not elided in 'creator'
; REMARK: @destroy, which is noipa
define void @creator(ptr %p) nounwind #0 {
  %h = call ptr @f(ptr %p)
  call void @destroy(ptr %h)
  ret void
}

define void @destroy(ptr %h) noipa flatten nounwind #0 {
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.destroy(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)

attributes #0 = { denormal_fpenv(float: preservesign|ieee) }

;--- constant.ll
; CONSTANT: :[[#]]:25: error: constants of a byte type are not supported, except zeroinitializer, undef and poison
define b8 @f() { ret b8 5 }

;--- mode.ll
; MODE: :[[#]]:33: error: unknown denormal mode "flush"
define void @f() denormal_fpenv(flush) { ret void }

;--- scalar.ll
; SCALAR: error: atomicrmw elementwise operand must be a fixed vector type
define void @f(ptr %p, i32 %v) {
  %a = atomicrmw elementwise add ptr %p, i32 %v monotonic, align 4
  ret void
}

;--- plain.ll
; PLAIN: error: a load that is not atomic cannot be elementwise
define void @f(ptr %p) {
  %a = load elementwise <2 x i32>, ptr %p
  ret void
}

;--- ptx.ll
target triple = "nvptx64-nvidia-cuda"
; PTX: atom.relaxed.sys.add.u32 %r{{[0-9]+}}, [%rd1], %r{{[0-9]+}};
; PTX: atom.relaxed.sys.add.u32 %r{{[0-9]+}}, [%rd1+4], %r{{[0-9]+}};
; PTX: max.f32
; PTX: atom.relaxed.sys.cas.b32
define void @f(ptr %p, <2 x i32> %v, float %x) {
  %a = atomicrmw elementwise add ptr %p, <2 x i32> %v monotonic, align 8
  %b = atomicrmw fmaximumnum ptr %p, float %x monotonic, align 4
  ret void
}

;--- run.ll
; PRINTS: 77
@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)
define i32 @main() {
  %p = alloca b64
  store i64 77, ptr %p
  %x = load b64, ptr %p
  %n = bitcast b64 %x to i64
  %i = trunc i64 %n to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %i)
  ret i32 0
}
