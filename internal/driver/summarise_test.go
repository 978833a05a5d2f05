// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/summary"
)

const unitHead = `target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
`

// creatorUnit has a coroutine @count and a function @use that creates one. %h is the handle, %slot
// a variable that holds it, %pair one that holds it at offset 8, and %far one that holds the
// address of %slot. After the inserted code, @use destroys the coroutine in %slot.
const creatorUnit = unitHead + `
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)

define internal ptr @count(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %needed = call i1 @llvm.coro.alloc(token %id)
  br i1 %needed, label %allocate, label %begin
allocate:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %at = phi ptr [ null, %entry ], [ %mem, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %on
    i8 1, label %cleanup
  ]
on:
  call void @print(i32 %n)
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %f, label %suspend [
    i8 0, label %never
    i8 1, label %cleanup
  ]
never:
  unreachable
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %m)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @use(i32 %n) {
entry:
  %slot = alloca ptr
  %pair = alloca { i64, ptr }
  %far = alloca ptr
  %h = call ptr @count(i32 %n)
  store ptr %h, ptr %slot
CODE
  %l = load ptr, ptr %slot
  %null = icmp eq ptr %l, null
  br i1 %null, label %done, label %destroy
destroy:
  call void @llvm.coro.destroy(ptr %l)
  br label %done
done:
  ret void
}
`

// onSlot is code for @use that calls @callee with %slot.
const onSlot = "declare void @callee(ptr)\n:\ncall void @callee(ptr %slot)"

