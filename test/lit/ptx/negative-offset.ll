; ptxas reads `[%rd1+-4]` and refuses `[%rd1-4]`: registers, symbols, locals, vectors, atomics, initialisers.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s --implicit-check-not='{{[a-z0-9]-[0-9]}}'

target triple = "nvptx64-nvidia-cuda"

@table = addrspace(1) global [8 x i32] zeroinitializer, align 16
@shared = internal addrspace(3) global [8 x i32] undef, align 16
; CHECK: .visible .global .align 8 .u64 before = generic(table)+-4;
@before = global ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 -4)

; CHECK-LABEL: .visible .func {{.*}} stencil(
; CHECK: ld.b32 %r{{[0-9]+}}, [%rd{{[0-9]+}}+-4];
; CHECK: ld.v4.b32 {{{.*}}}, [%rd{{[0-9]+}}+-32];
; CHECK: ld.global.b32 %r{{[0-9]+}}, [table+-8];
; CHECK: mov.b64 %rd{{[0-9]+}}, table+-12;
; CHECK: atom.relaxed.sys.shared.add.u32 %r{{[0-9]+}}, [shared+-4], {{.*}};
; CHECK: ld.b32 %r{{[0-9]+}}, [%rd{{[0-9]+}}+-1073741824];
define i32 @stencil(ptr %p, ptr %q) {
  %p1 = getelementptr i32, ptr %p, i64 -1
  %a = load i32, ptr %p1
  %p2 = getelementptr i8, ptr %p, i64 -32
  %v = load <4 x i32>, ptr %p2, align 16
  %v0 = extractelement <4 x i32> %v, i32 3
  %b = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @table, i64 -8)
  store ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @table, i64 -12), ptr %q
  %c = atomicrmw add ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @shared, i64 -4), i32 1 monotonic
  %p3 = getelementptr i8, ptr %p, i64 -1073741824
  %d = load i32, ptr %p3
  %s1 = add i32 %a, %v0
  %s2 = add i32 %s1, %b
  %s3 = add i32 %s2, %c
  %s4 = add i32 %s3, %d
  ret i32 %s4
}

; An offset that an instruction may not hold is added.
; CHECK-LABEL: .visible .func {{.*}} far(
; CHECK: mov.b64 %rd1, table;
; CHECK: add.s64 %rd2, %rd1, -8589934592;
; CHECK: ld.global.b32 %r1, [%rd2];
define i32 @far() {
  %a = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @table, i64 -8589934592)
  ret i32 %a
}
