// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/test/lowertest"
)

// flagged is a function that leaves a scope for one of two reasons. BETWEEN is replaced by the code
// between the phi and the branch on it, and AFTER by the code for the first reason.
const flagged = `
declare void @use(i32)
declare void @llvm.lifetime.end.p0(ptr)
declare void @convergent() convergent
define i32 @f(i32 %x, i1 %c, ptr %p) {
entry:
  %a = alloca i32
  br i1 %c, label %one, label %two
one:
  call void @use(i32 1)
  br label %cleanup
two:
  call void @use(i32 2)
  br label %cleanup
cleanup:
  %carried = phi i32 [ %x, %one ], [ 7, %two ]
  %why = phi i32 [ 0, %one ], [ 2, %two ]
  BETWEEN
on:
  AFTER
  br label %out
away:
  call void @use(i32 5)
  br label %out
out:
  %r = phi i32 [ 1, %on ], [ 2, %away ]
  LAST
  ret i32 %r
}
`

// TestThread checks which instructions a threaded block may contain.
func TestThread(t *testing.T) {
	const ask, askBy = "switch i32 %why, label %away [ i32 0, label %on ]",
		"%z = icmp eq i32 %why, 0 br i1 %z, label %on, label %away"
	for name, k := range map[string]struct {
		between, after, last string
		threaded             bool
		has                  string
	}{
		"nothing":    {between: ask, threaded: true},
		"comparison": {between: askBy, threaded: true},
		"lifetime":   {between: "call void @llvm.lifetime.end.p0(ptr %a) " + ask, threaded: true},
		"cast and select": {between: "%n = zext i32 %why to i64 %q = icmp ugt i64 %n, 1 %s = select i1 %q, i32 3, " +
			"i32 0 %z = icmp eq i32 %s, 0 br i1 %z, label %on, label %away", threaded: true},
		"load": {between: "%l = load i32, ptr %p store i32 %l, ptr %a " + ask, threaded: true},
		"used after": {between: ask, after: "call void @use(i32 %carried)", threaded: true,
			has: "call void @use(i32 %x)"},
		"used at the end": {between: "%l = load i32, ptr %p " + ask,
			last: "call void @use(i32 %l) call void @use(i32 %carried)", threaded: true, has: "[ %x, "},
		"volatile":        {between: "%l = load volatile i32, ptr %p " + ask},
		"atomic":          {between: "store atomic i32 1, ptr %p release, align 4 " + ask},
		"call":            {between: "call void @use(i32 3) " + ask},
		"convergent":      {between: "call void @convergent() " + ask},
		"large":           {between: strings.Repeat("%NUM = load i32, ptr %p ", 7) + ask},
		"other condition": {between: "%z = icmp eq i32 %why, %x br i1 %z, label %on, label %away"},
		"address taken":   {between: ask, last: "store ptr blockaddress(@f, %cleanup), ptr %p"},
	} {
		t.Run(name, func(t *testing.T) {
			for n := 0; strings.Contains(k.between, "%NUM"); n++ {
				k.between = strings.Replace(k.between, "%NUM", "%n"+num(n), 1)
			}
			m := load(t, strings.NewReplacer("BETWEEN", k.between, "AFTER", k.after, "LAST", k.last).Replace(flagged))
			var got bool
			apply(t, m, func(f *ir.Func) bool { got = opt.ThreadConstants(m, f); return got })
			f, _ := m.Func("f")
			if got {
				apply(t, m, opt.SimplifyCFG)
			}
			if text := emit.FuncString(f); got != k.threaded || got && (strings.Contains(text, "switch") ||
				strings.Contains(text, "%why")) || !strings.Contains(text, k.has) {
				t.Errorf("threaded: %v, want %v (%q)\n%s", got, k.threaded, k.has, text)
			}
		})
	}
}

