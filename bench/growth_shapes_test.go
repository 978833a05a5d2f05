// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// The shapes of input for TestGrowth that need more than a number: each is a function that builds a
// module of a size proportional to n.

import (
	"fmt"
	"io"
	"strings"
)

// module collects the text of a module with coroutines.
type module struct{ strings.Builder }

func (b *module) line(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }

// begin opens a coroutine and its frame. tail follows the function's attributes and loc each
// instruction, for debug info.
func (b *module) begin(head, tail, loc string) {
	b.line("define ptr %s presplitcoroutine%s {", head, tail)
	b.WriteString(strings.ReplaceAll(`entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)~
  %need = call i1 @llvm.coro.alloc(token %id)~
  br i1 %need, label %alloc, label %begin~
alloc:
  %size = call i64 @llvm.coro.size.i64()~
  %mem = call ptr @malloc(i64 %size)~
  br label %begin~
begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)~
`, "~", loc))
}

// suspend emits a suspend. Control continues at the label next, or at cleanup if the coroutine is
// destroyed there.
func (b *module) suspend(name, next string, final bool, loc string) {
	b.suspendOr(name, next, "cleanup", final, loc)
}

func (b *module) suspendOr(name, next, destroyed string, final bool, loc string) {
	b.line("  %%%s = call i8 @llvm.coro.suspend(token none, i1 %v)%s", name, final, loc)
	b.line("  switch i8 %%%s, label %%suspend [ i8 0, label %%%s i8 1, label %%%s ]%s", name, next, destroyed, loc)
}

// end closes a coroutine: cleanup frees the frame.
func (b *module) end(loc string) {
	b.WriteString(strings.ReplaceAll(`cleanup:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)~
  call void @free(ptr %old)~
  br label %suspend~
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)~
  ret ptr %hdl~
}
`, "~", loc))
}

// finish writes the module, with the functions that every shape may call.
func (b *module) finish(w io.Writer) error {
	b.WriteString(`declare i1 @llvm.coro.done(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @print(i32) nounwind
declare void @use(ptr) nounwind
declare void @look(ptr nocapture) nounwind
declare i32 @get() nounwind
declare i1 @cond() nounwind
declare ptr @malloc(i64)
declare void @free(ptr)
`)
	_, err := io.WriteString(w, b.String())
	return err
}

// A shape builds a module of a size proportional to n.
type shape func(n int) *module

// chain builds n coroutines, each of which creates the one before, awaits it and destroys it, so
// that elision puts all frames into the last one's. With debug info, each has two variables, and a
// small inlined call. Only the debug value of the call's parameter is left.
func chain(debug bool) shape {
	return func(n int) *module {
		b := &module{}
		var meta module
		id := 10
		for k := range n {
			sp, loc, decl, gone := "", "", "", ""
			if debug {
				sp, loc = fmt.Sprintf(" !dbg !%d", id), fmt.Sprintf(", !dbg !%d", id+1)
				decl = fmt.Sprintf("    #dbg_declare(ptr %%x, !%d, !DIExpression(), !%d)\n", id+2, id+1)
				gone = fmt.Sprintf("    #dbg_value(ptr %%x, !9, !DIExpression(), !%d)\n", id+3)
				meta.line(`!%[1]d = distinct !DISubprogram(name: "f%[2]d", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!%[3]d = !DILocation(line: 2, scope: !%[1]d)
!%[4]d = !DILocalVariable(name: "x", scope: !%[1]d, file: !1, line: 2, type: !6)
!%[5]d = !DILocation(line: 3, scope: !8, inlinedAt: !%[6]d)
!%[6]d = distinct !DILocation(line: 3, scope: !%[1]d)`, id, k, id+1, id+2, id+3, id+4)
				id += 5
			}
			b.begin(fmt.Sprintf("@f%d(i32 %%n)", k), sp, loc)
			b.line("  %%x = alloca i32%s\n%s  call void @look(ptr %%x)%[1]s\n%[3]s", loc, decl, gone)
			b.suspend("s0", "first", false, loc)
			b.line("first:")
			if k > 0 {
				b.line("  %%h = call ptr @f%d(i32 %%n)%s\n  call void @llvm.coro.resume(ptr %%h)%[2]s", k-1, loc)
			}
			b.suspendOr("s1", "second", "drop", false, loc)
			for _, end := range []string{"drop", "second"} {
				b.line("%s:", end)
				if k > 0 {
					b.line("  call void @llvm.coro.destroy(ptr %%h)%s", loc)
				}
				if end == "drop" {
					b.line("  br label %%cleanup%s", loc)
				}
			}
			b.line("  call void @look(ptr %%x)%s", loc)
			b.suspend("s2", "cleanup", true, loc)
			b.end(loc)
		}
		if debug {
			b.line(`!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = distinct !DISubprogram(name: "small", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!9 = !DILocalVariable(name: "p", arg: 1, scope: !8, file: !1, line: 1, type: !6)`)
			b.WriteString(meta.String())
		}
		return b
	}
}

