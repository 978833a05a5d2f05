; version 22
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i1 @llvm.coro.alloc(token)
declare void @llvm.coro.end(ptr, i1, token)
declare i1 @llvm.coro.is_in_ramp()
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @pers(...)
@C = private constant [2 x ptr] [ptr @free, ptr @free]
define void @a() {
  %x = call ptr @llvm.coro.subfn.addr(ptr @C, i8 0)
  call fastcc void %x(ptr @C)
  %y = call ptr @llvm.coro.subfn.addr(ptr @C, i8 1)
  call fastcc void %y(ptr @C)
  %z = call ptr @llvm.coro.subfn.addr(ptr null, i8 1)
  call fastcc void %z(ptr null)
  ret void
}
define ptr @f(i32 %n) personality ptr @pers {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @C)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %dyn, label %begin
dyn:
  %m = call ptr @malloc(i64 24)
  br label %begin
begin:
  %ph = phi ptr [ null, %entry ], [ %m, %dyn ]
  %h = call ptr @llvm.coro.begin(token %id, ptr %ph)
  %c = icmp eq i32 %n, 0
  br i1 %c, label %cleanup, label %susp
cleanup:
  invoke void @free(ptr %h) to label %cont unwind label %lp
cont:
  %mem = call ptr @llvm.coro.free(token %id, ptr %h)
  %nn = icmp ne ptr %mem, null
  br i1 %nn, label %dofree, label %susp
dofree:
  call void @free(ptr %mem)
  br label %susp
susp:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %h
lp:
  %l = landingpad { ptr, i32 } cleanup
  br label %res
res:
  %q = phi { ptr, i32 } [ %l, %lp ]
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %q
}
define i32 @g(i1 %c, i1 %d, ptr %p) personality ptr @pers {
  %x = call ptr @llvm.coro.subfn.addr(ptr %p, i8 1)
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  br i1 %d, label %e, label %j
e:
  br label %j
j:
  %ph = phi i32 [ 4, %b ], [ 5, %e ]
  invoke void @free(ptr %p) to label %ok unwind label %lp
ok:
  ret i32 %ph
lp:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
