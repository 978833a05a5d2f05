// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gate_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/report/gate"
)

const text = `define void @f() {
  call void @a() ; corolower: ignore begin-twice
  ; corolower: ignore end-twice, id-twice
  ; and more words
  call void @b(ptr @"; corolower: ignore begin-twice")
  ; corolower: ignore all

  call void @c()
  call void @d() ; corolower: ignore nonsense
  call void @e() ; corolower: ignore
  call void @g() ;corolower:ignore begin-twice, end-twice because it is meant, id-twice or not
  call void @h() ; corolower: ignored
  call void @i() ; corolower: ignore begin-twice, ends-twice
  call void @j() ; corolower: disable begin-twice
  call void @j() ; corolower: ignore[begin-twice]
  call void @j() ; corolower: nolint:begin-twice
  call void @k() ; corolower: ignore over-aligned, size-width
}
; corolower: ignore begin-token
`

func finding(f *diag.File, what, rule string, sev ir.Severity) diag.Finding {
	e := ir.Errorf(ir.PosAt(strings.Index(string(f.Text), what)), "at %s", what)
	e.Rule, e.Severity = rule, sev
	return diag.Finding{File: f, Err: e}
}

// words formats findings as short strings.
func words(list []diag.Finding) string {
	var out []string
	for _, fd := range list {
		out = append(out, fd.Err.Severity.String()+" "+fd.Err.Rule+" "+fd.Err.Msg)
	}
	return strings.Join(out, "\n")
}

