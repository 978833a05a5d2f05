// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/test/lowertest"
)

// retconModule is a coroutine into which each edit in retconErrors introduces one error.
const retconModule = `
define {ptr, i32} @f(ptr %buf, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call {i1, i32} (...) @llvm.coro.suspend.retcon.sl_i1i32s(i32 %n)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare {ptr, i32} @proto(ptr, i1, i32)
declare ptr @take(i64)
declare void @give(ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare {i1, i32} @llvm.coro.suspend.retcon.sl_i1i32s(...)
declare void @llvm.coro.end(ptr, i1, token)
`

const onceModule = `
define {ptr, i32} @f(ptr %buf, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon.once(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n)
  %r = call token (...) @llvm.coro.end.results(i64 5, ptr %buf)
  call void @llvm.coro.end(ptr %h, i1 false, token %r)
  unreachable
}
declare {i64, ptr} @proto(ptr, i1)
declare ptr @take(i64)
declare void @give(ptr)
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.end.results(...)
declare void @llvm.coro.end(ptr, i1, token)
`

var retconErrors = []wrong{
	{retconModule, true, "size argument to coro.id.retcon.* must be constant", "call token",
		[]string{"i32 8, i32 8, ptr %buf, ptr", "i32 %n, i32 8, ptr %buf, ptr"}},
	{retconModule, true, "alignment argument to coro.id.retcon.* must be constant", "call token",
		[]string{"i32 8, i32 8, ptr %buf, ptr", "i32 8, i32 %n, ptr %buf, ptr"}},
	{retconModule, false, "alignment argument to coro.id.retcon.* must be a power of two, not 3", "call token",
		[]string{"i32 8, i32 8, ptr %buf, ptr", "i32 8, i32 3, ptr %buf, ptr"}},
	{retconModule, true, "llvm.coro.id.retcon.* prototype not a Function", "call token", []string{"%buf, ptr @proto",
		"%buf, ptr null"}},
	{retconModule, true, "llvm.coro.id.retcon prototype must return pointer as first result", "call token",
		[]string{"declare {ptr, i32} @proto", "declare {i64, i32} @proto"}},
	{retconModule, true, "llvm.coro.id.retcon prototype must return pointer as first result", "call token",
		[]string{"declare {ptr, i32} @proto", "declare void @proto"}},
	{retconModule, true, "llvm.coro.id.retcon prototype return type must be same ascurrent function return type",
		"call token", []string{"declare {ptr, i32} @proto", "declare {ptr, i64} @proto"}},
	{retconModule, true, "llvm.coro.id.retcon.* prototype must take pointer as its first parameter", "call token",
		[]string{"@proto(ptr, i1, i32)", "@proto(i64, i1, i32)"}},
	{retconModule, true, "llvm.coro.id.retcon.* prototype must take pointer as its first parameter", "call token",
		[]string{"@proto(ptr, i1, i32)", "@proto()"}},
	{retconModule, false, "the prototype @proto takes its first parameter in address space 3, but the buffer is in 0", "call token",
		[]string{"@proto(ptr, i1, i32)", "@proto(ptr addrspace(3), i1, i32)"}},
	{retconModule, false, "the prototype @proto takes its first parameter as swifterror, but that is the buffer",
		"call token", []string{"@proto(ptr, i1, i32)", "@proto(ptr swifterror, i1, i32)"}},
	{retconModule, true, "llvm.coro.* allocator not a Function", "call token", []string{"ptr @take, ptr",
		"ptr null, ptr"}},
	{retconModule, true, "llvm.coro.* allocator must return a pointer", "call token", []string{"declare ptr @take",
		"declare i64 @take"}},
	{retconModule, true, "llvm.coro.* allocator must take integer as only param", "call token", []string{"@take(i64)",
		"@take(i64, i64)"}},
	{retconModule, true, "llvm.coro.* allocator must take integer as only param", "call token", []string{"@take(i64)",
		"@take(ptr)"}},
	{retconModule, true, "llvm.coro.* deallocator not a Function", "call token", []string{"ptr @give)", "ptr null)"}},
	{retconModule, true, "llvm.coro.* deallocator must return void", "call token", []string{"declare void @give",
		"declare ptr @give"}},
	{retconModule, true, "llvm.coro.* deallocator must take pointer as only param", "call token", []string{"@give(ptr)",
		"@give(ptr, i64)"}},
	{retconModule, true, "coro.id.retcon.* must be paired with coro.suspend.retcon", "call i8",
		[]string{"call {i1, i32} (...) @llvm.coro.suspend.retcon.sl_i1i32s(i32 %n)",
			"call i8 @llvm.coro.suspend(token none, i1 false)",
			"declare {i1, i32} @llvm.coro.suspend.retcon.sl_i1i32s(...)", "declare i8 @llvm.coro.suspend(token, i1)"}},
	{retconModule, true, "argument to coro.suspend.retcon does not match corresponding prototype function result",
		"call {i1", []string{"sl_i1i32s(i32 %n)", "sl_i1i32s(i64 5)"}},
	{retconModule, true, "wrong number of arguments to coro.suspend.retcon", "call {i1", []string{"sl_i1i32s(i32 %n)",
		"sl_i1i32s()"}},
	{retconModule, true, "wrong number of arguments to coro.suspend.retcon", "call {i1", []string{"sl_i1i32s(i32 %n)",
		"sl_i1i32s(i32 %n, i32 %n)"}},
	{retconModule, true, "wrong number of results from coro.suspend.retcon", "call {i1",
		[]string{"@proto(ptr, i1, i32)", "@proto(ptr, i1)"}},
	{retconModule, true, "result from coro.suspend.retcon does not match corresponding prototype function param",
		"call {i1", []string{"@proto(ptr, i1, i32)", "@proto(ptr, i1, i64)"}},
	{retconModule, true, "coroutine should have exactly one defining @llvm.coro.begin", "call ptr",
		[]string{"  %s =", "  %h2 = call ptr @llvm.coro.begin(token %id, ptr null)\n  %s ="}},
	{retconModule, true, "Only one coro.end can be marked as fallthrough", "call void",
		[]string{"  %s =", "  call void @llvm.coro.end(ptr %h, i1 false, token none)\n  %s ="}},
	{retconModule, false, "a coroutine of llvm.coro.id.retcon has no results", "call void", []string{"token none)",
		"token %r)", "  call void", "  %r = call token (...) @llvm.coro.end.results(i64 5)\n  call void",
		"declare void @llvm.coro.end(", "declare token @llvm.coro.end.results(...)\ndeclare void @llvm.coro.end("}},
	{retconModule, false, "the frame of @f (4 bytes, aligned 4) does not fit into the buffer of coro.id.retcon.* " +
		"(2 bytes, aligned 8), and neither does its address", "call token",
		[]string{"i32 8, i32 8, ptr %buf, ptr", "i32 2, i32 8, ptr %buf, ptr", "  unreachable",
			"  call void @use(i32 %n)\n  unreachable", "  call void @llvm.coro.end", "  call void @use(i32 %n)\n" +
				"  call void @llvm.coro.end", "declare ptr @take", "declare void @use(i32)\ndeclare ptr @take"}},
	{retconModule, false, "@f has a swifterror parameter, but the prototype @proto of its continuations has none",
		"%e) presplit", []string{"i32 %n) presplit", "i32 %n, ptr swifterror %e) presplit"}},
	{retconModule, true, "Coroutines cannot handle non static allocas yet", "alloca",
		[]string{"  %s =", "  %a = alloca i8, i32 %n\n  call void @give(ptr %a)\n  %s ="}},
	{retconModule, false, "the alignment of coro.alloca.alloc must be a constant power of two",
		"call token @llvm.coro.alloca",
		[]string{"  %s =", "  %a = call token @llvm.coro.alloca.alloc.i32(i32 %n, i32 %n)\n  %s =", "declare ptr @take",
			"declare token @llvm.coro.alloca.alloc.i32(i32, i32)\ndeclare ptr @take"}},
	{onceModule, false, "coro.end.results do not match the continuation prototype's return type", "call void",
		[]string{"token %r)", "token none)"}},
	{onceModule, false, "coro.end.results do not match the continuation prototype's return type", "call token (...)",
		[]string{"(i64 5, ptr %buf)", "(i64 5)"}},
	{onceModule, false, "coro.end.results do not match the continuation prototype's return type", "call token (...)",
		[]string{"(i64 5, ptr %buf)", "(i64 5, i64 6)"}},
	{onceModule, false, "coro.end.results do not match the continuation prototype's return type", "call token (...)",
		[]string{"declare {i64, ptr} @proto", "declare void @proto"}},
	{onceModule, false, "a coroutine of llvm.coro.id.retcon.once must return pointer as first result, but @f " +
		"returns void", "call token", []string{"define {ptr, i32} @f", "define void @f"}},
	{onceModule, false, "a coroutine of llvm.coro.id.retcon.once must return pointer as first result, but @f " +
		"returns { i64, i32 }", "call token", []string{"define {ptr, i32} @f", "define {i64, i32} @f"}},
}

