; Typed pointers and the constant expressions of LLVM 13 and 14.
source_filename = "typed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%list = type { i32, %list*, void (%list*)* }
%fp = type { i8* (i8*, ...)*, [4 x i32] addrspace(1)* }
%opaque = type opaque

@g = global i32 7, align 4
@arr = internal constant [3 x i8] c"ab\00"
@p = global i8* getelementptr inbounds ([3 x i8], [3 x i8]* @arr, i64 0, i64 1)
@pp = global i32** null
@l = global %list { i32 1, %list* @l, void (%list*)* @f }
@vt = constant { [2 x i8*] } { [2 x i8*] [i8* bitcast (i32* @g to i8*), i8* null] }
@vtp = global i8** getelementptr inbounds ({ [2 x i8*] }, { [2 x i8*] }* @vt, i32 0, inrange i32 0, i32 1)
@old1 = global i64 add (i64 ptrtoint (i32* @g to i64), i64 1)
@old2 = global i64 select (i1 icmp eq (i64 ptrtoint (i32* @g to i64), i64 ptrtoint (i32*** @pp to i64)), i64 0, i64 mul nsw (i64 ptrtoint (i32* @g to i64), i64 3))
@old3 = global i64 sdiv exact (i64 ptrtoint (i32* @g to i64), i64 2)
@old4 = global i64 extractvalue ({ i64, i64 } { i64 ptrtoint (i32* @g to i64), i64 2 }, 0)
@old5 = global i32 zext (i1 icmp ne (i8* bitcast (i32* @g to i8*), i8* null) to i32)
@old6 = global i64 and (i64 xor (i64 shl nuw (i64 ptrtoint (i32* @g to i64), i64 2), i64 -1), i64 or (i64 7, i64 lshr (i64 ptrtoint (i32* @g to i64), i64 1)))
@old7 = global double fneg (double uitofp (i64 ptrtoint (i32* @g to i64) to double))
@old8 = global i32 extractelement (<2 x i32> insertelement (<2 x i32> undef, i32 ptrtoint (i32* @g to i32), i32 0), i32 0)
@ext = external addrspace(3) global %opaque
@al = alias i8, bitcast (i32* @g to i8*)
@al2 = alias i32, i32* @g
@ifn = ifunc void (i32), void (i32)* ()* @resolver
@ba = global i8* blockaddress(@h, %next)
@as = global i8 addrspace(1)* addrspacecast (i8* getelementptr ([3 x i8], [3 x i8]* @arr, i32 0, i32 0) to i8 addrspace(1)*)

declare void (i32)* @resolver()
declare void @f(%list*)
declare i32 @printf(i8* nocapture readonly, ...) argmemonly
declare void @sret(%list* sret(%list) align 8, %list* byval(%list) align 8)
declare i8* @llvm.coro.begin(token, i8* writeonly)
declare i1 @llvm.coro.end(i8*, i1)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare i32 @__gxx_personality_v0(...)
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg)

define i32 @h(%list* %x, i32 (i32)* %fn, i8* %raw) personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) {
  %1 = alloca %list, align 8
  %2 = getelementptr inbounds %list, %list* %x, i64 0, i32 2
  %3 = load void (%list*)*, void (%list*)** %2, align 8
  call void %3(%list* %x)
  %4 = call i32 %fn(i32 4)
  %5 = call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([3 x i8], [3 x i8]* @arr, i64 0, i64 0), i32 %4)
  call void @sret(%list* sret(%list) align 8 %1, %list* byval(%list) align 8 %x)
  call void bitcast (void (%list*)* @f to void (i8*)*)(i8* %raw)
  %6 = bitcast i8* %raw to i32*
  store i32 %5, i32* %6, align 4
  %7 = cmpxchg i32* %6, i32 0, i32 1 seq_cst seq_cst
  %8 = icmp eq i32* %6, null
  br i1 %8, label %next, label %9

9:                                                ; preds = %0
  %10 = select i1 %8, i32* %6, i32* @g
  %11 = insertvalue { i8*, i32 } undef, i8* %raw, 0
  indirectbr i8* blockaddress(@h, %next), [label %next]

next:                                             ; preds = %9, %0
  %12 = phi i32* [ %6, %0 ], [ %10, %9 ]
  %13 = load i32, i32* %12
  ret i32 %13
}

define void @dbg(i32 %x, i8* %p) !dbg !4 {
  call void @llvm.dbg.value(metadata i32 %x, metadata !8, metadata !DIExpression()), !dbg !9
  tail call void @llvm.dbg.declare(metadata i8* %p, metadata !8, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.value(metadata !DIArgList(i32 %x, i32 %y), metadata !8, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)), !dbg !9
  call void @llvm.dbg.value(metadata i32 undef, metadata !8, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.declare(metadata !10, metadata !8, metadata !DIExpression()), !dbg !9
  %y = add i32 %x, 1, !dbg !9
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "me", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !10)
!1 = !DIFile(filename: "t.c", directory: "/")
!2 = !{i32 2, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "dbg", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !10)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !1, line: 1, type: !7)
!9 = !DILocation(line: 1, column: 1, scope: !4)
!10 = !{}
