// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/test/lowertest"
)

// elideHead is the coroutine @f as splitting leaves it, and what the snippets call.
const elideHead = `
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare ptr @allocate(i1) nounwind
declare void @release(ptr) nounwind
declare void @quiet() nounwind
declare void @throws()
declare void @take(ptr)
declare void @take.quiet(ptr) nounwind
declare i1 @coin() nounwind
declare i32 @personality(...)
@global = global ptr null
@f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]
declare ptr @f()
define internal fastcc void @f.resume(ptr noundef nonnull align 16 dereferenceable(48) %h) {
  call void @throws()
  ret void
}
define internal fastcc void @f.destroy(ptr noundef nonnull align 16 dereferenceable(48) %h) {
  ret void
}
define internal fastcc void @f.cleanup(ptr noundef nonnull align 16 dereferenceable(48) %h) {
  ret void
}
define internal void @drop(ptr %this) noinline {
  %this.addr = alloca ptr
  store ptr %this, ptr %this.addr
  %1 = load ptr, ptr %this.addr
  %h = load ptr, ptr %1
  %c = icmp ne ptr %h, null
  br i1 %c, label %yes, label %no
yes:
  %d = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)
  call fastcc void %d(ptr %h)
  br label %no
no:
  ret void
}
define internal void @look(ptr %this, ptr %awaiting) noinline {
  %this.addr = alloca ptr
  store ptr %this, ptr %this.addr
  %1 = load ptr, ptr %this.addr
  %h = load ptr, ptr %1
  %p = getelementptr i8, ptr %h, i64 16
  store ptr %awaiting, ptr %p
  ret void
}
define internal void @steal(ptr %this, ptr %from) noinline {
  %h = load ptr, ptr %from
  store ptr null, ptr %from
  store ptr %h, ptr %this
  ret void
}
define internal void @keep(ptr %this) noinline {
  store ptr %this, ptr @global
  ret void
}
`

// nullNumber has a path without a destroy if null in an address space has a number other than 0.
func nullNumber(space string) string {
	return `define void @g() {
  %h = new
  store ptr %h, ptr @global
  %n = ptrtoint ptr ` + space + ` null to i64
  %c = icmp eq i64 %n, 0
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  ret void
}`
}

// snippet spells out the short forms of the tests: `%h = new`, `resume %h`, `destroy %h`.
func snippet(body string) string {
	var sb strings.Builder
	n := 0
	for _, line := range strings.Split(body, "\n") {
		words := strings.Fields(line)
		tmp := func(s string) string { return "%" + s + "." + string(rune('a'+n%26)) + string(rune('a'+n/26)) }
		switch {
		case len(words) == 3 && words[2] == "new":
			h := words[0]
			sb.WriteString(h + ".id = call token @llvm.coro.id(i32 16, ptr null, ptr @f, ptr @f.resumers)\n" +
				h + ".need = call i1 @llvm.coro.alloc(token " + h + ".id)\n" +
				h + ".mem = call ptr @allocate(i1 " + h + ".need)\n" +
				h + " = call ptr @llvm.coro.begin(token " + h + ".id, ptr " + h + ".mem)\n")
		case len(words) == 2 && (words[0] == "resume" || words[0] == "destroy"):
			k := "0"
			if words[0] == "destroy" {
				k = "1"
			}
			fn := tmp("fn")
			sb.WriteString(fn + " = call ptr @llvm.coro.subfn.addr(ptr " + words[1] + ", i8 " + k + ")\n" +
				"call fastcc void " + fn + "(ptr " + words[1] + ")\n")
			n++
		default:
			sb.WriteString(line + "\n")
		}
	}
	return elideHead + sb.String()
}

const yes = lifetime.MissKind(255)

