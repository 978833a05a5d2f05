// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/target"
)

// TestDropNoopCalls checks which calls of a part read from a frame InstSimplify removes.
func TestDropNoopCalls(t *testing.T) {
	const libstdcxx = "@_ZNSt7__n486116coroutine_handleINS_22noop_coroutine_promiseEE5_S_frE"
	const text = `
@NoopCoro.Frame.Const = private constant { ptr, ptr } { ptr @none, ptr @none }
` + libstdcxx + ` = linkonce_odr global { ptr, ptr, [8 x i8] } { ptr @dummy, ptr @dummy, [8 x i8] undef }
@different = private constant { ptr, ptr } { ptr @none, ptr @dummy }
@variable = global { ptr, ptr } { ptr @none, ptr @none }
@work = private constant { ptr, ptr } { ptr @works, ptr @works }
define private fastcc void @none() {
  ret void
}
define private fastcc void @works() {
  call void @use(ptr null)
  ret void
}
define linkonce_odr void @dummy() {
  ret void
}
declare void @use(ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare i32 @pers(...)
define void @f(ptr %p) personality ptr @pers {
  %fn = call ptr @llvm.coro.subfn.addr(ptr FRAME, i8 1)
  CALL
to:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
`
	const call, invoke = "call fastcc void %fn(ptr %p)\n  br label %to",
		"invoke fastcc void %fn(ptr %p) to label %to unwind label %pad"
	for name, k := range map[string]struct {
		frame, call string
		kept        string // the rest of the call
	}{
		"call":              {"@NoopCoro.Frame.Const", call, ""},
		"invoke":            {"@NoopCoro.Frame.Const", invoke, ""},
		"musttail":          {"@NoopCoro.Frame.Const", "musttail call fastcc void %fn(ptr %p)\n  ret void", ""},
		"passes it":         {"@NoopCoro.Frame.Const", "call fastcc void %fn(ptr %fn)\n  br label %to", ""},
		"libstdc++":         {libstdcxx, invoke, ""},
		"given away":        {libstdcxx, "call void @use(ptr %fn)\n  br label %to", "call void @use(ptr %fn)"},
		"two functions":     {"@different", call, "void %fn"},
		"a variable":        {"@variable", call, "void %fn"},
		"a function works":  {"@work", call, "void %fn"},
		"an unknown handle": {"%p", invoke, "void %fn"},
	} {
		t.Run(name, func(t *testing.T) {
			m := load(t, strings.NewReplacer("FRAME", k.frame, "CALL", k.call).Replace(text))
			changed := false
			apply(t, m, func(f *ir.Func) bool {
				is := opt.InstSimplify(m, f, layout(t))
				changed = changed || is
				return is
			})
			f, _ := m.Func("f")
			out := emit.FuncString(f)
			if changed != (k.kept == "") || !strings.Contains(out, k.kept) || k.kept == "" && strings.Contains(out, "%fn") {
				t.Errorf("changed %t:\n%s", changed, out)
			}
		})
	}
}

// TestSimplifyWithoutInvoke checks that EarlyCSE gets no dominator tree with an invoke that
// InstSimplify has removed since SROA. In that tree %pad follows the entry. But only %to leads to %pad
// then, so that %p2 is %p.
func TestSimplifyWithoutInvoke(t *testing.T) {
	const text = `
@NoopCoro.Frame.Const = private constant { ptr, ptr } { ptr @none, ptr @none }
define private fastcc void @none() {
  ret void
}
declare i32 @use(i32)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare i32 @pers(...)
define i32 @f(i32 %a) personality ptr @pers {
  %v = alloca i32
  store i32 %a, ptr %v
  %fn = call ptr @llvm.coro.subfn.addr(ptr @NoopCoro.Frame.Const, i8 1)
  invoke fastcc void %fn(ptr @NoopCoro.Frame.Const) to label %to unwind label %pad
to:
  %x = load i32, ptr %v
  %p = add i32 %x, 1
  %u = invoke i32 @use(i32 %p) to label %out unwind label %pad
pad:
  %e = landingpad { ptr, i32 } cleanup
  %y = load i32, ptr %v
  %p2 = add i32 %y, 1
  ret i32 %p2
out:
  ret i32 %u
}
`
	var out [2]string
	for k, simplify := range []func(*ir.Module, *ir.Func, *target.Layout) bool{opt.Simplify, opt.SimplifyAll} {
		m := load(t, text)
		apply(t, m, func(f *ir.Func) bool { return simplify(m, f, layout(t)) })
		f, _ := m.Func("f")
		out[k] = emit.FuncString(f)
	}
	if out[0] != out[1] || strings.Count(out[0], " add ") != 1 {
		t.Errorf("Simplify made\n%s\nand with all passes\n%s", out[0], out[1])
	}
}
