// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package project

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/launch"
	"github.com/corolower/corolower/internal/words"
)

func TestParseDatabase(t *testing.T) {
	const text = `[
  {"directory": "/b", "command": "clang++ -DX=\"a b\" -c 'x y.cpp'", "file": "x y.cpp", "output": "x.o"},
  {"directory": "sub", "arguments": ["clang", "-c", "../a.c"], "file": "../a.c"},
  {"directory": "/b", "arguments": ["clang++", "-DX=a b", "-c", "x y.cpp"], "file": "/b/x y.cpp"},
  {"directory": "/b", "arguments": ["clang++", "-DX=2", "-c", "x y.cpp"], "file": "/b/x y.cpp"}
]`
	got, err := parseDatabase("db", []byte(text), "/base", words.Split)
	want := []Command{
		{"/b", "/b/x y.cpp", []string{"clang++", "-DX=a b", "-c", "x y.cpp"}, "x.o"},
		{"/base/sub", "/base/a.c", []string{"clang", "-c", "../a.c"}, ""},
		{"/b", "/b/x y.cpp", []string{"clang++", "-DX=2", "-c", "x y.cpp"}, ""},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\nwant\n%+v", err, got, want)
	}
}

// TestDatabaseErrors checks that errors include positions.
func TestDatabaseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "db:1:1: not a compile database"},
		{"{}", "db:1:1: not a compile database"},
		{"[\n  {\"file\": \"a.c\", \"directory\": \"/\"}\n" +
			"]", "db:2:3: the command has neither 'command' nor 'arguments'"},
		{"[{\"directory\": \"/\", \"command\": \"cc\"}]", "db:1:2: the command has no 'file'"},
		{"[\n{\"file\": \"a.c\", \"command\": \"cc 'a\"}]", "db:2:1: 'command': a ' is not closed"},
		{"[{\"file\": \"a.c\", \"arguments\": []}]", "db:1:2: the command is empty"},
		{"[{\"file\": 7}]", "db:1:2: 'file' has the wrong type: number"},
		{"[{\"file\": \"a.c\"", "db:1:16: the file ends"},
		{"[{\"file\": \"a.c\", \"command\": \"cc a.c\"}", "db:1:38: the file ends"},
		{"[\n  {\"file\": ?}]", "db:2:12: invalid character '?'"},
	} {
		if _, err := parseDatabase("db", []byte(c.text), "/", words.Split); err == nil ||
			!strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}

