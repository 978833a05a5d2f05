// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// creator is a file with a coroutine named f and a function that creates one and gives it away.
var creator = strings.Replace(coroutine, "  %size = ", "  %need = call i1 @llvm.coro.alloc(token %id)\n  %size = ", 1) + `
declare i1 @llvm.coro.alloc(token)
@kept = global ptr null
define void @maker() nounwind {
  %h = call ptr @f(i32 1)
  store ptr %h, ptr @kept
  ret void
}
`

// explain runs explain elision in an empty directory with a.ll and b.ll.
func explain(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"a.ll": creator, "b.ll": strings.ReplaceAll(creator, "maker", "user")} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(binary, append([]string{"explain", "elision"}, args...)...)
	cmd.Dir = dir
	var out, msg strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &msg
	_ = cmd.Run() // the code tells
	return out.String(), msg.String(), cmd.ProcessState.ExitCode()
}

func TestExplainSeveralFiles(t *testing.T) {
	out, msg, code := explain(t, "a.ll", "b.ll")
	if code != 0 || msg != "" {
		t.Fatalf("exit code %d, %s", code, msg)
	}
	a, b := strings.Index(out, "a.ll:"), strings.Index(out, "b.ll:")
	if a != 0 || b < 0 || !strings.HasSuffix(out, "\n0 of 2 allocations elided, after -passes='default<O2>'\n") {
		t.Errorf("got\n%s", out)
	}
}

func TestExplainJSON(t *testing.T) {
	out, _, code := explain(t, "--format=json", "--function=user", "a.ll", "b.ll")
	var list []struct {
		File, Caller string
		Line         int
		Elided       bool
		Reason       struct{ Kind, Message, Instruction string }
	}
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if code != 0 || len(list) != 1 || list[0].File != "b.ll" ||
		list[0].Caller != "user" || list[0].Line == 0 || list[0].Elided {
		t.Fatalf("exit code %d, got %s", code, out)
	}
	if r := list[0].Reason; r.Kind == "" || r.Message == "" {
		t.Errorf("no reason in %s", out)
	}
}

// TestExplainAwaits: each await of an elided task is reported at the creation of the task.
func TestExplainAwaits(t *testing.T) {
	out, err := exec.Command(binary, "explain", "elision", "--format=json", "../../examples/awaits.ll").Output()
	if err != nil {
		t.Fatal(err)
	}
	type await struct {
		Removed bool
		Message string
	}
	var list []struct {
		Callee string
		Awaits []await
	}
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatal(err)
	}
	got := map[string][]await{}
	for _, c := range list {
		got[c.Callee] = c.Awaits
	}
	want := map[string][]await{
		"child":  {{true, "the await of 'child' in 'parent' is removed: it never suspends"}},
		"logged": {{false, "the await of 'logged' in 'other' stays: 'logged' calls 'log', which may throw"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestExplainUnknownFunction(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"makre", "hint: Did you mean '@maker'?"},
		{"@makre", "hint: Did you mean '@maker'?"},
		{"ake", "hint: Did you mean '@maker'?"},
		{"nothing.like.it", "no function is named '@nothing.like.it'\n"},
	} {
		out, msg, code := explain(t, "--function="+c.name, "a.ll")
		if code != 1 || out != "" || !strings.Contains(msg, c.want) {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q", c.name, code, out, msg)
		}
	}
}

func TestExplainOneFileMissing(t *testing.T) {
	out, msg, code := explain(t, "a.ll", "none.ll")
	if code != 2 || !strings.Contains(out, "0 of 1 allocation elided") || !strings.Contains(msg, "none.ll") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out, msg)
	}
}

func TestExplainFrameSeveralFiles(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.ll", creator)
	put(t, dir, "b.ll", strings.ReplaceAll(creator, "@f(", "@_Z1gi("))
	for _, c := range []struct {
		args      []string
		code      int
		out, gone string
	}{
		{[]string{"a.ll", "b.ll"}, 0, "2 coroutines, 48 bytes of frames", ""},
		{[]string{"--function=g(int)", "a.ll", "b.ll"}, 0, "b.ll:", "a.ll:"},
		{[]string{"--function=f", "a.ll", "none.ll"}, 2, "a.ll:", "b.ll:"},
		{[]string{"--function=/^f$/", "a.ll", "b.ll"}, 0, "a.ll:", "b.ll:"},       // not _Z1gi, nor free
		{[]string{`--function=/^g\(.*\)$/`, "a.ll", "b.ll"}, 0, "b.ll:", "a.ll:"}, // demangled
		{[]string{"--function=/^_Z|^f$/", "a.ll", "b.ll"}, 0, "2 coroutines", ""},
		{[]string{"--function=/^nowhere/", "a.ll"}, 1, "", "a.ll:"},
	} {
		r := command(dir, "", nil, append([]string{"explain", "frame"}, c.args...)...)
		if r.code != c.code || !strings.Contains(r.stdout, c.out) || c.gone != "" && strings.Contains(r.stdout,
			c.gone) {
			t.Errorf("%q: exit code %d\n%s%s", c.args, r.code, r.stdout, r.stderr)
		}
	}
}

// What is no regular expression is told before any file is read, by every topic.
func TestExplainBrokenExpression(t *testing.T) {
	for _, topic := range []string{"elision", "frame", "states"} {
		r := command(t.TempDir(), "", nil, "explain", topic, "--function=/a(/", "none.ll")
		if r.code != 2 || r.stdout != "" || !strings.Contains(r.stderr,
			"missing closing ): `a(`") {
			t.Errorf("%s: exit code %d\n%s%s", topic, r.code, r.stdout, r.stderr)
		}
	}
}

// TestExplainFrameBudget: frames beyond a limit are told at their lines, of the IR where there is
// no other.
func TestExplainFrameBudget(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.ll", creator)
	put(t, dir, "echo.ll", example(t, "echo.ll"))
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"--budget max-frame=1000 a.ll", 0, ""},
		{"--budget max-frame=10 a.ll", 1, "corolower: a.ll:1:1: error: frame of 'f' has 24 bytes, but only 10 are " +
			"allowed [max-frame]\ndefine ptr @f(i32 %n) presplitcoroutine {\n^\n"},
		{"--budget max-frame=10 --budget max-frame[name:f]=none a.ll", 0, ""},
		{"--budget max-frame=10 --function=f echo.ll a.ll", 1, "frame of 'f'"},
		{"--budget max-total=500 echo.ll a.ll", 1,
			"frames of 2 coroutines have 504 bytes together, but only 500 are allowed [max-total]"},
		{"--budget max-frame=479 --format=json echo.ll", 1,
			"echo.cpp:35: error: frame of 'echo(int)' has 480 bytes, but only 479 are allowed [max-frame]\n"},
		{"--budget no-growth=0 a.ll", 2, "for the --budget option: no-growth is nothing that this command knows; " +
			"it knows max-frame, max-total"},
		{"--budget max-frame=10 none.ll", 2, "none.ll"},
	} {
		r := command(dir, "", nil, append([]string{"explain", "frame"}, words(c.args)...)...)
		if r.code != c.code || c.want == "" && r.stderr != "" || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%s: exit code %d\n%s", c.args, r.code, r.stderr)
		}
	}
}
