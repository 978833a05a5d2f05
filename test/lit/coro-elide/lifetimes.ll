; With <lifetimes> frames that come to lie in a function are marked: from where the coroutine begins to behind what destroys it, and on ways that are only
; taken when it was destroyed. Then two that follow one another lie over each other in a coroutine's frame.
; RUN: corolower %s -passes='function(coro-elide<lifetimes>)' | FileCheck %s
; RUN: corolower %s -passes='function(coro-elide<lifetimes>)' | opt-22 -passes=verify -disable-output
; RUN: corolower %s -passes='function(coro-elide)' | FileCheck %s --check-prefix=PLAIN
; PLAIN-NOT: lifetime

@f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]

; CHECK-LABEL: define void @straight(
; CHECK:         %[[FRAME:.*]] = alloca [24 x i8]
; CHECK:         call void @llvm.lifetime.start.p0(ptr %[[FRAME]])
; CHECK:         call fastcc void @f.cleanup(
; CHECK-NEXT:    call void @llvm.lifetime.end.p0(ptr %[[FRAME]])
; CHECK-NEXT:    ret void
define void @straight() {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

; The handle is in a variable that is null where the coroutine was destroyed already: the way past the second destroy is only taken then.
; CHECK-LABEL: define void @moved(
; CHECK:         %[[FRAME:.*]] = alloca [24 x i8]
; CHECK:         call void @llvm.lifetime.start.p0(ptr %[[FRAME]])
; CHECK:       early:
; CHECK:         call fastcc void @f.cleanup(
; CHECK-NEXT:    call void @llvm.lifetime.end.p0(ptr %[[FRAME]])
; CHECK:       live:
; CHECK-NOT:     lifetime
; CHECK:         call fastcc void @f.cleanup(
; CHECK-NEXT:    br label %done
; CHECK:       done:
; CHECK-NEXT:    call void @llvm.lifetime.end.p0(ptr %[[FRAME]])
; CHECK-NEXT:    call void @work()
define void @moved(i1 %c) {
  %var = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  store ptr %hdl, ptr %var
  br i1 %c, label %early, label %late

early:
  %destroy1 = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy1(ptr %hdl)
  store ptr null, ptr %var
  br label %late

late:
  %again = load ptr, ptr %var
  %gone = icmp eq ptr %again, null
  br i1 %gone, label %done, label %live

live:
  %destroy2 = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy2(ptr %hdl)
  br label %done

done:
  call void @work()
  ret void
}

; An invoke that destroys: the block that it returns to is reached from elsewhere, with the frame alive.
; CHECK-LABEL: define void @joined(
; CHECK:         %[[FRAME:.*]] = alloca [24 x i8]
; CHECK:         invoke fastcc void @f.cleanup(
; CHECK-NEXT:            to label %[[EDGE:.*]] unwind label %thrown
; CHECK:       [[EDGE]]:
; CHECK-NEXT:    call void @llvm.lifetime.end.p0(ptr %[[FRAME]])
; CHECK-NEXT:    br label %join
define void @joined(i1 %c) personality ptr @__gxx_personality_v0 {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %c, label %destroys, label %join

destroys:
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  invoke fastcc void %destroy(ptr %hdl)
          to label %join unwind label %thrown

join:
  call void @work()
  ret void

thrown:
  %lp = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %lp
}

; Tells that LLVM 22 wrote the file: its markers have no size.
declare void @llvm.coro.end(ptr, i1, token)

declare void @work()
declare i32 @__gxx_personality_v0(...)
declare ptr @f()
define fastcc void @f.resume(ptr dereferenceable(24)) {
  ret void
}

declare fastcc void @f.destroy(ptr)
declare fastcc void @f.cleanup(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
