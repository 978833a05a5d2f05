package split_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/lowertest"
	"github.com/corolower/corolower/internal/lower/split"
)

var update = flag.Bool("update", false, "write what comes out as the expected output")

// golden runs fn over the .ll files of a directory of testdata and compares what it gives with the .out beside each.
func golden(t *testing.T, dir string, fn func(t *testing.T, c *lowertest.Unit, text string) string) {
	files, _ := filepath.Glob(filepath.Join("testdata", dir, "*.ll"))
	if len(files) == 0 {
		t.Fatalf("no files for %s", dir)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ll"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := fn(t, lowertest.Load(t, string(text)), string(text))
			name := strings.TrimSuffix(file, ".ll") + ".out"
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// TestNormalise holds the form that the analyses rely on: what comes out is valid, and the shape tells what is there.
func TestNormalise(t *testing.T) {
	golden(t, "normalise", func(t *testing.T, c *lowertest.Unit, _ string) string {
		f := c.M.Funcs[0]
		stale, err := c.Split.Normalise(f)
		if err != nil {
			return ir.AsError(err).Error() + "\n"
		}
		if stale {
			t.Error("the shape is not that of the function any more")
		}
		if l := ir.VerifyFunc(f); len(l) > 0 {
			t.Errorf("broken: %v", l)
		}
		return emit.FuncString(f)
	})
}

// TestSwitchedParts holds what each part of a switched coroutine is when it is yielded: whole, and never looked at again.
func TestSwitchedParts(t *testing.T) {
	golden(t, "parts", func(t *testing.T, c *lowertest.Unit, text string) string {
		f := c.M.Funcs[0]
		c.Split.ElideSafeCallee = func(string) bool { return strings.Contains(text, "coro_elide_safe") }
		r, err := c.Split.Split(f)
		if err != nil {
			return ir.AsError(err).Error() + "\n"
		}
		var parts []*ir.Func
		out := ""
		for p := range r.Parts() {
			if l := ir.VerifyFunc(p); len(l) > 0 {
				t.Errorf("@%s is broken: %v", p.Name, l)
			}
			parts = append(parts, p)
			out += emit.FuncString(p)
		}
		after := ""
		for _, p := range parts {
			after += emit.FuncString(p)
		}
		if after != out {
			t.Errorf("a part was changed after it was yielded:\n%s", after)
		}
		if l := ir.Verify(c.M); len(l) > 0 {
			t.Errorf("broken: %v", l)
		}
		out = emit.FuncString(f) + out
		for _, g := range c.M.Funcs {
			if g.New && !g.Declared && !slices.Contains(parts, g) {
				out += emit.FuncString(g)
			}
		}
		return out
	})
}

// A taker that drops the bodies gets the same parts, and so does one that turns a part into the next: nothing else of one is needed for the next.
func TestDroppedParts(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("testdata", "parts", "*.ll"))
	turned := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if kept, dropped := partsText(t, string(text), func(_ *split.Result, p *ir.Func) *ir.Func { p.DropBody(); return nil }); kept != dropped {
			t.Errorf("%s: kept:\n%s\ndropped:\n%s", file, kept, dropped)
		}
		twin := func(r *split.Result, p *ir.Func) *ir.Func {
			next := r.Twin(p)
			if next != nil {
				turned++
			}
			return next
		}
		if made, taken := partsText(t, string(text), twin); made != taken {
			t.Errorf("%s: made:\n%s\nturned:\n%s", file, made, taken)
		}
	}
	if turned < 5 {
		t.Errorf("%d parts were turned into the next", turned)
	}
}

// partsText prints what a coroutine is split into twice: by a taker that keeps the parts, and by one that does something with each, which may
// give the one behind it.
func partsText(t *testing.T, text string, done func(*split.Result, *ir.Func) *ir.Func) (kept, used string) {
	run := func(done func(*split.Result, *ir.Func) *ir.Func) (out string) {
		c := lowertest.Load(t, text)
		r, err := c.Split.Split(c.M.Funcs[0])
		if err != nil {
			t.Fatal(err)
		}
		for p := range r.Parts() {
			for p != nil {
				if l := ir.VerifyFunc(p); len(l) > 0 {
					t.Errorf("@%s is broken: %v", p.Name, l)
				}
				out += emit.FuncString(p)
				p = done(r, p)
			}
		}
		return out + emit.FuncString(c.M.Funcs[0])
	}
	return run(func(*split.Result, *ir.Func) *ir.Func { return nil }), run(done)
}

// TestTwins: a destroy part becomes the cleanup part where nothing but calls and comparisons see what is freed.
func TestTwins(t *testing.T) {
	const text = `define ptr @f() presplitcoroutine personality ptr @__gxx_personality_v0 {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 100)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %NAMED
    i8 1, label %cleanup ]
NAMED:
  br label %cleanup
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  FREE
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @both(ptr, ptr)
declare ptr @pass(ptr)
declare i32 @__gxx_personality_v0(...)
`
	for _, c := range []struct {
		name, free, label string
		twin              bool
	}{
		{"a call", "call void @free(ptr %m)", "x", true},
		{"twice in a call", "call void @both(ptr %m, ptr %m)", "x", true},
		{"two calls", "call void @free(ptr %m)\n  call void @free(ptr %m)", "x", true},
		{"nothing", "", "x", true},
		{"another free", "%n = call ptr @llvm.coro.free(token %id, ptr %hdl)\n  call void @both(ptr %n, ptr %m)", "x", true},
		{"the frame besides", "call void @both(ptr %hdl, ptr %m)", "x", true},
		{"a comparison", "%c = icmp eq ptr %m, null\n  br i1 %c, label %suspend, label %free\nfree:\n  call void @free(ptr %m)", "x", true},
		{"an invoke", "invoke void @free(ptr %m) to label %suspend unwind label %pad\npad:\n  %p = landingpad i32 cleanup", "x", true},
		{"an invoke that becomes a call", "invoke void @free(ptr %m) nounwind to label %suspend unwind label %pad\npad:\n  %p = landingpad i32 cleanup", "x", true},
		{"a call that gives something", "call ptr @pass(ptr %m)", "x", false},
		{"a store, which null makes undefined", "store i8 0, ptr %m", "x", false},
		{"what is called", "call void %m()", "x", false},
		{"an address", "%a = getelementptr i8, ptr %m, i64 8\n  call void @free(ptr %a)", "x", false},
		{"a select", "%a = select i1 true, ptr %m, ptr null\n  call void @free(ptr %a)", "x", false},
		{"the name of its entry is taken", "call void @free(ptr %m)", "entry.cleanup", false},
		{"the name of the destroy part's entry is taken", "call void @free(ptr %m)", "entry.destroy", false},
	} {
		in := strings.NewReplacer("FREE", c.free, "NAMED", c.label).Replace(text)
		turned := false
		made, taken := partsText(t, in, func(r *split.Result, p *ir.Func) *ir.Func {
			next := r.Twin(p)
			turned = turned || next != nil
			return next
		})
		if made != taken {
			t.Errorf("%s: made:\n%s\nturned:\n%s", c.name, made, taken)
		}
		if turned != c.twin {
			t.Errorf("%s: turned %v", c.name, turned)
		}
	}
}
