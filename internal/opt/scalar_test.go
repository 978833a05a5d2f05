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

// TestScalars follows a handle through a wrapper in memory, as frontends emit it, to a direct use.
func TestScalars(t *testing.T) {
	m := load(t, `
%wrapper = type { i32, ptr }

define ptr @f(ptr nonnull %h, i1 %c) {
entry:
  %w = alloca %wrapper, align 8
  %this = alloca ptr, align 8
  %tag = getelementptr inbounds %wrapper, ptr %w, i32 0, i32 0
  store i32 7, ptr %tag, align 8
  %slot = getelementptr inbounds %wrapper, ptr %w, i32 0, i32 1
  store ptr %h, ptr %slot, align 8
  br i1 %c, label %a, label %b

a:
  store volatile ptr %h, ptr %this, align 8
  br label %b

b:
  %again = getelementptr inbounds %wrapper, ptr %w, i32 0, i32 1
  %v = load ptr, ptr %again, align 8
  %set = icmp ne ptr %v, null
  %r = select i1 %set, ptr %v, ptr null
  ret ptr %r
}
`)
	l, err := target.ParseLayout("e-m:e-i64:64-S128")
	if err != nil {
		t.Fatal(err)
	}
	f, _ := m.Func("f")
	opt.SROA(m, f, l)
	opt.InstSimplify(m, f, l)
	opt.EarlyCSE(m, f, l)
	opt.DCE(m, f)
	if errs := ir.Verify(m); len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, emit.FuncString(f))
	}
	text := emit.FuncString(f)
	if !strings.Contains(text, "ret ptr %h") || strings.Contains(text, "%w") {
		t.Errorf("the handle is not direct in\n%s", text)
	}
	if !strings.Contains(text, "store volatile ptr %h, ptr %this") {
		t.Errorf("a volatile store is gone from\n%s", text)
	}
}