// awaits builds one coroutine that awaits n others, one after the other: it creates, resumes,
// awaits and destroys each. If conditional is set, each await depends on a condition.
func awaits(conditional bool) shape {
	return func(n int) *module {
		b := &module{}
		child(b)
		b.begin("@f(i32 %n)", "", "")
		for k := range n {
			if conditional {
				b.line("  %%c%d = call i1 @cond()\n  br i1 %%c%[1]d, label %%do%[1]d, label %%next%[1]d\ndo%[1]d:", k)
			}
			b.line("  %%h%d = call ptr @child(i32 %[1]d)\n  call void @llvm.coro.resume(ptr %%h%[1]d)", k)
			b.suspendOr(fmt.Sprintf("s%d", k), fmt.Sprintf("go%d", k), fmt.Sprintf("drop%d", k), false, "")
			b.line("drop%d:\n  call void @llvm.coro.destroy(ptr %%h%[1]d)\n  br label %%cleanup", k)
			b.line("go%d:\n  call void @llvm.coro.destroy(ptr %%h%[1]d)", k)
			if conditional {
				b.line("  br label %%next%d\nnext%[1]d:", k)
			}
		}
		b.suspend("t", "cleanup", true, "")
		b.end("")
		return b
	}
}

// child emits a coroutine that suspends at its start and at its end.
func child(b *module) {
	b.begin("@child(i32 %n)", "", "")
	b.suspend("s", "go", false, "")
	b.line("go:\n  call void @print(i32 %%n)")
	b.suspend("t", "cleanup", true, "")
	b.end("")
}

// fan builds one function that creates n coroutines of n functions. Either all live until the end,
// or each is destroyed before the next.
func fan(together, suspends bool) shape {
	return func(n int) *module {
		b := &module{}
		for k := range n {
			b.begin(fmt.Sprintf("@c%d(i32 %%n)", k), "", "")
			b.suspend("s", "go", false, "")
			b.line("go:\n  call void @print(i32 %%n)")
			b.suspend("t", "cleanup", true, "")
			b.end("")
		}
		if suspends {
			b.begin("@f(i32 %n)", "", "")
		} else {
			b.line("define void @f() nounwind {")
		}
		destroy := func(k int, next string) {
			b.line("  call void @llvm.coro.destroy(ptr %%h%d)", k)
			if next != "" {
				b.line("  br label %%%s", next)
			}
		}
		for k := range n {
			b.line("  %%h%d = call ptr @c%[1]d(i32 %[1]d)\n  call void @llvm.coro.resume(ptr %%h%[1]d)", k)
			if suspends {
				b.suspendOr(fmt.Sprintf("s%d", k), fmt.Sprintf("go%d", k), fmt.Sprintf("drop%d", k), false, "")
				b.line("drop%d:", k)
				if together && k > 0 {
					destroy(k, fmt.Sprintf("drop%d", k-1))
				} else {
					destroy(k, "cleanup")
				}
				b.line("go%d:", k)
			}
			if !together {
				destroy(k, "")
			}
		}
		if together && suspends {
			b.line("  br label %%drop%d", n-1)
			b.end("")
			return b
		}
		if together {
			for k := range n {
				destroy(k, "")
			}
		}
		if suspends {
			b.line("  br label %%cleanup")
			b.end("")
		} else {
			b.line("  ret void\n}")
		}
		return b
	}
}

