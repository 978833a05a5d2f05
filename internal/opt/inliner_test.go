// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/test/lowertest"
)

const inlinerText = `
declare void @use(i32)

define internal void @small(i32 %n) {
  call void @use(i32 %n)
  ret void
}

define internal void @nested(i32 %n) {
  call void @small(i32 %n)
  call void @small(i32 1)
  ret void
}

define internal void @kept(i32 %n) noinline {
  call void @use(i32 %n)
  ret void
}

define internal void @forced(i32 %n) alwaysinline {
  call void @use(i32 %n)
  ret void
}

define internal void @ping(i32 %n) {
  call void @pong(i32 %n)
  ret void
}

define internal void @pong(i32 %n) {
  call void @ping(i32 %n)
  ret void
}

define internal void @large(i32 %n) {
  call void @use(i32 1)
  call void @use(i32 2)
  call void @use(i32 3)
  call void @use(i32 4)
  call void @use(i32 5)
  call void @use(i32 6)
  call void @use(i32 7)
  call void @use(i32 8)
  ret void
}

define ptr @coroutine() presplitcoroutine {
  ret ptr null
}

define void @caller() {
  call void @nested(i32 0)
  call void @kept(i32 1)
  call void @forced(i32 2)
  call void @ping(i32 3)
  call void @large(i32 4)
  %h = call ptr @coroutine()
  ret void
}

define void @tight() minsize {
  call void @nested(i32 0)
  call void @forced(i32 2)
  ret void
}
`

// inlined runs a pass over one function of inlinerText and returns its text and the remarks.
func inlined(t *testing.T, name string, pass func(*opt.Inliner, *ir.Func) (bool, error)) (text, remarks string) {
	t.Helper()
	c := lowertest.Load(t, inlinerText)
	c.Inline.Remarks = &remark.Sink{}
	f, err := c.M.Func(name)
	if err != nil || f == nil {
		t.Fatal(name, err)
	}
	changed, err := pass(c.Inline, f)
	if err != nil || !changed || !f.Changed {
		t.Errorf("@%s: changed %v, function says %v, error %v", name, changed, f.Changed, err)
	}
	if l := ir.VerifyFunc(f); len(l) > 0 {
		t.Errorf("@%s is broken: %v", name, l)
	}
	var lines []string
	for i := range c.Inline.Remarks.List {
		lines = append(lines, remark.Text(&c.Inline.Remarks.List[i], false))
	}
	return emit.FuncString(f), strings.Join(lines, "\n")
}

// TestInlineRemarks checks which calls are inlined, which are not, and that the remarks have LLVM's
// words. A cycle of calls is inlined once.
func TestInlineRemarks(t *testing.T) {
	text, got := inlined(t, "caller", (*opt.Inliner).Inline)
	want := `remark: <unknown>:0:0: 'nested' inlined into 'caller' with (cost=35, threshold=225)
remark: <unknown>:0:0: 'small' inlined into 'caller' with (cost=0, threshold=225)
remark: <unknown>:0:0: 'small' inlined into 'caller' with (cost=0, threshold=225)
remark: <unknown>:0:0: 'kept' not inlined into 'caller' because it should never be inlined (cost=never): noinline function attribute
remark: <unknown>:0:0: 'forced' inlined into 'caller' with (cost=always): always inline attribute
remark: <unknown>:0:0: 'ping' inlined into 'caller' with (cost=0, threshold=225)
remark: <unknown>:0:0: 'pong' inlined into 'caller' with (cost=0, threshold=225)
remark: <unknown>:0:0: 'large' not inlined into 'caller' because too costly to inline (cost=245, threshold=225)
remark: <unknown>:0:0: 'coroutine' not inlined into 'caller' because it should never be inlined (cost=never): unsplited coroutine call`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	for _, s := range []string{"call void @kept", "call void @large", "call ptr @coroutine", "call void @ping"} {
		if strings.Count(text, s) != 1 {
			t.Errorf("%q stands %d times in\n%s", s, strings.Count(text, s), text)
		}
	}
}

// TestInlineSize checks that a minsize caller inlines only calls that make it smaller, and forced
// ones.
func TestInlineSize(t *testing.T) {
	text, _ := inlined(t, "tight", (*opt.Inliner).Inline)
	if !strings.Contains(text, "@nested") || strings.Contains(text, "@forced") {
		t.Errorf("%s", text)
	}
}

// TestAlwaysInline checks that always-inline inlines no other calls.
func TestAlwaysInline(t *testing.T) {
	text, got := inlined(t, "caller", (*opt.Inliner).AlwaysInline)
	want := "remark: <unknown>:0:0: 'forced' inlined into 'caller' with (cost=always): always inline attribute"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	for _, s := range []string{"@nested", "@kept", "@ping", "@large", "@coroutine"} {
		if !strings.Contains(text, s) {
			t.Errorf("%s is gone in\n%s", s, text)
		}
	}
}

// TestInlineOnGPU checks that on a GPU, a larger callee is inlined if it gets the address of a local,
// because the local is in memory otherwise. Elsewhere, without such an argument, and if a callee keeps
// the address, it is not.
func TestInlineOnGPU(t *testing.T) {
	body := strings.Repeat("  store i32 1, ptr %p\n", 60)
	text := "define internal void @large(ptr %p, i32 %n) {\n" + body + "  ret void\n}\n" +
		"define internal void @keeps(ptr %p, i32 %n) {\n" + body + "  store ptr %p, ptr @kept\n  ret void\n}\n" +
		"define internal void @passes(ptr %p, i32 %n) {\n" + body + "  call void @keeps(ptr %p, i32 %n)\n  ret void\n}\n" +
		"define internal void @huge(ptr %p, i32 %n) {\n" + strings.Repeat(body, 9) + "  ret void\n}\n" +
		"define void @caller(ptr %q) {\n  %a = alloca [2 x i32]\n  %b = getelementptr i8, ptr %a, i64 4\n" +
		"  %c = alloca i32\n  %d = alloca i32\n  %e = alloca i32\n" +
		"  call void @large(ptr %b, i32 1)\n  call void @large(ptr %q, i32 2)\n  call void @huge(ptr %c, i32 3)\n" +
		"  call void @keeps(ptr %d, i32 4)\n  call void @passes(ptr %e, i32 5)\n  ret void\n}\n@kept = global ptr null\n"
	for triple, want := range map[string]string{
		"nvptx64-nvidia-cuda": "@large(ptr %q, i32 2) @huge(ptr %c, i32 3) @keeps(ptr %d, i32 4) @passes(ptr %e, i32 5)",
		"x86_64-unknown-linux-gnu": "@large(ptr %b, i32 1) @large(ptr %q, i32 2) @huge(ptr %c, i32 3) " +
			"@keeps(ptr %d, i32 4) @passes(ptr %e, i32 5)",
	} {
		c := lowertest.Load(t, "target triple = \""+triple+"\"\n"+text)
		f, err := c.M.Func("caller")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Inline.Inline(f); err != nil {
			t.Fatal(err)
		}
		var calls []string
		for line := range strings.Lines(emit.FuncString(f)) {
			if _, call, ok := strings.Cut(strings.TrimSpace(line), "call void "); ok {
				calls = append(calls, call)
			}
		}
		if got := strings.Join(calls, " "); got != want {
			t.Errorf("%s: %s remain, want %s", triple, got, want)
		}
	}
}
