; Control flow: phis that swap, that are read after the loop, on critical edges; switches dense, sparse, of 64 bits, with shared targets.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @main(ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr [32 x i64], ptr addrspace(1) %out, i32 %tid
  br label %swap
swap:
  %a = phi i32 [ 1, %entry ], [ %b, %swap ]
  %b = phi i32 [ 2, %entry ], [ %a, %swap ]
  %c = phi i64 [ 3, %entry ], [ %d, %swap ]
  %d = phi i64 [ 4, %entry ], [ %e, %swap ]
  %e = phi i64 [ 5, %entry ], [ %c, %swap ]
  %n = phi i32 [ 0, %entry ], [ %n1, %swap ]
  %copy = phi i32 [ 7, %entry ], [ %n, %swap ]
  %n1 = add i32 %n, 1
  %more = icmp ult i32 %n, %tid
  br i1 %more, label %swap, label %after
after:
  %p0 = getelementptr i64, ptr addrspace(1) %mine, i32 0
  store i32 %a, ptr addrspace(1) %p0
  %p1 = getelementptr i64, ptr addrspace(1) %mine, i32 1
  store i32 %b, ptr addrspace(1) %p1
  %p2 = getelementptr i64, ptr addrspace(1) %mine, i32 2
  store i64 %c, ptr addrspace(1) %p2
  %p3 = getelementptr i64, ptr addrspace(1) %mine, i32 3
  store i64 %d, ptr addrspace(1) %p3
  %p4 = getelementptr i64, ptr addrspace(1) %mine, i32 4
  store i32 %n, ptr addrspace(1) %p4
  %p5 = getelementptr i64, ptr addrspace(1) %mine, i32 5
  store i32 %copy, ptr addrspace(1) %p5
  switch i32 %tid, label %other [
    i32 10, label %ten
    i32 11, label %ten
    i32 12, label %join
    i32 13, label %join
    i32 15, label %fifteen
    i32 -1, label %other
    i32 16, label %other
  ]
ten:
  br label %join
fifteen:
  br label %join
other:
  br label %join
join:
  %v = phi i32 [ 100, %after ], [ 100, %after ], [ 200, %ten ], [ 300, %fifteen ], [ 400, %other ]
  %z = zext i32 %tid to i64
  %wide = mul i64 %z, 4294967296
  %p6 = getelementptr i64, ptr addrspace(1) %mine, i32 6
  store i32 %v, ptr addrspace(1) %p6
  switch i64 %wide, label %w0 [
    i64 0, label %w1
    i64 4294967296, label %w2
    i64 8589934592, label %w3
    i64 -1, label %w1
  ]
w0:
  br label %wj
w1:
  br label %wj
w2:
  br label %wj
w3:
  br label %wj
wj:
  %wv = phi i64 [ 0, %w0 ], [ 1, %w1 ], [ 2, %w2 ], [ 3, %w3 ]
  %p7 = getelementptr i64, ptr addrspace(1) %mine, i32 7
  store i64 %wv, ptr addrspace(1) %p7
  %t8 = trunc i32 %tid to i8
  %s8 = sub i8 %t8, 8
  switch i8 %s8, label %b0 [
    i8 -8, label %b1
    i8 -7, label %b2
    i8 -6, label %b3
    i8 -5, label %b1
    i8 -4, label %b2
    i8 -3, label %bj
    i8 127, label %b3
  ]
b0:
  br label %bj
b1:
  br label %bj
b2:
  br label %bj
b3:
  br label %bj
bj:
  %bv = phi i1 [ false, %b0 ], [ true, %b1 ], [ false, %b2 ], [ true, %b3 ], [ true, %wj ]
  %agg = phi { i32, <2 x i16> } [ { i32 1, <2 x i16> <i16 2, i16 3> }, %b0 ], [ zeroinitializer, %b1 ], [ undef, %b2 ], [ { i32 9, <2 x i16> <i16 8, i16 7> }, %b3 ], [ { i32 4, <2 x i16> splat (i16 6) }, %wj ]
  %x = extractvalue { i32, <2 x i16> } %agg, 0
  %p8 = getelementptr i64, ptr addrspace(1) %mine, i32 8
  store i32 %x, ptr addrspace(1) %p8
  %p9 = getelementptr i64, ptr addrspace(1) %mine, i32 9
  store i1 %bv, ptr addrspace(1) %p9
  %c1 = trunc i32 %tid to i1
  switch i1 %c1, label %i0 [ i1 true, label %i1 ]
i0:
  br i1 %bv, label %ij, label %i1
i1:
  %iv1 = phi i32 [ 5, %bj ], [ 6, %i0 ]
  br label %ij
ij:
  %iv = phi i32 [ %iv1, %i1 ], [ 8, %i0 ]
  %p10 = getelementptr i64, ptr addrspace(1) %mine, i32 10
  store i32 %iv, ptr addrspace(1) %p10
  br label %outer
outer:
  %i = phi i32 [ 0, %ij ], [ %i.next, %latch ]
  %sum = phi i64 [ 0, %ij ], [ %sum.out, %latch ]
  br label %inner
inner:
  %j = phi i32 [ %i, %outer ], [ %j.next, %inner ]
  %acc = phi i64 [ %sum, %outer ], [ %acc.next, %inner ]
  %jz = sext i32 %j to i64
  %acc.next = add i64 %acc, %jz
  %j.next = add i32 %j, 1
  %jc = icmp slt i32 %j.next, %tid
  br i1 %jc, label %inner, label %latch
latch:
  %sum.out = xor i64 %acc.next, %acc
  %i.next = add i32 %i, 1
  %ic = icmp slt i32 %i.next, 9
  br i1 %ic, label %outer, label %exit
exit:
  %p11 = getelementptr i64, ptr addrspace(1) %mine, i32 11
  store i64 %sum.out, ptr addrspace(1) %p11
  %p12 = getelementptr i64, ptr addrspace(1) %mine, i32 12
  store i32 %i, ptr addrspace(1) %p12
  %never = icmp eq i32 %tid, 1000
  br i1 %never, label %dead, label %end
dead:
  call void @llvm.trap()
  unreachable
end:
  ret void
}
declare void @llvm.trap()
