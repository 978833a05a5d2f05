// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package bodies_test

import (
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/target"
)

// load returns a table for a file, in which the unit owns @own.
func load(t *testing.T, text string) (*bodies.Table, func(name string) *ir.Func) {
	t.Helper()
	file, err := parse.Scan("test.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	m := file.NewUnit()
	l, err := target.ParseLayout("")
	if err != nil {
		t.Fatal(err)
	}
	tab := &bodies.Table{Unit: &pass.Unit{M: m, Layout: l, Target: target.Parse("x86_64-unknown-linux-gnu")}, File: file,
		Verifier: ir.NewVerifier(m)}
	get := func(name string) *ir.Func {
		t.Helper()
		f, err := m.Func(name)
		if f == nil || err != nil {
			t.Fatalf("@%s: %v", name, err)
		}
		return f
	}
	own := get("own")
	if err := own.Load(); err != nil {
		t.Fatal(err)
	}
	tab.Own(own)
	return tab, get
}

// TestBody requests each kind of body twice: the second answer is from the table.
func TestBody(t *testing.T) {
	tab, get := load(t, `
declare void @outside()
define void @own() {
  ret void
}
define void @read() {
  call void @outside()
  ret void
}
define i32 @wrong(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 2
  br label %b
b:
  ret i32 %x
}
`)
	for range 2 {
		for name, want := range map[string]bool{"outside": false, "own": true, "read": true, "wrong": false} {
			if got := tab.Body(get(name)); got != want {
				t.Errorf("@%s has a body: %t", name, got)
			}
		}
	}
	if n := tab.ReadOnly(get("own")); n != 0 {
		t.Errorf("@own is only read, %d bytes", n)
	}
	if n := tab.ReadOnly(get("read")); n == 0 {
		t.Error("@read is not only read")
	}
	tab.Finish(get("own"))
	if tab.Body(get("own")) {
		t.Error("@own has a body after it is printed")
	}
}

// TestCandidate checks when candidates are built again. @get is tiny, so that it is inlined into the
// candidate of @own, except while a pass changes @get.
func TestCandidate(t *testing.T) {
	tab, get := load(t, `
define ptr @get(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 8
  ret ptr %q
}
define ptr @own(ptr %p) {
  %q = call ptr @get(ptr %p)
  ret ptr %q
}
`)
	calls := func(x *bodies.Candidate) int { return len(bodies.DirectCalls(x.Copy)) }
	f := get("own")
	tab.Begin(get("get"))
	if x := tab.Candidate(f); calls(x) != 1 || tab.Candidate(f) != x {
		t.Errorf("while @get changes:\n%s", emit.FuncString(x.Copy))
	}
	tab.End()
	x := tab.Candidate(f)
	if calls(x) != 0 || tab.Candidate(f) != x || tab.Built(f) != x {
		t.Errorf("after that:\n%s", emit.FuncString(x.Copy))
	}
	tab.Begin(f)
	tab.End()
	if tab.Built(f) != nil {
		t.Error("the candidate of a changed function stays")
	}
}

// TestReadWhileBuilding reads a function while a candidate is built: only when @apply is inlined, its
// call of a pointer becomes a direct call of @late. The body of @late must not be in the scratch
// memory of that candidate, which the next candidate reuses.
func TestReadWhileBuilding(t *testing.T) {
	tab, get := load(t, `
define ptr @apply(ptr %fn, ptr %p) {
  %q = call ptr %fn(ptr %p)
  ret ptr %q
}
define ptr @late(ptr %p) {
  %a = alloca ptr
  store ptr %p, ptr %a
  %x = load ptr, ptr %a
  %q = getelementptr i8, ptr %x, i64 8
  ret ptr %q
}
define ptr @own(ptr %p) {
  %q = call ptr @apply(ptr @late, ptr %p)
  ret ptr %q
}
define ptr @next(ptr %p) {
  %a = alloca ptr
  store ptr %p, ptr %a
  %x = load ptr, ptr %a
  %q = getelementptr i8, ptr %x, i64 16
  ret ptr %q
}
`)
	own := tab.Candidate(get("own"))
	if n := len(bodies.DirectCalls(own.Copy)); n != 0 {
		t.Fatalf("@late is not inlined:\n%s", emit.FuncString(own.Copy))
	}
	texts := func() string { return emit.FuncString(own.Copy) + emit.FuncString(get("late")) }
	before := texts()
	tab.Candidate(get("next"))
	if after := texts(); after != before {
		t.Errorf("\n%s\nnot\n%s", after, before)
	}
	for _, name := range []string{"late", "next", "own", "apply"} {
		if l := ir.NewVerifier(tab.M).Func(get(name)); len(l) > 0 {
			t.Errorf("@%s: %v", name, l)
		}
	}
}
