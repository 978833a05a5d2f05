// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/framemap"
)

// TestFrameMap: the map in a file and the output's section describe the same coroutine, and the
// output is otherwise what it is without.
func TestFrameMap(t *testing.T) {
	dir := workDir(t)
	echo, err := os.ReadFile("../../examples/echo.ll")
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, "echo.ll", string(echo))
	plain := command(dir, "", nil, "echo.ll")
	r := command(dir, "", nil, "--frame-map=map.json", "echo.ll")
	if r.code != 0 || r.stdout != plain.stdout || r.stderr != plain.stderr {
		t.Fatalf("exit code %d, another output or messages: %s", r.code, r.stderr)
	}
	f, err := os.Open(filepath.Join(dir, "map.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := framemap.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Coroutines) != 1 {
		t.Fatalf("%d coroutines", len(m.Coroutines))
	}
	c := m.Coroutines[0]
	if c.Function != "_Z4echoi" || c.Line == 0 || len(c.Parts) != 3 || c.Parts[1].Name != "_Z4echoi.destroy" ||
		c.Suspended(0).Place() != "echo.cpp:40" && c.Suspended(0).Place() != "echo.cpp:35" {
		t.Errorf("the map has %+v", c)
	}
	r = command(dir, "", nil, "--frame-map=section", "echo.ll", "-mtriple=x86_64-unknown-linux-gnu")
	front, asm, ok := strings.Cut(r.stdout, "\nmodule asm ")
	if want := command(dir, "", nil, "echo.ll", "-mtriple=x86_64-unknown-linux-gnu").stdout; !ok || front != want {
		t.Errorf("exit code %d, %s\nother code is\n%s", r.code, r.stderr, front)
	}
	if !strings.Contains(asm, `.0, \22_Z4echoi.resume\22"`) {
		t.Errorf("the section is\n%s", asm)
	}
	if again := command(dir, "", nil, "-j1", "--frame-map=section", "echo.ll",
		"-mtriple=x86_64-unknown-linux-gnu"); again !=
		r {
		t.Error("two runs differ")
	}
}

// TestFrameMapTargets: a section where the target has none is an error, and leaves no output.
func TestFrameMapTargets(t *testing.T) {
	dir := workDir(t)
	echo, err := os.ReadFile("../../examples/echo.ll")
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, "echo.ll", string(echo))
	for triple, format := range map[string]string{"arm64-apple-macosx15": "Mach-O", "x86_64-pc-windows-msvc": "COFF",
		"wasm32-wasi": "WebAssembly", "nvptx64-nvidia-cuda": "PTX", "powerpc64-ibm-aix": "XCOFF"} {
		r := command(dir, "", nil, "--frame-map=section", "echo.ll", "-mtriple="+triple, "-o", "out.ll")
		if r.code != 2 || !strings.Contains(r.stderr, format) {
			t.Errorf("%s: exit code %d\n%s", triple, r.code, r.stderr)
		}
		if _, err := os.Stat(filepath.Join(dir, "out.ll")); err == nil {
			t.Fatalf("%s: there is an output", triple)
		}
	}
	put(t, dir, "wrong.ll", "define void @f() {\n")
	if r := command(dir, "", nil, "--frame-map=map.json", "echo.ll", "wrong.ll", "-disable-output"); r.code != 1 {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	} else if _, err := os.Stat(filepath.Join(dir, "map.json")); err == nil {
		t.Error("there is a map of inputs with errors")
	}
	if r := command(dir, "", nil, "--frame-map=section", "--emit=ptx", "echo.ll"); r.code != 2 ||
		!strings.Contains(r.stderr, "cannot be used with PTX") {
		t.Errorf("--emit=ptx: exit code %d\n%s", r.code, r.stderr)
	}
}
