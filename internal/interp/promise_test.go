// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/interp"
)

const promiseDecls = layout + `
declare void @llvm.assume(i1)
declare void @exit(i32)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare i32 @__gxx_personality_v0(...)
@_ZTIi = external constant ptr
@g = global i64 5
@c = constant i64 5
@slot = global ptr null
`

// brokenPromise is a program that breaks a promise. Its neighbour has to in place of from.
type brokenPromise struct{ name, want, text, from, to string }

// promises has a module for each kind of broken promise. The neighbour differs in one place, and
// keeps the promise.
var promises = []brokenPromise{
	{"nonnull noundef", "argument 1 of @f is 0, which nonnull excludes",
		"define void @f(ptr noundef nonnull %p) {\n ret void\n}\ndefine i32 @main() {\n call void @f(ptr null)\n ret i32 0\n}",
		"@f(ptr null)", "@f(ptr @g)"},
	{"nonnull", "a branch depends on an undefined value; in @f; called from @main; a value became poison here: argument 1",
		`define void @f(ptr nonnull %p) {
  %c = icmp eq ptr %p, null
  br i1 %c, label %a, label %a
a:
  ret void
}
define i32 @main() {
  call void @f(ptr null)
  ret i32 0
}`, "@f(ptr null)", "@f(ptr @g)"},
	{"nonnull at the call", "argument 1 of @f is 0, which nonnull excludes",
		"define void @f(ptr %p) {\n ret void\n}\ndefine i32 @main() {\n call void @f(ptr noundef nonnull null)\n ret i32 0\n}",
		"nonnull null", "nonnull @g"},
	{"nonnull of a declaration", "argument 1 of @puts2 is 0, which nonnull excludes",
		"declare i32 @puts2(ptr noundef nonnull)\ndefine i32 @main() {\n call i32 @puts2(ptr null)\n ret i32 0\n}",
		"call i32 @puts2(ptr null)", "call i32 @puts(ptr @x)"},
	{"range", "argument 1 of @f is 7, which range(i32 0, 5) excludes",
		"define void @f(i32 noundef range(i32 0, 5) %x) {\n ret void\n}\ndefine i32 @main() {\n call void @f(i32 7)\n ret i32 0\n}",
		"@f(i32 7)", "@f(i32 4)"},
	{"range that wraps", "argument 1 of @f is 3, which range(i32 -2, 3) excludes",
		"define void @f(i32 noundef range(i32 -2, 3) %x) {\n ret void\n}\ndefine i32 @main() {\n call void @f(i32 3)\n ret i32 0\n}",
		"@f(i32 3)", "@f(i32 -2)"},
	{"align", "argument 1 of @f is", `define void @f(ptr noundef align 16 %p) {
  ret void
}
define i32 @main() {
  %a = alloca i64, align 8
  call void @f(ptr %a)
  ret i32 0
}`, "align 8", "align 16"},
	{"dereferenceable", "which dereferenceable(16) excludes", `define void @f(ptr dereferenceable(16) %p) {
  ret void
}
define i32 @main() {
  call void @f(ptr @g)
  ret i32 0
}`, "dereferenceable(16)", "dereferenceable(8)"},
	{"dereferenceable_or_null", "which dereferenceable_or_null(16) excludes",
		"define void @f(ptr dereferenceable_or_null(16) %p) {\n ret void\n}\ndefine i32 @main() {\n call void @f(ptr @g)\n ret i32 0\n}",
		"@f(ptr @g)", "@f(ptr null)"},
	{"result", "the result of @f is 7, which range(i32 0, 5) excludes",
		"define noundef range(i32 0, 5) i32 @f() {\n ret i32 7\n}\ndefine i32 @main() {\n %x = call i32 @f()\n ret i32 0\n}",
		"ret i32 7", "ret i32 2"},
	{"result of a call", "the result of @f is 7, which range(i32 0, 5) excludes",
		"define i32 @f() {\n ret i32 7\n}\ndefine i32 @main() {\n %x = call noundef range(i32 0, 5) i32 @f()\n ret i32 0\n}",
		"ret i32 7", "ret i32 2"},
	{"!range of a call", "the result of @f is 7, which !range excludes",
		"define i32 @f() {\n ret i32 7\n}\ndefine i32 @main() {\n %x = call i32 @f(), !range !0, !noundef !1\n ret i32 0\n}\n" +
			"!0 = !{i32 0, i32 5}\n!1 = !{}",
		"ret i32 7", "ret i32 2"},
	{"!range", "the loaded value is 5, which !range excludes",
		"define i32 @main() {\n %x = load i64, ptr @g, !range !0, !noundef !1\n ret i32 0\n}\n!0 = !{i64 0, i64 5, i64 7, i64 9}\n!1 = !{}",
		"i64 7,", "i64 5,"},
	{"!range without !noundef", "a branch depends on an undefined value; in @main; a value became poison here: the loaded value is 5",
		`define i32 @main() {
  %x = load i64, ptr @g, !range !0
  %c = icmp eq i64 %x, 2
  br i1 %c, label %a, label %a
a:
  ret i32 0
}
!0 = !{i64 0, i64 5}`, "i64 0, i64 5", "i64 0, i64 6"},
	{"!nonnull", "the loaded value is 0, which !nonnull excludes",
		"define i32 @main() {\n %x = load ptr, ptr @slot, !nonnull !1, !noundef !1\n ret i32 0\n}\n!1 = !{}",
		"!nonnull !1,", "!foo !1,"},
	{"!align", "which !align excludes", `define i32 @main() {
  %a = alloca i64, align 8
  store ptr %a, ptr @slot
  %x = load ptr, ptr @slot, !align !0, !noundef !1
  ret i32 0
}
!0 = !{i64 16}
!1 = !{}`, "i64 16", "i64 8"},
	{"!dereferenceable", "which !dereferenceable excludes", `define i32 @main() {
  store ptr @g, ptr @slot
  %x = load ptr, ptr @slot, !dereferenceable !0
  ret i32 0
}
!0 = !{i64 16}`, "i64 16", "i64 8"},
	{"bundle align", "an operand of llvm.assume is", `define i32 @main() {
  %a = alloca i64, align 8
  call void @llvm.assume(i1 true) [ "align"(ptr %a, i64 16) ]
  ret i32 0
}`, "i64 16", "i64 8"},
	{"bundle nonnull", "an operand of llvm.assume is 0, which nonnull excludes",
		"define i32 @main() {\n call void @llvm.assume(i1 true) [ \"nonnull\"(ptr null) ]\n ret i32 0\n}", "ptr null", "ptr @g"},
	{"bundle dereferenceable", "an operand of llvm.assume is",
		"define i32 @main() {\n call void @llvm.assume(i1 true) [ \"dereferenceable\"(ptr @g, i64 9) ]\n ret i32 0\n}", "i64 9", "i64 8"},
	{"inbounds", "through an undefined pointer; in @main; a value became poison here: getelementptr inbounds from offset 0 to 16 of @g",
		`define i32 @main() {
  %p = getelementptr inbounds i64, ptr @g, i64 1
  %i = load i64, ptr @g
  %j = sub i64 %i, 3
  %q = getelementptr inbounds i64, ptr @g, i64 %j
  %r = getelementptr i64, ptr %q, i64 -2
  %x = load i64, ptr %r
  ret i32 0
}`, "%q = getelementptr inbounds", "%q = getelementptr"},
	{"nuw of getelementptr", "getelementptr nuw has an offset below its base", `define i32 @main() {
  %p = getelementptr i8, ptr @g, i64 4
  %q = getelementptr nuw i8, ptr %p, i64 -4
  %x = load i64, ptr %q
  ret i32 0
}`, "nuw i8", "i8"},
	{"nusw of getelementptr", "the offset of getelementptr overflows", `define i32 @main() {
  %i = load i64, ptr @c
  %r = shl i64 %i, 61
  %s = and i64 %r, 4611686018427387904
  %t = add i64 %s, 4611686018427387904
  %u = getelementptr nusw [4 x i8], ptr @g, i64 %t
  %x = load i64, ptr %u
  ret i32 0
}`, "nusw [4", "[4"},
	{"nnan", "a branch depends on an undefined value; in @main; a value became poison here: NaN", `define i32 @main() {
  %x = fdiv double 0.0, 0.0
  %y = fadd nnan double %x, 1.0
  %c = fcmp uno double %y, 0.0
  br i1 %c, label %a, label %a
a:
  ret i32 0
}`, "fadd nnan", "fadd"},
	{"ninf", "a branch depends on an undefined value; in @main; a value became poison here: +Inf", `define i32 @main() {
  %x = fdiv double 1.0, 0.0
  %c = fcmp ninf one double %x, 0.0
  br i1 %c, label %a, label %a
a:
  ret i32 0
}`, "fcmp ninf", "fcmp"},
	{"returned", "@f does not return its argument that is marked returned",
		"define ptr @f(ptr returned %p) {\n ret ptr @slot\n}\ndefine i32 @main() {\n %x = call ptr @f(ptr @g)\n ret i32 0\n}",
		"ret ptr @slot", "ret ptr %p"},
	{"noreturn", "@f returns, and is noreturn",
		"define void @f() noreturn {\n ret void\n}\ndefine i32 @main() {\n call void @f()\n ret i32 0\n}", ") noreturn", ")"},
	{"noreturn at the call", "@f returns, and is noreturn",
		"define void @f() {\n ret void\n}\ndefine i32 @main() {\n call void @f() noreturn\n ret i32 0\n}", ") noreturn", ")"},
	{"willreturn", "the program ends in @f, which is willreturn",
		"define void @f() willreturn {\n call void @exit(i32 0)\n ret void\n}\ndefine i32 @main() {\n call void @f()\n ret i32 0\n}",
		") willreturn", ")"},
	{"mustprogress", "@f has a loop that never ends", `define void @f(i32 %n) mustprogress {
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %m, %loop ]
  %i = xor i32 %k, 1
  %m = and i32 %i, 1
  %c = icmp eq i32 %k, 2
  br i1 %c, label %out, label %loop
out:
  ret void
}
define i32 @main() {
  call void @f(i32 0)
  ret i32 0
}`, "icmp eq i32 %k, 2", "icmp eq i32 %k, 1"},
	{"norecurse", "@f calls itself, and is norecurse", `define void @f(i1 %b) norecurse {
  br i1 %b, label %a, label %out
a:
  call void @h(i1 false)
  br label %out
out:
  ret void
}
define void @h(i1 %b) {
  call void @f(i1 %b)
  ret void
}
define i32 @main() {
  call void @f(i1 true)
  ret i32 0
}`, "@f(i1 true)", "@f(i1 false)"},
	{"nounwind", "an exception leaves @f, which is nounwind", `define void @f() nounwind {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 1, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}
define i32 @main() personality ptr @__gxx_personality_v0 {
  invoke void @f() to label %ok unwind label %bad
ok:
  ret i32 1
bad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 0
}`, ") nounwind", ")"},
	{"nounwind at the call", "an exception leaves @f, which is nounwind", `define void @f() {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 1, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}
define void @h() {
  call void @f() nounwind
  ret void
}
define i32 @main() personality ptr @__gxx_personality_v0 {
  invoke void @h() to label %ok unwind label %bad
ok:
  ret i32 1
bad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret i32 0
}`, ") nounwind", ")"},
	{"nofree", "@f frees memory, and is nofree", `define void @f(ptr %p) nofree {
  call void @free(ptr %p)
  ret void
}
define i32 @main() {
  %p = call ptr @malloc(i64 8)
  call void @f(ptr %p)
  ret i32 0
}`, ") nofree", ")"},
	{"nofree of an argument", "@f frees its argument 1, and that is nofree", `define void @f(ptr nofree %p) {
  call void @free(ptr %p)
  ret void
}
define i32 @main() {
  %p = call ptr @malloc(i64 8)
  call void @f(ptr %p)
  ret i32 0
}`, "nofree ", ""},
	{"nosync", "@f has an atomic store, and is nosync", `define void @f() nosync {
  store atomic i64 1, ptr @g release, align 8
  ret void
}
define i32 @main() {
  call void @f()
  ret i32 0
}`, "release", "monotonic"},
	{"convention", "@f is called with the calling convention ccc, and has fastcc", `define fastcc void @f() {
  ret void
}
define i32 @main() {
  store ptr @f, ptr @slot
  %p = load ptr, ptr @slot
  call void %p()
  ret i32 0
}`, "call void", "call fastcc void"},
	{"signature", "@f is called as a function of type", `define void @f(i32 %x) {
  ret void
}
define i32 @main() {
  store ptr @f, ptr @slot
  %p = load ptr, ptr @slot
  call void %p(i64 1)
  ret i32 0
}`, "i64 1", "i32 1"},
	{"provenance", "read of @g through an address that was computed from @slot", `define i32 @main() {
  %a = ptrtoint ptr @slot to i64
  %b = ptrtoint ptr @g to i64
  %d = sub i64 %b, %a
  %p = getelementptr i8, ptr @slot, i64 %d
  %c = icmp eq ptr %p, @g
  %x = load i64, ptr %p
  ret i32 0
}`, "%x = load i64, ptr %p", "%q = getelementptr i8, ptr %p, i64 0"},
}

