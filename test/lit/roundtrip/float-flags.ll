; Floating-point instructions keep fast-math flags and the spelling of constants.
; RUN: corolower %s -passes=coro-early -S | opt-22 -S | grep -v ModuleID > %t.ours
; RUN: opt-22 %s -passes=coro-early -S | grep -v ModuleID > %t.llvm
; RUN: diff %t.llvm %t.ours

source_filename = "m"

define double @t(ptr %h, float %x, double %y, half %z) {
  %d = call i1 @llvm.coro.done(ptr %h)
  %1 = fadd fast float %x, 1.500000e+00
  %2 = fsub nnan ninf float %1, 0x3FB99999A0000000
  %3 = fmul reassoc nsz arcp contract afn float %2, %x
  %4 = fdiv nsz float %3, 0x7FF0000000000000
  %5 = frem float %4, 0x7FF8000000000000
  %6 = fneg nnan float %5
  %7 = fpext float %6 to double
  %8 = fptrunc double %y to half
  %9 = fadd half %8, 0xH3C00
  %10 = fcmp nnan une double %7, %y
  %11 = select nnan i1 %10, double %7, double %y
  %12 = fptosi double %11 to i32
  %13 = uitofp nneg i32 %12 to double
  %14 = fadd double %13, -0.0
  %15 = call fast double @llvm.fabs.f64(double %14)
  ret double %15
}

declare i1 @llvm.coro.done(ptr)
declare double @llvm.fabs.f64(double)
