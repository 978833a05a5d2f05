package main

// The shapes of input for TestGrowth that call for more than a number: each is a function that makes a module whose size is proportional to n.

import (
	"fmt"
	"io"
	"strings"
)

// module collects the text of a module with coroutines.
type module struct{ strings.Builder }

func (b *module) line(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }

// begin opens a coroutine and its frame. tail stands behind the function's attributes and loc behind each instruction, for debug info.
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

// suspend suspends; control goes on at the label next, or, if the coroutine is destroyed there, at the clean-up.
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

// A shape makes a module whose size is proportional to n.
type shape func(n int) *module

// chain is n coroutines, each of which creates the one before, awaits it and destroys it, so that all frames come to lie in the last one's. With
// debug info each has two variables, and a small inlined call of which nothing is left but what is known of its parameter.
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

// awaits is one coroutine that awaits n others, one after the other: each is created, resumed, waited for and destroyed. conditional: only if.
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

// child is a coroutine that suspends at once and at its end.
func child(b *module) {
	b.begin("@child(i32 %n)", "", "")
	b.suspend("s", "go", false, "")
	b.line("go:\n  call void @print(i32 %%n)")
	b.suspend("t", "cleanup", true, "")
	b.end("")
}

var shapes = []struct {
	name string
	make shape
	from int // the smallest input; then four times, and sixteen times as much
}{
	{"chain", chain(false), 25},
	{"chain with debug info", chain(true), 25},
}
