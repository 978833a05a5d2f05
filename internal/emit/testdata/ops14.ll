; The typed-pointer dialect of LLVM 14.
source_filename = "ops14.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%node = type { i32, %node*, void (%node*, i8)*, [2 x i8*] }
%"class.std::x" = type { %node, i64 addrspace(2)* }
%opq = type opaque

@g = global i32 1, align 4
@n = global %node { i32 1, %node* @n, void (%node*, i8)* null, [2 x i8*] [i8* null, i8* bitcast (i32* @g to i8*)] }
@str = private unnamed_addr constant [3 x i8] c"hi\00"
@p = global i8* getelementptr inbounds ([3 x i8], [3 x i8]* @str, i64 0, i64 1)
@pr = global i8* getelementptr inbounds ([3 x i8], [3 x i8]* @str, inrange i64 0, i64 1)
@vt = constant { [2 x i8*] } { [2 x i8*] [i8* bitcast (void (i32)* @cb to i8*), i8* null] }
@fp = global void (i32)* @cb
@ptrptr = global void (%node*, i8)** null
@as = addrspace(3) global i32 undef
@cexpr = global i64 add (i64 ptrtoint (i32* @g to i64), i64 1)
@sel = global i32 select (i1 icmp eq (i32* @g, i32* null), i32 1, i32 2)
@fcmpc = global i1 icmp ult (i64 ptrtoint (i32* @g to i64), i64 4)
@sdivc = global i64 sdiv exact (i64 ptrtoint (i32* @g to i64), i64 ptrtoint (i64* @cexpr to i64))
@al = alias i8, bitcast (i32* @g to i8*)
@ba = global i8* blockaddress(@f, %bb)

declare void @cb(i32)
declare i32 @__gxx_personality_v0(...)
declare i8* @malloc(i64)
declare i32 @printf(i8*, ...)
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.addr(metadata, metadata, metadata)
declare token @llvm.coro.id(i32, i8* readnone, i8* nocapture readonly, i8*)
declare i8* @llvm.coro.begin(token, i8* writeonly)

define %node* @f(%node* %x, void (%node*, i8)* %fn, i8* %raw, %opq* %o) #0 personality i32 (...)* @__gxx_personality_v0 {
entry:
  %a = alloca %node, align 8
  %b = alloca i8*, i32 4, align 8
  %c = getelementptr inbounds %node, %node* %x, i32 0, i32 3, i64 1
  %0 = load i8*, i8** %c, align 8
  %1 = bitcast i8* %0 to %node*
  store %node* %1, %node** bitcast (i8** @p to %node**), align 8
  %2 = bitcast %node* %a to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %2, i8* align 8 %raw, i64 32, i1 false)
  call void %fn(%node* %x, i8 1)
  %3 = call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([3 x i8], [3 x i8]* @str, i64 0, i64 0), i32 1)
  call void bitcast (void (i32)* @cb to void (i8*)*)(i8* %raw)
  %4 = atomicrmw add i32* @g, i32 1 seq_cst, align 4
  %5 = cmpxchg i32* @g, i32 0, i32 1 acq_rel monotonic, align 4
  %6 = load atomic i32, i32* @g seq_cst, align 4
  %7 = addrspacecast i32* @g to i32 addrspace(3)*
  %8 = insertelement <2 x i32> undef, i32 %6, i32 0
  %9 = shufflevector <2 x i32> %8, <2 x i32> undef, <2 x i32> <i32 0, i32 undef>
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* null, i8* null)
  %hdl = call i8* @llvm.coro.begin(token %id, i8* null)
  br label %bb

bb:                                               ; preds = %entry
  %10 = invoke i8* @malloc(i64 8)
          to label %ok unwind label %lp

ok:                                               ; preds = %bb
  %11 = bitcast i8* %10 to %node*
  ret %node* %11

lp:                                               ; preds = %bb
  %l = landingpad { i8*, i32 }
          cleanup
          catch i8* null
          catch i8* bitcast (i32* @g to i8*)
          filter [1 x i8*] [i8* bitcast (i32* @g to i8*)]
  resume { i8*, i32 } %l
}

define void @byval(%node* byval(%node) align 8 %x, %node* noalias sret(%node) %r) {
  call void @byval(%node* byval(%node) align 8 %x, %node* sret(%node) %r)
  call void asm sideeffect "", "=*m"(i32* elementtype(i32) @g)
  %1 = load i8*, i8** bitcast (%node* @n to i8**), align 8
  musttail call void @byval(%node* byval(%node) align 8 %x, %node* sret(%node) %r)
  ret void
}

define i8* @dbg(i8* %p, i32 %n) !dbg !5 {
  call void @llvm.dbg.value(metadata i8* %p, metadata !8, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.addr(metadata i8* %p, metadata !8, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.value(metadata !DIArgList(i8* %p, i32 %n), metadata !8, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus)), !dbg !9
  call void @llvm.dbg.value(metadata !2, metadata !8, metadata !DIExpression()), !dbg !9
  ret i8* %p, !dbg !9
}

attributes #0 = { argmemonly nounwind readonly "coroutine.presplit"="1" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "x", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{}
!3 = !DIFile(filename: "t.c", directory: "/d")
!5 = distinct !DISubprogram(name: "dbg", scope: !3, file: !3, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !2)
!8 = !DILocalVariable(name: "n", arg: 1, scope: !5, file: !3, line: 1)
!9 = !DILocation(line: 2, column: 1, scope: !5)
