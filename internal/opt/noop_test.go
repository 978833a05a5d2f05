// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
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
