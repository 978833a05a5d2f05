// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package link_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/link"
	"github.com/corolower/corolower/internal/parse"
)

const library = `
target triple = "nvptx64-nvidia-gpulibs"
%pair = type { i32, %inner }
%inner = type { i64 }
$c = comdat any
@.str = private unnamed_addr constant [3 x i8] c"#1\00", align 1
@table = internal addrspace(1) constant [2 x i32] [i32 1, i32 2]
@weak = weak_odr hidden global i32 7, comdat($c)
@quoted = internal constant ptr @"odd name"
define weak_odr float @__nv_sinf(float %x) comdat($c) #1 !note !3 {
  %a = load i32, ptr addrspace(1) @table ; @unused
  %b = load i8, ptr @.str, !range !4
  %c = call i32 @helper(i32 %a) #0
  %d = load ptr, ptr @quoted
  ret float %x
}
define linkonce_odr hidden i32 @helper(i32 %pair) comdat {
  %p = alloca %pair
  %v = load i32, ptr @weak
  %e = call i32 @other(i32 %v)
  call void @fromMain()
  ret i32 %e
}
define dso_local i32 @other(i32 %x) {
  ret i32 %x
}
define internal void @"odd name"() {
  ret void
}
define void @unused() {
  ret void
}
define void @fromMain() {
  ret void
}
attributes #0 = { nounwind }
attributes #1 = { nounwind "kind"="#0" }
attributes #2 = { noinline }
!3 = !{!4, !"!4"}
!4 = !{i8 0, i8 100}
!5 = !{i32 1}
`

const module = `target triple = "nvptx64-nvidia-cuda"
@.str = private constant [2 x i8] c"x\00"
%inner = type { i64 }
declare float @llvm.sin.f32(float)
declare i32 @other(i32)
define void @fromMain() {
  ret void
}
define float @f(float %x) #0 !m !0 {
  %s = call float @llvm.sin.f32(float %x)
  %t = call afn float @llvm.sin.f32(float %s)
  %l = load i8, ptr @.str
  ret float %t
}
attributes #0 = { nounwind }
!0 = !{i32 1}
`

func read(t *testing.T, text string) *link.Library {
	t.Helper()
	l, err := link.Read("lib.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestAll links a library with all kinds of items, and compares the result.
func TestAll(t *testing.T) {
	out, err := link.All("m.ll", []byte(module), []*link.Library{read(t, library)})
	if err != nil {
		t.Fatal(err)
	}
	text := string(out)
	if _, err := parse.Module("linked.ll", out); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, want := range []string{
		"%s = call float @__nv_sinf   (float %x)", "%t = call afn float @llvm.sin.f32(float %s)",
		"define internal float @__nv_sinf(float %x) #2 !note !4 {", "@.str.lib0 = internal unnamed_addr constant",
		"%b = load i8, ptr @.str.lib0, !range !5", "call i32 @helper(i32 %a) #1", "define internal i32 @helper(i32 %pair) {",
		"@weak = internal global i32 7\n", `define internal void @"odd name"()`, "%pair = type { i32, %inner }",
		"attributes #2 = { nounwind \"kind\"=\"#0\" }", "!4 = !{!5, !\"!4\"}", "!5 = !{i8 0, i8 100}",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	for _, no := range []string{"comdat", "@unused", "!{i32 1}\n!{i32 1}", "noinline", "declare i32 @other"} {
		if strings.Contains(text, no) {
			t.Errorf("there is %q", no)
		}
	}
	for _, once := range []string{"@fromMain() {", "%inner = type", "@other(i32 %x) {"} {
		if strings.Count(text, once) != 1 {
			t.Errorf("%q is not there once", once)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
	if strings.Index(text, "%l = load") != strings.Index(module, "%l = load") {
		t.Error("the places of the module moved")
	}
	if opt, err := exec.LookPath("opt-22"); err == nil {
		cmd := exec.Command(opt, "-passes=verify", "-disable-output")
		cmd.Stdin = strings.NewReader(text)
		if msg, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, msg)
		}
	}
}

// TestSeveral links libraries that need each other.
func TestSeveral(t *testing.T) {
	a := read(t, "declare void @b()\ndefine void @a() {\n  call void @b()\n  ret void\n}\n")
	b := read(t, "declare void @c()\ndefine void @b() {\n  call void @c()\n  ret void\n}\n")
	c := read(t, "define void @c() {\n  ret void\n}\n")
	m := "declare void @a()\ndefine void @m() {\n  call void @a()\n  ret void\n}\n"
	for _, libs := range [][]*link.Library{{a, b, c}, {c, b, a}} {
		out, err := link.All("m.ll", []byte(m), libs)
		if err != nil || strings.Contains(string(out), "declare") || strings.Count(string(out), "define internal") != 3 {
			t.Errorf("%v\n%s", err, out)
		}
	}
	out, err := link.All("m.ll", []byte(m), []*link.Library{c})
	if err != nil || string(out) != m {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestRefused has libraries that cannot be linked.
func TestRefused(t *testing.T) {
	if _, err := link.Read("lib.ll", []byte("@0 = private constant i32 1\n")); err == nil {
		t.Error("a symbol without a name is read")
	}
	m := "%t = type { i32 }\ndeclare void @a(ptr)\ndefine void @m(ptr %p) {\n  call void @a(ptr %p)\n  ret void\n}\n"
	for text, want := range map[string]string{
		"%t = type { i64 }\ndefine void @a(ptr %p) {\n  %v = load %t, ptr %p\n  ret void\n}\n": "another one in the module",
		"define void @a(i8* %p) {\n  ret void\n}\n":                                            "typed pointers",
		"define void @a(ptr %p) !note !7 {\n  ret void\n}\n":                                   "!7 is not defined",
	} {
		if _, err := link.All("m.ll", []byte(m), []*link.Library{read(t, text)}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
