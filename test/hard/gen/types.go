// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// The types of values, and the module of functions outside the programs that create and show values
// of each type.

import (
	"fmt"
	"strings"
)

// typ is a type of values.
type typ struct {
	s     string // spelling in IR
	name  string // part of function names
	size  int    // size of an object in memory
	align int    // alignment of an object; a program may over-align it
	make  string // instructions that compute %r from the i64 %x
	show  string // instructions that compute the i64s %a, %b from %v
}

// types are all types of values; the first ones are the most frequent. An object of a type with
// whole has a multiple of 8 bytes and an address that is a multiple of 8, so the witness can detect
// exactly when it dies.
var types = []*typ{
	{"i64", "i64", 8, 8, "%r = add i64 %x, 0", "%a = add i64 %v, 0\n%b = add i64 0, 0"},
	{"i32", "i32", 4, 4, "%r = trunc i64 %x to i32", "%a = sext i32 %v to i64\n%b = add i64 0, 0"},
	{"{ i64, i64 }", "pair", 16, 8, "%q = insertvalue { i64, i64 } poison, i64 %x, 0\n%y = mul i64 %x, 3\n" +
		"%r = insertvalue { i64, i64 } %q, i64 %y, 1",
		"%a = extractvalue { i64, i64 } %v, 0\n%b = extractvalue { i64, i64 } %v, 1"},
	{"i8", "i8", 1, 1, "%r = trunc i64 %x to i8", "%a = zext i8 %v to i64\n%b = add i64 0, 0"},
	{"i1", "i1", 1, 1, "%r = trunc i64 %x to i1", "%a = zext i1 %v to i64\n%b = add i64 0, 0"},
	{"ptr", "ptr", 8, 8, "%y = and i64 %x, 127\n%r = getelementptr i8, ptr @rt_base, i64 %y",
		"%y = ptrtoint ptr %v to i64\n%z = ptrtoint ptr @rt_base to i64\n%a = sub i64 %y, %z\n%b = add i64 0, 0"},
	{"i16", "i16", 2, 2, "%r = trunc i64 %x to i16", "%a = sext i16 %v to i64\n%b = add i64 0, 0"},
	{"i128", "i128", 16, 16, "%y = zext i64 %x to i128\n%z = shl i128 %y, 60\n%r = or i128 %y, %z",
		"%a = trunc i128 %v to i64\n%y = lshr i128 %v, 64\n%b = trunc i128 %y to i64"},
	{"double", "double", 8, 8, "%r = sitofp i64 %x to double", "%a = bitcast double %v to i64\n%b = add i64 0, 0"},
	{"float", "float", 4, 4, "%y = and i64 %x, 65535\n%r = sitofp i64 %y to float", "%y = bitcast float %v to i32\n" +
		"%a = zext i32 %y to i64\n%b = add i64 0, 0"},
	{"<4 x i32>", "v4i32", 16, 16,
		"%y = trunc i64 %x to i32\n%z = insertelement <4 x i32> zeroinitializer, i32 %y, i32 1\n" +
			"%r = insertelement <4 x i32> %z, i32 77, i32 3",
		"%y = bitcast <4 x i32> %v to <2 x i64>\n%a = extractelement <2 x i64> %y, i32 0\n" +
			"%b = extractelement <2 x i64> %y, i32 1"},
	{"<2 x double>", "v2f64", 16, 16, "%y = sitofp i64 %x to double\n" +
		"%r = insertelement <2 x double> zeroinitializer, double %y, i32 1",
		"%y = bitcast <2 x double> %v to <2 x i64>\n%a = extractelement <2 x i64> %y, i32 0\n" +
			"%b = extractelement <2 x i64> %y, i32 1"},
	{"[3 x i32]", "a3i32", 12, 4,
		"%y = trunc i64 %x to i32\n%z = insertvalue [3 x i32] zeroinitializer, i32 %y, 2\n" +
			"%r = insertvalue [3 x i32] %z, i32 5, 0",
		"%y = extractvalue [3 x i32] %v, 2\n%a = sext i32 %y to i64\n%z = extractvalue [3 x i32] %v, 0\n" +
			"%b = sext i32 %z to i64"},
	{"{ i8, double, i32 }", "mixed", 24, 8,
		"%y = trunc i64 %x to i8\n%z = sitofp i64 %x to double\n" +
			"%w = insertvalue { i8, double, i32 } zeroinitializer, i8 %y, 0\n" +
			"%r = insertvalue { i8, double, i32 } %w, double %z, 1",
		"%y = extractvalue { i8, double, i32 } %v, 0\n%a = zext i8 %y to i64\n" +
			"%z = extractvalue { i8, double, i32 } %v, 1\n%b = bitcast double %z to i64"},
	{"half", "half", 2, 2, "%y = and i64 %x, 1023\n%r = sitofp i64 %y to half", "%y = bitcast half %v to i16\n" +
		"%a = zext i16 %y to i64\n%b = add i64 0, 0"},
	{"<8 x i8>", "v8i8", 8, 8, "%r = bitcast i64 %x to <8 x i8>", "%a = bitcast <8 x i8> %v to i64\n%b = add i64 0, 0"},
	{"[20 x i64]", "big", 160, 8,
		"%z = insertvalue [20 x i64] zeroinitializer, i64 %x, 19\n%r = insertvalue [20 x i64] %z, i64 %x, 0",
		"%a = extractvalue [20 x i64] %v, 0\n%b = extractvalue [20 x i64] %v, 19"},
	where,
}

