// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// resumed is the loop of a range-for over a generator: operator++ tests the frame, and the loop tests
// it again. FIRST and AGAIN are the two tests, BETWEEN is code between them, and ON is how the loop
// goes on.
const resumed = `
declare void @resume(ptr)
declare void @rethrow() noreturn
declare void @use(i64)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i64 @f(ptr %other, i1 %c) personality ptr @p {
entry:
  %frame = alloca [4 x ptr]
  %tmp = alloca ptr
  call void @resume(ptr %frame)
  br label %again
again:
  %sum = phi i64 [ 0, %entry ], [ %next.sum, %next ]
  AGAIN
body:
  %next.sum = add i64 %sum, 1
  call void @use(i64 %next.sum)
  call void @resume(ptr %frame)
  br label %resumed
resumed:
  FIRST
failed:
  %x = getelementptr i8, ptr %frame, i64 24
  %e = load ptr, ptr %x
  %ok = icmp eq ptr %e, null
  br i1 %ok, label %next, label %rethrow
rethrow:
  call void @rethrow()
  unreachable
next:
  BETWEEN
  ON
exit:
  ret i64 %sum
}
declare i32 @p(...)
`

const (
	firstTest = "%v = load ptr, ptr %frame %done = icmp eq ptr %v, null br i1 %done, label %failed, label %next"
	againTest = "%w = load ptr, ptr %frame %end = icmp eq ptr %w, null br i1 %end, label %exit, label %body"
	goOn      = "br label %again"
)

// TestThreadLoads checks which tests of memory are known to have the result of an earlier test.
func TestThreadLoads(t *testing.T) {
	for name, k := range map[string]struct {
		first, again, between, on string
		threaded                  bool
		leads                     bool // the loop ends when the coroutine is done without an exception
	}{
		"the same test":  {threaded: true, leads: true},
		"lifetime":       {between: "call void @llvm.lifetime.end.p0(ptr %tmp)", threaded: true},
		"own lifetime":   {between: "call void @llvm.lifetime.end.p0(ptr %frame)"},
		"other load":     {between: "%o = load i64, ptr %other", threaded: true},
		"store":          {between: "store ptr null, ptr %other"},
		"call":           {between: "call void @resume(ptr %frame)"},
		"volatile load":  {between: "%o = load volatile i64, ptr %other"},
		"atomic load":    {between: "%o = load atomic i64, ptr %other monotonic, align 8"},
		"fence":          {between: "fence seq_cst"},
		"inline asm":     {between: `call void asm sideeffect "", "~{memory}"()`},
		"large":          {between: strings.Repeat("%NUM = load i64, ptr %other ", 60)},
		"phi in between": {between: "%why = phi i64 [ 1, %resumed ], [ 2, %failed ]", threaded: true},
		"negated": {first: "%v = load ptr, ptr %frame %done = icmp eq ptr %v, null %more = xor i1 %done, true " +
			"br i1 %more, label %next, label %failed", threaded: true, leads: true},
		"inverse": {again: "%w = load ptr, ptr %frame %end = icmp ne ptr %w, null br i1 %end, label %body, label %exit",
			threaded: true, leads: true},
		"other constant": {first: "%v = load i64, ptr %frame %done = icmp eq i64 %v, 1 br i1 %done, label %failed, label %next",
			again: "%w = load i64, ptr %frame %end = icmp eq i64 %w, 0 br i1 %end, label %exit, label %body"},
		"other type": {first: "%v = load i32, ptr %frame %done = icmp eq i32 %v, 0 br i1 %done, label %failed, label %next"},
		"other address": {first: "%v = load ptr, ptr %other %done = icmp eq ptr %v, null br i1 %done, label %failed, " +
			"label %next"},
		"no branch": {first: "%v = load ptr, ptr %frame %done = icmp eq ptr %v, null br i1 %c, label %failed, label %next"},
		"one way":   {first: "%v = load ptr, ptr %frame %done = icmp eq ptr %v, null br i1 %done, label %failed, label %failed"},
		"volatile test": {again: "%w = load volatile ptr, ptr %frame %end = icmp eq ptr %w, null br i1 %end, label %exit, " +
			"label %body"},
		"store before the load": {again: "store ptr %other, ptr %other %w = load ptr, ptr %frame " +
			"%end = icmp eq ptr %w, null br i1 %end, label %exit, label %body"},
		"store after the load": {again: "%w = load ptr, ptr %frame store i64 %sum, ptr %other " +
			"%end = icmp eq ptr %w, null br i1 %end, label %exit, label %body", threaded: true},
		"call after the load": {again: "%w = load ptr, ptr %frame call void @use(i64 %sum) " +
			"%end = icmp eq ptr %w, null br i1 %end, label %exit, label %body"},
		"new address": {first: "%v = load ptr, ptr %frame %done = icmp eq ptr %v, null br i1 %done, label %failed, label %next",
			again: "%a = load ptr, ptr %other %w = load ptr, ptr %a %end = icmp eq ptr %w, null br i1 %end, label %exit, " +
				"label %body"},
		"edge without a test": {on: "br i1 %c, label %again, label %resumed"},
	} {
		t.Run(name, func(t *testing.T) {
			or := func(s, usual string) string {
				if s == "" {
					return usual
				}
				return s
			}
			for n := 0; strings.Contains(k.between, "%NUM"); n++ {
				k.between = strings.Replace(k.between, "%NUM", "%n"+num(n), 1)
			}
			m := load(t, strings.NewReplacer("FIRST", or(k.first, firstTest), "AGAIN", or(k.again, againTest), "BETWEEN",
				k.between, "ON", or(k.on, goOn)).Replace(resumed))
			var got bool
			apply(t, m, func(f *ir.Func) bool { got = opt.ThreadLoads(m, f); return got })
			f, _ := m.Func("f")
			if k.leads {
				apply(t, m, func(f *ir.Func) bool { return opt.DCE(m, f) })
				apply(t, m, opt.SimplifyCFG)
			}
			text := emit.FuncString(f)
			if errs := ir.VerifyFunc(f); got != k.threaded || len(errs) > 0 || strings.Contains(text, "poison") ||
				k.leads && !strings.Contains(text, "br i1 %ok, label %exit, label %rethrow") {
				t.Errorf("threaded: %v, want %v, %v\n%s", got, k.threaded, errs, text)
			}
		})
	}
}

// TestThreadLoadsEdges checks where the threaded edges lead.
func TestThreadLoadsEdges(t *testing.T) {
	m := load(t, strings.NewReplacer("FIRST", firstTest, "AGAIN", againTest, "BETWEEN", "", "ON", goOn).Replace(resumed))
	apply(t, m, func(f *ir.Func) bool { return opt.ThreadLoads(m, f) })
	apply(t, m, func(f *ir.Func) bool { return opt.DCE(m, f) })
	apply(t, m, opt.SimplifyCFG)
	f, _ := m.Func("f")
	text := emit.FuncString(f)
	for _, want := range []string{
		"br i1 %done, label %failed, label %body",   // the coroutine has yielded a value
		"br i1 %ok, label %exit, label %rethrow",    // it is done, and there is no exception
		"br i1 %end, label %exit, label %body",      // before the loop
		"phi i64 [ 0, %entry ], [ %next.sum, %body", // the sum is now a phi of the body
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Count(text, "load ptr") != 3 {
		t.Errorf("a load of the frame is left:\n%s", text)
	}
}
