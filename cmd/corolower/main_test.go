// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The tests build the program, run it with arguments and files, and check its output and exit code.

var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "corolower-cmd-")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "corolower")
	if out, err := exec.Command("go", "build", "-pgo=off", "-o", binary, ".").CombinedOutput(); err != nil {
		os.Stderr.Write(out)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// coroutine is a small coroutine. broken is one that the checker and the verifier refuse.
const coroutine = `define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]
resume:
  call void @use(i32 %n)
  br label %cleanup
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %m)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare void @use(i32)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
`

var broken = strings.Replace(coroutine, "token %id, ptr %mem", "token none, ptr %mem", 1)

// files are the files in the directory where the program runs.
var files = map[string]string{
	"f.ll": coroutine, "g.ll": strings.ReplaceAll(coroutine, "@f", "@g"), "broken.ll": broken,
	"warn.ll":   strings.Replace(coroutine, " presplitcoroutine", "", 1),
	"plain.ll":  "; a comment\ndefine i32 @main() { ret i32 0 } ; and another\n",
	"syntax.ll": "define void @f() {\n  rte void, !llvm.coro.\n}\n",
	"bc.ll":     "BC\xc0\xde1234",
	"bom.ll":    "\xef\xbb\xbf" + coroutine,
	"f.ll.gz":   "\x1f\x8b\x08",
	"f.s":       "\t.text\n\t.globl\tf\n",
	"base.json": "{\"version\": 1, \"findings\": {}}",
	"layout.ll": "target datalayout = \"e-x:nonsense\"\n" + coroutine,
	"a.rsp":     "-passes='coro-early,coro-split' \"-S\" @b.rsp",
	"b.rsp":     "\xef\xbb\xbff.ll",
	"loop.rsp":  "@loop.rsp",
	"open.rsp":  "'f.ll",
	"sub/f.ll":  coroutine,
	"empty.ll":  "",
	"crlf.ll":   strings.ReplaceAll(coroutine, "\n", "\r\n"),
	"task.cpp":  "#include <coroutine>\nint main() {}\n",
	"split.ll": "define void @f() {\n  ret void\n}\ndefine void @f.resume() {\n  ret void\n}\n" +
		"define void @f.destroy() {\n  ret void\n}\n",
	"onlyend.ll": "; no newline at the end",
}

type result struct {
	stdout, stderr string
	code           int
}

func command(dir, stdin string, env []string, args ...string) result {
	cmd := exec.Command(binary, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), env...)
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	if e := cmd.Run(); e != nil && cmd.ProcessState == nil {
		return result{stderr: e.Error(), code: -1}
	}
	return result{out.String(), err.String(), cmd.ProcessState.ExitCode()}
}

func workDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// words splits a test's command line at blanks. No test needs quotes.
func words(s string) []string { return strings.Fields(s) }

