; Variables in every address space, with initialisers of every kind. What stands behind `; llc:` is the line for llc, which prints i1, i24 and
; half initialisers wrong.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

%node = type { i8, ptr, <2 x i32>, double }
@byte = internal global i8 -3
@flag = internal global i1 true ; llc: @flag = internal global i8 1
@word = internal global i32 -7, align 4
@long = internal global i64 123456789012345
@single = internal global float -1.5
@dbl = global double 2.25
@hlf = internal global half 0xH3E00 ; llc: @hlf = internal global i16 15872
@odd = internal global i24 -5 ; llc: @odd = internal global [4 x i8] c"\FB\FF\FF\00"
@str = private unnamed_addr constant [6 x i8] c"ab\00c\FF\\"
@list = internal global %node { i8 5, ptr @tail.node, <2 x i32> <i32 1, i32 -2>, double 1.0 }
@tail.node = internal global %node { i8 6, ptr null, <2 x i32> splat (i32 9), double 2.0 }
@inner = internal global [3 x ptr] [ptr getelementptr (i8, ptr @str, i64 3), ptr @word, ptr @callee]
@spaced = internal addrspace(1) global [2 x ptr addrspace(1)] [ptr addrspace(1) @there, ptr addrspace(1) getelementptr inbounds ([4 x i32], ptr addrspace(1) @there, i64 0, i64 2)]
@there = internal addrspace(1) global [4 x i32] [i32 10, i32 20, i32 30, i32 40]
@constant.table = internal addrspace(4) constant [4 x i16] [i16 1, i16 -1, i16 300, i16 4], align 8
@shared.buffer = internal addrspace(3) global [64 x i32] undef, align 4
@zero = internal global [5 x i64] zeroinitializer
@generic.shared = internal global ptr addrspacecast (ptr addrspace(4) @constant.table to ptr)
@number = internal global i64 ptrtoint (ptr @word to i64)
@packed = internal global <{ i8, i32, i8, i16 }> <{ i8 1, i32 2, i8 3, i16 4 }>
@wide = internal global i128 -2
@computed = global [4 x i64] [i64 add (i64 40, i64 2), i64 sub (i64 1, i64 3), i64 xor (i64 add (i64 ptrtoint (ptr null to i64), i64 12), i64 5), i64 ptrtoint (ptr getelementptr (i32, ptr inttoptr (i64 add (i64 8, i64 8) to ptr), i64 3) to i64)]
@small = global [2 x i32] [i32 trunc (i64 add (i64 4294967297, i64 6) to i32), i32 add (i32 -1, i32 3)]

define internal i32 @callee(i32 %a) {
  %r = mul i32 %a, 3
  ret i32 %r
}

