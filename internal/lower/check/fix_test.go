// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
)

// fixable lists the rules whose fix is one edit, at least in their example.
var fixable = []string{rule.RuleMissing, rule.RuleOldSpelling, rule.RuleBeginToken, rule.RuleIDToken, rule.RuleInfo,
	rule.RuleFinalDestroy,
	rule.RuleSuspendDestroy, rule.RuleSuspendToken, rule.RuleSharedSave, rule.RuleDefaultEdge, rule.RuleAlignedAlloc,
	rule.RulePromiseAlign, rule.RuleSwapped, rule.RuleRampFrees,
	rule.RuleIDFunction, rule.RuleForeignHandle, rule.RulePromiseDirection}

// fixed applies the edits of all findings.
func fixed(t *testing.T, text string, l ir.ErrorList) (string, int) {
	t.Helper()
	f := diag.NewFile("f.ll", []byte(text))
	var edits []diag.Edit
	for _, e := range l {
		if x, ok := f.Edit(e.Fix); ok {
			edits = append(edits, x)
		} else if e.Fix != nil {
			t.Errorf("the fix of %s cannot be made in:\n%s", e.Rule, text)
		}
	}
	out, n := diag.Apply(f.Text, edits)
	return string(out), n
}

// TestFixes applies the fixes of the examples and verifies that their findings disappear.
func TestFixes(t *testing.T) {
	want := map[string]bool{}
	for _, r := range fixable {
		want[r] = true
	}
	for _, r := range rule.Rules() {
		out, n := fixed(t, r.Bad, checkAll(t, r.Bad))
		if (n > 0) != want[r.Name] {
			t.Errorf("%s: %d edits", r.Name, n)
		}
		if n == 0 {
			continue
		}
		if l := checkAll(t, out); len(l) > 0 {
			t.Errorf("%s: after its fix\n%s\nin:\n%s", r.Name, show(out, l), out)
		}
	}
}

// TestFixSpellings applies fixes to headers and calls that are spelled differently from the
// examples.
func TestFixSpellings(t *testing.T) {
	bad := ""
	for _, r := range rule.Rules() {
		if r.Name == rule.RuleMissing {
			bad = r.Bad
		}
	}
	for header, want := range map[string]string{
		"define ptr @f(i32 %n) {": "define ptr @f(i32 %n) presplitcoroutine {",
		"define ptr @f(i32 %n) unnamed_addr nounwind {": "define ptr @f(i32 %n) unnamed_addr " +
			"presplitcoroutine nounwind {",
		"define ptr @f(i32 %n) local_unnamed_addr {": "define ptr @f(i32 %n) local_unnamed_addr " +
			"presplitcoroutine {",
		"define ptr @f(i32 %n) addrspace(0) align 8 {": "define ptr @f(i32 %n) addrspace(0) " +
			"presplitcoroutine align 8 {",
		`define ptr @"f(x)"(i32 range(i32 0, 4) %n) section "a(b" {`: `define ptr @"f(x)"(i32 range(i32 0, 4) %n) presplitcoroutine section "a(b" {`,
		"define ptr @f(i32 %n){":                                     "define ptr @f(i32 %n) presplitcoroutine{",
	} {
		text := strings.Replace(bad, "define ptr @f(i32 %n) {", header, 1)
		if text == bad && !strings.HasPrefix(header, "define ptr @f(i32 %n) {") {
			t.Fatal("the example has another header")
		}
		out, _ := fixed(t, text, checkAll(t, text))
		if !strings.Contains(out, want) {
			t.Errorf("%s: got\n%s", header, out)
		}
		if l := checkAll(t, out); len(l) > 0 {
			t.Errorf("%s:\n%s", header, show(out, l))
		}
	}
}
