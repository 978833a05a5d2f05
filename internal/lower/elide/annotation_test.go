// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/test/lowertest"
)

const annotatedHead = `
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare i1 @cond()
declare i32 @one(...)
declare i32 @other(...)

define ptr @callee(i32 %n) presplitcoroutine CALLEE {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @callee, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %cleanup
                                 i8 1, label %cleanup ]
cleanup:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @caller(i32 %n, ptr %p) presplitcoroutine CALLER {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @caller, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
BODY
wait:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %later
                                 i8 1, label %cleanup ]
later:
  %t9 = call ptr @callee(i32 9) LATER
  br label %cleanup
cleanup:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
`

type annotated struct {
	callee, caller, body, later string
	ratio                       float64
	version                     ir.Version
	head                        string // instead of annotatedHead
}

func (a annotated) run(t *testing.T) (module string, remarks []string, elisions []elide.Elision) {
	t.Helper()
	head := annotatedHead
	if a.head != "" {
		head = a.head
	}
	text := strings.NewReplacer("CALLEE", a.callee, "CALLER", a.caller, "BODY", a.body, "LATER", a.later).Replace(head)
	c := lowertest.Load(t, text)
	if a.version != 0 {
		c.M.Version = a.version
	}
	c.Remarks, c.Elide.Opts.BranchRatio = &remark.Sink{}, a.ratio
	c.Split.ElideSafeCallees = map[string]bool{"callee": true}
	callee, _ := c.M.Func("callee")
	if _, err := c.SplitFunc(callee); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a pipeline may come by twice
		if _, err := c.Elide.AnnotationElide(callee, c.M.Funcs); err != nil {
			t.Fatal(err)
		}
	}
	if l := ir.Verify(c.M); len(l) > 0 {
		t.Error(l)
	}
	for i := range c.Remarks.List {
		if r := &c.Remarks.List[i]; r.Pass == "coro-annotation-elide" {
			remarks = append(remarks, strings.TrimPrefix(r.Message(), "'callee' "))
		}
	}
	return string(emit.Module(c.M)), remarks, c.Elide.Elisions()
}

const elidedHere = "elided in 'caller'"

// The frequencies are those that opt 22 prints for the same text, but for the call behind the
// suspend and where a flag is asked.
func TestAnnotationElideFrequencies(t *testing.T) {
	for name, k := range map[string]struct {
		body, later string
		want        []string
	}{
		"straight": {"%t = call ptr @callee(i32 1) coro_elide_safe br label %wait", "", []string{
			"not elided in 'caller' (caller_presplit=true, elide_safe_attr=false)",
			elidedHere + " (block_freq: 18014398509481984)"}},
		"resumed": {"br label %wait", "coro_elide_safe", []string{elidedHere + " (block_freq: 18014398509481984)"}},
		"half": {"%c = call i1 @cond() br i1 %c, label %a, label %wait a: %t = call ptr @callee(i32 1) " +
			"coro_elide_safe br label %wait",
			"coro_elide_safe", []string{elidedHere + " (block_freq: 18014398509481984)",
				"not elided in 'caller' because of low frequency: 9007199254740992 (threshold: 9907919394963456)"}},
		"pointer": {"%c = icmp ne ptr %p, null br i1 %c, label %a, label %wait a: %t = call ptr @callee(i32 1) " +
			"coro_elide_safe br label %wait",
			"coro_elide_safe", []string{elidedHere + " (block_freq: 18014398509481984)",
				elidedHere + " (block_freq: 11258999068426240)"}},
		"weights": {"%c = call i1 @cond() br i1 %c, label %a, label %wait, !prof !{!\"branch_weights\", " +
			"i32 9, i32 1} " +
			"a: %t = call ptr @callee(i32 1) coro_elide_safe br label %wait",
			"coro_elide_safe", []string{elidedHere + " (block_freq: 18014398509481984)",
				elidedHere + " (block_freq: 16212958656856064)"}},
		"flag": {"%c = call i1 @cond() br i1 %c, label %a, label %j, !prof !{!\"branch_weights\", i32 9, i32 1} a: " +
			"br label %j " +
			"j: %why = phi i32 [ 0, %a ], [ 2, %entry ] %o = call i1 @cond() %z = icmp eq i32 %why, 0 br i1 %z, " +
			"label %y, label %no " +
			"no: br label %k y: br label %k k: %again = phi i32 [ 3, %no ], [ %why, %y ] %o2 = call i1 @cond() " +
			"switch i32 %again, label %wait [ i32 0, label %yy ] yy: %t = call ptr @callee(i32 1) coro_elide_safe " +
			"br label %wait",
			"coro_elide_safe", []string{elidedHere + " (block_freq: 18014398509481984)",
				elidedHere + " (block_freq: 16212958656856064)"}},
		"dead": {"%c = call i1 @cond() br i1 %c, label %a, label %wait a: %t = call ptr @callee(i32 1) " +
			"coro_elide_safe unreachable",
			"coro_elide_safe", []string{elidedHere + " (block_freq: 18014398501093376)",
				"not elided in 'caller' because of low frequency: 8388608 (threshold: 9907919394963456)"}},
		"endless": {"br label %a a: %t = call ptr @callee(i32 1) coro_elide_safe br label %a",
			"coro_elide_safe", []string{elidedHere + " (block_freq: 0)",
				elidedHere + " (block_freq: 18014398509481984)"}},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "endless" {
				k.want[0] = "not elided in 'caller' because of low frequency: 0 (threshold: 2418925633536)"
			}
			_, got, _ := annotated{body: k.body, later: k.later}.run(t)
			if !slices.Equal(got, k.want) {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(k.want, "\n"))
			}
		})
	}
}