define ptx_kernel void @main(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr [32 x i64], ptr addrspace(1) %out, i32 %tid
  %v0 = load i8, ptr @byte
  %x0 = sext i8 %v0 to i64
  %p0 = getelementptr i64, ptr addrspace(1) %mine, i32 0
  store i64 %x0, ptr addrspace(1) %p0
  %v1 = load i1, ptr @flag
  %x1 = zext i1 %v1 to i64
  %p1 = getelementptr i64, ptr addrspace(1) %mine, i32 1
  store i64 %x1, ptr addrspace(1) %p1
  %v2 = load i32, ptr @word
  %v3 = load i64, ptr @long
  %z2 = sext i32 %v2 to i64
  %s3 = add i64 %z2, %v3
  %p2 = getelementptr i64, ptr addrspace(1) %mine, i32 2
  store i64 %s3, ptr addrspace(1) %p2
  %f0 = load float, ptr @single
  %f1 = load double, ptr @dbl
  %f2 = load half, ptr @hlf
  %g0 = fpext float %f0 to double
  %g2 = fpext half %f2 to double
  %g = fadd double %g0, %f1
  %h = fmul double %g, %g2
  %p3 = getelementptr i64, ptr addrspace(1) %mine, i32 3
  store double %h, ptr addrspace(1) %p3
  %o = load i24, ptr @odd
  %oo = sext i24 %o to i64
  %p4 = getelementptr i64, ptr addrspace(1) %mine, i32 4
  store i64 %oo, ptr addrspace(1) %p4
  %idx = urem i32 %tid, 6
  %sp = getelementptr [6 x i8], ptr @str, i32 0, i32 %idx
  %sc = load i8, ptr %sp
  %p5 = getelementptr i64, ptr addrspace(1) %mine, i32 5
  store i8 %sc, ptr addrspace(1) %p5
  %np = getelementptr %node, ptr @list, i32 0, i32 1
  %next = load ptr, ptr %np
  %nv = getelementptr %node, ptr %next, i32 0, i32 2, i32 1
  %nn = load i32, ptr %nv
  %p6 = getelementptr i64, ptr addrspace(1) %mine, i32 6
  store i32 %nn, ptr addrspace(1) %p6
  %ip0 = load ptr, ptr @inner
  %iv0 = load i8, ptr %ip0
  %ip1p = getelementptr [3 x ptr], ptr @inner, i32 0, i32 1
  %ip1 = load ptr, ptr %ip1p
  %iv1 = load i32, ptr %ip1
  %ip2p = getelementptr [3 x ptr], ptr @inner, i32 0, i32 2
  %ip2 = load ptr, ptr %ip2p
  %iv2 = call i32 %ip2(i32 %iv1)
  %isfn = icmp eq ptr %ip2, @callee
  %p7 = getelementptr i64, ptr addrspace(1) %mine, i32 7
  store i8 %iv0, ptr addrspace(1) %p7
  %p8 = getelementptr i64, ptr addrspace(1) %mine, i32 8
  store i32 %iv2, ptr addrspace(1) %p8
  %p9 = getelementptr i64, ptr addrspace(1) %mine, i32 9
  store i1 %isfn, ptr addrspace(1) %p9
  %sp1 = load ptr addrspace(1), ptr addrspace(1) getelementptr ([2 x ptr addrspace(1)], ptr addrspace(1) @spaced, i32 0, i32 1)
  %sv1 = load i32, ptr addrspace(1) %sp1
  %p10 = getelementptr i64, ptr addrspace(1) %mine, i32 10
  store i32 %sv1, ptr addrspace(1) %p10
  %ci = and i32 %tid, 3
  %cp = getelementptr [4 x i16], ptr addrspace(4) @constant.table, i32 0, i32 %ci
  %cv = load i16, ptr addrspace(4) %cp
  %p11 = getelementptr i64, ptr addrspace(1) %mine, i32 11
  store i16 %cv, ptr addrspace(1) %p11
  %gp = load ptr, ptr @generic.shared
  %gpi = getelementptr i16, ptr %gp, i32 2
  %gv = load i16, ptr %gpi
  %p12 = getelementptr i64, ptr addrspace(1) %mine, i32 12
  store i16 %gv, ptr addrspace(1) %p12
  %shp = getelementptr [64 x i32], ptr addrspace(3) @shared.buffer, i32 0, i32 %tid
  %sq = mul i32 %tid, %tid
  store i32 %sq, ptr addrspace(3) %shp
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %other = xor i32 %tid, 5
  %shq = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(3) @shared.buffer to ptr), i32 0, i32 %other
  %shv = load i32, ptr %shq
  %p13 = getelementptr i64, ptr addrspace(1) %mine, i32 13
  store i32 %shv, ptr addrspace(1) %p13
  %num = load i64, ptr @number
  %nump = inttoptr i64 %num to ptr
  %numv = load i32, ptr %nump
  %p14 = getelementptr i64, ptr addrspace(1) %mine, i32 14
  store i32 %numv, ptr addrspace(1) %p14
  %pk = load i32, ptr getelementptr (<{ i8, i32, i8, i16 }>, ptr @packed, i32 0, i32 1), align 1
  %pk2 = load i16, ptr getelementptr (<{ i8, i32, i8, i16 }>, ptr @packed, i32 0, i32 3), align 1
  %p15 = getelementptr i64, ptr addrspace(1) %mine, i32 15
  store i32 %pk, ptr addrspace(1) %p15
  %p16 = getelementptr i64, ptr addrspace(1) %mine, i32 16
  store i16 %pk2, ptr addrspace(1) %p16
  %wv = load i128, ptr @wide
  %wt = lshr i128 %wv, 64
  %wl = trunc i128 %wt to i64
  %p17 = getelementptr i64, ptr addrspace(1) %mine, i32 17
  store i64 %wl, ptr addrspace(1) %p17
  %zp = getelementptr [5 x i64], ptr @zero, i32 0, i32 3
  %zv = load volatile i64, ptr %zp
  %p18 = getelementptr i64, ptr addrspace(1) %mine, i32 18
  store i64 %zv, ptr addrspace(1) %p18
  ret void
}
