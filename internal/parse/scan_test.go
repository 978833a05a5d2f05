// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

var kindNames = [parse.NumItemKinds]string{"?", "source", "triple", "layout", "asm", "type", "comdat", "global",
	"declare", "define", "attrs", "named", "md",
	"summary", "uselist", "tail"}

func scan(t testing.TB, src string) *parse.File {
	t.Helper()
	f, err := parse.Scan("x.ll", []byte(src))
	if err != nil {
		t.Fatalf("%v at %s in\n%s", err, where([]byte(src), err), src)
	}
	return f
}

// outline writes each item as its kind, its name and the quoted text from Head to End.
func outline(f *parse.File) string {
	var b strings.Builder
	for i := range f.Items {
		it := &f.Items[i]
		fmt.Fprintf(&b, "%s %s %q\n", kindNames[it.Kind], ir.QuoteName(it.Name), f.Text[it.Head:it.End])
	}
	return b.String()
}

func TestScanItems(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", ""},
		{"\n ; only a comment", "tail \"\" \"\"\n"},
		{"; c\n@a = global i32 0 ; x\n\n; d\n@\"b\\22c\" = global i32 1\n\n",
			"global a \"@a = global i32 0 ; x\\n\"\nglobal \"b\\22c\" \"@\\\"b\\\\22c\\\" = global i32 1\\n\"\n" +
				"tail \"\" \"\"\n"},
		{"@0 = global i32 0\n@\"0\" = global i32 0", "global 0 \"@0 = global i32 0\\n\"\n" +
			"global \"0\" \"@\\\"0\\\" = global i32 0\"\n"},
		{"@a = global [2 x ptr] [\n  ptr\n@b, ; comment with \"quote\n ptr null]\n@b = global i8 0",
			"global a \"@a = global [2 x ptr] [\\n  ptr\\n@b, ; comment with \\\"quote\\n ptr null]\\n\"\n" +
				"global b \"@b = global i8 0\"\n"},
		{"@a = global [1 x i8] c\"\n@b = \"\n@c = global i8 0",
			"global a \"@a = global [1 x i8] c\\\"\\n@b = \\\"\\n\"\nglobal c \"@c = global i8 0\"\n"},
		{"define { i32 } @f({ i8 } %x) prefix { i32 } { i32 1 } {\n  ret { i32 } undef ; }\n}\ndefine void @g() {\n" +
			"x:\n  ret void\n}",
			"define f \"define { i32 } @f({ i8 } %x) prefix { i32 } { i32 1 } {\\n  ret { i32 } undef ; " +
				"}\\n}\\n\"\ndefine g \"define void @g() {\\nx:\\n  ret void\\n}\"\n"},
		{"define void @\"a}{\"() { call void asm \"}\", \"\"() ret void } define void @b() { ret void }\n",
			"define \"a}{\" \"define void @\\\"a}{\\\"() { call void asm \\\"}\\\", \\\"\\\"() ret void }\"\n" +
				"define b \"define void @b() { ret void }\\n\"\n"},
		{"define \"k\"=\"@x{\" %\"T@\" @f() { ret void }",
			"define f \"define \\\"k\\\"=\\\"@x{\\\" %\\\"T@\\\" @f() { ret void }\"\n"},
		{"define void @f() { #dbg_label(!0, !1)\n ret void }",
			"define f \"define void @f() { #dbg_label(!0, !1)\\n ret void }\"\n"},
		{"define void @f() { \"a b\":\n ret void }", "define f \"define void @f() { \\\"a b\\\":\\n ret void }\"\n"},
		{"define void @f() { i32:\n ret void }", "define f \"define void @f() { i32:\\n ret void }\"\n"},
		{"define void @f() { %x = add { i32 } undef, undef }",
			"define f \"define void @f() { %x = add { i32 } undef, undef }\"\n"},
		{"declare void @f(i32,\n  i32)\n  #0\nattributes #0 = {\n nounwind\n}\n",
			"declare f \"declare void @f(i32,\\n  i32)\\n  #0\\n\"\n" +
				"attrs \"\" \"attributes #0 = {\\n nounwind\\n}\\n\"\n"},
		{"!0 = !{}\n!1 = distinct !{!1,\n!0}\n!x.y = !{!0}\n!2 = !{!\"a\n!3 = \"}",
			"md \"\" \"!0 = !{}\\n!1 = distinct !{!1,\\n!0}\\n\"\nnamed x.y \"!x.y = !{!0}\\n\"\n" +
				"md \"\" \"!2 = !{!\\\"a\\n!3 = \\\"}\"\n"},
		{"source_filename = \"a;b\"\ntarget datalayout = \"e\"\ntarget triple = \"x\"\nmodule asm \"@a = {\"\n" +
			"%t = type { i32 }\n%\"u v\" = type opaque\n$c = comdat any\n^0 = module: (path: \"x\")\n" +
			"uselistorder i32 0, { 1, 0 }",
			"source \"\" \"source_filename = \\\"a;b\\\"\\n\"\nlayout \"\" \"target datalayout = \\\"e\\\"\\n\"\n" +
				"triple \"\" \"target triple = \\\"x\\\"\\n\"\nasm \"\" \"module asm \\\"@a = {\\\"\\n\"\n" +
				"type t \"%t = type { i32 }\\n\"\ntype \"u v\" \"%\\\"u v\\\" = type opaque\\n\"\n" +
				"comdat c \"$c = comdat any\\n\"\nsummary \"\" \"^0 = module: (path: \\\"x\\\")\\n\"\n" +
				"uselist \"\" \"uselistorder i32 0, { 1, 0 }\"\n"},
		{"@a = global i32 0\r\n\r\n@b = global i32 0\r\n", "global a \"@a = global i32 0\\r\\n\"\n" +
			"global b \"@b = global i32 0\\r\\n\"\n"},
		{"; x\r@a = ; y\rglobal i32 0 ; z\r@b = global i32 0 ; w\r\n",
			"global a \"@a = ; y\\rglobal i32 0 ; z\\r\"\nglobal b \"@b = global i32 0 ; w\\r\\n\"\n"},
		{"define void @f() { ; x\r  ret void ; }\r}", "define f \"define void @f() { ; x\\r  ret void ; }\\r}\"\n"},
		{"declare void @f() nounwind declare void @\"a declare b\"() @g = global ptr @f, align 8 @declare = global " +
			"i32 0 attributes #0 = { nounwind }\n",
			"declare f \"declare void @f() nounwind \"\n" +
				"declare \"a declare b\" \"declare void @\\\"a declare b\\\"() \"\n" +
				"global g \"@g = global ptr @f, align 8 \"\nglobal declare \"@declare = global i32 0 \"\n" +
				"attrs \"\" \"attributes #0 = { nounwind }\\n\"\n"},
		{"declare target(\"x\")\ntarget (\"y\") @f()", ""},
	} {
		f, err := parse.Scan("x", []byte(c.src))
		if err != nil {
			t.Errorf("%s\n%v", c.src, err)
			continue
		}
		if got := outline(f); c.want != "" && got != c.want {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", c.src, got, c.want)
		}
		checkTiles(t, f)
	}
}

