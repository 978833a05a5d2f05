; Passes that look at the whole file take as long as the file is, not as its numbers are; new nodes get numbers that can be read again.
; RUN: corolower %s -passes='verify,coro-early,function(simplifycfg)' -S | FileCheck %s
; RUN: corolower %s -passes='verify,coro-early,function(simplifycfg)' -S | opt-22 -passes=verify -disable-output

; CHECK: !0 = !{!1}
!0 = !{!1}
; CHECK: !2147483647 = !{}
!2147483647 = !{}
!1 = !{!2147483646}
!2147483646 = !{!"x"}
!2147483645 = !{!2147483647}
!2147483644 = !{!2147483645}