const unlikelyBody = "%c = call i1 @cond() br i1 %c, label %a, label %wait a: %t = call ptr @callee(i32 1) " +
	"coro_elide_safe br label %wait"

func TestAnnotationElideRatio(t *testing.T) {
	for ratio, want := range map[float64]int{0: 0, 0.4: 1, 0.51: 0, -1: 1} {
		_, _, got := annotated{body: unlikelyBody, ratio: ratio}.run(t)
		if len(got) != want {
			t.Errorf("ratio %v: %d elisions", ratio, len(got))
		}
	}
}

func TestAnnotationElideCode(t *testing.T) {
	plain := "%t = tail call ptr @callee(i32 1) coro_elide_safe br label %wait"
	for name, k := range map[string]struct {
		annotated
		has, not []string
		remark   string
		elided   bool
	}{
		"inlined": {annotated{body: plain}, []string{"alloca [24 x i8], align 8", "store ptr @callee.resume"},
			[]string{"call ptr @callee(i32 1)", "@callee.noalloc(i32 1"},
			elidedHere + " (block_freq: 18014398509481984)", true},
		"21": {annotated{body: plain, version: 21}, []string{"alloca [24 x i8], align 8",
			"%t = call ptr @callee.noalloc(i32 1, ptr %0)\n"},
			[]string{"call ptr @callee(i32 1)", "coro_elide_safe"},
			elidedHere + " (block_freq: 18014398509481984)", true},
		"20": {annotated{body: unlikelyBody, version: 20}, []string{"call ptr @callee.noalloc(i32 1, ptr %0)"}, nil,
			elidedHere, true},
		"19": {annotated{body: plain, version: 19}, []string{"tail call ptr @callee(i32 1)"},
			[]string{"alloca [24 x i8]"}, "", false},
		"personalities": {annotated{body: plain, callee: "personality ptr @one", caller: "personality ptr @other"},
			[]string{"%t = tail call ptr @callee(i32 1)"}, []string{"alloca [24 x i8]"},
			"not elided in 'caller' because the functions have different personalities", false},
		"weak": {annotated{body: plain, head: strings.Replace(annotatedHead, "define ptr @callee",
			"define weak ptr @callee", 1)},
			[]string{"%t = tail call ptr @callee(i32 1)"}, []string{"alloca [24 x i8]"},
			"not elided in 'caller' because the callee may be replaced at link time", false},
		"interposed": {annotated{body: plain, version: 21, head: annotatedHead + "!llvm.module.flags = !{!0}\n" +
			"!0 = !{i32 1, !\"SemanticInterposition\", i32 1}\n"},
			[]string{"%t = tail call ptr @callee(i32 1)"}, []string{"alloca [24 x i8]"},
			"not elided in 'caller' because the callee may be replaced at link time", false},
	} {
		t.Run(name, func(t *testing.T) {
			m, remarks, elisions := k.run(t)
			body := lowertest.Function(t, m, "caller")
			for _, s := range k.has {
				if !strings.Contains(body, s) {
					t.Errorf("no %q in\n%s", s, body)
				}
			}
			for _, s := range k.not {
				if strings.Contains(body, s) {
					t.Errorf("%q in\n%s", s, body)
				}
			}
			if len(elisions) > 0 != k.elided {
				t.Errorf("elisions: %v", elisions)
			}
			if k.elided && (elisions[0].Caller != "caller" || elisions[0].Size != 24 || elisions[0].Align != 8 ||
				!elisions[0].Elided) {
				t.Errorf("elision: %+v", elisions[0])
			}
			if last := len(remarks) - 1; k.remark != "" && (last < 0 || remarks[last] != k.remark) {
				t.Errorf("remarks: %q", remarks)
			}
		})
	}
}

