// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/parse"
)

// caller returns a function of about this many lines, without coroutine intrinsics, that calls
// others.
func caller(name string, lines int, callees ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "define void @%s() {\nentry:\n", name)
	for i, c := range callees {
		fmt.Fprintf(&b, "  %%h%d = call ptr @%s(i32 %d)\n", i, c, i)
	}
	for i := range lines {
		fmt.Fprintf(&b, "  call void @plain(i32 %d)\n", i)
	}
	return b.String() + "  ret void\n}\n"
}

func plan(t *testing.T, passes, text string, batch int) [][][]string {
	t.Helper()
	file, err := parse.Scan("t.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return driver.Plan(file, pipeline(t, passes), batch)
}

// TestPlanBetween checks a creator that references a function without coroutines, which references
// a large creator. Inlining may expose the large creator, so all of them must be in one unit with
// the large one first, in any order of the file. The members of a cycle are sorted by name.
func TestPlanBetween(t *testing.T) {
	parts := []string{coro("a", "presplitcoroutine"), coro("b", "presplitcoroutine"), caller("user", 0, "a", "way"),
		caller("way", 0, "large", "nothing"),
		caller("large", 2000, "b"), caller("nothing", 3), caller("ping", 0, "pong", "b"), caller("pong", 0, "ping")}
	want := [][][]string{{{"a"}, {"b"}, {"large"}, {"user"}, {"ping", "pong"}}}
	if got := plan(t, "coro-cgscc(coro-split)", decls+strings.Join(parts, ""), 0); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	slices.Reverse(parts)
	want = [][][]string{{{"b"}, {"ping", "pong"}, {"large"}, {"a"}, {"user"}}}
	if got := plan(t, "coro-cgscc(coro-split)", decls+strings.Join(parts, ""), 0); !reflect.DeepEqual(got, want) {
		t.Errorf("reversed: got %v, want %v", got, want)
	}
	file, err := parse.Scan("t.ll", []byte(decls+strings.Join(parts, "")))
	if err != nil {
		t.Fatal(err)
	}
	if got := driver.Recursive(file, pipeline(t, "coro-cgscc(coro-split)")); !slices.Equal(got, []string{"pong", "ping"}) {
		t.Errorf("recursive are %v", got)
	}
}

// TestPlan checks which functions share a unit, and their order.
func TestPlan(t *testing.T) {
	text := decls + "declare void @plain(i32)\n" +
		caller("main", 0, "useA", "useB") +
		caller("useA", 0, "make") +
		strings.Replace(caller("make", 0, "a"), "define", "define linkonce_odr", 1) +
		coro("a", "presplitcoroutine") +
		caller("large", 2000, "b") +
		caller("overLarge", 0, "large") +
		coro("b", "presplitcoroutine") +
		caller("useB", 2000, "b") +
		caller("nothing", 3) +
		"define void @glue(ptr %h) {\n  call void @llvm.coro.resume(ptr %h)\n  ret void\n}\n" +
		coro("alone", "presplitcoroutine")
	for _, c := range []struct {
		passes string
		want   [][][]string
	}{
		{"coro-split", [][][]string{{{"a"}}, {{"b"}}, {{"glue"}}, {{"alone"}}}},
		{"sroa", [][][]string{{{"main"}}, {{"useA"}}, {{"make"}}, {{"a"}}, {{"large"}}, {{"overLarge"}}, {{"b"}},
			{{"useB"}}, {{"nothing"}}, {{"glue"}}, {{"alone"}}}},
		// main references useB, which is too large to inline, and useA, which is not. glue
		// creates no coroutine, and overLarge references no creator. main is processed
		// after useB, because inlining may expose the changed useB to it.
		{"coro-cgscc(coro-split)", [][][]string{{{"a"}, {"make"}, {"useA"}, {"b"}, {"useB"}, {"main"}, {"large"}},
			{{"glue"}}, {{"alone"}}}},
		{"cgscc(inline)", [][][]string{{{"a"}, {"make"}, {"useA"}, {"b"}, {"useB"}, {"main"}, {"large"}, {"overLarge"},
			{"nothing"}, {"glue"}, {"alone"}}}},
		// No call is marked coro_elide_safe.
		{"cgscc(coro-split,coro-annotation-elide)", [][][]string{{{"a"}}, {{"b"}}, {{"glue"}}, {{"alone"}}}},
	} {
		got := plan(t, c.passes, text, 0)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %v\nwant %v", c.passes, got, c.want)
		}
	}
}

// TestPlanCycle checks that functions that call each other are one component.
func TestPlanCycle(t *testing.T) {
	text := decls + "declare void @plain(i32)\n" + caller("p", 0, "q") + caller("q", 0, "r", "a") + caller("r", 0,
		"p") + coro("a", "presplitcoroutine")
	want := [][][]string{{{"a"}, {"p", "q", "r"}}}
	if got := plan(t, "coro-cgscc(coro-split)", text, 0); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
}

