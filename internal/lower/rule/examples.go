// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package rule

// The examples of the rules, as edits to one correct coroutine. A test reports an edit that does
// not match the base; at run time such an edit is skipped.

import (
	"strings"
)

// exampleBase is a coroutine with a promise, an explicit save, an ordinary and a final suspend, and
// a cleanup.
const exampleBase = `target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i32 %n, ptr %promise, align 4
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %exit [ i8 0, label %resume
                              i8 1, label %cleanup ]
resume:
  call void @use(ptr %promise)
  %last = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %last, label %exit [ i8 0, label %trap
                                 i8 1, label %cleanup ]
trap:
  unreachable
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
`

// example is a pair of modules. Its edits are (old, new) pairs, applied in order: both first, then
// bad or good.
type example struct {
	whole           string // the module that is edited; "": exampleBase
	both, bad, good []string
}

func (x example) base() string {
	if x.whole != "" {
		return x.whole
	}
	return exampleBase
}

func (x example) build(bad bool) string {
	s := x.base()
	own := x.good
	if bad {
		own = x.bad
	}
	for _, l := range [][]string{x.both, own} {
		for k := 0; k+1 < len(l); k += 2 {
			s = strings.Replace(s, l[k], l[k+1], 1)
		}
	}
	return s
}

// atEnd is the text after which edits add declarations.
const atEnd = "declare void @use(ptr)\n"

// afterBegin is the first line after coro.begin, and inResume the first line after the suspend.
const (
	afterBegin = "  store i32 %n, ptr %promise, align 4\n"
	ended      = "  call void @llvm.coro.end(ptr null, i1 false, token none)\n"
	inResume   = "  call void @use(ptr %promise)\n"
	atEntry    = "  %promise = alloca i32, align 4\n"
	unwinds    = "  call void @llvm.coro.end(ptr null, i1 true, token none)\n"

	publish       = "  store atomic ptr %hdl, ptr @queue release, align 8\n"
	threadAddress = "  %own = call ptr @llvm.threadlocal.address.p0(ptr @counter)\n"
	lifetimeEnds  = "  call void @llvm.lifetime.end.p0(ptr %local)\n"
)

// readPromise reads the promise of the coroutine with the handle %h.
func readPromise(from string) string {
	return "  %p = call ptr @llvm.coro.promise(ptr %h, i32 4, i1 " + from + ")\n  %v = load i32, ptr %p, align 4\n"
}

// allocAsked makes the coroutine call coro.alloc to decide whether it needs memory.
var allocAsked = []string{"  %size =", "  %need = call i1 @llvm.coro.alloc(token %id)\n" +
	"  br i1 %need, label %grab, label %begin\ngrab:\n  %size =",
	"  %hdl =", "  br label %begin\nbegin:\n  %where = phi ptr [ null, %entry ], [ %mem, %grab ]\n  %hdl =",
	"token %id, ptr %mem)", "token %id, ptr %where)",
	atEnd, atEnd + "declare i1 @llvm.coro.alloc(token)\n"}

// consumer creates the coroutine, reads a value from its promise, and destroys it.
const consumer = `define void @g() {
  %h = call ptr @f(i32 1)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
`

