; Calls: tail kinds, conventions, parameter and return attributes, variadics, bundles, assembly.
; RUN: corolower %s -passes=coro-early -S | opt-22 -S | grep -v ModuleID > %t.ours
; RUN: opt-22 %s -passes=coro-early -S | grep -v ModuleID > %t.llvm
; RUN: diff %t.llvm %t.ours

source_filename = "m"

%big = type { [8 x i64] }

define void @t(ptr %h, ptr %p, ptr %f, i8 %b) {
  %d = call i1 @llvm.coro.done(ptr %h)
  call void @sink(ptr sret(%big) align 8 %p, ptr byval(%big) align 16 %p, ptr nonnull dereferenceable(8) captures(none) %p)
  %1 = tail call zeroext i8 @small(i8 noundef zeroext %b) #0
  %2 = notail call i32 (ptr, ...) @many(ptr %p, i32 1, double 2.000000e+00)
  %3 = call coldcc i32 %f(ptr %p, i32 inreg 4)
  %4 = call range(i32 0, 10) i32 @get() [ "deopt"(), "note"(i32 5, ptr @small) ]
  %5 = call { i32, i32 } asm sideeffect inteldialect "nop", "=r,=r,r,~{flags}"(i32 %2)
  call fastcc void @local(ptr swiftself %p)
  %6 = call noundef nofpclass(nan inf) float @fl()
  ret void
}

define internal fastcc void @local(ptr swiftself %0) {
  ret void
}

declare void @sink(ptr, ptr, ptr)
declare zeroext i8 @small(i8 zeroext)
declare i32 @many(ptr, ...)
declare i32 @get()
declare float @fl()

declare i1 @llvm.coro.done(ptr)

attributes #0 = { nounwind memory(read) }
