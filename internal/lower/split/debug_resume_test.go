// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/test/lowertest"
)

// loopModule extends debugModule after its suspend by a loop with another suspend. HEAD follows the
// loop's phis, BODY precedes its suspend, and BEHIND follows it.
const loopModule = `HERE
  br label %head
head:
  %i = phi i32 [ 0, %cont ], [ %j, %again ]
  HEAD
  %j = add i32 %i, 1
  BODY
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false), !dbg !11
  switch i8 %s2, label %suspend [
    i8 0, label %again
    i8 1, label %cleanup
  ]
again:
  BEHIND
  %k = call ptr @get()
  %more = icmp eq ptr %k, null
  br i1 %more, label %head, label %left
left:`

// value returns a value record of variable v, !20.
func value(what string) string { return "#dbg_value(" + what + ", !20, !DIExpression(), !11)\n" }

// TestValuesBehindSuspends checks the records of variable v in the resume part.
func TestValuesBehindSuspends(t *testing.T) {
	const slotI = "value ptr %hdl, v, (plus_uconst, 20, deref_size, 4, stack_value)"
	const slotI1 = "value ptr %hdl, v, (plus_uconst, 20, deref_size, 4, plus_uconst, " +
		"1, stack_value)"
	for _, tc := range []struct {
		name               string
		head, body, behind string
		want               []string
	}{
		{"repeated", value("i32 %i"), "", "call void @usei(i32 %i)",
			[]string{"value i32 %i, v, ()", slotI}},
		{"a constant", value("i32 7"), "", "",
			[]string{"value i32 7, v, ()", "value i32 7, v, ()"}},
		{"computed from what is kept", "", value("i32 %j"), "call void @usei(i32 %i)",
			[]string{"value ptr poison, v, ()", "value i32 %j, v, ()", slotI1}},
		{"not kept", "", "%q = call ptr @get()\n" + value("ptr %q"), "", []string{"value ptr %q, v, ()",
			"value ptr poison, v, ()"}},
		{"unknown stays so", value("i32 poison"), "", "", []string{"value i32 poison, v, ()"}},
		// v is the i of the previous iteration, whose slot takes the next value.
		{"the slot takes another", "", "", value("i32 %i") + "call void @usei(i32 %i)",
			[]string{"value ptr poison, v, ()", slotI}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			after := strings.NewReplacer("HERE", "", "HEAD", tc.head, "BODY", tc.body, "BEHIND",
				tc.behind).Replace(loopModule)
			out := debugCase{after: after}.split(t)
			var got []string
			for _, r := range records(t, out, "f.resume") {
				if strings.HasPrefix(r, "value") {
					got = append(got, r)
				}
			}
			if !sameStrings(got, tc.want) {
				t.Errorf("got  %q\nwant %q\n%s", got, tc.want, lowertest.Function(t, out, "f.resume"))
			}
		})
	}
}

// TestOtherScopesAreNotRepeated has a variable whose scope does not contain the suspend.
func TestOtherScopesAreNotRepeated(t *testing.T) {
	out := debugCase{start: "#dbg_value(i32 %n, !30, !DIExpression(), !32)", after: "call void @usei(i32 %n)", nodes: `
!30 = !DILocalVariable(name: "inner", scope: !31, file: !1, line: 12, type: !6)
!31 = distinct !DILexicalBlock(scope: !4, file: !1, line: 13)
!32 = !DILocation(line: 13, column: 1, scope: !31)`}.split(t)
	for _, r := range records(t, out, "f.resume") {
		if strings.Contains(r, "inner") {
			t.Errorf("told: %s", r)
		}
	}
}

// TestParametersBegin checks that a parameter with value records in a clone is unknown at the
// clone's entry.
func TestParametersBegin(t *testing.T) {
	nodes := `
!30 = !DILocalVariable(name: "p", arg: 1, scope: !4, file: !1, line: 12, type: !6)`
	out := debugCase{after: "call void @usei(i32 %n)\n#dbg_value(i32 2, !30, !DIExpression(), !11)",
		nodes: nodes}.split(t)
	got := records(t, out, "f.resume")
	at := slices.Index(got, "value ptr poison, p, ()")
	if set := slices.Index(got, "value i32 2, p, ()"); at < 0 || set < at {
		t.Errorf("got %q", got)
	}
	if got := records(t, out, "f"); slices.Contains(got, "value ptr poison, p, ()") {
		t.Errorf("in the ramp: %q", got)
	}
}

// TestSharedObjects checks that an object that shares its bytes is not declared, but described
// until the live range of the other object begins.
func TestSharedObjects(t *testing.T) {
	out := debugCase{opts: split.Options{ReuseStorage: true},
		early: "%a = alloca i64\n %b = alloca i64",
		start: "#dbg_declare(ptr %a, !20, !DIExpression(), !10)\n store i64 1, ptr %a",
		after: `%la = load i64, ptr %a
  call void @usel(i64 %la)
  #dbg_declare(ptr %b, !21, !DIExpression(), !10)
  store i64 2, ptr %b
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false), !dbg !11
  switch i8 %s2, label %suspend [
    i8 0, label %more
    i8 1, label %cleanup
  ]
more:
  %lb = load i64, ptr %b
  call void @usel(i64 %lb)`,
	}.split(t)
	var got []string
	for _, r := range records(t, out, "f.resume") {
		if strings.Contains(r, " v,") || strings.Contains(r, " w,") {
			got = append(got, r)
		}
	}
	const v, w = "value !DIArgList(ptr %hdl, i32 0), v, (LLVM_arg, 0, LLVM_arg, 1, plus, plus_uconst, 24, deref)",
		"value !DIArgList(ptr %hdl, i32 0), w, (LLVM_arg, 0, LLVM_arg, 1, plus, plus_uconst, 24, deref)"
	want := []string{v, "value ptr poison, v, ()", w, w, w}
	if !sameStrings(got, want) {
		t.Errorf("got  %q\nwant %q\n%s", got, want, lowertest.Function(t, out, "f.resume"))
	}
}
