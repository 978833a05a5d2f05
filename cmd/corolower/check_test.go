// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// findings counts what a format tells, and gives the names of rules in it.
func findings(t *testing.T, format string, r result) []string {
	t.Helper()
	var out []string
	decode := func(v any) {
		if err := json.Unmarshal([]byte(r.stdout), v); err != nil {
			t.Fatalf("%s: %v\n%s", format, err, r.stdout)
		}
	}
	switch format {
	case "text":
		for line := range strings.SplitSeq(r.stderr, "\n") {
			if k := strings.LastIndexByte(line, '['); k >= 0 && (strings.Contains(line, " error: ") ||
				strings.Contains(line, " warning: ")) {
				out = append(out, strings.TrimSuffix(line[k+1:], "]"))
			}
		}
	case "json":
		var l struct{ Findings []struct{ Rule string } }
		decode(&l)
		for _, x := range l.Findings {
			out = append(out, x.Rule)
		}
	case "gitlab":
		var l []struct {
			Check    string `json:"check_name"`
			Location struct {
				Path  string
				Lines struct{ Begin int }
			}
			Fingerprint, Severity, Description string
		}
		decode(&l)
		for _, x := range l {
			out = append(out, x.Check)
			if x.Location.Path == "" || x.Location.Lines.Begin == 0 ||
				x.Fingerprint == "" || x.Severity == "" || x.Description == "" {
				t.Errorf("gitlab: incomplete: %s", r.stdout)
			}
		}
	case "sarif":
		var l struct {
			Runs []struct{ Results []struct{ RuleID string } }
		}
		decode(&l)
		for _, x := range l.Runs[0].Results {
			out = append(out, x.RuleID)
		}
	case "github":
		for line := range strings.SplitSeq(r.stdout, "\n") {
			if _, rest, ok := strings.Cut(line, ",title="); ok {
				rule, _, _ := strings.Cut(rest, "::")
				out = append(out, rule)
			}
		}
	}
	return out
}

