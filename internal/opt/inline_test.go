// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

const inlineText = `
%pair = type { i32, i32 }

define i32 @twice(i32 %n) {
entry:
  %slot = alloca i32, align 4
  store i32 %n, ptr %slot, align 4
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %none, label %some

none:
  ret i32 0

some:
  %v = load i32, ptr %slot, align 4
  %r = add i32 %v, %v
  ret i32 %r
}

define void @guarded(ptr %p) personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw(ptr %p)
          to label %done unwind label %pad

done:
  call void @may_throw(ptr null)
  ret void

pad:
  %lp = landingpad { ptr, i32 }
          cleanup
  call void @tidy(ptr %p)
  resume { ptr, i32 } %lp
}

define i32 @sum(ptr byval(%pair) align 4 %p) {
  %v = load i32, ptr %p, align 4
  store i32 0, ptr %p, align 4
  ret i32 %v
}

define ptr @coroutine() presplitcoroutine {
  ret ptr null
}

define i32 @main(i32 %n) personality ptr @__gxx_personality_v0 {
entry:
  %pair = alloca %pair, align 4
  %a = call i32 @twice(i32 %n)
  %b = call i32 @sum(ptr byval(%pair) align 4 %pair)
  invoke void @guarded(ptr %pair)
          to label %ok unwind label %caught

ok:
  %h = call ptr @coroutine()
  %both = add i32 %a, %b
  ret i32 %both

caught:
  %where = phi i32 [ 3, %entry ]
  %exn = landingpad { ptr, i32 }
          catch ptr null
  ret i32 %where
}

declare void @may_throw(ptr)
declare void @tidy(ptr)
declare i32 @__gxx_personality_v0(...)
`

// TestInlineByval checks that a copy of an argument does not claim the alignment of the callee's
// parameter for the address that the caller passes.
func TestInlineByval(t *testing.T) {
	for _, tc := range []struct{ caller, want string }{
		{"define void @main(ptr align 4 %p) {\n  call void @use(ptr byval(i64) align 64 %p)\n  ret void\n}",
			"load i64, ptr %p, align 4"},
		{"define void @main(ptr %p) {\n  call void @use(ptr byval(i64) align 64 %p)\n  ret void\n}",
			"load i64, ptr %p, align 1"},
		{"define void @main() {\n  %p = alloca i64, align 32\n  call void @use(ptr byval(i64) align 16 %p)\n  ret void\n}",
			"load i64, ptr %p, align 16"},
	} {
		align := "64"
		if strings.Contains(tc.caller, "align 16") {
			align = "16"
		}
		m := load(t, tc.caller+"\ndefine void @use(ptr byval(i64) align "+align+" %a) {\n  store i64 1, ptr %a, align 8\n"+
			"  ret void\n}\n")
		f, _ := m.Func("main")
		call := f.Entry().First()
		if !call.IsCall() {
			call = call.Next()
		}
		opt.Inline(m, call)
		if text := emit.FuncString(f); !strings.Contains(text, tc.want) || !strings.Contains(text, ", align "+align+"\n") {
			t.Errorf("no `%s` in\n%s", tc.want, text)
		}
	}
}

// TestInline inlines several kinds of callees into main: one with two returns, one that copies its
// argument, and one that handles exceptions, called where main handles exceptions.
func TestInline(t *testing.T) {
	m := load(t, inlineText)
	f, _ := m.Func("main")
	reasons := map[string]string{}
	for again := true; again; {
		again = false
		for b := f.Entry(); b != nil && !again; b = b.Next() {
			for i := b.First(); i != nil && !again; i = i.Next() {
				if !i.IsCall() || i.CalledFunc() == nil {
					continue
				}
				if why := opt.Inlinable(m, i); why != "" {
					reasons[i.CalledFunc().Name] = why
					continue
				}
				opt.Inline(m, i)
				again = true
			}
		}
	}
	if errs := ir.Verify(m); len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, emit.FuncString(f))
	}
	text := emit.FuncString(f)
	for _, gone := range []string{"@twice", "@guarded", "@sum"} {
		if strings.Contains(text, gone) {
			t.Errorf("%s is still called in\n%s", gone, text)
		}
	}
	// Both calls that may throw now unwind into main. One does so through the callee's own cleanup,
	// whose landingpad has main's catch clause as well.
	if n := strings.Count(text, "invoke void @may_throw"); n != 2 {
		t.Errorf("%d invokes in\n%s", n, text)
	}
	if n := strings.Count(text, "catch ptr null"); n != 2 {
		t.Errorf("%d landingpads catch in\n%s", n, text)
	}
	if reasons["coroutine"] != "unsplited coroutine call" {
		t.Errorf("the coroutine is kept because of %q", reasons["coroutine"])
	}
}

