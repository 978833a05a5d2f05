; In CUDA, a pointer that the host passes to a kernel points to global memory: as a parameter, or in a structure that the
; kernel only reads. A generic pointer is still there for other uses. Functions and nvcl get generic pointers.
; RUN: corolower %s --emit=ptx | FileCheck %s
; RUN: corolower %s --emit=ptx --mtriple=nvptx64-nvidia-nvcl | FileCheck %s --check-prefix=NVCL
; RUN: corolower %s --emit=ptx -mcpu=sm_50 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

%S = type { ptr, i64, [2 x ptr] }

; CHECK-LABEL: .entry direct(
; CHECK: ld.param.b64 [[OUT:%rd[0-9]+]], [direct_param_0];
; CHECK-NEXT: cvta.to.global.u64 [[OUTG:%rd[0-9]+]], [[OUT]];
; CHECK-NEXT: ld.param.b64 [[IN:%rd[0-9]+]], [direct_param_1];
; CHECK-NEXT: cvta.to.global.u64 [[ING:%rd[0-9]+]], [[IN]];
; CHECK-NEXT: ld.param.b64 [[N:%rd[0-9]+]], [direct_param_2];
; CHECK-NEXT: mad.lo.s64 [[A:%rd[0-9]+]], [[N]], 4, [[ING]];
; CHECK-NEXT: ld.global.b32 [[V:%r[0-9]+]], [[[A]]];
; CHECK-NEXT: ld.global.b64 [[Q:%rd[0-9]+]], [[[ING]]+8];
; a pointer in memory may point anywhere
; CHECK-NEXT: ld.b32 [[W:%r[0-9]+]], [[[Q]]];
; CHECK: {{atom.*.global.add.u32}}
; CHECK-NOT: cvta
; CHECK: st.global.b32 [[[OUTG]]],
; NVCL-LABEL: .entry direct(
; NVCL-NOT: global
define ptx_kernel void @direct(ptr %out, ptr %in, i64 %n) {
  %a = getelementptr i32, ptr %in, i64 %n
  %v = load i32, ptr %a
  %b = getelementptr i8, ptr %in, i64 8
  %q = load ptr, ptr %b
  %w = load i32, ptr %q
  %old = atomicrmw add ptr %out, i32 %w seq_cst
  %s = add i32 %v, %old
  store i32 %s, ptr %out
  ret void
}

; CHECK-LABEL: .entry escapes(
; CHECK: ld.param.b64 [[P:%rd[0-9]+]], [escapes_param_0];
; CHECK-NEXT: cvta.to.global.u64 [[PG:%rd[0-9]+]], [[P]];
; CHECK-NEXT: ld.param.b64 [[Q:%rd[0-9]+]], [escapes_param_1];
; a pointer that is not dereferenced needs no address
; CHECK-NEXT: add.s64 [[R:%rd[0-9]+]], [[P]], 16;
; CHECK-NEXT: st.global.b64 [[[PG]]], [[R]];
; CHECK: st.param.b64 [param0], [[R]];
; CHECK: st.param.b64 [param1], [[Q]];
; CHECK: cvta.to.shared.u64 {{.*}}, [[P]];
define ptx_kernel void @escapes(ptr %p, ptr %q) {
  %r = getelementptr i8, ptr %p, i64 16
  store ptr %r, ptr %p
  call void @use(ptr %r, ptr %q)
  %s = addrspacecast ptr %p to ptr addrspace(3)
  store i32 0, ptr addrspace(3) %s
  ret void
}

; CHECK-LABEL: .entry structure(
; CHECK-NOT: local
; CHECK: ld.param.b64 [[I:%rd[0-9]+]], [structure_param_1];
; CHECK-NEXT: ld.param.b64 [[P:%rd[0-9]+]], [structure_param_0];
; CHECK-NEXT: cvta.to.global.u64 [[PG:%rd[0-9]+]], [[P]];
; CHECK-NEXT: mov.b64 [[S:%rd[0-9]+]], structure_param_0;
; CHECK-NEXT: mad.lo.s64 [[AT:%rd[0-9]+]], [[I]], 8, [[S]];
; CHECK-NEXT: add.s64 [[F:%rd[0-9]+]], [[AT]], 16;
; CHECK-NEXT: ld.param.b64 [[Q:%rd[0-9]+]], [[[F]]];
; CHECK-NEXT: cvta.to.global.u64 [[QG:%rd[0-9]+]], [[Q]];
; CHECK-NEXT: ld.global.b32 [[V:%r[0-9]+]], [[[PG]]];
; CHECK-NEXT: st.global.b32 [[[QG]]+8], [[V]];
; CHECK-NEXT: st.global.b64 [[[PG]]], [[Q]];
define ptx_kernel void @structure(ptr byval(%S) align 8 %s, i64 %i) {
  %p = load ptr, ptr %s
  %f = getelementptr %S, ptr %s, i32 0, i32 2, i64 %i
  %q = load ptr, ptr %f
  %v = load i32, ptr %p
  %g = getelementptr i8, ptr %q, i64 8
  store i32 %v, ptr %g
  store ptr %q, ptr %p
  ret void
}

; A structure that the kernel writes is copied. Its pointers may then be others.
; CHECK-LABEL: .entry written(
; CHECK: st.local.b64
; CHECK: ld.local.b64 [[P:%rd[0-9]+]],
; CHECK-NEXT: st.b32 [[[P]]], 1;
define ptx_kernel void @written(ptr byval(%S) align 8 %s, i64 %i) {
  %f = getelementptr %S, ptr %s, i32 0, i32 2, i64 %i
  store ptr %f, ptr %f
  %p = load ptr, ptr %s
  store i32 1, ptr %p
  ret void
}

; CHECK-LABEL: .func function(
; CHECK: st.b32 [%rd1], 1;
define void @function(ptr %p) {
  store i32 1, ptr %p
  ret void
}

declare void @use(ptr, ptr)
