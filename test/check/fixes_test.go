// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/test/sample"
)

// harness drives the coroutine f of an example: it creates f, resumes it up to n times while it is
// alive and not done, and destroys it if it is alive. Each allocation must be freed exactly once.
const harness = `
#include <stdio.h>
#include <stdlib.h>
typedef void (*part)(void *);
void *f(int n, long more);
__attribute__((weak)) void g(void);
static void *frame;
static long live, gone;
void *__real_malloc(size_t n);
void *__real_aligned_alloc(size_t a, size_t n);
void __real_free(void *p);
void *__wrap_malloc(size_t n) { live++; return __real_malloc(n); }
void *__wrap_aligned_alloc(size_t a, size_t n) { live++; return __real_aligned_alloc(a, n); }
void __wrap_free(void *p) { if (p) { live--; if (p == frame) gone = 1; } __real_free(p); }
__attribute__((weak)) void use(void *p) { if (p && (char *)p != (char *)&gone) *(volatile char *)p; }
__attribute__((weak)) void take(void) {}
__attribute__((weak)) void fail(void *p) {}
void together(void *p) __asm__("use.together");
void together(void *p) { use(p); }
__attribute__((weak)) void wrap(void *a, void *h) {}
__attribute__((weak)) int pers(void) { return 0; }
__attribute__((weak)) void leave(void) { abort(); }
__attribute__((weak)) _Bool hold(void *a, void *h) { return 1; }
__attribute__((weak)) void *_Znwm(size_t n) { return malloc(n); }
__attribute__((weak)) void _ZdlPv(void *p) { free(p); }
int main(int argc, char **argv) {
  int resumes = atoi(argv[1]);
  long more = atol(argv[2]);
  frame = f(3, more);
  for (int k = 0; k < resumes && !gone && *(part *)frame; k++) (*(part *)frame)(frame);
  if (!gone) ((part *)frame)[1](frame);
  frame = 0;
  if (g) g();
  if (live) { printf("%ld allocations are not freed\n", live); return 3; }
  return 0;
}
`

// onlyVerified are rules whose examples do not run here, with the reason.
var onlyVerified = map[string]string{
	rule.RuleScalable:      "x86-64 has no scalable vectors",
	rule.RuleNoMustTail:    "the example is for wasm64",
	rule.RuleCreateSuspend: "the intrinsic is NVIDIA's",
	rule.RuleLocalAcross:   "the example is for a GPU",
	rule.RuleCallerMemory:  "its ramp returns no handle",
	rule.RuleTaskMemory:    "the example needs Swift's runtime",
}

func sh(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestFixes goes through the table of all rules. The bad example has the finding and the fixed one
// has none. If the fix is one edit, --fix must remove the finding from the bad example; the result
// is lowered, verified by LLVM, compiled with AddressSanitizer and run for 0, 1 and 2 resumes.
func TestFixes(t *testing.T) {
	for _, tool := range []string{"clang-22", "opt-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	dir := t.TempDir()
	exe := filepath.Join(dir, "corolower")
	if out, err := sh(".", "go", "build", "-pgo=off", "-o", exe, "../../cmd/corolower"); err != nil {
		t.Fatal(out)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.c"), []byte(harness), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := sh(dir, "clang-22", "-c", "-O1", "-fsanitize=address", "main.c", "-o", "main.o"); err != nil {
		t.Fatal(out)
	}
	var table strings.Builder
	ran := 0
	for _, r := range rule.Rules() {
		fixes := map[string]string{"by hand": r.Good}
		put := func(name, text string) {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		put("bad.ll", r.Bad)
		out, err := sh(dir, exe, "check", "--no-config", "bad.ll")
		if err == nil || !strings.Contains(out, "["+r.Name+"]") {
			t.Errorf("%s: the bad example is not found:\n%s", r.Name, out)
		}
		edits := strings.Contains(out, "can be fixed with --fix")
		if edits {
			put("fixed.ll", r.Bad)
			if out, err := sh(dir, exe, "check", "--no-config", "--fix", "fixed.ll"); err != nil {
				t.Errorf("%s: --fix leaves\n%s", r.Name, out)
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, "fixed.ll"))
			if err != nil || bytes.Equal(text, []byte(r.Bad)) {
				t.Errorf("%s: --fix does nothing (%v)", r.Name, err)
			}
			fixes["--fix"] = string(text)
		}
		for how, text := range fixes {
			put("good.ll", text)
			if out, err := sh(dir, exe, "check", "--no-config", "good.ll"); err != nil {
				t.Errorf("%s, %s: not silent:\n%s", r.Name, how, out)
			}
			if onlyVerified[r.Name] == "" {
				ran++
			}
			if msg := runs(dir, exe, r.Name+" "+how, onlyVerified[r.Name] != ""); msg != "" {
				t.Errorf("%s, fixed %s: %s\n%s", r.Name, how, msg, text)
			}
		}
		fix := "by hand"
		if edits {
			fix = "by hand and --fix"
		}
		end := "runs"
		if why := onlyVerified[r.Name]; why != "" {
			end = "verifies; " + why
		}
		fmt.Fprintf(&table, "%-24s bad found, good silent, fixed %-18s %s\n", r.Name, fix, end)
	}
	t.Logf("%d fixed programs ran\n%s", ran, table.String())
}

// runs lowers good.ll in two ways and runs it. It returns a description of any failure. In a sample,
// half of the programs are compiled.
func runs(dir, exe, name string, verify bool) string {
	for _, level := range []string{"-O0", "-O2"} {
		if out, err := sh(dir, exe, level, "good.ll", "-o", "low.ll"); err != nil {
			return "is not lowered: " + out
		}
		if out, err := sh(dir, "opt-22", "-passes=verify", "-disable-output", "low.ll"); err != nil {
			return "LLVM's verifier: " + out
		}
		if verify || !sample.Has(name+level, 2) {
			continue
		}
		if out, err := sh(dir, "clang-22", level, "-fsanitize=address", "-Wno-override-module",
			"-Wl,--wrap=malloc,--wrap=free,--wrap=aligned_alloc",
			"main.o", "low.ll", "-o", "prog"); err != nil {
			return "is not compiled: " + out
		}
		for resumes := range 3 {
			for more := range 2 {
				if out, err := sh(dir, "./prog", fmt.Sprint(resumes), fmt.Sprint(more)); err != nil {
					return fmt.Sprintf("%s, %d resumes: %v: %s", level, resumes, err, out)
				}
			}
		}
	}
	return ""
}