// alive builds one function that creates n coroutines of one function, resumes each, and destroys
// each, all alive at the same time. If inScopes is set, they are destroyed in blocks of their own,
// the last one first.
func alive(inScopes bool) shape {
	return func(n int) *module {
		b := &module{}
		child(b)
		b.line("define void @f() nounwind {")
		for k := range n {
			b.line("  %%h%d = call ptr @child(i32 %[1]d)", k)
		}
		for k := range n {
			b.line("  call void @llvm.coro.resume(ptr %%h%d)", k)
		}
		for k := range n {
			if inScopes {
				k = n - 1 - k
				b.line("  %%c%d = call i1 @cond()\n  br i1 %%c%[1]d, label %%a%[1]d, label %%b%[1]d\na%[1]d:\n"+
					"  call void @print(i32 %[1]d)\n  br label %%b%[1]d\nb%[1]d:", k)
			}
			b.line("  call void @llvm.coro.destroy(ptr %%h%d)", k)
		}
		b.line("  ret void\n}")
		return b
	}
}

// scoped builds one function that creates n coroutines and destroys them in the reverse order, with
// a call between that may throw.
func scoped(n int) *module {
	b := &module{}
	child(b)
	b.line("define void @f() personality ptr @pers {")
	for k := range n {
		b.line("  %%h%d = invoke ptr @child(i32 %[1]d) to label %%in%[1]d unwind label %%pad%[1]d\nin%[1]d:", k)
	}
	for k := n - 1; k >= 0; k-- {
		b.line("  invoke void @throws(i32 %d) to label %%ok%[1]d unwind label %%lpad%[1]d\nok%[1]d:\n"+
			"  call void @llvm.coro.destroy(ptr %%h%[1]d)", k)
	}
	b.line("  ret void")
	for k := n - 1; k >= 0; k-- {
		b.line("lpad%d:\n  %%l%[1]d = landingpad { ptr, i32 } cleanup\n  br label %%clean%[1]d", k)
		from := ""
		if k < n-1 {
			from = fmt.Sprintf(", [ %%e%d, %%clean%d ], [ %%p%[1]d, %%pad%[1]d ]", k+1, k+1)
		}
		b.line("clean%d:\n  %%e%[1]d = phi { ptr, i32 } [ %%l%[1]d, %%lpad%[1]d ]%s\n"+
			"  call void @llvm.coro.destroy(ptr %%h%[1]d)", k, from)
		if k > 0 {
			b.line("  br label %%clean%d", k-1)
		} else {
			b.line("  resume { ptr, i32 } %%e0")
		}
		if k > 0 {
			b.line("pad%d:\n  %%p%[1]d = landingpad { ptr, i32 } cleanup\n  br label %%clean%[2]d", k, k-1)
		} else {
			b.line("pad0:\n  %%p0 = landingpad { ptr, i32 } cleanup\n  resume { ptr, i32 } %%p0")
		}
	}
	b.line("}\ndeclare i32 @pers(...)\ndeclare void @throws(i32)")
	return b
}

// cases builds a coroutine with a switch of n cases. Either each of them suspends, or none.
func cases(suspends bool) shape {
	return func(n int) *module {
		b := &module{}
		b.begin("@f(i32 %n)", "", "")
		if !suspends {
			b.suspend("s", "go", false, "")
			b.line("go:")
		}
		b.line("  switch i32 %%n, label %%cleanup [")
		for k := range n {
			b.line("    i32 %d, label %%case%[1]d", k)
		}
		b.line("  ]")
		for k := range n {
			b.line("case%d:\n  call void @print(i32 %[1]d)", k)
			if suspends {
				b.suspend(fmt.Sprintf("s%d", k), fmt.Sprintf("go%d", k), false, "")
				b.line("go%d:\n  call void @print(i32 %[1]d)", k)
			}
			b.line("  br label %%join")
		}
		b.line("join:")
		b.suspend("t", "cleanup", true, "")
		b.end("")
		return b
	}
}