// A branch on an argument that the call fixes leaves a call in the copy that nothing reaches, and
// the caller's landing pad one edge less.
func TestAnnotationElideDeadThrow(t *testing.T) {
	head := strings.NewReplacer("@callee(i32 %n)", "@callee(i1 %n)", "@callee(i32 9)", "@callee(i1 true)",
		"  %need = call i1 @llvm.coro.alloc(token %id)", `  br i1 %n, label %ask, label %go
ask:
  %c = call i1 @cond()
  br label %go
go:
  %need = call i1 @llvm.coro.alloc(token %id)`, "[ null, %entry ]", "[ null, %go ]").Replace(annotatedHead)
	const person = "personality ptr @one"
	body := `  %t = invoke ptr @callee(i1 false) coro_elide_safe to label %more unwind label %pad
more:
  %u = invoke i1 @cond() to label %wait unwind label %pad
pad:
  %which = phi i32 [ 1, %entry ], [ 2, %more ]
  %caught = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.end(ptr %hdl, i1 true, token none)
  resume { ptr, i32 } %caught
`
	out, _, elisions := annotated{head: head, callee: person, caller: person, body: body}.run(t)
	if f := lowertest.Function(t, out, "caller"); len(elisions) == 0 || !elisions[0].Elided ||
		strings.Count(f, "@cond()") != 1 || strings.Contains(f, "%which = phi i32 [ 1") {
		t.Errorf("%v\n%s", elisions, f)
	}
}

// TestAnnotationElideClaims: the call of the ramp that works on its caller's memory claims nothing
// that only held of the other. A ramp that is not inlined shows it.
func TestAnnotationElideClaims(t *testing.T) {
	module, _, _ := annotated{body: "%t = call noalias nonnull ptr @callee(i32 noundef 1) memory(read) nounwind " +
		"coro_elide_safe br label %wait", version: 20}.run(t)
	if !strings.Contains(module, "call nonnull ptr @callee.noalloc(i32 noundef 1, ") || strings.Contains(module,
		"memory(read)") {
		t.Errorf("got\n%s", module)
	}
	// The ramp itself returns memory that its caller has, so its result is no new memory, though it
	// is not null.
	head := strings.Replace(annotatedHead, "define ptr @callee", "define noalias nonnull ptr @callee", 1)
	module, _, _ = annotated{head: head, body: "%t = call ptr @callee(i32 1) coro_elide_safe br label %wait",
		version: 20}.run(t)
	if !strings.Contains(module, "define internal nonnull ptr @callee.noalloc(") || !strings.Contains(module,
		"define noalias nonnull ptr @callee(") {
		t.Errorf("got\n%s", module)
	}
}

// TestAnnotationElideOwn: asked of the caller, the answer is the same, and once told it is not told
// again.
func TestAnnotationElideOwn(t *testing.T) {
	text := strings.NewReplacer("CALLEE", "", "CALLER", "", "BODY", unlikelyBody, "LATER",
		"coro_elide_safe").Replace(annotatedHead)
	c := lowertest.Load(t, text)
	c.Remarks = &remark.Sink{}
	c.Split.ElideSafeCallees = map[string]bool{"callee": true}
	callee, _ := c.M.Func("callee")
	caller, _ := c.M.Func("caller")
	if changed, err := c.Elide.AnnotationElideOwn(caller); changed || err != nil {
		t.Fatalf("there is no ramp, and it says %v, %v", changed, err)
	}
	if _, err := c.SplitFunc(callee); err != nil {
		t.Fatal(err)
	}
	for k := range 2 {
		if changed, err := c.Elide.AnnotationElideOwn(caller); changed != (k == 0) || err != nil {
			t.Fatalf("run %d: %v, %v", k, changed, err)
		}
	}
	if l := ir.Verify(c.M); len(l) > 0 {
		t.Error(l)
	}
	var got []string
	for i := range c.Remarks.List {
		if r := &c.Remarks.List[i]; r.Pass == "coro-annotation-elide" {
			got = append(got, strings.TrimPrefix(r.Message(), "'callee' "))
		}
	}
	want := []string{elidedHere + " (block_freq: 18014398509481984)",
		"not elided in 'caller' because of low frequency: 9007199254740992 (threshold: 9907919394963456)"}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s", strings.Join(got, "\n"))
	}
}
