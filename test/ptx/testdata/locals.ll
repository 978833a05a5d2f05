; Local memory: allocas by generic pointer, in address space 5, indexed, given away, of sizes that are not known before.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)

define internal i32 @sum(ptr %p, i32 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s1, %loop ]
  %q = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %q
  %s1 = add i32 %s, %v
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %done
done:
  ret i32 %s1
}

define ptx_kernel void @main(ptr addrspace(1) %out) {
entry:
  %a = alloca [16 x i32], align 4
  %b = alloca { i8, i64, [4 x i16] }, align 8
  %c = alloca [64 x i8], align 16
  %q = alloca ptr
  %empty = alloca {}
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr [32 x i64], ptr addrspace(1) %out, i32 %tid
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 1, i64 64, i1 false)
  %k = and i32 %tid, 15
  %ak = getelementptr [16 x i32], ptr %a, i32 0, i32 %k
  store i32 %tid, ptr %ak
  %r0 = call i32 @sum(ptr %a, i32 16)
  %p0 = getelementptr i64, ptr addrspace(1) %mine, i32 0
  store i32 %r0, ptr addrspace(1) %p0
  store ptr %ak, ptr %q
  %again = load ptr, ptr %q
  %r1 = load i32, ptr %again
  %p1 = getelementptr i64, ptr addrspace(1) %mine, i32 1
  store i32 %r1, ptr addrspace(1) %p1
  %b1 = getelementptr { i8, i64, [4 x i16] }, ptr %b, i32 0, i32 1
  store i64 77, ptr %b1
  store i8 5, ptr %b
  %b2 = getelementptr { i8, i64, [4 x i16] }, ptr %b, i32 0, i32 2, i32 3
  store i16 -9, ptr %b2
  %l5 = addrspacecast ptr %b to ptr addrspace(5)
  %l51 = getelementptr { i8, i64, [4 x i16] }, ptr addrspace(5) %l5, i32 0, i32 1
  %r2 = load i64, ptr addrspace(5) %l51
  %l5k = and i32 %tid, 3
  %l52 = getelementptr { i8, i64, [4 x i16] }, ptr addrspace(5) %l5, i32 0, i32 2, i32 %l5k
  store i16 11, ptr addrspace(5) %l52
  %back = addrspacecast ptr addrspace(5) %l52 to ptr
  %r3 = load i16, ptr %back
  %p2 = getelementptr i64, ptr addrspace(1) %mine, i32 2
  store i64 %r2, ptr addrspace(1) %p2
  %p3 = getelementptr i64, ptr addrspace(1) %mine, i32 3
  store i16 %r3, ptr addrspace(1) %p3
  %same = icmp eq ptr %a, %ak
  %p4 = getelementptr i64, ptr addrspace(1) %mine, i32 4
  store i1 %same, ptr addrspace(1) %p4
  call void @llvm.memset.p0.i64(ptr %c, i8 7, i64 64, i1 false)
  %len = and i32 %tid, 31
  %c5 = getelementptr i8, ptr %c, i64 5
  %fill = getelementptr i8, ptr %c, i32 %len
  store i8 9, ptr %fill
  call void @llvm.memmove.p0.p0.i32(ptr %c5, ptr %c, i32 %len, i1 false)
  %c9 = getelementptr i8, ptr %c, i64 9
  call void @llvm.memmove.p0.p0.i32(ptr %c, ptr %c9, i32 20, i1 false)
  call void @llvm.memmove.p0.p0.i32(ptr %c, ptr %c9, i32 %len, i1 false)
  %cw = load i64, ptr %c
  %cw1p = getelementptr i8, ptr %c, i64 24
  %cw1 = load i64, ptr %cw1p
  %p5 = getelementptr i64, ptr addrspace(1) %mine, i32 5
  store i64 %cw, ptr addrspace(1) %p5
  %p6 = getelementptr i64, ptr addrspace(1) %mine, i32 6
  store i64 %cw1, ptr addrspace(1) %p6
  %dyn = add i32 %k, 4
  %sp = call ptr @llvm.stacksave.p0()
  %vla = alloca i32, i32 %dyn, align 4
  %vl = getelementptr i32, ptr %vla, i32 %k
  store i32 42, ptr %vl
  %r7 = load i32, ptr %vl
  call void @llvm.stackrestore.p0(ptr %sp)
  %p7 = getelementptr i64, ptr addrspace(1) %mine, i32 7
  store i32 %r7, ptr addrspace(1) %p7
  %p8 = getelementptr i64, ptr addrspace(1) %mine, i32 8
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %p8, ptr align 4 %a, i64 64, i1 false)
  %odd = trunc i32 %tid to i1
  %sel = select i1 %odd, ptr %a, ptr %c
  %sv = load i32, ptr %sel
  %p16 = getelementptr i64, ptr addrspace(1) %mine, i32 16
  store i32 %sv, ptr addrspace(1) %p16
  %sz = zext i32 %len to i64
  %p17 = getelementptr i64, ptr addrspace(1) %mine, i32 17
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %p17, ptr align 16 %c, i64 %sz, i1 false)
  %far = getelementptr i8, ptr %a, i64 3000000000
  %near = getelementptr i8, ptr %far, i64 -2999999996
  %nv = load i32, ptr %near
  %p22 = getelementptr i64, ptr addrspace(1) %mine, i32 22
  store i32 %nv, ptr addrspace(1) %p22
  ret void
}