// phis builds n repetitions of a choice between two constants with a later test of it, as jump
// threading looks for.
func phis(n int) *module {
	b := &module{}
	b.begin("@f(i32 %n)", "", "")
	b.suspend("s", "go", false, "")
	b.line("go:\n  br label %%r0\nr0:")
	for k := range n {
		b.line("  %%c%d = call i1 @cond()\n  br i1 %%c%[1]d, label %%a%[1]d, label %%b%[1]d", k)
		b.line("a%d:\n  call void @print(i32 1)\n  br label %%j%[1]d\nb%[1]d:\n  call void @print(i32 2)\n"+
			"  br label %%j%[1]d", k)
		b.line("j%d:\n  %%p%[1]d = phi i1 [ true, %%a%[1]d ], [ false, %%b%[1]d ]\n"+
			"  br i1 %%p%[1]d, label %%d%[1]d, label %%e%[1]d", k)
		b.line("d%d:\n  call void @print(i32 3)\n  br label %%r%[2]d\ne%[1]d:\n  call void @print(i32 4)\n"+
			"  br label %%r%[2]d\nr%[2]d:", k, k+1)
	}
	b.suspend("t", "cleanup", true, "")
	b.end("")
	return b
}

// flags builds a chain of n scopes that store an exit number in one variable, as frontends lower
// scopes, and test it after each: promoting the variable yields a growing phi of constants.
func flags(n int) *module {
	b := &module{}
	b.begin("@f(i32 %n)", "", "")
	b.line("  %%slot = alloca i32")
	for k := range n {
		b.line("  %%c%d = call i1 @cond()\n  br i1 %%c%[1]d, label %%a%[1]d, label %%j%[1]d", k)
		b.line("a%d:\n  store i32 1, ptr %%slot\n  br label %%t%[1]d\nj%[1]d:", k)
		b.suspend(fmt.Sprintf("s%d", k), fmt.Sprintf("g%d", k), false, "")
		b.line("g%d:\n  store i32 0, ptr %%slot\n  br label %%t%[1]d\nt%[1]d:\n  %%v%[1]d = load i32, ptr %%slot\n"+
			"  %%z%[1]d = icmp eq i32 %%v%[1]d, 0", k)
		b.line("  br i1 %%z%d, label %%n%[1]d, label %%cleanup\nn%[1]d:", k)
	}
	b.suspend("t", "cleanup", true, "")
	b.end("")
	return b
}

// loops builds n nested loops with a suspend in each.
func loops(n int) *module {
	b := &module{}
	b.begin("@f(i32 %n)", "", "")
	for k := range n {
		b.line("  %%v%d = call i32 @get()\n  br label %%head%[1]d\nhead%[1]d:", k)
		b.suspend(fmt.Sprintf("s%d", k), fmt.Sprintf("g%d", k), false, "")
		b.line("g%d:", k)
	}
	for k := n - 1; k >= 0; k-- {
		b.line("  call void @print(i32 %%v%d)\n  %%c%[1]d = call i1 @cond()\n"+
			"  br i1 %%c%[1]d, label %%head%[1]d, label %%exit%[1]d\nexit%[1]d:", k)
	}
	b.suspend("t", "cleanup", true, "")
	b.end("")
	return b
}

// lives builds n objects with lifetime markers. If apart is set, each is used on both sides of its
// own suspend, otherwise all are live across one suspend.
func lives(apart bool) shape {
	return func(n int) *module {
		b := &module{}
		b.begin("@f(i32 %n)", "", "")
		for k := range n {
			b.line("  %%x%d = alloca [%d x i8]", k, 4+k%7*4)
		}
		for k := range n {
			b.line("  call void @llvm.lifetime.start.p0(ptr %%x%d)\n  call void @use(ptr %%x%[1]d)", k)
			if apart || k == n-1 {
				b.suspend(fmt.Sprintf("s%d", k), fmt.Sprintf("g%d", k), false, "")
				b.line("g%d:", k)
			}
			if apart {
				b.line("  call void @use(ptr %%x%d)\n  call void @llvm.lifetime.end.p0(ptr %%x%[1]d)", k)
			}
		}
		for k := range n {
			if !apart {
				b.line("  call void @use(ptr %%x%d)\n  call void @llvm.lifetime.end.p0(ptr %%x%[1]d)", k)
			}
		}
		b.suspend("t", "cleanup", true, "")
		b.end("")
		b.line("declare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)")
		return b
	}
}