var ruleExamples = map[string]example{
	RuleMissing:     {bad: []string{" presplitcoroutine", ""}},
	RuleOldSpelling: {bad: []string{"presplitcoroutine", `"coroutine.presplit"="0"`}},
	RuleInAlloca: {bad: []string{"(i32 %n)", "(i32 %n, ptr inalloca(i64) %args)"}, good: []string{"(i32 %n)",
		"(i32 %n, ptr byval(i64) %args)"}},
	RuleClaim: {bad: []string{"presplitcoroutine", "noreturn memory(read) presplitcoroutine"}},
	RuleNoBegin: {bad: []string{"%hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)",
		"%hdl = bitcast ptr %mem to ptr"}},
	RuleTwoBegins: {bad: []string{afterBegin,
		afterBegin + "  %again = call ptr @llvm.coro.begin(token %id, ptr %mem)\n"}},
	RuleBeginToken: {bad: []string{"@llvm.coro.begin(token %id,", "@llvm.coro.begin(token none,"}},
	RuleIDToken:    {bad: []string{"@llvm.coro.free(token %id,", "@llvm.coro.free(token %save,"}},
	RuleTwoIDs: {bad: []string{"  %size =", "  %other = call token @llvm.coro.id(i32 16, ptr null, ptr null, " +
		"ptr null)\n  %size ="}},
	RuleInfo: {both: []string{atEnd, atEnd + "@table = global i32 0\n"},
		bad: []string{"ptr %promise, ptr null, ptr null)", "ptr %promise, ptr null, ptr @table)"}},
	RuleCustomABI: {bad: []string{"ptr @llvm.coro.begin(token %id, ptr %mem)",
		"ptr @llvm.coro.begin.custom.abi(token %id, ptr %mem, i32 0)",
		"@llvm.coro.begin(token, ptr)", "@llvm.coro.begin.custom.abi(token, ptr, i32)"}},
	RuleMixedABI: {bad: []string{inResume, inResume + "  %more = call i1 (...) @llvm.coro.suspend.retcon.i1()\n",
		atEnd, atEnd + "declare i1 @llvm.coro.suspend.retcon.i1(...)\n"},
		good: []string{inResume, inResume + `  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %exit [ i8 0, label %go
                               i8 1, label %cleanup ]
go:
`}},
	RuleOutside: {bad: []string{atEnd, atEnd + `define void @g() {
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  ret void
}
`}, good: []string{atEnd, atEnd + "define void @g() {\n  ret void\n}\n"}},
	RuleSuspendEarly: {bad: []string{"  %save = call token @llvm.coro.save(ptr %hdl)\n", "",
		"  %hdl = call", "  %save = call token @llvm.coro.save(ptr null)\n  %hdl = call"}},
	RuleTwoFinals: {bad: []string{"token %save, i1 false)", "token %save, i1 true)"}},
	RuleFinalFlag: {both: []string{"i32 %n)", "i32 %n, i1 %c)"}, bad: []string{"token %save, i1 false)",
		"token %save, i1 %c)"}},
	RuleFinalDestroy: {bad: []string{"[ i8 0, label %trap\n                                 i8 1, label %cleanup ]",
		"[ i8 0, label %trap ]"}},
	RuleSuspendDestroy: {bad: []string{"[ i8 0, label %resume\n                              i8 1, label %cleanup ]",
		"[ i8 0, label %resume ]"}},
	RuleSuspendToken: {bad: []string{"@llvm.coro.suspend(token %save,", "@llvm.coro.suspend(token %id,"}},
	RuleSharedSave:   {bad: []string{"token none, i1 true)", "token %save, i1 true)"}},
	RuleDefaultEdge:  {bad: []string{"switch i8 %s, label %exit", "switch i8 %s, label %trap"}},
	RuleSuspendValues: {both: []string{"switch i8 %last,", "%wide = WORD i8 %last to i32\n  switch i32 %wide,",
		"[ i8 0, label %trap\n                                 i8 1, label %cleanup ]",
		"[ i32 0, label %trap\n    i32 1, label %cleanup\n    i32 -1, label %exit ]"},
		bad: []string{"WORD", "zext"}, good: []string{"WORD", "sext"}},
	RuleRampFrees: {bad: []string{"switch i8 %s, label %exit", "switch i8 %s, label %cleanup"}},
	RuleSwapped: {bad: []string{"[ i8 0, label %resume\n                              i8 1, label %cleanup ]",
		"[ i8 0, label %cleanup\n                              i8 1, label %resume ]"}},
	RuleFinalResumed: {both: []string{"label %trap\n                                 i8 1", "label %resume\n" +
		"                                 i8 1"}, good: []string{"token none, i1 true)", "token none, i1 false)"}},
	RuleRetNoEnd: {both: []string{"i32 %n)", "i32 %n, i1 %c)"}, bad: []string{inResume,
		inResume + "  br i1 %c, label %more, label %leave\nleave:\n  ret ptr %hdl\nmore:\n"},
		good: []string{inResume, inResume + "  br i1 %c, label %more, label %cleanup\nmore:\n"}},
	RuleNoEnd: {bad: []string{"  call void @llvm.coro.end(ptr null, i1 false, token none)\n", ""}},
	RuleTwoEnds: {bad: []string{"  br label %exit\n", "  call void @llvm.coro.end(ptr null, i1 false, token none)\n" +
		"  br label %exit\n"}},
	RuleEndPlace: {bad: []string{"  call void @llvm.coro.end(ptr null, i1 false, token none)\n  ret", "  ret",
		afterBegin, "  call void @llvm.coro.end(ptr null, i1 false, token none)\n" + afterBegin}},
	RuleEndResults: {both: []string{atEnd, atEnd + "declare token @llvm.coro.end.results(...)\n"},
		bad: []string{"  call void @llvm.coro.end(ptr null, i1 false, token none)",
			"  %res = call token (...) @llvm.coro.end.results(i32 1)\n" +
				"  call void @llvm.coro.end(ptr null, i1 false, token %res)"}},
	RuleSizeWidth: {bad: []string{"%size = call i64 @llvm.coro.size.i64()", "%size = call i16 @llvm.coro.size.i16()",
		"declare i64 @llvm.coro.size.i64()", "declare i16 @llvm.coro.size.i16()",
		"ptr @malloc(i64 %size)", "ptr @grab(i16 %size)",
		"ptr @malloc(i64)", "ptr @grab(i16)"}},
	RuleOverAligned: {both: []string{atEntry, atEntry + "  %wide = alloca [8 x float], align 32\n", afterBegin,
		afterBegin + "  call void @use(ptr %wide)\n",
		inResume, inResume + "  call void @use(ptr %wide)\n"},
		good: []string{"%mem = call ptr @malloc(i64 %size)", "%al = call i64 @llvm.coro.align.i64()\n" +
			"  %mem = call ptr @aligned_alloc(i64 %al, i64 %size)",
			"declare ptr @malloc(i64)", "declare i64 @llvm.coro.align.i64()\ndeclare ptr @aligned_alloc(i64, i64)"}},
	RuleAlignedAlloc: {both: []string{"%mem = call ptr @malloc(i64 %size)",
		"%al = call i64 @llvm.coro.align.i64()\n  %mem = call ptr @aligned_alloc(i64 %al, i64 %size)",
		"declare ptr @malloc(i64)", "declare i64 @llvm.coro.align.i64()\ndeclare ptr @aligned_alloc(i64, i64)"},
		bad: []string{"@aligned_alloc(i64 %al, i64 %size)", "@aligned_alloc(i64 %size, i64 %al)"}},
	RuleBeginMemory: {both: allocAsked,
		bad: []string{"call void @free(ptr %frame)", "call void @free(ptr %where)"}},
	RuleSmallAlloc: {bad: []string{"@malloc(i64 %size)", "@malloc(i64 16)"}},
	RuleRawFree: {both: allocAsked, bad: []string{"  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)\n", "",
		"@free(ptr %frame)", "@free(ptr %hdl)"}},
	RuleTwoFrees: {bad: []string{"  call void @free(ptr %frame)\n", "  call void @free(ptr %frame)\n" +
		"  call void @free(ptr %frame)\n"}},
	RuleMismatch: {bad: []string{"@malloc(i64 %size)", "@_Znwm(i64 %size)", "@malloc(i64)", "@_Znwm(i64)"},
		good: []string{"@malloc(i64 %size)", "@_Znwm(i64 %size)", "@malloc(i64)", "@_Znwm(i64)",
			"call void @free(ptr %frame)", "call void @_ZdlPv(ptr %frame)", "declare void @free(ptr)",
			"declare void @_ZdlPv(ptr)"}},
	RuleOverwritten: {both: []string{atEnd, atEnd + "declare ptr @realloc(ptr, i64)\n"},
		bad: []string{inResume, inResume + "  %bigger = call ptr @realloc(ptr %hdl, i64 4096)\n"}},
	RulePromise: {bad: []string{atEntry, "  %promise = call ptr @malloc(i64 4)\n"}},
	RulePromiseAlign: {both: []string{afterBegin, "  %p = call ptr @llvm.coro.promise(ptr %hdl, i32 4, i1 false)\n" +
		"  store i32 %n, ptr %p, align 4\n",
		atEnd, atEnd + "declare ptr @llvm.coro.promise(ptr, i32, i1)\n"}, bad: []string{"ptr %hdl, i32 4,",
		"ptr %hdl, i32 64,"}},
	RuleNoPromise: {both: []string{atEnd, atEnd + consumer + "declare ptr @llvm.coro.promise(ptr, i32, i1)\n"},
		bad: []string{"  call void @llvm.coro.resume(ptr %h)\n", "  call void @llvm.coro.resume(ptr %h)\n" +
			"  %p = call ptr @llvm.coro.promise(ptr %h, i32 4, i1 false)\n  %v = load i64, ptr %p, align 4\n"},
		good: []string{"  call void @llvm.coro.resume(ptr %h)\n", "  call void @llvm.coro.resume(ptr %h)\n" +
			"  %p = call ptr @llvm.coro.promise(ptr %h, i32 4, i1 false)\n  %v = load i32, ptr %p, align 4\n"}},
	RuleNeverDone: {both: []string{atEnd, atEnd + `define i1 @g(ptr %h) {
  %d = call i1 @llvm.coro.done(ptr %h)
  ret i1 %d
}
declare ptr @llvm.coro.noop()
declare i1 @llvm.coro.done(ptr)
`}, bad: []string{"  %d =", "  %no = call ptr @llvm.coro.noop()\n  %d =", "coro.done(ptr %h)", "coro.done(ptr %no)"}},
	RuleAwaitBool: {both: []string{"  %s = call", "  %waits = call i1 @llvm.coro.await.suspend.bool(ptr %promise, ptr %hdl, ptr @hold)\n" +
		"  br i1 %waits, label WAITS\nwait:\n  %s = call", atEnd, atEnd + "declare i1 @hold(ptr, ptr)\n" +
		"declare i1 @llvm.coro.await.suspend.bool(ptr, ptr, ptr)\n"},
		bad: []string{"WAITS", "%resume, label %wait"}, good: []string{"WAITS", "%wait, label %resume"}},
	RuleDynamic: {both: []string{afterBegin, afterBegin + "  call void @use(ptr %buf)\n", inResume,
		inResume + "  call void @use(ptr %buf)\n"},
		bad: []string{atEntry, atEntry + "  %buf = alloca i8, i32 %n, align 1\n"}, good: []string{atEntry,
			atEntry + "  %buf = alloca [64 x i8], align 1\n"}},
	RuleArrayCopy: {both: []string{inResume, inResume + "  call void @use(ptr %buf)\n", "  %id =",
		"  store i8 1, ptr %buf, align 1\n  %id ="},
		bad: []string{atEntry, atEntry + "  %buf = alloca i8, i32 64, align 1\n"}, good: []string{atEntry,
			atEntry + "  %buf = alloca [64 x i8], align 1\n"}},
	RuleAlias: {both: []string{atEntry, atEntry + "  %buf = alloca [64 x i8], align 1\n"},
		bad: []string{"  %id =", "  %el = getelementptr [64 x i8], ptr %buf, i32 0, i32 %n\n  %id =", afterBegin,
			afterBegin + "  call void @use(ptr %el)\n"},
		good: []string{afterBegin, afterBegin + "  %el = getelementptr [64 x i8], ptr %buf, i32 0, i32 %n\n" +
			"  call void @use(ptr %el)\n"}},
	RuleKeptEarly: {both: []string{atEntry, atEntry + "  %local = alloca i32, align 4\n",
		afterBegin, afterBegin + "  store i32 %n, ptr %local, align 4\n",
		inResume, inResume + "  %v = load i32, ptr %local, align 4\n"},
		bad:  []string{"  %id =", "  call void @use(ptr %local)\n  %id ="},
		good: []string{"  %id =", "  call void @use(ptr captures(none) %local)\n  %id ="}},
	RuleTokenCrosses: {both: []string{atEnd, atEnd + "declare void @use.together(ptr) convergent\n" +
		"declare token @llvm.experimental.convergence.anchor()\n"},
		bad: []string{afterBegin, afterBegin + "  %tok = call token @llvm.experimental.convergence.anchor()\n",
			inResume, inResume + "  call void @use.together(ptr %promise) [ \"convergencectrl\"(token %tok) ]\n"},
		good: []string{inResume, inResume + "  %tok = call token @llvm.experimental.convergence.anchor()\n" +
			"  call void @use.together(ptr %promise) [ \"convergencectrl\"(token %tok) ]\n"}},
	RuleUnwound: {both: []string{" presplitcoroutine", " presplitcoroutine personality ptr @pers", atEnd,
		atEnd + "declare i32 @pers(...)\ndeclare void @take(i32) nounwind\n",
		inResume, "  invoke void @use(ptr %promise) to label %went unwind label %pad\nwent:\n",
		"trap:\n", "pad:\n  %lp = landingpad { ptr, i32 } cleanup\n" + unwinds + "  resume { ptr, i32 } %lp\ntrap:\n"},
		bad:  []string{unwinds, unwinds + "  call void @take(i32 %n)\n"},
		good: []string{unwinds, "  call void @take(i32 %n)\n" + unwinds}},
	RuleEndedObject: {both: []string{atEntry, atEntry + "  %local = alloca i32, align 4\n",
		"  %save = call", "  call void @use(ptr %local)\n  %now = icmp eq i32 %n, -1000\n  br i1 %now, label %cleanup, label %wait\nwait:\n  %save = call",
		inResume, inResume + "  call void @use(ptr %local)\n"},
		bad:  []string{ended, ended + "  call void @use(ptr %local)\n"},
		good: []string{"  %frame = call", "  call void @use(ptr %local)\n  %frame = call"}},
	RuleScalable: {both: []string{"i32 %n)", "i32 %n, ptr %v)", atEnd,
		atEnd + "declare void @take(<vscale x 4 x i32>)\n"},
		bad: []string{afterBegin, afterBegin + "  %x = load <vscale x 4 x i32>, ptr %v\n", inResume,
			inResume + "  call void @take(<vscale x 4 x i32> %x)\n"},
		good: []string{inResume, inResume + "  %x = load <vscale x 4 x i32>, ptr %v\n" +
			"  call void @take(<vscale x 4 x i32> %x)\n"}},
	RuleSwiftError: {both: []string{inResume, inResume + "  call void @fail(ptr swifterror %err)\n", atEnd,
		atEnd + "declare void @fail(ptr swifterror)\n"},
		bad: []string{atEntry, atEntry + "  %err = alloca swifterror ptr, align 8\n", afterBegin,
			afterBegin + "  call void @fail(ptr swifterror %err)\n"},
		good: []string{inResume, "  %err = alloca swifterror ptr, align 8\n" + inResume}},
	RuleLocalAcross: {both: []string{"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
		"e-i64:64-i128:128-v16:16-v32:32-n16:32:64", "x86_64-unknown-linux-gnu", "nvptx64-nvidia-cuda",
		atEnd, atEnd + "declare void @fill(ptr addrspace(5))\n"},
		bad: []string{atEntry, atEntry + "  %local = alloca [4 x i32], align 4, addrspace(5)\n", afterBegin,
			afterBegin + "  call void @fill(ptr addrspace(5) %local)\n", inResume, inResume +
				"  call void @fill(ptr addrspace(5) %local)\n"},
		good: []string{atEntry, atEntry + "  %local = alloca [4 x i32], align 4\n", afterBegin,
			afterBegin + "  call void @use(ptr %local)\n", inResume, inResume + "  call void @use(ptr %local)\n"}},
	RuleAfterFree: {bad: []string{"  call void @free(ptr %frame)\n", "  call void @free(ptr %frame)\n" +
		"  store i32 0, ptr %promise, align 4\n"},
		good: []string{"  call void @free(ptr %frame)\n", "  store i32 0, ptr %promise, align 4\n" +
			"  call void @free(ptr %frame)\n"}},
	RuleAfterDestroy: {both: []string{atEnd, atEnd + consumer}, bad: []string{"  call void @llvm.coro.resume(ptr %h)\n",
		"",
		"  ret void\n}\ndeclare void @llvm.coro.resume", "  call void @llvm.coro.resume(ptr %h)\n  ret void\n}\n" +
			"declare void @llvm.coro.resume"}},
	RuleIDFunction: {both: []string{atEnd, atEnd + "declare void @other()\n"},
		bad: []string{"ptr %promise, ptr null, ptr null)", "ptr %promise, ptr @other, ptr null)"}},
	RuleResumeRunning: {both: []string{atEnd, atEnd + "declare void @llvm.coro.destroy(ptr)\n"},
		bad:  []string{inResume, inResume + "  call void @llvm.coro.destroy(ptr %hdl)\n  br label %trap\nunused:\n"},
		good: []string{inResume, inResume + "  br label %cleanup\nunused:\n"}},
	RuleSuspendIgnored: {bad: []string{"  switch i8 %s, label %exit [ i8 0, label %resume\n" +
		"                              i8 1, label %cleanup ]\n", "  br label %resume\n"}},
	RulePublished: {both: []string{atEnd, atEnd + "@queue = global ptr null\n"},
		bad:  []string{"  %save =", publish + "  %save ="},
		good: []string{"  %s = call", publish + "  %s = call"}},
	RuleAllocInverted: {both: allocAsked, bad: []string{"label %grab, label %begin", "label %begin, label %grab"}},
	RuleAllocTwice: {both: append(allocAsked[:len(allocAsked):len(allocAsked)], atEnd,
		atEnd+"declare void @take(i1)\n"),
		bad: []string{"  br i1 %need,", "  %again = call i1 @llvm.coro.alloc(token %id)\n" +
			"  call void @take(i1 %again)\n  br i1 %need,"},
		good: []string{"  br i1 %need,", "  call void @take(i1 %need)\n  br i1 %need,"}},
	RuleFrameOnStack: {bad: []string{"  %mem = call ptr @malloc(i64 %size)\n", "  %mem = alloca [256 x i8], align 16\n",
		"  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)\n  call void @free(ptr %frame)\n", ""}},
	RuleFreeMissing: {bad: []string{"  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)\n" +
		"  call void @free(ptr %frame)\n", ""}},
	RuleFreeOffset: {both: []string{"  %mem = call ptr @malloc(i64 %size)\n", "  %more = add i64 %size, 16\n" +
		"  %start = call ptr @malloc(i64 %more)\n  %mem = getelementptr i8, ptr %start, i64 16\n"},
		good: []string{"  call void @free(ptr %frame)\n", "  %back = getelementptr i8, ptr %frame, i64 -16\n" +
			"  call void @free(ptr %back)\n"}},
	RuleForeignHandle: {both: []string{"(i32 %n)", "(i32 %n, ptr %other)"},
		bad: []string{"@llvm.coro.free(token %id, ptr %hdl)", "@llvm.coro.free(token %id, ptr %other)"}},
	RulePromiseDirection: {both: []string{atEnd, atEnd + consumer + "declare ptr @llvm.coro.promise(ptr, i32, i1)\n"},
		bad:  []string{"  call void @llvm.coro.resume(ptr %h)\n", readPromise("true")},
		good: []string{"  call void @llvm.coro.resume(ptr %h)\n", readPromise("false")}},
	RuleAddressReturned: {both: []string{atEntry, atEntry + "  %local = alloca i64, align 8\n", inResume,
		"  call void @use(ptr %local)\n"}, bad: []string{"ret ptr %hdl", "ret ptr %local"}},
	RuleStackAcross: {both: []string{"  %save =", "  %sp = call ptr @llvm.stacksave.p0()\n  %save =",
		atEnd, atEnd + "declare ptr @llvm.stacksave.p0()\ndeclare void @llvm.stackrestore.p0(ptr)\n"},
		bad:  []string{inResume, "  call void @llvm.stackrestore.p0(ptr %sp)\n" + inResume},
		good: []string{"  %save =", "  call void @llvm.stackrestore.p0(ptr %sp)\n  %save ="}},
	RuleThreadLocal: {both: []string{atEnd, atEnd + "@counter = thread_local global i32 0\n" +
		"declare ptr @llvm.threadlocal.address.p0(ptr)\n",
		inResume, inResume + "  store i32 1, ptr %own, align 4\n"},
		bad:  []string{"  %save =", threadAddress + "  %save ="},
		good: []string{inResume, threadAddress + inResume}},
	RuleCallerMemory: {both: []string{"define ptr @f(i32 %n)", "define void @f(ptr sret(i32) %to, i32 %n)", "  ret ptr %hdl", "  ret void"},
		bad:  []string{inResume, inResume + "  store i32 1, ptr %to, align 4\n"},
		good: []string{afterBegin, afterBegin + "  store i32 1, ptr %to, align 4\n"}},
	RuleVarArgs: {both: []string{"(i32 %n)", "(i32 %n, ...)", atEntry, atEntry + "  %args = alloca [24 x i8], align 8\n",
		atEnd, atEnd + "declare void @llvm.va_start.p0(ptr)\ndeclare void @llvm.va_end.p0(ptr)\n"},
		bad: []string{inResume, "  call void @llvm.va_start.p0(ptr %args)\n  call void @llvm.va_end.p0(ptr %args)\n" + inResume},
		good: []string{afterBegin, afterBegin + "  call void @llvm.va_start.p0(ptr %args)\n" +
			"  call void @llvm.va_end.p0(ptr %args)\n"}},
	RuleBorrowed: {both: []string{atEnd, atEnd + `define ptr @lazy(ptr %v) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %resume
                              i8 1, label %cleanup ]
resume:
  store i32 1, ptr %v, align 4
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}
define void @g() {
  %v = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %v)
  %h = call ptr @lazy(ptr %v)
ORDER
  ret void
}
declare void @llvm.coro.resume(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
`},
		bad:  []string{"ORDER", "  call void @llvm.lifetime.end.p0(ptr %v)\n  call void @llvm.coro.resume(ptr %h)"},
		good: []string{"ORDER", "  call void @llvm.coro.resume(ptr %h)\n  call void @llvm.lifetime.end.p0(ptr %v)"}},
	RuleThrown: {both: []string{" presplitcoroutine", " presplitcoroutine personality ptr @pers", atEnd,
		atEnd + "declare i32 @pers(...)\ndeclare void @leave() noreturn\n",
		inResume, "  invoke void @use(ptr %promise) to label %went unwind label %pad\nwent:\n",
		"trap:\n", "pad:\n  %lp = landingpad { ptr, i32 } catch ptr null\n  invoke void @leave() to label %trap unwind label %out\nout:\n" +
			"  %more = landingpad { ptr, i32 } cleanup\n" + unwinds + "  resume { ptr, i32 } %more\ntrap:\n"},
		bad: []string{"token none, i1 true)", "token none, i1 false)"}},
	RuleTaskMemory: {whole: `target datalayout = "e-m:o-i64:64-i128:128-n32:64-S128"
target triple = "arm64-apple-macosx15.0"

@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>

define swifttailcc void @f(ptr swiftasync %ctx) presplitcoroutine {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a, ptr %b)
ORDER
  %u = call i1 (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}

declare void @use(ptr, ptr)
declare swiftcc ptr @swift_task_alloc(i64)
declare swiftcc void @swift_task_dealloc(ptr)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.end.async(ptr, i1, ...)
`, bad: []string{"ORDER", "  call swiftcc void @swift_task_dealloc(ptr %a)\n  call swiftcc void @swift_task_dealloc(ptr %b)"},
		good: []string{"ORDER", "  call swiftcc void @swift_task_dealloc(ptr %b)\n  call swiftcc void @swift_task_dealloc(ptr %a)"}},
	RuleOutsideAcross: {both: []string{inResume, inResume + "  %v = load i32, ptr %local, align 4\n",
		atEnd, atEnd + "!0 = !{}\n"},
		bad: []string{atEntry, atEntry + "  %local = alloca i32, align 4, !coro.outside.frame !0\n",
			afterBegin, afterBegin + "  store i32 %n, ptr %local, align 4\n"},
		good: []string{atEntry, atEntry + "  %local = alloca i32, align 4\n",
			afterBegin, afterBegin + "  store i32 %n, ptr %local, align 4\n"}},
	RuleAfterLifetime: {both: []string{atEntry, atEntry + "  %local = alloca i32, align 4\n",
		afterBegin, afterBegin + "  call void @llvm.lifetime.start.p0(ptr %local)\n" +
			"  store i32 %n, ptr %local, align 4\n",
		inResume, inResume + "  %late = load i32, ptr %local, align 4\n",
		atEnd, atEnd + "declare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)\n"},
		bad:  []string{"  %save =", lifetimeEnds + "  %save ="},
		good: []string{"  %last =", lifetimeEnds + "  %last ="}},
	RuleNullHandle: {both: []string{atEnd, atEnd + consumer}, bad: []string{"call void @llvm.coro.resume(ptr %h)",
		"call void @llvm.coro.resume(ptr null)"}},
	RuleNotCoroutine: {both: []string{atEnd, atEnd + consumer + "declare ptr @llvm.coro.promise(ptr, i32, i1)\n",
		"  call void @llvm.coro.resume(ptr %h)\n", "  %p = call ptr @llvm.coro.promise(ptr %h, i32 4, i1 false)\n" +
			"  call void @llvm.coro.resume(ptr %h)\n"},
		bad: []string{"  call void @llvm.coro.resume(ptr %h)\n", "  call void @llvm.coro.resume(ptr %p)\n"}},
	RuleHandleFreed: {both: []string{atEnd, atEnd + consumer},
		bad: []string{"  call void @llvm.coro.destroy(ptr %h)\n", "  call void @free(ptr %h)\n"}},
	RuleAtFinal: {both: []string{atEnd, atEnd + consumer}, bad: []string{"  call void @llvm.coro.resume(ptr %h)\n",
		"  call void @llvm.coro.resume(ptr %h)\n  call void @llvm.coro.resume(ptr %h)\n"}},
	RuleBlockAddress: {bad: []string{inResume, inResume + "  call void @use(ptr blockaddress(@f, %cleanup))\n"}},
	RuleNoMustTail: {both: []string{"  %s = call", "  call void @llvm.coro.await.suspend.handle(ptr null, ptr %hdl, " +
		"ptr @wrap)\n  %s = call",
		atEnd, atEnd + "declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)\ndeclare ptr @wrap(ptr, ptr)\n",
		"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
		"e-m:e-p:64:64-i64:64-n32:64-S128",
		"x86_64-unknown-linux-gnu", "wasm64-unknown-unknown"},
		good: []string{" presplitcoroutine", ` presplitcoroutine "target-features"="+tail-call"`}},
	RuleSignature: {bad: []string{"call ptr @llvm.coro.free(token %id, ptr %hdl)", "call ptr @llvm.coro.free(ptr %hdl)",
		"@llvm.coro.free(token, ptr)", "@llvm.coro.free(ptr)"}},
	RuleUnknown: {both: []string{atEnd, atEnd + "declare ptr @llvm.coro.noop()\ndeclare ptr @llvm.coro.nop()\n"},
		bad:  []string{inResume, inResume + "  %none = call ptr @llvm.coro.nop()\n"},
		good: []string{inResume, inResume + "  %none = call ptr @llvm.coro.noop()\n"}},
	RuleConstArg: {both: []string{"i32 %n)", "i32 %n, i1 %c)"}, bad: []string{"ptr null, i1 false, token none)",
		"ptr null, i1 %c, token none)"}},
	RuleInvoke: {both: []string{" presplitcoroutine", " presplitcoroutine personality ptr @pers", atEnd,
		atEnd + "declare i32 @pers(...)\n"},
		bad: []string{"  %size = call i64 @llvm.coro.size.i64()\n",
			"  %size = invoke i64 @llvm.coro.size.i64() to label %go unwind label %pad\ngo:\n",
			"trap:\n", "pad:\n  %lp = landingpad { ptr, i32 } cleanup\n  resume { ptr, i32 } %lp\ntrap:\n"}},
	RuleAddress: {both: []string{atEnd, atEnd + "declare void @llvm.coro.resume(ptr)\n"},
		bad: []string{inResume, inResume + "  call void @use(ptr @llvm.coro.resume)\n"}},
	RuleCreateSuspend: {both: []string{atEnd, atEnd + "declare { ptr, i32 } @llvm.nvvm.coro.create.suspend(i32)\n"},
		bad:  []string{inResume, inResume + "  %m = call { ptr, i32 } @llvm.nvvm.coro.create.suspend(i32 %n)\n"},
		good: []string{inResume, inResume + "  %m = call { ptr, i32 } @llvm.nvvm.coro.create.suspend(i32 1)\n"}},
}
