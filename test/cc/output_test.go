// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package cc_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// defined matches a part of the coroutine leaf in assembly and in IR.
var defined = regexp.MustCompile(`(?m)^_ZL4leafi\.resume:|^define .*@_ZL4leafi\.resume\(`)

// TestOutputs checks that assembly, IR and bitcode are those of the lowered code, also on standard
// output and for several sources. Compiler Explorer runs a compiler like the last row.
func TestOutputs(t *testing.T) {
	need(t, "llvm-dis-22")
	dir := place(t)
	if err := os.Symlink(bin(), filepath.Join(dir, "corolower-"+compiler)); err != nil {
		t.Fatal(err)
	}
	own := "./corolower-" + compiler
	for _, c := range []struct{ words, file string }{
		{"-S with.cpp", "with.s"},
		{"-S -c with.cpp -o out.s", "out.s"},
		{"-S -emit-llvm with.cpp", "with.ll"},
		{"-c -emit-llvm with.cpp", "with.bc"},
		{"-S with.cpp -o -", ""},
		{"-S -emit-llvm -o - with.cpp", ""},
		{"-S with.cpp without.cpp", "with.s"},
		{"-g -o output.s -masm=intel -S -fcolor-diagnostics -fno-crash-diagnostics -O2 with.cpp", "output.s"},
	} {
		os.RemoveAll(dir + ".cache")
		r := keep(t, dir, env(dir), append([]string{own, "-std=c++20", "-O2"}, strings.Fields(c.words)...)...)
		text := r.stdout
		if c.file != "" {
			list, err := os.ReadFile(filepath.Join(dir, c.file))
			if err != nil {
				t.Fatalf("%s: %v\n%s", c.words, err, r.stderr)
			}
			if text = string(list); strings.HasSuffix(c.file, ".bc") {
				text = keep(t, dir, env(dir), "llvm-dis-22", c.file, "-o", "-").stdout
			}
		}
		if r.code != 0 || r.stderr != "" || !strings.Contains(text, "main") || defined.MatchString(text) {
			t.Errorf("%s: exit code %d, or leaf's frame is not elided\n%s%s", c.words, r.code, r.stderr, text)
		}
		if n := counts(t, dir); n.Lowered != 1 || len(n.Written) > 0 {
			t.Errorf("%s: %+v", c.words, n)
		}
	}
}

// TestModules checks that a module's interface with coroutines is lowered, and that its interface
// file is the one that clang writes.
func TestModules(t *testing.T) {
	need(t)
	dir := place(t)
	put(t, dir, "part.cppm", "module;\n#include \"coro.h\"\nexport module part;\nstatic task leaf(int n) { co_return n; }\n"+
		"export int part() { task t = leaf(3); t.handle.resume(); return t.handle.promise().value; }\n")
	put(t, dir, "user.cpp", "import part;\nint main() { return part() - 3; }\n")
	for _, words := range []string{"-fmodule-output=part.pcm -c part.cppm -o p.o", "-c part.cppm -fmodule-output -o part.o",
		"-x c++-module -fmodule-output -c part.cppm"} {
		plain := run(t, dir, env(dir), append([]string{compiler, "-std=c++20", "-O2"}, strings.Fields(words)...)...)
		os.RemoveAll(dir + ".cache")
		ours := run(t, dir, env(dir), append(cc("-std=c++20", "-O2"), strings.Fields(words)...)...)
		if c := counts(t, dir); ours.code != 0 || ours.stderr != "" || c.Lowered != 1 || c.Elided != 1 {
			t.Errorf("%s: exit code %d, %+v\n%s", words, ours.code, c, ours.stderr)
		}
		object := ""
		for name, text := range plain.files {
			if got, ok := ours.files[name]; !ok || strings.HasSuffix(name, ".pcm") && len(got) != len(text) {
				t.Errorf("%s: %s is missing, or has another size", words, name)
			}
			put(t, dir, name, ours.files[name])
			if strings.HasSuffix(name, ".o") {
				object = name
			}
		}
		r := keep(t, dir, env(dir), compiler, "-std=c++20", "-fmodule-file=part=part.pcm", "user.cpp", object, "-o", "p")
		if r.code != 0 || keep(t, dir, env(dir), "./p").code != 0 {
			t.Errorf("%s: the program fails\n%s", words, r.stderr)
		}
		for name := range plain.files {
			os.Remove(filepath.Join(dir, name))
		}
	}
}