// checkTiles checks that the items side by side form the file.
func checkTiles(t testing.TB, f *parse.File) {
	t.Helper()
	at := 0
	for i := range f.Items {
		it := &f.Items[i]
		if it.Start != at || it.Head < it.Start || it.End < it.Head || it.Kind == parse.ItemInvalid {
			t.Fatalf("item %d [%d %d %d] of kind %d does not follow %d in\n%q", i, it.Start, it.Head, it.End, it.Kind,
				at, f.Text)
		}
		if it.Kind == parse.ItemDefine && (it.Body <= it.Head || it.Body >= it.End || f.Text[it.Body] != '{') {
			t.Fatalf("item %d has its body at %d", i, it.Body)
		}
		at = it.End
	}
	if at != len(f.Text) {
		t.Fatalf("items end at %d of %d bytes", at, len(f.Text))
	}
}

func TestDialect(t *testing.T) {
	const wrapped = "\ndeclare void @f(ptr)\n"
	for _, c := range []struct {
		src     string
		typed   bool
		records bool
		version ir.Version
		oldest  ir.Version
	}{
		{"", false, false, 22, 15},
		{"declare void @f(i8*)", true, false, 14, 14},
		{"declare void @f(ptr)", false, false, 22, 15},
		{"%ptr = type { i32 }\ndeclare void @\"a*\"(%ptr)\ndefine void @g() {\n  %x = alloca %ptr ; ptr\n" +
			"  %y = load i32, i32* null\n  ret void\n}", true, false, 14, 14},
		{"declare i1 @llvm.coro.end(ptr, i1)", false, false, 19, 15},
		{"declare i1 @llvm.coro.end(ptr, i1, token)", false, false, 19, 18},
		{"declare i1 @llvm.coro.end(ptr, i1, token)\ndeclare void @g(ptr captures(none))", false, true, 21, 21},
		{"declare void @llvm.coro.end(ptr, i1, token)", false, true, 22, 22},
		{"define void @f(ptr %h) {\n  %a = call i1 @llvm.coro.end(ptr %h, i1 false)\n  ret void\n}", false,
			false, 19, 15},
		{"define void @f(ptr %h) {\n  call void @llvm.coro.end(ptr %h, i1 false, token none)\n  ret void\n}", false,
			true, 22, 22},
		{"declare void @llvm.coro.end(ptr, i1, token)\ndeclare void @llvm.coro.dead(ptr)", false, true, 23, 23},
		{"declare i1 @llvm.coro.end(i8*, i1)", true, false, 14, 14},
		{"declare void @llvm.dbg.value(metadata, metadata, metadata)\ndeclare i1 @llvm.coro.end(ptr, i1, token)", false,
			false, 19, 18},
		{"declare void @llvm.dbg.value(metadata, metadata, metadata)\ndefine void @f() {\n    #dbg_label(!0, !0)\n" +
			"  ret void\n}\n!0 = !{}", false, true, 22, 19},
		{"declare void @f(ptr nocapture)", false, false, 19, 15},
		{"declare void @\"captures(\"(ptr) ; captures(none)", false, false, 22, 15},
		{"declare void @f(ptr captures(none))", false, true, 22, 21},
		{"declare void @f(ptr)\nattributes #0 = { memory(none) }", false, false, 22, 16},
		{"declare void @f(ptr)\nattributes #0 = { \"memory(\" }", false, false, 22, 15},
		{"declare void @llvm.lifetime.start.p0(ptr)", false, true, 22, 22},
		{"declare void @llvm.lifetime.start.p0(i64, ptr)", false, false, 19, 15},
		// A star in a file with a ptr is an old spelling of ptr, at any position.
		{"%t = type { %t*, i32 }" + wrapped, false, false, 22, 15},
		{"%t = type { %t*, i32 }\ndefine void @f() {\n  %x = alloca ptr\n  ret void\n}", false, false, 22, 15},
		{"define void @f(i8* %p) {\n  store ptr null, i8* %p\n  ret void\n}", false, false, 22, 15},
		// These are not types.
		{"%t = type { %t*, i32 }\n$ptr = comdat any\n@ptr = global i8 0 ; ptr\n@s = constant [3 x i8] c\"ptr\"\n" +
			"define void @f() {\nentry:\n  br label %ptr\nptr:\n  ret void\n}\n!ptr = !{!0}\n!0 = !{!\"ptr\"}",
			true, false, 14, 14},
		{"module asm \"*\"\n@\"a*b\" = global i8 0 ; i8*\n@s = constant [1 x i8] c\"*\"\ndeclare void @f(ptr)\n" +
			"!0 = !{!\"i8*\"}", false, false, 22, 15},
	} {
		f := scan(t, c.src)
		m := f.NewUnit()
		if m.TypedPtrs != c.typed || m.Version != c.version || m.DbgRecords != c.records || m.Oldest != c.oldest {
			t.Errorf("%s\ntyped %v, version %d, oldest %d, records %v", c.src, m.TypedPtrs, m.Version, m.Oldest,
				m.DbgRecords)
		}
	}
}

