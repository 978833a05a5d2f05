// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/report"
	lib "github.com/corolower/corolower/internal/report/explain"
)

var update = flag.Bool("update", false, "write the example reports again")

// unit is a file of IR for a report.
type unit struct{ name, text string }

// reportOf returns a report of files of IR, in the form of a project's report.
func reportOf(t *testing.T, units ...unit) *report.Report {
	t.Helper()
	pl, err := driver.Table.Parse(driver.DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	var parts []report.Part
	for _, u := range units {
		res, err := driver.Run(u.name, []byte(u.text), &driver.Options{Pipeline: pl, Frames: true, Ways: true})
		if err != nil {
			t.Fatal(err)
		}
		file, order := diag.NewFile(u.name, []byte(u.text)), lib.Names{}.Add(res)
		p := report.Part{Unit: report.Unit{File: u.name}}
		p.Add(driver.DefaultPipeline, lib.Coroutines(file, res, order), lib.Creations(file, res, order), false)
		parts = append(parts, p)
	}
	return report.Merge(driver.DefaultPipeline, "", parts)
}

func example(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// replaced returns a text with replacements. Each replaced text must occur in it.
func replaced(t *testing.T, text string, pairs ...string) string {
	t.Helper()
	for k := 0; k < len(pairs); k += 2 {
		if !strings.Contains(text, pairs[k]) {
			t.Fatalf("no %q in the text", pairs[k])
		}
		text = strings.ReplaceAll(text, pairs[k], pairs[k+1])
	}
	return text
}

// exampleReports returns the two reports that docs/budgets.md compares: of the examples, and of a
// possible earlier version of them.
func exampleReports(t *testing.T) (before, now *report.Report) {
	echo, elision := example(t, "echo.ll"), example(t, "elision.ll")
	before = reportOf(t, unit{"echo.ll", replaced(t, echo, "[440 x i8]", "[64 x i8]", "size: 3520", "size: 512",
		"count: 440", "count: 64")},
		unit{"elision.ll", replaced(t, elision, "  store ptr %counter, ptr @current\n", "", "enough:\n", "enough:\n"+
			"  call void @llvm.coro.destroy(ptr %counter)\n")})
	return before, reportOf(t, unit{"echo.ll", echo}, unit{"elision.ll", elision})
}

// TestExampleReports checks that the reports in examples match the examples; -update writes them
// again.
func TestExampleReports(t *testing.T) {
	before, now := exampleReports(t)
	for name, r := range map[string]*report.Report{"before.json": before, "now.json": now} {
		path := filepath.Join("..", "..", "examples", "reports", name)
		text := diag.Encode(r)
		if *update {
			put(t, filepath.Dir(path), name, string(text))
		}
		if have, err := os.ReadFile(path); err != nil || string(have) != string(text) {
			t.Errorf("%s is not of the examples (%v); go test ./cmd/corolower -run TestExampleReports -update "+
				"writes it", path, err)
		}
	}
}

// reportFiles writes reports to a directory.
func reportFiles(t *testing.T, before, now *report.Report) string {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, "old.json", string(diag.Encode(before)))
	put(t, dir, "new.json", string(diag.Encode(now)))
	return dir
}

func TestDiffText(t *testing.T) {
	before, now := exampleReports(t)
	dir := reportFiles(t, before, now)
	r := command(dir, "", nil, "diff", "old.json", "new.json")
	want := []string{
		`(?m)^old\.json -> new\.json: 1 frame grew, 1 allocation no longer elided$`,
		`(?m)^bytes of frames +136 +504 +\+368$`,
		`(?m)^frames that grew \(1\)\ncoroutine +before +now +change +where +most of it$`,
		`(?m)^echo\(int\) +112 +480 +\+329%  echo\.cpp:35  64 bytes before, 440 now: buf:$`,
		`(?m)^allocations that are no longer elided, or new \(1\)\nwhere +what +why$`,
		`(?m)^elision\.ll:61  the allocation of 'count_up' in +the handle is stored to @current$`,
	}
	for _, w := range want {
		if !regexp.MustCompile(w).MatchString(r.stdout) {
			t.Errorf("no %s in\n%s", w, r.stdout)
		}
	}
	if r.code != 0 || r.stderr != "" {
		t.Errorf("exit code %d, %s", r.code, r.stderr)
	}
	if r := command(dir, "", nil, "diff", "new.json", "new.json"); r.code != 0 || !strings.HasPrefix(r.stdout,
		"new.json -> new.json: no differences\n") {
		t.Errorf("exit code %d\n%s", r.code, r.stdout)
	}
	for k := range before.Units {
		before.Units[k].File = "/elsewhere/" + before.Units[k].File
	}
	put(t, dir, "elsewhere.json", string(diag.Encode(before)))
	if r := command(dir, "", nil, "diff", "elsewhere.json", "new.json"); !strings.Contains(r.stdout, "\n"+
		"note: the reports have no unit in common; if they describe the same ") {
		t.Errorf("%s", r.stdout)
	}
	put(t, dir, "none.json", `{"version": 1, "units": [], "coroutines": []}`)
	if r := command(dir, "", nil, "diff", "none.json", "new.json"); !strings.Contains(r.stdout,
		": 2 coroutines new, 1 allocation new and missed, 1 other allocation new or gone, 2 other units changed\n") ||
		!strings.Contains(r.stdout, "\nnew coroutines (2)\n") ||
		!regexp.MustCompile(`(?m)^echo\(int\) +480  echo\.cpp:35$`).MatchString(r.stdout) ||
		!strings.Contains(r.stdout, "\nallocations that are elided now, or gone (1)\n") {
		t.Errorf("exit code %d\n%s", r.code, r.stdout)
	}
	back := command(dir, "", nil, "diff", "new.json", "old.json").stdout
	if !strings.Contains(back, "1 frame shrank, 1 allocation elided now") || !strings.Contains(back, "-77%") {
		t.Errorf("the other way round:\n%s", back)
	}
}

func TestDiffCommandLine(t *testing.T) {
	before, now := exampleReports(t)
	dir := reportFiles(t, before, now)
	put(t, dir, "cut.json", string(diag.Encode(now))[:1000])
	put(t, dir, "array.json", "[]")
	put(t, dir, "two.json", `{"version": 2}`)
	put(t, dir, "toml/corolower.toml", "[budget]\nmax-frame = 100\n")
	for _, c := range []struct {
		line   string
		code   int
		stderr string
	}{
		{"diff", 2, `diff needs two reports, the earlier one first`},
		{"diff old.json", 2, `diff needs two reports`},
		{"diff - -", 2, `only one report can come from standard input`},
		{"diff --format=xml old.json new.json", 2,
			`'xml' is not one of text, markdown, json, sarif, github, gitlab`},
		{"diff old.json none.json", 2, `Could not open input file`},
		{"diff old.json cut.json", 2,
			`cut\.json:\d+:\d+: error: the report ends unexpectedly(?s:.*)hint: write it again: corolower project --format=json`},
		{"diff old.json array.json", 2,
			`array\.json:1:1: error: expected a report, which is an object, but found an array(?s:.*)hint: write a report with corolower project`},
		{"diff two.json new.json", 2,
			`two\.json:1:2: error: the report has version 2, but this program reads version 1`},
		{"diff --budget max-fram=1 old.json new.json", 2,
			`for the --budget option: unknown budget 'max-fram'(?s:.*)did you mean 'max-frame'`},
		{"diff --budget max-frame=480 old.json new.json", 0, `\A\z`},
		{"diff --budget max-frame=479 old.json new.json", 1,
			`echo\.cpp:35: error: frame of 'echo\(int\)' has 480 bytes, but only 479 are allowed \[max-frame\]\n`},
		{"diff --config=toml/corolower.toml old.json new.json", 1,
			`has 480 bytes, but only 100 are allowed \(toml/corolower\.toml:2\) \[max-frame\]`},
		{"diff --config=toml/corolower.toml --budget max-frame=500 old.json new.json", 0, `\A\z`},
		{"diff --config=toml/corolower.toml --no-config old.json new.json", 0, `\A\z`},
		{"diff --budget no-new-missed=true old.json new.json", 1,
			`elision\.ll:61:14: error: the allocation of 'count_up' in 'first_positive' was elided and is no longer \[no-new-missed\]`},
		{"diff --budget no-growth=400 old.json new.json", 0, `\A\z`},
		{"diff --budget no-growth=5% old.json new.json", 1,
			`frame of 'echo\(int\)' grew from 112 to 480 bytes \(\+329%\), but only 5% is allowed \[no-growth\](?s:.*)` +
				`note: 64 bytes before, 440 now: buf(?s:.*)hint: buf is 440 bytes(?s:.*)\ncorolower: 1 violation of the budget\n\z`},
		{"diff --budget no-growth=5% --budget no-growth[name:echo]=none old.json new.json", 0, `\A\z`},
		{"diff --sarif=o.sarif old.json new.json", 0, `\A\z`},
	} {
		r := command(dir, "", nil, words(c.line)...)
		if r.code != c.code || !regexp.MustCompile(c.stderr).MatchString(r.stderr) {
			t.Errorf("%s: exit code %d\n%s", c.line, r.code, r.stderr)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "o.sarif")); err != nil || !strings.Contains(string(text),
		`"frame-grew"`) {
		t.Errorf("%v %s", err, text)
	}
	piped := command(dir, string(diag.Encode(before)), nil, "diff", "-", "new.json")
	if piped.code != 0 || !strings.Contains(piped.stdout, "<stdin> -> new.json: 1 frame grew") {
		t.Errorf("exit code %d\n%s", piped.code, piped.stdout)
	}
}

// TestDiffForms checks the machine-readable formats: a change for the worse is a warning, and a
// violation of the budget is an error, reported once.
func TestDiffForms(t *testing.T) {
	dir := reportFiles(t, func() *report.Report { b, _ := exampleReports(t); return b }(), func() *report.Report {
		_, n := exampleReports(t)
		return n
	}())
	for _, c := range []struct{ args, want string }{
		{"--format=github", "::warning file=echo.cpp,line=35,title=frame-grew::frame of 'echo(int)' grew from 112 " +
			"to 480 bytes (+329%25)%0A64 bytes before, 440 now: buf: char[440], line 36%0A14 bytes before, 6 " +
			"now: padding\n" +
			"::warning file=elision.ll,line=61,col=14,title=elision-missed::the allocation of 'count_up' in " +
			"'first_positive' was elided and is no longer: the handle is stored to @current"},
		{"--format=github --budget no-growth=0",
			"::error file=echo.cpp,line=35,title=no-growth::frame of 'echo(int)' grew from 112 to 480 bytes " +
				"(+329%25), but no growth is allowed%0A64 bytes before"},
		{"--format=gitlab", `"check_name": "frame-grew"`},
		{"--format=sarif", `"ruleId": "frame-grew"`},
	} {
		r := command(dir, "", nil, append([]string{"diff"}, append(words(c.args), "old.json", "new.json")...)...)
		if !strings.Contains(r.stdout, c.want) || r.stderr != "" {
			t.Errorf("%s: no %s in\n%s%s", c.args, c.want, r.stdout, r.stderr)
		}
		if strings.Contains(c.args, "no-growth") && strings.Contains(r.stdout, "frame-grew") {
			t.Errorf("what is beyond the budget is told twice:\n%s", r.stdout)
		}
	}
	r := command(dir, "", nil, "diff", "--format=json", "--budget", "max-frame=100", "old.json", "new.json")
	var d struct {
		Version    int
		Old, New   struct{ Coroutines, Missed int }
		Coroutines []struct {
			Change, Function string
			OldSize          int `json:"old_size"`
			NewSize          int `json:"new_size"`
			At               struct {
				File string
				Line int
			}
			Rows []struct{ Old, New int }
		}
		Creations  []struct{ Change, Caller string }
		Violations []struct {
			Rule, Severity, File string
			Line                 int
			Notes                []struct{ Message string }
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &d); err != nil {
		t.Fatalf("%v\n%s", err, r.stdout)
	}
	if r.code != 1 || d.Version != 1 || d.Old.Coroutines != 2 || d.New.Missed != 1 ||
		len(d.Coroutines) != 1 || d.Coroutines[0].NewSize != 480 ||
		d.Coroutines[0].At.Line != 35 || d.Coroutines[0].Rows[0].New != 440 ||
		len(d.Creations) != 1 || d.Creations[0].Change != "missed" ||
		len(d.Violations) != 1 || d.Violations[0].Rule != "max-frame" ||
		d.Violations[0].Line != 35 || len(d.Violations[0].Notes) != 1 {
		t.Errorf("exit code %d\n%s", r.code, r.stdout)
	}
}

// TestDiffCaret checks that a finding shows its source line if the source is available.
func TestDiffCaret(t *testing.T) {
	before, now := exampleReports(t)
	dir := reportFiles(t, before, now)
	put(t, dir, "echo.cpp", example(t, "echo.cpp"))
	r := command(dir, "", nil, "diff", "--budget", "max-frame=479", "old.json", "new.json")
	for _, w := range []string{"echo.cpp:35: error: frame", "\njob echo(int n) {\n^\n",
		"echo.cpp:36: note: 440 bytes: buf: char[440]", "\n  char buf[440];\n  ^\n"} {
		if !strings.Contains(r.stderr, w) {
			t.Errorf("no %q in\n%s", w, r.stderr)
		}
	}
}

// TestDiffCarriedText checks that a report with source text needs no source files, and that lines
// without text are not shown.
func TestDiffCarriedText(t *testing.T) {
	before, now := exampleReports(t)
	now.Sources = []report.Source{{File: "echo.cpp", Text: report.Text{First: 34,
		Lines: []string{"", "job echo(int n) {"}}}, {File: "echo.cpp", Text: report.Text{First: 1 << 30,
		Lines: []string{"x"}}}}
	dir := reportFiles(t, before, now)
	r := command(dir, "", nil, "diff", "--budget", "max-frame=479", "old.json", "new.json")
	if !strings.Contains(r.stderr, "[max-frame]\njob echo(int n) {\n^\ncorolower: echo.cpp:36: note: 440 bytes") {
		t.Errorf("got\n%s", r.stderr)
	}
}

// TestDiffOwnFilesFirst checks that findings in system headers come after the project's own, so
// that GitHub's limit does not hide the latter.
func TestDiffOwnFilesFirst(t *testing.T) {
	before, now := manyReports(12, func(k int) string { return fmt.Sprint("f", k) })
	for k := range 11 {
		now.Coroutines[k].Source = &lib.Source{File: "/usr/include/x.h", Line: k + 1}
		now.Coroutines[k].Size += 100
	}
	r := command(reportFiles(t, before, now), "", nil, "diff", "--format=github", "--budget", "max-frame=1", "old.json",
		"new.json")
	for _, lead := range []string{"::error file=src/a.cpp,line=12,", "\n::warning file=src/a.cpp,line=12,"} {
		k := strings.Index(r.stdout, strings.TrimSpace(lead))
		if k < 0 || strings.Contains(r.stdout[:k], strings.Fields(strings.TrimSpace(lead))[0]+" file=/usr") {
			t.Errorf("%q is not in front in\n%s", lead, r.stdout)
		}
	}
}

// manyReports returns reports of n coroutines, all of which grew. name returns their names.
func manyReports(n int, name func(k int) string) (before, now *report.Report) {
	before, now = &report.Report{Version: report.Version}, &report.Report{Version: report.Version}
	for k := range n {
		c := report.Coroutine{}
		c.Function, c.Size = name(k), int64(100+k)
		c.Source = &lib.Source{File: "src/a.cpp", Line: 1 + k}
		before.Coroutines = append(before.Coroutines, c)
		c.Size += 16
		now.Coroutines = append(now.Coroutines, c)
	}
	return before, now
}

// TestDiffMarkdownSize checks that a comment is never longer than GitHub's limit, and that it says
// how much it leaves out.
func TestDiffMarkdownSize(t *testing.T) {
	for _, n := range []int{11, 300, 10_000} {
		before, now := manyReports(n, func(k int) string { return fmt.Sprintf("f%d%s", k, strings.Repeat("ü", k%500)) })
		dir := reportFiles(t, before, now)
		text := command(dir, "", nil, "diff", "--format=markdown", "--budget", "max-frame=1", "old.json",
			"new.json").stdout
		if len(text) > 65_536 {
			t.Errorf("%d coroutines: %d bytes", n, len(text))
		}
		rows := strings.Count(text, "[max-frame]") + len(regexp.MustCompile(`(?m)^\| .f\d`).FindAllString(text, -1))
		left := 0
		for _, m := range regexp.MustCompile(`(?m)^and (\d+) more$`).FindAllStringSubmatch(text, -1) {
			k := 0
			fmt.Sscan(m[1], &k)
			left += k
		}
		shown := len(regexp.MustCompile("(?m)^\\| `src/a.cpp:").FindAllString(text, -1)) + rows
		if shown+left != 2*n {
			t.Errorf("%d coroutines: %d rows shown, %d left out", n, shown, left)
		}
		if n == 10_000 && len(text) < 50_000 {
			t.Errorf("only %d bytes are used", len(text))
		}
		if strings.Count(text, "<details>") != strings.Count(text, "</details>") || !strings.Contains(text,
			"<details><summary>") {
			t.Errorf("%d coroutines: what is long is not folded", n)
		}
	}
}

// TestDiffHostileNames checks that no name can act as a command of a workflow runner, a line, a
// table cell, or the comment's mark.
func TestDiffHostileNames(t *testing.T) {
	evil := []string{"a\n::error file=x::pwned", "::error::pwned", "x ##[error]pwned", "a|b", "a\\|b", "`code`", "``",
		"</details><script>x</script>", "\x1b[31mred", "@everyone [x](http://x)", "a%0Ab", "\u202egnp", "<!-- x"}
	before, now := manyReports(len(evil), func(k int) string { return evil[k] })
	for _, r := range []*report.Report{before, now} {
		for k := range evil {
			c := report.Creation{}
			c.Callee, c.Caller, c.Elided = evil[k], evil[k], r == before
			c.Source = &lib.Source{File: evil[k], Line: 1}
			c.Reason = &lib.Reason{Message: evil[k], Hint: evil[k]}
			r.Creations = append(r.Creations, c)
			r.Units = append(r.Units, report.Unit{File: evil[k], Failed: map[bool]string{true: "",
				false: evil[k]}[r == before]})
		}
	}
	now.Pipeline = evil[0]
	for k := range evil {
		now.Findings = append(now.Findings, report.Finding{Rule: evil[k], Message: evil[k], Hint: evil[k],
			Source: &lib.Source{File: evil[k], Line: 1}})
	}
	dir := reportFiles(t, before, now)
	for _, form := range []string{"text", "markdown", "github", "gitlab", "sarif", "json"} {
		r := command(dir, "", nil, "diff", "--format="+form, "--budget", "max-frame=1", "--budget",
			"no-new-missed=true", "old.json", "new.json")
		out := r.stdout + r.stderr
		if r.code != 1 {
			t.Errorf("%s: exit code %d", form, r.code)
		}
		for line := range strings.SplitSeq(out, "\n") {
			if s := strings.TrimLeft(line, " \t"); form != "github" && strings.HasPrefix(s, "::") ||
				strings.HasPrefix(s, "::") &&
					!regexp.MustCompile(`^::(error|warning|notice)[ :][^\x00-\x1f]*$`).MatchString(s) ||
				strings.HasPrefix(s, "::error::pwned") || strings.HasPrefix(s, "::error file=x::pwned") {
				t.Errorf("%s: a forged command: %q", form, line)
			}
			if strings.Contains(line, "##[") && (form == "text" || form == "github" || form == "markdown") {
				t.Errorf("%s: a command within a line: %q", form, line)
			}
		}
		for _, c := range out {
			if c < 0x20 && c != '\n' || c == 0x7f || c == '\u202e' {
				t.Errorf("%s: %q in the output", form, c)
				break
			}
		}
		if form == "markdown" {
			markdownHolds(t, out)
		}
	}
}

// markdownHolds checks that each row of a table has as many cells as its header, and that all text
// from reports is in code spans.
func markdownHolds(t *testing.T, text string) {
	t.Helper()
	columns := 0
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "|") {
			columns = 0
			continue
		}
		n := strings.Count(line, "|")
		if columns == 0 {
			columns = n
		}
		if n != columns {
			t.Errorf("%d bars, not %d: %s", n, columns, line)
		}
		for _, cell := range strings.Split(strings.Trim(line, "| "), " | ") {
			plain := strings.HasPrefix(cell, "`") && strings.HasSuffix(cell, "`") && strings.Count(cell, "`") == 2
			spelled := strings.HasPrefix(cell, "<code>") && strings.HasSuffix(cell, "</code>") &&
				!strings.ContainsAny(cell[6:len(cell)-7], "<>`|[]@\\")
			if !plain && !spelled &&
				!regexp.MustCompile(`^[a-z ]*$|^[-+]?[0-9.]*%?$|^-+:?$`).MatchString(strings.TrimSpace(cell)) {
				t.Errorf("cell %q", cell)
			}
		}
	}
}

