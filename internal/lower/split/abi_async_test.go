// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/test/lowertest"
)

// asyncModule is a coroutine into which each edit in asyncErrors introduces one error.
const asyncModule = `
define swifttailcc void @f(ptr swiftasync %ctx, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r = call ptr @llvm.coro.async.resume()
  %s = call {ptr, i32} (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i32s(i32 0, ptr %r, ptr @project, ptr @go, ptr @callee, ptr %ctx)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false, ptr @fin, ptr %ctx, i32 %n)
  unreachable
}
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>
define swifttailcc void @go(ptr %f, ptr %c) {
  musttail call swifttailcc void %f(ptr swiftasync %c)
  ret void
}
define swifttailcc void @fin(ptr %c, i32 %v) {
  %f = load ptr, ptr %c
  musttail call swifttailcc void %f(ptr swiftasync %c, i32 %v)
  ret void
}
declare swifttailcc void @callee(ptr swiftasync)
declare ptr @project(ptr)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare {ptr, i32} @llvm.coro.suspend.async.sl_p0i32s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)
`

const (
	asyncSecond = "  %s2 = call {ptr, i32} (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i32s(i32 0, ptr %r, " +
		"ptr @project, ptr @go, ptr @callee, ptr %ctx)\n"
	asyncEnd  = "  call void (ptr, i1, ...) @llvm.coro.end.async"
	notGlobal = "llvm.coro.id.async async function pointer not a global"
	notPair   = "the async function pointer @fTu must have an initializer <{ i32, i32 }>: the function, and the " +
		"size of its context"
)