// TestLastTargetLine checks that the last of two target lines of one kind counts, and that nothing
// of the first remains.
func TestLastTargetLine(t *testing.T) {
	m := scan(t, "target datalayout = \"e-P3-A5-G7\"\ntarget triple = \"a\"\ntarget datalayout = \"e-m:e\"\n"+
		"target triple = \"b\"\ndeclare void @f()").NewUnit()
	if m.DataLayout != "e-m:e" || m.Triple != "b" || m.ProgramAddrSpace() != 0 {
		t.Errorf("layout %q, triple %q", m.DataLayout, m.Triple)
	}
	f, err := m.Lookup("f")
	if err != nil || f.Type().AddrSpace() != 0 {
		t.Errorf("@f is in address space %d: %v", f.Type().AddrSpace(), err)
	}
}

func TestHasCoro(t *testing.T) {
	f := scan(t, `
declare ptr @llvm.coro.begin(token, ptr)
define void @plain() #0 { ret void }
define void @grouped() #1 { ret void }
define void @old() #2 { ret void }
define void @direct() presplitcoroutine { ret void }
define void @mentions() { call ptr @llvm.coro.begin(token none, ptr null) ret void }
define void @both() #0 #1 { ret void }
attributes #0 = { nounwind }
attributes #1 = { nounwind presplitcoroutine }
attributes #2 = { "coroutine.presplit"="0" }
`)
	want := "grouped old direct mentions both"
	var got []string
	for i := range f.Items {
		if f.HasCoro(&f.Items[i]) {
			got = append(got, f.Items[i].Name)
		}
	}
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got %s, want %s", s, want)
	}
	if !parse.MentionsCoro(f.Text) || parse.MentionsCoro([]byte("define void @f()")) {
		t.Error("MentionsCoro")
	}
	if f.NextAttrGroup() != 3 || f.NextMD() != 0 {
		t.Errorf("next group %d, next node %d", f.NextAttrGroup(), f.NextMD())
	}
}

