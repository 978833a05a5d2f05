// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package diff_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/lowertest"
)

// TestFunclets lowers a program that handles exceptions in funclets, as on Windows and in
// WebAssembly, and elides frames in and around them. Such a program cannot run here. Instead, the
// test verifies that the output is valid, that corolower elides at least as many frames as opt,
// that code generation accepts the output, and that each call names its funclet.
func TestFunclets(t *testing.T) {
	for _, tool := range []string{"clang++-22", "opt-22", "llc-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is not installed")
		}
	}
	bin := filepath.Join(t.TempDir(), "corolower")
	output(t, "go", "build", "-pgo=off", "-o", bin, "../../cmd/corolower")
	for _, target := range []string{"x86_64-pc-windows-msvc -fexceptions -fcxx-exceptions",
		"aarch64-pc-windows-msvc -fexceptions -fcxx-exceptions",
		"wasm32-unknown-unknown -fexceptions -fwasm-exceptions"} {
		t.Run(strings.Fields(target)[0], func(t *testing.T) {
			in, out := filepath.Join(t.TempDir(), "in.ll"), filepath.Join(t.TempDir(), "out.ll")
			output(t, "clang++-22", append(strings.Fields("--target="+target),
				"-std=c++20", "-nostdinc", "-O2", "-S", "-emit-llvm", "-Xclang",
				"-disable-llvm-passes", "testdata/funclets.cpp", "-o", in)...)
			ours := output(t, bin, in, "-O2", "-verify-each", "-pass-remarks=coro-elide", "-S", "-o", out)
			output(t, "opt-22", "-passes=verify", "-disable-output", out)
			theirs := output(t, "opt-22", "-O2", "-pass-remarks=coro-elide", "-disable-output", in)
			elided := regexp.MustCompile("' elided in '")
			if a, b := len(elided.FindAllString(ours, -1)), len(elided.FindAllString(theirs, -1)); a < b || a != 4 {
				t.Errorf("%d frames are elided, %d by opt:\n%s", a, b, ours)
			}
			output(t, "llc-22", "-O2", "-filetype=null", out)
			text, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			m := lowertest.Load(t, string(text)).M
			for _, f := range m.Funcs {
				if !f.Declared && f.Entry() != nil {
					for _, e := range lowertest.Misplaced(m, f) {
						t.Errorf("@%s: %s", f.Name, e)
					}
				}
			}
		})
	}
}

// output runs a command and returns its output.
func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