func TestCommandLine(t *testing.T) {
	dir := workDir(t)
	for _, c := range []struct {
		line   string
		code   int
		stdout string // regular expressions; "-" requires empty output
		stderr string
	}{
		// output
		{"f.ll", 0, `define internal fastcc void @f\.resume\(`, "-"},
		{"-S f.ll -o -", 0, `@f\.resume`, "-"},
		{"plain.ll", 0, `\Adefine i32 @main\(\) \{ ret i32 0 \}\n\z`, "-"},
		{"--keep-comments plain.ll", 0, `\A; a comment\ndefine i32 @main\(\) \{ ret i32 0 \} ; and another\n\z`, "-"},
		{"empty.ll", 0, "-", "-"},
		{"onlyend.ll", 0, "-", "-"},
		{"-keep-comments onlyend.ll", 0, `\A; no newline at the end\z`, "-"},
		{"-disable-output f.ll", 0, "-", "-"},
		{"--passes=coro-early,coro-split -S f.ll", 0, `call noalias nonnull ptr @llvm\.coro\.begin`, "-"},
		{"-passes coro-early -S f.ll", 0, `ptr null, ptr @f, ptr null`, "-"},
		{"-p coro-early f.ll", 0, `ptr null, ptr @f, ptr null`, "-"},
		{"@a.rsp", 0, `call noalias nonnull ptr @llvm\.coro\.begin`, "-"},
		{"@open.rsp", 0, `define ptr @f\(`, "-"},
		{"-O0 f.ll", 0, `@f\.resume`, "-"},
		{"-f -opaque-pointers -enable-new-pm=1 -aa-pipeline basic-aa f.ll", 0, `@f\.resume`, "-"},
		{"-mtriple=aarch64-linux-gnu f.ll", 0, `target triple = "aarch64-unknown-linux-gnu"\n\n`, "-"},
		{"--target=aarch64-linux-gnu f.ll", 0, `target triple = "aarch64-unknown-linux-gnu"\n\n`, "-"},
		{"-target aarch64-linux-gnu f.ll", 0, `target triple = "aarch64-unknown-linux-gnu"\n\n`, "-"},
		{"--target=a -mtriple=b f.ll", 2, "-", `for the --mtriple option: may only occur zero or one times`},
		{"check --target=aarch64-linux-gnu f.ll", 0, "-", "-"},
		{"-j4 f.ll", 0, `@f\.resume`, "-"},
		{"f.ll g.ll -disable-output", 0, "-", "-"},

		// pipelines
		{"-passes=coro-early,coro-split,coro-cleanup -print-pipeline-passes f.ll", 0,
			`\Acoro-early,cgscc\(coro-split\),coro-cleanup,verify\n\z`, "-"},
		{"-print-pipeline-passes -disable-verify", 0,
			`\Acoro-early,coro-cgscc\(devirt<4>\(inline<elision>,.*,coro-annotation-elide<own-calls>\),function\(jump-threading<loads>,dce,correlated-propagation,coro-captures,coro-suspend-weights\),coro-split<reuse-storage;grow-buffers;dynamic-allocas;continuations>,function\(coro-elide<own-ramp>,simplifycfg\)\),coro-cleanup,coro-fold-sizes,globaldce\n\z`, "-"},
		{"-enable-coroutines -enable-new-pm=0 -coro-early -coro-split f.ll -print-pipeline-passes", 0,
			`\Acoro-early,cgscc\(coro-split\),verify\n\z`, "-"},
		{"-reuse-storage-in-coroutine-frame -passes=coro-split -print-pipeline-passes", 0,
			`\Acgscc\(coro-split<reuse-storage>\),verify\n`, "-"},
		{"-passes=coro-early,coro-spit f.ll", 2, "-",
			`\Acorolower: unknown module pass 'coro-spit'\n-passes=coro-early,coro-spit\n {19}\^~{8}\nhint: did you mean 'coro-split'\?\n\z`},
		{"-passes=gvn f.ll", 2, "-",
			`unknown pass name 'gvn'(?s:.*)is a pass of opt that corolower does not have; the closest is 'early-cse'`},
		{"-passes=coro-early -passes=verify f.ll", 2, "-", `may only occur zero or one times`},
		{"-O2 -passes=verify f.ll", 2, "-", `Cannot specify -O# and --passes=`},
		{"-passes=pgo-instr-gen f.ll", 2, "-", `corolower has some of opt's passes`},
		{"-passes=simplifycfg<bonus-inst-threshold=2;no-keep-loops> -print-pipeline-passes", 0,
			`\Afunction\(simplifycfg<bonus-inst-threshold=2;no-keep-loops>\),verify\n`, "-"},
		{"-passes=simplifycfg<bonus-inst-threshold=x> f.ll", 2, "-", `invalid SimplifyCFGPass pass parameter`},
		{"-passes=simplifycfg<keep-lops> f.ll", 2, "-", `did you mean 'simplifycfg<keep-loops>'`},
		{"--code-model=medium -preserve-alignment-assumptions-during-inlining=false f.ll -disable-output", 0, "-", "-"},
		{"--code-model medium f.ll -disable-output", 0, "-", "-"},
		{"--print-passes", 0, `(?s)Module passes:.*coro-early.*CGSCC passes:.*coro-split<reuse-storage;grow-buffers;dynamic-allocas;continuations>`,
			"-"},

		// mistakes
		{"-foo f.ll", 2, "-", `\Acorolower: Unknown command line argument '-foo'\.  Try: 'corolower --help'\n\z`},
		{"-passses=x f.ll", 2, "-", `Unknown command line argument '-passses=x'(?s:.*)Did you mean '--passes'\?`},
		{"-coro-split=1 f.ll", 2, "-", `Unknown command line argument '-coro-split=1'(?s:.*)-passes=coro-split`},
		{"check -coro-split f.ll", 2, "-", `Unknown command line argument '-coro-split'`},
		{"-coro-split -passes=coro-early f.ll", 2, "-",
			`Cannot specify passes via both -foo-pass and --passes=foo-pass`},
		{"-coro-split -O2 f.ll", 2, "-", `Cannot specify -O# and --passes=`},
		{"-gvn f.ll", 2, "-", `is a pass of opt`},
		{"f.ll -o x.ll -pass-remarks-output=./x.ll", 2, "-", `'x\.ll' is named for two outputs`},
		{"f.ll -o x.ll -o y.ll", 2, "-", `for the -o option: may only occur zero or one times!`},
		{"f.ll -o", 2, "-", `for the -o option: requires a value!`},
		{"f.ll -opt-bisect-limit=x", 2, "-",
			`for the --opt-bisect-limit option: 'x' value invalid for integer argument!`},
		{"-S=5 f.ll", 2, "-", `for the -S option: '5' is invalid value for boolean argument! Try 0 or 1`},
		{"-llvm-version=12 f.ll", 2, "-", `not between 13 and 23`},
		{"-color=blue f.ll", 2, "-", `not one of auto, always, never`},
		{"-print-changed=diff f.ll", 2, "-", `Cannot find option named 'diff'`},
		{"-print-after=coro-spilt f.ll", 2, "-", `Did you mean 'coro-split'`},
		{"-pass-remarks=( f.ll", 2, "-", `Invalid regular expression '\(' in -pass-remarks`},
		{"f.ll g.ll", 2, "-", `several inputs need a directory`},
		{"f.ll sub/f.ll -o out/", 2, "-", `'f\.ll' and 'sub/f\.ll' would both be written to out/f\.ll`},
		{"@loop.rsp", 2, "-", `nested more than`},
		{"@missing", 2, "-", `@missing: error: Could not open input file: No such file or directory`},

		// errors of the input
		{"missing.ll", 2, "-", `\Acorolower: missing\.ll: error: Could not open input file: No such file or directory\n\z`},
		{"sub", 2, "-", `Is a directory`},
		{"syntax.ll", 1, "-", `\Acorolower: syntax\.ll:2:3: error: .*\n  rte void, !llvm\.coro\.\n  \^`},
		{"bc.ll", 1, "-", `bitcode(?s:.*)llvm-dis bc\.ll`},
		{"task.cpp", 1, "-", `this looks like C\+\+: run .clang\+\+ -std=c\+\+20 -O2 -g -S -emit-llvm -Xclang -disable-llvm-passes -o - task\.cpp`},
		{"bom.ll", 1, "-", `byte order mark(?s:.*)hint: remove it: .tail -c \+4 bom\.ll \| corolower`},
		{"f.ll.gz", 1, "-", `compressed(?s:.*)hint: decompress it: .gzip -dc f\.ll\.gz \| corolower`},
		{"f.s", 1, "-", `hint: this looks like assembly: with clang -S -emit-llvm`},
		{"check no/**", 2, "-", `\Acorolower: no: No such file or directory\n\z`},
		{"check --config=no.toml f.ll", 2, "-", `\Acorolower: no\.toml: No such file or directory\n\z`},
		{"check --baseline=base.json f.ll", 2, "-",
			`\Acorolower: base\.json is not a baseline: 'findings' has the wrong type: object\n\z`},
		{"chek f.ll", 2, "-", `\Acorolower: 'chek' is neither a file nor a command\ncorolower: did you mean 'corolower check'\?\n\z`},
		{"split.ll", 0, `@f\.resume`,
			`\Acorolower: split\.ll: note: @f was split already: .*\nhint: add -Xclang -disable-llvm-passes`},
		{"-w split.ll", 0, `@f\.resume`, "-"},
		{"/usr/bin/c++ -c a.cpp", 2, "-", "the command line of a compiler.*`corolower cc`\ncorolower: write: corolower cc /usr/bin/c\\+\\+ -c a\\.cpp;"},
		{"crlf.ll", 0, `\A[^\r]*define [^\r]*\z`, "-"},
		{"-passes=coro-early -time-passes -disable-output f.ll", 0, "-", `CoroEarlyPass\n`},
		{"-mtriple=x86_64-linux-gnu f.ll", 0, `target triple = "x86_64-unknown-linux-gnu"`, "-"},
		{"-pass-remarks=( f.ll", 2, "-", `\Acorolower: Invalid regular expression '\(' in -pass-remarks: missing closing \): `},
		{"-O2 -O0 f.ll", 2, "-", `\Acorolower: Cannot specify multiple -O#\n\z`},
		{"check split.ll", 2, "-", `clang has split the coroutines already`},
		{"check --allow-none split.ll", 0, "-", `add -Xclang -disable-llvm-passes`},
		{"check", 2, "-", `\Acorolower: check reads standard input.*\n.*standard input is empty`},
		{"check -", 2, "-", `\Acorolower: standard input is empty\n`},
		{"check --allow-none -", 0, "-", "-"},
		{"f.ll -O4", 2, "-", `Unknown command line argument '-O4'.*\ncorolower: the levels are -O0, -O1, -O2, -O3, -Os and -Oz`},
		{"f.ll -o x.bc", 0, "-", `warning: the output 'x\.bc' is text, not bitcode\nhint: llvm-as converts it`},
		{"f.ll -o x.bc -disable-output", 0, "-", "-"},
		{"layout.ll", 1, "-", `layout\.ll:1:1: error: `},
		{"broken.ll", 1, "-", `broken\.ll:6:\d+: error: .*\[begin-token\]\n.*\n +\^`},
		{"warn.ll", 0, `llvm\.coro\.suspend`, `warning: .*\[presplit-missing\]`},
		{"-w warn.ll", 0, `llvm\.coro\.suspend`, "-"},

		// remarks and reports
		{"-pass-remarks=coro-split f.ll -disable-output", 0, "-",
			`\Aremark: <unknown>:0:0: Split 'f' \(frame_size=\d+, align=8\)\n\z`},
		{"-pass-remarks=coro f.ll g.ll -disable-output", 0, "-", `Split 'f'(?s:.*)Split 'g'`},
		{"-pass-remarks=inline f.ll -disable-output", 0, "-", "-"},
		{"-pass-remarks-output=- f.ll -disable-output", 0, `\A--- !Passed\nPass:            coro-split\n`, "-"},
		{"-pass-remarks-output=- -pass-remarks-filter=inline f.ll -disable-output", 0, "-", "-"},
		{"-stats f.ll -disable-output", 0, "-", `       1 coro-split +- coroutines split\n`},
		{"-stats-json f.ll -disable-output", 0, "-", `"coro-split\.Coroutines": 1`},
		{"-stats-json -info-output-file=- f.ll -disable-output", 0, `"coro-split\.Suspends": 1`, "-"},
		{"-time-passes f.ll -disable-output", 0, "-", `(?s)Pass execution timing report.*CoroSplitPass.*Total`},
		{"-print-after=coro-early f.ll -disable-output", 0, "-",
			`\A; \*\*\* IR Dump After CoroEarlyPass on \[module\] \*\*\*\n(?s:.*)define ptr @f`},
		{"-print-before-all -filter-print-funcs=nope -passes=coro-split f.ll -disable-output", 0, "-", "-"},
		{"-passes=coro-early,print,coro-split f.ll -disable-output", 0, "-",
			`\Adefine ptr @f(?s:.*)@llvm\.coro\.suspend`},
		{"-print-changed -passes=coro-early,coro-split f.ll -disable-output", 0, "-",
			`IR Dump At Start(?s:.*)IR Dump After CoroSplitPass on \(f\.resume\) omitted because no change`},
		{"-print-changed=quiet -passes=coro-early f.ll -disable-output", 0, "-",
			`\A\*\*\* IR Dump After CoroEarlyPass on \[module\] \*\*\*\n(?s:.*)%id = .*ptr @f, ptr null\)`},
		{"-opt-bisect-limit=1 f.ll", 0, `ptr null, ptr @f, ptr null`,
			`BISECT: running pass \(1\) coro-early on \[module\]\nBISECT: NOT running pass \(2\) inline on \(f\)\n`},
		{"-debug-pass-manager -passes=coro-early,coro-split f.ll -disable-output", 0, "-",
			`\ARunning pass: CoroEarlyPass on \[module\]\nRunning pass: CoroSplitPass on \(f\) \(1 node\)\n`},
		{"-debug-pass-manager -passes=coro-early,function(coro-elide),cgscc(coro-split) plain.ll -disable-output", 0,
			"-",
			`\ARunning pass: CoroEarlyPass on \[module\]\nRunning pass: CoroElidePass on main \(1 instruction\)\n` +
				`Running pass: CoroSplitPass on \(main\) \(1 node\)\n\z`},
		{"-verify-each f.ll -disable-output", 0, "-", "-"},

		// subcommands
		{"check f.ll", 0, "-", "-"},
		{"check broken.ll", 1, "-",
			`error: .*\[begin-token\](?s:.*)\ncorolower: 1 error, 0 warnings, 1 can be fixed with --fix\n\z`},
		{"check warn.ll broken.ll", 1, "-", `(?s)warn\.ll.*broken\.ll`},
		{"check --format=json f.ll", 0, `\A{\n  "version": 1,\n  "findings": \[\]\n}\n\z`, "-"},
		{"check -format github broken.ll", 1, `\A::error file=broken\.ll,line=6,`, "-"},
		{"check missing.ll", 2, "-", `missing\.ll: error: Could not open`},
		{"check -format=yaml f.ll", 2, "-", `not one of text, json, sarif, github, gitlab`},
		{"check -foo f.ll", 2, "-", `Unknown command line argument '-foo'`},
		{"check --rules", 0, `(?s)\nThe function:\n.*\n  begin-token +error +the token.*size-width`, "-"},
		{"check --rules=begin-twice", 0,
			`(?s)\Abegin-twice \(error\).*\n    - %again.*A module with this finding:.*define ptr @f`, "-"},
		{"check --rules=begin-twic", 2, "-", `unknown rule 'begin-twic'; did you mean 'begin-twice'\?`},
		{"check --disable=nonsense f.ll", 2, "-", `for the --disable option: 'nonsense': unknown rule 'nonsense'`},
		{"version", 0, `\Acorolower \d+\.\d+\.\d+`, "-"},
		{"--version", 0, `\Acorolower \d+\.\d+\.\d+`, "-"},
		{"-help", 0, `(?s)Examples:.*-passes`, "-"},
		{"-help", 0, `-p, --passes pipeline `, "-"},
		{"-help", 0, `(?s)without effect:\n.*--preserve-ll-uselistorder`, "-"},
		{"--help-hidden", 0, `--Os `, "-"},
		{"check --help-hidden", 0, `--data-layout`, "-"},
		{"check -h", 0, `(?s)Examples:.*--rules`, "-"},
		{"help passes", 0, `(?s)coro-split<reuse-storage>.*default<O0\|`, "-"},
		{"help check", 0, `Exit codes`, "-"},
		{"help nonsense", 2, "-", `no help about 'nonsense'`},
		{"completion bash", 0, `__start_corolower`, "-"},
		{"completion zsh", 0, `#compdef corolower`, "-"},
		{"completion fish", 0, `complete -c corolower`, "-"},
		{"completion tcsh", 2, "-", `no completion for 'tcsh'`},
	} {
		r := command(dir, "", nil, words(c.line)...)
		if r.code != c.code {
			t.Errorf("%s: exit code %d, want %d\n%s", c.line, r.code, c.code, r.stderr)
		}
		for _, s := range []struct{ name, got, want string }{{"stdout", r.stdout, c.stdout},
			{"stderr", r.stderr, c.stderr}} {
			if s.want == "-" && s.got != "" {
				t.Errorf("%s: %s is not empty:\n%s", c.line, s.name, s.got)
			}
			if s.want != "-" && !regexp.MustCompile(s.want).MatchString(s.got) {
				t.Errorf("%s: %s does not match %s:\n%s", c.line, s.name, s.want, s.got)
			}
		}
	}
}

