// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// in runs a bash script in dir, with the program on PATH.
func in(dir, script string, env ...string) (string, int) {
	cmd := exec.Command("bash", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "PATH="+filepath.Dir(binary)+":"+os.Getenv("PATH")), env...)
	out, _ := cmd.CombinedOutput()
	return string(out), cmd.ProcessState.ExitCode()
}

// TestPreCommitHook checks that the hook checks staged content and no other.
func TestPreCommitHook(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	hook, err := filepath.Abs("../../contrib/pre-commit/pre-commit")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(script string, code int, want string) {
		t.Helper()
		out, got := in(dir, script, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b",
			"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
		if got != code || !strings.Contains(out, want) {
			t.Errorf("%s: exit code %d, want %d, and %q in\n%s", script, got, code, want, out)
		}
	}
	run("git init -q . && cp '"+hook+"' .git/hooks/", 0, "")
	put(t, dir, "a b/bad.ll", broken)
	put(t, dir, "good.ll", coroutine)
	run("git add good.ll && git commit -qm good", 0, "")
	run("git add . && git commit -qm bad", 1, "a b/bad.ll:6:10: error: the token of coro.begin is none")
	put(t, dir, "a b/corolower.toml", "[check]\ndisable = ['begin-token']\n")
	run("git add . && git commit -qm silenced", 0, "")
	put(t, dir, "good.ll", broken) // not staged
	put(t, dir, "x.txt", "x")
	run("git add x.txt && git commit -qm text", 0, "")
}

// TestGitHubAction runs the last step of the action, a script, as GitHub's runner does.
func TestGitHubAction(t *testing.T) {
	text, err := os.ReadFile("../../contrib/github-action/action.yml")
	if err != nil {
		t.Fatal(err)
	}
	_, script, ok := strings.Cut(string(text), "      run: |\n")
	if !ok {
		t.Fatal("the action has no script")
	}
	script = "set -eo pipefail\n" + strings.ReplaceAll(script, "\n        ", "\n")
	dir := t.TempDir()
	put(t, dir, "build/bad.ll", broken)
	put(t, dir, "build/good.ll", coroutine)
	out, code := in(dir, script, "FILES=build/*.ll", "BASELINE=", "SARIF=o.sarif", "ARGUMENTS=--werror")
	if _, err := os.Stat(filepath.Join(dir, "o.sarif")); code != 1 || !strings.Contains(out,
		"::error file=build/bad.ll,line=6") || err != nil {
		t.Errorf("exit code %d, %v\n%s", code, err, out)
	}
	if out, code := in(dir, script, "FILES=build", "BASELINE=k.json", "SARIF=",
		"ARGUMENTS=--update-baseline"); code != 0 {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if out, code := in(dir, script, "FILES=build", "BASELINE=k.json", "SARIF=", "ARGUMENTS="); code != 0 ||
		strings.Contains(out, "::error") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if _, err := exec.LookPath("clang++-22"); err != nil {
		t.Skip(err)
	}
	// The first runs for a project: the baseline does not exist yet, or nothing names one.
	put(t, dir, "a.cpp", example(t, "squares.cpp"))
	put(t, dir, "b/compile_commands.json", `[{"directory": "`+dir+`", "file": "a.cpp", "command": "clang++-22 -std=c++20 -O2 -c a.cpp"}]`)
	put(t, dir, "corolower.toml", "[budget]\nno-growth = '5%'\n")
	for _, baseline := range []string{"", "main.json"} {
		out, code := in(dir, script, "FILES=", "BUILD=b", "BASELINE="+baseline, "REPORT=new.json", "SARIF=", "ARGUMENTS=--no-cache",
			"GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"))
		if err := os.Remove(filepath.Join(dir, "new.json")); code != 0 || err != nil || !strings.Contains(out, "is the baseline to keep") {
			t.Errorf("first run with baseline %q: exit code %d, %v\n%s", baseline, code, err, out)
		}
	}
}

// TestPreCommitHooks checks that the hooks of the root and those of contrib run the same commands
// on the same files.
func TestPreCommitHooks(t *testing.T) {
	lines := func(name string) (list []string) {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(string(text), "\n") {
			line = strings.TrimPrefix(strings.TrimSpace(line), "- ")
			if key, _, _ := strings.Cut(line, ":"); key == "id" && strings.HasPrefix(line, "id:") || key == "entry" ||
				key == "files" || key == "require_serial" {
				list = append(list, line)
			}
		}
		return list
	}
	root, contrib := lines(".pre-commit-hooks.yaml"), lines("contrib/pre-commit/config.yaml")
	if len(root) != 7 || !slices.Equal(root, contrib) {
		t.Errorf("got %q, but contrib has %q", root, contrib)
	}
}
