target datalayout = "e-m:e-p3:32:32-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { i32, ptr }
%deep = type { %pair, [2 x %pair], <2 x i32> }
%open = type opaque

@plain = global i32 0
@own = internal constant i32 7
@hidden = private unnamed_addr constant [4 x i8] c"%d\0A\00"
@words = private constant [9 x i8] c"%s %p %n\00"
@weak = weak global i32 1
@once = linkonce_odr constant i32 1
@odr = weak_odr constant i32 2
@outer = external constant i32
@may = extern_weak global i32
@common = common global i32 0
@late = externally_initialized constant i32 3
@far = addrspace(3) global i32 undef
@mine = thread_local global i32 0
@table = constant [3 x ptr] [ptr @plain, ptr @frees, ptr null]
@name = alias i32, ptr @plain
@other = weak alias i32, ptr @own
@chosen = ifunc void (), ptr @resolve
@list = constant %deep { %pair { i32 1, ptr @own }, [2 x %pair] zeroinitializer, <2 x i32> <i32 1, i32 poison> }
@in = constant ptr getelementptr inbounds (%pair, ptr @list, i64 0, i32 1)
@as = constant i64 ptrtoint (ptr @plain to i64)
@cast = constant ptr addrspace(3) addrspacecast (ptr @plain to ptr addrspace(3))

@g1 = constant ptr getelementptr (%pair, ptr @list, i64 0, i32 1)
@g2 = constant ptr getelementptr inbounds (%pair, ptr @list, i64 1, i32 1)
@g3 = constant ptr getelementptr inbounds (%deep, ptr @list, i64 0, i32 1)
@g4 = constant ptr getelementptr inbounds (%pair, ptr @table, i64 0, i32 1)
@g5 = constant ptr getelementptr inbounds inrange(-8, 8) (%pair, ptr @list, i64 0, i32 1)
@g6 = constant ptr getelementptr inbounds inrange(-8, 9) (%pair, ptr @list, i64 0, i32 1)
@g7 = constant ptr getelementptr nuw (i8, ptr @list, i64 4)
@i1 = constant i64 1
@i2 = constant i64 -1
@i3 = constant i128 18446744073709551616
@i4 = constant i128 18446744073709551617
@i5 = constant [3 x i1] [i1 true, i1 false, i1 poison]
@f1 = constant [4 x float] [float 0.0, float -0.0, float 1.0, float 0x7FF8000000000000]
@f2 = constant [2 x double] [double 0.0, double 1.0]
@f3 = constant half 0xH3C00
@s1 = constant [2 x [3 x i8]] [[3 x i8] c"ab\00", [3 x i8] c"ac\00"]
@s2 = constant [2 x <2 x i32>] [<2 x i32> splat (i32 1), <2 x i32> <i32 1, i32 2>]
@e1 = constant [3 x i64] [i64 sub (i64 ptrtoint (ptr @list to i64), i64 ptrtoint (ptr @table to i64)), i64 add (i64 ptrtoint (ptr @list to i64), i64 1), i64 add nuw (i64 ptrtoint (ptr @list to i64), i64 1)]
@e2 = constant [2 x i32] [i32 trunc (i64 ptrtoint (ptr @list to i64) to i32), i32 ptrtoint (ptr @list to i32)]
@e3 = constant [2 x ptr] [ptr inttoptr (i64 8 to ptr), ptr inttoptr (i64 ptrtoint (ptr @list to i64) to ptr)]
@b1 = constant [2 x ptr] [ptr blockaddress(@choose, %four), ptr blockaddress(@choose, %three)]
@d1 = constant [2 x ptr] [ptr dso_local_equivalent @resolve, ptr no_cfi @resolve]
@n1 = constant [3 x ptr addrspace(3)] [ptr addrspace(3) null, ptr addrspace(3) undef, ptr addrspace(3) @far]

