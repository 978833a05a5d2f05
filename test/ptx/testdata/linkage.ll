; Linkage: aliases, weak and common symbols, what is defined elsewhere too; names that are no identifiers; kernels of both forms; launch bounds.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

@other_name = alias i32 (i32), ptr @odd_name
@1 = internal global i32 17
@shared_common = common global i32 0, align 4
@weak_one = weak global i32 5
@param0 = internal global i32 21 ; llc: @not_param0 = internal global i32 21
@llvm.used = appending global [1 x ptr] [ptr @unused], section "llvm.metadata"

define internal void @unused() {
  ret void
}
define i32 @odd_name(i32 %a) noinline {
  %r = mul i32 %a, 5
  ret i32 %r
}
define available_externally void @elsewhere() {
  ret void
}
define internal fastcc i32 @f.resume(i32 %a) noinline "corolower.coroutine"="resume" {
  %v = load i32, ptr @1
  %r = add i32 %a, %v
  ret i32 %r
}
define internal i32 @f_resume(i32 %a) noinline {
  %r = sub i32 %a, 4
  ret i32 %r
}
define internal void @add(ptr %p) noinline {
  %v = load i32, ptr %p
  %w = add i32 %v, 1
  store i32 %w, ptr %p
  ret void
}

define void @main(ptr addrspace(1) %out) "nvvm.maxntid"="256,1,1" "nvvm.minctasm"="1" { ; llc: define ptx_kernel void @main(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr [32 x i64], ptr addrspace(1) %out, i32 %tid
  %x = alloca i32
  store i32 %tid, ptr %x
  call void @add(ptr %x)
  %v = load i32, ptr %x
  %r0 = call i32 @other_name(i32 %v)
  %r1 = call fastcc i32 @f.resume(i32 %r0)
  %r2 = call i32 @f_resume(i32 %r1)
  %w = load i32, ptr @weak_one
  %c = load i32, ptr @shared_common
  %p = load i32, ptr @param0 ; llc:   %p = load i32, ptr @not_param0
  %s0 = add i32 %w, %c
  %s1 = add i32 %s0, %p
  %s2 = add i32 %s1, %r2
  store i32 %s2, ptr addrspace(1) %mine
  ret void
}

define ptx_kernel void @second(i1 %a, i24 %b, <3 x i32> %c, ptr addrspace(3) %d, ptr align 16 %e, half %f) "nvvm.reqntid"="32" "nvvm.maxnreg"="64" { ; llc: define ptx_kernel void @second() {
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @main, !"kernel", i32 1}
