; A continuation takes its place in the phi of what is returned; what a suspend gives back is a parameter of its own.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define {ptr, i32, i64} @gen(ptr %buf) {
entry:
  %id = call token @llvm.coro.id.retcon(i32 16, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r = call {i8, i64} (...) @llvm.coro.suspend.retcon.sl_i8i64s(i32 1, i64 2)
  %x = extractvalue {i8, i64} %r, 1
  call void @use(i64 %x)
  %r2 = call {i8, i64} (...) @llvm.coro.suspend.retcon.sl_i8i64s(float 1.000000e+00, i64 %x)
  %y = extractvalue {i8, i64} %r2, 1
  call void @use(i64 %y)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @use(i64)
declare {ptr, i32, i64} @proto(ptr, i8, i64)
declare {i8, i64} @llvm.coro.suspend.retcon.sl_i8i64s(...)

declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)

; CHECK-LABEL: define { ptr, i32, i64 } @gen(ptr %buf)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %0 = insertvalue { ptr, i32, i64 } poison, ptr @gen.resume.0, 0
; CHECK-NEXT:    %1 = insertvalue { ptr, i32, i64 } %0, i32 1, 1
; CHECK-NEXT:    %2 = insertvalue { ptr, i32, i64 } %1, i64 2, 2
; CHECK-NEXT:    ret { ptr, i32, i64 } %2
; CHECK-NEXT:  }
; CHECK-LABEL: define internal { ptr, i32, i64 } @gen.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(16) %0, i8 %1, i64 %2)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    call void @use(i64 %2)
; CHECK-NEXT:    %3 = bitcast float 1.000000e+00 to i32
; CHECK-NEXT:    %4 = insertvalue { ptr, i32, i64 } poison, ptr @gen.resume.1, 0
; CHECK-NEXT:    %5 = insertvalue { ptr, i32, i64 } %4, i32 %3, 1
; CHECK-NEXT:    %6 = insertvalue { ptr, i32, i64 } %5, i64 %2, 2
; CHECK-NEXT:    ret { ptr, i32, i64 } %6
; CHECK-NEXT:  }
; CHECK-LABEL: define internal { ptr, i32, i64 } @gen.resume.1(ptr noalias noundef nonnull align 8 dereferenceable(16) %0, i8 %1, i64 %2)
; CHECK-NEXT:  entryresume.1:
; CHECK-NEXT:    call void @use(i64 %2)
; CHECK-NEXT:    ret { ptr, i32, i64 } { ptr null, i32 poison, i64 poison }
; CHECK-NEXT:  }