var asyncErrors = []wrong{
	{asyncModule, true, "coroutine should have exactly one defining @llvm.coro.begin", "call ptr",
		[]string{"  %r =", "  %h2 = call ptr @llvm.coro.begin(token %id, ptr null)\n  %r ="}},
	{asyncModule, true, "llvm.coro.suspend.async resume function projection function must return a ptr type",
		"call {ptr", []string{"declare ptr @project(ptr)", "declare i64 @project(ptr)"}},
	{asyncModule, true, "llvm.coro.suspend.async resume function projection function must take one ptr type as " +
		"parameter", "call {ptr", []string{"@project(ptr)", "@project(i64)"}},
	{asyncModule, true, "llvm.coro.suspend.async resume function projection function must take one ptr type as " +
		"parameter", "call {ptr", []string{"@project(ptr)", "@project(ptr, ptr)"}},
	{asyncModule, false, "the projection of llvm.coro.suspend.async is not a function", "call {ptr",
		[]string{"ptr %r, ptr @project", "ptr %r, ptr null"}},
	{asyncModule, true, "llvm.coro.end.async must tail call function argument type must match the tail arguments",
		"call void", []string{"ptr @fin, ptr %ctx, i32 %n", "ptr @fin, ptr %ctx"}},
	{asyncModule, false, "dispatch function of llvm.coro.end.async is not a function", "call void",
		[]string{"ptr @fin, ptr", "ptr null, ptr"}},
	{asyncModule, false, "llvm.coro.end.async passes double to @fin, which expects i32 there", "call void",
		[]string{"ptr @fin, ptr %ctx, i32 %n", "ptr @fin, ptr %ctx, double 1.0"}},
	{asyncModule, true, "size argument to coro.id.async must be constant", "call token",
		[]string{"i32 16, i32 16, i32 0", "i32 %n, i32 16, i32 0"}},
	{asyncModule, true, "alignment argument to coro.id.async must be constant", "call token",
		[]string{"i32 16, i32 16, i32 0", "i32 16, i32 %n, i32 0"}},
	{asyncModule, true, "storage argument offset to coro.id.async must be constant", "call token",
		[]string{"i32 16, i32 16, i32 0", "i32 16, i32 16, i32 %n"}},
	{asyncModule, false, "alignment argument to coro.id.async must be a power of two, not 3", "call token",
		[]string{"i32 16, i32 16, i32 0", "i32 16, i32 3, i32 0"}},
	{asyncModule, false, "storage argument offset to coro.id.async is 2, but @f has 2 parameters", "call token",
		[]string{"i32 16, i32 16, i32 0", "i32 16, i32 16, i32 2"}},
	{asyncModule, false, "the context, parameter 1 of @f, must be a pointer, not i32", "call token",
		[]string{"i32 16, i32 16, i32 0", "i32 16, i32 16, i32 1"}},
	{asyncModule, false, "the context, parameter 0 of @f, is swifterror, but it must hold the frame", "call token",
		[]string{"@f(ptr swiftasync %ctx", "@f(ptr swifterror %ctx"}},
	{asyncModule, true, notGlobal, "call token", []string{"ptr @fTu)", "ptr null)"}},
	{asyncModule, true, notGlobal, "call token", []string{"ptr @fTu)", "ptr @callee)"}},
	{asyncModule, true, notGlobal, "call token", []string{"ptr @fTu)", "ptr %ctx)"}},
	{asyncModule, true, notGlobal, "call token", []string{"ptr @fTu)", "ptr @alias)", "@fTu =",
		"@alias = alias <{ i32, i32 }>, ptr @fTu\n@fTu ="}},
	{asyncModule, false, notPair, "call token", []string{"@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>",
		"@fTu = external global <{ i32, i32 }>"}},
	{asyncModule, false, notPair, "call token", []string{"@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>",
		"@fTu = global <{ i32, i32 }> undef"}},
	{asyncModule, false, notPair, "call token", []string{"@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>",
		"@fTu = global <{ i32, i32, i32 }> <{ i32 1, i32 16, i32 0 }>"}},
	{asyncModule, false, notPair, "call token", []string{"@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>",
		"@fTu = global [2 x i32] [i32 1, i32 16]"}},
	{asyncModule, false, "an asynchronous coroutine must return void, but @f returns i32", "call token",
		[]string{"define swifttailcc void @f", "define swifttailcc i32 @f"}},
	{asyncModule, false, "an asynchronous coroutine must not be variadic, but @f is", "call token",
		[]string{"i32 %n) presplit", "i32 %n, ...) presplit", "swifttailcc void @f", "void @f"}},
	{asyncModule, false, "coro.id.async must be paired with coro.suspend.async", "call i1",
		[]string{"  %s = call {ptr, i32} (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i32s(i32 0, ptr %r, " +
			"ptr @project, ptr @go, ptr @callee, ptr %ctx)", "  %s = call i1 (...) @llvm.coro.suspend.retcon.i1()",
			"declare ptr @llvm.coro.begin", "declare i1 @llvm.coro.suspend.retcon.i1(...)\n" +
				"declare ptr @llvm.coro.begin"}},
	{asyncModule, false, "the resume function of llvm.coro.suspend.async must be the result of llvm.coro.async.resume",
		"call {ptr", []string{"i32 0, ptr %r", "i32 0, ptr null"}},
	{asyncModule, false, "the resume function of llvm.coro.suspend.async must be the result of llvm.coro.async.resume",
		"call {ptr", []string{"i32 0, ptr %r", "i32 0, ptr %ctx"}},
	{asyncModule, false, "two suspends use the same llvm.coro.async.resume", "call {ptr",
		[]string{asyncEnd, asyncSecond + asyncEnd}},
	{asyncModule, false, "the context of llvm.coro.suspend.async is element 1 of its result, but that is not a " +
		"pointer in { ptr, i32 }", "call {ptr", []string{"i32 0, ptr %r", "i32 1, ptr %r"}},
	{asyncModule, false, "the context of llvm.coro.suspend.async is element 2 of its result, but that is not a " +
		"pointer in { ptr, i32 }", "call {ptr", []string{"i32 0, ptr %r", "i32 2, ptr %r"}},
	{asyncModule, false, "swiftself of llvm.coro.suspend.async is element 2 of its result, which has only 2",
		"call {ptr", []string{"i32 0, ptr %r", "i32 512, ptr %r"}},
	{asyncModule, false, "the parameter numbers of llvm.coro.suspend.async must be constant", "call {ptr",
		[]string{"i32 0, ptr %r", "i32 %n, ptr %r"}},
	{asyncModule, false, "the result of llvm.coro.suspend.async must be a struct, not ptr", "call ptr",
		[]string{"call {ptr, i32} (i32, ptr", "call ptr (i32, ptr", "async.sl_p0i32s", "async.p0",
			"declare {ptr, i32} @llvm.coro.suspend.async.sl_p0i32s", "declare ptr @llvm.coro.suspend.async.p0"}},
	{asyncModule, false, "the arguments of the dispatch function of llvm.coro.suspend.async do not match its " +
		"parameters", "call {ptr", []string{"ptr @callee, ptr %ctx)", "ptr @callee)"}},
	{asyncModule, true, "llvm.coro.end.async must tail call function argument type must match the tail arguments",
		"call void", []string{"ptr @fin, ptr %ctx, i32 %n", "ptr @fin, ptr %ctx, i32 %n, i32 1"}},
	{asyncModule, false, "llvm.coro.suspend.async names no function to call", "call {ptr",
		[]string{", ptr @go, ptr @callee, ptr %ctx)", ")"}},
	{asyncModule, false, "dispatch function of llvm.coro.suspend.async is not a function", "call {ptr",
		[]string{"ptr @go, ", "ptr %ctx, "}},
	{asyncModule, false, "dispatch function @go of llvm.coro.suspend.async is variadic", "call {ptr",
		[]string{"void @go(ptr %f, ptr %c)", "void @go(ptr %f, ptr %c, ...)",
			"  musttail call swifttailcc void %f(ptr swiftasync %c)\n", ""}},
	{asyncModule, false, "dispatch function @go of llvm.coro.suspend.async must return void", "call {ptr",
		[]string{"define swifttailcc void @go(ptr %f, ptr %c) {\n" +
			"  musttail call swifttailcc void %f(ptr swiftasync %c)\n  ret void",
			"define swifttailcc i32 @go(ptr %f, ptr %c) {\n  ret i32 0"}},
	{asyncModule, false, "llvm.coro.alloca.alloc in an asynchronous coroutine, which has no allocator",
		"call token @llvm.coro.alloca",
		[]string{"  %r =", "  %a = call token @llvm.coro.alloca.alloc.i32(i32 %n, i32 8)\n  %r =",
			"declare ptr @project", "declare token @llvm.coro.alloca.alloc.i32(i32, i32)\ndeclare ptr @project"}},
	{asyncModule, false, "a byval parameter has a larger alignment than the context (16 bytes)", "%n) presplit",
		[]string{"i32 %n) presplit", "ptr byval(<8 x float>) %n) presplit", "ptr @fin, ptr %ctx, i32 %n",
			"ptr @fin, ptr %ctx, i32 1"}},
	{asyncModule, true, "Coroutines cannot handle non static allocas yet", "alloca",
		[]string{"  %r =", "  %a = alloca i8, i32 %n\n  call void @use(ptr %a)\n  %r =", "declare ptr @project",
			"declare void @use(ptr)\ndeclare ptr @project"}},
	{asyncModule, false, "control cannot be transferred through @go by a tail call: it has another calling " +
		"convention than @f", "call {ptr", []string{"define swifttailcc void @f", "define tailcc void @f"}},
	{asyncModule, false, "control cannot be transferred through @go by a tail call: its number of arguments " +
		"differs from that of a function that makes the call", "call {ptr",
		[]string{"define swifttailcc void @f", "define swiftcc void @f", "swifttailcc void %f(ptr swiftasync %c)",
			"swiftcc void %f(ptr swiftasync %c)"}},
	{asyncModule, false, "control cannot be transferred through @go by a tail call: its argument types differ from " +
		"those of a function that makes the call", "call {ptr",
		[]string{"define swifttailcc void @f", "define swiftcc void @f", "swifttailcc void %f(ptr swiftasync %c)",
			"swiftcc void %f(ptr swiftasync %c, i64 0)"}},
	{asyncModule, false, "control cannot be transferred through @go by a tail call: its argument types differ from " +
		"those of a function that makes the call", "call {ptr",
		[]string{"define swifttailcc void @f", "define swiftcc void @f", "swifttailcc void %f(ptr swiftasync %c)",
			"swiftcc void %f(ptr swiftasync %c, ptr null)"}},
	{asyncModule, false, "control cannot be transferred through @go by a tail call: its argument types differ from " +
		"those of a function that makes the call", "call {ptr",
		[]string{"define swifttailcc void @f", "define swiftcc void @f", "swifttailcc void %f(ptr swiftasync %c)",
			"swiftcc void %f(ptr addrspace(1) null, i32 0)"}},
	{asyncModule, false, "control cannot be transferred through @go by a tail call: its argument attributes differ " +
		"from those of a function that makes the call", "call {ptr",
		[]string{"define swifttailcc void @f", "define swiftcc void @f", "swifttailcc void %f(ptr swiftasync %c)",
			"swiftcc void %f(ptr %c, i32 0)"}},
	{asyncModule, false, "control cannot be transferred through @fin by a tail call: its number of arguments " +
		"differs from that of a function that makes the call", "call void",
		[]string{"define swifttailcc void @f", "define swiftcc void @f",
			"musttail call swifttailcc void %f(ptr swiftasync %c)", "tail call swiftcc void %f(ptr swiftasync %c)",
			"define swifttailcc void @fin(ptr %c, i32 %v) {\n  %f = load ptr, ptr %c\n" +
				"  musttail call swifttailcc void %f(ptr swiftasync %c, i32 %v)",
			"define swiftcc void @fin(ptr %c, i32 %v) {\n  %f = load ptr, ptr %c\n" +
				"  musttail call swiftcc void %f(ptr swiftasync %c)"}},
}

