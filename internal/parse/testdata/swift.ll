; What the Swift compiler's fork writes and no stock LLVM reads: swiftcoro, swiftcorocc, variadic and extra coroutine intrinsics.
source_filename = "<swift-imported-modules>"
target triple = "arm64e-apple-macosx"

%swift.coro_func_pointer = type <{ i32, i32, i64 }>
%TSi = type <{ i64 }>

@"$s4main1xTwc" = protected global %swift.coro_func_pointer <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @"$s4main1xSivy" to i64), i64 ptrtoint (ptr @"$s4main1xTwc" to i64)) to i32), i32 0, i64 14029 }>, section "__TEXT,__const", align 8
@"\01_weird name" = external global i8, no_sanitize_address

declare swiftcc void @proto(ptr noalias, ptr swiftcoro) #1
declare ptr @_swift_coro_alloc(ptr, ptr swiftcoro, i64, i64)
declare void @_swift_coro_dealloc(ptr, ptr swiftcoro, ptr)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64) #1
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr, ...) #1
declare ptr @llvm.coro.begin(token, ptr writeonly captures(none)) #1
declare i1 @llvm.coro.end(ptr, i1, token) #1
declare ptr @llvm.coro.suspend.retcon.p0(...) #1
declare token @llvm.coro.alloca.alloc.frame.i64(i64, i32, i64) #1
declare void @llvm.ret.popless()

define swiftcorocc { ptr, ptr } @"$s4main1xSivy"(ptr noalias %0, ptr swiftcoro %1, ptr swiftself captures(none) dereferenceable(8) %2) #0 !dbg !4 {
entry:
    #dbg_declare_value(ptr %2, !6, !DIExpression(), !7)
  %3 = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @"$s4main1xTwc", ptr %1, ptr %0, ptr @proto, ptr @_swift_coro_alloc, ptr @_swift_coro_dealloc, ptr @_swift_coro_alloc, ptr @_swift_coro_dealloc, i64 5)
  %4 = call ptr @llvm.coro.begin(token %3, ptr null)
  %x._value = getelementptr inbounds nuw %TSi, ptr %2, i32 0, i32 0, !dbg !7
  %5 = call ptr (...) @llvm.coro.suspend.retcon.p0(ptr %x._value)
  %6 = load ptr, ptr %2, align 8, !invariant.load !8
  %7 = call swiftcc i64 %6(ptr swiftself %2) [ "ptrauth"(i32 0, i64 37) ]
  br i1 false, label %unwind, label %resume

resume:                                           ; preds = %entry
  br label %coro.end

unwind:                                           ; preds = %entry
  br label %coro.end

coro.end:                                         ; preds = %unwind, %resume
  %8 = call i1 @llvm.coro.end(ptr %4, i1 false, token none)
  unreachable
}

define swifttailcc void @thunk(ptr swiftasync %0, ptr %1) #2 {
  musttail call swifttailcc void %1(ptr swiftasync %0) #1
  ret void
}

attributes #0 = { noinline "swift.coro" }
attributes #1 = { nounwind }
attributes #2 = { alwaysinline nounwind "async_ret" }

!llvm.module.flags = !{!0, !1}
!swift.module.flags = !{!2}
!llvm.asan.globals = !{!3}

!0 = !{i32 1, !"Objective-C Version", i32 2}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{!"standard-library", i1 false}
!3 = distinct !{null, ptr @"\01_weird name", i1 false}
!4 = distinct !DISubprogram(name: "x", linkageName: "$s4main1xSivy", scope: !5, file: !5, line: 1, spFlags: DISPFlagDefinition)
!5 = !DIFile(filename: "x.swift", directory: "/")
!6 = !DILocalVariable(name: "self", arg: 1, scope: !4, file: !5, line: 1, flags: DIFlagArtificial)
!7 = !DILocation(line: 0, scope: !4)
!8 = !{}