var elideCases = []struct {
	name string
	kind lifetime.MissKind // yes: elided
	text string            // in the reason, or in the function when elided
	body string
}{
	{"a sanitizer reports the handle", yes, "@__ubsan_handle_type_mismatch_v1", `declare void @__ubsan_handle_type_mismatch_v1(ptr, i64)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
define i64 @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  %n = ptrtoint ptr %h to i64
  %end = add i64 %n, 48
  call void @__ubsan_handle_type_mismatch_v1(ptr @global, i64 %end)
  %a = ptrtoint ptr %s to i64
  call void @__ubsan_handle_type_mismatch_v1(ptr @global, i64 %a)
  %size = call i64 @llvm.objectsize.i64.p0(ptr %h, i1 false, i1 false, i1 false)
  call void @throws()
  %k = load ptr, ptr %s
  destroy %k
  ret i64 %size
}`},
	{"comparisons find the address of a variable", lifetime.MissEscape, "", `define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  %p = ptrtoint ptr %s to i64
  br label %loop
loop:
  %lo = phi i64 [ 0, %0 ], [ %lo.next, %loop ]
  %step = phi i64 [ 4611686018427387904, %0 ], [ %half, %loop ]
  %m = add i64 %lo, %step
  %above = icmp ugt i64 %m, %p
  %lo.next = select i1 %above, i64 %lo, i64 %m
  %half = lshr i64 %step, 1
  %more = icmp ne i64 %half, 0
  br i1 %more, label %loop, label %found
found:
  %q = inttoptr i64 %lo.next to ptr
  call void @take(ptr %q)
  %k = load ptr, ptr %s
  %none = icmp eq ptr %k, null
  br i1 %none, label %end, label %last
last:
  destroy %k
  br label %end
end:
  ret void
}`},
	{"a function of this file has a sanitizer's name", lifetime.MissEscape, "", `define void @__ubsan_handle_type_mismatch_v1(i64 %n) noinline {
  %p = inttoptr i64 %n to ptr
  store ptr %p, ptr @global
  ret void
}
define void @g() {
  %h = new
  %n = ptrtoint ptr %h to i64
  call void @__ubsan_handle_type_mismatch_v1(i64 %n)
  ret void
}`},
	{"an address that was added to", lifetime.MissEscape, "", `define void @g() {
  %h = new
  %n = ptrtoint ptr %h to i64
  %end = add i64 %n, 48
  %p = inttoptr i64 %end to ptr
  store ptr %p, ptr @global
  ret void
}`},
	{"straight", yes, "call fastcc void @f.cleanup(ptr %vFrame)", `define void @g() {
  %h = new
  resume %h
  destroy %h
  ret void
}`},
	{"never destroyed", yes, "", `define void @g() {
  %h = new
  resume %h
  ret void
}`},
	{"returned", lifetime.MissEscape, "returned", `define ptr @g() {
  %h = new
  ret ptr %h
}`},
	{"ends in unreachable", yes, "", `define void @g(i1 %c) {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  call void @quiet()
  unreachable
}`},
	{"destroyed on one path", lifetime.MissEscape, "stored to @global", `define void @g(i1 %c) {
  %h = new
  store ptr %h, ptr @global
  br i1 %c, label %a, label %b
a:
  destroy %h
  br label %b
b:
  ret void
}`},
	{"destroyed on one path, nobody knows it on the other", yes, "", `define void @g(i1 %c) {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  br label %b
b:
  ret void
}`},
	{"its variable goes with the function", yes, "", `define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void @quiet()
  ret void
}`},
	{"destroyed in both branches", yes, "", `define void @g(i1 %c) {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  destroy %h
  ret void
}`},
	{"exception between, no clean-up, nobody knows the handle", yes, "", `define void @g() {
  %h = new
  call void @throws()
  destroy %h
  ret void
}`},
	{"exception between, no clean-up, the handle is in a global", lifetime.MissEscape, "stored to @global", `define void @g() {
  %h = new
  store ptr %h, ptr @global
  call void @throws()
  destroy %h
  ret void
}`},
	{"exception between, clean-up without destroy", lifetime.MissEscape, "stored to @global", `define void @g() personality ptr @personality {
  %h = new
  store ptr %h, ptr @global
  invoke void @throws() to label %ok unwind label %pad
ok:
  destroy %h
  ret void
pad:
  %lp = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %lp
}`},
	{"exception between, clean-up destroys", yes, "", `define void @g() personality ptr @personality {
  %h = new
  store ptr %h, ptr @global
  invoke void @throws() to label %ok unwind label %pad
ok:
  destroy %h
  ret void
pad:
  %lp = landingpad { ptr, i32 } cleanup
  destroy %h
  resume { ptr, i32 } %lp
}`},
	{"stored to a global, destroyed all the same", yes, "", `define void @g() {
  %h = new
  store ptr %h, ptr @global
  call void @quiet()
  destroy %h
  ret void
}`},
	{"stored to a global, not destroyed", lifetime.MissEscape, "stored to @global", `define void @g() {
  %h = new
  store ptr %h, ptr @global
  ret void
}`},
	{"passed on, not destroyed", lifetime.MissUnknownCallee, "@take", `define void @g() {
  %h = new
  call void @take(ptr %h)
  ret void
}`},
	{"compared", yes, "", `define i1 @g(ptr %other) {
  %h = new
  %c = icmp eq ptr %h, %other
  destroy %h
  ret i1 %c
}`},
	{"in a loop, destroyed each round", yes, "", `define void @g(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %h = new
  resume %h
  destroy %h
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %out
out:
  ret void
}`},
	{"in a loop, outlives its round", lifetime.MissPath, "created again", `define void @g() {
entry:
  br label %loop
loop:
  %last = phi ptr [ null, %entry ], [ %h, %loop ]
  %h = new
  %c = call i1 @coin()
  br i1 %c, label %loop, label %out
out:
  destroy %h
  ret void
}`},
	{"in a loop, the frame before is destroyed in the round after", lifetime.MissPath, "created again", `define void @g() {
entry:
  br label %loop
loop:
  %last = phi ptr [ null, %entry ], [ %h, %next ]
  %h = new
  %first = icmp eq ptr %last, null
  br i1 %first, label %next, label %old
old:
  destroy %last
  br label %next
next:
  %c = call i1 @coin()
  br i1 %c, label %loop, label %out
out:
  destroy %h
  ret void
}`},
	{"destroyed by a tail call that must be one", lifetime.MissPath, "musttail", `define fastcc void @g(ptr %x) {
  %h = new
  %d = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)
  musttail call fastcc void %d(ptr %h)
  ret void
}`},
	{"destroyed, then a musttail call", yes, "musttail call void @take", `define void @g(ptr %x) {
  %h = new
  destroy %h
  musttail call void @take(ptr %x)
  ret void
}`},
	{"two handles in a phi, one destroyed", lifetime.MissEscape, "stored to @global", `define void @g(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %h = new
  store ptr %h, ptr @global
  br label %j
b:
  %k = new
  store ptr %k, ptr @global
  br label %j
j:
  %p = phi ptr [ %h, %a ], [ %k, %b ]
  %both = call i1 @coin()
  br i1 %both, label %d, label %out
d:
  destroy %p
  br label %out
out:
  ret void
}`},
	{"phi with null, tested before the destroy", yes, "", `define void @g(i1 %c) {
entry:
  br i1 %c, label %a, label %j
a:
  %h = new
  br label %j
j:
  %p = phi ptr [ %h, %a ], [ null, %entry ]
  %n = icmp ne ptr %p, null
  br i1 %n, label %d, label %out
d:
  destroy %p
  br label %out
out:
  ret void
}`},
	{"created and destroyed under one condition", yes, "", `define void @g(i1 %c) {
entry:
  br i1 %c, label %a, label %j
a:
  %h = new
  br label %j
j:
  %p = phi ptr [ %h, %a ], [ undef, %entry ]
  call void @quiet()
  br i1 %c, label %d, label %out
d:
  destroy %p
  br label %out
out:
  ret void
}`},
	{"select", yes, "", `define void @g(ptr %other) {
  %h = new
  %n = icmp eq ptr %h, null
  %p = select i1 %n, ptr %other, ptr %h
  destroy %p
  ret void
}`},
	{"in a slot, destroyed through it", yes, "call fastcc void @f.cleanup(ptr %vFrame)", `define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void @quiet()
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"in a slot that others know", lifetime.MissEscape, "other code can access", `define void @g() {
  %s = alloca ptr
  call void @take(ptr %s)
  %h = new
  store ptr %h, ptr %s
  call void @quiet()
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"in a slot that goes to an unknown callee", lifetime.MissUnknownCallee, "@take.quiet", `define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void @take.quiet(ptr %s)
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"in a slot that goes to a callee that promises to keep off", yes, "", `define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void @take.quiet(ptr readonly captures(none) %s)
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"destroyed by a wrapper's destructor", yes, "call void @drop(ptr %s)", `define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void @drop(ptr %s)
  ret void
}`},
	{"a wrapper moved from", yes, "", `define void @g() {
  %s = alloca ptr
  %t = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void @steal(ptr %t, ptr %s)
  call void @drop(ptr %s)
  call void @drop(ptr %t)
  ret void
}`},
	{"a wrapper moved from, the other is lost", lifetime.MissEscape, "stored to @global", `define void @g() {
  %s = alloca ptr
  %t = alloca ptr
  %h = new
  store ptr %h, ptr @global
  store ptr %h, ptr %s
  call void @steal(ptr %t, ptr %s)
  call void @drop(ptr %s)
  ret void
}`},
	{"a wrapper that is copied bytewise", yes, "", `define void @g() {
  %s = alloca { ptr, i64 }
  %t = alloca { ptr, i64 }
  %h = new
  store ptr %h, ptr %s
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %s, i64 16, i1 false)
  store ptr null, ptr %s
  call void @drop(ptr %s)
  call void @drop(ptr %t)
  ret void
}`},
	{"a wrapper whose address a callee keeps", lifetime.MissEscape, "@keep", `define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void @keep(ptr %s)
  call void @quiet()
  call void @drop(ptr %s)
  ret void
}`},
	{"a slot overwritten in part", lifetime.MissEscape, "", `define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  store i32 0, ptr %s
  call void @drop(ptr %s)
  ret void
}`},
	{"the variable is reborn before the destroy", lifetime.MissEscape, "stored to @global", `define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr @global
  store ptr %h, ptr %s
  call void @llvm.lifetime.end.p0(ptr %s)
  call void @llvm.lifetime.start.p0(ptr %s)
  call void @drop(ptr %s)
  ret void
}`},
	{"the address of the slot hides in another slot", lifetime.MissEscape, "", `define void @g() {
  %s = alloca ptr
  %t = alloca ptr
  store ptr %s, ptr %t
  %h = new
  store ptr %h, ptr %s
  %u = load ptr, ptr %t
  store ptr null, ptr %u
  call void @drop(ptr %s)
  ret void
}`},
	{"a store at an offset that is not known", lifetime.MissEscape, "", `define void @g(i64 %k) {
  %s = alloca [4 x ptr]
  %h = new
  store ptr %h, ptr %s
  %q = getelementptr ptr, ptr %s, i64 %k
  store ptr null, ptr %q
  call void @drop(ptr %s)
  ret void
}`},
	{"the ramp's own clean-up", yes, "", `define void @g() personality ptr @personality {
  %h = new
  invoke void @throws() to label %ok unwind label %pad
ok:
  destroy %h
  ret void
pad:
  %lp = landingpad { ptr, i32 } cleanup
  %m = call ptr @llvm.coro.free(token %h.id, ptr %h)
  call void @release(ptr %m)
  resume { ptr, i32 } %lp
}`},
	{"the ramp frees the memory, and the handle is not valid any more", yes, "", `declare void @free(ptr) nounwind
define void @g() {
  %h = new
  %m = call ptr @llvm.coro.free(token %h.id, ptr %h)
  call void @free(ptr %m)
  call void @take(ptr %h)
  ret void
}`},
	{"the ramp's clean-up calls what frees the memory", yes, "", `declare void @free(ptr) nounwind
define void @free.it(ptr %m) {
  call void @free(ptr %m)
  ret void
}
define void @g() {
  %h = new
  %m = call ptr @llvm.coro.free(token %h.id, ptr %h)
  %p = getelementptr i8, ptr %m, i64 -8
  %base = load ptr, ptr %p
  call void @free.it(ptr %base)
  call void @take(ptr %h)
  ret void
}`},
	{"an operator delete that frees nothing", lifetime.MissSelfDestroy, "no known function frees the frame's memory", `define void @free.none(ptr %m) {
  ret void
}
define void @g() {
  %h = new
  %m = call ptr @llvm.coro.free(token %h.id, ptr %h)
  call void @free.none(ptr %m)
  call void @take(ptr %h)
  ret void
}`},
	{"an operator delete that frees something else", lifetime.MissSelfDestroy, "no known function frees the frame's memory", `declare void @free(ptr) nounwind
define void @g(ptr %p) {
  %h = new
  %m = call ptr @llvm.coro.free(token %h.id, ptr %h)
  %set = icmp ne ptr %m, null
  call void @free(ptr %p)
  call void @take(ptr %h)
  ret void
}`},
	{"an operator delete that frees nothing, and the handle is forgotten", yes, "", `define void @free.none(ptr %m) {
  ret void
}
define void @g() {
  %h = new
  %m = call ptr @llvm.coro.free(token %h.id, ptr %h)
  call void @free.none(ptr %m)
  ret void
}`},
	{"freed by name before the program ends", lifetime.MissEscape, "", `declare void @free(ptr) nounwind
declare void @exit(i32) noreturn nounwind
define void @g(i1 %c) {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  call void @free(ptr %h)
  call void @exit(i32 1) noreturn nounwind
  unreachable
}`},
	{"a number that is that of null", yes, "", nullNumber("")},
	{"a number that is that of null in another address space", lifetime.MissEscape, "no destroy on the path", nullNumber("addrspace(3)")},
	{"destroyed by name", yes, "call fastcc void @f.cleanup(ptr %vFrame)", `define void @g() {
  %h = new
  call fastcc void @f.destroy(ptr %h)
  ret void
}`},
	{"destroyed by name through a slot", lifetime.MissEscape, "frees its memory", `define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  %k = load ptr, ptr %s
  call fastcc void @f.destroy(ptr %k)
  ret void
}`},
	{"destroyed by name in a callee", lifetime.MissEscape, "frees its memory", `define void @byname(ptr %h) {
  call fastcc void @f.destroy(ptr %h)
  ret void
}
define void @g() {
  %h = new
  call void @byname(ptr %h)
  ret void
}`},
	{"destroy of another coroutine's frame", lifetime.MissEscape, "stored to @global", `define void @g(ptr %k) {
  %h = new
  store ptr %h, ptr @global
  destroy %k
  ret void
}`},
}

func elideUnit(t *testing.T, text string) (*lowertest.Unit, *ir.Func) {
	t.Helper()
	c := lowertest.Load(t, text)
	c.Remarks = &remark.Sink{}
	c.Elide.Print = emit.InstrString
	for _, f := range c.M.Funcs {
		c.Elide.HasLongJumps = c.Elide.HasLongJumps || slices.Contains(lifetime.LongJumps, f.Name)
	}
	g, err := c.M.Func("g")
	if err != nil || g == nil {
		t.Fatal("no @g", err)
	}
	if err := g.Load(); err != nil {
		t.Fatal(err)
	}
	return c, g
}

// elideOne elides in @g, which creates one coroutine, and verifies the result. It fails the test if
// the frame is elided or not, other than wanted.
func elideOne(t *testing.T, text string, elided bool) elide.Elision {
	t.Helper()
	c, g := elideUnit(t, text)
	if _, err := c.Elide.Elide(g, false); err != nil {
		t.Fatal(err)
	}
	if errs := ir.VerifyFunc(g); len(errs) > 0 {
		t.Fatal(errs)
	}
	all := c.Elide.Elisions()
	if len(all) != 1 || all[0].Elided != elided {
		t.Fatalf("%v\n%s", all, emit.FuncString(g))
	}
	return all[0]
}

// TestElide decides small functions, each by the way in which the handle goes.
func TestElide(t *testing.T) {
	for _, tc := range elideCases {
		t.Run(tc.name, func(t *testing.T) {
			c, g := elideUnit(t, snippet(tc.body))
			if _, err := c.Elide.Elide(g, false); err != nil {
				t.Fatal(err)
			}
			if errs := ir.VerifyFunc(g); len(errs) > 0 {
				t.Fatalf("%v\n%s", errs, emit.FuncString(g))
			}
			checkElided(t, c, g, tc.kind, tc.text)
		})
	}
}

func checkElided(t *testing.T, c *lowertest.Unit, g *ir.Func, kind lifetime.MissKind, text string) {
	t.Helper()
	out := emit.FuncString(g)
	if len(c.Elide.Elisions()) == 0 {
		t.Fatalf("nothing reported\n%s", out)
	}
	for _, e := range c.Elide.Elisions() {
		if e.Elided != (kind == yes) {
			why := ""
			if e.Miss != nil {
				why = e.Miss.String()
			}
			t.Errorf("elided: %v; %s\n%s", e.Elided, why, out)
			continue
		}
		if e.Elided {
			if e.Size != 48 || e.Align != 16 {
				t.Errorf("size %d, align %d", e.Size, e.Align)
			}
			if !strings.Contains(out, "alloca [48 x i8], align 16") || !strings.Contains(out, text) {
				t.Errorf("no %q in\n%s", text, out)
			}
			continue
		}
		if e.Miss.Kind != kind || !strings.Contains(e.Miss.String(), text) {
			t.Errorf("kind %d, %s; want kind %d, %q", e.Miss.Kind, e.Miss.String(), kind, text)
		}
		if e.Miss.Instr == "" {
			t.Errorf("no instruction: %s", e.Miss.String())
		}
	}
}