// where is a pointer to anything. Its value may differ from run to run, so a program only shows
// whether it is null.
var where = &typ{"ptr", "where", 8, 8, "%r = inttoptr i64 0 to ptr", "%y = icmp ne ptr %v, null\n" +
	"%a = zext i1 %y to i64\n%b = add i64 0, 0"}

// whole reports whether outside code may keep an object of the type. Outside code reads and writes
// the object's first 8 bytes, which must all belong to it.
func (t *typ) whole() bool { return t.size%8 == 0 && t.name != "mixed" && t != where }

// parts reports whether every four bytes of the type can be read and written separately.
func (t *typ) parts() bool { return t.size >= 4 && t.s != "ptr" && t.name != "mixed" }

// Support returns a module with the functions that create, show, read and write values. It is
// separate from the modules of programs.
func Support() string {
	var b strings.Builder
	b.WriteString("@rt_base = external global [256 x i8]\ndeclare void @rt_show(i64, i64)\n")
	for _, t := range types {
		fmt.Fprintf(&b, "define %s @mk_%s(i64 %%x) nounwind noinline {\n%s\nret %s %%r\n}\n", t.s, t.name, t.make, t.s)
		fmt.Fprintf(&b, "define void @show_%s(i64 %%t, %s %%v) nounwind noinline {\n%s\n"+
			"call void @rt_show(i64 %%t, i64 %%a)\ncall void @rt_show(i64 %%t, i64 %%b)\nret void\n}\n",
			t.name, t.s, t.show)
		fmt.Fprintf(&b, "define void @poke_%s(ptr %%p, i64 %%x) nounwind noinline sanitize_address {\n"+
			"%%v = call %s @mk_%s(i64 %%x)\nstore %s %%v, ptr %%p\nret void\n}\n",
			t.name, t.s, t.name, t.s)
		fmt.Fprintf(&b, "define void @peek_%s(i64 %%t, ptr %%p) nounwind noinline sanitize_address {\n"+
			"%%v = load %s, ptr %%p\ncall void @show_%s(i64 %%t, %s %%v)\nret void\n}\n",
			t.name, t.s, t.name, t.s)
	}
	return b.String()
}

