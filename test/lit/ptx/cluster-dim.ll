; A machine without clusters ignores the launch bounds of clusters, as in llc, with a warning. Other bounds stay.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s 2>&1 | FileCheck %s
; RUN: corolower --emit=ptx -mcpu=sm_90 %s 2>&1 | FileCheck %s --check-prefix=NEW --implicit-check-not=warning
target triple = "nvptx64-nvidia-cuda"

; CHECK: cluster-dim.ll:[[@LINE+9]]:1: warning: kernel '@k': sm_80 has no clusters, so its launch bounds for them are ignored
; CHECK: hint: select a machine with clusters with -mcpu=sm_90
; CHECK: .version 7.0
; CHECK: .visible .entry k()
; CHECK-NEXT: .maxntid 64
; CHECK-NEXT: {
; NEW: .maxntid 64
; NEW-NEXT: .explicitcluster
; NEW-NEXT: .reqnctapercluster 3, 5, 7
define ptx_kernel void @k() "nvvm.cluster_dim"="3,5,7" "nvvm.maxntid"="64" {
  ret void
}
