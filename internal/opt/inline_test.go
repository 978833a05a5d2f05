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

// TestInline inlines into main what may be inlined: a callee with two returns, one that copies its argument, and one with exceptions of its
// own, called where exceptions are caught.
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
	// Both calls that may throw unwind into main now, one through the callee's own cleanup, which stops for main's catch as well.
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
