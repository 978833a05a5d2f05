// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package cc_test compiles with `corolower cc`, and compares the results with those of the same
// commands without it.
package cc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/corolower/corolower/internal/launch"
	"github.com/corolower/corolower/test/sample"
)

// compiler is the name of clang in these tests.
const compiler = "clang++-22"

// bin returns the path of the program under test.
var bin = sync.OnceValue(func() string {
	name := os.Getenv("COROLOWER_BIN")
	if name == "" {
		name = "../../bin/corolower"
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		panic(err)
	}
	return abs
})

// need skips a test if a tool is missing.
func need(t *testing.T, tools ...string) {
	t.Helper()
	for _, name := range append(tools, compiler, bin()) {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("no %s", name)
		}
	}
}

// place creates a folder with a blank in its name and the sources in it.
func place(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a b")
	if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	for _, sub := range []string{"inc", "dir", "sub", "lib", "frameworks", "crashes"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	put(t, dir, "inc/extra.h", "#pragma once\ninline int extra() { return 1; }\n")
	return dir
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// result holds the output of a command, and the files that it created or changed.
type result struct {
	code           int
	stdout, stderr string
	files          map[string]string
}

// snapshot reads all files below a folder.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[rel] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// env returns the environment of commands: counters are outside the folder.
func env(dir string, more ...string) []string {
	return append(os.Environ(), append([]string{"COROLOWER_CACHE=" + dir + ".cache", "COROLOWER_FLAGS=", "LC_ALL=C"},
		more...)...)
}

// run runs a command in a folder, returns its result, and removes the files that it created.
func run(t *testing.T, dir string, environ []string, args ...string) result {
	t.Helper()
	before := snapshot(t, dir)
	r := keep(t, dir, environ, args...)
	for name, text := range snapshot(t, dir) {
		if old, ok := before[name]; !ok || old != text {
			r.files[name] = text
			if os.Remove(filepath.Join(dir, name)); ok {
				put(t, dir, name, old)
			}
		}
	}
	return r
}

// keep runs a command and keeps its files.
func keep(t *testing.T, dir string, environ []string, args ...string) result {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, environ
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), out.String(), msg.String(), map[string]string{}}
}

// counts reads the counters. It is an error if clang crashed on lowered code.
func counts(t *testing.T, dir string) launch.Counts {
	t.Helper()
	c := counters(t, dir)
	if c.Repeated > 0 {
		t.Errorf("clang crashed in code generation of %d units", c.Repeated)
	}
	return c
}