// moved has two versions of a program: in the second, lines and comments are inserted.
const moved = `#include <coroutine>
struct task {
  struct promise_type {
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};
void use(void *);
//1
static task local(int n) { char b[64]; use(b); co_await std::suspend_always{}; use(b); (void)n; }
//2
namespace { task hidden(int n) { co_await std::suspend_always{}; (void)n; } }
inline auto maker() { return [](long n) -> task { co_await std::suspend_always{}; (void)n; }; }
//3
task open(int n) { co_await std::suspend_always{}; (void)n; }
void all() {
  //4
  auto one = [](int n) -> task { co_await std::suspend_always{}; use(&n); };
  //5
  auto two = [](int n) -> task { char c[128]; use(c); co_await std::suspend_always{}; use(c); (void)n; };
  local(1).h.destroy(); hidden(2).h.destroy(); open(3).h.destroy(); use(open(4).h.address());
  one(1).h.destroy(); two(2).h.destroy(); maker()(3).h.destroy();
}
`

// compiled returns a report of C++ text.
func compiled(t *testing.T, text string) *report.Report {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, "a.cpp", text)
	cmd := exec.Command("clang++-22", "-std=c++20", "-O2", "-g", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes",
		"-o", "-", "a.cpp")
	cmd.Dir = dir
	ll, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return reportOf(t, unit{"a.cpp", string(ll)})
}

