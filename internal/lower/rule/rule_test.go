// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package rule

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

var update = flag.Bool("update", false, "write docs/rules.md")

// TestDocument verifies that docs/rules.md matches the table.
func TestDocument(t *testing.T) {
	const name = "../../../docs/rules.md"
	if *update {
		if err := os.WriteFile(name, []byte(document()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil || string(text) != document() {
		t.Errorf("docs/rules.md does not match the table of rules (%v): go test ./internal/lower/rule -run "+
			"TestDocument -update", err)
	}
}

// document returns the text of docs/rules.md: an index in groups, and a section for each rule.
func document() string {
	var index, sections strings.Builder
	for _, r := range Rules() {
		if r.Group != "" {
			index.WriteString("\n**" + r.Group + "**\n\n")
			sections.WriteString("\n## " + r.Group + "\n")
		}
		index.WriteString("- [" + r.Name + "](#" + r.Name + "): " + r.Summary + "\n")
		sections.WriteString("\n### " + r.Name + "\n\n" + r.Markdown())
	}
	return `# Rules

This page lists the rules of ` + "`corolower check`" + `. For example, this prints one rule with a complete module that breaks it:

    corolower check --rules=use-after-free

The index has the demand of each rule. The sections after it say what happens otherwise, and how to fix an example: lines with ` +
		"`-`" + ` are wrong, lines with
` + "`+`" + ` replace them. [check.md](check.md) says how to change the severity of a rule or silence a finding. This page is generated from
the table in ` + "`internal/lower/rule`" + `.
` + index.String() + sections.String()
}

// TestNames verifies that the examples, messages and hints belong to rules, and that every rule has
// an example.
func TestNames(t *testing.T) {
	known := map[string]bool{}
	for _, r := range ruleTable {
		if known[r.Name] {
			t.Errorf("two rules have the name %s", r.Name)
		}
		known[r.Name] = true
		if _, ok := ruleExamples[r.Name]; !ok {
			t.Errorf("%s has no example", r.Name)
		}
	}
	for name := range ruleExamples {
		if !known[name] {
			t.Errorf("the example %s belongs to no rule", name)
		}
	}
	for name := range messages {
		if !known[name] {
			t.Errorf("the message of %s belongs to no rule", name)
		}
	}
	for name := range fixes {
		if !known[name] || messages[name] == "" {
			t.Errorf("the hint of %s belongs to no rule with a message", name)
		}
	}
}

// TestExampleEdits verifies that each edit of an example finds its text. build skips an edit that
// does not, and the example would then show something else than intended.
func TestExampleEdits(t *testing.T) {
	for name, x := range ruleExamples {
		for _, own := range [][]string{x.bad, x.good} {
			s := x.base()
			for _, l := range [][]string{x.both, own} {
				if len(l)%2 != 0 {
					t.Errorf("%s: an old text has no new one", name)
				}
				for k := 0; k+1 < len(l); k += 2 {
					if !strings.Contains(s, l[k]) {
						t.Errorf("%s: the example does not contain %q", name, l[k])
					}
					s = strings.Replace(s, l[k], l[k+1], 1)
				}
			}
		}
	}
}

// TestByName verifies that an unknown name yields an empty rule.
func TestByName(t *testing.T) {
	if r := ByName(RuleTwoBegins); r.Name != RuleTwoBegins || r.Severity != ir.SevError {
		t.Errorf("got %+v", r)
	}
	if r := ByName("begin-thrice"); *r != (Rule{}) {
		t.Errorf("got %+v", r)
	}
}

// TestError verifies the parts of an error, and which rules are limits of this program.
func TestError(t *testing.T) {
	for name, msg := range messages {
		e := Error(5, name)
		unsupported := name == RuleSwiftError || name == RuleUnwound || name == RuleLocalAcross ||
			name == RuleEndedObject
		if e.Pos != 5 || e.Msg != msg || e.Hint != Fix(name) || e.Unsupported != unsupported {
			t.Errorf("%s: got %+v", name, e)
		}
	}
}

// TestList verifies that every rule has one line, below the heading of a group, and a section that
// shows where its examples differ.
func TestList(t *testing.T) {
	lines := strings.Split(List(), "\n")
	if strings.HasPrefix(lines[0], " ") {
		t.Errorf("the first rule is in no group: %q", lines[0])
	}
	for _, r := range Rules() {
		n := 0
		for _, l := range lines {
			if w := strings.Fields(l); strings.HasPrefix(l, " ") && w[0] == r.Name && strings.HasSuffix(l, "  "+r.Summary) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s has %d lines", r.Name, n)
		}
		if text := r.Markdown(); !strings.Contains(text, "\n- ") && !strings.Contains(text, "\n+ ") {
			t.Errorf("%s shows no difference between its examples:\n%s", r.Name, text)
		}
	}
}

func TestForLowering(t *testing.T) {
	l := ir.ErrorList{{Rule: "presplit-missing"}, {Rule: "begin-twice"}, {Rule: "over-aligned",
		Severity: ir.SevWarning}, {Rule: "dynamic-alloca"}, {}}
	got := ForLowering(l)
	if len(got) != 3 || got[0].Severity != ir.SevWarning || got[1].Severity != ir.SevError ||
		got[2] != l[4] || l[0].Severity != ir.SevError {
		t.Errorf("got %v", got)
	}
}

func TestMergeFindings(t *testing.T) {
	verifier := ir.ErrorList{{Pos: 5, Msg: "a"}, {Pos: 9, Msg: "b"}, {Msg: "c"}}
	checker := ir.ErrorList{{Pos: 3, Msg: "d", Rule: "x"}, {Pos: 9, Msg: "e", Rule: "y"}}
	got := ""
	for _, e := range MergeFindings(verifier, checker) {
		got += e.Msg
	}
	if got != "cdae" {
		t.Errorf("got %s", got)
	}
}