func counters(t *testing.T, dir string) (c launch.Counts) {
	t.Helper()
	text, err := os.ReadFile(dir + ".cache/cc/counts.json")
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// resources returns clang's folder of headers and libraries.
var resources = sync.OnceValue(func() string {
	out, err := exec.Command(compiler, "-print-resource-dir").Output()
	if err != nil {
		panic(err)
	}
	return strings.TrimSpace(string(out))
})

// prepare creates the files that the words of a row need in addition to the sources.
func prepare(t *testing.T, dir, words string) {
	t.Helper()
	must := func(args ...string) {
		t.Helper()
		if r := keep(t, dir, env(dir), args...); r.code != 0 {
			t.Fatalf("%q: exit code %d\n%s", args, r.code, r.stderr)
		}
	}
	for name, text := range map[string]string{
		"unit.cfg":       "-DCONFIGURED\n",
		"overlay.yaml":   "{\"version\": 0, \"roots\": []}\n",
		"unit.modulemap": "module unit { header \"inc/extra.h\" }\n",
		"unit.list":      "[clang]\ndefault:allow\n",
		"unit.map":       "[unused]\nsrc:*\n",
	} {
		if strings.Contains(words, name) {
			put(t, dir, name, text)
		}
	}
	switch {
	case strings.Contains(words, "parts.pcm"), strings.Contains(words, "-fprebuilt-module-path"):
		put(t, dir, "parts.cppm", "export module parts;\nexport inline int part() { return 1; }\n")
		must(compiler, "-std=c++20", "-O1", "-Iinc", "--precompile", "parts.cppm", "-o", "parts.pcm")
	case strings.Contains(words, "extra.pch"):
		must(compiler, "-std=c++20", "-O1", "-I.", "-x", "c++-header", "inc/extra.h", "-o", "extra.pch")
	case strings.Contains(words, ".profdata"):
		flag := "-fprofile-instr-generate=x.profraw"
		if strings.Contains(words, "ir.profdata") {
			flag = "-fprofile-generate"
		}
		must(compiler, "-std=c++20", "-O1", "-I.", flag, "with.cpp", "-o", "x")
		must("env", "LLVM_PROFILE_FILE=x.profraw", "./x")
		for _, name := range []string{"unit.profdata", "ir.profdata"} {
			if strings.Contains(words, name) {
				must("llvm-profdata-22", "merge", "x.profraw", "-o", name)
			}
		}
	}
}

// TestFlags compiles with the words of rows of the table, with and without the launcher. For a
// unit without coroutines, the object must be equal byte for byte, and all other files and messages
// equal. A unit with coroutines must be lowered, with the same messages, and must behave the same
// at run time.
func TestFlags(t *testing.T) {
	need(t, "llvm-profdata-22")
	var mu sync.Mutex
	ran := 0
	t.Run("rows", func(t *testing.T) {
		for _, row := range slices.Concat(launch.Flags[:], more) {
			f := &row
			if f.Same == launch.Untested {
				continue
			}
			words := f.Try
			if words == "" {
				words = f.Name
			}
			if !sample.Has(words, 5) {
				continue
			}
			t.Run(strings.ReplaceAll(words, "/", "_"), func(t *testing.T) {
				t.Parallel()
				if testRow(t, f, words) {
					mu.Lock()
					ran++
					mu.Unlock()
				}
			})
		}
	})
	if only := flag.Lookup("test.run").Value.String(); sample.Whole() && ran < 60 && !strings.Contains(only, "/") && !t.Failed() {
		t.Errorf("programs of %d rows ran", ran)
	}
}

func testRow(t *testing.T, f *launch.Flag, words string) (ran bool) {
	dir := place(t)
	prepare(t, dir, words)
	try := strings.Fields(words)
	for k := range try {
		try[k] = strings.NewReplacer("$PWD", dir, "$RESOURCES", resources()).Replace(try[k])
	}
	whole := f.Use == launch.Whole || f.Use == launch.Profile || f.Name == "-fno-corolower"
	for _, source := range []string{"without.cpp", "with.cpp"} {
		if whole && source == "without.cpp" || f.Use == launch.Frontend && source == "with.cpp" {
			continue // options of the frontend alone do not affect lowering
		}
		base := []string{compiler, "-std=c++20", "-O1", "-I."}
		tail := []string{"-c", source}
		if !strings.Contains(words, "-o ") && !strings.Contains(words, "-E") {
			tail = append(tail, "-o", "unit.o")
		}
		clang := slices.DeleteFunc(slices.Clone(try), func(w string) bool {
			return strings.Contains(w, "corolower") || strings.Contains(w, "coro-elide") // clang does not know them
		})
		plain := run(t, dir, env(dir), slices.Concat(base, clang, tail)...)
		os.RemoveAll(dir + ".cache")
		ours := run(t, dir, env(dir), slices.Concat([]string{bin(), "cc", "--strict"}, base, try, tail)...)
		compare(t, f, source, plain, ours, func() result {
			return run(t, dir, env(dir), slices.Concat(base, clang,
				tail)...)
		})
		c := counts(t, dir)
		switch {
		case c.Commands != 1 || len(c.Fallbacks) > 0:
			t.Errorf("%s: %+v", source, c)
		case whole && len(c.Written) != 1:
			t.Errorf("%s was taken: %+v", source, c)
		case !whole && plain.code == 0 && len(c.Written) != 0:
			t.Errorf("%s was not taken: %+v", source, c)
		case !whole && plain.code == 0 && c.Lowered != strings.Count(source, "with.cpp"):
			t.Errorf("%s: lowered %d units: %+v", source, c.Lowered, c)
		}
		if source == "with.cpp" && plain.code == 0 && !whole && links(words) {
			ran = same(t, dir, clang, plain, ours)
		}
	}
	return ran
}

// links reports whether objects compiled with words can be linked to a program here.
func links(words string) bool {
	return !strings.Contains(words, "-linux-gnu") && !strings.Contains(words, "stdlib") && !strings.Contains(words,
		"-static") && !strings.Contains(words, "-fopenmp")
}

// compare compares the result of a command with the expected one. again compiles once more without
// the launcher.
func compare(t *testing.T, f *launch.Flag, source string, plain, ours result, again func() result) {
	t.Helper()
	if ours.code != plain.code || sorted(ours.stdout) != sorted(plain.stdout) {
		t.Errorf("%s: exit code %d, plainly %d\n%s\nplainly\n%s", source, ours.code, plain.code,
			ours.stdout+ours.stderr, plain.stdout+plain.stderr)
	}
	if f.Name != "-R" && ours.stderr != plain.stderr {
		t.Errorf("%s: messages\n%s\nplainly\n%s", source, ours.stderr, plain.stderr)
	}
	for name := range plain.files {
		if _, ok := ours.files[name]; !ok {
			t.Errorf("%s: %s is missing", source, name)
		}
	}
	whole := f.Use == launch.Whole || f.Use == launch.Profile
	for name, text := range ours.files {
		want, ok := plain.files[name]
		if !ok {
			if !strings.Contains(f.Try, name) {
				t.Errorf("%s: %s is new", source, name)
			}
			continue
		}
		if source == "with.cpp" && !whole && filepath.Ext(name) != ".d" {
			continue
		}
		if text != want && (f.Same == launch.Files || filepath.Ext(name) == ".d") && !varies(again, name, want) {
			t.Errorf("%s: %s differs: %d bytes, plainly %d", source, name, len(text), len(want))
		}
	}
}

// sorted returns the lines of a text in a fixed order: clang prints its tables, for example those
// of -fdump-vtable-layouts, in the order of addresses.
func sorted(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// varies reports whether clang itself writes a file differently each time, for example an object
// with -fpseudo-probe-for-profiling.
func varies(again func() result, name, first string) bool {
	for range 20 {
		if again().files[name] != first {
			return true
		}
	}
	return false
}

// same links and runs both objects, and reports whether that was possible.
func same(t *testing.T, dir string, words []string, plain, ours result) bool {
	t.Helper()
	var said []result
	for _, r := range []result{plain, ours} {
		object := ""
		for name, text := range r.files {
			put(t, dir, name, text)
			if filepath.Ext(name) == ".o" {
				object = name
			}
		}
		if object == "" {
			return false
		}
		link := []string{compiler, object, "-o", "program", "-w"}
		for k := 0; k < len(words); k++ {
			switch w := words[k]; {
			case w == "-o" || w == "-x" || w == "-include" || w == "-include-pch" ||
				w == "-imacros" || w == "-MF" || w == "-MT" || w == "-MQ" || w == "-z":
				k++
			case strings.HasPrefix(w, "-fsanitize"), strings.HasPrefix(w, "-flto"), strings.HasPrefix(w, "-fprofile"),
				strings.HasPrefix(w, "-fxray"), w == "-pg", w == "-fno-pic":
				link = append(link, w)
			}
		}
		if slices.Contains(words, "-fno-pic") || slices.Contains(words, "-mcmodel=large") {
			link = append(link, "-no-pie")
		}
		if slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "-flto") }) {
			link = append(link, "-fuse-ld=lld-22")
		}
		l := keep(t, dir, env(dir), link...)
		if l.code != 0 {
			l.stderr = ""
			said = append(said, l)
			continue
		}
		said = append(said, keep(t, dir, env(dir), "./program"))
	}
	if said[0].code != said[1].code || said[0].stdout != said[1].stdout || said[0].stderr != said[1].stderr {
		t.Errorf("the program ends with %d\n%s\nplainly %d\n%s", said[1].code, said[1].stdout+said[1].stderr,
			said[0].code, said[0].stdout+said[0].stderr)
	}
	return said[0].code == 0 && strings.Contains(said[0].stdout, "1 ")
}
