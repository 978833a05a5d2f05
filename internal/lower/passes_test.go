// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/test/lowertest"
)

var update = flag.Bool("update", false, "write what comes out as the expected output")

// TestPassGolden runs function passes over the files of their directories. The expected texts are
// LLVM's output for the same input.
func TestPassGolden(t *testing.T) {
	for dir, run := range map[string]func(*pass.Unit, *ir.Func) (bool, error){"early": lower.Early,
		"cleanup": lower.Cleanup} {
		files, _ := filepath.Glob(filepath.Join("testdata", dir, "*.ll"))
		if len(files) == 0 {
			t.Errorf("no files for %s", dir)
		}
		for _, file := range files {
			t.Run(dir+"/"+filepath.Base(file), func(t *testing.T) {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				c := lowertest.Load(t, string(text))
				runPass(t, c, run)
				got := emit.Module(c.M)
				want := strings.TrimSuffix(file, ".ll") + ".out"
				if *update {
					if err := os.WriteFile(want, got, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				exp, err := os.ReadFile(want)
				if err != nil {
					t.Fatal(err)
				}
				if string(exp) != string(got) {
					t.Errorf("got:\n%s\nwant:\n%s", got, exp)
				}
			})
		}
	}
}

func runPass(t *testing.T, c *lowertest.Unit, run func(*pass.Unit, *ir.Func) (bool, error)) {
	t.Helper()
	for _, f := range append([]*ir.Func(nil), c.M.Funcs...) {
		if f.Declared {
			continue
		}
		changed, err := run(c.Unit, f)
		if err != nil {
			t.Errorf("@%s: %v", f.Name, err)
		}
		if changed != f.Changed {
			t.Errorf("@%s: changed is %v, the function says %v", f.Name, changed, f.Changed)
		}
		if l := ir.VerifyFunc(f); len(l) > 0 {
			t.Errorf("@%s is broken: %v\n%s", f.Name, l, emit.FuncString(f))
		}
	}
}

// TestEarlyTwice checks that coro-early changes nothing in its own output, except that it lowers
// the coro.promise that hid the promise.
func TestEarlyTwice(t *testing.T) {
	files, _ := filepath.Glob("testdata/early/*.ll")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c := lowertest.Load(t, string(text))
		if c.M.Version >= 21 {
			continue
		}
		runPass(t, c, lower.Early)
		for _, f := range c.M.Funcs {
			if f.Declared {
				continue
			}
			if changed, err := lower.Early(c.Unit, f); err != nil || changed {
				t.Errorf("%s: @%s changes again (%v):\n%s", file, f.Name, err, emit.FuncString(f))
			}
		}
	}
}

func TestEarlyErrors(t *testing.T) {
	const decls = `
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
`
	for name, c := range map[string]struct{ body, want string }{
		"two begins": {`  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %b1 = call ptr @llvm.coro.begin(token %id, ptr null)
  %b2 = call ptr @llvm.coro.begin(token %id, ptr null)`, "coroutine should have exactly one defining @llvm.coro.begin"},
		"alignment": {`  %p = call ptr @llvm.coro.promise(ptr %h, i32 3, i1 false)`, "not a power of two"},
		"variable":  {`  %p = call ptr @llvm.coro.promise(ptr %h, i32 %n, i1 false)`, "must be constants"},
	} {
		t.Run(name, func(t *testing.T) {
			u := lowertest.Load(t, decls+"define void @f(ptr %h, i32 %n) presplitcoroutine {\n"+c.body+"\n"+
				"  ret void\n}\n")
			f, _ := u.M.Func("f")
			_, err := lower.Early(u.Unit, f)
			if e := ir.AsError(err); e == nil || !strings.Contains(e.Msg, c.want) || !e.Pos.IsValid() {
				t.Errorf("error is %v, want a located one with %q", err, c.want)
			}
		})
	}
}
