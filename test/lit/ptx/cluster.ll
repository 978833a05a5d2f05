; Pointers into the shared memory of a cluster (addrspace(7)) use .shared::cluster. A block's own shared memory has the same addresses there.
; REQUIRES: corolower
; RUN: corolower --emit=ptx -mcpu=sm_90 %s | FileCheck %s
; RUN: not corolower --emit=ptx %s 2>&1 | FileCheck %s --check-prefix=OLD

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .visible .func (.param .b32 func_retval0) f(
; CHECK: st.shared::cluster.b32 [%rd{{[0-9]+}}], %r{{[0-9]+}};
; CHECK: ld.shared::cluster.b32
; CHECK: atom.relaxed.sys.shared::cluster.add.u32
; CHECK: cvt.u32.u64 [[A:%r[0-9]+]], %rd{{[0-9]+}};
; CHECK: st.shared::cluster.u32 {{\[}}[[A]]], %r{{[0-9]+}};
; CHECK: mov.b64 [[S:%rd[0-9]+]], s;
; CHECK: st.shared::cluster.b32 {{\[}}[[S]]],
; CHECK: atom.relaxed.sys.shared::cluster.cas.b32
; OLD: cluster.ll:[[@LINE+4]]:3: error: unsupported: clusters: this needs sm_90, but PTX is written for sm_80
; OLD: hint: select such a machine with -mcpu=sm_90
@s = internal addrspace(3) global [8 x i32] undef
define i32 @f(ptr addrspace(7) %p, ptr addrspace(3) %q, i32 %v) {
  store i32 %v, ptr addrspace(7) %p
  %c = addrspacecast ptr addrspace(3) %q to ptr addrspace(7)
  %n = getelementptr i32, ptr addrspace(7) %c, i32 %v
  %x = load i32, ptr addrspace(7) %n
  %y = atomicrmw add ptr addrspace(7) %p, i32 %x monotonic
  call void asm sideeffect "st.shared::cluster.u32 [$0], $1;", "r,r"(ptr addrspace(7) %p, i32 %y)
  %g = addrspacecast ptr addrspace(7) %n to ptr
  store i32 %y, ptr %g
  store i32 %y, ptr addrspace(7) addrspacecast (ptr addrspace(3) @s to ptr addrspace(7))
  %z = cmpxchg ptr addrspace(7) %p, i32 %x, i32 %y monotonic monotonic
  %w = extractvalue { i32, i1 } %z, 0
  ret i32 %w
}
