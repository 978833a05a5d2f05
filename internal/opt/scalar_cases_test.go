// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// scalarPasses maps the names in the cases to passes.
var scalarPasses = map[string]func(testing.TB, *ir.Module, *ir.Func) bool{
	"sroa": func(t testing.TB, m *ir.Module, f *ir.Func) bool { return opt.SROA(m, f, layout(t)) },
	"sroa-big": func(t testing.TB, m *ir.Module, f *ir.Func) bool {
		big := *layout(t)
		big.BigEndian = true
		return opt.SROA(m, f, &big)
	},
	"mem2reg":      func(_ testing.TB, m *ir.Module, f *ir.Func) bool { return opt.Mem2Reg(m, f) },
	"instsimplify": func(t testing.TB, m *ir.Module, f *ir.Func) bool { return opt.InstSimplify(m, f, layout(t)) },
	"cse":          func(t testing.TB, m *ir.Module, f *ir.Func) bool { return opt.EarlyCSE(m, f, layout(t)) },
	"cse-parts":    func(t testing.TB, m *ir.Module, f *ir.Func) bool { return opt.EarlyCSEParts(m, f, layout(t)) },
	"propagate":    func(t testing.TB, m *ir.Module, f *ir.Func) bool { return opt.Propagate(m, f) },
	"dce":          func(_ testing.TB, m *ir.Module, f *ir.Func) bool { return opt.DCE(m, f) },
	"unroll":       func(t testing.TB, m *ir.Module, f *ir.Func) bool { return opt.UnrollLoops(m, f, layout(t)) },
	"licm":         func(t testing.TB, m *ir.Module, f *ir.Func) bool { return opt.HoistInvariants(m, f, layout(t)) },
	"simplify":     func(t testing.TB, m *ir.Module, f *ir.Func) bool { return opt.Simplify(m, f, layout(t)) },
}

const caseDecls = `
declare void @use(i32)
declare void @use8(i8)
declare void @quiet(ptr) nounwind
declare ptr @place()
declare i1 @ask()
declare i32 @pure(i32) nounwind willreturn memory(none)
declare i32 @endless(i32) nounwind memory(none)
declare i32 @reads(ptr) nounwind willreturn memory(read)
declare void @writes(ptr, ptr readonly) nounwind memory(argmem: readwrite)
declare void @scatter(<2 x ptr>) nounwind memory(argmem: write)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare fastcc void @part(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i32 @llvm.umax.i32(i32, i32) nounwind willreturn memory(none)
declare i32 @__gxx_personality_v0(...)
@tls = thread_local global i32 0
@g = global i32 0
@weak = extern_weak global i32
@absolute = external global i8, !absolute_symbol !20
@other.name = alias i32, ptr @g
declare extern_weak void @weak.part()
@k = internal constant { i32, ptr } { i32 9, ptr @g }
`

const (
	bytesOverFields = `%a = alloca { i32, i8, ptr }
  store i32 %x, ptr %a
  %q = getelementptr inbounds i8, ptr %a, i64 4
  store i8 %y, ptr %q
  %r = load i64, ptr %a
  ret i64 %r`
	fieldsOfBytes = `%a = alloca { [3 x i8], i32, i8 }
  store i64 %x, ptr %a
  %q = getelementptr inbounds i8, ptr %a, i64 3
  %r = load i32, ptr %q
  ret i32 %r`
)

// scalarCase is a function's body, and the text that it must and must not contain after a pass. If
// same is set, the pass must not change the function.
type scalarCase struct {
	name, pass, head, body string
	has, hasNot            []string
	same                   bool
}