func TestInvocation(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "m.rsp"), "-DR -MD\n-o\nelse.o")
	for _, c := range []struct {
		name, command  string
		compiler, args string
		level, output  string
	}{
		{"what is made goes", "clang++ -DA -MD -MT t -MF d -O2 -o a.o -c a.cpp", "clang++", "-DA -O2 a.cpp",
			"O2", "a.o"},
		{"joined values go", "clang++ -oa.o -MFd -MMD -Wp,-MD,x.d -Wp,-DX -save-temps=obj -ftime-trace=t.json " +
			"-flto=thin -c a.cpp", "clang++", "-Wp,-DX a.cpp", "O0", "a.o"},
		{"the last level counts", "clang++ -O3 -Og a.cpp", "clang++", "-O3 -Og a.cpp", "O1", ""},
		{"a level without a number", "clang++ -O a.cpp", "clang++", "-O a.cpp", "O1", ""},
		{"the fastest", "clang++ -Ofast a.cpp", "clang++", "-Ofast a.cpp", "O3", ""},
		{"launchers", "ccache base=x /usr/bin/distcc clang++ -c a.cpp", "clang++", "a.cpp", "O0", ""},
		{"a wrapper of the project", "/x/our-wrapper clang++-17 -c a.cpp", "clang++-17", "a.cpp", "O0", ""},
		{"settings of env", "env A=b sccache clang++ a.cpp", "clang++", "a.cpp", "O0", ""},
		{"CMake in front", "cmake -E __run_co_compile --launcher=ccache --source=a.cpp -- clang++ -c a.cpp", "clang++",
			"a.cpp", "O0", ""},
		{"response files", "clang++ @m.rsp -c a.cpp", "clang++", "-DR a.cpp", "O0", "else.o"},
		{"a compiled header and its text", "clang++ -Winvalid-pch -Xclang -include-pch -Xclang h.hxx.pch -Xclang " +
			"-include -Xclang h.hxx a.cpp", "clang++",
			"-Xclang -include -Xclang h.hxx a.cpp", "O0", ""},
		{"a compiled header alone", "clang++ -include-pch h.pch a.cpp", "clang++", "-include-pch h.pch a.cpp", "O0",
			""},
		{"options of the compiler itself", "clang++ -Xclang -dependency-file -Xclang d -Xclang -fcolor -mllvm -x a.cpp",
			"clang++", "-Xclang -fcolor -mllvm -x a.cpp", "O0", ""},
		{"directories that are renamed", "clang++ -ffile-prefix-map=/a=. -fdebug-compilation-dir . a.cpp", "clang++",
			"a.cpp", "O0", ""},
		{"C++ in modules", "clang++ -x c++-module -fmodule-output=a.pcm -c a.cpp", "clang++", "-x c++-module a.cpp",
			"O0", ""},
	} {
		cmd := &Command{Dir: dir, File: filepath.Join(dir, "a.cpp"), Args: strings.Fields(c.command)}
		v, err := cmd.read()
		if err != nil || v.skip || v.compiler != c.compiler || strings.Join(v.args, " ") != c.args ||
			v.level != c.level || v.output != c.output {
			t.Errorf("%s: %v\n%+v\nwant %s %s %s %s", c.name, err, v, c.compiler, c.args, c.level, c.output)
		}
	}
	for name, skip := range map[string]bool{"a.s": true, "a.S": true, "a.f90": true, "a.c": false, "a.mm": false,
		"a.cu": false, "a.swift": true} {
		if v, err := (&Command{Dir: dir, File: name, Args: []string{"cc", name}}).read(); err != nil || v.skip != skip {
			t.Errorf("%s: %v, left out %v", name, err, v.skip)
		}
	}
	if v, _ := (&Command{Dir: dir, File: "a.inc", Args: []string{"cc", "-x", "c++", "a.inc"}}).read(); v.skip {
		t.Error("-x c++ says that a.inc is C++")
	}
}

// TestLine checks that added options follow the command's own, and precede the -- that ends them.
func TestLine(t *testing.T) {
	v := &invocation{args: []string{"-gline-tables-only", "-O0", "--", "a.cpp"}}
	got := strings.Join(v.line("o.ll", "o.d", "O2"), " ")
	if !strings.HasPrefix(got, "-gline-tables-only -O0 -O2 -g -S -emit-llvm ") || !strings.HasSuffix(got, " -- a.cpp") {
		t.Error(got)
	}
}

func TestOneCommand(t *testing.T) {
	c, err := OneCommand("/d", []string{"clang++", "-c", "a.cpp", "-o", "x.c"})
	if err != nil || c.File != "/d/a.cpp" {
		t.Errorf("%v, %+v", err, c)
	}
	if _, err := OneCommand("/d", []string{"ls", "-l"}); err == nil {
		t.Error("ls -l compiles nothing")
	}
}

