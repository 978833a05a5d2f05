; What has to stand in front of a return stays there: musttail calls, and calls that deoptimize. Tokens of convergence begin where their
; regions do.
; RUN: corolower %s -verify-each -passes='function(simplifycfg)' -S -o %t
; RUN: FileCheck %s < %t
; RUN: opt-22 -passes=verify -disable-output %t
; RUN: corolower %s -verify-each -passes='inline,function(sroa,early-cse,instsimplify,simplifycfg,dce)' -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -passes=inline -S | FileCheck %s -check-prefix=INLINE

; CHECK-LABEL: define i32 @deopt(
; CHECK:         call i32{{ ?}}(...) @llvm.experimental.deoptimize.i32(
; CHECK-NEXT:    ret i32 %r
; CHECK-LABEL: define void @deoptv(
; CHECK:         call void{{ ?}}(...) @llvm.experimental.deoptimize.isVoid(
; CHECK-NEXT:    ret void
; CHECK:         call void{{ ?}}(...) @llvm.experimental.deoptimize.isVoid(
; CHECK-NEXT:    ret void
; CHECK-LABEL: define i32 @musttail(
; CHECK:         musttail call
; CHECK-NEXT:    ret i32
; CHECK:         musttail call
; CHECK-NEXT:    ret i32
; CHECK-LABEL: define void @straight(
; CHECK:         call void @cv()
; CHECK-NEXT:    br label %loop
; CHECK-LABEL: define void @behind(
; CHECK:         call void @cv()
; CHECK-NEXT:    br label %loop
; INLINE-LABEL: define i32 @callsdeopt(
; INLINE:         call i32 @deopt(
; INLINE-LABEL: define void @nocontrol(
; INLINE:         call void @conv(
declare i32 @llvm.experimental.deoptimize.i32(...)
declare void @llvm.experimental.deoptimize.isVoid(...)
declare void @llvm.experimental.guard(i1, ...)
declare token @llvm.experimental.convergence.entry() convergent
declare token @llvm.experimental.convergence.loop() convergent
declare token @llvm.experimental.convergence.anchor() convergent
declare void @cv() convergent
declare i32 @g(i32)
declare ptr @gp(i32)
define i32 @deopt(i1 %c, i32 %x) {
  br i1 %c, label %a, label %b
a:
  %r = call i32(...) @llvm.experimental.deoptimize.i32(i32 1) [ "deopt"(i32 %x) ]
  ret i32 %r
b:
  ret i32 %x
}
define void @deoptv(i1 %c, i32 %x) {
  br i1 %c, label %a, label %b
a:
  call void(...) @llvm.experimental.deoptimize.isVoid(i32 1) [ "deopt"(i32 %x) ]
  ret void
b:
  %c2 = icmp eq i32 %x, 0
  br i1 %c2, label %d, label %e
d:
  call void(...) @llvm.experimental.deoptimize.isVoid(i32 1) [ "deopt"(i32 %x) ]
  ret void
e:
  ret void
}
define i32 @callsdeopt(i1 %c, i32 %x) {
  %r = call i32 @deopt(i1 %c, i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}
define i32 @musttail(i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  %r = musttail call i32 @g(i32 %x)
  ret i32 %r
b:
  %q = musttail call i32 @g(i32 1)
  ret i32 %q
}
define void @mtv(i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  musttail call void @mtv(i32 %x)
  ret void
b:
  ret void
}
define i32 @callsmt(i32 %x) {
  %r = call i32 @musttail(i32 %x)
  call void @mtv(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}
define i32 @mt2(i32 %x) {
  %r = musttail call i32 @musttail(i32 %x)
  ret i32 %r
}
define void @conv(i1 %c) convergent {
  %t = call token @llvm.experimental.convergence.entry()
  br label %n
n:
  call void @cv() [ "convergencectrl"(token %t) ]
  br label %loop
loop:
  %l = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %t) ]
  call void @cv() [ "convergencectrl"(token %l) ]
  br i1 %c, label %loop, label %end
end:
  ret void
}
define void @callsconv(i1 %c) convergent {
  %t = call token @llvm.experimental.convergence.entry()
  call void @conv(i1 %c) [ "convergencectrl"(token %t) ]
  ret void
}
define void @callsconv2(i1 %c) {
  %t = call token @llvm.experimental.convergence.anchor()
  br i1 %c, label %x, label %y
x:
  call void @conv(i1 %c) [ "convergencectrl"(token %t) ]
  br label %y
y:
  ret void
}
define void @nocontrol(i1 %c) convergent {
  call void @conv(i1 %c)
  ret void
}
define void @guard(i1 %c) {
  call void(i1, ...) @llvm.experimental.guard(i1 false) [ "deopt"() ]
  br i1 %c, label %a, label %b
a:
  ret void
b:
  ret void
}
define i32 @emptyloop(i1 %c) convergent {
  %t = call token @llvm.experimental.convergence.entry()
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i1, %back ]
  %l = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %t) ]
  %i1 = add i32 %i, 1
  br i1 %c, label %back, label %end
back:
  br label %loop
end:
  ret i32 %i
}
define void @straight(i1 %c) convergent {
  %t = call token @llvm.experimental.convergence.entry()
  call void @cv() [ "convergencectrl"(token %t) ]
  br label %loop
loop:
  %l = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %t) ]
  call void @cv() [ "convergencectrl"(token %l) ]
  br i1 false, label %loop, label %end
end:
  ret void
}
define void @behind(i32 %x) convergent {
  %t = call token @llvm.experimental.convergence.entry()
  call void @cv() [ "convergencectrl"(token %t) ]
  br label %loop
loop:
  %r = call i32 @g(i32 %x)
  %l = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %t) ]
  call void @cv() [ "convergencectrl"(token %l) ]
  br i1 false, label %loop, label %end
end:
  ret void
}
