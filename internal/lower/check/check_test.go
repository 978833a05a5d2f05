// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/check"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/target"
)

// checkAll checks every definition of a module.
func checkAll(t *testing.T, text string) ir.ErrorList {
	t.Helper()
	m, err := parse.Module("test.ll", []byte(text))
	if err != nil {
		e := ir.AsError(err)
		if e == nil {
			t.Fatal(err)
		}
		t.Fatalf("%s: %v\n%s", place(text, e.Pos), err, text)
	}
	return checkModule(t, m)
}

func checkModule(t *testing.T, m *ir.Module) ir.ErrorList {
	t.Helper()
	l, err := target.ParseLayout(m.DataLayout)
	if err != nil {
		t.Fatal(err)
	}
	c := &pass.Unit{M: m, Layout: l, Target: target.Parse(m.Triple)}
	var out ir.ErrorList
	for _, f := range m.Funcs {
		if !f.Declared {
			out = append(out, check.Check(c, f)...)
		}
	}
	return out
}

// place formats a position as line:column.
func place(text string, p ir.Pos) string {
	if !p.IsValid() {
		return "?"
	}
	at := min(p.Offset(), len(text))
	return fmt.Sprintf("%d:%d", 1+strings.Count(text[:at], "\n"), at-strings.LastIndexByte(text[:at], '\n'))
}

func show(text string, l ir.ErrorList) string {
	var b strings.Builder
	for _, e := range l {
		fmt.Fprintf(&b, "%s: %v: %s [%s]\n", place(text, e.Pos), e.Severity, e.Msg, e.Rule)
		for _, n := range e.Notes {
			fmt.Fprintf(&b, "  %s: %s\n", place(text, n.Pos), n.Msg)
		}
		fmt.Fprintf(&b, "  hint: %s\n", e.Hint)
	}
	return b.String()
}

// TestRuleExamples verifies that a bad example has exactly one rule's finding, with a position, a
// fix and the table's severity, and that a good example has none.
func TestRuleExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rule.Rules() {
		t.Run(r.Name, func(t *testing.T) {
			if seen[r.Name] {
				t.Fatal("two rules of that name")
			}
			seen[r.Name] = true
			if r.Summary == "" || r.Reason == "" || strings.HasSuffix(r.Summary, ".") {
				t.Error("summary or reason is missing, or ends in a period")
			}
			if r.Bad == r.Good {
				t.Fatal("the examples do not differ: an edit does not fit the base")
			}
			bad := checkAll(t, r.Bad)
			if len(bad) != 1 || bad[0].Rule != r.Name {
				t.Fatalf("want one finding of %s, got:\n%s\nin:\n%s", r.Name, show(r.Bad, bad), r.Bad)
			}
			e := bad[0]
			if !e.Pos.IsValid() || e.Hint == "" || e.Severity != r.Severity {
				t.Errorf("no place, no hint or another severity:\n%s", show(r.Bad, bad))
			}
			if l := checkAll(t, r.Good); len(l) != 0 {
				t.Errorf("the good example has findings:\n%s\nin:\n%s", show(r.Good, l), r.Good)
			}
		})
	}
}

var wantLine = regexp.MustCompile(`;\s*WANT:\s*(\S+)(?:\s+"([^"]*)")?`)

// TestCheckFiles runs testdata/check/*.ll. Each line with findings has a comment `; WANT: rule` (or
// `; WANT: rule "words"`), and no other line may have a finding.
func TestCheckFiles(t *testing.T) {
	files, _ := filepath.Glob("testdata/check/*.ll")
	if len(files) == 0 {
		t.Fatal("no files")
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text := string(data)
			var want, got []string
			for n, line := range strings.Split(text, "\n") {
				for _, m := range wantLine.FindAllStringSubmatch(line, -1) {
					want = append(want, fmt.Sprintf("%d %s", n+1, m[1]))
				}
			}
			list := checkAll(t, text)
			for _, e := range list {
				line, _, _ := strings.Cut(place(text, e.Pos), ":")
				got = append(got, line+" "+e.Rule)
				if e.Hint == "" {
					t.Errorf("no hint: %s", e.Msg)
				}
			}
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("got:\n%s\nwant:\n%s", show(text, list), strings.Join(want, "\n"))
			}
			for _, line := range strings.Split(text, "\n") {
				for _, m := range wantLine.FindAllStringSubmatch(line, -1) {
					if m[2] != "" && !strings.Contains(show(text, list), m[2]) {
						t.Errorf("no finding says %q:\n%s", m[2], show(text, list))
					}
				}
			}
		})
	}
}

// manySuspends generates a coroutine of n suspends with pads empty blocks between each two.
func manySuspends(n, pads int) string {
	var b strings.Builder
	b.WriteString(`define ptr @big(i1 %c) presplitcoroutine {
entry:
  %a = alloca i64, align 64
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %b0.0
`)
	for k := range n {
		for p := range pads {
			next := fmt.Sprintf("b%d.%d", k, p+1)
			if p+1 == pads {
				next = fmt.Sprintf("s%d", k)
			}
			fmt.Fprintf(&b, "b%d.%d:\n  store i64 %d, ptr %%a\n  br i1 %%c, label %%%s, label %%%s\n", k, p, k,
				next, next)
		}
		fmt.Fprintf(&b, "s%d:\n  %%save%d = call token @llvm.coro.save(ptr %%hdl)\n"+
			"  %%r%d = call i8 @llvm.coro.suspend(token %%save%d, i1 false)\n"+
			"  switch i8 %%r%d, label %%exit [ i8 0, label %%b%d.0\n i8 1, label %%cleanup ]\n", k, k, k, k, k, k+1)
	}
	fmt.Fprintf(&b, `b%d.0:
  br i1 %%c, label %%b0.0, label %%cleanup
cleanup:
  %%fr = call ptr @llvm.coro.free(token %%id, ptr %%hdl)
  call void @free(ptr %%fr)
  br label %%exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %%hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
`, n)
	return b.String()
}

// TestCheckScales checks 10,000 suspends in 100,000 blocks with loops. The test would run forever
// if the cost of a rule were the product of the two.
func TestCheckScales(t *testing.T) {
	if testing.Short() {
		t.Skip("large input")
	}
	text := manySuspends(10000, 9)
	m, err := parse.Module("big.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	l := checkModule(t, m)
	if len(l) != 0 {
		t.Errorf("findings:\n%s", show(text, l[:1]))
	}
}