// TestWorkflow is a project that lives with what it has: a baseline is written, the gate is green,
// somebody makes a mistake in a file whose lines moved, and every format tells of that one.
func TestWorkflow(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "build/old.ll", broken)
	put(t, dir, "build/sub/good.ll", strings.ReplaceAll(coroutine, "@f", "@g"))
	run := func(args ...string) result {
		return command(dir, "", nil, append([]string{"check", "--baseline=known.json"}, args...)...)
	}
	if r := run("build"); r.code != 2 || !strings.Contains(r.stderr, "known.json is missing") ||
		!strings.Contains(r.stderr, "--update-baseline writes it") {
		t.Fatalf("exit code %d\n%s", r.code, r.stderr)
	}
	if r := run("--update-baseline", "build"); r.code != 0 || !strings.Contains(r.stderr,
		"baseline of 1 finding written to known.json") {
		t.Fatalf("exit code %d\n%s", r.code, r.stderr)
	}
	if r := run("build"); r.code != 0 || r.stderr != "corolower: 1 known to the baseline\n" {
		t.Fatalf("exit code %d\n%s", r.code, r.stderr)
	}
	if err := os.Rename(filepath.Join(dir, "build/old.ll"), filepath.Join(dir, "build/new.ll")); err != nil {
		t.Fatal(err)
	}
	if r := run("build"); r.code != 0 || r.stderr != "corolower: 1 known to the baseline\n" {
		t.Fatalf("renamed: exit code %d\n%s", r.code, r.stderr)
	}
	put(t, dir, "build/newer.ll", broken) // a copy is no renamed file: one of the two is new
	if r := run("build"); r.code != 1 || !strings.Contains(r.stderr, "1 error, 0 warnings, 1 known to the baseline") {
		t.Fatalf("copied: exit code %d\n%s", r.code, r.stderr)
	}
	for _, name := range []string{"build/new.ll", "build/newer.ll"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	put(t, dir, "build/old.ll", "; a line more\n"+broken)
	put(t, dir, "build/sub/good.ll", strings.Replace(strings.ReplaceAll(coroutine, "@f", "@g"), " presplitcoroutine",
		"", 1))
	for _, format := range checkFormats {
		r := run("--format="+format, "build")
		if got := findings(t, format, r); r.code != 1 || len(got) != 1 || got[0] != "presplit-missing" {
			t.Errorf("%s: exit code %d, findings %q\n%s%s", format, r.code, got, r.stdout, r.stderr)
		}
	}
	if r := run("--update-baseline", "build"); r.code != 0 || !strings.Contains(r.stderr, "baseline of 2 findings") {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
	if r := run("build"); r.code != 0 {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
}

var checkFormats = []string{"text", "json", "sarif", "github", "gitlab"}

func TestCheckControl(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "e.ll", broken)
	put(t, dir, "w.ll", strings.NewReplacer("%size = call i64 @llvm.coro.size.i64()",
		"%small = call i32 @llvm.coro.size.i32()\n  %size = zext i32 %small to i64",
		"i64 @llvm.coro.size.i64", "i32 @llvm.coro.size.i32").Replace(coroutine))
	put(t, dir, "i.ll", strings.Replace(broken, "  %hdl =", "  ; corolower: ignore begin-token\n  %hdl =", 1))
	put(t, dir, "same.ll", strings.Replace(broken, "ptr %mem)\n", "ptr %mem) ; corolower: ignore begin-token\n", 1))
	put(t, dir, "idle/idle.ll", coroutine+"; corolower: ignore over-aligned\n")
	put(t, dir, "p/corolower.toml", "[check]\ndisable = ['begin-token']\n")
	put(t, dir, "p/q/e.ll", broken)
	put(t, dir, "bad/corolower.toml", "[check]\ndisable = ['begin-tok']\n")
	put(t, dir, "bad/f.ll", coroutine)
	put(t, dir, "strict/corolower.toml", "[check]\nwerror = true\n")
	put(t, dir, "strict/w.ll", strings.NewReplacer("%size = call i64 @llvm.coro.size.i64()",
		"%small = call i32 @llvm.coro.size.i32()\n  %size = zext i32 %small to i64",
		"i64 @llvm.coro.size.i64", "i32 @llvm.coro.size.i32").Replace(coroutine))
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"e.ll", 1, "1 error, 0 warnings, 1 can be fixed"},
		{"--disable=begin-token e.ll", 0, ""},
		{"--disable all e.ll w.ll", 0, ""},
		{"--disable all --enable begin-token e.ll", 1, "1 error"},
		{"--enable begin-token --disable all e.ll", 0, ""},
		{"--warn=begin-token e.ll", 1, "0 errors, 1 warning"},
		{"--warn=begin-token --errors-only e.ll", 0, "0 errors, 1 warning"},
		{"--error=size-width --errors-only w.ll", 1, "1 error, 0 warnings"},
		{"--errors-only w.ll", 0, "0 errors, 1 warning"},
		{"--werror --errors-only w.ll", 1, "1 error, 0 warnings"},
		{"--errors-only strict/w.ll", 1, "1 error, 0 warnings"},
		{"--errors-only --no-config strict/w.ll", 0, "0 errors, 1 warning"},
		{"--errors-only --config=strict/corolower.toml w.ll", 1, "1 error, 0 warnings"},
		{"i.ll", 0, ""},
		{"same.ll", 0, ""},
		{"p/q/e.ll", 0, ""},
		{"--enable=begin-token p/q/e.ll", 1, "1 error"},
		{"--no-config p/q/e.ll", 1, "1 error"},
		{"bad/f.ll", 2, "did you mean 'begin-token'?"},
		{"--config=none.toml e.ll", 2, "none.toml"},
		{"p", 0, ""},
		{"*.ll", 1, "1 error, 1 warning"},
		{"none/*.ll", 2, "none"},
		{"--fix -", 2, "--fix cannot change standard input"},
		{"--fix /dev/null", 2, "--fix cannot change '/dev/null', which is not a file"},
		{"", 2, "standard input is empty"},
		{"-", 2, "standard input is empty"},
		{"--allow-none -", 0, ""},
		{"idle/idle.ll", 1, "comment `corolower: ignore over-aligned` silences nothing"},
		{"--update-baseline e.ll", 2, "--update-baseline needs --baseline"},
		{"--baseline=x.json --sarif=./x.json e.ll", 2, "named for two outputs"},
	} {
		r := command(dir, "", nil, append([]string{"check"}, words(c.args)...)...)
		if r.code != c.code || !strings.Contains(r.stderr, c.want) || c.want == "" && r.stderr != "" {
			t.Errorf("check %s: exit code %d, want %d, and %q in\n%s", c.args, r.code, c.code, c.want, r.stderr)
		}
	}
}

