; Since LLVM 22, a marker of a lifetime has an alloca or poison; before, it has a size and any pointer.
; REQUIRES: corolower
; RUN: not corolower %s -passes=verify 2>&1 | FileCheck %s
; RUN: not opt-22 %s -passes=verify -disable-output 2>&1 | FileCheck %s --check-prefix=OPT
; RUN: sed -e '/declare/s/(ptr/(i64, ptr/' -e '/call/s/p0(ptr/p0(i64 8, ptr/' %s | corolower -passes=verify -o /dev/null
define void @f(ptr %p) {
  call void @llvm.lifetime.start.p0(ptr poison)
  call void @llvm.lifetime.start.p0(ptr %p)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
; CHECK-NOT: :7:3: error
; CHECK: lifetime-of-parameter.ll:8:3: error: {{.*}}llvm.lifetime.start/end can only be used on alloca or poison
; OPT: can only be used on alloca or poison
