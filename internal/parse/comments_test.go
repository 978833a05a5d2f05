// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/parse"
)

// uncommented returns the text of a file without the comments that LLVM does not print.
func uncommented(f *parse.File) string {
	var b strings.Builder
	f.Uncommented(0, len(f.Text), func(p []byte) { b.Write(p) })
	return b.String()
}

func TestUncommented(t *testing.T) {
	const body = "define void @f() {\n"
	for _, c := range []struct{ src, want string }{
		{"", ""},
		{"; one", ""},
		{"; one\n\n; two\n\n", ""},
		{"\n\n@a = global i32 0\n\n\n", "\n\n@a = global i32 0\n\n\n"},
		// The start and the end of a file.
		{"; RUN: x\n\n; about a\n\n@a = global i32 0\n", "@a = global i32 0\n"},
		{"@a = global i32 0\n\n; end\n", "@a = global i32 0\n"},
		{"@a = global i32 0\n; end", "@a = global i32 0\n"},
		{"@a = global i32 0 ; end", "@a = global i32 0"},
		// Comments at the end of a line.
		{"@a = global i32 0 \t; x\n@b = global i32 1;y\n", "@a = global i32 0\n@b = global i32 1\n"},
		{"@a = ; x\n  ; y\n  global ; z\ni32 0\n", "@a =\n  global\ni32 0\n"},
		{"define ; x\nvoid @f() ; { \"\n{ ; y }\n  ret void ; }\n} ; z\n", "define\nvoid @f()\n{\n  ret void\n}\n"},
		{"!0 = !{} ; x\n; y\n!1 = !{!0, ; z\n!0}\n!x = !{ ; w\n!0}\n", "!0 = !{}\n!1 = !{!0,\n!0}\n!x = !{\n!0}\n"},
		// The blank lines around dropped lines become one. Others stay.
		{"@a = global i32 0\n\n\n; x\n \n; y\n\t\n@b = global i32 0\n\n\n@c = global i32 0\n", "@a = global i32 0\n" +
			"\n@b = global i32 0\n\n\n@c = global i32 0\n"},
		{"@a = global i32 0\n; x\n@b = global i32 0\n", "@a = global i32 0\n@b = global i32 0\n"},
		{"@a = global i32 0 ; x\n\n; y\n@b = global i32 0\n", "@a = global i32 0\n\n@b = global i32 0\n"},
		{body + "\n; CHECK: x\n  ret void\n\n  ; y\n}\n", body + "  ret void\n}\n"},
		{body + "  br label %a\n\n  ; y\n\na:\n  ret void\n}\n", body + "  br label %a\n\na:\n  ret void\n}\n"},
		{"@a = global i32 0\r\n\r\n; x\r\n@b = global i32 0 ; y\r\n", "@a = global i32 0\r\n\r\n@b = global i32 0\r\n"},
		{body + "  ; x\r  ret void\n  ret void ; y\r\n}\n", body + "\r  ret void\n  ret void\r\n}\n"},
		// A semicolon in a string starts no comment.
		{"source_filename = \"a;b\" ; x\nmodule asm \"; y\"\n@a = global [3 x i8] c\"; z\"\n",
			"source_filename = \"a;b\"\nmodule asm \"; y\"\n@a = global [3 x i8] c\"; z\"\n"},
		{"define void @\"f;g\"() \"k;\"=\";v\" {\n  call void asm \"; x\", \"\"() ; y\n  br label %\"b;\"\n" +
			"\"b;\":\n  ret void\n}\n!0 = !{!\"; x\"}\n",
			"define void @\"f;g\"() \"k;\"=\";v\" {\n  call void asm \"; x\", \"\"()\n  br label %\"b;\"\n\"b;\":\n" +
				"  ret void\n}\n!0 = !{!\"; x\"}\n"},
		{"@a = global [2 x i8] c\"\n;\"\n", "@a = global [2 x i8] c\"\n;\"\n"},
		// Comments that LLVM prints.
		{"; ModuleID = 'x'\n; ModuleID = 'y'\n@a = global i32 0\n", "; ModuleID = 'x'\n@a = global i32 0\n"},
		{"\n; ModuleID = 'x'\n", ""},
		{"; Function Attrs: cold\n\n; Function Attrs: nounwind\n" + body + "  ret void\n}\n; Function Attrs: cold\n" +
			"declare void @g() cold\n",
			"; Function Attrs: nounwind\n" + body + "  ret void\n}\n; Function Attrs: cold\ndeclare void @g() cold\n"},
		{"; Function Attrs: nounwind\n@a = global i32 0\n ; Function Attrs: cold\ndeclare void @f()\n" +
			"; Function Attrs: cold\n\ndeclare void @g()\n",
			"@a = global i32 0\ndeclare void @f()\n\ndeclare void @g()\n"},
		{body + "  br label %a ; preds = %x\n\na:                   ; preds = %0\n  br label %b\n" +
			"b: ; No predecessors!\n  ; preds = %a\n  br label %\"c:\"\n\"c:\":; preds = %b\n  ret void\n}\n",
			body + "  br label %a\n\na:                   ; preds = %0\n  br label %b\nb: ; No predecessors!\n" +
				"  br label %\"c:\"\n\"c:\":; preds = %b\n  ret void\n}\n"},
		{body + "a: ; x\n  ret void\n\n; uselistorder directives\n  uselistorder i32 %x, { 1, 0 }\n}\n\n" +
			"; uselistorder directives\nuselistorder ptr @f, { 1, 0 }\n",
			body + "a:\n  ret void\n\n; uselistorder directives\n  uselistorder i32 %x, { 1, 0 }\n}\n\n" +
				"; uselistorder directives\nuselistorder ptr @f, { 1, 0 }\n"},
		{body + "\n; uselistorder directives\n  ret void\n}\n; uselistorder directives\n", body + "  ret void\n}\n"},
		{body + "a: ; x\n  ret void ; uselistorder directives\n; about the order\n  uselistorder i32 %x, { 1, 0 }\n}\n" +
			"; about the order\nuselistorder ptr @f, { 1, 0 }\n",
			body + "a:\n  ret void\n  uselistorder i32 %x, { 1, 0 }\n}\nuselistorder ptr @f, { 1, 0 }\n"},
		{"^0 = gv: (name: \"f\") ; guid = 1\n^1 = gv: (name: \"g\") ; x\n@a = global i32 0 ; guid = 2\n",
			"^0 = gv: (name: \"f\") ; guid = 1\n^1 = gv: (name: \"g\")\n@a = global i32 0\n"},
	} {
		if got := uncommented(scan(t, c.src)); got != c.want {
			t.Errorf("%q\ngot  %q\nwant %q", c.src, got, c.want)
		}
	}
}