// values builds n values that are live across one suspend.
func values(n int) *module {
	b := &module{}
	b.begin("@f(i32 %n)", "", "")
	for k := range n {
		b.line("  %%v%d = call i32 @get()", k)
	}
	b.suspend("s", "go", false, "")
	b.line("go:")
	for k := range n {
		b.line("  call void @print(i32 %%v%d)", k)
	}
	b.suspend("t", "cleanup", true, "")
	b.end("")
	return b
}

// selects builds n values across one suspend that are rematerialised after it, each from the one
// before.
func selects(n int) *module {
	b := &module{}
	b.begin("@f(i32 %n, i1 %c)", "", "")
	for k := range n {
		of := "%n"
		if k > 0 {
			of = fmt.Sprintf("%%v%d", k-1)
		}
		b.line("  %%v%d = select i1 %%c, i32 %s, i32 %[1]d", k, of)
	}
	b.suspend("s", "go", false, "")
	b.line("go:")
	for k := range n {
		b.line("  call void @print(i32 %%v%d)", k)
	}
	b.suspend("t", "cleanup", true, "")
	b.end("")
	return b
}

// rounds builds n values that are all live across all suspends of a loop, and are used in different
// blocks of it.
func rounds(n int) *module {
	b := &module{}
	b.begin("@f(i32 %n)", "", "")
	for k := range n {
		b.line("  %%v%d = call i32 @get()", k)
	}
	b.line("  br label %%head\nhead:")
	for k := range n {
		b.suspend(fmt.Sprintf("s%d", k), fmt.Sprintf("g%d", k), false, "")
		b.line("g%d:\n  call void @print(i32 %%v%[1]d)", k)
	}
	b.line("  %%c = call i1 @cond()\n  br i1 %%c, label %%head, label %%exit\nexit:")
	b.suspend("t", "cleanup", true, "")
	b.end("")
	return b
}

// pads builds n calls that may throw, each with its own landing pad, between suspends.
func pads(suspends bool) shape {
	return func(n int) *module {
		b := &module{}
		b.begin("@f(i32 %n)", " personality ptr @pers", "")
		for k := range n {
			b.line("  %%x%d = call i32 @get()\n  invoke void @throws() to label %%ok%[1]d unwind label %%pad%[1]d", k)
			b.line("pad%d:\n  %%l%[1]d = landingpad { ptr, i32 } catch ptr null\n  call void @print(i32 %%x%[1]d)\n"+
				"  br label %%cleanup\nok%[1]d:", k)
			if suspends {
				b.suspend(fmt.Sprintf("s%d", k), fmt.Sprintf("g%d", k), false, "")
				b.line("g%d:\n  call void @print(i32 %%x%[1]d)", k)
			}
		}
		b.suspend("t", "cleanup", true, "")
		b.end("")
		b.line("declare i32 @pers(...)\ndeclare void @throws()")
		return b
	}
}

// unwinding builds a chain of n landing pads, each of which continues to the next: the clean-ups of
// n scopes.
func unwinding(n int) *module {
	b := &module{}
	b.begin("@f(i32 %n)", " personality ptr @pers", "")
	for k := range n {
		b.line("  %%x%d = alloca i64\n  invoke void @throws() to label %%ok%[1]d unwind label %%pad%[1]d\nok%[1]d:", k)
	}
	b.suspend("s", "go", false, "")
	b.line("go:")
	b.suspend("t", "cleanup", true, "")
	for k := n - 1; k >= 0; k-- {
		next := fmt.Sprintf("%%clean%d", k-1)
		if k == 0 {
			next = "%cleanup"
		}
		b.line("pad%d:\n  %%l%[1]d = landingpad { ptr, i32 } cleanup\n  br label %%clean%[1]d", k)
		from := ""
		if k < n-1 {
			from = fmt.Sprintf(", [ %%e%d, %%clean%d ]", k+1, k+1)
		}
		b.line("clean%d:\n  %%e%[1]d = phi { ptr, i32 } [ %%l%[1]d, %%pad%[1]d ]%s\n"+
			"  call void @use(ptr %%x%[1]d)\n  br label %[3]s", k, from, next)
	}
	b.end("")
	b.line("declare i32 @pers(...)\ndeclare void @throws()")
	return b
}

