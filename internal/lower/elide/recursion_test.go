// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/test/lowertest"
)

// coroText is a coroutine that does something and suspends, or, without the suspend, runs through.
func coroText(name, body string, suspends bool) string {
	wait := "  br label %cleanup\n"
	if suspends {
		wait = "  %s = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
			"  switch i8 %s, label %end [ i8 0, label %cleanup\n i8 1, label %cleanup ]\n"
	}
	return "define ptr @" + name + `() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
` + body + wait + `cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %end
end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
`
}

const coroDecls = `
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print()
`

// TestRecursion checks which creations are told to be recursive, in what functions, and that this
// waits for the split.
func TestRecursion(t *testing.T) {
	const call = "  %below = call ptr @f()\n"
	for _, tc := range []struct{ name, text, want string }{
		{"itself", coroText("f", call, true), "f in f"},
		{"twice", coroText("f", call+"  %again = call ptr @f()\n", true), "f in f, f in f"},
		{"cycle of coroutines", coroText("f", "  %below = call ptr @g()\n", true) + coroText("g", call, true),
			"g in f, f in g"},
		{"cycle of calls", coroText("f", "  call void @maker()\n", true) + "define void @maker() {\n" + call +
			"  ret void\n}\n", "f in maker"},
		{"no cycle", coroText("f", "  call void @print()\n", true) + coroText("g", call, true), ""},
		{"no suspend", coroText("f", call, false), ""},
		{"marked to be elided", coroText("f", strings.Replace(call, "()", "() coro_elide_safe", 1), true), ""},
	} {
		c := lowertest.Load(t, tc.text+coroDecls)
		c.Remarks = &remark.Sink{}
		var funcs []*ir.Func
		for _, f := range c.M.Funcs {
			if !f.Declared {
				funcs = append(funcs, f)
			}
		}
		each := func(pass func(*ir.Func) (bool, error)) {
			for _, f := range funcs {
				if _, err := pass(f); err != nil {
					t.Fatalf("%s: %v", tc.name, err)
				}
			}
		}
		each(func(f *ir.Func) (bool, error) { return lower.Early(c.Unit, f) })
		for range 2 {
			each(func(f *ir.Func) (bool, error) { return c.Elide.LookThrough(f, true) })
			if tc.want != "" {
				each(func(f *ir.Func) (bool, error) { return c.Elide.Elide(f, false) })
			}
		}
		if l := c.Elide.Elisions(); len(l) > 0 {
			t.Errorf("%s: settled before the split: %v", tc.name, l)
		}
		for k := range funcs { // backwards: of the last function's split the first is told
			if _, err := c.SplitFunc(funcs[len(funcs)-1-k]); err != nil {
				t.Fatalf("%s: %v", tc.name, err)
			}
		}
		var got []string
		for _, e := range c.Elide.Elisions() {
			got = append(got, e.Callee+" in "+e.Caller)
			if e.Elided || e.Miss == nil || e.Miss.Kind != lifetime.MissRecursion || e.Size < 16 || e.Pos == 0 {
				t.Errorf("%s: %+v", tc.name, e)
			}
		}
		if s := strings.Join(got, ", "); s != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, s, tc.want)
		}
		c.Elide.Finish()
		missed := 0
		for _, r := range c.Remarks.List {
			if r.Kind == remark.Missed && r.Pass == "coro-elide" {
				missed++
			}
		}
		if missed != len(got) {
			t.Errorf("%s: %d remarks, want %d", tc.name, missed, len(got))
		}
	}
}
