; An address space that PTX has not is an error at each place where a pointer into it is met: parameters, accesses, casts, variables, constants.
; REQUIRES: corolower
; RUN: not corolower --emit=ptx -passes=no-op-module %s 2>&1 | FileCheck %s --implicit-check-not=.version --implicit-check-not=internal

target triple = "nvptx64-nvidia-cuda"

; CHECK: address-spaces.ll:[[@LINE+1]]:1: error: unsupported: variable '@v': PTX has no variables in address space 5
@v = addrspace(5) global i32 0

; CHECK: address-spaces.ll:[[@LINE+1]]:1: error: unsupported: function '@store12': pointers of address space 12
define void @store12(ptr addrspace(12) %p) {
; CHECK: address-spaces.ll:[[@LINE+1]]:3: error: unsupported: in '@store12', 'store i32 1, ptr addrspace(12) %p': pointers of address space 12
  store i32 1, ptr addrspace(12) %p
  ret void
}

define i32 @others(ptr %p) {
; CHECK: address-spaces.ll:[[@LINE+1]]:8: error: unsupported: in '@others', {{.*}}: pointers of address space 2
  %a = load i32, ptr addrspace(2) null
; CHECK: address-spaces.ll:[[@LINE+1]]:8: error: unsupported: in '@others', {{.*}}: pointers of address space 100
  %b = addrspacecast ptr %p to ptr addrspace(100)
; CHECK: address-spaces.ll:[[@LINE+1]]:8: error: unsupported: in '@others', {{.*}}: pointers of address space 6
  %c = ptrtoint ptr addrspace(6) null to i64
; CHECK: address-spaces.ll:[[@LINE+1]]:8: error: unsupported: in '@others', {{.*}}: pointers of address space 8
  %d = atomicrmw add ptr addrspace(8) null, i32 1 monotonic
; CHECK: address-spaces.ll:[[@LINE+1]]:3: error: unsupported: in '@others', {{.*}}: pointers of address space 12
  call void @llvm.memcpy.p12.p0.i64(ptr addrspace(12) null, ptr %p, i64 4, i1 false)
; CHECK: address-spaces.ll:[[@LINE+1]]:8: error: unsupported: in '@others', {{.*}}: pointers of address space 9
  %e = icmp eq ptr addrspace(9) null, inttoptr (i64 1 to ptr addrspace(9))
; CHECK: address-spaces.ll:[[@LINE+1]]:8: error: unsupported: in '@others', {{.*}}: pointers of address space 11
  %f = load i32, ptr addrspacecast (ptr addrspace(11) null to ptr)
; Constant memory and parameters of kernels are not written.
; CHECK: address-spaces.ll:[[@LINE+1]]:3: error: unsupported: in '@others', {{.*}}: constant memory cannot be written
  call void @llvm.memset.p4.i64(ptr addrspace(4) null, i8 0, i64 4, i1 false)
; CHECK: address-spaces.ll:[[@LINE+1]]:3: error: unsupported: in '@others', {{.*}}: parameters of a kernel cannot be written
  store i32 1, ptr addrspace(101) null
  ret i32 %a
}
