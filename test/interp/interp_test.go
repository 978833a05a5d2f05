// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The interpreter compared with native programs: C programs with lli, and the unlowered coroutines
// of test/e2e with clang's executables.
package interp_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/test/programs"
	"github.com/corolower/corolower/test/sample"
)

// result is the observable behaviour of a program.
type result struct {
	out  string
	code int
}

// execute runs a command. A signal yields the exit code that a shell reports for it.
func execute(t *testing.T, args ...string) result {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout = &out
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	code := cmd.ProcessState.ExitCode()
	if code < 0 {
		code = 128 + 6 // every program that a signal ends calls abort
	}
	return result{out.String(), code}
}

// maxSteps is the number of steps after which a program is ended. The longest program needs a
// twentieth.
const maxSteps = 2e9

// interpret runs a file in the interpreter.
func interpret(t *testing.T, file string, seed int64) (result, error) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := parse.Module(file, text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.Load(m)
	if err != nil {
		return result{}, err
	}
	p.CheckAttributes()
	var out bytes.Buffer
	code, err := p.New(interp.Options{Stdout: &out, MaxSteps: maxSteps, Seed: seed}).Run("main", file)
	return result{out.String(), code}, err
}

// compile runs clang.
func compile(t *testing.T, clang string, args ...string) {
	t.Helper()
	if out, err := exec.Command(clang, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", clang, strings.Join(args, " "), err, out)
	}
}

// describe formats an error with its notes.
func describe(err error) string {
	var e *interp.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	s := e.Error()
	for _, n := range e.Finding.Notes {
		s += "\n\t" + n.Msg
	}
	return s
}

func same(t *testing.T, what string, got, want result, err error) {
	t.Helper()
	switch {
	case err != nil:
		t.Errorf("%s: %s", what, describe(err))
	case got != want:
		t.Errorf("%s: exit code %d and\n%s\nwant %d and\n%s", what, got.code, got.out, want.code, want.out)
	}
}

// TestScalar compares C programs with lli.
func TestScalar(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	dir := t.TempDir()
	for _, file := range files {
		for _, level := range []string{"-O0", "-O2"} {
			t.Run(filepath.Base(file)+level, func(t *testing.T) {
				t.Parallel()
				ll := filepath.Join(dir, filepath.Base(file)+level+".ll")
				compile(t, "clang-22", level, "-fno-vectorize", "-fno-slp-vectorize", "-S", "-emit-llvm",
					file, "-o", ll)
				want := execute(t, "lli-22", ll)
				got, err := interpret(t, ll, 1)
				same(t, ll, got, want, err)
			})
		}
	}
}

// cannot lists the programs of test/e2e that the interpreter does not finish, with a part of the
// error message.
var cannot = map[string]string{
	"floating_point": "unsupported: arithmetic of type x86_fp80",
}

// TestLibrary runs programs that use the C++ library.
func TestLibrary(t *testing.T) {
	files, err := filepath.Glob("testdata/library/*.cpp")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	dir := t.TempDir()
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".cpp")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			exe, ll := filepath.Join(dir, name), filepath.Join(dir, name+".ll")
			compile(t, "clang++-22", "-std=c++20", "-pthread", file, "-o", exe)
			compile(t, "clang++-22", "-std=c++20", "-S", "-emit-llvm", file, "-o", ll)
			got, err := interpret(t, ll, 1)
			same(t, name, got, execute(t, exe), err)
		})
	}
}

// TestIntrinsics runs programs in IR that use intrinsics, and compares them with lli.
func TestIntrinsics(t *testing.T) {
	files, err := filepath.Glob("testdata/intrinsics/*.ll")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		got, err := interpret(t, file, 1)
		same(t, file, got, execute(t, "lli-22", file), err)
	}
}

// TestCoroutines compares the programs of test/e2e with clang's executables.
func TestCoroutines(t *testing.T) {
	list, err := programs.Load("../e2e")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, p := range list {
		if !p.Wants(22) || !sample.Has(p.Name, 5) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			exe := filepath.Join(dir, p.Name)
			compile(t, "clang++-22", append(p.Source(p.Short("-O1")...), "-w", p.Path, "-o", exe)...)
			want := execute(t, exe)
			for _, level := range []string{"-O0", "-O2"} {
				ll := filepath.Join(dir, p.Name+level+".ll")
				if err := p.IR(22, ll, p.Short(level)...); err != nil {
					t.Fatal(err)
				}
				got, err := interpret(t, ll, 1)
				if why := cannot[p.Name]; why != "" {
					if err == nil || !strings.Contains(err.Error(), why) {
						t.Errorf("%s%s: error %v, want %q", p.Name, level, err, why)
					}
					continue
				}
				same(t, fmt.Sprint(p.Name, level), got, want, err)
			}
		})
	}
}

// TestFunclets runs programs that clang compiles for Windows, before and after lowering, and compares
// them with their native executables.
func TestFunclets(t *testing.T) {
	dir := t.TempDir()
	pl, err := driver.Table.Parse("default<O2>")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"handlers", "coroutine"} {
		source := "testdata/funclets/" + name + ".cpp"
		exe := filepath.Join(dir, name)
		compile(t, "clang++-22", "-std=c++20", "-w", source, "-o", exe)
		want := execute(t, exe)
		for _, level := range []string{"-O0", "-O1"} {
			ll := filepath.Join(dir, name+level+".ll")
			compile(t, "clang++-22", "--target=x86_64-pc-windows-msvc", "-fexceptions", "-fcxx-exceptions", "-std=c++20",
				"-w", level, "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", source, "-o", ll)
			got, err := interpret(t, ll, 1)
			same(t, ll, got, want, err)
			text, err := os.ReadFile(ll)
			if err != nil {
				t.Fatal(err)
			}
			res, err := driver.Run(ll, text, &driver.Options{Pipeline: pl, Jobs: 1})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := interp.Compare(load(t, text), load(t, res.Bytes()), interp.Options{MaxSteps: maxSteps,
				Seed: 1}, "main", name); err != nil {
				t.Error(describe(err))
			}
		}
	}
}

// TestLowered compares programs with the output of the default pipeline, both in the interpreter.
func TestLowered(t *testing.T) {
	list, err := programs.Load("../e2e")
	if err != nil {
		t.Fatal(err)
	}
	pl, err := driver.Table.Parse("default<O2>")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, p := range list {
		if !p.Wants(22) || cannot[p.Name] != "" || !sample.Has(p.Name, 6) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			ll := filepath.Join(dir, p.Name+".ll")
			if err := p.IR(22, ll, p.Short("-O1")...); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(ll)
			if err != nil {
				t.Fatal(err)
			}
			res, err := driver.Run(ll, text, &driver.Options{Pipeline: pl, Jobs: 1})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := interp.Compare(load(t, text), load(t, res.Bytes()), interp.Options{MaxSteps: maxSteps,
				Seed: 1}, "main", p.Name); err != nil {
				t.Error(describe(err))
			}
		})
	}
}

func load(t *testing.T, text []byte) *interp.Program {
	t.Helper()
	m, err := parse.Module("program.ll", text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.Load(m)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