// small builds one coroutine that creates n coroutines in small functions, which are inlined.
func small(n int) *module {
	b := &module{}
	child(b)
	for k := range n {
		b.line("define void @w%d(i32 %%n) nounwind {\n  %%h = call ptr @child(i32 %%n)\n"+
			"  call void @llvm.coro.resume(ptr %%h)\n  call void @llvm.coro.destroy(ptr %%h)\n  ret void\n}", k)
	}
	b.line("define void @g(i32 %%n) nounwind {")
	for k := range n {
		b.line("  call void @w%d(i32 %[1]d)", k)
	}
	b.line("  ret void\n}")
	return b
}

// buffers builds a returned continuation with n callers, each of which provides a buffer.
func buffers(n int) *module {
	b := &module{}
	b.line(`define internal ptr @gen(ptr %%buf, i32 %%n) presplitcoroutine {
  %%x = alloca [64 x i8]
  %%id = call token @llvm.coro.id.retcon(i32 16, i32 8, ptr %%buf, ptr @proto, ptr @take, ptr @give)
  %%h = call ptr @llvm.coro.begin(token %%id, ptr null)
  call void @put(ptr %%x)
  %%s = call i1 (...) @llvm.coro.suspend.retcon.i1()
  br i1 %%s, label %%done, label %%more
more:
  call void @put(ptr %%x)
  br label %%done
done:
  call void @llvm.coro.end(ptr %%h, i1 false, token none)
  unreachable
}
declare void @put(ptr nocapture) nounwind
declare ptr @proto(ptr, i1)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @take(i64)
declare void @give(ptr)`)
	for k := range n {
		b.line(`define void @user%d() nounwind {
  %%buf = alloca [16 x i8], align 8
  %%k = call ptr @gen(ptr %%buf, i32 %[1]d)
  %%e = call ptr %%k(ptr %%buf, i1 true)
  ret void
}`, k)
	}
	return b
}

// described builds one coroutine with n variables and n debug records before one instruction.
func described(n int) *module {
	b := &module{}
	loc := ", !dbg !11"
	b.begin("@f(i32 %n)", " !dbg !10", loc)
	for k := range n {
		b.line("  %%x%d = alloca i32%s", k, loc)
	}
	for k := range n {
		b.line("    #dbg_declare(ptr %%x%d, !%d, !DIExpression(), !11)", k, 20+k)
	}
	for k := range n {
		b.line("  call void @use(ptr %%x%d)%s", k, loc)
	}
	b.suspend("s", "go", false, loc)
	b.line("go:")
	for k := range n {
		b.line("    #dbg_value(i32 %%n, !%d, !DIExpression(), !11)", 20+n+k)
	}
	for k := range n {
		b.line("  call void @use(ptr %%x%d)%s", k, loc)
	}
	b.suspend("t", "cleanup", true, loc)
	b.end(loc)
	b.debug()
	for k := range 2 * n {
		b.line(`!%d = !DILocalVariable(name: "x%[1]d", scope: !10, file: !1, line: 2, type: !6)`, 20+k)
	}
	return b
}

// debug writes the metadata of a function !10 with a location !11.
func (b *module) debug() {
	b.line(`!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!11 = !DILocation(line: 2, scope: !10)`)
}

