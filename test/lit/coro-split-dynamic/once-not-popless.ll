; Only the dynamic ABI returns without giving the stack back, and only where it suspends.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s --implicit-check-not=popless
define swiftcorocc { ptr, i32 } @once(ptr noalias %buf, ptr swiftcoro %cator) {
entry:
  %id = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon.once(i32 8, i32 8, ptr %buf, ptr @proto, ptr @malloc, ptr @free)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %b = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 1)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@neverTwc = constant <{ i32, i64, i64 }> <{ i32 1, i64 77, i64 0 }>, section "records", align 4
define swiftcorocc { ptr, i32 } @never(ptr noalias %frame, ptr swiftcoro %cator, i1 %c) {
entry:
  %local = alloca i32
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @neverTwc, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @use(ptr %local)
  br i1 %c, label %out, label %trap
trap:
  call void @abort()
  unreachable
out:
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr, ...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
declare void @abort()
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare i1 @llvm.coro.end(ptr, i1, token)
declare swiftcc void @proto(ptr noalias, ptr swiftcoro)
declare swiftcc ptr @take(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give(ptr, ptr swiftcoro, ptr)
declare swiftcc ptr @take_frame(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give_frame(ptr, ptr swiftcoro, ptr)

; CHECK-LABEL: define swiftcorocc { ptr, i32 } @once(ptr noalias %buf, ptr swiftcoro %cator)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %0 = insertvalue { ptr, i32 } poison, ptr @once.resume.0, 0
; CHECK-NEXT:    %1 = insertvalue { ptr, i32 } %0, i32 1, 1
; CHECK-NEXT:    ret { ptr, i32 } %1
; CHECK-NEXT:  }
; CHECK: @neverTwc = constant <{ i32, i64, i64 }> <{ i32 1, i64 0, i64 0 }>, section "records", align 4
; CHECK-LABEL: define swiftcorocc { ptr, i32 } @never(ptr noalias %frame, ptr swiftcoro %cator, i1 %c)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %local = alloca i32, align 4
; CHECK-NEXT:    call void @use(ptr %local)
; CHECK-NEXT:    br i1 %c, label %CoroEnd, label %trap
; CHECK:       trap:
; CHECK-NEXT:    call void @abort()
; CHECK-NEXT:    unreachable
; CHECK:       CoroEnd:
; CHECK-NEXT:    ret { ptr, i32 } { ptr null, i32 poison }
; CHECK-NEXT:  }
