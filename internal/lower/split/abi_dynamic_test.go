// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/test/lowertest"
)

// dynamicModule is a coroutine into which each edit in dynamicErrors introduces one error.
const dynamicModule = `
@rec = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 7 }>, align 8
define swiftcc {ptr, i32} @f(ptr noalias %frame, ptr swiftcoro %cator, i32 %n, ptr %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @rec, ptr %cator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @takef, ptr @givef, i64 7)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call ptr (...) @llvm.coro.suspend.retcon.p0(i32 %n)
  store i32 %n, ptr %p
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare swiftcc void @proto(ptr noalias, ptr swiftcoro)
declare swiftcc ptr @take(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @give(ptr, ptr swiftcoro, ptr)
declare swiftcc ptr @takef(ptr, ptr swiftcoro, i64, i64)
declare swiftcc void @givef(ptr, ptr swiftcoro, ptr)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare token @llvm.coro.end.results(...)
declare i1 @llvm.coro.end(ptr, i1, token)
`

const recordShape = "coro function pointer initializer must be a struct of three elements"

// dynamicErrors lists the errors that splitting reports after edits of the module (old, new, old,
// new, ...), and the text at their positions. The fork crashes on most of these modules, and
// produces invalid or wrong code for the others.
var dynamicErrors = []struct {
	want  string
	at    string
	edits []string
}{
	{"size argument to coro.id.retcon.once.dynamic must be constant", "call token", []string{"(i32 -1,", "(i32 %n,"}},
	{"alignment argument to coro.id.retcon.once.dynamic must be constant", "call token", []string{"i32 -1, i32 16",
		"i32 -1, i32 %n"}},
	{"alignment argument to coro.id.retcon.once.dynamic must be a power of two, not 3", "call token",
		[]string{"i32 -1, i32 16", "i32 -1, i32 3"}},
	{"coro.id.retcon.once.dynamic coro function pointer not a global", "call token", []string{"i32 16, ptr @rec",
		"i32 16, ptr null"}},
	{"coro.id.retcon.once.dynamic coro function pointer not a global", "call token", []string{"i32 16, ptr @rec",
		"i32 16, ptr @proto"}},
	{"coro.id.retcon.once.dynamic coro function pointer not a global", "call token", []string{"i32 16, ptr @rec",
		"i32 16, ptr %p"}},
	{"coro.id.retcon.once.dynamic coro function pointer not a global", "call token", []string{"i32 16, ptr @rec",
		"i32 16, ptr getelementptr (i8, ptr @rec, i64 8)"}},
	{"coro.id.retcon.once.dynamic coro function pointer not a global", "call token", []string{"i32 16, ptr @rec",
		"i32 16, ptr @other", "define swiftcc", "@other = alias i32, ptr @rec\ndefine swiftcc"}},
	{recordShape, "call token", []string{"global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 7 }>",
		"external global <{ i32, i32, i64 }>"}},
	{recordShape, "call token", []string{"<{ i32 1, i32 0, i64 7 }>", "zeroinitializer"}},
	{recordShape, "call token", []string{"<{ i32 1, i32 0, i64 7 }>", "undef"}},
	{recordShape, "call token", []string{"<{ i32, i32, i64 }> <{ i32 1, i32 0, i64 7 }>",
		"[3 x i32] [i32 1, i32 2, i32 3]"}},
	{recordShape, "call token", []string{"<{ i32, i32, i64 }> <{ i32 1, i32 0, i64 7 }>",
		"<{ i32, i32 }> <{ i32 1, i32 0 }>"}},
	{recordShape, "call token", []string{"<{ i32, i32, i64 }> <{ i32 1, i32 0, i64 7 }>",
		"<{ i32, i32, i64, i64 }> <{ i32 1, i32 0, i64 7, i64 8 }>"}},
	{recordShape, "call token", []string{"<{ i32, i32, i64 }> <{ i32 1, i32 0, i64 7 }>",
		"<{ i32, ptr, i64 }> <{ i32 1, ptr null, i64 7 }>"}},
	{"llvm.coro.id.retcon.* prototype not a Function", "call token", []string{"ptr @proto, ptr", "ptr null, ptr"}},
	{"llvm.coro.id.retcon.* prototype not a Function", "call token", []string{"ptr @proto, ptr", "ptr @rec, ptr"}},
	{"llvm.coro.id.retcon.* prototype must take pointer as its first parameter", "call token",
		[]string{"@proto(ptr noalias, ptr swiftcoro)", "@proto(i64, ptr swiftcoro)"}},
	{"llvm.coro.id.retcon.* prototype must take pointer as its first parameter", "call token",
		[]string{"@proto(ptr noalias, ptr swiftcoro)", "@proto()"}},
	{"prototype must take the allocator as its second parameter", "call token",
		[]string{"@proto(ptr noalias, ptr swiftcoro)", "@proto(ptr noalias)"}},
	{"prototype must take the allocator as its second parameter", "call token",
		[]string{"@proto(ptr noalias, ptr swiftcoro)", "@proto(ptr noalias, i64)"}},
	{"llvm.coro.* allocator not a Function", "call token", []string{"ptr @take, ptr", "ptr null, ptr"}},
	{"llvm.coro.* allocator not a Function", "call token", []string{"ptr @takef, ptr", "ptr null, ptr"}},
	{"llvm.coro.* allocator must return a pointer", "call token", []string{"swiftcc ptr @take(", "swiftcc i64 @take("}},
	{"allocator must be ptr (ptr, ptr, integer, i64), but @take takes ptr (ptr, ptr, ptr, i64)", "call token",
		[]string{"@take(ptr, ptr swiftcoro, i64, i64)", "@take(ptr, ptr swiftcoro, ptr, i64)"}},
	{"allocator must be ptr (ptr, ptr, integer, i64), but @takef takes ptr (i64, i64)", "call token",
		[]string{"@takef(ptr, ptr swiftcoro, i64, i64)", "@takef(i64, i64)"}},
	{"llvm.coro.* deallocator not a Function", "call token", []string{"ptr @give, ptr", "ptr null, ptr"}},
	{"llvm.coro.* deallocator not a Function", "call token", []string{"ptr @givef, i64", "ptr null, i64"}},
	{"llvm.coro.* deallocator must return void", "call token", []string{"swiftcc void @give(", "swiftcc i32 @give("}},
	{"deallocator must be void (ptr, ptr, ptr), but @give takes void (ptr, ptr)", "call token",
		[]string{"@give(ptr, ptr swiftcoro, ptr)", "@give(ptr, ptr swiftcoro)"}},
	{"deallocator must be void (ptr, ptr, ptr), but @givef takes void (ptr, ptr, i64)", "call token",
		[]string{"@givef(ptr, ptr swiftcoro, ptr)", "@givef(ptr, ptr swiftcoro, i64)"}},
	{"storage must be an argument or an instruction, but not an object of this function", "call token",
		[]string{"ptr %cator, ptr %frame", "ptr %cator, ptr null"}},
	{"storage must be an argument or an instruction, but not an object of this function", "call token",
		[]string{"ptr %cator, ptr %frame", "ptr %cator, ptr @rec"}},
	{"storage must be an argument or an instruction, but not an object of this function", "call token",
		[]string{"ptr %cator, ptr %frame", "ptr %cator, ptr %own", "  %id", "  %own = alloca [64 x i8], align 16\n" +
			"  %id"}},
	{"storage must be an argument or an instruction, but not an object of this function", "call token",
		[]string{"ptr %cator, ptr %frame", "ptr %cator, ptr %in", "  %id", "  %own = alloca [64 x i8], align 16\n" +
			"  %in = getelementptr i8, ptr %own, i64 16\n  %id"}},
	{"a coroutine of llvm.coro.id.retcon.once.dynamic must return pointer as first result, but @f returns void",
		"call token", []string{"swiftcc {ptr, i32} @f", "swiftcc void @f", "p0(i32 %n)", "p0()"}},
	{"a coroutine of llvm.coro.id.retcon.once.dynamic must return pointer as first result, but @f returns i64",
		"call token", []string{"swiftcc {ptr, i32} @f", "swiftcc i64 @f", "p0(i32 %n)", "p0()"}},
	{"a coroutine of llvm.coro.id.retcon.once.dynamic must return pointer as first result, but @f returns { i64, i32 }",
		"call token", []string{"swiftcc {ptr, i32} @f", "swiftcc {i64, i32} @f"}},
	{"coro.id.retcon.* must be paired with coro.suspend.retcon", "call i8",
		[]string{"call ptr (...) @llvm.coro.suspend.retcon.p0(i32 %n)",
			"call i8 @llvm.coro.suspend(token none, i1 false)", "declare ptr @llvm.coro.suspend.retcon.p0(...)",
			"declare i8 @llvm.coro.suspend(token, i1)"}},
	{"argument to coro.suspend.retcon does not match corresponding prototype function result", "call ptr (",
		[]string{"p0(i32 %n)", "p0(i64 5)"}},
	{"coro.begin does not precede this coro.suspend.retcon on every path", "call ptr (",
		[]string{"  %h = call ptr @llvm.coro.begin(token %id, ptr null)\n", "", "  store i32 %n",
			"  %h = call ptr @llvm.coro.begin(token %id, ptr null)\n  store i32 %n"}},
	{"wrong number of arguments to coro.suspend.retcon", "call ptr (", []string{"p0(i32 %n)", "p0()"}},
	{"wrong number of results from coro.suspend.retcon", "call ptr (", []string{"@proto(ptr noalias, ptr swiftcoro)",
		"@proto(ptr noalias, ptr swiftcoro, i1)"}},
	{"result from coro.suspend.retcon does not match corresponding prototype function param", "call i64 (",
		[]string{"call ptr (...) @llvm.coro.suspend.retcon.p0", "call i64 (...) @llvm.coro.suspend.retcon.i64",
			"declare ptr @llvm.coro.suspend.retcon.p0", "declare i64 @llvm.coro.suspend.retcon.i64"}},
	{"coro.end.results do not match the continuation prototype's return type", "call i1",
		[]string{"declare swiftcc void @proto", "declare swiftcc i64 @proto"}},
	{"coro.end.results do not match the continuation prototype's return type", "call token (",
		[]string{"  %e =", "  %r = call token (...) @llvm.coro.end.results(i64 1)\n  %e =", "token none)\n  unr",
			"token %r)\n  unr"}},
	{"coroutine should have exactly one defining @llvm.coro.begin", "call ptr",
		[]string{"  %s =", "  %h2 = call ptr @llvm.coro.begin(token %id, ptr null)\n  %s ="}},
	{"Only one coro.end can be marked as fallthrough", "call i1",
		[]string{"  %s =", "  %e2 = call i1 @llvm.coro.end(ptr %h, i1 false, token none)\n  %s ="}},
	{"the alignment of coro.alloca.alloc.frame must be a constant power of two", "call token @llvm.coro.alloca",
		[]string{"  %s =", "  %a = call token @llvm.coro.alloca.alloc.frame.i32(i32 %n, i32 0, i64 7)\n  %s =",
			"declare ptr @llvm", "declare token @llvm.coro.alloca.alloc.frame.i32(i32, i32, i64)\ndeclare ptr @llvm"}},
	{"the last operand of coro.alloca.alloc.frame must be an i64", "call token @llvm.coro.alloca",
		[]string{"  %s =", "  %a = call token @llvm.coro.alloca.alloc.frame.i32(i32 %n, i32 8, i32 7)\n  %s =",
			"declare ptr @llvm", "declare token @llvm.coro.alloca.alloc.frame.i32(i32, i32, i32)\ndeclare ptr @llvm"}},
	{"llvm.coro.alloca.free.frame's argument must be a coro.alloca.alloc", "call void @llvm.coro.alloca",
		[]string{"  %s =", "  call void @llvm.coro.alloca.free.frame(token none)\n  %s =", "declare ptr @llvm",
			"declare void @llvm.coro.alloca.free.frame(token)\ndeclare ptr @llvm"}},
	{"@f has a swifterror parameter, but the prototype @proto of its continuations has none", "%x)",
		[]string{"i32 %n, ptr %p)", "i32 %n, ptr %p, ptr swifterror %x)"}},
}