// TestElideErrors checks that -Werror=coro-elide makes a marked call an error if its coroutine stays
// on the heap, whatever the reason, and nothing else.
func TestElideErrors(t *testing.T) {
	need(t)
	dir := place(t)
	put(t, dir, "safe.h", strings.Replace(read(t, dir, "coro.h"), "struct task {", "struct [[clang::coro_await_elidable]] task {", 1))
	put(t, dir, "marked.cpp", "#include \"safe.h\"\n#ifndef FAR\nstatic\n#endif\ntask leaf(int n)\n#ifndef FAR\n"+
		"{ co_return n; }\n#endif\n;\ntask sum(int n) { co_return co_await leaf(n); }\n")
	const place = "marked.cpp:10:38: error: 'leaf(int)' not elided in 'sum(int)', although the call is marked coro_elide_safe: "
	const tail = " [-Werror=coro-elide]\n   10 | task sum(int n) { co_return co_await leaf(n); }\n" +
		"      |                                      ^\n1 error generated.\n"
	for _, c := range []struct{ own, words, why string }{
		{"", "-O2", ""},
		{"", "-O0", "the pipeline elides nothing, as at -O0"},
		{"", "-O0 -Wno-error=coro-elide", ""},
		{"", "-O2 -DFAR", "the unit does not define it"},
		{"--coro-elide-max-frame=8", "-O2", ""}, // a bound on frames that nobody marked
		{"--coro-elide-max-frame=8 --coro-elide-branch-ratio=2", "-O2", "the frame has "},
		{"--passes=default<O0>", "-O2", "the pipeline elides nothing, as at -O0"},
	} {
		for _, inCommand := range []bool{true, false} {
			args := append([]string{bin(), "cc"}, strings.Fields(c.own)...)
			if !inCommand {
				args = append(args, "-Werror=coro-elide")
			}
			args = append(args, compiler, "-std=c++20", "-c", "marked.cpp")
			if inCommand {
				args = append(args, "-Werror=coro-elide")
			}
			r := run(t, dir, env(dir), append(args, strings.Fields(c.words)...)...)
			switch {
			case c.why == "":
				if r.code != 0 || r.stderr != "" || r.files["marked.o"] == "" {
					t.Errorf("%q: exit code %d\n%s", args, r.code, r.stderr)
				}
			case r.code != 1 || !strings.HasPrefix(r.stderr, place) || !strings.HasSuffix(r.stderr, tail) ||
				!strings.Contains(r.stderr, c.why) || r.files["marked.o"] != "":
				t.Errorf("%q: exit code %d\n%s", args, r.code, r.stderr)
			}
		}
	}
	// A unit that is not lowered is not known to keep the promise.
	r := run(t, dir, env(dir), bin(), "cc", "--max-memory=0", compiler, "-std=c++20", "-O2", "-Werror=coro-elide", "-c", "marked.cpp")
	if r.code != 1 || !strings.Contains(r.stderr, "marked.cpp: error: not lowered: ") {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCcacheBefore checks that a compile under ccache that ccache does not look into is noticed.
func TestCcacheBefore(t *testing.T) {
	need(t, "ccache")
	dir := place(t)
	environ := env(dir, "CCACHE_DIR="+dir+".ccache", "CCACHE_CONFIGPATH=/dev/null")
	path := script(t, dir, "")
	words := " cc " + path + " -std=c++20 -O2 -c with.cpp"
	for _, c := range []struct {
		command string
		warned  bool
	}{
		{"ccache " + bin() + words, true},
		{"CCACHE_DISABLE=1 exec sh -c '\"$@\"; exit $?' sh " + bin() + words, false}, // it is off
		{"ccache " + bin() + " cc " + compiler + " -std=c++20 -O2 -c with.cpp", false},
		{bin() + " cc ccache" + strings.TrimPrefix(words, " cc"), false},
	} {
		os.RemoveAll(dir + ".cache")
		command := strings.ReplaceAll(c.command, path, "'"+path+"'")
		r := run(t, dir, environ, "sh", "-c", command+"; exit $?")
		if got := strings.Contains(r.stderr, `CMAKE_CXX_COMPILER_LAUNCHER="corolower;cc;ccache"`); r.code != 0 || got != c.warned ||
			counts(t, dir).Bypassed > 0 != c.warned {
			t.Errorf("%s: exit code %d\n%s", command, r.code, r.stderr)
		}
	}
}