const typedAsync = `target datalayout = "e-p:64:64"
define swiftcc void @f(i8* %ctx) "coroutine.presplit"="1" {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, i8* bitcast (<{ i32, i32 }>* @fTu to i8*))
  %h = call i8* @llvm.coro.begin(token %id, i8* null)
  %r = call i8* @llvm.coro.async.resume()
  %s = call { i8* } (i32, i8*, i8*, ...) @llvm.coro.suspend.async.sl_p0i8s(i32 0, i8* %r, i8* bitcast (i8* (i8*)* @project to i8*), i8* bitcast (void (i8*)* @go to i8*), i8* %ctx)
  %e = call i1 (i8*, i1, ...) @llvm.coro.end.async(i8* %h, i1 false)
  unreachable
}
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>
declare i8* @project(i8*)
define swiftcc void @go(i8* %c) {
  ret void
}
declare token @llvm.coro.id.async(i32, i32, i32, i8*)
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.async.resume()
declare { i8* } @llvm.coro.suspend.async.sl_p0i8s(i32, i8*, i8*, ...)
declare i1 @llvm.coro.end.async(i8*, i1, ...)
`

var typedAsyncErrors = []wrong{
	{typedAsync, false, "llvm.coro.id.async async function pointer argument's type is not <{i32, i32}>", "call token",
		[]string{"(<{ i32, i32 }>* @fTu", "({ i32, i32 }* @fTu", "global <{ i32, i32 }> <{ i32 1, i32 16 }>",
			"global { i32, i32 } { i32 1, i32 16 }"}},
	{typedAsync, false, "llvm.coro.suspend.async resume function projection function must return an i8* type",
		"call { i8",
		[]string{"bitcast (i8* (i8*)* @project", "bitcast (i64 (i8*)* @project", "declare i8* @project",
			"declare i64 @project"}},
	{typedAsync, false, "llvm.coro.suspend.async resume function projection function must take one i8* type as " +
		"parameter", "call { i8",
		[]string{"bitcast (i8* (i8*)* @project", "bitcast (i8* (i64)* @project", "@project(i8*)", "@project(i64)"}},
}

