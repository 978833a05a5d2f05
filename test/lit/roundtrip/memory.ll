; Loads, stores, address computations and allocas with alignment, volatility, address spaces, flags and metadata.
; RUN: corolower %s -passes=coro-early -S | opt-22 -S | grep -v ModuleID > %t.ours
; RUN: opt-22 %s -passes=coro-early -S | grep -v ModuleID > %t.llvm
; RUN: diff %t.llvm %t.ours

source_filename = "m"

%pair = type { i32, [4 x i64] }

define i64 @t(ptr %h, ptr addrspace(3) %s, i64 %i) {
  %d = call i1 @llvm.coro.done(ptr %h)
  %a = alloca i32, align 16
  %b = alloca %pair, i32 3, align 8
  %c = alloca inalloca { i32 }, align 4
  store volatile i32 7, ptr %a, align 16
  %1 = load i32, ptr %a, align 4, !range !0, !noundef !1
  %2 = getelementptr inbounds nuw %pair, ptr %b, i64 1, i32 1, i64 %i
  %3 = getelementptr nusw i8, ptr %2, i64 8
  %4 = getelementptr inbounds i32, ptr addrspace(3) %s, i64 %i
  store i32 %1, ptr addrspace(3) %4, align 4, !nontemporal !2
  %5 = addrspacecast ptr addrspace(3) %4 to ptr
  %6 = ptrtoint ptr %5 to i64
  %7 = inttoptr i64 %6 to ptr
  %8 = load i64, ptr %7, align 8, !invariant.load !1, !tbaa !3
  ret i64 %8
}

declare i1 @llvm.coro.done(ptr)

!0 = !{i32 0, i32 9}
!1 = !{}
!2 = !{i32 1}
!3 = !{!4, !4, i64 0}
!4 = !{!"long", !5}
!5 = !{!"root"}