// Errors have a position and a hint, and are reported before anything is rewritten, in LLVM's words
// if LLVM reports them.
func TestRetconErrors(t *testing.T) {
	for _, module := range []string{retconModule, onceModule} {
		c := lowertest.Load(t, module)
		if _, err := c.SplitFunc(c.M.Funcs[0]); err != nil {
			t.Fatal(err)
		}
		if l := ir.Verify(c.M); len(l) > 0 {
			t.Fatalf("broken: %v", l)
		}
	}
	tells(t, retconErrors)
}

// TestRetconParts compares each continuation with the expected output when it is yielded.
// TestWrongFrame: what is only wrong with the frame's place is found without splitting, too.
func TestWrongFrame(t *testing.T) {
	used := strings.ReplaceAll(retconModule, "  call void @llvm.coro.end", "  call void @use(i32 %n)\n  call void @llvm.coro.end")
	used += "declare void @use(i32)\n"
	for _, size := range []string{"2", "8"} {
		c := lowertest.Load(t, edit(used, "i32 8, i32 8, ptr %buf, ptr", "i32 "+size+", i32 8, ptr %buf, ptr"))
		wrong, refused, _ := split.Wrong(c.Unit, c.M.Funcs[0])
		if (len(wrong) == 1 && strings.Contains(wrong[0].Msg, "does not fit into the buffer")) != (size == "2") || len(refused) > 0 ||
			size == "8" && len(wrong) > 0 {
			t.Errorf("a buffer of %s bytes: %v, %v", size, wrong, refused)
		}
	}
}

func TestRetconParts(t *testing.T) {
	golden(t, "retcon", func(t *testing.T, c *lowertest.Unit, _ string) string {
		f := c.M.Funcs[0]
		r, err := c.Split.Split(f)
		if err != nil {
			return ir.AsError(err).Error() + "\n"
		}
		out := ""
		r.All()
		for _, p := range r.Parts {
			if l := ir.VerifyFunc(p); len(l) > 0 {
				t.Errorf("@%s is broken: %v", p.Name, l)
			}
			out += emit.FuncString(p)
		}
		if l := ir.Verify(c.M); len(l) > 0 {
			t.Errorf("broken: %v", l)
		}
		return emit.FuncString(f) + out
	})
}