// Errors have a position and a hint, and are reported before anything is rewritten, in LLVM's words
// if LLVM reports them.
func TestAsyncErrors(t *testing.T) {
	for module, size := range map[string]int64{asyncModule: 32, typedAsync: 16} {
		c := lowertest.Load(t, module)
		if _, err := c.SplitFunc(c.M.Funcs[0]); err != nil {
			t.Fatal(err)
		}
		if l := ir.Verify(c.M); len(l) > 0 {
			t.Fatalf("broken: %v", l)
		}
		if n := len(c.Split.Contexts); n != 1 || c.Split.Contexts[0].Size != size ||
			c.Split.Contexts[0].Pointer != "fTu" {
			t.Errorf("%+v", c.Split.Contexts)
		}
	}
	tells(t, asyncErrors)
	tells(t, typedAsyncErrors)
}

// If the target has no guaranteed tail calls, any call may be made there as an ordinary call.
func TestAsyncWithoutTailCalls(t *testing.T) {
	text := strings.ReplaceAll(asyncModule, "define swifttailcc void @f", "target triple = \"wasm32\"\n"+
		"define swiftcc void @f")
	c := lowertest.Load(t, text)
	r, err := c.Split.Split(c.M.Funcs[0])
	if err != nil {
		t.Fatal(err)
	}
	r.All()
	for _, p := range r.Parts {
		if s := emit.FuncString(p); strings.Contains(s, "tail call") {
			t.Error(s)
		}
	}
	if s := emit.FuncString(c.M.Funcs[0]); strings.Contains(s, "tail call") {
		t.Error(s)
	}
}