// TestSummaries compiles a creator with the summaries of its callee's unit. It checks whether the
// frame is elided, and that every reason against elision takes effect.
func TestSummaries(t *testing.T) {
	const globals = "@kept = global ptr null\n"
	for _, tc := range []struct {
		name, use, callee string
		elided            bool
	}{
		{"resumes", onSlot, "define void @callee(ptr %t) { %h = load ptr, ptr %t\n" +
			" call void @llvm.coro.resume(ptr %h)\n ret void }", true},
		{"may call back what jumps", "declare void @longjmp(ptr, i32)\n" + onSlot, "define void @callee(ptr %t) {\n" +
			" %h = load ptr, ptr %t\n call void @llvm.coro.resume(ptr %h)\n ret void }", false},
		{"resumes by a function of its unit", onSlot,
			"define internal void @inner(ptr %t) { %h = load ptr, ptr %t\n call void @llvm.coro.resume(ptr %h)\n" +
				" ret void }\n" +
				"define void @callee(ptr %t) { call void @inner(ptr %t)\n ret void }", true},
		{"asks", onSlot, "define void @callee(ptr %t) { %h = load ptr, ptr %t\n" +
			" %d = call i1 @llvm.coro.done(ptr %h)\n ret void }", true},
		{"destroys", onSlot, "define void @callee(ptr %t) { %h = load ptr, ptr %t\n" +
			" call void @llvm.coro.destroy(ptr %h)\n store ptr null, ptr %t\n ret void }", true},
		{"destroys on a path", onSlot, "define void @callee(ptr %t) { %h = load ptr, ptr %t\n" +
			" %d = call i1 @llvm.coro.done(ptr %h)\n br i1 %d, label %a, label %b\na:\n" +
			" call void @llvm.coro.destroy(ptr %h)\n store ptr null, ptr %t\n br label %b\nb:\n ret void }", true},
		{"never returns", onSlot, "define void @callee(ptr %t) { br label %a\na:\n br label %a }", true},
		{"keeps the handle", onSlot, globals + "define void @callee(ptr %t) { %h = load ptr, ptr %t\n" +
			" store ptr %h, ptr @kept\n ret void }", false},
		{"keeps an address in the frame", onSlot, globals + "define void @callee(ptr %t) { %h = load ptr, ptr %t\n" +
			" %p = getelementptr i8, ptr %h, i64 16\n" +
			" store ptr %p, ptr @kept\n ret void }", false},
		{"keeps the variable", onSlot, globals + "define void @callee(ptr %t) { store ptr %t, ptr @kept\n" +
			" ret void }", false},
		{"keeps on a path", onSlot, globals + "define void @callee(ptr %t) { %h = load ptr, ptr %t\n" +
			" %d = call i1 @llvm.coro.done(ptr %h)\n" +
			" br i1 %d, label %a, label %b\na:\n store ptr %h, ptr @kept\n br label %b\nb:\n ret void }", false},
		{"keeps after a callee gave it back", onSlot,
			globals + "define internal ptr @get(ptr %t) { %h = load ptr, ptr %t\n ret ptr %h }\n" +
				"define void @callee(ptr %t) { %h = call ptr @get(ptr %t)\n store ptr %h, ptr @kept\n" +
				" ret void }", false},
		{"keeps a number made of the handle", onSlot,
			globals + "define void @callee(ptr %t) { %h = load i64, ptr %t\n %n = add i64 %h, 1\n" +
				" store i64 %n, ptr @kept\n ret void }", false},
		{"hands to unknown code", onSlot, "declare void @unknown(ptr)\n" +
			"define void @callee(ptr %t) { call void @unknown(ptr %t)\n ret void }", false},
		{"hands to a function pointer", onSlot, globals + "define void @callee(ptr %t) { %f = load ptr, ptr @kept\n" +
			" call void %f(ptr %t)\n ret void }", false},
		{"calls itself", onSlot, "define void @callee(ptr %t) { %h = load ptr, ptr %t\n" +
			" %d = call i1 @llvm.coro.done(ptr %h)\n br i1 %d, label %a, label %b\na:\n" +
			" call void @callee(ptr %t)\n br label %b\nb:\n ret void }", false},
		{"hides the handle in the frame", onSlot, "define void @callee(ptr %t) { %h = load ptr, ptr %t\n" +
			" %p = getelementptr i8, ptr %h, i64 32\n store ptr %h, ptr %p\n ret void }", false},

		{"may be replaced", onSlot, "define weak void @callee(ptr %t) { ret void }", false},
		{"may be replaced by its equal", onSlot, "define weak_odr void @callee(ptr %t) { ret void }", false},
		{"in a comdat", onSlot, "$callee = comdat any\ndefine void @callee(ptr %t) comdat { ret void }", false},
		{"may be interposed", onSlot, "define void @callee(ptr %t) { ret void }\n!llvm.module.flags = !{!0}\n" +
			"!0 = !{i32 1, !\"SemanticInterposition\", i32 1}", false},
		{"in a library, where another one may be bound", onSlot, "define void @callee(ptr %t) { ret void }\n" + library, false},
		{"in a library, and hidden", onSlot, "define hidden void @callee(ptr %t) { ret void }\n" + library, true},
		{"in a library, and bound", onSlot, "define dso_local void @callee(ptr %t) { ret void }\n" + library, true},
		{"in an executable", onSlot, "define void @callee(ptr %t) { ret void }\n!llvm.module.flags = !{!0, !1}\n" +
			"!0 = !{i32 8, !\"PIC Level\", i32 2}\n!1 = !{i32 7, !\"PIE Level\", i32 2}", true},
		{"resumes by a replaceable function", onSlot, replaceableUnit, true},
		{"resumes by a replaceable function with one body", onSlot, strings.Replace(replaceableUnit, "%p) {", "%p) noinline {", 1), false},
		{"is elsewhere", onSlot, "define available_externally void @callee(ptr %t) { ret void }", false},
		{"is assembly", onSlot, "define void @callee(ptr %t) naked { ret void }", false},
		{"of another type", onSlot, "define void @callee(ptr %t, i32 %n) { ret void }", false},
		{"of another result", "declare i32 @callee(ptr)\n:\n%r = call i32 @callee(ptr %slot)",
			"define void @callee(ptr %t) { ret void }", false},
		{"may not be linked", "declare extern_weak void @callee(ptr)\n:\ncall void @callee(ptr %slot)",
			"define void @callee(ptr %t) { ret void }", false},
		{"may come back twice", onSlot, "declare i32 @setjmp(ptr) returns_twice\n" +
			"define void @callee(ptr %t) { %n = call i32 @setjmp(ptr null) returns_twice\n ret void }", false},

		{"the handle itself", "declare void @callee(ptr)\n:\ncall void @callee(ptr %h)",
			"define void @callee(ptr %h) { call void @llvm.coro.resume(ptr %h)\n ret void }", true},
		{"the handle itself, kept", "declare void @callee(ptr)\n:\ncall void @callee(ptr %h)\n" +
			"store ptr null, ptr %slot", globals + "define void @callee(ptr %h) { store ptr %h, ptr @kept\n" +
			" ret void }", false},
		{"in a structure", "declare void @callee(ptr)\n:\n%at = getelementptr i8, ptr %pair, i64 8\n" +
			"store ptr %h, ptr %at\nstore ptr null, ptr %slot\ncall void @callee(ptr %pair)",
			"define void @callee(ptr %t) { %a = getelementptr i8, ptr %t, i64 8\n %h = load ptr, ptr %a\n" +
				" call void @llvm.coro.destroy(ptr %h)\n ret void }", true},
		{"in a structure, kept", "declare void @callee(ptr)\n:\n%at = getelementptr i8, ptr %pair, i64 8\n" +
			"store ptr %h, ptr %at\nstore ptr null, ptr %slot\ncall void @callee(ptr %pair)",
			globals + "define void @callee(ptr %t) { %a = getelementptr i8, ptr %t, i64 8\n %h = load ptr, ptr %a\n" +
				" store ptr %h, ptr @kept\n ret void }", false},
		{"two loads away", "declare void @callee(ptr)\n:\nstore ptr %slot, ptr %far\ncall void @callee(ptr %far)",
			"define void @callee(ptr %t) { %s = load ptr, ptr %t\n %h = load ptr, ptr %s\n" +
				" call void @llvm.coro.resume(ptr %h)\n ret void }", true},
		{"two loads away, the variable kept", "declare void @callee(ptr)\n:\nstore ptr %slot, ptr %far\n" +
			"call void @callee(ptr %far)",
			globals + "define void @callee(ptr %t) { %s = load ptr, ptr %t\n store ptr %s, ptr @kept\n" +
				" ret void }", false},
		{"two loads away, replaced", "declare void @callee(ptr)\n:\nstore ptr %slot, ptr %far\n" +
			"call void @callee(ptr %far)",
			globals + "define void @callee(ptr %t) { %s = load ptr, ptr %t\n store ptr @kept, ptr %t\n" +
				" ret void }", false},
		{"by two ways", "declare void @callee(ptr, ptr)\n:\ncall void @callee(ptr %slot, ptr %h)",
			"define void @callee(ptr %t, ptr %h) { call void @llvm.coro.resume(ptr %h)\n ret void }", false},
		{"as two arguments", "declare void @callee(ptr, ptr)\n:\ncall void @callee(ptr %h, ptr %h)",
			globals + "define void @callee(ptr %a, ptr %h) { store ptr %a, ptr @kept\n" +
				" call void @llvm.coro.resume(ptr %h)\n ret void }", false},
		{"another variable, kept by the callee", "declare void @callee(ptr, ptr)\n:\n" +
			"call void @callee(ptr %slot, ptr %far)\nstore ptr %h, ptr %far\ncall void @print(i32 0)",
			globals + "define void @callee(ptr %t, ptr %o) { store ptr %o, ptr @kept\n ret void }", false},
		{"copied to where another argument points", "declare void @callee(ptr, ptr)\n:\n" +
			"call void @callee(ptr %slot, ptr %far)\n%y = load ptr, ptr %far\nstore ptr %y, ptr @open",
			"define void @callee(ptr %t, ptr %o) { %h = load ptr, ptr %t\n store ptr %h, ptr %o\n ret void }", false},
		{"moved to another place of the object", "declare void @callee(ptr)\n:\nstore ptr %h, ptr %pair\n" +
			"store ptr null, ptr %slot\ncall void @callee(ptr %pair)\n" +
			"%at = getelementptr i8, ptr %pair, i64 8\n%y = load ptr, ptr %at\nstore ptr %y, ptr @open",
			"define void @callee(ptr %t) { %h = load ptr, ptr %t\n %a = getelementptr i8, ptr %t, i64 8\n" +
				" store ptr %h, ptr %a\n store ptr null, ptr %t\n ret void }", false},
		{"given back", "declare ptr @callee(ptr)\n:\n%y = call ptr @callee(ptr %slot)\nstore ptr %y, ptr @open\n" +
			"store ptr null, ptr %slot", "define ptr @callee(ptr %t) { %h = load ptr, ptr %t\n ret ptr %h }", false},
		{"the variable given back", "declare ptr @callee(ptr)\n:\n%y = call ptr @callee(ptr %slot)\n" +
			"%z = load ptr, ptr %y\nstore ptr %z, ptr @open\nstore ptr null, ptr %slot",
			"define ptr @callee(ptr %t) { ret ptr %t }", false},
		{"the variable given back, and read", "declare ptr @callee(ptr)\n:\n%y = call ptr @callee(ptr %slot)\n" +
			"%z = load ptr, ptr %y\ncall void @llvm.coro.resume(ptr %z)",
			"define ptr @callee(ptr %t) { ret ptr %t }", true},
		{"beside it, kept by the callee", "declare void @callee(ptr, ptr)\n:\nstore ptr %slot, ptr %far\n" +
			"call void @callee(ptr null, ptr %far)",
			globals + "define void @callee(ptr %t, ptr %o) { %s = load ptr, ptr %o\n store ptr %s, ptr @kept\n" +
				" ret void }", false},
		{"unused parameter", "declare void @callee(ptr, ptr)\n:\ncall void @callee(ptr %far, ptr %slot)",
			"define void @callee(ptr %o, ptr %t) { ret void }", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			table := summariesOf(t, unitHead+tc.callee, nil)
			decl, code, _ := strings.Cut(tc.use, "\n:\n")
			text := strings.Replace(creatorUnit, "CODE", code, 1) + "@open = global ptr null\n" + decl + "\n"
			for _, with := range []*summary.Table{nil, table} {
				o := &driver.Options{}
				o.Elide.Summaries = with
				res, err := driver.Run("use.ll", []byte(text), o)
				if err != nil {
					t.Fatal(err)
				}
				if len(res.Elisions) != 1 {
					t.Fatalf("%d creations", len(res.Elisions))
				}
				if got, want := res.Elisions[0].Elided, tc.elided && with != nil; got != want {
					t.Errorf("elided %v, want %v, with summaries %v\n%+v", got, want, with != nil, res.Elisions[0].Miss)
				}
				if tc.name == "keeps the handle" && with != nil && !strings.Contains(res.Elisions[0].Miss.Text,
					"is passed to @callee, whose summary says that it may keep the handle") {
					t.Errorf("the reason is %q", res.Elisions[0].Miss.Text)
				}
			}
		})
	}
}