// scopes builds one coroutine with n nested scopes and a variable in each.
func scopes(n int) *module {
	b := &module{}
	b.begin("@f(i32 %n)", " !dbg !10", ", !dbg !11")
	for k := range n {
		b.line("  %%x%d = alloca i32, !dbg !11", k)
	}
	for k := range n {
		b.line("    #dbg_declare(ptr %%x%d, !%d, !DIExpression(), !%d)", k, 20+3*k, 21+3*k)
		b.line("  call void @use(ptr %%x%d), !dbg !%d", k, 21+3*k)
	}
	b.suspend("s", "go", false, ", !dbg !11")
	b.line("go:")
	for k := range n {
		b.line("  call void @use(ptr %%x%d), !dbg !%d", k, 21+3*k)
	}
	b.suspend("t", "cleanup", true, ", !dbg !11")
	b.end(", !dbg !11")
	b.debug()
	for k := range n {
		up := 10
		if k > 0 {
			up = 22 + 3*(k-1)
		}
		b.line(`!%[1]d = !DILocalVariable(name: "x%[1]d", scope: !%[2]d, file: !1, line: 2, type: !6)
!%[3]d = !DILocation(line: 3, scope: !%[2]d)
!%[2]d = distinct !DILexicalBlock(scope: !%[4]d, file: !1, line: 2)`, 20+3*k, 22+3*k, 21+3*k, up)
	}
	return b
}

// inlined builds one coroutine with code that was inlined through n calls, and a variable of each.
func inlined(n int) *module {
	b := &module{}
	b.begin("@f(i32 %n)", " !dbg !10", ", !dbg !11")
	for k := range n {
		b.line("    #dbg_value(i32 %%n, !%d, !DIExpression(), !%d)", 20+4*k, 21+4*k)
		b.line("  call void @print(i32 %d), !dbg !%d", k, 21+4*k)
	}
	b.suspend("s", "go", false, ", !dbg !11")
	b.line("go:")
	for k := range n {
		b.line("  call void @print(i32 %%n), !dbg !%d", 21+4*k)
	}
	b.suspend("t", "cleanup", true, ", !dbg !11")
	b.end(", !dbg !11")
	b.debug()
	for k := range n {
		at := ""
		if k > 0 {
			at = fmt.Sprintf(", inlinedAt: !%d", 23+4*(k-1))
		}
		up := 10
		if k > 0 {
			up = 22 + 4*(k-1)
		}
		b.line(`!%[1]d = !DILocalVariable(name: "p", arg: 1, scope: !%[2]d, file: !1, line: 2, type: !6)
!%[3]d = !DILocation(line: 3, scope: !%[2]d, inlinedAt: !%[4]d)
!%[2]d = distinct !DISubprogram(name: "g%[1]d", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!%[4]d = distinct !DILocation(line: 3, scope: !%[5]d%[6]s)`, 20+4*k, 22+4*k, 21+4*k, 23+4*k, up, at)
	}
	return b
}

var shapes = []struct {
	name string
	make shape
	from int // the smallest input; then four and sixteen times as much
}{
	// Up to 50 coroutines, a search takes longer the deeper its frame is nested; then it is constant.
	{"chain", chain(false), 75},
	{"chain with debug info", chain(true), 75},
	{"awaits", awaits(false), 25},
	{"conditional awaits", awaits(true), 25},
	{"fan in a function", fan(false, false), 25},
	{"fan in a coroutine", fan(false, true), 25},
	{"together in a coroutine", fan(true, true), 120},
	{"alive", alive(false), 100},
	{"alive in scopes", alive(true), 100},
	{"alive where calls throw", scoped, 100},
	{"cases", cases(false), 25},
	{"cases that suspend", cases(true), 25},
	{"phis", phis, 25},
	{"flags", flags, 25},
	{"loops", loops, 25},
	{"lives apart", lives(true), 25},
	{"lives together", lives(false), 25},
	{"values", values, 25},
	{"selects", selects, 100},
	{"rounds", rounds, 25},
	{"pads", pads(false), 25},
	{"pads and suspends", pads(true), 25},
	{"unwinding", unwinding, 25},
	{"small functions", small, 25},
	{"buffers", buffers, 25},
	{"records", described, 25},
	{"scopes", scopes, 25},
	{"inlined calls", inlined, 25},
}
