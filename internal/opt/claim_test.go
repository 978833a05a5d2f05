// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// claimed lists the kinds of metadata that state claims, by their fate when the code is inlined.
var claimed = struct{ dropped, kept []string }{
	dropped: []string{"alias.scope", "noalias", "llvm.access.group", "llvm.mem.parallel_loop_access", "llvm.loop"},
	kept: []string{"tbaa", "tbaa.struct", "noalias.addrspace", "invariant.load", "invariant.group", "nontemporal",
		"mmra", "range", "nonnull", "noundef",
		"align", "dereferenceable", "dereferenceable_or_null", "nofpclass", "fpmath", "nofree", "captures",
		"heapallocsite", "memprof", "callsite", "alloc_token",
		"prof", "unpredictable", "make.implicit", "callees", "callback", "nosanitize", "kcfi_type", "pcsections"},
}

// TestClaimsNamed checks that the lists contain all kinds of the table.
func TestClaimsNamed(t *testing.T) {
	for _, r := range ir.Claims {
		for _, n := range r.Names {
			if r.Kind == ir.MetaClaim && !slices.Contains(claimed.dropped, n) && !slices.Contains(claimed.kept, n) {
				t.Errorf("!%s is in neither list", n)
			}
		}
	}
}

// TestClaimsInlined inlines a load with each kind of metadata, and an assumption with each bundle.
func TestClaimsInlined(t *testing.T) {
	inlined := func(what string) string {
		m := load(t, `
define internal i32 @callee(ptr %p, ptr %q) {
  `+what+`
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
define i32 @caller(ptr %p, ptr %q) {
  %v = call i32 @callee(ptr %p, ptr %q)
  ret i32 %v
}
declare void @llvm.assume(i1)
!0 = !{}
`)
		f, _ := m.Func("caller")
		opt.Inline(m, f.Entry().First())
		text := emit.FuncString(f)
		if strings.Contains(text, "@callee") {
			t.Fatalf("it is not inlined: %s", text)
		}
		return text
	}
	for _, k := range slices.Concat(claimed.dropped, claimed.kept) {
		text := inlined("%w = load i32, ptr %p, align 4, !" + k + " !0")
		if got, want := strings.Contains(text, "!"+k+" !"), slices.Contains(claimed.kept, k); got != want {
			t.Errorf("!%s is kept: %v, want %v\n%s", k, got, want, text)
		}
	}
	for bundle, want := range map[string]bool{`"separate_storage"(ptr %p, ptr %q)`: false,
		`"align"(ptr %p, i64 8)`: true, `"nonnull"(ptr %p)`: true,
		`"noundef"(ptr %p)`: true, `"dereferenceable"(ptr %p, i64 8)`: true,
		`"dereferenceable_or_null"(ptr %p, i64 8)`: true, `"ignore"(ptr %p)`: true, `"cold"()`: true} {
		tag, _, _ := strings.Cut(bundle, "(")
		if text := inlined("call void @llvm.assume(i1 true) [ " + bundle + " ]"); strings.Contains(text, tag) != want {
			t.Errorf("%s is kept: %v, want %v\n%s", tag, !want, want, text)
		}
	}
}

// TestClaimsJoined merges two loads. Claims of only one load are dropped, and claims of both stay.
func TestClaimsJoined(t *testing.T) {
	joined := func(first, second string) string {
		m := load(t, `
define i32 @f(ptr %p) {
  %v = load i32, ptr %p, align 4`+first+`
  %w = load i32, ptr %p, align 4`+second+`
  %s = add i32 %v, %w
  ret i32 %s
}
!0 = !{}
`)
		f, _ := m.Func("f")
		opt.EarlyCSE(m, f, layout(t))
		text := emit.FuncString(f)
		if strings.Count(text, "= load ") != 1 {
			t.Fatalf("they are not merged: %s", text)
		}
		return text
	}
	for _, k := range slices.Concat(claimed.dropped, claimed.kept) {
		at := ", !" + k + " !0"
		for _, c := range []struct {
			first, second string
			want          bool
		}{{at, at, true}, {at, "", false}, {"", at, false}} {
			if text := joined(c.first, c.second); strings.Contains(text, "!"+k+" !") != c.want {
				t.Errorf("!%s of the first '%s' and the second '%s': kept %v, want %v\n%s", k, c.first, c.second,
					!c.want, c.want, text)
			}
		}
	}
}
