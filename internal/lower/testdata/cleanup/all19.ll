; version 19
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i1 @llvm.coro.alloc(token)


declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @pers(...)
@C = private constant [2 x ptr] zeroinitializer
define void @a() {
  %x = call ptr @llvm.coro.subfn.addr(ptr @C, i8 0)
  call fastcc void %x(ptr @C)
  %y = call ptr @llvm.coro.subfn.addr(ptr @C, i8 1)
  call fastcc void %y(ptr @C)
  %z = call ptr @llvm.coro.subfn.addr(ptr null, i8 1)
  call fastcc void %z(ptr null)
  ret void
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
