// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSourceInputs names C++ sources as inputs, with each way to say how they are compiled.
func TestSourceInputs(t *testing.T) {
	if _, err := exec.LookPath("clang++-22"); err != nil {
		t.Skip(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, "plain.cpp", example(t, "squares.cpp"))
	put(t, dir, "odd.cpp", "#ifndef NEEDED\n#error not needed\n#endif\n#include \"plain.cpp\"\n")
	put(t, dir, "twice.cpp", "struct twice {};\nstruct twice {};\n")
	database := func(file string) string {
		text, err := json.Marshal([]map[string]any{{"directory": dir, "file": file, "arguments": []string{"clang++-22", "-std=c++20",
			"-DNEEDED", "-c", file, "-o", "x.o"}}})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	put(t, dir, "build/compile_commands.json", database("odd.cpp"))
	put(t, dir, "other/compile_commands.json", database("plain.cpp"))
	place := func(file string) string { return `(?m)^(corolower: )?(\./)?` + file + `\.cpp:\d+(:\d+)?: ` }
	for _, c := range []struct {
		line           string
		code           int
		stdout, stderr string
	}{
		{"explain elision odd.cpp", 0, place("plain") + `(missed|elided): `, `\A\z`},
		{"explain frame odd.cpp", 0, place("plain") + `frame: `, `\A\z`},
		{"explain states odd.cpp", 0, place("plain") + `states: `, `\A\z`},
		{"check odd.cpp", 0, `\A\z`, `\A\z`},
		{"run odd.cpp", 0, ``, `\A\z`},
		{"report --html=r.html odd.cpp", 0, `\A\z`, `\A\z`},
		{"explain elision plain.cpp", 0, place("plain"), `\Acorolower: note: \S*build/compile_commands\.json has no command for plain\.cpp, so clang\+\+ -std=c\+\+20 -O2 compiles it\n`},
		{"explain elision -p other plain.cpp", 0, place("plain"), `\A\z`},
		{"explain elision -p other odd.cpp", 2, `\A\z`, `other/compile_commands\.json has no command for 'odd\.cpp'`},
		{"explain elision -p none plain.cpp", 2, `\A\z`, `none`},
		{"explain elision plain.cpp -- clang++-22 -std=c++20 -O3", 0, place("plain"), `\A\z`},
		{"explain elision -- clang++-22 -std=c++20 -O2 -DNEEDED -c odd.cpp -o x.o", 0, place("plain"), `\A\z`},
		{"explain frame --save-ir=x.ll odd.cpp", 0, `(?m)^x\.ll:\d+:\d+: frame: `, `\A\z`},
		{"check twice.cpp -- clang++-22", 1, `\A\z`, `twice\.cpp:2:8: error: redefinition of 'twice'(?s:.*)corolower: twice\.cpp: error: the compiler refuses it\n\z`},
		{"explain elision none.cpp", 2, `\A\z`, `none\.cpp: error: Could not open input file: No such file or directory`},
	} {
		r := command(dir, "", []string{"XDG_CACHE_HOME=" + dir + "/cache"}, words(c.line)...)
		if r.code != c.code || !regexp.MustCompile(c.stdout).MatchString(r.stdout) || !regexp.MustCompile(c.stderr).MatchString(r.stderr) ||
			!strings.Contains(c.line, "--save-ir") && regexp.MustCompile(`\.ll:\d`).MatchString(r.stdout+r.stderr) {
			t.Errorf("%s: exit code %d\n%s%s", c.line, r.code, r.stdout, r.stderr)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "x.ll")); err != nil || !strings.Contains(string(text), "llvm.coro.begin") {
		t.Errorf("--save-ir: %v", err)
	}
	if list, _ := filepath.Glob(dir + "/cache/corolower/*/*.json.gz"); len(list) == 0 {
		t.Error("nothing is in the cache")
	}
	// A database above the working directory names programs, so it must be in this checkout or the home directory.
	put(t, dir, "sub/b.cpp", "#include \"../plain.cpp\"\n")
	os.RemoveAll(filepath.Join(dir, "build"))
	put(t, dir, "compile_commands.json", database("sub/b.cpp"))
	r := command(filepath.Join(dir, "sub"), "", []string{"HOME=" + dir + "/cache"}, "explain", "elision", "b.cpp")
	if r.code != 2 || !strings.Contains(r.stderr, "outside this checkout and the home directory") {
		t.Errorf("a foreign database: exit code %d\n%s%s", r.code, r.stdout, r.stderr)
	}
}

// TestSourceHint checks that the hint for C++ that is given as IR names the command that works.
func TestSourceHint(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "cpp.ll", "#include <coroutine>\n")
	for line, want := range map[string]string{
		"cpp.ll": "corolower", "check cpp.ll": "corolower check -", "explain frame cpp.ll": "corolower explain frame -",
		"explain elision cpp.ll": "corolower explain elision -",
	} {
		want = "run `clang++ -std=c++20 -x c++ -O2 -g -S -emit-llvm -Xclang -disable-llvm-passes -o - cpp.ll | " + want + "`"
		if r := command(dir, "", nil, words(line)...); r.code != 1 || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: exit code %d, no %s in\n%s", line, r.code, want, r.stderr)
		}
	}
}
