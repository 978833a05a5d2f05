; A coro.alloca that no suspend finds alive is an alloca; the stack is brought back where it is freed, unless the function is left soon.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define {ptr, i32} @gen(ptr %buf, i64 %n, i32 %k) {
entry:
  %id = call token @llvm.coro.id.retcon(i32 32, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %tk = call token @llvm.coro.alloca.alloc.i64(i64 %n, i32 16)
  %a = call ptr @llvm.coro.alloca.get(token %tk)
  call void @use(ptr %a)
  call void @llvm.coro.alloca.free(token %tk)
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %k
  br i1 %c, label %loop, label %rest
rest:
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 1)
  %tk2 = call token @llvm.coro.alloca.alloc.i64(i64 %n, i32 16)
  %b = call ptr @llvm.coro.alloca.get(token %tk2)
  call void @use(ptr %b)
  call void @llvm.coro.alloca.free(token %tk2)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @use(ptr)
declare {ptr, i32} @proto(ptr, i1)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare ptr @llvm.coro.alloca.get(token)
declare void @llvm.coro.alloca.free(token)

declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)

; CHECK-LABEL: define { ptr, i32 } @gen(ptr %buf, i64 %n, i32 %k)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %n.spill.addr = getelementptr inbounds %gen.Frame, ptr %buf, i32 0, i32 0
; CHECK-NEXT:    store i64 %n, ptr %n.spill.addr, align 4
; CHECK-NEXT:    br label %loop
; CHECK:       loop:
; CHECK-NEXT:    %i = phi i32 [ 0, %entry ], [ %j, %loop ]
; CHECK-NEXT:    %0 = call ptr @llvm.stacksave.p0()
; CHECK-NEXT:    %1 = alloca i8, i64 %n, align 16
; CHECK-NEXT:    call void @use(ptr %1)
; CHECK-NEXT:    call void @llvm.stackrestore.p0(ptr %0)
; CHECK-NEXT:    %j = add i32 %i, 1
; CHECK-NEXT:    %c = icmp slt i32 %j, %k
; CHECK-NEXT:    br i1 %c, label %loop, label %coro.return
; CHECK:       coro.return:
; CHECK-NEXT:    %2 = phi ptr [ @gen.resume.0, %loop ]
; CHECK-NEXT:    %3 = phi i32 [ 1, %loop ]
; CHECK-NEXT:    %4 = insertvalue { ptr, i32 } poison, ptr %2, 0
; CHECK-NEXT:    %5 = insertvalue { ptr, i32 } %4, i32 %3, 1
; CHECK-NEXT:    ret { ptr, i32 } %5
; CHECK-NEXT:  }
; CHECK-LABEL: define internal { ptr, i32 } @gen.resume.0(ptr noalias noundef nonnull align 8 dereferenceable(32) %0, i1 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %n.reload.addr = getelementptr inbounds %gen.Frame, ptr %0, i32 0, i32 0
; CHECK-NEXT:    %n.reload = load i64, ptr %n.reload.addr, align 4
; CHECK-NEXT:    %2 = alloca i8, i64 %n.reload, align 16
; CHECK-NEXT:    call void @use(ptr %2)
; CHECK-NEXT:    ret { ptr, i32 } { ptr null, i32 poison }
; CHECK-NEXT:  }