// TestInlineLocals inlines a callee at an invoke. Its first call becomes an invoke, too, which ends
// the block, and the local behind it moves to the caller's entry all the same: in place it would
// take new stack in each round of the loop.
func TestInlineLocals(t *testing.T) {
	m := load(t, `
define i32 @f(i1 %more) personality ptr @__gxx_personality_v0 {
entry:
  br label %loop
loop:
  invoke void @g() to label %next unwind label %pad
next:
  br i1 %more, label %loop, label %out
pad:
  %exn = landingpad { ptr, i32 } cleanup
  br label %out
out:
  ret i32 0
}
define void @g() {
  %before = alloca i32
  call void @use(ptr %before)
  %behind = alloca i64
  call void @use(ptr %behind)
  ret void
}
declare void @use(ptr)
declare i32 @__gxx_personality_v0(...)
`)
	f, _ := m.Func("f")
	for b := f.Entry(); b != nil; b = b.Next() {
		if i := b.Terminator(); i.Op == ir.OpInvoke {
			opt.Inline(m, i)
			break
		}
	}
	text := emit.FuncString(f)
	entry, _, _ := strings.Cut(text, "loop:")
	if n := strings.Count(entry, "alloca"); n != 2 || strings.Count(text, "alloca") != n ||
		strings.Count(text, "lifetime.start") != 2 || strings.Count(text, "lifetime.end") != 2 {
		t.Error(text)
	}
	if errs := ir.VerifyFunc(f); len(errs) > 0 {
		t.Error(errs)
	}
}

// TestInlineEdges inlines a callee that does not throw at an invoke, so that the landing pad
// becomes unreachable; a callee with a union by value, all bytes of which must be copied; and a
// callee that does not return. It does not inline a callee whose calls must not be copied.
func TestInlineEdges(t *testing.T) {
	m := load(t, `
%union = type { i8, i32 }

define internal void @quiet(ptr %p) nounwind {
  store i32 1, ptr %p
  ret void
}

define internal i32 @pick(ptr byval(%union) align 4 %p) {
  %q = getelementptr inbounds %union, ptr %p, i32 0, i32 1
  %v = load i32, ptr %q, align 4
  ret i32 %v
}

define internal i32 @stop() noreturn {
  call void @abort()
  unreachable
}

define internal void @once() {
  call void @use(i32 0) noduplicate
  ret void
}

define i32 @f(ptr %p, i1 %c) personality ptr @__gxx_personality_v0 {
entry:
  call void @once()
  invoke void @quiet(ptr %p)
          to label %ok unwind label %pad

ok:
  %v = call i32 @pick(ptr byval(%union) align 4 %p)
  br i1 %c, label %a, label %b

a:
  %n = call i32 @stop()
  br label %b

b:
  %r = phi i32 [ 0, %ok ], [ %n, %a ]
  %s = add i32 %r, %v
  ret i32 %s

pad:
  %w = phi i32 [ 7, %entry ]
  %lp = landingpad { ptr, i32 }
          cleanup
  br label %tail

tail:
  %x = phi i32 [ %w, %pad ]
  call void @use(i32 %x)
  resume { ptr, i32 } %lp
}

declare void @abort() noreturn
declare void @use(i32)
declare i32 @__gxx_personality_v0(...)
`)
	f, _ := m.Func("f")
	var calls []*ir.Instr
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if g := i.CalledFunc(); g != nil && !g.Declared {
				calls = append(calls, i)
			}
		}
	}
	for _, i := range calls {
		if name, why := i.CalledFunc().Name, opt.Inlinable(m, i); why == "" {
			opt.Inline(m, i)
		} else if name != "once" {
			t.Errorf("@%s is kept: %s", name, why)
		}
	}
	if errs := ir.Verify(m); len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, emit.FuncString(f))
	}
	text := emit.FuncString(f)
	for s, n := range map[string]int{"@once": 1, "landingpad": 0, "call void @llvm.memcpy": 1, "i64 8, i1 false": 1,
		"call void @abort": 1, "invoke": 0} {
		if got := strings.Count(text, s); got != n {
			t.Errorf("%q stands %d times, not %d, in\n%s", s, got, n, text)
		}
	}
}

// TestInlineInterposition checks that, in a module with semantic interposition, functions that are
// not bound within the linked unit are not inlined, because the loader may bind another definition.
func TestInlineInterposition(t *testing.T) {
	const text = `
define i32 @global() {
  ret i32 1
}
define hidden i32 @hidden() {
  ret i32 1
}
define dso_local i32 @bound() {
  ret i32 1
}
define internal i32 @inner() {
  ret i32 1
}
define linkonce_odr i32 @odr() {
  ret i32 1
}
define weak i32 @weak() {
  ret i32 1
}
define void @f() {
  %a = call i32 @global()
  %b = call i32 @hidden()
  %c = call i32 @bound()
  %d = call i32 @inner()
  %e = call i32 @odr()
  %g = call i32 @weak()
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"PIC Level", i32 2}
!1 = !{i32 1, !"SemanticInterposition", i32 FLAG}
`
	for flag, want := range map[string]string{"0": "weak", "1": "global odr weak"} {
		m := load(t, strings.Replace(text, "FLAG", flag, 1))
		f, _ := m.Func("f")
		var kept []string
		for i := f.Entry().First(); i != nil; i = i.Next() {
			if i.IsCall() && opt.Inlinable(m, i) == "the callee may be replaced at link time" {
				kept = append(kept, i.CalledFunc().Name)
			}
		}
		if got := strings.Join(kept, " "); got != want {
			t.Errorf("flag %s: kept %q, want %q", flag, got, want)
		}
	}
}