// memoryPromises are those about memory behind pointers.
var memoryPromises = []brokenPromise{
	{"noalias", "byte 0 of @g is modified in a call of @f, and accessed both through argument 1", `define void @f(ptr noalias %p, ptr %q) {
  store i64 1, ptr %p
  %x = load i64, ptr %q
  ret void
}
define i32 @main() {
  call void @f(ptr @g, ptr @g)
  ret i32 0
}`, "store i64 1, ptr %p", "%y = load i64, ptr %p"},
	{"noalias in a callee", "modified in a call of @f", `define void @f(ptr noalias %p) {
  %y = load i64, ptr %p
  call void @h()
  ret void
}
define void @h() {
  store i64 1, ptr @g
  ret void
}
define i32 @main() {
  call void @f(ptr @g)
  ret i32 0
}`, "  %y = load i64, ptr %p\n", ""},
	{"noalias, and a pointer in memory", "modified in a call of @f", `define void @f(ptr noalias %p) {
  store ptr %p, ptr @slot
  %q = load ptr, ptr @slot
  store i64 1, ptr %q
  store i64 2, ptr %p
  store i64 2, ptr @g
  ret void
}
define i32 @main() {
  call void @f(ptr @g)
  ret i32 0
}`, "store i64 2, ptr @g", "store i64 2, ptr %q"},
	{"noalias, and integers", "modified in a call of @h", `define void @f(ptr noalias %p) {
  %n = ptrtoint ptr %p to i64
  %q = inttoptr i64 %n to ptr
  store i64 1, ptr %p
  store i64 1, ptr %q
  ret void
}
define void @h(ptr noalias %p) {
  store i64 1, ptr %p
  store i64 1, ptr @g
  ret void
}
define i32 @main() {
  call void @f(ptr @g)
  call void @h(ptr @g)
  ret i32 0
}`, "  call void @h(ptr @g)\n", ""},
	{"readonly", "@f writes memory through its argument 1", `define void @f(ptr readonly %p) {
  %q = getelementptr i8, ptr %p, i64 4
  store i32 1, ptr %q
  ret void
}
define i32 @main() {
  call void @f(ptr @g)
  ret i32 0
}`, "readonly", "writeonly"},
	{"readonly, and another pointer", "@f writes memory through its argument 1", `define void @f(ptr readonly %p) {
  store i32 1, ptr %p
  ret void
}
define i32 @main() {
  call void @f(ptr @g)
  ret i32 0
}`, "store i32 1, ptr %p", "store i32 1, ptr @g"},
	{"writeonly", "@f reads memory through its argument 1", `define void @f(ptr writeonly %p) {
  %x = load i32, ptr %p
  ret void
}
define i32 @main() {
  call void @f(ptr @g)
  ret i32 0
}`, "writeonly", "readonly"},
	{"readnone of an argument", "@f reads memory through its argument 1", `define void @f(ptr readnone %p) {
  %x = load i32, ptr %p
  ret void
}
define i32 @main() {
  call void @f(ptr @g)
  ret i32 0
}`, "load i32, ptr %p", "load i32, ptr @g"},
	{"memory(none)", "@f reads memory, which its attributes exclude: @g", `define void @f() memory(none) {
  %a = alloca i64
  store i64 1, ptr %a
  %x = load i64, ptr @g
  ret void
}
define i32 @main() {
  call void @f()
  ret i32 0
}`, "load i64, ptr @g", "load i64, ptr @c"},
	{"memory(read) of a callee", "@f writes memory, which its attributes exclude: @g", `define void @f() memory(read) {
  call void @h()
  ret void
}
define void @h() {
  store i64 1, ptr @g
  ret void
}
define i32 @main() {
  call void @f()
  ret i32 0
}`, "memory(read)", "memory(write)"},
	{"memory at the call", "@f writes memory, which its attributes exclude: @g",
		"define void @f() {\n store i64 1, ptr @g\n ret void\n}\ndefine i32 @main() {\n call void @f() memory(read)\n ret i32 0\n}",
		"memory(read)", "memory(write)"},
	{"memory(argmem)", "@f writes memory, which its attributes exclude: @g", `define void @f(ptr %p) memory(argmem: readwrite) {
  store ptr %p, ptr %p
  store i64 1, ptr @g
  ret void
}
define i32 @main() {
  call void @f(ptr @slot)
  ret i32 0
}`, "store i64 1, ptr @g", "store i64 1, ptr %p"},
	{"memory(read, argmem: write)", "@f reads memory, which its attributes exclude: @slot",
		`define void @f(ptr %p) memory(read, argmem: write) {
  %x = load i64, ptr @g
  %y = load ptr, ptr %p
  ret void
}
define i32 @main() {
  call void @f(ptr @slot)
  ret i32 0
}`, "%y = load ptr, ptr %p", "store i64 %x, ptr %p"},
	{"captures(none)", "@f stores its argument 1 to @slot", `define void @f(ptr captures(none) %p) {
  %a = alloca ptr
  store ptr %p, ptr %a
  store ptr %p, ptr @slot
  ret void
}
define i32 @main() {
  call void @f(ptr @g)
  ret i32 0
}`, "  ret void", "  store ptr null, ptr @slot\n  ret void"},
	{"nocapture in a callee", "@f stores its argument 1 to memory from malloc", `define void @f(ptr nocapture %p) {
  %m = call ptr @malloc(i64 8)
  call void @h(ptr %p, ptr %m)
  ret void
}
define void @h(ptr noalias %p, ptr %m) {
  %q = getelementptr i8, ptr %p, i64 4
  store ptr %q, ptr %m
  ret void
}
define i32 @main() {
  call void @f(ptr @g)
  ret i32 0
}`, "  ret void\n}\ndefine void @h", "  call void @free(ptr %m)\n  ret void\n}\ndefine void @h"},
	{"captures(none) of a result", "@f returns its argument 1",
		"define ptr @f(ptr captures(none) %p) {\n ret ptr %p\n}\ndefine i32 @main() {\n call ptr @f(ptr @g)\n ret i32 0\n}",
		"captures(none)", "captures(ret: address, provenance)"},
	{"dead_on_return", "a branch depends on an undefined value", `define void @f(ptr dead_on_return %p) {
  store i64 1, ptr %p
  ret void
}
define i32 @main() {
  call void @f(ptr @g)
  %x = load i64, ptr @g
  %c = icmp eq i64 %x, 2
  br i1 %c, label %a, label %a
a:
  ret i32 0
}`, "  %x = load", "  store i64 1, ptr @g\n  %x = load"},
	{"initializes", "@f does not write to byte 4 of its argument 1", `define void @f(ptr initializes((0, 8)) %p) {
  store i32 1, ptr %p
  ret void
}
define i32 @main() {
  call void @f(ptr @g)
  ret i32 0
}`, "store i32 1", "store i64 1"},
	{"initializes, and a read before", "before it reads it", `define void @f(ptr initializes((0, 8)) %p) {
  %x = load i64, ptr %p
  store i64 1, ptr %p
  ret void
}
define i32 @main() {
  call void @f(ptr @g)
  ret i32 0
}`, "%x = load i64, ptr %p", "%x = load i64, ptr @g"},
	{"writable", "argument 1 of @f is the address of constant memory: @c, and is writable",
		"define void @f(ptr writable dereferenceable(8) %p) {\n ret void\n}\ndefine i32 @main() {\n call void @f(ptr @c)\n ret i32 0\n}",
		"@f(ptr @c)", "@f(ptr @g)"},
}