// TestSharedUnitKeepsTheRest checks that unchanged functions of a shared unit keep their bytes, and
// that all functions keep their positions.
func TestSharedUnitKeepsTheRest(t *testing.T) {
	odd := "define   void @odd( ) {   ; a comment\n  %h = call ptr @ext(i32 1)\n    ret void\n}\n"
	text := decls + "declare void @plain(i32)\ndeclare ptr @ext(i32)\n" + odd + caller("user", 0, "a") + coro("a",
		"presplitcoroutine") + caller("last", 1)
	for _, passes := range []string{"", "coro-early,cgscc(inline,coro-split),coro-cleanup"} {
		out := loweredKeeping(t, passes, text)
		inOrder(t, out, odd, "define void @user()", "define ptr @a(", "define void @last()",
			"define internal fastcc void @a.resume(")
	}
}

// TestRepeat checks that repeat and devirt terminate, and run their passes.
func TestRepeat(t *testing.T) {
	text := decls + coro("a", "presplitcoroutine")
	for _, passes := range []string{"coro-early,cgscc(devirt<4>(coro-split)),coro-cleanup",
		"coro-early,cgscc(repeat<3>(coro-split)),coro-cleanup"} {
		inOrder(t, lowered(t, passes, text), "define ptr @a(", "@a.resume(", "@a.destroy(")
	}
}

// TestPlanBatch checks that unrelated sets of functions share a unit up to a size, and that each
// set keeps its order.
func TestPlanBatch(t *testing.T) {
	text := decls + "declare void @plain(i32)\n" + caller("p", 0, "a") + coro("a", "presplitcoroutine") +
		coro("b", "presplitcoroutine") + coro("c", "presplitcoroutine") + caller("q", 2000, "c")
	want := [][][]string{{{"a"}, {"p"}, {"b"}}, {{"c"}, {"q"}}}
	if got := plan(t, "coro-cgscc(coro-split)", text, 4000); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
}

// TestBatchingChangesNothing checks that joining units does not change the output.
func TestBatchingChangesNothing(t *testing.T) {
	var b strings.Builder
	b.WriteString(decls + "declare void @plain(i32)\n")
	for k := range 200 {
		name := fmt.Sprintf("c%d", k)
		b.WriteString(coro(name, "presplitcoroutine"))
		b.WriteString(caller("use"+name, k, name))
	}
	whole := lowered(t, "", b.String())
	for k := range 200 {
		name := fmt.Sprintf("c%d", k)
		one := lowered(t, "", decls+"declare void @plain(i32)\n"+coro(name, "presplitcoroutine")+caller("use"+name, k,
			name))
		funcs := regexp.MustCompile(`(?ms)^define .*?^}\n`).FindAllString(one, -1)
		if len(funcs) < 4 {
			t.Fatalf("a function of %s is missing in\n%s", name, one)
		}
		for _, f := range funcs {
			if !strings.Contains(whole, f) {
				t.Fatalf("alone, %s has\n%s", name, f)
			}
		}
	}
}

// mutual returns a coroutine that supports elision, and that creates and destroys others before it
// suspends.
func mutual(name string, others ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "define ptr @%s(i32 %%n) presplitcoroutine {\nentry:\n", name)
	b.WriteString(`  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  %end = icmp eq i32 %n, 0
  br i1 %end, label %wait, label %more
more:
  %less = sub i32 %n, 1
`)
	for k, o := range others {
		fmt.Fprintf(&b, "  %%h%d = call ptr @%s(i32 %%less)\n  call void @llvm.coro.destroy(ptr %%h%d)\n", k, o, k)
	}
	b.WriteString(`  br label %wait
wait:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %m)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
`)
	return b.String()
}

// TestRecursionIsNotUnrolled checks that a coroutine that creates itself several times is not
// inlined recursively into its creator.
func TestRecursionIsNotUnrolled(t *testing.T) {
	text := strings.Replace(decls, "declare i64 @llvm.coro.size", "declare i1 @llvm.coro.alloc(token)\n"+
		"declare void @llvm.coro.destroy(ptr)\ndeclare i64 @llvm.coro.size", 1) +
		mutual("a", "a", "a", "a") + mutual("b", "a", "b", "a", "b") +
		"define void @user() {\n  %h = call ptr @b(i32 5)\n  call void @llvm.coro.destroy(ptr %h)\n  ret void\n}\n"
	if out := lowered(t, "", text); len(out) > 10*len(text) {
		t.Errorf("%d bytes became %d", len(text), len(out))
	}
}

// TestReadingSteps checks that the steps for a body that is only read do not depend on the time of
// the first query.
func TestReadingSteps(t *testing.T) {
	for passes, want := range map[string][]string{
		driver.DefaultPipeline: {"coro-early"},
		"coro-early,coro-cleanup,coro-cgscc(inline<elision>),coro-early": {"coro-early", "coro-cleanup"},
		"sroa,coro-elide,coro-early":                                     nil,
		"coro-early,cgscc(coro-split),coro-cleanup":                      {"coro-early", "coro-cleanup"},
	} {
		if got := driver.ReadingSteps(pipeline(t, passes)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", passes, got, want)
		}
	}
}
