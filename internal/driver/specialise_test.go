// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"regexp"
	"strings"
	"testing"
)

// passedText is a coroutine that awaits a child which a function creates that it is given.
func passedText() string {
	text := strings.Replace(syncText, "define ptr @parent(ptr %n)", "define ptr @parent(ptr %n, ptr %f)", 1)
	return strings.Replace(text, "call ptr @child(ptr %n)", "call ptr %f(ptr %n)", 1) + `
define ptr @user(ptr %n) {
  %task = call ptr @parent(ptr %n, ptr @child)
  ret ptr %task
}
define ptr @plain(ptr %n) {
  ret ptr %n
}
define internal ptr @convert() {
  ret ptr @child
}
`
}

// TestPassedFunctions checks for which functions a coroutine is copied. Where it is not, the file has no trace
// of a trial.
func TestPassedFunctions(t *testing.T) {
	const (
		passes  = "  %task = call ptr @parent(ptr %n, ptr @child)\n"
		creates = "  %child = call ptr %f(ptr %n)\n"
		head    = "define ptr @parent(ptr %n, ptr %f) presplitcoroutine"
		other   = "define ptr @other(ptr %n) presplitcoroutine"
	)
	for _, tc := range []struct {
		name     string
		old, new string
		copies   int
	}{
		{"a function that creates a coroutine", "", "", 1},
		{"the same function twice", passes, passes + strings.Replace(passes, "%task", "%t2", 1), 1},
		{"the result of a function that is known", passes, "  %f = call ptr @convert()\n" +
			strings.Replace(passes, "@child", "%f", 1), 1},
		{"a function that creates none", passes, strings.Replace(passes, "@child", "@plain", 1), 0},
		{"a function that is not known", passes, "  %f = call ptr @give()\n" + strings.Replace(passes, "@child", "%f", 1), 0},
		{"a function that others may replace", "define ptr @child(", "define weak ptr @child(", 0},
		{"a coroutine that others may replace", "define ptr @parent(", "define weak ptr @parent(", 0},
		{"a coroutine that is not inlined", head, head + " noinline", 0},
		{"a coroutine that is to be small", head, head + " minsize", 0},
		{"a call that must not be duplicated", creates, creates + "  call void @use(i64 1) noduplicate\n", 0},
		{"a call with the type of the function", creates, "  %child = call ptr %f(ptr %n) [ \"kcfi\"(i32 7) ]\n", 0},
		{"nothing calls it", creates, "  %child = call ptr @child(ptr %n)\n  %other = call ptr @give()\n" +
			"  %unused = call ptr %other(ptr %n)\n", 0},
		{"its frame stays on the heap", creates, creates + "  store ptr %child, ptr @seen\n  call void @may.throw()\n", 0},
		{"a call beside others", creates, creates + "  %direct = call ptr @child(ptr %n)\n  call void @llvm.coro.destroy(ptr %direct)\n", 1},
		{"the coroutine passes it to itself", "  call void @use(i64 %r)\n",
			"  %again = call ptr @parent(ptr %n, ptr %f)\n  call void @llvm.coro.destroy(ptr %again)\n", 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			in := strings.Replace(passedText(), tc.old, tc.new, 1) + "declare ptr @give()\n"
			text := lowered(t, "default<O2>", in)
			if n := strings.Count(text, ".with("); (n > 0) != (tc.copies > 0) || strings.Contains(text, ".with.1(") {
				t.Errorf("want %d copies:\n%s", tc.copies, text)
			}
			if tc.copies > 0 {
				_, copy, _ := strings.Cut(text, "@parent.with.resume(")
				if copy, _, _ = strings.Cut(copy, "\n}"); strings.Contains(copy, "@child(") || strings.Contains(copy, "@malloc") {
					t.Errorf("the frame of the child is on the heap:\n%s", text)
				}
				return
			}
			if !strings.Contains(in, passes) {
				return
			}
			unknown := strings.Replace(in, passes, strings.Replace(passes, "@child", "@plain", 1), 1)
			if text = strings.Replace(text, "@child)", "@plain)", 1); text != lowered(t, "default<O2>", unknown) {
				t.Errorf("the trial left a trace:\n%s\nwithout:\n%s", text, lowered(t, "default<O2>", unknown))
			}
		})
	}
}

// TestPassedFunctionsOfCopies checks that a copy of a coroutine that calls a copy of another coroutine is made as
// any other.
func TestPassedFunctionsOfCopies(t *testing.T) {
	text := passedText()
	_, rest, _ := strings.Cut(text, "define ptr @parent(")
	parent, _, _ := strings.Cut(rest, "\n}\n")
	const use = "  call void @use(i64 %r)\n"
	outer := strings.Replace(parent, use, use+"  %again = call ptr @parent(ptr %n, ptr @child)\n"+
		"  call void @keep(ptr %again)\n", 1)
	text = lowered(t, "default<O2>", text+"define ptr @outer("+outer+`
}
define ptr @another(ptr %n) {
  %task = call ptr @outer(ptr %n, ptr @child)
  ret ptr %task
}
declare void @keep(ptr)
`)
	_, part, _ := strings.Cut(text, "@outer.with.resume(ptr")
	if part, _, _ = strings.Cut(part, "\n}"); !strings.Contains(part, "call ptr @parent.with(") {
		t.Errorf("the copy of @outer does not call that of @parent:\n%s", text)
	}
}

// TestPassedFunctionsDiffer checks that a copy for one function is not called for another, and that a copy that
// passes another function to itself does not call itself.
func TestPassedFunctionsDiffer(t *testing.T) {
	child, _, _ := strings.Cut(syncText[strings.Index(syncText, "define ptr @child("):], "\n}\n")
	second := strings.NewReplacer("@child(", "@second(", "add i64 %v, 1", "add i64 %v, 2").Replace(child) + "\n}\n"
	const use = "  call void @use(i64 %r)\n"
	text := lowered(t, "default<O2>", strings.Replace(passedText(), use,
		use+"  %again = call ptr @parent(ptr %n, ptr @second)\n  call void @keep(ptr %again)\n", 1)+second+`
define ptr @another(ptr %n) {
  %task = call ptr @parent(ptr %n, ptr @second)
  ret ptr %task
}
declare void @keep(ptr)
`)
	body := func(begin string) string {
		_, after, _ := strings.Cut(text, begin)
		f, _, _ := strings.Cut(after, "\n}")
		return f
	}
	callee := regexp.MustCompile(`call ptr @(parent[.a-z0-9]*)\(ptr %[.a-z0-9]*, ptr @(child|second)\)`)
	for _, want := range []struct{ begin, function, adds string }{
		{"define ptr @user(", "child", "1"},
		{"define ptr @another(", "second", "2"},
	} {
		call := callee.FindStringSubmatch(body(want.begin))
		if call == nil || call[2] != want.function || call[1] == "parent" {
			t.Fatalf("%s calls %q:\n%s", want.begin, call, text)
		}
		part := body("@" + call[1] + ".resume(ptr")
		if !strings.Contains(part, "add i64 %v, "+want.adds) && !strings.Contains(part, "add i64 %v.i, "+want.adds) {
			t.Errorf("%s calls a copy that does not add %s:\n%s", want.begin, want.adds, part)
		}
		if again := callee.FindStringSubmatch(part); again == nil || again[2] != "second" || again[1] == call[1] != (want.adds == "2") {
			t.Errorf("the copy for %s calls %q:\n%s", want.function, again, part)
		}
	}
}