// TestDiffMovedLines checks that inserted lines and comments are no difference, and that an
// inserted lambda is the only one.
func TestDiffMovedLines(t *testing.T) {
	if _, err := exec.LookPath("clang++-22"); err != nil {
		t.Skip(err)
	}
	before := compiled(t, moved)
	if len(before.Coroutines) < 6 || len(before.Creations) < 7 {
		t.Fatalf("%d coroutines, %d creations", len(before.Coroutines), len(before.Creations))
	}
	text := regexp.MustCompile(`(?m)^ *//\d$`).ReplaceAllString(moved, "// more\n\n/* and\n more */\n")
	if d := report.Compare(before, compiled(t, text)); !d.Empty() {
		t.Errorf("%s", diag.Encode(d))
	}
	text = replaced(t, text, "  auto one", "  auto zero = [](int n) -> task { char d[16]; use(d); co_await "+
		"std::suspend_always{}; use(d); (void)n; }; zero(1).h.destroy();\n  auto one")
	d := report.Compare(before, compiled(t, text))
	if len(d.Coroutines) != 1 || d.Coroutines[0].Change != report.New ||
		len(d.Creations) != 1 || d.Creations[0].Change != report.New {
		t.Errorf("a lambda more:\n%s", diag.Encode(d))
	}
	text = replaced(t, text, "char c[128]", "char c[256]")
	d = report.Compare(before, compiled(t, text))
	var got []string
	for _, c := range d.Coroutines {
		got = append(got, string(c.Change))
	}
	if !slices.Equal(got, []string{"grew", "new"}) || *d.Coroutines[0].NewSize-*d.Coroutines[0].OldSize != 128 {
		t.Errorf("and a larger one:\n%s", diag.Encode(d))
	}
	d = report.Compare(before, compiled(t, replaced(t, moved, "open(3).h.destroy()", "use(open(3).h.address())")))
	if len(d.Creations) != 1 || d.Creations[0].Change != report.Missed ||
		d.Creations[0].Callee != "_Z4openi" || len(d.Coroutines) != 0 {
		t.Errorf("one that gets away:\n%s", diag.Encode(d))
	}
}