var scalarCases = []scalarCase{
	{name: "result of an unknown function", pass: "instsimplify", head: "i1 @f(ptr %p)", same: true,
		body: "%r = call ptr %p()\n  %c = icmp eq ptr %r, null\n  ret i1 %c"},
	{name: "promote", pass: "mem2reg", head: "i32 @f(i32 %x, i1 %c)",
		body: `%a = alloca i32
  store i32 %x, ptr %a
  br i1 %c, label %t, label %e
t:
  store i32 7, ptr %a
  br label %e
e:
  %r = load i32, ptr %a
  ret i32 %r`,
		has: []string{"phi i32 [ %x, %entry ], [ 7, %t ]"}, hasNot: []string{"alloca", "load", "store"}},
	{name: "uninitialised", pass: "mem2reg", head: "i32 @f()", body: "%a = alloca i32\n  %r = load i32, ptr %a\n" +
		"  ret i32 %r", has: []string{"ret i32 undef"}},
	{name: "life begins anew", pass: "mem2reg", head: "i32 @f()",
		body: `%a = alloca i32
  store i32 1, ptr %a
  call void @llvm.lifetime.start.p0(ptr %a)
  %r = load i32, ptr %a
  ret i32 %r`, has: []string{"ret i32 undef"}},
	{name: "volatile stays", pass: "sroa", head: "i32 @f()", same: true,
		body: "%a = alloca i32\n  store volatile i32 1, ptr %a\n  %r = load i32, ptr %a\n  ret i32 %r"},
	{name: "atomic stays", pass: "sroa", head: "i32 @f()", same: true,
		body: "%a = alloca { i32, i32 }\n  store atomic i32 1, ptr %a seq_cst, align 4\n  %r = load i32, ptr %a\n" +
			"  ret i32 %r"},
	{name: "passed on stays", pass: "sroa", head: "i32 @f()", same: true,
		body: "%a = alloca i32\n  store i32 1, ptr %a\n  call void @quiet(ptr %a)\n  %r = load i32, ptr %a\n" +
			"  ret i32 %r"},
	{name: "compared stays", pass: "sroa", head: "i1 @f(ptr %p)", same: true,
		body: "%a = alloca i32\n  %r = icmp eq ptr %a, %p\n  ret i1 %r"},
	{name: "pointer is read as integer", pass: "sroa", head: "i64 @f(ptr %p)",
		body: "%a = alloca ptr\n  store ptr %p, ptr %a\n  %r = load i64, ptr %a\n  ret i64 %r",
		has:  []string{"ptrtoint ptr %p to i64"}, hasNot: []string{"alloca"}},
	{name: "integer is read as pointer", pass: "sroa", head: "ptr @f(i64 %n)",
		body: "%a = alloca i64\n  store [1 x i64] [i64 7], ptr %a\n  store i64 %n, ptr %a\n  %r = load ptr, ptr %a\n  ret ptr %r",
		has:  []string{"inttoptr i64 %n to ptr"}, hasNot: []string{"alloca"}},
	{name: "pointer is no shorter integer", pass: "sroa", head: "i32 @f(ptr %p)", same: true,
		body: "%a = alloca ptr\n  store ptr %p, ptr %a\n  %r = load i32, ptr %a\n  ret i32 %r"},
	{name: "pointer of another space is no integer", pass: "sroa", head: "i64 @f(ptr addrspace(1) %p)", same: true,
		body: "%a = alloca ptr addrspace(1)\n  store ptr addrspace(1) %p, ptr %a\n  %r = load i64, ptr %a\n  ret i64 %r"},
	{name: "integer of a pointer", pass: "instsimplify", head: "ptr @f(ptr %p)",
		body: "%n = ptrtoint ptr %p to i64\n  %r = inttoptr i64 %n to ptr\n  ret ptr %r", has: []string{"ret ptr %p"}},
	{name: "half of a pointer", pass: "instsimplify", head: "ptr @f(ptr %p)", same: true,
		body: "%n = ptrtoint ptr %p to i32\n  %r = inttoptr i32 %n to ptr\n  ret ptr %r"},
	{name: "float is bits", pass: "sroa", head: "i32 @f(float %x)",
		body: "%a = alloca float\n  store float %x, ptr %a\n  %r = load i32, ptr %a\n  ret i32 %r",
		has:  []string{"bitcast float %x to i32"}},
	{name: "vector is poison in part", pass: "sroa", head: "i64 @f(<2 x i32> %x)", same: true,
		body: "%a = alloca <2 x i32>\n  store <2 x i32> %x, ptr %a\n  %r = load i64, ptr %a\n  ret i64 %r"},
	{name: "fields", pass: "sroa", head: "ptr @f(i32 %x, ptr %p)",
		body: `%a = alloca { i32, ptr }
  %b = alloca { i32, ptr }
  store i32 %x, ptr %a
  %q = getelementptr inbounds { i32, ptr }, ptr %a, i32 0, i32 1
  store ptr %p, ptr %q
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 16, i1 false)
  %q2 = getelementptr inbounds i8, ptr %b, i64 8
  %r = load ptr, ptr %q2
  ret ptr %r`, has: []string{"ret ptr %p"}, hasNot: []string{"alloca", "memcpy"}},
	{name: "bytes over fields", pass: "sroa", head: "i64 @f(i32 %x, i8 %y)",
		body: bytesOverFields, has: []string{"zext i32 %x to i64\n", "zext i8 %y to i64\n", "i64 %1, 32\n", "i24 undef to i64",
			"i64 %4, 40\n"}, hasNot: []string{"alloca"}},
	{name: "bytes over fields, big-endian", pass: "sroa-big", head: "i64 @f(i32 %x, i8 %y)",
		body: bytesOverFields, has: []string{"%0 = zext i32 %x to i64\n", "shl i64 %0, 32\n", "%2 = zext i8 %y to i64\n",
			"shl i64 %2, 24\n", "%5 = zext i24 undef to i64\n"}, hasNot: []string{"alloca"}},
	{name: "fields of bytes", pass: "sroa", head: "i32 @f(i64 %x)", body: fieldsOfBytes,
		has: []string{"%1 = lshr i64 %x, 24\n", "%2 = trunc i64 %1 to i32\n", "ret i32 %2"}, hasNot: []string{"alloca"}},
	{name: "fields of bytes, big-endian", pass: "sroa-big", head: "i32 @f(i64 %x)", body: fieldsOfBytes,
		has: []string{"%2 = lshr i64 %x, 8\n", "ret i32 %3"}, hasNot: []string{"alloca"}},
	{name: "fields of a float", pass: "sroa", head: "i32 @f(double %x)",
		body: "%a = alloca double\n  store double %x, ptr %a\n  %q = getelementptr i8, ptr %a, i64 4\n  store i32 1, ptr %a\n" +
			"  %r = load i32, ptr %q\n  ret i32 %r", has: []string{"bitcast double %x to i64", "lshr i64 %0, 32"}, hasNot: []string{"alloca"}},
	{name: "fields through bytes", pass: "sroa", head: "i32 @f(i32 %x)",
		body: `%a = alloca { i8, i32 }
  %b = alloca { i8, i32 }
  store i8 1, ptr %a
  %q = getelementptr inbounds i8, ptr %a, i64 4
  store i32 %x, ptr %q
  %v = load i64, ptr %a
  store i64 %v, ptr %b
  %p = getelementptr inbounds i8, ptr %b, i64 4
  %y = load i32, ptr %p
  %z = load i8, ptr %b
  call void @use8(i8 %z)
  ret i32 %y`, has: []string{"@use8(i8 1)", "ret i32 %x"}, hasNot: []string{"alloca"}},
	{name: "poison is only where it was", pass: "sroa", head: "i32 @f(i32 %x)",
		body: "%a = alloca { i32, i32 }\n  store i64 poison, ptr %a\n  store i32 %x, ptr %a\n  %r = load i32, ptr %a\n" +
			"  ret i32 %r", has: []string{"ret i32 %x"}},
	{name: "volatile part of bytes", pass: "sroa", head: "i64 @f(i32 %x)",
		body: `%a = alloca { i32, i32 }
  store volatile i32 %x, ptr %a
  %q = getelementptr inbounds i8, ptr %a, i64 4
  store i32 5, ptr %q
  %r = load i64, ptr %a
  ret i64 %r`, has: []string{"store volatile i32 %x", "load i32, ptr %a.sroa.0", "shl i64 %2, 32"}},
	{name: "volatile bytes", pass: "sroa", head: "i64 @f(i32 %x)", same: true,
		body: "%a = alloca i64\n  store i32 %x, ptr %a\n  %r = load volatile i64, ptr %a\n  ret i64 %r"},
	{name: "no part of a pointer", pass: "sroa", head: "ptr @f(ptr %p)", same: true,
		body: "%a = alloca ptr\n  store ptr %p, ptr %a\n  store i8 0, ptr %a\n  %r = load ptr, ptr %a\n  ret ptr %r"},
	{name: "no part of seven bits", pass: "sroa", head: "i64 @f(i8 %x)", same: true,
		body: "%a = alloca i63\n  store i63 1, ptr %a\n  store i8 %x, ptr %a\n  %r = load i64, ptr %a\n  ret i64 %r"},
	{name: "bits of parts", pass: "instsimplify", head: "i8 @f(i32 %x, i8 %y)",
		body: `%a = zext i32 %x to i64
  %b = shl i64 %a, 32
  %c = zext i8 %y to i64
  %d = or i64 %b, %c
  %e = trunc i64 %d to i8
  %h = lshr i64 %d, 32
  %i = trunc i64 %h to i32
  call void @use(i32 %i)
  ret i8 %e`, has: []string{"@use(i32 %x)", "ret i8 %y"}},
	{name: "bits of two parts", pass: "instsimplify", head: "i16 @f(i32 %x, i8 %y)", same: true,
		body: `%a = zext i32 %x to i64
  %b = shl i64 %a, 8
  %c = zext i8 %y to i64
  %d = or i64 %b, %c
  %e = trunc i64 %d to i16
  ret i16 %e`},
	{name: "volatile copy", pass: "sroa", head: "i32 @f(ptr %p)",
		body: `%a = alloca { i32, i32 }
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 4, i1 true)
  %q = getelementptr inbounds i8, ptr %a, i64 4
  store i32 5, ptr %q
  %r = load i32, ptr %q
  ret i32 %r`, has: []string{"i64 4, i1 true", "ret i32 5"}},
	{name: "fill", pass: "sroa", head: "i32 @f()",
		body: "%a = alloca [2 x i32]\n  call void @llvm.memset.p0.i64(ptr %a, i8 3, i64 8, i1 false)\n" +
			"  %q = getelementptr i32, ptr %a, i64 1\n" +
			"  %r = load i32, ptr %q\n  ret i32 %r", has: []string{"ret i32 50529027"}},
	{name: "out of bounds", pass: "sroa", head: "i32 @f()", same: true,
		body: "%a = alloca i32\n  %q = getelementptr i8, ptr %a, i64 2\n  store i32 1, ptr %q\n" +
			"  %r = load i32, ptr %a\n  ret i32 %r"},

	{name: "struct in a struct", pass: "instsimplify", head: "ptr @f(ptr %p)",
		body: `%w = insertvalue { { { ptr } }, i32 } poison, ptr %p, 0, 0, 0
  %outer = extractvalue { { { ptr } }, i32 } %w, 0
  %inner = extractvalue { { ptr } } %outer, 0
  %r = extractvalue { ptr } %inner, 0
  ret ptr %r`, has: []string{"ret ptr %p"}, hasNot: []string{"value"}},
	{name: "struct of unknown make", pass: "instsimplify", head: "ptr @f({ { ptr } } %w)", same: true,
		body: "%inner = extractvalue { { ptr } } %w, 0\n  %r = extractvalue { ptr } %inner, 0\n  ret ptr %r"},
	{name: "promise", pass: "simplify", head: "void @f(ptr %h) presplitcoroutine", same: true,
		body: `%p = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr %p, ptr null, ptr null)
  %b = call ptr @llvm.coro.begin(token %id, ptr %h)
  store i32 1, ptr %p
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  %v = load i32, ptr %p
  call void @use(i32 %v)
  ret void`},
	{name: "no load across a suspend", pass: "cse", head: "i32 @f(ptr %p) presplitcoroutine", same: true,
		body: "%v = load i32, ptr %p\n  %s = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
			"  %w = load i32, ptr %p\n  %r = sub i32 %v, %w\n  ret i32 %r"},
	{name: "no address across a suspend", pass: "cse", head: "i64 @f() presplitcoroutine", same: true,
		body: "%v = ptrtoint ptr @tls to i64\n  %s = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
			"  %w = ptrtoint ptr @tls to i64\n" +
			"  %r = sub i64 %v, %w\n  ret i64 %r"},
	{name: "thread's address", pass: "simplify", head: "ptr @f() presplitcoroutine", same: true,
		body: "%a = alloca ptr\n  store ptr @tls, ptr %a\n  %s = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
			"  %r = load ptr, ptr %a\n  ret ptr %r"},
	{name: "thread's address outside coroutines", pass: "simplify", head: "ptr @f()",
		body: "%a = alloca ptr\n  store ptr @tls, ptr %a\n  %r = load ptr, ptr %a\n  ret ptr %r",
		has:  []string{"ret ptr @tls"}},
	{name: "across a suspend", pass: "sroa", head: "i32 @f(i32 %x) presplitcoroutine",
		body: "%a = alloca i32\n  store i32 %x, ptr %a\n  %s = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
			"  %r = load i32, ptr %a\n  ret i32 %r",
		has: []string{"ret i32 %x"}},
	{name: "left behind by an exception", pass: "sroa", head: "void @f(i32 %x) presplitcoroutine", same: true,
		body: `%a = alloca i32
  store i32 %x, ptr %a
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %go
    i8 1, label %clean ]
go:
  store i32 0, ptr %a
  call void @use(i32 1)
  store i32 1, ptr %a
  br label %clean
clean:
  %v = load i32, ptr %a
  call void @use(i32 %v)
  br label %out
out:
  ret void`},
	{name: "no exception", pass: "sroa", head: "void @f(i32 %x) presplitcoroutine",
		body: `%a = alloca i32
  store i32 %x, ptr %a
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %go
    i8 1, label %clean ]
go:
  store i32 0, ptr %a
  call void @use(i32 1) nounwind
  store i32 1, ptr %a
  br label %clean
clean:
  %v = load i32, ptr %a
  call void @use(i32 %v) nounwind
  br label %out
out:
  ret void`, hasNot: []string{"alloca"}},

	{name: "identities", pass: "instsimplify", head: "i32 @f(i32 %x)",
		body: "%a = add nuw i32 %x, 0\n  %b = xor i32 %a, %a\n  %c = or i32 %b, %x\n  %d = and i32 %c, -1\n" +
			"  %e = shl i32 %d, 0\n  ret i32 %e",
		has: []string{"ret i32 %x"}, hasNot: []string{" = "}},
	{name: "undefined results stay", pass: "instsimplify", head: "i32 @f()", same: true,
		body: "%a = udiv i32 1, 0\n  %b = shl i32 1, 32\n  %c = add i32 %a, %b\n  ret i32 %c"},
	{name: "back and forth", pass: "instsimplify", head: "ptr @f(ptr %x)",
		body: "%p = getelementptr inbounds i8, ptr %x, i64 16\n  %q = getelementptr inbounds i64, ptr %p, i64 -2\n" +
			"  ret ptr %q", has: []string{"ret ptr %x"}},
	{name: "bits that the alignment determines", pass: "instsimplify", head: "i64 @f(ptr align 16 %p, ptr %q)",
		body: "%a = alloca i64, align 8\n  %i = getelementptr i8, ptr %p, i64 -4\n" +
			"  %n = ptrtoint ptr %i to i64\n  %x = and i64 %n, 15\n  %m = ptrtoint ptr %a to i64\n" +
			"  %y = and i64 %m, 7\n  %r = add i64 %x, %y\n  ret i64 %r", has: []string{"ret i64 12"}},
	{name: "bits above the alignment", pass: "instsimplify", head: "i64 @f(ptr align 16 %p, i64 %k)", same: true,
		body: "%n = ptrtoint ptr %p to i64\n  %x = and i64 %n, 16\n  ret i64 %x"},
	{name: "bits at an unknown offset", pass: "instsimplify", head: "i64 @f(ptr align 16 %p, i64 %k)", same: true,
		body: "%i = getelementptr i8, ptr %p, i64 %k\n  %n = ptrtoint ptr %i to i64\n  %x = and i64 %n, 1\n" +
			"  ret i64 %x"},
	{name: "bits of an address of which nothing is known", pass: "instsimplify", head: "i64 @f(ptr %p)", same: true,
		body: "%n = ptrtoint ptr %p to i64\n  %x = and i64 %n, 1\n  ret i64 %x"},
	{name: "bits in another address space", pass: "instsimplify", same: true,
		head: "i64 @f(ptr addrspace(1) align 16 %p)",
		body: "%n = ptrtoint ptr addrspace(1) %p to i64\n  %x = and i64 %n, 1\n  ret i64 %x"},
	{name: "to another address space and back", pass: "instsimplify", head: "ptr @f(ptr %p)",
		body: "%l = addrspacecast ptr %p to ptr addrspace(5)\n  %g = addrspacecast ptr addrspace(5) %l to ptr\n  ret ptr %g",
		has:  []string{"ret ptr %p"}},
	{name: "through two address spaces", pass: "instsimplify", head: "ptr addrspace(1) @f(ptr %p)", same: true,
		body: "%l = addrspacecast ptr %p to ptr addrspace(5)\n" +
			"  %g = addrspacecast ptr addrspace(5) %l to ptr addrspace(1)\n  ret ptr addrspace(1) %g"},
	{name: "null may be an address", pass: "instsimplify", head: "i1 @f() null_pointer_is_valid", same: true,
		body: "%a = alloca i32\n  %c = icmp eq ptr %a, null\n  ret i1 %c"},

	{name: "flags of both", pass: "cse", head: "i32 @f(i32 %x, i32 %y)",
		body: "%a = add nuw nsw i32 %x, %y\n  %b = add nsw i32 %y, %x\n  %r = mul i32 %a, %b\n  ret i32 %r",
		has:  []string{"%a = add nsw i32 %x, %y", "mul i32 %a, %a"}},
	{name: "fast-math of both", pass: "cse", head: "float @f(float %x, float %y)",
		body: "%a = fadd fast float %x, %y\n  %b = fadd nnan float %x, %y\n  %r = fsub float %a, %b\n  ret float %r",
		has:  []string{"%a = fadd nnan float %x, %y", "fsub float %a, %a"}},
	{name: "stored is loaded", pass: "cse", head: "i32 @f(i32 %x, ptr %p)",
		body: "store i32 %x, ptr %p\n  %v = load i32, ptr %p\n  store i32 %v, ptr %p\n  ret i32 %v",
		has:  []string{"ret i32 %x"}, hasNot: []string{"load"}},
	{name: "other size", pass: "cse", head: "i16 @f(i32 %x, ptr %p)", same: true, body: "store i32 %x, ptr %p\n" +
		"  %v = load i16, ptr %p\n  ret i16 %v"},
	{name: "other bytes", pass: "cse", head: "i8 @f(ptr %p, i32 %x)",
		body: "%a = getelementptr i8, ptr %p, i64 4\n  %b = getelementptr { i32, i32, i32 }, ptr %p, i64 0, i32 2\n" +
			"  store i8 7, ptr %a\n  store i32 %x, ptr %p\n  store i32 %x, ptr %b\n  %v = load i8, ptr %a\n  ret i8 %v",
		has: []string{"ret i8 7"}, hasNot: []string{"load"}},
	{name: "some of the bytes", pass: "cse", head: "i32 @f(ptr %p, i32 %x)", same: true,
		body: "%a = getelementptr i8, ptr %p, i64 3\n  store i32 %x, ptr %p\n  store i8 7, ptr %a\n" +
			"  %v = load i32, ptr %p\n  ret i32 %v"},
	{name: "bytes behind another address", pass: "cse", head: "i8 @f(ptr %p, ptr %q)", same: true,
		body: "%a = getelementptr i8, ptr %p, i64 4\n  store i8 7, ptr %a\n  store i8 8, ptr %q\n" +
			"  %v = load i8, ptr %a\n  ret i8 %v"},
	{name: "same bytes by another way", pass: "cse", head: "i32 @f(ptr %p, i32 %x)",
		body: "%a = getelementptr i8, ptr %p, i64 4\n  %b = getelementptr i32, ptr %p, i64 1\n" +
			"  store i32 %x, ptr %a\n  %v = load i32, ptr %b\n  ret i32 %v",
		has: []string{"ret i32 %x"}, hasNot: []string{"load"}},
	{name: "other variables", pass: "cse", head: "i32 @f(ptr %p, i32 %x)",
		body: "%a = alloca i32\n  %b = alloca i32\n  store i32 %x, ptr %a\n  store i32 1, ptr %b\n" +
			"  store i32 2, ptr %p\n  store i32 3, ptr @g\n  %v = load i32, ptr %a\n  call void @quiet(ptr %a)\n" +
			"  call void @quiet(ptr %b)\n  ret i32 %v",
		has: []string{"ret i32 %x"}, hasNot: []string{"load"}},
	{name: "an address from memory", pass: "cse", head: "i32 @f(ptr %p, i32 %x)", same: true,
		body: "%a = alloca i32\n  store ptr %a, ptr %p\n  %q = load ptr, ptr @k\n  store i32 %x, ptr %a\n" +
			"  store i32 1, ptr %q\n  %v = load i32, ptr %a\n  ret i32 %v"},
	{name: "copied over", pass: "cse", head: "i32 @f(ptr %p, i32 %x, i64 %n)", same: true,
		body: "%a = alloca [4 x i32]\n  store i32 %x, ptr %a\n" +
			"  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 %n, i1 false)\n  %v = load i32, ptr %a\n  ret i32 %v"},
	{name: "copied beside", pass: "cse", head: "i32 @f(ptr %p, i32 %x)",
		body: "%a = alloca [4 x i32]\n  store i32 %x, ptr %a\n  %b = getelementptr i8, ptr %a, i64 4\n" +
			"  call void @llvm.memset.p0.i64(ptr %b, i8 0, i64 12, i1 false)\n  %v = load i32, ptr %a\n" +
			"  call void @quiet(ptr %a)\n  ret i32 %v",
		has: []string{"ret i32 %x"}, hasNot: []string{"load"}},
	{name: "a call that writes only another variable", pass: "cse", head: "i32 @f(i32 %x)",
		body: "%a = alloca i32\n  %b = alloca i32\n  store i32 %x, ptr %a\n  call void @writes(ptr %b, ptr %a)\n" +
			"  %v = load i32, ptr %a\n  ret i32 %v", has: []string{"ret i32 %x"}, hasNot: []string{"load"}},
	{name: "a call that writes the variable", pass: "cse", head: "i32 @f(i32 %x)", same: true,
		body: "%a = alloca [2 x i32]\n  %b = alloca i32\n  %q = getelementptr i8, ptr %a, i64 4\n  store i32 %x, ptr %a\n" +
			"  call void @writes(ptr %q, ptr %b)\n  %v = load i32, ptr %a\n  ret i32 %v"},
	{name: "a call that writes around a parameter", pass: "cse", head: "i32 @f(i32 %x, ptr %p)", same: true,
		body: "%b = alloca i32\n  %q = getelementptr i8, ptr %p, i64 -4\n  store i32 %x, ptr %q\n" +
			"  call void @writes(ptr %p, ptr %b)\n  %v = load i32, ptr %q\n  ret i32 %v"},
	{name: "a call that writes what a vector points to", pass: "cse", head: "i32 @f(i32 %x, <2 x ptr> %b)", same: true,
		body: "%a = alloca i32\n  store i32 %x, ptr %a\n  call void @scatter(<2 x ptr> %b)\n  %v = load i32, ptr %a\n  ret i32 %v"},
	{name: "a lifetime begins", pass: "cse", head: "i32 @f(i32 %x)", same: true,
		body: "%a = alloca i32\n  call void @quiet(ptr %a)\n  %v = load i32, ptr %a\n" +
			"  call void @llvm.lifetime.start.p0(ptr %a)\n  %w = load i32, ptr %a\n  call void @quiet(ptr %a)\n" +
			"  %r = sub i32 %v, %w\n  ret i32 %r"},
	{name: "siblings", pass: "cse", head: "i32 @f(ptr %p, i32 %x, i1 %c)",
		body: "%a = getelementptr i8, ptr %p, i64 4\n  store i32 %x, ptr %a\n  br i1 %c, label %t, label %e\n" +
			"t:\n  store i32 1, ptr %p\n  %v = load i32, ptr %a\n  ret i32 %v\n" +
			"e:\n  store i32 1, ptr %a\n  store i32 2, ptr %p\n  %w = load i32, ptr %a\n  ret i32 %w",
		has: []string{"ret i32 %x", "ret i32 1"}, hasNot: []string{"load"}},
	{name: "part of a frame", pass: "cse-parts", head: "void @f(i32 %x)",
		body: "%a = alloca { ptr, ptr, i32 }\n  store ptr @part, ptr %a\n" +
			"  %b = getelementptr { ptr, ptr, i32 }, ptr %a, i64 0, i32 2\n  store i32 %x, ptr %b\n" +
			"  %r = call ptr @llvm.coro.subfn.addr(ptr %a, i8 0)\n  call fastcc void %r(ptr %a)\n  ret void",
		has: []string{"call fastcc void @part(ptr %a)"}},
	{name: "part of a frame made by hand", pass: "cse-parts", head: "void @f(i32 %x)", same: true,
		body: "%a = alloca { ptr, ptr, i32 }\n  store ptr @quiet, ptr %a\n" +
			"  %r = call ptr @llvm.coro.subfn.addr(ptr %a, i8 0)\n  call fastcc void %r(ptr %a)\n  ret void"},
	{name: "memory of a coroutine", pass: "cse", head: "i8 @f(ptr %p) presplitcoroutine",
		body: "%a = getelementptr i8, ptr %p, i64 4\n  store i8 6, ptr %a\n  store i8 7, ptr %a\n  store i8 8, ptr %p\n" +
			"  %v = load i8, ptr %a\n  ret i8 %v",
		has: []string{"store i8 6", "ret i8 7"}, hasNot: []string{"load"}},
	{name: "a frame in memory that exists", pass: "cse", head: "i32 @f(i32 %x)", same: true,
		body: "%a = alloca i32\n  %p = alloca i64\n  %m = call ptr @place()\n" +
			"  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr null)\n" +
			"  %h = call ptr @llvm.coro.begin(token %id, ptr %m)\n  %b = getelementptr i8, ptr %h, i64 16\n" +
			"  store i32 %x, ptr %a\n  store i64 7, ptr %b\n  %v = load i32, ptr %a\n  call void @quiet(ptr %a)\n" +
			"  call void @quiet(ptr %p)\n  ret i32 %v"},
	{name: "a frame with a promise", pass: "cse", head: "i32 @f(i32 %x)", same: true,
		body: "%a = alloca i32\n  %p = alloca i64\n  %m = call noalias ptr @place()\n" +
			"  %id = call token @llvm.coro.id(i32 0, ptr %p, ptr @f, ptr null)\n" +
			"  %h = call ptr @llvm.coro.begin(token %id, ptr %m)\n  %b = getelementptr i8, ptr %h, i64 16\n" +
			"  store i32 %x, ptr %a\n  store i64 7, ptr %b\n  %v = load i32, ptr %a\n  call void @quiet(ptr %a)\n" +
			"  call void @quiet(ptr %p)\n  ret i32 %v"},
	{name: "volatile load", pass: "cse", head: "i32 @f(ptr %p)", same: true,
		body: "%v = load volatile i32, ptr %p\n  %w = load volatile i32, ptr %p\n  %r = sub i32 %v, %w\n  ret i32 %r"},
	{name: "fence", pass: "cse", head: "i32 @f(ptr %p)", same: true,
		body: "%v = load i32, ptr %p\n  fence acquire\n  %w = load i32, ptr %p\n  %r = sub i32 %v, %w\n  ret i32 %r"},
	{name: "ordered load", pass: "cse", head: "i32 @f(ptr %p, ptr %q)", same: true,
		body: "%v = load i32, ptr %p\n  %o = load atomic i32, ptr %q acquire, align 4\n  %w = load i32, ptr %p\n" +
			"  %s = sub i32 %v, %w\n  %r = add i32 %s, %o\n  ret i32 %r"},
	{name: "exchange", pass: "cse", head: "i32 @f(ptr %p, ptr %q)", same: true,
		body: "%v = load i32, ptr %p\n  %o = atomicrmw add ptr %q, i32 1 monotonic\n  %w = load i32, ptr %p\n" +
			"  %r = sub i32 %v, %w\n  ret i32 %r"},
	{name: "a reader does not write", pass: "cse", head: "i32 @f(ptr %p)",
		body: "%v = load i32, ptr %p\n  %o = call i32 @reads(ptr %p)\n  %w = load i32, ptr %p\n" +
			"  %s = sub i32 %v, %w\n  %r = add i32 %s, %o\n  ret i32 %r",
		has: []string{"ret i32 %o"}},
	{name: "a bundle may write", pass: "cse", head: "i32 @f(ptr %p)", same: true,
		body: "%v = load i32, ptr %p\n  %o = call i32 @reads(ptr %p) [ \"some\"(i32 1) ]\n  %w = load i32, ptr %p\n" +
			"  %s = sub i32 %v, %w\n  %r = add i32 %s, %o\n  ret i32 %r"},
	{name: "known in the branch", pass: "cse", head: "i1 @f(i32 %x, i1 %d)",
		body: `%c = icmp ult i32 %x, 5
  %a = and i1 %c, %d
  br i1 %a, label %t, label %e
t:
  %n = icmp uge i32 %x, 5
  %s = xor i1 %n, %d
  ret i1 %s
e:
  ret i1 %d`, has: []string{"ret i1 true", "ret i1 %d"}},
	{name: "or says nothing of its parts", pass: "cse", head: "i1 @f(i1 %c, i1 %d)", same: true,
		body: "%a = or i1 %c, %d\n  br i1 %a, label %t, label %e\nt:\n  ret i1 %c\ne:\n  ret i1 true"},
	{name: "intrinsic again", pass: "cse", head: "i32 @f(i32 %x)",
		body: "%a = call i32 @llvm.umax.i32(i32 %x, i32 3)\n  %b = call i32 @llvm.umax.i32(i32 %x, i32 3)\n" +
			"  %r = mul i32 %a, %b\n  ret i32 %r",
		has: []string{"mul i32 %a, %a"}},

	{name: "dead cycle", pass: "dce", head: "void @f(i1 %c)",
		body: "br label %l\nl:\n  %p = phi i32 [ 0, %entry ], [ %n, %l ]\n  %n = add i32 %p, 1\n" +
			"  br i1 %c, label %l, label %o\no:\n  ret void",
		hasNot: []string{"phi", "add"}},
	{name: "dead call", pass: "dce", head: "void @f()", body: "%a = call i32 @pure(i32 1)\n  ret void",
		hasNot: []string{"@pure"}},
	{name: "a call may not end", pass: "dce", head: "void @f()", same: true, body: "%a = call i32 @endless(i32 1)\n" +
		"  ret void"},
	{name: "volatile load is no dead one", pass: "dce", head: "void @f(ptr %p)", same: true,
		body: "%a = load volatile i32, ptr %p\n  ret void"},

	{name: "nothing to do", pass: "simplify", head: "void @f(ptr %p, i32 %x) !dbg !3", same: true,
		body: "%a = alloca i32\n  store i32 %x, ptr %a\n    #dbg_declare(ptr %a, !5, !DIExpression(), !6)\n" +
			"  call void @quiet(ptr %a), !dbg !6\n  ret void"},
	{name: "declaration becomes values", pass: "sroa", head: "i32 @f(i32 %x) !dbg !3",
		body: "%a = alloca i32\n    #dbg_declare(ptr %a, !5, !DIExpression(), !6)\n" +
			"  store i32 %x, ptr %a, !dbg !6\n  %v = load i32, ptr %a\n  ret i32 %v",
		has: []string{"#dbg_value(i32 %x, !5, !DIExpression(), !6)"}, hasNot: []string{"dbg_declare"}},
	{name: "value on one way", pass: "simplify", head: "void @f(i1 %c, i32 %x) !dbg !3",
		body: "    #dbg_value(i32 %x, !5, !DIExpression(), !6)\n  call void @use(i32 1), !dbg !6\n" +
			"  br i1 %c, label %t, label %e\nt:\n" +
			"    #dbg_value(i32 2, !5, !DIExpression(), !6)\n  br label %e\ne:\n  call void @use(i32 2), !dbg !6\n" +
			"  ret void",
		has: []string{"  call void @use(i32 1), !dbg !6\n    #dbg_value(ptr poison, !5, !DIExpression(), !6)\n" +
			"  call void @use(i32 2)"}, hasNot: []string{"#dbg_value(i32 2"}},
	{name: "undefined is unknown", pass: "mem2reg", head: "i32 @f(i32 %x) !dbg !3",
		body: "%a = alloca i32\n    #dbg_declare(ptr %a, !5, !DIExpression(), !6)\n" +
			"  store i32 %x, ptr %a, !dbg !6\n  %v = load i32, ptr %a\n" +
			"  store i32 undef, ptr %a, !dbg !6\n  call void @use(i32 2), !dbg !6\n  ret i32 %v",
		has: []string{"#dbg_value(i32 poison, !5, !DIExpression(), !6)\n  call void @use(i32 2)"}},
	{name: "declared twice", pass: "mem2reg", head: "i32 @f(i32 %x) !dbg !3",
		body: "%in = alloca i32\n  %a = alloca i32\n  store i32 %x, ptr %in, !dbg !6\n" +
			"    #dbg_declare(ptr %in, !5, !DIExpression(), !6)\n" +
			"  call void @quiet(ptr %in), !dbg !6\n  %c = load i32, ptr %in\n" +
			"    #dbg_declare(ptr %a, !5, !DIExpression(), !6)\n  store i32 %c, ptr %a, !dbg !6\n" +
			"  %v = load i32, ptr %a\n  ret i32 %v",
		has: []string{"#dbg_value(ptr %in, !5, !DIExpression(DW_OP_deref), !6)",
			"#dbg_value(i32 %c, !5, !DIExpression(), !6)"},
		hasNot: []string{"dbg_declare"}},
	{name: "read as memory, then promoted", pass: "mem2reg", head: "i32 @f(i32 %x) !dbg !3",
		body: "%a = alloca i32\n    #dbg_value(ptr %a, !5, !DIExpression(DW_OP_deref), !6)\n" +
			"  store i32 %x, ptr %a, !dbg !6\n  %v = load i32, ptr %a\n  ret i32 %v",
		has: []string{"#dbg_value(i32 %x, !5, !DIExpression(), !6)"}, hasNot: []string{"DW_OP_deref"}},
	{name: "declared in other parts", pass: "mem2reg", head: "i32 @f(i32 %x) !dbg !3",
		body: "%in = alloca i32\n  %a = alloca i32\n" +
			"    #dbg_declare(ptr %in, !7, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !6)\n" +
			"  call void @quiet(ptr %in), !dbg !6\n" +
			"    #dbg_declare(ptr %a, !7, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !6)\n" +
			"  store i32 %x, ptr %a, !dbg !6\n" +
			"  %v = load i32, ptr %a\n  ret i32 %v",
		has: []string{"#dbg_declare(ptr %in, !7, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !6)",
			"#dbg_value(i32 %x, !7, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !6)"}},
	{name: "declaration becomes parts", pass: "sroa", head: "i64 @f(i32 %x, i64 %y) !dbg !3",
		body: "%a = alloca { i32, i64 }\n    #dbg_declare(ptr %a, !7, !DIExpression(), !6)\n" +
			"  store i32 %x, ptr %a, !dbg !6\n" +
			"  %p = getelementptr i8, ptr %a, i64 8\n  store i64 %y, ptr %p, !dbg !6\n  %u = load i32, ptr %a\n" +
			"  %v = load i64, ptr %p\n" +
			"  call void @use(i32 %u), !dbg !6\n  ret i64 %v",
		has: []string{"#dbg_value(i32 %x, !7, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !6)",
			"#dbg_value(i64 %y, !7, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !6)"}},
}

