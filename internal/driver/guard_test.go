// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"fmt"
	"strings"
	"testing"
)

const guardedCall = "  %child = call ptr %f(ptr %n)\n"

// guardedText is a coroutine that awaits a child which a virtual function creates.
func guardedText() string {
	text := strings.Replace(syncText, "define ptr @parent(ptr %n)", "define ptr @parent(ptr %n, ptr %obj)", 1)
	return strings.Replace(text, "  %child = call ptr @child(ptr %n)\n", `  %vtable = load ptr, ptr %obj
  %slot = getelementptr inbounds ptr, ptr %vtable, i64 1
  %f = load ptr, ptr %slot
`+guardedCall, 1) + `
@table = constant { [4 x ptr] } { [4 x ptr] [ptr null, ptr @table, ptr @plain, ptr @child] }
define ptr @plain(ptr %n) {
  ret ptr %n
}
declare ptr @give(ptr)
`
}

// TestGuardedCalls checks with what functions a call is compared.
func TestGuardedCalls(t *testing.T) {
	const (
		table = "ptr @table, ptr @plain, ptr @child]"
		head  = "@parent(ptr %n, ptr %obj) presplitcoroutine"
		load  = "  %f = load ptr, ptr %slot\n"
	)
	more := ""
	child, _, _ := strings.Cut(syncText[strings.Index(syncText, "define ptr @child("):], "\n}\n")
	for k := range 4 {
		more += strings.Replace(child, "@child(", fmt.Sprintf("@child%d(", k), 1) + fmt.Sprintf(
			"\n}\n@table%d = constant [2 x ptr] [ptr @plain, ptr @child%d]\n", k, k)
	}
	known := strings.Replace(child, "@child(", "@child0(", 1)
	known = strings.Replace(known, "  %s0 =", "  store ptr %hdl, ptr @seen\n  call void @may.throw()\n  %s0 =", 1) + "\n}\n@second = constant [2 x ptr] [ptr @plain, ptr @child0]\n"
	text := guardedText()
	for _, tc := range []struct {
		name     string
		old, new string
		guards   int
	}{
		{"the function in the table", "", "", 1},
		{"as often as there are functions", "declare ptr @give(ptr)\n", strings.Replace(more, "@child3(", "@unused(", 1) + "declare ptr @child3(ptr)\n", 4},
		{"too many functions", "declare ptr @give(ptr)\n", more, 0},
		{"one of two, because other code knows the other's handle", "declare ptr @give(ptr)\n", known, 1},
		{"the first of a table without a head", "[4 x ptr] } { [4 x ptr] [ptr null, ptr @table, ptr @plain, ptr @child]",
			"[2 x ptr] } { [2 x ptr] [ptr @plain, ptr @child]", 1},
		{"another place", table, "ptr @table, ptr @child, ptr @plain]", 0},
		{"the second place after a gap", table, "ptr @plain, ptr null, ptr @child]", 0},
		{"a table that changes", "@table = constant", "@table = global", 0},
		{"a function that creates none", "ptr @child] }", "ptr @plain] }", 0},
		{"a pointer that is in no table", load, "  %f = call ptr @give(ptr %slot)\n", 0},
		{"a function that others may replace", "define ptr @child(", "define weak ptr @child(", 0},
		{"another calling convention", guardedCall, strings.Replace(guardedCall, "call", "call fastcc", 1), 0},
		{"another type", guardedCall, strings.Replace(guardedCall, "(ptr %n)", "(ptr %n, i32 1)", 1), 0},
		{"a call with the type of the function", guardedCall, strings.Replace(guardedCall, "%n)", "%n) [ \"kcfi\"(i32 7) ]", 1), 0},
		{"a coroutine that is to be small", head, head + " minsize", 0},
		{"a call that must not be duplicated", guardedCall, guardedCall + "  call void @use(i64 1) noduplicate\n", 0},
		{"a call that others execute together", guardedCall, guardedCall + "  call void @use(i64 1) convergent\n", 0},
		{"its frame stays on the heap", guardedCall, guardedCall + "  store ptr %child, ptr @seen\n  call void @may.throw()\n", 0},
		{"a result that is used behind the copies", "  call void @use(i64 %r)\n", "  call void @use(i64 %r)\n  call void @use(i64 %r)\n", 1},
		{"an exception", guardedCall, "  %child = invoke ptr %f(ptr %n) to label %created unwind label %none\nnone:\n" +
			"  %lpn = landingpad { ptr, i32 } cleanup\n  call void @llvm.coro.end(ptr null, i1 true, token none)\n" +
			"  resume { ptr, i32 } %lpn\ncreated:\n", 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if !strings.Contains(text, tc.old) {
				t.Fatalf("no %q in the text", tc.old)
			}
			in := strings.Replace(text, tc.old, tc.new, 1)
			out := lowered(t, "default<O2>", in)
			if n := strings.Count(out, "icmp eq ptr %f, @child"); n != tc.guards {
				t.Fatalf("want %d comparisons, have %d:\n%s", tc.guards, n, out)
			}
			_, part, _ := strings.Cut(out, "@parent.resume(")
			part, _, _ = strings.Cut(part, "\n}")
			if n := strings.Count(part, " ptr %f(ptr"); n > 1 || n == 0 && tc.guards > 0 || strings.Contains(part, "call ptr @child(") {
				t.Errorf("the call has copies:\n%s", part)
			}
		})
	}
}