func TestStdin(t *testing.T) {
	dir := workDir(t)
	for _, args := range [][]string{nil, {"-"}, {"-S", "-o", "-", "-"}} {
		if r := command(dir, coroutine, nil, args...); r.code != 0 || !strings.Contains(r.stdout, "@f.resume(") {
			t.Errorf("%q: exit code %d\n%s", args, r.code, r.stderr)
		}
	}
	if r := command(dir, "foo\n", nil); r.code != 1 ||
		r.stderr != "corolower: <stdin>:1:1: error: expected top-level entity\nfoo\n^\n" {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
}

// TestOutputFile checks that the output is complete or does not exist, and that no other file
// stays.
func TestOutputFile(t *testing.T) {
	dir := workDir(t)
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return ""
		}
		return string(b)
	}
	want := command(dir, "", nil, "f.ll").stdout
	if r := command(dir, "", nil, "f.ll", "-o", "out.ll"); r.code != 0 || r.stdout != "" || read("out.ll") != want {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
	if r := command(dir, "", nil, "broken.ll", "-o", "out.ll"); r.code != 1 || read("out.ll") != want {
		t.Error("an error touched the old output")
	}
	if r := command(dir, "", nil, "broken.ll", "-o", "none.ll"); r.code != 1 || read("none.ll") != "" {
		t.Error("an error left an output")
	}
	if r := command(dir, "", nil, "f.ll", "-o", "f.ll"); r.code != 0 || read("f.ll") != want {
		t.Error("a file cannot be its own output")
	}
	if r := command(dir, "", nil, "g.ll", "sub/f.ll", "broken.ll", "-o", "dir/"); r.code != 1 ||
		read("dir/f.ll") != want || read("dir/g.ll") == "" || read("dir/broken.ll") != "" {
		t.Errorf("several inputs: exit code %d\n%s", r.code, r.stderr)
	}
	if r := command(dir, "", nil, "g.ll", "-o", "/dev/null"); r.code != 0 || r.stdout != "" {
		t.Errorf("/dev/null: exit code %d\n%s", r.code, r.stderr)
	}
	if st, err := os.Stat("/dev/null"); err != nil || st.Mode().IsRegular() {
		t.Fatal("/dev/null was replaced")
	}
	if r := command(dir, "", nil, "g.ll", "-o", "nodir/x.ll"); r.code != 2 {
		t.Errorf("missing directory: exit code %d\n%s", r.code, r.stderr)
	}
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if strings.HasPrefix(e.Name(), ".") {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

func TestColor(t *testing.T) {
	dir := workDir(t)
	if r := command(dir, "", nil, "syntax.ll"); strings.Contains(r.stderr, "\x1b") {
		t.Error("colour without a terminal")
	}
	if r := command(dir, "", nil, "--color=always", "syntax.ll"); !strings.Contains(r.stderr, "\x1b[") {
		t.Error("no colour with --color=always")
	}
	if r := command(dir, "", []string{"NO_COLOR=1"}, "--color", "always", "syntax.ll"); strings.Contains(r.stdout,
		"\x1b[") {
		t.Error("colour on stdout")
	}
}

func TestSARIFBesideText(t *testing.T) {
	dir := workDir(t)
	r := command(dir, "", nil, "check", "--sarif=out.sarif", "broken.ll")
	text, err := os.ReadFile(filepath.Join(dir, "out.sarif"))
	if err != nil || r.code != 1 || !strings.Contains(r.stderr, "begin-token") {
		t.Fatalf("%v, exit code %d\n%s", err, r.code, r.stderr)
	}
	var log struct {
		Runs []struct{ Results []struct{ RuleID string } }
	}
	if err := json.Unmarshal(text, &log); err != nil || len(log.Runs[0].Results) == 0 ||
		log.Runs[0].Results[0].RuleID != "begin-token" {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestWarningsAreFindings(t *testing.T) {
	dir := workDir(t)
	odd := strings.NewReplacer("%size = call i64 @llvm.coro.size.i64()", "%small = call i32 @llvm.coro.size.i32()\n"+
		"  %size = zext i32 %small to i64",
		"i64 @llvm.coro.size.i64", "i32 @llvm.coro.size.i32").Replace(coroutine)
	if r := command(dir, odd, nil, "check"); r.code != 1 || !strings.Contains(r.stderr, "0 errors, 1 warning\n") {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
	if r := command(dir, odd, nil, "check", "--errors-only"); r.code != 0 {
		t.Errorf("--errors-only: exit code %d\n%s", r.code, r.stderr)
	}
}

// TestCompletionRequest checks that cobra's completion of files and options still works after
// dashes are added.
func TestCompletionRequest(t *testing.T) {
	if r := command(t.TempDir(), "", nil, "__complete", "--pass-remarks-"); r.code != 0 || !strings.Contains(r.stdout,
		"--pass-remarks-output") {
		t.Errorf("exit code %d\n%s%s", r.code, r.stdout, r.stderr)
	}
}