const caseMeta = `
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "x", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "t.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !8, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DILocalVariable(name: "v", scope: !3, file: !1, line: 2, type: !4)
!6 = !DILocation(line: 2, scope: !3)
!7 = !DILocalVariable(name: "s", scope: !3, file: !1, line: 2, type: !10)
!8 = !DISubroutineType(types: !9)
!9 = !{}
!10 = !DIBasicType(name: "pair", size: 128, encoding: DW_ATE_unsigned)
!20 = !{i64 0, i64 256}
!30 = distinct !{!30, !31}
!31 = !{!"llvm.loop.unroll.disable"}
`

func TestScalarCases(t *testing.T) {
	for _, c := range slices.Concat(scalarCases, signCases, nullCases, unwindCases, loopCases) {
		t.Run(c.pass+"/"+c.name, func(t *testing.T) {
			m := load(t, caseDecls+"define "+c.head+" {\nentry:\n  "+c.body+"\n}\n"+caseMeta)
			if errs := ir.Verify(m); len(errs) > 0 {
				t.Fatal(errs)
			}
			f, _ := m.Func("f")
			before := emit.FuncString(f)
			changed := scalarPasses[c.pass](t, m, f)
			after := emit.FuncString(f)
			if errs := ir.Verify(m); len(errs) > 0 {
				t.Errorf("broken: %v", errs)
			}
			if changed != (before != after) || changed == c.same {
				t.Errorf("changed is %t in\n%s\nafter\n%s", changed, after, before)
			}
			if c.same && f.Changed {
				t.Error("the function counts as changed")
			}
			for _, s := range c.has {
				if !strings.Contains(after, s) {
					t.Errorf("%q is missing in\n%s", s, after)
				}
			}
			for _, s := range c.hasNot {
				if strings.Contains(after, s) {
					t.Errorf("%q is left in\n%s", s, after)
				}
			}
		})
	}
}
