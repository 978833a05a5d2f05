; What wants more alignment than the frame has: an object is aligned where its address is computed, in room of its own, and a value is stored with the
; alignment that there is. The frame is packed where a type would move its fields. The fork lets the vector of @vector lie 16 bytes behind the end of
; what the record says.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s --llvm-version=22 -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@vector.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 0 }>, align 8
define { ptr, i32 } @vector(ptr noalias %frame, ptr swiftcoro %cator, ptr %vp) {
entry:
  %al = alloca [3 x i128], align 16
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @vector.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @use(ptr %al)
  %vec = load <4 x double>, ptr %vp
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use(ptr %al)
  call void @use.vector(<4 x double> %vec)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@object.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 0 }>, align 8
define { ptr, i32 } @object(ptr noalias %frame, ptr swiftcoro %cator, i64 %n) {
entry:
  %al = alloca i64, align 64
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @object.rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 0)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @use(ptr %al)
  %c = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 0)
  call void @use(ptr %al)
  call void @use.i64(i64 %n)
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @use(ptr)
declare void @use.i64(i64)
declare void @use.vector(<4 x double>)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare i1 @llvm.coro.end(ptr, i1, token)
declare swiftcc void @proto(ptr noalias, ptr swiftcoro)
declare swiftcc ptr @take(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give(ptr, ptr swiftcoro, ptr)
declare swiftcc ptr @take_frame(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give_frame(ptr, ptr swiftcoro, ptr)

; CHECK: %vector.Frame = type <{ [3 x i128], <4 x double> }>
; CHECK: %object.Frame = type { i64, [48 x i8], i64 }
; CHECK: @vector.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 80, i64 0 }>, align 8
; CHECK-LABEL: define internal swiftcc void @vector.resume.0(ptr %0, ptr swiftcoro %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %al = getelementptr inbounds %vector.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %vec.reload.addr = getelementptr inbounds %vector.Frame, ptr %0, i32 0, i32 1
; CHECK-NEXT:    %vec.reload = load <4 x double>, ptr %vec.reload.addr, align 16
; CHECK-NEXT:    call void @use(ptr %al)
; CHECK-NEXT:    call void @use.vector(<4 x double> %vec.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK: @object.rec = global <{ i32, i32, i64 }> <{ i32 1, i32 64, i64 0 }>, align 8
; CHECK-LABEL: define { ptr, i32 } @object(ptr noalias %frame, ptr swiftcoro %cator, i64 %n)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %0 = getelementptr inbounds %object.Frame, ptr %frame, i32 0, i32 0
; CHECK-NEXT:    %1 = ptrtoint ptr %0 to i64
; CHECK-NEXT:    %2 = add i64 %1, 63
; CHECK-NEXT:    %3 = and i64 %2, -64
; CHECK-NEXT:    %al = inttoptr i64 %3 to ptr
; CHECK-NEXT:    %n.spill.addr = getelementptr inbounds %object.Frame, ptr %frame, i32 0, i32 2
; CHECK-NEXT:    store i64 %n, ptr %n.spill.addr, align 8
; CHECK-NEXT:    call void @use(ptr %al)
; CHECK-NEXT:    %4 = insertvalue { ptr, i32 } poison, ptr @object.resume.0, 0
; CHECK-NEXT:    %5 = insertvalue { ptr, i32 } %4, i32 0, 1
; CHECK-NEXT:    ret { ptr, i32 } %5
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @object.resume.0(ptr %0, ptr swiftcoro %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %2 = getelementptr inbounds %object.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %3 = ptrtoint ptr %2 to i64
; CHECK-NEXT:    %4 = add i64 %3, 63
; CHECK-NEXT:    %5 = and i64 %4, -64
; CHECK-NEXT:    %al = inttoptr i64 %5 to ptr
; CHECK-NEXT:    %n.reload.addr = getelementptr inbounds %object.Frame, ptr %0, i32 0, i32 2
; CHECK-NEXT:    %n.reload = load i64, ptr %n.reload.addr, align 8
; CHECK-NEXT:    call void @use(ptr %al)
; CHECK-NEXT:    call void @use.i64(i64 %n.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
