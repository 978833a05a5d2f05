; What attributes and annotations say of a kernel's launch is a directive: threads, blocks, registers, clusters. An annotation is one dimension; those
; in front of it that nothing is said of are 1. A cluster whose first dimension is 0 is one of a size that the launch chooses.
; REQUIRES: corolower
; RUN: corolower --emit=ptx -mcpu=sm_90 %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: .version 9.0

; CHECK-LABEL: .visible .entry threads(
; CHECK:       )
; CHECK-NEXT:  .maxntid 7, 1, 3
; CHECK-NEXT:  .minnctapersm 2
; CHECK-NEXT:  .maxnreg 32
; CHECK-NEXT:  {
define void @threads() {
  ret void
}

; CHECK-LABEL: .visible .entry annotated_cluster(
; CHECK:       )
; CHECK-NEXT:  .explicitcluster
; CHECK-NEXT:  .reqnctapercluster 2, 1, 1
; CHECK-NEXT:  {
define void @annotated_cluster(ptr addrspace(1) %p) {
  ret void
}

; CHECK-LABEL: .visible .entry annotated_blocks(
; CHECK:       )
; CHECK-NEXT:  .maxclusterrank 4
; CHECK-NEXT:  {
define void @annotated_blocks() {
  ret void
}

; CHECK-LABEL: .visible .entry rank(
; CHECK:       )
; CHECK-NEXT:  .maxclusterrank 8
; CHECK-NEXT:  {
define ptx_kernel void @rank(ptr addrspace(1) %p) #0 {
  ret void
}

; CHECK-LABEL: .visible .entry chosen_at_launch(
; CHECK:       )
; CHECK-NEXT:  .explicitcluster
; CHECK-NEXT:  {
define ptx_kernel void @chosen_at_launch() #1 {
  ret void
}

; CHECK-LABEL: .visible .entry blocks_are_clusters(
; CHECK:       )
; CHECK-NEXT:  .reqntid 128, 2
; CHECK-NEXT:  .reqnctapercluster 4
; CHECK-NEXT:  .blocksareclusters
; CHECK-NEXT:  {
define ptx_kernel void @blocks_are_clusters() #2 {
  ret void
}

; An annotation changes its own dimension of an attribute.
; CHECK-LABEL: .visible .entry both(
; CHECK:       )
; CHECK-NEXT:  .maxntid 64, 4
; CHECK-NEXT:  {
define ptx_kernel void @both() #3 {
  ret void
}

; A device function is launched by nobody.
; CHECK-LABEL: .visible .func device(
; CHECK-NEXT:  {
define void @device() #3 {
  ret void
}

attributes #0 = { "nvvm.maxclusterrank"="8" }
attributes #1 = { "nvvm.cluster_dim"="0,0,0" }
attributes #2 = { "nvvm.cluster_dim"="4" "nvvm.reqntid"="128,2" "nvvm.blocksareclusters" }
attributes #3 = { "nvvm.maxntid"="128, 4" }

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7}
!0 = !{ptr @threads, !"kernel", i32 1}
!1 = !{ptr @threads, !"maxntidx", i32 7, !"maxntidz", i32 3, !"minctasm", i32 2, !"maxnreg", i32 32}
!2 = !{ptr @annotated_cluster, !"kernel", i32 1}
!3 = !{ptr @annotated_cluster, !"cluster_dim_x", i32 2, !"cluster_dim_y", i32 1, !"cluster_dim_z", i32 1}
!4 = !{ptr @annotated_blocks, !"kernel", i32 1}
!5 = !{ptr @annotated_blocks, !"cluster_max_blocks", i32 4}
!6 = !{ptr @both, !"maxntidx", i32 64}
!7 = !{null, !"align", i32 8}
