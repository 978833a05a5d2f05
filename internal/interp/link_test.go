// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp_test

import (
	"bytes"
	"testing"

	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// TestLink links two modules and runs the program.
func TestLink(t *testing.T) {
	const main = layout + "declare i32 @f(i32)\ndefine i32 @main() {\n  %r = call i32 @f(i32 3)\n  ret i32 %r\n}\n"
	for _, c := range []struct {
		name, a, b string
		code       int
		out, want  string
	}{
		{"definition", main, "define i32 @f(i32 %x) {\n  ret i32 %x\n}", 3, "", ""},
		{"variable", main + "@v = external global i32\ndefine i32 @g() {\n  %x = load i32, ptr @v\n  ret i32 %x\n}\n",
			"declare i32 @g()\n@v = global i32 8\ndefine i32 @f(i32 %x) {\n  %y = call i32 @g()\n  ret i32 %y\n}", 8, "", ""},
		{"alias", main, "@f = alias i32 (i32), ptr @h\ndefine i32 @h(i32 %x) {\n  ret i32 7\n}", 7, "", ""},
		{"internal", main + "define internal i32 @h(i32 %x) {\n  ret i32 1\n}\n",
			"define internal i32 @h(i32 %x) {\n  ret i32 2\n}\ndefine i32 @f(i32 %x) {\n  %y = call i32 @h(i32 %x)\n" +
				"  ret i32 %y\n}", 2, "", ""},
		{"weak", main + "define linkonce_odr i32 @h(i32 %x) {\n  ret i32 1\n}\n",
			"define i32 @h(i32 %x) {\n  ret i32 2\n}\ndefine i32 @f(i32 %x) {\n  %y = call i32 @h(i32 %x)\n" +
				"  ret i32 %y\n}", 2, "", ""},
		{"comdat", main + "$h = comdat any\ndefine i32 @h(i32 %x) comdat {\n  ret i32 1\n}\n",
			"$h = comdat any\ndefine i32 @h(i32 %x) comdat {\n  ret i32 2\n}\ndefine i32 @f(i32 %x) {\n" +
				"  %y = call i32 @h(i32 %x)\n  ret i32 %y\n}", 1, "", ""},
		{"twice", main + "define i32 @h(i32 %x) {\n  ret i32 1\n}\n", "define i32 @h(i32 %x) {\n  ret i32 2\n}", 0, "",
			"@h is defined here, and in a.ll"},
		{"constructors", main + "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } " +
			"{ i32 9, ptr @c, ptr null }]\ndefine void @c() {\n  %r = call i32 @puts(ptr @d)\n  ret void\n}\n",
			"declare i32 @putchar(i32)\ndeclare i32 @atexit(ptr)\n" +
				"@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @c, ptr null }]\n" +
				"@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @last, ptr null }]\n" +
				"define internal void @c() {\n  %r = call i32 @putchar(i32 49)\n  %s = call i32 @atexit(ptr @x)\n  ret void\n}\n" +
				"define void @x() {\n  %r = call i32 @putchar(i32 50)\n  ret void\n}\n" +
				"define void @last() {\n  %r = call i32 @putchar(i32 51)\n  ret void\n}\n" +
				"define i32 @f(i32 %x) {\n  ret i32 0\n}", 0, "1%d\n\n23", ""},
		{"layouts", main, "target datalayout = \"e-p:64:64-S64\"\n", 0, "", "the data layout"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var mods []*ir.Module
			for k, text := range []string{c.a, c.b} {
				m, err := parse.Module([]string{"a.ll", "b.ll"}[k], []byte(text))
				if err != nil {
					t.Fatal(err)
				}
				mods = append(mods, m)
			}
			var out bytes.Buffer
			p, err := interp.Link(mods...)
			code := 0
			if err == nil {
				code, err = p.New(interp.Options{Stdout: &out, MaxSteps: 1e6}).Run("main")
			}
			e := ir.AsError(err)
			switch {
			case c.want == "" && err != nil, c.want == "" && (code != c.code || out.String() != c.out):
				t.Errorf("exit code %d, output %q, error %v; want %d, %q", code, out.String(), err, c.code, c.out)
			case c.want != "" && (e == nil || e.File != "b.ll" || !bytes.HasPrefix([]byte(e.Msg), []byte(c.want))):
				t.Errorf("error %v, want %q in b.ll", err, c.want)
			}
		})
	}
}
