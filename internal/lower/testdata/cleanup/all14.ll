; version 14
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
declare i8* @llvm.coro.subfn.addr(i8*, i8)
declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare i1 @llvm.coro.alloc(token)


declare i8* @malloc(i64)
declare void @free(i8*)
declare i32 @pers(...)
@C = private constant { i8*, i8* } zeroinitializer
define void @a() {
  %x = call i8* @llvm.coro.subfn.addr(i8* bitcast ({ i8*, i8* }* @C to i8*), i8 0)
  %xx = bitcast i8* %x to void(i8*)*
  call fastcc void %xx(i8* bitcast ({ i8*, i8* }* @C to i8*))
  %y = call i8* @llvm.coro.subfn.addr(i8* bitcast ({ i8*, i8* }* @C to i8*), i8 1)
  %yy = bitcast i8* %y to void(i8*)*
  call fastcc void %yy(i8* null)

  
  ret void
}
define i32 @g(i1 %c, i1 %d, i8* %p) personality i8* bitcast (i32 (...)* @pers to i8*) {
  %x = call i8* @llvm.coro.subfn.addr(i8* %p, i8 1)
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  br i1 %d, label %e, label %j
e:
  br label %j
j:
  %ph = phi i32 [ 4, %b ], [ 5, %e ]
  invoke void @free(i8* %p) to label %ok unwind label %lp
ok:
  ret i32 %ph
lp:
  %l = landingpad { i8*, i32 } cleanup
  resume { i8*, i32 } %l
}
