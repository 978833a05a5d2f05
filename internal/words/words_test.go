// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package words_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/words"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct{ text, want, windows string }{
		{`a b`, "a|b", "a|b"},
		{"  a\t\n'b c'  ", "a|b c", "a|'b|c'"},
		{`-D"X=\"a b\"" ''`, `-DX="a b"|`, `-DX="a b"|''`},
		{`C:\x\y\ z`, "C:xy z", `C:\x\y\|z`},
		{`"C:\a b\\" c`, `C:a b\|c`, `C:\a b\|c`},
		{`"a""b" "c""d"`, "ab|cd", `a"b|c"d`},
		{``, "", ""},
	} {
		got, err := words.Split([]byte(c.text))
		if strings.Join(got, "|") != c.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", c.text, got, err, c.want)
		}
		got, err = words.SplitWindows([]byte(c.text))
		if strings.Join(got, "|") != c.windows || err != nil {
			t.Errorf("on Windows %s: %q, %v, want %q", c.text, got, err, c.windows)
		}
	}
	if _, err := words.Split([]byte(`a 'b`)); err == nil {
		t.Error("a quote is left open")
	}
	if _, err := words.SplitWindows([]byte(`a "b`)); err == nil {
		t.Error("a quote is left open")
	}
}

// TestSplitResponse checks response files against what clang makes of them, and that
// QuoteResponse's words are read back.
func TestSplitResponse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a\t\n'b c'  ", "a|b c"},
		{`'-DX="a\\nb"' '' "" c\ d`, `-DX="a\nb"|c d`},
		{`'it\'s' \'x\'`, `it's|'x'`},
		{`a 'b c`, `a|b c`},
		{``, ``},
	} {
		if got, err := words.SplitResponse([]byte(c.text)); strings.Join(got, "|") != c.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", c.text, got, err, c.want)
		}
	}
	list := []string{"a", "b c", "don't", `d\e`, `"f"`, "g\nh", `\`, "@i"}
	if got, err := words.SplitResponse([]byte(words.QuoteResponse(list...))); !slices.Equal(got, list) || err != nil {
		t.Errorf("%q, %v, want %q", got, err, list)
	}
}

// TestNative checks that a backslash separates directories on Windows, and protects the next
// character elsewhere.
func TestNative(t *testing.T) {
	for goos, want := range map[string]string{"windows": `-I|C:\dir\new`, "linux": "-I|C:dirnew",
		"darwin": "-I|C:dirnew"} {
		got, err := words.Native(goos)([]byte(`-I C:\dir\new`))
		if strings.Join(got, "|") != want || err != nil {
			t.Errorf("%s: %q, %v, want %s", goos, got, err, want)
		}
	}
	file := filepath.Join(t.TempDir(), "a.rsp")
	if err := os.WriteFile(file, []byte(`a "b c"`), 0o666); err != nil {
		t.Fatal(err)
	}
	upper := func(text []byte) ([]string, error) { return []string{strings.ToUpper(string(text))}, nil }
	if got, err := (words.Files{Split: upper}).Expand([]string{"@" + file}); err != nil || !slices.Equal(got,
		[]string{`A "B C"`}) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestExpand checks that names in response files are relative to the file's directory, or to one
// directory as for compilers.
func TestExpand(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.rsp": "one @sub/b.rsp", "sub/b.rsp": "two @c.rsp @missing",
		"sub/c.rsp": "nested", "c.rsp": "plain", "loop": "@loop"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, nested := range []bool{false, true} {
		got, err := words.Files{Dir: dir, Nested: nested}.Expand([]string{"@a.rsp", "@", "x"})
		want := []string{"one", "two", map[bool]string{true: "nested", false: "plain"}[nested], "@missing", "@", "x"}
		if !slices.Equal(got, want) || err != nil {
			t.Errorf("nested %v: %q, %v, want %q", nested, got, err, want)
		}
	}
	if _, err := (words.Files{Dir: dir}).Expand([]string{"@loop"}); err == nil || !strings.Contains(err.Error(),
		"nested more than") {
		t.Errorf("a file that names itself: %v", err)
	}
}

// TestQuote checks that Split reads quoted words back.
func TestQuote(t *testing.T) {
	list := []string{"a", "", "b c", "don't", `d\e`, "\"f\"", "\t\n", "'", "--x='y z'"}
	got, err := words.Split([]byte(words.Quote(list...)))
	if err != nil || !slices.Equal(got, list) {
		t.Errorf("%q, %v; want %q", got, err, list)
	}
}

func TestNearest(t *testing.T) {
	known := []string{"coro-split", "coro-elide", "verify"}
	for in, want := range map[string]string{"coro-splti": "coro-split", "verfy": "verify", "zzz": "", "": "",
		"coro_elide": "coro-elide"} {
		if got := words.Nearest(in, known); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