// declarations returns the declarations of all outside symbols. Some of them are only for the
// witness's module.
func declarations(witness bool) string {
	var b strings.Builder
	for _, t := range types {
		fmt.Fprintf(&b, "declare %s @mk_%s(i64) nounwind\ndeclare void @show_%s(i64, %s) nounwind\n", t.s, t.name,
			t.name, t.s)
		fmt.Fprintf(&b, "declare void @poke_%s(ptr nocapture, i64) nounwind\n"+
			"declare void @peek_%s(i64, ptr nocapture readonly) nounwind\n", t.name, t.name)
	}
	b.WriteString(`@rt_base = external global [256 x i8]
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare i1 @llvm.coro.is_in_ramp()
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare ptr @llvm.coro.noop()
declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)
declare i1 @llvm.coro.await.suspend.bool(ptr, ptr, ptr)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.masked.store.v2p0.p0(<2 x ptr>, ptr, <2 x i1>)
declare void @llvm.masked.scatter.v2p0.v2p0(<2 x ptr>, <2 x ptr>, <2 x i1>)
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr) nounwind
declare void @__cxa_end_catch() nounwind
declare i32 @rt_ask(i32) nounwind
declare void @rt_show(i64, i64) nounwind
declare ptr @rt_alloc(i64) nounwind
declare ptr @rt_alloc_throwing(i64)
declare void @rt_free(ptr) nounwind
declare void @rt_keep(i32, ptr, i64) nounwind
declare void @rt_peek(i32) nounwind
declare void @rt_poke(i32, i64) nounwind
declare void @rt_keep_handle(i32, ptr) nounwind
declare ptr @rt_kept_handle(i32) nounwind
declare ptr @rt_identity(ptr) nounwind
declare void @rt_hold(i32, ptr) nounwind
declare void @rt_hold_clear(i32) nounwind
declare void @rt_hold_resume(i32)
declare void @rt_hold_destroy(i32)
declare void @rt_throw(i64)
declare void @rt_maythrow(i64)
declare void @rt_call(ptr, ptr, i64)
declare i64 @rt_try(ptr, ptr, i64)
declare i64 @rt_jtry(ptr, ptr, i64)
declare ptr @rt_target() nounwind
declare void @longjmp(ptr, i32) noreturn nounwind
declare void @rt_set_callback(ptr, ptr, i64) nounwind
declare void @rt_run_callback()
@rt_held = external global [4 x ptr]
declare void @rt_thread(ptr)
declare void @rt_queue(ptr) nounwind
declare void @rt_queue_run(i32)
declare i32 @_setjmp(ptr) returns_twice nounwind
declare void @rt_go_back(ptr) noreturn nounwind
declare void @rt_may_go_back(ptr) nounwind
declare void @rt_spawn(ptr) nounwind
declare void @rt_spawn_later(ptr) nounwind
declare void @exit(i32) noreturn nounwind
`)
	if witness {
		b.WriteString(`declare void @rt_begin(ptr) nounwind
declare void @rt_suspend(ptr, i32) nounwind
declare void @rt_go_on(ptr) nounwind
declare void @rt_unwind(ptr) nounwind
declare void @rt_end(ptr) nounwind
declare void @rt_resume(ptr)
declare void @rt_destroy(ptr)
declare i32 @rt_done(ptr) nounwind
declare void @rt_promise(ptr) nounwind
declare void @rt_safe(ptr, ptr, i32) nounwind
declare void @rt_lives(ptr, i64) nounwind
declare void @rt_dies(ptr, i64) nounwind
declare void @rt_cell_in(ptr) nounwind
declare i32 @rt_cells() nounwind
declare void @rt_cells_to(i32) nounwind
declare void @rt_destructors(i32) nounwind
declare i32 @rt_ask_resume(ptr) nounwind
declare i32 @rt_ask_destroy(ptr) nounwind
declare i32 @rt_ask_done(ptr) nounwind
declare i32 @rt_ask_frame(ptr) nounwind
declare i32 @rt_ask_kept(i32) nounwind
declare i32 @rt_ask_address(ptr) nounwind
declare void @rt_live(ptr) nounwind
declare i32 @rt_ask_held(i32, i32) nounwind
declare i32 @rt_ask_callback() nounwind
declare i32 @rt_ask_jump() nounwind
declare i32 @rt_ask_deep() nounwind
declare i64 @rt_turn(ptr) nounwind
declare void @rt_goes_on(ptr, i64) nounwind
declare void @rt_awaited(ptr, i64) nounwind
declare void @rt_landed() nounwind
declare void @rt_await_threw(ptr, i64) nounwind
declare void @rt_transfer(ptr)
declare i32 @rt_ask_turn(ptr, i64) nounwind
declare void @rt_returning(ptr, ptr) nounwind
declare void @rt_returned(ptr) nounwind
declare i32 @rt_ask_back(ptr) nounwind
`)
	}
	return b.String()
}
