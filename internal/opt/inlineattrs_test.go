// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/opt"
)

// TestInlineAttrs inlines a call between functions with different attributes, and checks the
// attributes of the caller afterwards. "no" means that the call must stay. LLVM 22 gives the same
// results.
func TestInlineAttrs(t *testing.T) {
	const no = "no"
	for _, tc := range []struct{ caller, callee, want string }{
		{`"min-legal-vector-width"="0"`, `"min-legal-vector-width"="512"`, `"min-legal-vector-width"="512"`},
		{`"min-legal-vector-width"="512"`, `"min-legal-vector-width"="0"`, `"min-legal-vector-width"="512"`},
		{`"min-legal-vector-width"="512"`, ``, ``},
		{``, `"min-legal-vector-width"="512"`, ``},
		{`"no-nans-fp-math"="true"`, ``, `"no-nans-fp-math"="false"`},
		{`"no-nans-fp-math"="true"`, `"no-nans-fp-math"="false"`, `"no-nans-fp-math"="false"`},
		{`"no-nans-fp-math"="true"`, `"no-nans-fp-math"="true"`, `"no-nans-fp-math"="true"`},
		{``, `"no-nans-fp-math"="true"`, ``},
		{``, `noimplicitfloat`, `noimplicitfloat`},
		{`"no-jump-tables"="false"`, `"no-jump-tables"="true"`, `"no-jump-tables"="true"`},
		{``, `"probe-stack"="inline-asm" "stack-probe-size"="4096"`, `"probe-stack"="inline-asm" "stack-probe-size"="4096"`},
		{`"stack-probe-size"="8192"`, `"stack-probe-size"="4096"`, `"stack-probe-size"="4096"`},
		{`"stack-probe-size"="4096"`, `"stack-probe-size"="8192"`, `"stack-probe-size"="4096"`},
		{``, `sspreq`, ``},
		{`ssp`, `sspreq`, `sspreq`},
		{`mustprogress`, ``, ``},
		{``, `safestack`, no},
		{`shadowcallstack`, ``, no},
		{``, `noprofile`, no},
		{``, `"sign-return-address"="all"`, no},
		{`"use-sample-profile"`, ``, no},
		{``, `"no-builtins"`, no},
		{`"no-builtins"`, ``, `"no-builtins"`},
		{``, `"no-builtin-memcpy"`, no},
		{``, `"aarch64_pstate_sm_enabled"`, no},
		{`"denormal-fp-math"="preserve-sign,preserve-sign"`, ``, no},
		{``, `"denormal-fp-math"="ieee,ieee"`, ``},
		{``, `"denormal-fp-math-f32"="dynamic,dynamic"`, ``},
		{`"denormal-fp-math"="preserve-sign"`, `"denormal-fp-math"="preserve-sign,preserve-sign"`,
			`"denormal-fp-math"="preserve-sign"`},
		{`"denormal-fp-math"="preserve-sign,preserve-sign" "denormal-fp-math-f32"="ieee,ieee"`,
			`"denormal-fp-math"="preserve-sign,preserve-sign"`, no},
		{`denormal_fpenv(preservesign)`, ``, no},
		{`denormal_fpenv(float: preservesign)`, ``, no},
		{``, `denormal_fpenv(ieee, float: dynamic)`, ``},
		{`denormal_fpenv(ieee|preservesign)`, `denormal_fpenv(ieee)`, no},
		{`denormal_fpenv(preservesign, float: ieee|ieee)`, `"denormal-fp-math"="preserve-sign" "denormal-fp-math-f32"="ieee"`,
			`denormal_fpenv(preservesign, float: ieee|ieee)`},
		{``, `noipa`, no},
		{``, `alwaysinline safestack`, ``},
	} {
		m := load(t, "define void @f() "+tc.caller+" {\n  call void @g()\n  ret void\n}\n"+
			"define void @g() "+tc.callee+" {\n  store i8 1, ptr null\n  ret void\n}\n")
		f, _ := m.Func("f")
		got := no
		if opt.Inlinable(m, f.Entry().First()) == "" {
			opt.Inline(m, f.Entry().First())
			text := emit.FuncString(f)
			_, got, _ = strings.Cut(text[:strings.Index(text, " {")], "@f()")
		}
		if got = strings.TrimSpace(got); got != tc.want {
			t.Errorf("caller %s, callee %s: %s, not %s", tc.caller, tc.callee, got, tc.want)
		}
	}
}

// TestAdoptTarget checks that a function without attributes, such as a wrapper that clang makes, can
// contain the code of another one after it has adopted that one's attributes.
func TestAdoptTarget(t *testing.T) {
	for _, attrs := range []string{`"target-cpu"="x86-64-v3" "target-features"="+avx2"`, `safestack shadowcallstack`,
		`"sign-return-address"="all" "sign-return-address-key"="b_key"`, `"no-builtins"`, `"use-soft-float"="true"`,
		`"denormal-fp-math"="preserve-sign,preserve-sign" "denormal-fp-math-f32"="ieee,ieee"`} {
		m := load(t, "define void @f() {\n  call void @g()\n  ret void\n}\ndefine void @g() "+attrs+" {\n  ret void\n}\n")
		f, _ := m.Func("f")
		g, _ := m.Func("g")
		call := f.Entry().First()
		if opt.Inlinable(m, call) == "" {
			t.Errorf("%s: inlined into a function without them", attrs)
		}
		if opt.AdoptTarget(m, f, g); opt.Inlinable(m, call) != "" {
			t.Errorf("%s: %s", attrs, opt.Inlinable(m, call))
		}
	}
}

// TestUnusualAttrs checks that no attribute that inlining compares makes a set usual.
func TestUnusualAttrs(t *testing.T) {
	enums, strs := opt.UnusualAttrs()
	list := append([]string{}, enums...)
	for _, name := range strs {
		list = append(list, `"`+name+`"="true"`)
	}
	for _, attr := range list {
		m := load(t, "define void @f() nounwind "+attr+" {\n  ret void\n}\n")
		if f, _ := m.Func("f"); f.Attrs.Usual(m) {
			t.Errorf("%s is usual", attr)
		}
	}
	m := load(t, "define void @f() mustprogress noinline uwtable \"target-cpu\"=\"x86-64\" \"tune-cpu\"=\"generic\" {\n  ret void\n}\n")
	if f, _ := m.Func("f"); !f.Attrs.Usual(m) {
		t.Error("the attributes of clang's functions are unusual")
	}
}
