// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package run_test

// Generated callers of internal returned-continuation coroutines. Splitting may enlarge their
// buffers and make their calls direct. After LLVM's lowering and after ours, the callers must print
// the same, and ours must not allocate more.
//
// The buffer of a caller is a variable, a part of a larger variable, a variable that the caller
// copies elsewhere between calls, or a parameter. The caller runs the coroutine to its end, aborts
// it, or abandons it. It starts again in the same buffer, stores the continuation in a variable, or
// is a coroutine itself. A coroutine may reach itself recursively through its callers, have its
// address taken, and let an address in its frame escape, which other code reads after the caller
// has returned.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/run/gen"
)

// callersDriver calls all callers, and drives the coroutines that nest others.
func callersDriver(callers, nests []int) string {
	var b strings.Builder
	b.WriteString(`#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct yield { void *next; int64_t value; };
typedef struct yield many(void *, bool, int64_t);
static int64_t allocated;
void *take(int64_t n) { allocated++; return memset(malloc(n), 0xa5, n); }
void give(void *p) { free(p); }
void print(int64_t x) { printf("%lld ", (long long)x); }
void change(int64_t *p) { *p = *p * 3 + 1; }
static int64_t *published;
void publish(int64_t *p) { published = p; }
void unpublish(void) { published = NULL; }
void peek(void) { printf("<%lld> ", published ? (long long)*published : -1LL); }
bool deeper(void) { static int n; return ++n % 3 == 0; }
static __attribute__((noinline)) void scribble(void) { volatile char b[2048]; for (int k = 0; k < 2048; k++) b[k] = 0x77; }
`)
	for _, c := range callers {
		fmt.Fprintf(&b, "void c%d(int64_t, int64_t, int64_t, void *);\n", c)
	}
	for _, n := range nests {
		fmt.Fprintf(&b, "struct yield n%d(void *, int64_t, int64_t);\n", n)
	}
	b.WriteString("static void (*callers[])(int64_t, int64_t, int64_t, void *) = {")
	for _, c := range callers {
		fmt.Fprintf(&b, "c%d, ", c)
	}
	b.WriteString("NULL};\nstatic struct yield (*nests[])(void *, int64_t, int64_t) = {")
	for _, n := range nests {
		fmt.Fprintf(&b, "n%d, ", n)
	}
	b.WriteString(`NULL};
int main(void) {
  for (int round = 0; round < 6; round++) {
    for (int k = 0; callers[k]; k++) {
      _Alignas(16) char buffer[64];
      printf("\nc%d: ", k);
      callers[k](round * 7 - 3, k - round, round % 4, buffer);
      scribble();
      peek();
      unpublish();
    }
    for (int k = 0; nests[k]; k++) {
      _Alignas(16) char buffer[64];
      printf("\nn%d: ", k);
      struct yield y = nests[k](buffer, round * 5 - 2, k - round);
      for (int step = 0; y.next; step++) {
        bool stop = step > 40 || step == round * 2;
        printf("(%lld) ", (long long)y.value);
        scribble();
        peek();
        y = ((many *)y.next)(buffer, stop, step);
        if (stop) {
          printf("%s", y.next ? "goes on" : "");
          break;
        }
      }
      scribble();
      peek();
      unpublish();
    }
  }
  printf("\n%lld allocations\n", (long long)allocated);
}
`)
	return b.String()
}

var allocations = regexp.MustCompile(`(\d+) allocations\n$`)

// withoutCount splits the number of allocations from the output of a program.
func withoutCount(t *testing.T, out string) (string, int) {
	t.Helper()
	at := allocations.FindStringSubmatchIndex(out)
	if at == nil {
		t.Fatalf("no number of allocations in\n%s", out)
	}
	n, _ := strconv.Atoi(out[at[2]:at[3]])
	return out[:at[0]], n
}

func TestGeneratedCallers(t *testing.T) {
	for _, tool := range []string{"opt-22", "clang-22", "opt-14", "llc-14"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("the modules are for x86-64 Linux")
	}
	const coroutines = 20
	for _, typed := range []bool{false, true} {
		for seed := range int64(2) {
			t.Run(fmt.Sprintf("typed=%v/%d", typed, seed), func(t *testing.T) {
				t.Parallel()
				callersOnce(t, t.TempDir(), seed, typed, coroutines)
			})
		}
	}
}

// callersOnce generates a module and its driver, and compares our lowering with LLVM's. In every
// second module, functions have the attribute nounwind.
func callersOnce(t *testing.T, dir string, seed int64, typed bool, coroutines int) {
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	text, callers, nests := gen.Callers(seed, coroutines, typed)
	in, c := write("in.ll", text), write("driver.c", callersDriver(callers, nests))
	driver := filepath.Join(dir, "driver.o")
	command(t, "clang-22", "-O1", "-c", c, "-o", driver)
	run := func(module, level string) (string, int) {
		obj, exe := filepath.Join(dir, "m.o"), filepath.Join(dir, "a.out")
		if typed {
			command(t, "llc-14", level, "-relocation-model=pic", "-filetype=obj", module, "-o", obj)
		} else {
			command(t, "clang-22", "-Wno-override-module", level, "-fPIC", "-c", module, "-o", obj)
		}
		command(t, "clang-22", driver, obj, "-o", exe)
		return withoutCount(t, command(t, exe))
	}
	opt, passes := "opt-22", "coro-early,cgscc(coro-split),coro-cleanup"
	if typed {
		opt, passes = "opt-14", "function(coro-early),cgscc(coro-split),function(coro-cleanup)"
	}
	plain := filepath.Join(dir, "llvm.ll")
	command(t, opt, "-passes="+passes, "-S", in, "-o", plain)
	want, most := run(plain, "-O0")
	if strings.Count(want, "\n") < 6*len(callers) || most < coroutines {
		t.Fatalf("little happens:\n%s", want)
	}
	grown, asWritten := -1, -1 // numbers of allocations with and without larger buffers
	for k, low := range lowered(t, in, []byte(text)) {
		ours := write("ours.ll", string(low))
		command(t, opt, "-passes=verify", "-disable-output", ours)
		levels := []string{"-O0", "-O2"}
		if k >= 2 {
			levels = levels[1:] // no buffer grows there
		}
		for _, level := range levels {
			got, n := run(ours, level)
			if got != want {
				t.Errorf("%s %s: %s", pipelines[k], level, firstDifference(got, want))
			}
			if n > most {
				t.Errorf("%s %s: %d allocations, and %d by LLVM's lowering", pipelines[k], level, n, most)
			}
			switch k {
			case 0:
				grown = n
			case 3:
				asWritten = n
			}
		}
	}
	if seed%2 == 0 && grown >= asWritten {
		t.Errorf("%d allocations, and as many as %d where no buffer grows", grown, asWritten)
	}
}