declare half @types(i1, i7, i16, i64, i129, half, bfloat, double, x86_fp80, fp128, ppc_fp128, <4 x i1>, <4 x i32>, <2 x i64>, <vscale x 2 x i32>, <vscale x 4 x i32>, [0 x i8], [4 x i32], {}, <{ i8, i32 }>, { i8, i32 }, ptr addrspace(1), <1 x ptr>, <2 x ptr addrspace(3)>, target("spirv.Image"), <1 x i64>, %deep, <8 x i8>, ...)
declare void @result(ptr sret(%pair), ptr inalloca(%pair))
declare noalias noundef ptr @sets(ptr noalias nonnull align 16 dereferenceable(8), i32 signext range(i32 0, 4), ptr byval(%pair) align 8, ptr swiftself, ptr swifterror, ptr nest, ptr readonly captures(none), ptr captures(address), ptr writeonly, i32 zeroext inreg, ptr allocptr, ptr returned) memory(argmem: read) "x"="1"

define internal ptr @resolve() {
  ret ptr null
}

define void @sizes(i32 %n, i64 %m, ptr %p, ptr addrspace(3) %q, <2 x ptr> %v, i1 %c, i128 %w, float %x) {
  %one = alloca i32
  %two = alloca i32, i32 2
  %none = alloca i32, i64 0
  %many = alloca i8, i32 %n
  %agg = alloca %deep, align 16
  %at = getelementptr i32, ptr %p, i64 1
  %zero = getelementptr %pair, ptr %p, i64 0, i32 0
  %same = getelementptr %pair, ptr %p, i32 0
  %some = getelementptr inbounds %pair, ptr %p, i64 %m, i32 1
  %lanes = getelementptr i8, <2 x ptr> %v, i64 1
  %back = bitcast ptr %p to ptr
  %space = addrspacecast ptr %p to ptr addrspace(3)
  %flat = addrspacecast ptr addrspace(3) %q to ptr
  %number = ptrtoint ptr %p to i64
  %short = ptrtoint ptr %p to i32
  %again = inttoptr i64 %number to ptr
  %either = select i1 %c, ptr %p, ptr %again
  %kept = freeze ptr %p
  %volatile = load volatile i32, ptr %p
  %ordered = load atomic i32, ptr %p seq_cst, align 4
  %loose = load atomic i32, ptr %p unordered, align 4
  %const = load i32, ptr @own, !invariant.load !0
  store i32 %n, ptr %p
  store volatile i32 %n, ptr %p
  store atomic i32 %n, ptr %p release, align 4
  %old = atomicrmw add ptr %p, i32 1 monotonic
  %pairs = cmpxchg weak ptr %p, i32 0, i32 1 acq_rel acquire
  fence seq_cst
  fence syncscope("singlethread") acquire
  %sum = add nuw nsw i32 %n, 1
  %div = sdiv i32 %n, %sum
  %rem = urem i32 %n, 7
  %bits = or disjoint i32 %n, 8
  %wide = zext nneg i32 %n to i128
  %narrow = trunc i128 %w to i32
  %float = sitofp i32 %n to float
  %neg = fneg nnan float %x
  %less = icmp samesign ult i32 %n, 3
  %null = icmp eq ptr %p, null
  %ord = fcmp ord float %x, 0.0
  %first = insertvalue %pair undef, i32 %n, 0
  %part = extractvalue %pair %first, 0
  %lane = extractelement <2 x i32> <i32 1, i32 2>, i32 %n
  %mix = shufflevector <2 x i32> <i32 1, i32 2>, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  ret void
}

