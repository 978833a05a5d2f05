; A variable in local memory (addrspace 5) that code reaches by a generic address is split, and becomes a value, as in the generic space. A part that stays
; in memory keeps its generic address.
; RUN: corolower %s -passes=sroa -S | FileCheck %s
; RUN: corolower %s -passes=mem2reg -S | FileCheck %s --check-prefix=MARKED

target datalayout = "e-p:64:64-p5:32:32-i64:64-A5"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: define i32 @parts(
; CHECK-NEXT:    %[[KEPT:.*]] = alloca i32, align 4, addrspace(5)
; CHECK-NEXT:    %[[AT:.*]] = addrspacecast ptr addrspace(5) %[[KEPT]] to ptr
; CHECK-NEXT:    store volatile i32 %x, ptr %[[AT]]
; CHECK-NEXT:    ret i32 %x
define i32 @parts(i32 %x) {
  %pair.local = alloca { i32, i32 }, align 4, addrspace(5)
  %pair = addrspacecast ptr addrspace(5) %pair.local to ptr
  %second = getelementptr { i32, i32 }, ptr %pair, i32 0, i32 1
  store i32 %x, ptr %pair
  store volatile i32 %x, ptr %second
  %y = load i32, ptr %pair
  ret i32 %y
}

; MARKED-LABEL: define i32 @marked(
; MARKED-NEXT:    ret i32 %x
define i32 @marked(i32 %x) {
  %v = alloca i32, align 4, addrspace(5)
  %unused = addrspacecast ptr addrspace(5) %v to ptr
  store i32 %x, ptr addrspace(5) %v
  %y = load i32, ptr addrspace(5) %v
  ret i32 %y
}
