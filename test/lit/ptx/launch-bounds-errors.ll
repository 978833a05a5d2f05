; A launch bound that PTX has no directive for, or that ptxas refuses, is an error: it is never dropped.
; REQUIRES: corolower
; RUN: not corolower --emit=ptx -mcpu=sm_90 --ptx=8.7 %s 2>&1 | FileCheck %s --implicit-check-not=.version

target triple = "nvptx64-nvidia-cuda"

; CHECK: errors.ll:[[@LINE+2]]:1: error: unsupported: kernel '@exact_and_most': nvvm.maxntid and nvvm.reqntid together, but PTX allows only one
; CHECK-NOT: '@exact_and_most'
define ptx_kernel void @exact_and_most() "nvvm.maxntid"="128" "nvvm.reqntid"="128" { ret void }
; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: kernel '@none': nvvm.maxntid of 0
define ptx_kernel void @none() "nvvm.maxntid"="128,0" { ret void }
; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: function '@word': the attribute "nvvm.maxnreg"="many"
define ptx_kernel void @word() "nvvm.maxnreg"="many" { ret void }
; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: function '@four': the attribute "nvvm.cluster_dim"="1,1,1,1"
define ptx_kernel void @four() "nvvm.cluster_dim"="1,1,1,1" { ret void }
; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: kernel '@two': nvvm.cluster_dim and nvvm.maxclusterrank together, but PTX allows only one
define ptx_kernel void @two() "nvvm.cluster_dim"="2" "nvvm.maxclusterrank"="8" { ret void }
; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: kernel '@alone': nvvm.blocksareclusters without nvvm.reqntid and nvvm.cluster_dim
define ptx_kernel void @alone() "nvvm.blocksareclusters" { ret void }
; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: .blocksareclusters: this needs PTX 9.0, but --ptx asks for 8.7
define ptx_kernel void @later() "nvvm.blocksareclusters" "nvvm.reqntid"="32" "nvvm.cluster_dim"="2" { ret void }
; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: kernel '@unknown': the attribute "nvvm.preferred_cluster", which PTX has no directive for
define ptx_kernel void @unknown() "nvvm.preferred_cluster"="2" { ret void }
; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: function '@noted': the annotation "maxwarps", which PTX has no directive for
define void @noted() { ret void }
; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: function '@images': the annotation "rdoimage", which PTX has no directive for
define void @images(i64 %a) { ret void }
; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: function '@aligned': the annotation "align" of 32 bytes instead of the usual 16
define <4 x i32> @aligned(<4 x i32> %a) { ret <4 x i32> %a }

!nvvm.annotations = !{!0, !1, !2, !4}
!0 = !{ptr @noted, !"kernel", i32 1, !"maxwarps", i32 8}
!1 = !{ptr @images, !"kernel", i32 1, !"rdoimage", !3}
!2 = !{ptr @aligned, !"align", i32 16}
!3 = !{i32 0}
!4 = !{ptr @aligned, !"align", i32 65568}