// TestThreadHeld threads %a before %d. The copy of %a for the edge from %latch uses %l for
// %carried, and that is the only use of %l then.
func TestThreadHeld(t *testing.T) {
	m := load(t, `
declare void @use(i32)
define void @f(i1 %c, ptr %p) {
entry:
  br i1 %c, label %h, label %a
a:
  %why = phi i1 [ true, %entry ], [ false, %latch ]
  %carried = phi i32 [ 0, %entry ], [ %l, %latch ]
  br i1 %why, label %out, label %next
next:
  call void @use(i32 %carried)
  br label %h
h:
  call void @use(i32 1)
  br i1 %c, label %one, label %two
one:
  call void @use(i32 2)
  br label %d
two:
  call void @use(i32 3)
  br label %d
d:
  %again = phi i1 [ true, %one ], [ false, %two ]
  %l = load i32, ptr %p
  br i1 %again, label %latch, label %out
latch:
  call void @use(i32 4)
  br label %a
out:
  ret void
}
`)
	apply(t, m, func(f *ir.Func) bool { return opt.ThreadConstants(m, f) })
	f, _ := m.Func("f")
	if text := emit.FuncString(f); strings.Contains(text, "poison") ||
		strings.Contains(text, "br i1 %why") || strings.Contains(text, "br i1 %again") {
		t.Error(text)
	}
}

// TestThreadLoop checks that the header of a loop is not copied, and that threading a cycle of
// deciding blocks terminates.
func TestThreadLoop(t *testing.T) {
	m := load(t, `
declare void @use(i32)
define void @header(i1 %c, ptr %p) {
entry:
  br label %head
head:
  %why = phi i32 [ 0, %entry ], [ %next, %body ]
  %l = load i32, ptr %p
  %z = icmp eq i32 %why, 0
  br i1 %z, label %body, label %out
body:
  %next = phi i32 [ %l, %head ]
  call void @use(i32 %l)
  br label %head
out:
  ret void
}
define void @circle(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = phi i1 [ true, %entry ], [ %y, %b ]
  br i1 %x, label %b, label %out
b:
  %y = phi i1 [ true, %entry ], [ %x, %a ]
  br i1 %y, label %a, label %out
out:
  ret void
}
`)
	f, _ := m.Func("header")
	before := emit.FuncString(f)
	apply(t, m, func(f *ir.Func) bool { return opt.ThreadConstants(m, f) })
	if after := emit.FuncString(f); after != before {
		t.Errorf("the header was copied:\n%s", after)
	}
}

// TestThreadRepairOrder checks a value with two definitions that flows into another copied block.
func TestThreadRepairOrder(t *testing.T) {
	m := load(t, strings.NewReplacer("BETWEEN", "%l = load i32, ptr %p switch i32 %why, label %away [ i32 0, label "+
		"%on ]", "AFTER", "",
		"LAST", `%w = phi i32 [ 0, %on ], [ 1, %away ]
  %second = phi i32 [ %l, %on ], [ %carried, %away ]
  %k = load i32, ptr %a
  %d = icmp eq i32 %w, 0
  br i1 %d, label %x1, label %x2
x1:
  br label %x3
x2:
  br label %x3
x3:
  %e = add i32 %second, %k
  call void @use(i32 %e)
  call void @use(i32 %l)`).Replace(flagged))
	apply(t, m, func(f *ir.Func) bool { return opt.ThreadConstants(m, f) })
	f, _ := m.Func("f")
	apply(t, m, opt.RemoveUnreachable)
	if text := emit.FuncString(f); strings.Contains(text, "icmp") ||
		strings.Contains(text, "undef") || strings.Contains(text, "poison") {
		t.Errorf("got\n%s", text)
	}
}