// checked runs a program with its promises checked.
func checked(t *testing.T, text string) string {
	t.Helper()
	p := load(t, text)
	p.CheckAttributes()
	var b bytes.Buffer
	_, err := p.New(interp.Options{MaxSteps: 1e5, Stdout: &b}).Run("main")
	var e *interp.Error
	if errors.As(err, &e) {
		s := e.Error()
		for _, n := range e.Finding.Notes {
			s += "; " + n.Msg
		}
		return s
	}
	return ""
}

// TestPromises breaks each promise, and keeps it in a neighbour.
func TestPromises(t *testing.T) {
	for _, c := range slices.Concat(promises, memoryPromises, races) {
		t.Run(c.name, func(t *testing.T) {
			if got := checked(t, promiseDecls+c.text); !strings.Contains(got, c.want) {
				t.Errorf("broken: %q, want %q", got, c.want)
			}
			kept := strings.Replace(c.text, c.from, c.to, 1)
			if kept == c.text {
				t.Fatal("no neighbour")
			}
			if got := checked(t, promiseDecls+kept); got != "" {
				t.Errorf("kept: %s", got)
			}
			if _, _, got := run(t, promiseDecls+c.text, interp.Options{MaxSteps: 1e5}); strings.Contains(got, c.want) {
				t.Errorf("it is checked without being asked: %s", got)
			}
		})
	}
}
