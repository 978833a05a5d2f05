; What LLVM's own tests give to opt and does not matter to lowering is accepted; passes that only opt has are named, with the nearest.
; RUN: corolower %s --code-model=medium -preserve-alignment-assumptions-during-inlining=false -do-counter-promotion=true -hoist-common-insts \
; RUN:   -passes='coro-early,simplifycfg<hoist-common-insts;switch-range-to-icmp;bonus-inst-threshold=3>' -S | FileCheck %s
; RUN: not corolower %s -passes='coro-early,newgvn' 2>&1 | FileCheck %s --check-prefix=NEAR
; RUN: corolower %s -passes=instcombine > /dev/null 2>&1; test $? -eq 2
; RUN: corolower %t.none > /dev/null 2>&1; test $? -eq 2
; CHECK: define void @f()
; NEAR: 'newgvn' is a pass of opt that corolower does not have; the closest is 'early-cse'
; REQUIRES: corolower
define void @f() {
  ret void
}