// TestDiffMarkdownRendered checks that GitHub's renderer shows every name of the comment unchanged,
// as code, in its own cell.
func TestDiffMarkdownRendered(t *testing.T) {
	if _, err := exec.LookPath("cmark-gfm"); err != nil {
		t.Skip(err)
	}
	names := []string{"f(int)", "a|b", `a\|b`, "`code`", "``", "</details><script>x</script>",
		"@everyone [x](http://x)", "<!-- x", "*bold* _em_", `a\`, "|", "x`|`y",
		"www.evil.example a@b.example", "#1", "&amp;", "~~x~~", "operator||(a, b)", "f<g<h>>", "ünï"}
	before, now := manyReports(len(names), func(k int) string { return names[k] })
	dir := reportFiles(t, before, now)
	cmd := exec.Command("cmark-gfm", "-e", "table", "-e", "autolink", "-e", "strikethrough", "-e", "tasklist",
		"--unsafe")
	cmd.Stdin = strings.NewReader(command(dir, "", nil, "diff", "--format=markdown", "old.json", "new.json").stdout)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`(?s)<tr>\n<td><code>(.*?)</code></td>\n(?:<td align="right">[^<]*</td>\n){3}<td><code>[^<]*</code></td>\n<td></td>\n</tr>`).FindAllStringSubmatch(string(out), -1) {
		got = append(got, html.UnescapeString(m[1]))
	}
	want := slices.Clone(names)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q\n%s", got, want, out)
	}
}