define void @calls(ptr %p, ptr noalias %q, i64 %n, i32 %k, ptr %f, ptr addrspace(3) %far) personality ptr @__gxx_personality_v0 {
  %a = call ptr @malloc(i64 %n)
  %b = call ptr @calloc(i64 %n, i64 1)
  %c = call ptr @realloc(ptr %p, i64 %n)
  %d = call noalias ptr @_Znwm(i64 8)
  %e = call ptr @_ZnwmRKSt9nothrow_t(i64 8, ptr %q)
  call void @free(ptr %p)
  call void @_ZdlPv(ptr %p)
  call void @_ZdlPvm(ptr %p, i64 8)
  call void @frees(ptr %p)
  %len = call i64 @strlen(ptr %p)
  %cmp = call i32 @strcmp(ptr %p, ptr %q)
  %mem = call i32 @memcmp(ptr %p, ptr %q, i64 %n)
  %cpy = call ptr @strcpy(ptr %p, ptr %q)
  %ncp = call ptr @strncpy(ptr returned %p, ptr %q, i64 %n)
  %chr = call ptr @memchr(ptr %p, i32 0, i64 %n)
  %put = call i32 @puts(ptr %p)
  %prt = call i32 (ptr, ...) @printf(ptr @hidden, i32 %k)
  %prs = call i32 (ptr, ...) @printf(ptr @words, ptr %p, ptr %q, ptr %p)
  %fmt = call i32 (ptr, ...) @printf(ptr %p, ptr %q)
  %snp = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %p, i64 %n, ptr @hidden, i32 %k)
  %scn = call i32 (ptr, ptr, ...) @sscanf(ptr %p, ptr @hidden, ptr %q)
  %err = call i32 (ptr, ptr, ...) @fprintf(ptr %p, ptr @hidden, i32 1)
  call void @abort()
  call void @exit(i32 0)
  call void @longjmp(ptr %p, i32 1)
  %sj = call i32 @setjmp(ptr %p)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 true)
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @llvm.memset.inline.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 8, i32 4)
  call void @llvm.memset.element.unordered.atomic.p0.i64(ptr align 4 %p, i8 0, i64 8, i32 4)
  call void @llvm.memcpy.p3.p0.i64(ptr addrspace(3) %far, ptr %q, i64 %n, i1 false)
  %slot = alloca i32
  call void @llvm.lifetime.start.p0(ptr %slot)
  call void @llvm.lifetime.end.p0(ptr %slot)
  %inv = call ptr @llvm.invariant.start.p0(i64 4, ptr %p)
  call void @llvm.invariant.end.p0(ptr %inv, i64 4, ptr %p)
  %lau = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %str = call ptr @llvm.strip.invariant.group.p0(ptr %p)
  %msk = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
  %thr = call ptr @llvm.threadlocal.address.p0(ptr @mine)
  call void @llvm.assume(i1 true)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  %exp = call i64 @llvm.expect.i64(i64 %n, i64 0)
  %obj = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  call void @llvm.trap()
  call void @llvm.debugtrap()
  call void @llvm.donothing()
  call void @llvm.sideeffect()
  %stk = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %stk)
  %ret = call ptr @llvm.returnaddress(i32 0)
  %frm = call ptr @llvm.frameaddress.p0(i32 0)
  %max = call i64 @llvm.umax.i64(i64 %n, i64 3)
  %pop = call i64 @llvm.ctpop.i64(i64 %n)
  %asm = call i32 asm sideeffect "nop", "=r,r,~{memory}"(i32 %k)
  %pur = call i32 asm "nop", "=r,r"(i32 %k)
  call void @unknown(ptr %p, i32 %k)
  call void @unknown(ptr nocapture readonly %p, i32 zeroext %k)
  call void @unknown(ptr captures(none) %p, i32 %k) nounwind willreturn
  call void @reads(ptr %p)
  call void @pure(ptr %p)
  call void @args(ptr %p)
  call void @inner(ptr %p)
  call void @reports()
  tail call void @unknown(ptr byval(%pair) %p, i32 %k) memory(none)
  call void %f(ptr %p)
  call void %f(ptr %p) [ "deopt"(i32 1) ]
  %res = call ptr @same(ptr %p)
  %hop = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @hidden, ptr @hidden, i32 1, ptr null)
  %g = invoke ptr @same(ptr %p) to label %next unwind label %pad
