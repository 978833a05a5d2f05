// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package run_test

// Generated returned-continuation coroutines, with typed and with opaque pointers. After LLVM's
// lowering and after ours, they must print the same. The generator avoids code that LLVM lowers
// wrongly: a coro.alloca.alloc of variable size after a suspend, and an end that a once-coroutine
// reaches without a suspend. Between consecutive suspends with a rematerializable value it inserts
// a call, because LLVM 22 crashes otherwise. LLVM does not have the dynamic ABI, so for LLVM the
// generator emits once-coroutines with a large buffer instead.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/run/gen"
)

// generatedDriver calls the coroutines of a module several times each. It runs some to their end
// and abandons others.
func generatedDriver(n int, typed bool) string {
	var b strings.Builder
	b.WriteString(`#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct yield { void *next; int64_t value; };
typedef struct yield many(void *, bool, int64_t);
typedef int64_t once(void *, bool, int64_t);
static int64_t taken;
void *take(int64_t n) { taken++; return memset(malloc(n), 0xa5, n); }
void give(void *p) { taken--; free(p); }
void print(int64_t x) { printf("%lld ", (long long)x); }
void change(int64_t *p) { *p = *p * 3 + 1; }
void nothing(void) {}
#pragma pack(push, 1)
struct record { int32_t function; uint32_t size; int64_t type; };
#pragma pack(pop)
typedef struct yield plain(void *, int64_t, int64_t);
typedef struct yield brought(void *, void *, int64_t, int64_t);
typedef int64_t resume(void *, void *, bool, int64_t);
static int cator;
void *take_dynamic(void *, void *, int64_t, int64_t) __asm__("take.dynamic");
void give_dynamic(void *, void *, void *) __asm__("give.dynamic");
static void *now;
void *take_dynamic(void *frame, void *a, int64_t n, int64_t type) { if (a != &cator || frame != now || type != 7) printf("wrong "); return take(n); }
void give_dynamic(void *frame, void *a, void *p) { if (a != &cator || frame != now) printf("wrong "); give(p); }
void allocator(void *a, void *b) { if (a != &cator || b != &cator) printf("wrong "); }
static struct entry { void *f; struct record *record; bool once; } all[];
`)
	for k := range n {
		fmt.Fprintf(&b, "void f%d(void);\n", k)
		if _, provided := gen.KindOf(k, typed); provided {
			fmt.Fprintf(&b, "extern struct record r%d __asm__(\"f%d.record\");\n", k, k)
		}
	}
	b.WriteString("static struct entry all[] = {")
	for k := range n {
		once, provided := gen.KindOf(k, typed)
		record := "NULL"
		if provided {
			record = fmt.Sprintf("&r%d", k)
		}
		fmt.Fprintf(&b, "{f%d, %s, %v}, ", k, record, once)
	}
	fmt.Fprintf(&b, `};
int main(void) {
  uint64_t seed = 1;
  for (int round = 0; round < 6; round++)
    for (int k = 0; k < %d; k++) {
      _Alignas(16) char buffer[64];
      memset(buffer, 0x5a, sizeof buffer);
      printf("\n%%d: ", k);
      if (all[k].record) {
        uint32_t size = all[k].record->size;
        char *mem = aligned_alloc(64, 8192), *frame = mem + 16 * (size < 4000 && k & 8 ? 1 : 0);
        memset(mem, 0x5a, 8192);
        now = frame;
        struct yield y = ((brought *)all[k].f)(frame, &cator, round * 7 - 3, k - round);
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        printf("(%%lld) ", (long long)y.value);
        printf("= %%lld", (long long)((resume *)y.next)(frame, &cator, seed >> 62 == 0, (int64_t)(seed >> 40) %% 100));
        for (int n = 0; n < 64; n++)
          if (frame[size + n] != 0x5a)
            printf(" written behind the frame");
        free(mem);
        continue;
      }
      struct yield y = ((plain *)all[k].f)(buffer, round * 7 - 3, k - round);
      for (int step = 0; y.next; step++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        bool stop = step > 40 || seed >> 60 == 0;
        int64_t in = (int64_t)(seed >> 40) %% 100;
        printf("(%%lld) ", (long long)y.value);
        if (all[k].once) {
          printf("= %%lld", (long long)((once *)y.next)(buffer, stop, in));
          break;
        }
        y = ((many *)y.next)(buffer, stop, in);
        if (stop) {
          printf("%%s", y.next ? "goes on" : "");
          while (y.next) // to the end of suspends that follow each other
            y = ((many *)y.next)(buffer, true, in);
          break;
        }
      }
    }
  printf("\n%%lld not given back\n", (long long)taken);
}
`, n)
	return b.String()
}

// firstDifference describes the first line that differs between two outputs.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for k := 0; k < len(g) && k < len(w); k++ {
		if g[k] != w[k] {
			return fmt.Sprintf("line %d is\n%s\nnot\n%s", k, g[k], w[k])
		}
	}
	return fmt.Sprintf("%d lines, not %d", len(g), len(w))
}

func TestGenerated(t *testing.T) {
	for _, tool := range []string{"opt-22", "clang-22", "opt-14", "llc-14"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("the modules are for x86-64 Linux")
	}
	const coroutines = 30
	for _, typed := range []bool{false, true} {
		for seed := range int64(2) {
			t.Run(fmt.Sprintf("typed=%v/%d", typed, seed), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				write := func(name, text string) string {
					file := filepath.Join(dir, name)
					if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
					return file
				}
				in, c := write("in.ll", gen.Module(seed, coroutines, gen.Options{Typed: typed, Follow: true})), write("driver.c", generatedDriver(coroutines, typed))
				stock := write("stock.ll",
					gen.Module(seed, coroutines, gen.Options{Typed: typed, Plain: true, Follow: true}))
				run := func(module, level string) string {
					obj, exe := filepath.Join(dir, "m.o"), filepath.Join(dir, "a.out")
					if typed {
						command(t, "llc-14", level, "-relocation-model=pic", "-filetype=obj", module, "-o", obj)
					} else {
						command(t, "clang-22", "-Wno-override-module", level, "-fPIC", "-c", module, "-o", obj)
					}
					command(t, "clang-22", level, c, obj, "-o", exe)
					return command(t, exe)
				}
				opt, passes := "opt-22", "coro-early,cgscc(coro-split),coro-cleanup"
				if typed {
					opt, passes = "opt-14", "function(coro-early),cgscc(coro-split),function(coro-cleanup)"
				}
				plain := filepath.Join(dir, "llvm.ll")
				command(t, opt, "-passes="+passes, "-S", stock, "-o", plain)
				want := run(plain, "-O0")
				if strings.Count(want, "(") < 4*coroutines {
					t.Fatalf("little happens:\n%s", want)
				}
				text, err := os.ReadFile(in)
				if err != nil {
					t.Fatal(err)
				}
				for k, low := range lowered(t, in, text) {
					ours := write("ours.ll", string(low))
					command(t, opt, "-passes=verify", "-disable-output", ours)
					for _, level := range []string{"-O0", "-O2"} {
						if got := run(ours, level); got != want {
							t.Errorf("%s %s: %s", pipelines[k], level, firstDifference(got, want))
						}
					}
				}
			})
		}
	}
}
