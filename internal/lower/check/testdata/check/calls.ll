; Rules about single calls, in functions that are no coroutines and in dead code.
define void @unknown(ptr %h) {
  call void @llvm.coro.resum(ptr %h) ; WANT: unknown-intrinsic "did you mean llvm.coro.resume?"
  call void @llvm.coro.resum(ptr %h)
  %r = call i1 @llvm.coro.is_in_resume() ; WANT: unknown-intrinsic "LLVM 23"
  call void @llvm.coro.done.i32(ptr %h) ; WANT: unknown-intrinsic
  ret void
}

define void @arity(ptr %h) {
  %s = call i8 @llvm.coro.suspend(token none) ; WANT: signature "call it with the type of its declaration"
  ret void
dead:
  call void @llvm.coro.destroy() ; WANT: signature
  ret void
}

define void @constants(ptr %h, i8 %k, i32 %n, i1 %b) { ; WANT: presplit-missing
  %a = call ptr @llvm.coro.subfn.addr(ptr %h, i8 3) ; WANT: constant-argument
  %c = call ptr @llvm.coro.subfn.addr(ptr %h, i8 %k) ; WANT: constant-argument
  %d = call ptr @llvm.coro.subfn.addr(ptr %h, i8 -1)
  %e = call ptr @llvm.coro.promise(ptr %h, i32 %n, i1 false) ; WANT: constant-argument
  %f = call ptr @llvm.coro.promise(ptr %h, i32 6, i1 false) ; WANT: constant-argument
  %g = call ptr @llvm.coro.promise(ptr %h, i32 8, i1 %b) ; WANT: constant-argument
  %i = call token @llvm.coro.id(i32 3, ptr null, ptr null, ptr null) ; WANT: constant-argument ; WANT: begin-missing
  ret void
dead:
  %x = call i1 @llvm.coro.end(ptr %h, i1 %b) ; WANT: constant-argument
  ret void
}

define void @marker(i32 %n) {
  %a = call { ptr, i32 } @llvm.nvvm.coro.create.suspend(i32 undef) ; WANT: nvvm-create-suspend
  %b = call { ptr, i32 } @llvm.nvvm.coro.create.suspend(i32 7)
  call void @use(ptr @llvm.nvvm.coro.create.suspend) ; WANT: nvvm-create-suspend
  ret void
}

define ptr @address() {
  ret ptr @llvm.coro.noop ; WANT: intrinsic-address
}

define void @allowed(ptr %h) personality ptr @pers {
  invoke void @llvm.coro.resume(ptr %h) to label %next unwind label %pad
next:
  invoke void @llvm.coro.destroy(ptr %h) to label %done unwind label %pad
done:
  %n = call ptr @llvm.coro.noop()
  ret void
pad:
  %lp = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %lp
}

define void @loose(ptr %h) {
  %sv = call token @llvm.coro.save(ptr %h) ; WANT: outside-coroutine
  %s = call i8 @llvm.coro.suspend(token %sv, i1 false) ; WANT: outside-coroutine
  %f = call ptr @llvm.coro.frame() ; WANT: outside-coroutine
  %b = call ptr @llvm.coro.begin(token none, ptr null) ; WANT: begin-token
  ret void
}

declare void @llvm.coro.resum(ptr)
declare i1 @llvm.coro.is_in_resume()
declare void @llvm.coro.done.i32(ptr)
declare i8 @llvm.coro.suspend.bad()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare ptr @llvm.coro.frame()
declare i1 @llvm.coro.end(ptr, i1)
declare ptr @llvm.coro.noop()
declare { ptr, i32 } @llvm.nvvm.coro.create.suspend(i32)
declare void @use(ptr)
declare i32 @pers(...)
