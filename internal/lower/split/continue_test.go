// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/test/lowertest"
)

// yields returns a coroutine with n suspends in a row, and a loop around the last one. Suspend k
// passes k to @yield before.
func yields(n int, attrs, more string) string {
	text := `
define ptr @f(i32 %n) presplitcoroutine ` + attrs + ` {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @get(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %at.0
`
	for k := range n {
		v, next := strconv.Itoa(k), "at."+strconv.Itoa(k+1)
		if k == n-1 {
			next = "again"
		}
		text += "at." + v + ":\n  call void @yield(i32 " + v + ")\n" + more +
			"  %s." + v + " = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
			"  switch i8 %s." + v + ", label %suspend [\n    i8 0, label %" + next + "\n    i8 1, label %cleanup\n  ]\n"
	}
	return text + `
again:
  %more = call i1 @more(i32 %n)
  br i1 %more, label %at.` + strconv.Itoa(n-1) + `, label %end
end:
  %t = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %t, label %suspend [
    i8 0, label %never
    i8 1, label %cleanup
  ]
never:
  unreachable
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @drop(ptr %memory)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @get(i64)
declare void @drop(ptr)
declare void @yield(i32)
declare i1 @more(i32)
`
}

var storedFunc = regexp.MustCompile(`store ptr @(\S+), ptr %(?:resume|ResumeFn)\.addr`)

// splitYields splits such a coroutine, and returns for the ramp and each part the functions that it
// stores in the frame as the one that resumes the coroutine.
func splitYields(t *testing.T, text string, opts split.Options) (stored map[string]string, body map[string]string) {
	t.Helper()
	c := lowertest.Load(t, text)
	c.Split.Opts = opts
	f := c.M.Funcs[0]
	plan, err := c.Split.Split(f)
	if err != nil {
		t.Fatal(err)
	}
	plan.All()
	if errs := ir.Verify(c.M); len(errs) > 0 {
		t.Fatal(errs)
	}
	stored, body = map[string]string{}, map[string]string{}
	for _, p := range append([]*ir.Func{f}, plan.Parts...) {
		var list []string
		body[p.Name] = emit.FuncString(p)
		for _, m := range storedFunc.FindAllStringSubmatch(body[p.Name], -1) {
			list = append(list, m[1])
		}
		stored[p.Name] = strings.Join(list, " ")
	}
	return stored, body
}

// TestContinuations: each suspend stores the function that resumes the coroutine there, except in
// the resume part, which runs in frames that hold the resume part. The other parts do not know the
// frame, and store the resume part, which is always right.
func TestContinuations(t *testing.T) {
	on := split.Options{Continuations: true}
	stored, body := splitYields(t, yields(4, "", ""), on)
	for name, want := range map[string]string{
		"f": "f.resume f.resume.0", "f.resume": "", "f.destroy": "", "f.cleanup": "", "f.resume.0": "f.resume.1",
		"f.resume.1": "f.resume.2", "f.resume.2": "f.resume.3", "f.resume.3": "f.resume.3",
	} {
		got, ok := stored[name]
		reached := 0
		if name == "f" { // the ramp still contains the code that it does not reach
			got = strings.Join(strings.Fields(got)[:2], " ")
		}
		for k := range 4 {
			if strings.Contains(body[name], "@yield(i32 "+strconv.Itoa(k)+")") {
				reached++
			}
		}
		if !ok || got != want {
			t.Errorf("@%s stores %q, not %q\n%s", name, got, want, body[name])
		}
		if strings.HasPrefix(name, "f.resume.") && reached != 1 {
			t.Errorf("@%s contains %d suspends\n%s", name, reached, body[name])
		}
	}
	if len(stored) != 8 {
		t.Errorf("%d functions", len(stored))
	}
	for _, tc := range []struct {
		name, text string
		opts       split.Options
	}{
		{"not requested", yields(4, "", ""), split.Options{}},
		{"few suspends", yields(3, "", ""), on},
		{"many suspends", yields(17, "", ""), on},
		{"much code", yields(8, "", strings.Repeat("  call void @yield(i32 99)\n", 100)), on},
		{"for size", yields(4, "optsize", ""), on},
		{"not optimised", yields(4, "optnone noinline", ""), on},
		{"a target without tail calls", "target triple = \"nvptx64-nvidia-cuda\"\n" + yields(4, "", ""), on},
	} {
		if stored, _ := splitYields(t, tc.text, tc.opts); len(stored) != 4 || stored["f"] != "f.resume" {
			t.Errorf("%s: %v", tc.name, stored)
		}
	}
}

// debug is debug info for a function.
const debug = `
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !DISubroutineType(types: !{null})
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 2, type: !6)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocation(line: 3, scope: !4)
!8 = !DILocalVariable(name: "o", scope: !4, file: !1, line: 2, type: !6)
`

var (
	dbgLine = regexp.MustCompile(`(?m)^ *(#dbg_|%hdl\.debug = |store ptr %hdl, ptr %hdl\.debug).*\n`)
	dbgLoc  = regexp.MustCompile(`,? !dbg !\w+`)
)

// TestContinuedDebug: with debug info, the same code is split in the same way, also where records
// stand between a suspend and its switch. Each continuation declares the variables of the frame,
// although it contains only a part of the body, and describes the others.
func TestContinuedDebug(t *testing.T) {
	on := split.Options{Continuations: true}
	plain := strings.Replace(yields(4, "", ""), "  br label %at.0\n",
		"  %o = alloca i32\n  call void @keep(ptr %o)\n  br label %at.0\n", 1) + "declare void @keep(ptr)\n"
	plain = strings.Replace(plain, "@more(i32 %n)\n", "@more(i32 %n)\n  call void @keep(ptr %o)\n", 1)
	const value = "  #dbg_value(i32 %n, !5, !DIExpression(), !7)\n"
	text := strings.NewReplacer("presplitcoroutine  {", "presplitcoroutine !dbg !4 {", "  br label %at.0\n",
		value+"  #dbg_declare(ptr %o, !8, !DIExpression(), !7)\n  br label %at.0\n", "  switch i8",
		value+"  #dbg_value(i8 %s.1, !5, !DIExpression(), !7)\n  switch i8",
	).Replace(plain) + debug
	text = strings.Replace(text, "#dbg_value(i8 %s.1", "#dbg_value(i8 %s.0", 1)
	_, want := splitYields(t, plain, on)
	_, got := splitYields(t, text, on)
	if len(want) != 8 || len(got) != len(want) {
		t.Fatalf("%d and %d functions", len(want), len(got))
	}
	for name := range want {
		code := dbgLoc.ReplaceAllString(dbgLine.ReplaceAllString(got[name], ""), "")
		if code != want[name] {
			t.Errorf("with debug info:\n%s\nwithout:\n%s", got[name], want[name])
		}
		if strings.HasPrefix(name, "f.resume.") && (!strings.Contains(got[name], "#dbg_declare(ptr %hdl.debug") ||
			!strings.Contains(got[name], "#dbg_value(ptr %hdl, ")) {
			t.Errorf("@%s does not describe the variables:\n%s", name, got[name])
		}
	}
}

// TestContinuedDestroy: a destroy part that suspends does not know which kind of frame it has.
func TestContinuedDestroy(t *testing.T) {
	text := strings.Replace(yields(4, "", ""), "i8 1, label %cleanup", "i8 1, label %at.2", 1)
	stored, body := splitYields(t, text, split.Options{Continuations: true})
	for _, name := range []string{"f.destroy", "f.cleanup"} {
		if stored[name] != "f.resume" {
			t.Errorf("@%s stores %q\n%s", name, stored[name], body[name])
		}
	}
}
