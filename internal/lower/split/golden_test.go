// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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

// golden runs fn on the .ll files of a directory of testdata and compares each result with the .out
// file next to it.
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

// TestNormalise checks the form on which the analyses rely: the result is valid, and the shape
// matches it.
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

// TestSwitchedParts compares each part of a switched-resume coroutine with the expected output when
// it is yielded, and checks that no part changes later.
func TestSwitchedParts(t *testing.T) {
	golden(t, "parts", func(t *testing.T, c *lowertest.Unit, text string) string {
		f := c.M.Funcs[0]
		c.Split.ElideSafeCallees = map[string]bool{f.Name: strings.Contains(text, "coro_elide_safe")}
		r, err := c.Split.Split(f)
		if err != nil {
			return ir.AsError(err).Error() + "\n"
		}
		var parts []*ir.Func
		out := ""
		r.All()
		for _, p := range r.Parts {
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

// A caller that drops the bodies gets the same parts, and so does a caller that derives a part from
// the body of the previous one: a part needs nothing else from it.
func TestDroppedParts(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("testdata", "parts", "*.ll"))
	retargeted := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		drop := func(plan *split.Plan, k int) bool { plan.Parts[k].DropBody(); return false }
		if kept, dropped := partsText(t, string(text), split.Options{}, drop); kept != dropped {
			t.Errorf("%s: kept:\n%s\ndropped:\n%s", file, kept, dropped)
		}
		retarget := func(plan *split.Plan, k int) bool {
			_, ok := plan.Retarget(k + 1)
			if ok {
				retargeted++
			}
			return ok
		}
		if made, taken := partsText(t, string(text), split.Options{}, retarget); made != taken {
			t.Errorf("%s: made:\n%s\nretargeted:\n%s", file, made, taken)
		}
	}
	if retargeted < 5 {
		t.Errorf("%d parts were made of the one before", retargeted)
	}
}

// partsText prints the parts of a coroutine twice: for a caller that keeps the parts, and for one
// that calls done with each part. done reports whether it derived the next part.
func partsText(t *testing.T, text string, opts split.Options, done func(*split.Plan, int) bool) (kept, used string) {
	run := func(done func(*split.Plan, int) bool) (out string) {
		c := lowertest.Load(t, text)
		c.Split.Opts = opts
		plan, err := c.Split.Split(c.M.Funcs[0])
		if err != nil {
			t.Fatal(err)
		}
		made := false
		for k, p := range plan.Parts {
			if !made {
				plan.Make(k)
			}
			if l := ir.VerifyFunc(p); len(l) > 0 {
				t.Errorf("@%s is broken: %v", p.Name, l)
			}
			out += emit.FuncString(p)
			made = done(plan, k)
		}
		plan.Finish()
		return out + emit.FuncString(c.M.Funcs[0])
	}
	return run(func(*split.Plan, int) bool { return false }), run(done)
}

// TestVariants checks when a resume part becomes the destroy part, and that the cleanup part: if
// they differ only in the results of suspends, and in operands of calls and comparisons that are
// freed memory.
func TestVariants(t *testing.T) {
	const text = `define ptr @f() presplitcoroutine personality ptr @__gxx_personality_v0 {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  %mem = call ptr @malloc(i64 100)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %first
first:
  %s = call i8 @llvm.coro.suspend(token none, i1 FINAL)
  RESULT
  switch i8 %s, label %suspend [ i8 0, label %NAMED
    i8 1, label %cleanup ]
NAMED:
  NEXT
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  FREE
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @both(ptr, ptr)
declare ptr @pass(ptr)
declare void @use(i8)
declare i32 @__gxx_personality_v0(...)
`
	const free = "call void @free(ptr %m)"
	const again = "%t = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
		"  switch i8 %t, label %suspend [ i8 0, label %first\n    i8 1, label %cleanup ]"
	for _, c := range []struct {
		name, free, label string
		variants          string
		change            [2]string // edit of the text
		opts              split.Options
		changed           bool // a pass changed the resume part
	}{
		{name: "a call", free: free, variants: "destroy cleanup"},
		{name: "twice in a call", free: "call void @both(ptr %m, ptr %m)", variants: "destroy cleanup"},
		{name: "two calls", free: free + "\n  " + free, variants: "destroy cleanup"},
		{name: "nothing", variants: "destroy cleanup"},
		{name: "another free", free: "%n = call ptr @llvm.coro.free(token %id, ptr %hdl)\n" +
			"  call void @both(ptr %n, ptr %m)", variants: "destroy cleanup"},
		{name: "the frame besides", free: "call void @both(ptr %hdl, ptr %m)", variants: "destroy cleanup"},
		{name: "a comparison", free: "%c = icmp eq ptr %m, null\n  br i1 %c, label %suspend, label %free\nfree:\n" +
			"  " + free, variants: "destroy cleanup"},
		{name: "an invoke", free: "invoke void @free(ptr %m) to label %suspend unwind label %pad\npad:\n" +
			"  %p = landingpad i32 cleanup", variants: "destroy cleanup"},
		{name: "an invoke that becomes a call", free: "invoke void @free(ptr %m) nounwind to label %suspend unwind " +
			"label %pad\npad:\n  %p = landingpad i32 cleanup",
			variants: "destroy cleanup"},
		{name: "a call that gives something", free: "call ptr @pass(ptr %m)", variants: "destroy"},
		{name: "a store, which null makes undefined", free: "store i8 0, ptr %m", variants: "destroy"},
		{name: "what is called", free: "call void %m()", variants: "destroy"},
		{name: "an address", free: "%a = getelementptr i8, ptr %m, i64 8\n  call void @free(ptr %a)",
			variants: "destroy"},
		{name: "a select", free: "%a = select i1 true, ptr %m, ptr null\n  call void @free(ptr %a)",
			variants: "destroy"},
		{name: "the name of its entry is taken", free: free, label: "entry.cleanup"},
		{name: "the name of the destroy part's entry is taken", free: free, label: "entry.destroy"},
		{name: "the name of the resume part's entry is taken", free: free, label: "entry.resume", variants: "cleanup"},

		{name: "a suspend that comes again", free: free, change: [2]string{"NEXT", again}, variants: "destroy cleanup"},
		{name: "a result that is passed on", free: free, change: [2]string{"RESULT", "call void @use(i8 %s)\n" +
			"  %c = icmp eq i8 %s, 0\n  call void @llvm.assume(i1 %c)"},
			variants: "destroy cleanup"},
		{name: "a result that is passed on behind another suspend", free: free, change: [2]string{"NEXT",
			"call void @use(i8 %s)\n  " + again},
			variants: "destroy cleanup"},
		{name: "a result that is chosen", free: free,
			change: [2]string{"NEXT", "%q = icmp eq i8 %s, 3\n  br i1 %q, label %more, label %less\nless:\n" +
				"  br label %more\nmore:\n  %x = phi i8 [ %s, %less ], [ 5, %x2 ]\n  call void @use(i8 %x)\n" +
				"  " + again},
			variants: "cleanup"},
		{name: "a final suspend", free: free, change: [2]string{"FINAL", "true"}, variants: "cleanup"},
		{name: "memory that may be a caller's", free: free, opts: split.Options{ReuseStorage: true},
			variants: "cleanup"},
		{name: "a part that passes changed", free: free, changed: true, variants: "cleanup"},
	} {
		if c.label == "" {
			c.label = "x2"
		}
		in := text
		if c.change[0] != "" {
			in = strings.ReplaceAll(in, c.change[0], c.change[1])
		}
		in = strings.NewReplacer("FREE", c.free, "NAMED", c.label, "FINAL", "false", "RESULT", "", "NEXT",
			"br label %cleanup").Replace(in)
		var retargeted []string
		made, taken := partsText(t, in, c.opts, func(plan *split.Plan, k int) bool {
			plan.Parts[k].Changed = c.changed
			_, ok := plan.Retarget(k + 1)
			if ok {
				retargeted = append(retargeted, strings.TrimPrefix(plan.Parts[k+1].Name, "f."))
			}
			return ok
		})
		if made != taken {
			t.Errorf("%s: made:\n%s\nretargeted:\n%s", c.name, made, taken)
		}
		if got := strings.Join(retargeted, " "); got != c.variants {
			t.Errorf("%s: retargeted %q", c.name, got)
		}
	}
}