// checkUncommented checks that the text without comments has the same items, and that no further
// comment would be dropped from it.
func checkUncommented(t *testing.T, f *parse.File) {
	t.Helper()
	text := uncommented(f)
	g, err := parse.Scan("uncommented", []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%q\nwhich is, without comments,\n%q", err, text, f.Text)
	}
	if again := uncommented(g); again != text {
		t.Fatalf("comments were left in\n%q\nof\n%q", text, f.Text)
	}
	var a, b []string
	for _, l := range []struct {
		f *parse.File
		s *[]string
	}{{f, &a}, {g, &b}} {
		for i := range l.f.Items {
			if it := &l.f.Items[i]; it.Kind != parse.ItemTail {
				*l.s = append(*l.s, kindNames[it.Kind]+" "+it.Name)
			}
		}
	}
	if x, y := strings.Join(a, "\n"), strings.Join(b, "\n"); x != y {
		t.Fatalf("%q has the items\n%s\nand without comments\n%s", f.Text, x, y)
	}
}

// TestUncommentedCorpus checks that any two parts give the same text as the whole, except for blank
// lines.
func TestUncommentedCorpus(t *testing.T) {
	for _, name := range corpus(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parse.Scan(name, text)
		if err != nil {
			continue // a test of errors
		}
		checkUncommented(t, f)
		want := bytes.ReplaceAll([]byte(uncommented(f)), []byte("\n"), nil)
		for i := 0; i < len(f.Items); i += 1 + len(f.Items)/20 {
			var b bytes.Buffer
			at := f.Items[i].End
			f.Uncommented(0, at, func(p []byte) { b.Write(p) })
			f.Uncommented(at, len(text), func(p []byte) { b.Write(p) })
			if got := bytes.ReplaceAll(b.Bytes(), []byte("\n"), nil); !bytes.Equal(got, want) {
				t.Errorf("%s: cut at byte %d it reads differently", name, at)
			}
		}
	}
}

// TestCarriageReturnEndsComment checks that the text after a carriage return is code, as in LLVM.
func TestCarriageReturnEndsComment(t *testing.T) {
	m, err := parse.Module("x", []byte("define void @f(ptr %p) {\n  ; x\r  store i32 1, ptr %p\r\n  ret void ; y\r}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if n := m.Funcs[0].Entry().Len(); n != 2 {
		t.Errorf("%d instructions", n)
	}
}