// edited returns text with the first occurrence of each old part replaced.
func edited(t *testing.T, text string, edits []string) string {
	t.Helper()
	for k := 0; k < len(edits); k += 2 {
		if !strings.Contains(text, edits[k]) {
			t.Fatalf("no %q", edits[k])
		}
		text = strings.Replace(text, edits[k], edits[k+1], 1)
	}
	return text
}

// Errors in a coroutine of the dynamic ABI have a position and a hint, and are reported before
// anything is rewritten.
func TestDynamicErrors(t *testing.T) {
	c := lowertest.Load(t, dynamicModule)
	if _, err := c.SplitFunc(c.M.Funcs[0]); err != nil {
		t.Fatal(err)
	}
	if l := ir.Verify(c.M); len(l) > 0 {
		t.Fatalf("broken: %v", l)
	}
	for _, e := range dynamicErrors {
		text := edited(t, dynamicModule, e.edits)
		c := lowertest.Load(t, text)
		f := c.M.Funcs[0]
		before := emit.FuncString(f)
		_, err := c.SplitFunc(f)
		got := ir.AsError(err)
		switch {
		case got == nil || got.Msg != e.want:
			t.Errorf("got %v\nwant %s\nfor %q", err, e.want, e.edits)
		case !got.Pos.IsValid() || !strings.HasPrefix(text[got.Pos.Offset():], e.at):
			t.Errorf("%s: at %.20q, want %q", e.want, text[got.Pos.Offset():], e.at)
		case got.Hint == "":
			t.Errorf("%s: no fix", e.want)
		case emit.FuncString(f) != before:
			t.Errorf("%s: the function was changed", e.want)
		}
	}
}

// TestDynamicTellsAll checks that several errors are all reported, in LLVM's order.
func TestDynamicTellsAll(t *testing.T) {
	text := edited(t, dynamicModule, []string{"i32 16, ptr @rec", "i32 3, ptr null",
		"@proto(ptr noalias, ptr swiftcoro)", "@proto(ptr noalias)", "p0(i32 %n)", "p0()",
		"@take(ptr, ptr swiftcoro, i64, i64)", "@take(i64)"})
	c := lowertest.Load(t, text)
	_, err := c.SplitFunc(c.M.Funcs[0])
	var got []string
	for _, e := range ir.AsList(err) {
		got = append(got, e.Msg)
	}
	want := []string{
		"alignment argument to coro.id.retcon.once.dynamic must be a power of two, not 3",
		"coro.id.retcon.once.dynamic coro function pointer not a global",
		"prototype must take the allocator as its second parameter",
		"allocator must be ptr (ptr, ptr, integer, i64), but @take takes ptr (i64)",
		"wrong number of arguments to coro.suspend.retcon",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