// TestFixInFile: the file is fixed, and what cannot be fixed is still told.
func TestFixInFile(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "f.ll", "; kept\n"+strings.Replace(broken, " presplitcoroutine", "", 1))
	r := command(dir, "", nil, "check", "--fix", "f.ll")
	text, err := os.ReadFile(filepath.Join(dir, "f.ll"))
	if err != nil || r.code != 0 || r.stderr != "corolower: 2 fixed\n" || string(text) != "; kept\n"+coroutine {
		t.Errorf("%v, exit code %d, %s\n%s", err, r.code, r.stderr, text)
	}
	twice := strings.Replace(broken, "  %s = call", "  %two = call ptr @llvm.coro.begin(token %id, ptr %mem)\n"+
		"  %s = call", 1)
	put(t, dir, "g.ll", twice)
	if r := command(dir, "", nil, "check", "--fix", "g.ll"); r.code != 1 || !strings.Contains(r.stderr, "[begin-t") {
		t.Errorf("exit code %d, %s", r.code, r.stderr)
	}
}

const debugged = `define ptr @f(i32 %n) !dbg !4 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null), !dbg !5
  %hdl = call ptr @llvm.coro.begin(token none, ptr null), !dbg !6
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %out
                             i8 1, label %out ]
out:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "task.cpp", directory: "DIR/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 10, type: !7, scopeLine: 11, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DILocation(line: 12, column: 3, scope: !4)
!6 = !DILocation(line: 13, column: 7, scope: !4)
!7 = !DISubroutineType(types: !8)
!8 = !{null}
`

// TestSourceLeads: with debug info each finding leads with the frontend's file and line, in every
// form; the place in the IR follows.
func TestSourceLeads(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, "f.ll", strings.ReplaceAll(debugged, "DIR", filepath.ToSlash(dir)))
	for format, want := range map[string][]string{
		"text": {"corolower: src/task.cpp:13:7: error: the token of coro.begin is none [begin-token]\n" +
			"corolower: f.ll:4:10: note: in the IR\n  %hdl = call",
			"src/task.cpp:12:3: note: the coro.id is here (f.ll:3:9)\n",
			"corolower: src/task.cpp:11: error: @f is a coroutine without"},
		"json": {"\"file\": \"src/task.cpp\",\n      \"line\": 13,\n      \"column\": 7,\n      \"ir\": {\n        \"file\": \"f.ll\","},
		"github": {"::error file=src/task.cpp,line=13,col=7,title=begin-token::the token of coro.begin is " +
			"none%0Ain the IR: f.ll:4:10%0A"},
		"gitlab": {`"path": "src/task.cpp"`, "(f.ll:4:10)"},
		"sarif":  {`"uri": "src/task.cpp"`, `"startLine": 13`, `"text": "in the IR"`},
	} {
		r := command(dir, "", nil, "check", "--format="+format, "f.ll")
		for _, w := range want {
			if !strings.Contains(r.stdout+r.stderr, w) {
				t.Errorf("%s: %q is missing in\n%s%s", format, w, r.stdout, r.stderr)
			}
		}
	}
	if r := command(t.TempDir(), "", nil, "check", filepath.Join(dir, "f.ll")); !strings.Contains(r.stderr,
		"corolower: task.cpp:13:7: error") {
		t.Errorf("from elsewhere:\n%s", r.stderr)
	}
}
