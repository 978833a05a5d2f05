; PTX has no names with dots. llc renames only local symbols, so an external name with a dot is no valid PTX, which gets a warning for IR and an error where corolower
; or NVIDIA's library writes the PTX. Local names, as those of the parts, may have any characters.
; REQUIRES: corolower
; RUN: corolower %s -S -o %t.ll 2>&1 | FileCheck %s --check-prefix=WARN
; RUN: FileCheck %s --input-file %t.ll
; RUN: not corolower --nvvm %s 2>&1 | FileCheck %s --check-prefix=NVVM
; RUN: sed "/^@0/d" %s | not corolower --emit=ptx 2>&1 | FileCheck %s --check-prefix=PTX
; RUN: sed 's/ext\.fn/ext_fn/; s/@a\.b/@ab/; s/@f\.c/@fc/; s/@"1a"/@a1/' %s | corolower -S 2>&1 | FileCheck %s --check-prefix=FINE
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | corolower -S 2>&1 | FileCheck %s --check-prefix=FINE

target triple = "nvptx64-nvidia-cuda"

; WARN:      dotted-names.ll:[[@LINE+5]]:1: warning: external symbol '@a.b' is not a PTX identifier: llc writes the name as it is, and ptxas refuses it
; WARN:      note: the same holds for 3 more symbols of the file
; WARN:      hint: give it internal linkage or another name
; WARN-NOT:  warning
; FINE-NOT:  warning
@a.b = addrspace(1) global i32 1
@local.value = internal addrspace(1) global i32 1
@0 = addrspace(1) global i32 1
@llvm.used = appending global [1 x ptr] [ptr @f.c], section "llvm.metadata"

; NVVM: error: external symbol '@a.b' is not a PTX identifier, and NVIDIA's library refuses it
; NVVM: error: external symbol '@ext.fn' is not a PTX identifier
; NVVM-NOT: unused.fn
; NVVM: error: external symbol '@f.c' is not a PTX identifier
; NVVM: error: external symbol '@"1a"' is not a PTX identifier
; PTX:  error: unsupported: external symbol '@a.b' is not a PTX identifier
; PTX:  error: unsupported: external symbol '@ext.fn' is not a PTX identifier
; PTX:  error: unsupported: external symbol '@f.c' is not a PTX identifier
; PTX:  error: unsupported: external symbol '@"1a"' is not a PTX identifier

declare i32 @ext.fn(i32)
declare i32 @unused.fn(i32)

; CHECK-LABEL: define ptr @f.c(
; CHECK-LABEL: define internal fastcc void @f.c.resume(
define ptr @f.c(ptr %mem) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f.c, ptr null)
  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %v = load i32, ptr addrspace(1) @local.value
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [i8 0, label %resume
                            i8 1, label %end]
resume:
  %r = call i32 @ext.fn(i32 %v)
  br label %end
end:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}

define ptx_kernel void @"1a"(ptr %p) {
  %v = load i32, ptr addrspace(1) @a.b
  store i32 %v, ptr %p
  ret void
}