// TestFarNumbers checks that large numbers do not create large tables.
func TestFarNumbers(t *testing.T) {
	src := "define void @f() !x !2000000000 {\n  %1000000000 = add i32 %1999999999, 1\n  br label %2000000000\n" +
		"2000000000:\n  ret void\n}\n" +
		"!2000000000 = !{!5}\n!5 = !{}\n"
	_, err := parse.Module("x", []byte(src))
	if e := ir.AsError(err); e == nil || e.Msg != "use of undefined value '%1999999999'" {
		t.Errorf("%v", err)
	}
	f := scan(t, src)
	if f.NextMD() > 100 || !f.HasMD(2000000000) {
		t.Errorf("next node %d", f.NextMD())
	}
	ok := strings.Replace(src, "%1999999999", "7", 1)
	if _, err := parse.Module("x", []byte(ok)); err != nil {
		t.Error(err)
	}
}

// TestMDNumbers finds nodes in any order of their numbers once each, in ascending order.
func TestMDNumbers(t *testing.T) {
	var src strings.Builder
	const n = 5000
	for k := n - 1; k >= 0; k-- {
		fmt.Fprintf(&src, "!%d = !{}\n", 3*k)
	}
	src.WriteString("!2000000000 = !{}\n")
	f := scan(t, src.String())
	nums := f.MDNumbers()
	if len(nums) != n+1 || nums[n] != 2000000000 {
		t.Fatalf("%d numbers, the last is %d", len(nums), nums[len(nums)-1])
	}
	for k := range n {
		if nums[k] != 3*k || !f.HasMD(3*k) || f.HasMD(3*k+1) {
			t.Fatalf("number %d is %d", k, nums[k])
		}
	}
}