func TestIgnored(t *testing.T) {
	f := diag.NewFile("f.ll", []byte(text))
	var list []diag.Finding
	for _, c := range []string{"@a", "@b", "@c", "@d", "@g", "@h", "@i"} {
		for _, r := range []string{"begin-twice", "end-twice", "id-twice", ""} {
			list = append(list, finding(f, c, r, ir.SevError))
		}
	}
	ruled := slices.DeleteFunc(slices.Clone(list), func(fd diag.Finding) bool { return fd.Err.Rule == "" })
	got := words(gate.Ignored(f, list)) + "\n" + words(gate.Ignored(f, ruled))
	for _, want := range []string{
		"error end-twice at @a", "error  at @a", "error begin-twice at @b",
		"error begin-twice at @c", "error begin-twice at @d",
		"`corolower: ignored` means nothing", "`corolower: disable` means nothing",
		"`corolower: ignore` means nothing", "`corolower: nolint` means nothing",
		"`corolower: ignore over-aligned, size-width` silences nothing",
		"`corolower: ignore begin-token` silences nothing", "`corolower: ignore all` silences nothing",
		"unknown rule 'nonsense'", "does not name a rule", "error id-twice at @g", "error begin-twice at @h",
		"unknown rule 'ends-twice'", "error end-twice at @i",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	for _, not := range []string{"error begin-twice at @a", "error end-twice at @b", "error id-twice at @b",
		"error begin-twice at @g", "error end-twice at @g",
		"'because'", "error begin-twice at @i", "`corolower: ignore begin-twice` silences",
		"end-twice, id-twice` silences"} {
		if strings.Contains(got, not) {
			t.Errorf("%q is in\n%s", not, got)
		}
	}
}

// TestIgnoredUnchecked checks that a file with a syntax error gets no warnings about unused
// comments, because its findings are unknown.
func TestIgnoredUnchecked(t *testing.T) {
	f := diag.NewFile("f.ll", []byte("; corolower: ignore begin-twice\n@g\n"))
	if got := words(gate.Ignored(f, []diag.Finding{finding(f, "@g", "", ir.SevError)})); got != "error  at @g" {
		t.Error(got)
	}
	if got := words(gate.Ignored(f, nil)); !strings.Contains(got, "silences nothing") {
		t.Error(got)
	}
}

func TestSettings(t *testing.T) {
	f := diag.NewFile("f.ll", []byte(text))
	list := []diag.Finding{finding(f, "@a", "begin-twice", ir.SevError), finding(f, "@b", "over-aligned",
		ir.SevWarning), finding(f, "@c", "", ir.SevError)}
	for _, c := range []struct {
		set  func(s *gate.Settings) error
		want string
	}{
		{func(s *gate.Settings) error { return s.Add("begin-twice, over-aligned", gate.Off) }, "error  at @c"},
		{func(s *gate.Settings) error { return s.Add("all", gate.Warning) }, "warning begin-twice at @a\n" +
			"warning over-aligned at @b\nerror  at @c"},
		{func(s *gate.Settings) error {
			_ = s.Add("all", gate.Off)
			return s.Add("over-aligned", gate.Error)
		}, "error over-aligned at @b\nerror  at @c"},
		{func(s *gate.Settings) error {
			_ = s.Add("over-aligned", gate.Error)
			return s.Add("over-aligned", gate.Default)
		}, "error begin-twice at @a\nwarning over-aligned at @b\nerror  at @c"},
	} {
		var s gate.Settings
		if err := c.set(&s); err != nil {
			t.Fatal(err)
		}
		if got := words(s.Apply(list)); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
	if list[1].Err.Severity != ir.SevWarning {
		t.Error("a finding was changed")
	}
	if got := words(gate.Strict(list)); strings.Contains(got, "warning") {
		t.Error(got)
	}
	var s gate.Settings
	if err := s.Add("begin-twic", gate.Off); err == nil || !strings.Contains(err.Error(),
		"did you mean 'begin-twice'?") {
		t.Error(err)
	}
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, s := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(s), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestConfig(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"corolower.toml": `[check]
disable = ["size-width"]
werror = true
baseline = "known.json"
exclude = ["gen/**", "*.skip.ll"]
[check.files."old/*.ll"]
disable = ["all"]
error = ["begin-twice"]
`,
		"a/b/f.ll": "", "old/f.ll": "", "gen/x/f.ll": "", "a/g.skip.ll": "",
		"own/corolower.toml": "[check]\nwarn = ['all']\n", "own/f.ll": "",
		"bad1/corolower.toml": "[check]\ndisabel = ['all']\n", "bad2/corolower.toml": "[check]\n" +
			"disable = ['size-widht']\n", "bad3/corolower.toml": "\n\n[check\n",
	})
	find, err := gate.NewFinder("")
	if err != nil {
		t.Fatal(err)
	}
	conf := func(file string) *gate.Config {
		c, err := find.For(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := conf("a/b/f.ll")
	if !c.Werror || filepath.Base(c.Baseline) != "known.json" ||
		filepath.Dir(c.Baseline) == "." || len(c.Settings) != 1 {
		t.Errorf("%+v", c)
	}
	for file, want := range map[string]bool{"gen/x/f.ll": true, "a/g.skip.ll": true, "a/b/f.ll": false} {
		if c.Excluded(filepath.Join(dir, file)) != want {
			t.Errorf("%s: excluded: %v", file, !want)
		}
	}
	if s := c.For(filepath.Join(dir, "old/f.ll")); len(s) != 3 ||
		s[1] != (gate.Setting{Rule: "all", Level: gate.Off}) || s[2].Level != gate.Error {
		t.Errorf("%+v", s)
	}
	if o := conf("own/f.ll"); o.Werror || o.Settings[0].Level != gate.Warning {
		t.Errorf("%+v", o)
	}
	for file, want := range map[string]string{"bad1/f.ll": "unknown key 'check.disabel'",
		"bad2/f.ll": "did you mean 'size-width'?", "bad3/f.ll": "corolower.toml:4: "} {
		if _, err := find.For(filepath.Join(dir, file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestInputs(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.ll": "", "b.txt": "", "d/c.ll": "", "d/e/f.ll": "", "d/.git/x.ll": "",
		"d/gen.ll": "", "d/corolower.toml": "[check]\nexclude = ['gen.ll']\n", "w[1].ll": ""})
	find, _ := gate.NewFinder("")
	for in, want := range map[string]string{
		".": "a.ll d/c.ll d/e/f.ll w[1].ll", "d": "d/c.ll d/e/f.ll", "*.ll": "a.ll w[1].ll",
		"**/*.ll": "a.ll d/c.ll d/e/f.ll w[1].ll", "d/**/f.ll": "d/e/f.ll",
		"d/*/f.ll": "d/e/f.ll", "w[1].ll": "w[1].ll", "d/gen.ll": "d/gen.ll", "none.ll": "none.ll", "d/?.ll": "d/c.ll",
	} {
		got, err := gate.Inputs([]string{filepath.Join(dir, in), filepath.Join(dir, in)}, find)
		for k := range got {
			got[k], _ = filepath.Rel(dir, got[k])
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: got %v, %v, want %s", in, got, err, want)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "d"), filepath.Join(dir, "link")); err == nil {
		if got, err := gate.Inputs([]string{filepath.Join(dir, "link")}, find); err != nil || len(got) != 2 {
			t.Errorf("a link: %v, %v", got, err)
		}
	}
	for _, in := range []string{"*.bc", "[", "d/.git/*.cc"} {
		if got, err := gate.Inputs([]string{filepath.Join(dir, in)}, find); err == nil {
			t.Errorf("%s: %v", in, got)
		}
	}
}

// TestBaseline verifies that findings stay known when lines and value numbers change, and that one
// more finding of the same kind is new.
func TestBaseline(t *testing.T) {
	dir := t.TempDir()
	src := "define void @f() {\n  %1 = call i8 @x(i32 %0), !dbg !7\n  %2 = call i8 @x(i32 %0), !dbg !8\n}\n"
	at := func(text string) []diag.Finding {
		f := diag.NewFile(filepath.Join(dir, "f.ll"), []byte(text))
		var out []diag.Finding
		for from := 0; ; {
			k := strings.Index(text[from:], "call")
			if k < 0 {
				return out
			}
			e := ir.Errorf(ir.PosAt(from+k), "m")
			e.Rule = "begin-twice"
			out = append(out, diag.Finding{File: f, Err: e})
			from += k + 1
		}
	}
	path := filepath.Join(dir, "sub", "known.json")
	write(t, dir, map[string]string{"sub/known.json": string(gate.BaselineText(path, at(src)))})
	b, err := gate.ReadBaseline(path)
	if err != nil {
		t.Fatal(err)
	}
	moved := strings.NewReplacer("!7", "!99", "%0", "%5", "define", "@g = global i32 0\n\ndefine").Replace(src)
	if left, known := b.New(at(moved)); len(left) != 0 || known != 2 {
		t.Errorf("%s, %d known", words(left), known)
	}
	more := strings.Replace(moved, "}\n", "  %9 = call i8 @x(i32 %0)\n}\n", 1)
	if left, known := b.New(at(more)); len(left) != 1 || known != 2 {
		t.Errorf("%s, %d known", words(left), known)
	}
	if left, _ := b.New(at(strings.ReplaceAll(src, "@f", "@h"))); len(left) != 2 {
		t.Error("another function's findings are known")
	}
	write(t, dir, map[string]string{"v.json": `{"version": 9}`, "n.json": "x"})
	for _, name := range []string{"v.json", "n.json", "missing.json"} {
		if _, err := gate.ReadBaseline(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

func TestMatch(t *testing.T) {
	if !gate.Match("**", "a/b") || !gate.Match("a/**", "a/b/c") || gate.Match("*", "a/b") ||
		gate.Match("a/*/c", "a/c") || !gate.Match("**/c", "c") {
		t.Error("wrong")
	}
	if !slices.Equal([]bool{gate.Match("a/**/c", "a/c"), gate.Match("a/**/c", "a/x/y/c"), gate.Match("a/b", "a")},
		[]bool{true, true, false}) {
		t.Error("wrong")
	}
}