next:
  invoke void @unknown(ptr %p, i32 0) nounwind to label %done unwind label %clean
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  br label %done
clean:
  %m = landingpad { ptr, i32 } cleanup filter [1 x ptr] [ptr @plain]
  resume { ptr, i32 } %m
done:
  musttail call void @calls(ptr %p, ptr noalias %q, i64 %n, i32 %k, ptr %f, ptr addrspace(3) %far)
  ret void
}

define void @choose(i32 %n, i1 %c, ptr %to) {
entry:
  switch i32 %n, label %three [ i32 0, label %one
    i32 1, label %two
    i32 -1, label %one ]
one:
  %p = phi i32 [ 1, %entry ], [ 1, %entry ]
  br i1 %c, label %two, label %three
two:
  %q = phi i32 [ %n, %entry ], [ 2, %one ]
  indirectbr ptr %to, [label %three, label %four]
three:
  %r = phi i32 [ undef, %entry ], [ %p, %one ], [ %q, %two ]
  br label %four
four:
  callbr void asm sideeffect "", "!i"() to label %five [label %six]
five:
  ret void
six:
  unreachable
}

define void @pads() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @reports() to label %out unwind label %dispatch
dispatch:
  %s = catchswitch within none [label %handler] unwind label %cleanup
handler:
  %h = catchpad within %s [ptr null, i32 64, ptr null]
  call void @reports() [ "funclet"(token %h) ]
  catchret from %h to label %out
cleanup:
  %k = cleanuppad within none []
  cleanupret from %k unwind to caller
out:
  ret void
}

define ptr @coro(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i64
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %save = call token @llvm.coro.save(ptr %h)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %end [ i8 0, label %last
    i8 1, label %free ]
last:
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  %go = icmp eq i8 %f, 0
  br i1 %go, label %bad, label %free
bad:
  unreachable
free:
  %old = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %old)
  br label %end
end:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}

define void @variadic(ptr %p, ...) {
  call void @llvm.va_start.p0(ptr %p)
  call void @llvm.va_end.p0(ptr %p)
  %next = va_arg ptr %p, i32
  ret void
}

define void @uses(ptr %h) {
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  %d = call i1 @llvm.coro.done(ptr %h)
  %p = call ptr @llvm.coro.promise(ptr %h, i32 8, i1 false)
  %f = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)
  %n = call ptr @llvm.coro.noop()
  ret void
}

declare void @unknown(ptr, i32)
declare void @reads(ptr) memory(read)
declare void @pure(ptr) memory(none) nounwind willreturn
declare void @args(ptr captures(none)) memory(argmem: readwrite) nounwind
declare void @inner(ptr) memory(inaccessiblemem: readwrite)
declare void @reports() cold noreturn nounwind
declare ptr @same(ptr returned)
declare void @frees(ptr allocptr) allockind("free")
declare ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)
declare ptr @calloc(i64, i64)
declare ptr @realloc(ptr, i64)
declare noalias ptr @_Znwm(i64)
declare ptr @_ZnwmRKSt9nothrow_t(i64, ptr)
declare void @free(ptr)
declare void @_ZdlPv(ptr)
declare void @_ZdlPvm(ptr, i64)
declare i64 @strlen(ptr)
declare i32 @strcmp(ptr, ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @memchr(ptr, i32, i64)
declare i32 @puts(ptr)
declare i32 @printf(ptr, ...)
declare i32 @snprintf(ptr, i64, ptr, ...)
declare i32 @sscanf(ptr, ptr, ...)
declare i32 @fprintf(ptr, ptr, ...)
declare void @abort() noreturn
declare void @exit(i32)
declare void @longjmp(ptr, i32)
declare i32 @setjmp(ptr) returns_twice
declare i32 @__gxx_personality_v0(...)
declare i32 @__CxxFrameHandler3(...)
!0 = !{}
