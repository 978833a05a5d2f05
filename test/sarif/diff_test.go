// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package sarif_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// diff returns the SARIF output of a comparison of the example reports.
func diff(t *testing.T, args ...string) []byte {
	t.Helper()
	reports := filepath.Join("..", "..", "examples", "reports")
	args = append(append([]string{"diff", "--no-config", "--format=sarif"}, args...), filepath.Join(reports,
		"before.json"), filepath.Join(reports, "now.json"))
	cmd := exec.Command(tool(t), args...)
	var msg bytes.Buffer
	cmd.Stderr = &msg
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, msg.String())
	}
	return out
}

// TestDiffSchema checks the results for frames that grew, missed elisions and violations of a
// budget, and their lines in the source.
func TestDiffSchema(t *testing.T) {
	type log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct{ ID, HelpURI string }
				}
			}
			Results []struct {
				RuleID, Level       string
				PartialFingerprints map[string]string
				Locations           []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           *struct{ StartLine int }
					}
				}
			}
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "frame-grew warning echo.cpp 35, elision-missed warning elision.ll 61"},
		{[]string{"--budget", "no-growth=0", "--budget", "max-frame=100", "--budget", "no-new-missed=true", "--budget",
			"max-missed=0", "--budget", "max-total=1"},
			"max-frame error echo.cpp 35, max-total error echo.cpp 35, no-growth error echo.cpp 35, no-new-missed " +
				"error elision.ll 61, max-missed error elision.ll 61"},
	} {
		text := diff(t, c.args...)
		valid(t, text)
		var l log
		if err := json.Unmarshal(text, &l); err != nil {
			t.Fatal(err)
		}
		rules, got, marks := map[string]bool{}, []string{}, map[string]bool{}
		for _, r := range l.Runs[0].Tool.Driver.Rules {
			rules[r.ID] = r.HelpURI != ""
		}
		for _, r := range l.Runs[0].Results {
			p := r.Locations[0].PhysicalLocation
			if !rules[r.RuleID] || p.Region == nil || r.PartialFingerprints["primaryLocationLineHash"] == "" {
				t.Fatalf("%+v", r)
			}
			marks[p.ArtifactLocation.URI+r.PartialFingerprints["primaryLocationLineHash"]] = true
			line, _ := json.Marshal(p.Region.StartLine)
			got = append(got, strings.Join([]string{r.RuleID, r.Level, p.ArtifactLocation.URI, string(line)}, " "))
		}
		if s := strings.Join(got, ", "); s != c.want || len(marks) != len(got) {
			t.Errorf("%v: got %s, want %s; %d fingerprints", c.args, s, c.want, len(marks))
		}
	}
	bad := strings.Replace(string(diff(t)), `"startLine"`, `"line"`, 1)
	if len(wrong(t, []byte(bad))) == 0 {
		t.Error("a mistake is not found")
	}
}

// TestWorkflow runs the workflow in docs/budgets.md step by step, as GitHub's runner does, with a
// budget that is exceeded: the step fails, the annotation has file and line, and the SARIF for the
// next step is valid.
func TestWorkflow(t *testing.T) {
	bin := tool(t)
	dir := t.TempDir()
	doc := read(t, filepath.Join("..", "..", "docs", "budgets.md"))
	_, yaml, ok := strings.Cut(doc, "```yaml\n")
	yaml, _, closed := strings.Cut(yaml, "```")
	if !ok || !closed {
		t.Fatal("docs/budgets.md shows no workflow")
	}
	for from, to := range map[string]string{"before.json": "main.json", "now.json": "coroutines.json"} {
		write(t, filepath.Join(dir, to), read(t, filepath.Join("..", "..", "examples", "reports", from)))
	}
	steps, failed := 0, ""
	for line := range strings.SplitSeq(yaml, "\n") {
		script, ok := strings.CutPrefix(line, "- run: ")
		if !ok {
			continue
		}
		steps++
		cmd := exec.Command("bash", "-e", "-c", script)
		cmd.Dir = dir
		cmd.Env = append(cmd.Environ(), "PATH="+filepath.Dir(bin)+":/usr/bin:/bin", "GITHUB_ACTIONS=true", "CI=true")
		out, err := cmd.CombinedOutput()
		if err != nil && cmd.ProcessState.ExitCode() == 1 {
			failed += string(out)
		} else if err != nil {
			t.Errorf("%s: %v\n%s", script, err, out)
		}
	}
	if want := "::error file=echo.cpp,line=35,title=no-growth::frame of 'echo(int)' grew from 112 to 480 bytes " +
		"(+329%25), but only 5%25 is allowed%0A"; steps != 2 || !strings.HasPrefix(failed, want) {
		t.Errorf("%d steps\n%s", steps, failed)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(failed), "\n") {
		if !strings.HasPrefix(line, "::error ") && !strings.HasPrefix(line, "::warning ") {
			t.Errorf("no annotation: %s", line)
		}
	}
	valid(t, []byte(read(t, filepath.Join(dir, "coroutines.sarif"))))
	if comment := read(t, filepath.Join(dir, "comment.md")); !strings.HasPrefix(comment, "<!-- corolower diff -->\n"+
		"### Coroutines: 1 frame grew, 1 allocation no longer elided\n") {
		t.Errorf("the comment is\n%s", comment)
	}
}

// TestDiffHostile checks that the log is valid for any names in reports.
func TestDiffHostile(t *testing.T) {
	dir := t.TempDir()
	names := []string{"a b", "::error::x", "a%b", "\n", "\x00", "ü\u202e", "../..", "/abs", "c:\\x", "#", "?",
		"http://x", "[a]", ""}
	for _, size := range []int{8, 16} {
		type m = map[string]any
		var coroutines, creations, findings []m
		for k, n := range names {
			for line := range 2 {
				at := m{"file": n, "line": line, "column": k}
				coroutines = append(coroutines, m{"function": "f" + n, "frame_size": size, "source": at,
					"rows": []m{{"kind": "object", "what": n, "size": size, "variable": m{"name": n, "source": at}}}})
				creations = append(creations, m{"caller": n, "callee": n, "elided": size == 8, "source": at,
					"reason": m{"message": n, "hint": n}})
				if size == 16 {
					findings = append(findings, m{"rule": n, "message": n, "level": n, "source": at, "hint": n})
				}
			}
		}
		text, err := json.Marshal(m{"version": 1, "units": []m{{"file": "\n", "failed": "x"}}, "coroutines": coroutines,
			"creations": creations, "findings": findings})
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, map[int]string{8: "old.json", 16: "new.json"}[size]), string(text))
	}
	for _, args := range [][]string{nil, {"--budget", "max-frame=1", "--budget", "no-new-missed=true"}} {
		cmd := exec.Command(tool(t), append(append([]string{"diff", "--no-config", "--format=sarif"}, args...),
			filepath.Join(dir, "old.json"), filepath.Join(dir, "new.json"))...)
		out, _ := cmd.Output() // the exit code reports violations
		if strings.Count(string(out), `"ruleId"`) < 2*len(names) {
			t.Fatalf("exit code %d\n%s", cmd.ProcessState.ExitCode(), out)
		}
		valid(t, out)
	}
}