// library says that the file is position-independent code for a shared library.
const library = "!llvm.module.flags = !{!0}\n!0 = !{i32 8, !\"PIC Level\", i32 2}\n"

// replaceableUnit has a function whose summary rests on one that the linker may replace.
const replaceableUnit = `
define linkonce_odr void @inner(ptr %p) {
  %h = load ptr, ptr %p
  call void @llvm.coro.resume(ptr %h)
  ret void
}
define internal void @between(ptr %p) {
  call void @inner(ptr %p)
  ret void
}
define void @callee(ptr %t) {
  call void @between(ptr %t)
  ret void
}
define void @other(ptr %t) {
  call void @inner(ptr %t)
  ret void
}
`

// TestSummaryPrivateCopies checks that the code of a summarised function calls private copies of what its
// summary rests on.
func TestSummaryPrivateCopies(t *testing.T) {
	text := unitHead + strings.Replace(replaceableUnit, "@other(ptr %t)", "@other(ptr %t) noinline optnone", 1)
	res, err := driver.Run("callee.ll", []byte(text), &driver.Options{Summarise: true})
	if err != nil {
		t.Fatal(err)
	}
	out := string(res.Bytes())
	for _, want := range []string{
		"define void @callee(ptr %t) {\n  call void @between.private.1(ptr %t)\n",
		"define internal void @between.private.1(ptr %p) {\n  call void @inner.private.1(ptr %p)\n",
		"define internal void @inner.private.1(ptr %p) {\n  %h = load ptr, ptr %p, align 8\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if m, err := parse.Module("out.ll", []byte(out)); err != nil || len(ir.Verify(m)) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// summariesOf returns the summaries of a unit after a round trip through their file.
func summariesOf(t *testing.T, text string, in *summary.Table) *summary.Table {
	t.Helper()
	o := &driver.Options{Summarise: true, Report: pass.Options{VerifyEach: true}}
	o.Elide.Summaries = in
	res, err := driver.Run("callee.ll", []byte(text), o)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var b bytes.Buffer
	if err := res.Summaries.Write(&b); err != nil {
		t.Fatal(err)
	}
	table, err := summary.Read(b.Bytes())
	if err != nil {
		t.Fatalf("%v\n%s", err, b.Bytes())
	}
	return table
}

// TestSummariesOfParts compiles a creator with the summary of its callee. The coroutine decides whether
// the summary may be used: its parts may put addresses of the frame where the callee finds them, or
// leave the frame alive when the callee destroys the coroutine.
func TestSummariesOfParts(t *testing.T) {
	const (
		first   = "  %s = call i8 @llvm.coro.suspend(token none, i1 false)\n"
		cleanup = "  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)\n"
		noPad   = "define internal ptr @count(i32 %n) presplitcoroutine"
		pad     = "define internal ptr @count(i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0"
		body    = "  call void @print(i32 %n)\n"
	)
	promise := []string{"  %id = call token @llvm.coro.id(i32 0, ptr null,",
		"  %p = alloca ptr\n  %x = alloca i32\n  %id = call token @llvm.coro.id(i32 0, ptr %p,"}
	const read = "declare ptr @llvm.coro.promise(ptr, i32, i1)\n@kept = global ptr null\n" +
		"define void @callee(ptr %t) { %h = load ptr, ptr %t\n call void @llvm.coro.resume(ptr %h)\n" +
		" %q = call ptr @llvm.coro.promise(ptr %h, i32 8, i1 false)\n" +
		" %a = load ptr, ptr %q\n store ptr %a, ptr @kept\n ret void }"
	const destroy = "define void @callee(ptr %t) { %h = load ptr, ptr %t\n store ptr null, ptr %t\n" +
		" call void @llvm.coro.destroy(ptr %h)\n ret void }"
	const beside = "@kept = global ptr null\ndefine void @callee(ptr %t) { %o = load ptr, ptr %t\n" +
		" store ptr %o, ptr @kept\n %a = getelementptr i8, ptr %t, i64 8\n %h = load ptr, ptr %a\n" +
		" %d = call i1 @llvm.coro.done(ptr %h)\n ret void }"
	const onPromise = "%q = call ptr @llvm.coro.promise(ptr %h, i32 8, i1 false)\ncall void @callee(ptr %q)\n" +
		"store ptr null, ptr %slot"
	stores := []string{body, "  store ptr %hdl, ptr @open\n" + body}
	// If @close throws, the coroutine goes on to another suspend.
	lingers := []string{noPad, pad, cleanup,
		"  invoke void @close() to label %free unwind label %pad\npad:\n" +
			"  %c = landingpad { ptr, i32 } catch ptr null\n  br label %again\nagain:\n" +
			"  %e = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
			"  switch i8 %e, label %suspend [\n    i8 0, label %free\n    i8 1, label %free\n  ]\nfree:\n" + cleanup}
	for _, tc := range []struct {
		name         string
		coroutine    []string // pairs of texts and their replacements
		code, callee string
		elided       bool
	}{
		{"the promise points elsewhere", append(promise[:2:2], body, "  store ptr null, ptr %p\n"+body),
			"call void @callee(ptr %slot)\nstore ptr null, ptr %slot", read, true},
		{"the promise points into the frame", append(promise[:2:2], body, "  store ptr %x, ptr %p\n"+body),
			"call void @callee(ptr %slot)\nstore ptr null, ptr %slot", read, false},
		{"the promise points into the frame from the start", append(promise[:2:2], first, "  store ptr %x, ptr %p\n"+first),
			"call void @callee(ptr %slot)\nstore ptr null, ptr %slot", read, false},
		{"destroying stores the handle", []string{cleanup, "  store ptr %hdl, ptr @open\n  call void @close() nounwind\n" +
			cleanup}, "call void @callee(ptr %slot)", destroy, true},
		{"destroying stores the handle and throws", []string{cleanup, "  store ptr %hdl, ptr @open\n  call void @close()\n" +
			cleanup}, "call void @callee(ptr %slot)", destroy, false},
		{"destroying suspends again", lingers, "%old = load ptr, ptr %slot\ncall void @callee(ptr %slot)\n" +
			"store ptr %old, ptr @open", destroy, false},
		{"destroying frees", []string{noPad, pad}, "%old = load ptr, ptr %slot\ncall void @callee(ptr %slot)\n" +
			"store ptr %old, ptr @open", destroy, true},
		{"another variable beside the handle, kept by the callee", nil, "store ptr %far, ptr %pair\n" +
			"%at = getelementptr i8, ptr %pair, i64 8\nstore ptr %h, ptr %at\nstore ptr null, ptr %slot\n" +
			"call void @callee(ptr %pair)\nstore ptr %h, ptr %far\ncall void @print(i32 0)",
			beside,
			false},
		{"another variable beside the handle", nil, "store ptr %far, ptr %pair\n" +
			"%at = getelementptr i8, ptr %pair, i64 8\nstore ptr %h, ptr %at\nstore ptr null, ptr %slot\n" +
			"call void @callee(ptr %pair)",
			beside,
			true},
		{"running stores the handle", stores, "call void @callee(ptr %slot)\nstore ptr null, ptr %slot",
			"define void @callee(ptr %t) { %h = load ptr, ptr %t\n call void @llvm.coro.resume(ptr %h)\n ret void }", false},
		{"running would store the handle", stores, "call void @callee(ptr %slot)\nstore ptr null, ptr %slot",
			"define void @callee(ptr %t) { %h = load ptr, ptr %t\n %d = call i1 @llvm.coro.done(ptr %h)\n ret void }", true},
		{"the promise is read", append(stores[:2:2], promise[:2]...), onPromise,
			"define void @callee(ptr %q) { %v = load i32, ptr %q\n ret void }", true},
		{"the promise leads to the handle", append(stores[:2:2], promise[:2]...), onPromise, "declare ptr @llvm.coro.promise(ptr, i32, i1)\n" +
			"define void @callee(ptr %q) { %h = call ptr @llvm.coro.promise(ptr %q, i32 8, i1 true)\n" +
			" call void @llvm.coro.resume(ptr %h)\n ret void }", false},
		{"the promise is kept", promise[:2], onPromise, "@kept = global ptr null\n" +
			"define void @callee(ptr %q) { store ptr %q, ptr @kept\n ret void }", false},
		{"the promise is given back", promise[:2], "%q = call ptr @llvm.coro.promise(ptr %h, i32 8, i1 false)\n" +
			"%y = call ptr @callee(ptr %q)\nstore ptr %y, ptr @open\nstore ptr null, ptr %slot",
			"define ptr @callee(ptr %q) { ret ptr %q }", false},
		{"the variable is kept while it is empty", nil, "%y = call ptr @callee(ptr %slot)\nstore ptr %y, ptr %slot\n" +
			"call void @print(i32 0)", "@kept = global ptr null\ndefine ptr @callee(ptr %t) { %h = load ptr, ptr %t\n" +
			" store ptr null, ptr %t\n store ptr %t, ptr @kept\n ret ptr %h }", false},
		{"the variable is emptied", nil, "%y = call ptr @callee(ptr %slot)\nstore ptr %y, ptr %slot\n" +
			"call void @print(i32 0)", "define ptr @callee(ptr %t) { %h = load ptr, ptr %t\n store ptr null, ptr %t\n" +
			" ret ptr %h }", true},
		{"other code replaces the handle while the coroutine runs", nil, "store ptr %slot, ptr @open\ncall void @callee(ptr %slot)",
			"define void @callee(ptr %t) { %h = load ptr, ptr %t\n call void @llvm.coro.resume(ptr %h)\n ret void }", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			result, _, _ := strings.Cut(tc.callee[strings.Index(tc.callee, "define ")+len("define "):], " ")
			text := creatorUnit + "declare " + result + " @callee(ptr)\ndeclare ptr @llvm.coro.promise(ptr, i32, i1)\ndeclare void @close()\ndeclare i32 @__gxx_personality_v0(...)\n" +
				"@open = global ptr null\n"
			for k := 0; k < len(tc.coroutine); k += 2 {
				if !strings.Contains(text, tc.coroutine[k]) {
					t.Fatalf("no %q", tc.coroutine[k])
				}
				text = strings.Replace(text, tc.coroutine[k], tc.coroutine[k+1], 1)
			}
			text = strings.Replace(text, "CODE", tc.code, 1)
			o := &driver.Options{Report: pass.Options{VerifyEach: true}}
			o.Elide.Summaries = summariesOf(t, unitHead+tc.callee, nil)
			res, err := driver.Run("use.ll", []byte(text), o)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if len(res.Elisions) != 1 || res.Elisions[0].Elided != tc.elided {
				t.Errorf("want elided %v: %+v %+v", tc.elided, res.Elisions, res.Elisions[0].Miss)
			}
		})
	}
}

// TestNoSummary checks that there is no summary of a function whose body does not say what one call of it
// does, although the body does nothing with the parameter.
func TestNoSummary(t *testing.T) {
	for _, tc := range []struct {
		text string
		want bool
	}{
		{"define void @callee(ptr %t) { ret void }", true},
		{"define void @callee(ptr %t) presplitcoroutine {\n %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)\n" +
			" %hdl = call ptr @llvm.coro.begin(token %id, ptr null)\n" +
			" %s = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
			" switch i8 %s, label %out [ i8 0, label %out i8 1, label %out ]\nout:\n" +
			" call void @llvm.coro.end(ptr %hdl, i1 false, token none)\n ret void }\n" +
			"declare token @llvm.coro.id(i32, ptr, ptr, ptr)\ndeclare ptr @llvm.coro.begin(token, ptr)\n" +
			"declare i8 @llvm.coro.suspend(token, i1)\ndeclare void @llvm.coro.end(ptr, i1, token)", false},
		{"define void @callee(ptr %t, ...) { ret void }", false},
		{"define void @callee(ptr byval(ptr) %t) { ret void }", false},
		{"define void @callee(ptr %t) returns_twice { ret void }", false},
		{"define void @callee(ptr %t) naked { call void asm sideeffect \"ret\", \"\"()\n unreachable }", false},
		{"declare i32 @setjmp(ptr) returns_twice\n" +
			"define void @callee(ptr %t) { %n = call i32 @setjmp(ptr %t) returns_twice\n ret void }", false},
	} {
		if got := summariesOf(t, unitHead+tc.text, nil).Func("callee") != nil; got != tc.want {
			t.Errorf("a summary: %v, want %v, for\n%s", got, tc.want, tc.text)
		}
	}
}

// TestSummaryInParts searches a function that calls one of another file, both from the coroutine's
// resume function and from the creator. If neither passes the frame, both searches must find the same,
// because they share the result. With VerifyEach, the run panics if they do not.
func TestSummaryInParts(t *testing.T) {
	text, err := os.ReadFile("testdata/summary-parts.ll")
	if err != nil {
		t.Fatal(err)
	}
	o := &driver.Options{Report: pass.Options{VerifyEach: true}}
	o.Elide.Summaries = summariesOf(t, unitHead+"@kept = global ptr null\n"+
		"define void @callee(ptr %t) { store ptr %t, ptr @kept\n ret void }", nil)
	if _, err := driver.Run("f.ll", text, o); err != nil {
		t.Error(err)
	}
}

// TestSummariesThroughUnits checks that a summary includes the effects of a third unit if the
// callee's unit was compiled with the summaries of that unit.
func TestSummariesThroughUnits(t *testing.T) {
	const middle = unitHead + "declare void @third(ptr)\ndefine void @callee(ptr %t) { call void @third(ptr %t)\n" +
		" ret void }"
	const global = "@kept = global ptr null\n"
	for _, tc := range []struct {
		name, third string
		elided      bool
	}{
		{"resumes", "define void @third(ptr %t) { %h = load ptr, ptr %t\n call void @llvm.coro.resume(ptr %h)\n" +
			" ret void }", true},
		{"keeps", global + "define void @third(ptr %t) { %h = load ptr, ptr %t\n store ptr %h, ptr @kept\n" +
			" ret void }", false},
		{"calls the first again", "declare void @callee(ptr)\n" +
			"define void @third(ptr %t) { call void @callee(ptr %t)\n ret void }", false},
	} {
		third := summariesOf(t, unitHead+tc.third, nil)
		for _, in := range []*summary.Table{nil, third} {
			o := &driver.Options{}
			o.Elide.Summaries = summariesOf(t, middle, in)
			text := strings.Replace(creatorUnit, "CODE", "call void @callee(ptr %slot)",
				1) + "declare void @callee(ptr)\n"
			res, err := driver.Run("use.ll", []byte(text), o)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := res.Elisions[0].Elided, tc.elided && in != nil; got != want {
				t.Errorf("%s: elided %v, want %v, with the third unit's summaries %v", tc.name, got, want, in != nil)
			}
		}
	}
}

// TestSummarySymbols checks that the unit of a function defines a symbol, and that a unit compiled
// with the summary refers to it, in addition to the symbols in @llvm.used.
func TestSummarySymbols(t *testing.T) {
	callee := unitHead + "define void @callee(ptr %t) { %h = load ptr, ptr %t\n" +
		" call void @llvm.coro.resume(ptr %h)\n ret void }\n"
	table := summariesOf(t, callee, nil)
	symbol := "@" + table.Func("callee").Symbol()
	res, err := driver.Run("callee.ll", []byte(callee), &driver.Options{Summarise: true})
	if err != nil {
		t.Fatal(err)
	}
	if out := string(res.Bytes()); !strings.Contains(out, symbol+" = hidden constant i8 0\n") {
		t.Errorf("no %s in\n%s", symbol, out)
	}
	for _, used := range []string{"", "@x = global i8 0\n" +
		"@llvm.used = appending global [1 x ptr] [ptr @x], section \"llvm.metadata\"\n",
		"@x = global i8 0\n@\"llvm.used\"=appending ; [1 x ptr] [\nglobal [ 1 x ptr ] [ptr @x], section \"llvm.metadata\"\n",
	} {
		o := &driver.Options{}
		o.Elide.Summaries = table
		text := strings.Replace(creatorUnit, "CODE", "call void @callee(ptr %slot)",
			1) + "declare void @callee(ptr)\n" + used
		res, err := driver.Run("use.ll", []byte(text), o)
		if err != nil {
			t.Fatal(err)
		}
		out := string(res.Bytes())
		want := []string{symbol + " = external hidden constant i8\n",
			"@corolower.summaries = private constant [1 x ptr] [ptr " + symbol + "]\n"}
		switch {
		case strings.Contains(used, "\n@\""):
			want = append(want, "@\"llvm.used\"=appending\nglobal [2 x ptr ] [ptr @corolower.summaries, ptr @x]")
		case used == "":
			want = append(want, "@llvm.used = appending global [1 x ptr] [ptr @corolower.summaries]")
		default:
			want = append(want, "@llvm.used = appending global [2 x ptr] [ptr @corolower.summaries, ptr @x]")
		}
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("no %s in\n%s", w, out)
			}
		}
		if m, err := parse.Module("out.ll", []byte(out)); err != nil || len(ir.Verify(m)) > 0 {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

// TestSummarySymbolsAgain lowers an output with summaries again, as a pipeline in two runs does. It
// checks that each symbol is defined or declared once.
func TestSummarySymbolsAgain(t *testing.T) {
	callee := unitHead + "define void @callee(ptr %t) { %h = load ptr, ptr %t\n" +
		" call void @llvm.coro.resume(ptr %h)\n ret void }\n"
	table := summariesOf(t, callee, nil)
	symbol := "@" + table.Func("callee").Symbol()
	early, err := driver.Table.Parse("coro-early")
	if err != nil {
		t.Fatal(err)
	}
	again := func(text, change, to string, want ...string) {
		t.Helper()
		for k := range 2 {
			o := &driver.Options{Summarise: true, Pipeline: early}
			o.Elide.Summaries = table
			res, err := driver.Run("f.ll", []byte(text), o)
			if err != nil {
				t.Fatalf("run %d: %v", k, err)
			}
			text = string(res.Bytes())
			if k == 0 {
				text = strings.Replace(text, change, to, 1)
			}
		}
		for _, w := range want {
			if strings.Count(text, w) != 1 {
				t.Errorf("not once: %s\n%s", w, text)
			}
		}
		if m, err := parse.Module("f.ll", []byte(text)); err != nil || len(ir.Verify(m)) > 0 {
			t.Errorf("%v\n%s", err, text)
		}
	}
	again(callee, "", "", symbol+" = hidden constant i8 0\n")
	user := strings.Replace(creatorUnit, "CODE", "call void @callee(ptr %slot)", 1) + "declare void @callee(ptr)\n"
	again(user, "", "", symbol+" = external hidden constant i8\n", "@corolower.summaries = ", "@corolower.summaries.1 = ",
		"[2 x ptr] [ptr @corolower.summaries.1, ptr @corolower.summaries]")
	again(user, "declare void @callee(ptr)\n", "define void @callee(ptr %t) { %h = load ptr, ptr %t\n"+
		" call void @llvm.coro.resume(ptr %h)\n ret void }\n", symbol+" = hidden constant i8 0\n",
		"[1 x ptr] [ptr @corolower.summaries]")
}

// TestUsedList checks that an @llvm.used that cannot be extended is an error, because the linker would
// not check the summaries.
func TestUsedList(t *testing.T) {
	table := summariesOf(t, unitHead+"define void @callee(ptr %t) { ret void }\n", nil)
	o := &driver.Options{}
	o.Elide.Summaries = table
	_, err := driver.Run("f.ll", []byte(strings.Replace(creatorUnit, "CODE", "call void @callee(ptr %slot)", 1)+
		"declare void @callee(ptr)\n@llvm.used = appending global [0 x ptr] zeroinitializer, section \"llvm.metadata\"\n"), o)
	if err == nil || !strings.Contains(err.Error(), "@llvm.used is not an array of symbols") {
		t.Errorf("error %v", err)
	}
}

// TestForeignSummaries checks that summaries for another target, or for a file with typed pointers,
// are ignored with a warning.
func TestForeignSummaries(t *testing.T) {
	for _, tc := range []struct {
		table summary.Table
		want  string
	}{
		{summary.Table{Triple: "aarch64-linux-gnu", Layout: "e"},
			"they are for target 'aarch64-linux-gnu', but the file is for 'x86_64-unknown-linux-gnu'"},
		{summary.Table{Triple: "x86_64-unknown-linux-gnu", Layout: "e"}, "their data layout differs"},
	} {
		tc.table.Add(&summary.Func{Name: "callee", Type: "void (ptr)", Params: make([]summary.Param, 1)})
		o := &driver.Options{}
		o.Elide.Summaries = &tc.table
		text := strings.Replace(creatorUnit, "CODE", "call void @callee(ptr %slot)", 1) + "declare void @callee(ptr)\n"
		res, err := driver.Run("use.ll", []byte(text), o)
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Warnings) != 1 || !strings.Contains(res.Warnings[0].Msg, tc.want) || res.Elisions[0].Elided {
			t.Errorf("want a warning %q, got %v, elided %v", tc.want, res.Warnings, res.Elisions[0].Elided)
		}
	}
}