// TestThreadNull checks that an edge bypasses a comparison with null if the pointer on it is known.
func TestThreadNull(t *testing.T) {
	const text = `
declare void @use(i32)
declare extern_weak void @weak()
define void @g() {
  ret void
}
define void @f(i1 %c, ptr %p)ATTRS{
entry:
  br i1 %c, label %one, label %two
one:
  call void @use(i32 1)
  br label %join
two:
  call void @use(i32 2)
  br label %join
join:
  %q = phi ptr [ FIRST, %one ], [ SECOND, %two ]
  %z = icmp PRED ptr LEFT, RIGHT
  br i1 %z, label %yes, label %no
yes:
  call void @use(i32 3)
  ret void
no:
  call void @use(i32 4)
  ret void
}
`
	for name, k := range map[string]struct {
		first, second, pred, attrs, left string
		one, two                         string // where the edges lead
	}{
		"both":           {first: "null", second: "@g", pred: "eq", one: "yes", two: "no"},
		"unequal":        {first: "null", second: "@g", pred: "ne", one: "no", two: "yes"},
		"one":            {first: "null", second: "%p", pred: "eq", one: "yes", two: "join"},
		"null first":     {first: "null", second: "@g", pred: "eq", left: "null", one: "yes", two: "no"},
		"unknown":        {first: "%p", second: "%p", pred: "eq", one: "join", two: "join"},
		"order":          {first: "null", second: "@g", pred: "ult", one: "join", two: "join"},
		"weak":           {first: "@weak", second: "%p", pred: "eq", one: "join", two: "join"},
		"null is valid":  {first: "@g", second: "%p", pred: "eq", attrs: " null_pointer_is_valid ", one: "join", two: "join"},
		"null and valid": {first: "null", second: "%p", pred: "eq", attrs: " null_pointer_is_valid ", one: "yes", two: "join"},
	} {
		left, right := "%q", "null"
		if k.left != "" {
			left, right = right, left
		}
		src := strings.NewReplacer("FIRST", k.first, "SECOND", k.second, "PRED", k.pred, "ATTRS", k.attrs+" ", "LEFT", left,
			"RIGHT", right).Replace(text)
		c := lowertest.Load(t, src)
		f, err := c.M.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		opt.ThreadConstants(c.M, f)
		got := emit.FuncString(f)
		for n, want := range []string{k.one, k.two} {
			_, to, _ := strings.Cut(got, fmt.Sprintf("use(i32 %d)\n  br label %%", n+1))
			if to, _, _ = strings.Cut(to, "\n"); to != want {
				t.Errorf("%s: edge %d leads to %q, want %q\n%s", name, n+1, to, want, got)
			}
		}
	}
}

// TestThreadLoops removes the header of a loop that pulls a generator. It keeps a header if one of its
// edges does not decide, if it has more edges, or if it contains a call.
func TestThreadLoops(t *testing.T) {
	const loop = `
declare i1 @pull(i32)
define i32 @f(i32 %n, i2 %x, i1 %c) {
entry:
  br i1 %c, label %loop, label %early
early:
  br EARLY
loop:
  %sum = phi i32 [ 0, %entry ]EDGE, [ %more, %pulled ]
  %at = phi i32 [ 5, %entry ]EDGE, [ %now, %pulled ]
  %index = phi i2 [ 0, %entry ]STATE, [ LAST, %pulled ]
  CODE
  switch i2 %index, label %trap [ i2 0, label %begin
                                  i2 1, label %resumed ]
begin:
  %now = phi i32 [ %at, %loop ], [ %next, %resumed ]
  %go = icmp ult i32 %now, %n
  br i1 %go, label %pulled, label %out
resumed:
  %next = add i32 %at, 1
  br label %begin
pulled:
  %more = add i32 %sum, %now
  br label %loop
trap:
  unreachable
out:
  ret i32 %sum
}
`
	for name, k := range map[string]struct {
		early, edge, state, last, code string
		gone                           bool
	}{
		"generator":       {last: "1", gone: true},
		"code":            {last: "1", code: "%twice = mul i32 %at, 2 %odd = add i32 %twice, %sum", gone: true},
		"call":            {last: "1", code: "%z = call i1 @pull(i32 %at)"},
		"unknown state":   {last: "%x"},
		"leads to itself": {last: "1", early: "label %loop", edge: ", [ 1, %early ]", state: ", [ 0, %early ]"},
	} {
		t.Run(name, func(t *testing.T) {
			if k.early == "" {
				k.early = "label %out"
			}
			text := strings.NewReplacer("EARLY", k.early, "EDGE", k.edge, "STATE", k.state, "LAST", k.last, "CODE",
				k.code).Replace(loop)
			if k.edge == "" {
				text = strings.Replace(text, "ret i32 %sum", "%r = phi i32 [ 9, %early ], [ %sum, %begin ] ret i32 %r", 1)
			}
			m := load(t, text)
			var got bool
			apply(t, m, func(f *ir.Func) bool { got = opt.ThreadLoops(m, f); return got })
			f, _ := m.Func("f")
			after := emit.FuncString(f)
			if got != k.gone || strings.Contains(after, "switch") == k.gone {
				t.Errorf("changed: %v, want %v\n%s", got, k.gone, after)
			}
			if opt.ThreadConstants(load(t, text), f) {
				t.Error("ThreadConstants copies a header, too")
			}
		})
	}
}