func TestTarget(t *testing.T) {
	for name, want := range map[string]string{"g++": "", "g++-12": "", "/x/aarch64-linux-gnu-g++": "aarch64-linux-gnu",
		"arm-none-eabi-gcc-9.3": "arm-none-eabi", "c++": "", "mpicxx": "",
		"x86_64-linux-gnu-clang++-22": "x86_64-linux-gnu"} {
		if got := launch.Target(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestDependencies(t *testing.T) {
	got := dependencies("unit: /a/b.cpp \\\n  x\\ y.h ../c.h d\\#e.h \\\n  $$f.h\n", "/w/d")
	want := []string{"/a/b.cpp", "/w/c.h", "/w/d/$f.h", "/w/d/d#e.h", "/w/d/x y.h"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestNamed(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"p.profdata", "m.pcm", "prof/default.profdata"} {
		write(t, filepath.Join(dir, f), "x")
	}
	got := named([]string{"-O2", "-fprofile-use=p.profdata", "-fmodule-file=M=m.pcm", "-fprofile-use=prof", "-DX=none"},
		dir)
	want := []string{"p.profdata", "m.pcm", "prof/default.profdata"}
	for k := range want {
		want[k] = filepath.Join(dir, want[k])
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestFirstLines(t *testing.T) {
	if got := firstLines("a\x1b[31m\tb\r\n\n"); got != `a\1B[31m b` {
		t.Errorf("%q", got)
	}
	if got := firstLines(strings.Repeat("é", 1000)); len(got) > maxLine+3 || !strings.HasSuffix(got, "é...") {
		t.Errorf("%d bytes", len(got))
	}
	if got := firstLines(strings.Repeat("x\n", 40)); !strings.HasSuffix(got, "\n... and 28 more lines") ||
		strings.Count(got, "\n") != 12 {
		t.Errorf("%q", got)
	}
}

func TestRefusals(t *testing.T) {
	got := without([]string{"-fa", "-mtune=x", "--param", "y", "-fb", "a.cpp"}, []string{"-fa", "-mtune=x", "--paramy"})
	if strings.Join(got, " ") != "-fb a.cpp" {
		t.Errorf("%q", got)
	}
}

// TestChoose checks that commands with cl's options are errors, and that clang replaces a compiler
// that is missing or not clang, if a clang exists.
func TestChoose(t *testing.T) {
	cs := &compilers{clang: "/nowhere/clang", asked: map[string]*compiler{}}
	for _, c := range []struct{ command, want string }{
		{"cl.exe", "'cl.exe' takes the options of cl"},
		{"C:/VS/CL.EXE", "takes the options of cl"},
		{"clang-cl-22", "takes the options of cl"},
		{"clang --driver-mode=cl", "takes the options of cl"},
		{"/nowhere/cc", "'/nowhere/cc' cannot be run (no such file or directory), and --clang=/nowhere/clang is " +
			"not clang 14 or later"},
		{"/bin/true", "'/bin/true' is not clang, and --clang="},
	} {
		words := strings.Fields(c.command)
		_, _, _, err := cs.choose(t.Context(), &invocation{compiler: words[0], args: words[1:]}, "/")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.command, err, c.want)
		}
	}
}

// TestFindDatabase checks that a search runs no programs that somebody else names.
func TestFindDatabase(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Join(top, "home"))
	t.Setenv("USERPROFILE", filepath.Join(top, "home"))
	const db = DatabaseName
	for _, name := range []string{db, "repo/build/" + db, "repo/.git/HEAD", "home/p/" + db} {
		write(t, filepath.Join(top, filepath.FromSlash(name)), "[]")
	}
	for _, c := range []struct{ dir, want string }{
		{"", db},
		{"elsewhere", "error: outside this checkout and the home directory"},
		{"homes", "error: outside this checkout and the home directory"},
		{"repo", "repo/build/" + db},
		{"repo/src/deep", "repo/build/" + db},
		{"home/p", "home/p/" + db},
		{"home/p/src/deep", "home/p/" + db},
		{"home/q", "error: outside this checkout and the home directory"},
	} {
		path, err := FindDatabase("", filepath.Join(top, filepath.FromSlash(c.dir)))
		if what, isError := strings.CutPrefix(c.want, "error: "); isError {
			if err == nil || !strings.Contains(err.Error(), what) {
				t.Errorf("in %q: %s, %v, want an error that says %q", c.dir, path, err, what)
			}
		} else if want := filepath.Join(top, filepath.FromSlash(c.want)); err != nil || path != want {
			t.Errorf("in %q: %s, %v, want %s", c.dir, path, err, want)
		}
	}
	if path, err := FindDatabase(top, "/"); err != nil || path != filepath.Join(top, db) {
		t.Errorf("with -p: %s, %v", path, err)
	}
}
