// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
)

const decls = `declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.noop()
declare void @llvm.coro.resume(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
`

// coro returns the text of a coroutine with this name, and with header added to its header.
func coro(name, header string) string {
	return fmt.Sprintf(`define ptr @%s(i32 %%n) %s {
entry:
  %%id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %%size = call i64 @llvm.coro.size.i64()
  %%mem = call ptr @malloc(i64 %%size)
  %%hdl = call ptr @llvm.coro.begin(token %%id, ptr %%mem)
  %%s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %%s, label %%suspend [
    i8 0, label %%cleanup
    i8 1, label %%cleanup
  ]
cleanup:
  %%m = call ptr @llvm.coro.free(token %%id, ptr %%hdl)
  call void @free(ptr %%m)
  br label %%suspend
suspend:
  call void @llvm.coro.end(ptr %%hdl, i1 false, token none)
  ret ptr %%hdl
}
`, name, header)
}

func pipeline(t *testing.T, text string) *pass.Pipeline {
	t.Helper()
	pl, err := driver.Table.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return pl
}

// lowered runs a pipeline ("": the default), and checks the output with the parser and the
// verifier.
func lowered(t *testing.T, passes, text string) string {
	t.Helper()
	return loweredWith(t, passes, text, &driver.Options{})
}

// loweredKeeping is like lowered, but keeps all comments.
func loweredKeeping(t *testing.T, passes, text string) string {
	t.Helper()
	return loweredWith(t, passes, text, &driver.Options{KeepComments: true})
}

func loweredWith(t *testing.T, passes, text string, o *driver.Options) string {
	t.Helper()
	if passes != "" {
		o.Pipeline = pipeline(t, passes)
	}
	res, err := driver.Run("t.ll", []byte(text), o)
	if err != nil {
		t.Fatalf("%v", err)
	}
	out := res.Bytes()
	valid(t, out)
	return string(out)
}

func valid(t *testing.T, text []byte) {
	t.Helper()
	m, err := parse.Module("out.ll", text)
	if err != nil {
		e := ir.AsError(err)
		t.Fatalf("output does not parse: at byte %d: %v\n%s", e.Pos, err, text)
	}
	if l := ir.Verify(m); len(l) > 0 {
		t.Fatalf("output is not valid: %v\n%s", l[0], text)
	}
}

// inOrder checks that the words occur in the text in this order.
func inOrder(t *testing.T, text string, words ...string) {
	t.Helper()
	at := 0
	for _, w := range words {
		k := strings.Index(text[at:], w)
		if k < 0 {
			t.Errorf("%q is not in its place in\n%s", w, text)
			return
		}
		at += k + len(w)
	}
}

func TestBuiltInPipelinesKeepTheOrder(t *testing.T) {
	for _, a := range driver.Table.Aliases {
		for _, p := range a.Params {
			if broken := checkOrder(pipeline(t, a.Name+"<"+p+">")); broken != "" {
				t.Errorf("%s<%s>: %s", a.Name, p, broken)
			}
		}
	}
	if checkOrder(pipeline(t, "coro-split,coro-early")) == "" {
		t.Error("a wrong order was not seen")
	}
}

// TestNothingToDo checks that a run copies a file without coroutines unchanged, except for
// comments.
func TestNothingToDo(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""}, {"\n", "\n"}, {"; only a comment", ""}, {"define void @f() { ret void } ; x\n\n\n",
			"define void @f() { ret void }\n\n\n"},
		{"@a =   global i32 0\n!0 = !{}\n", "@a =   global i32 0\n!0 = !{}\n"},
	} {
		for _, keep := range []bool{false, true} {
			want := c.want
			if keep {
				want = c.text
			}
			res, err := driver.Run("t.ll", []byte(c.text), &driver.Options{KeepComments: keep})
			if err != nil || string(res.Bytes()) != want {
				t.Errorf("%q: got %q, want %q, %v", c.text, res.Bytes(), want, err)
			}
		}
	}
}

// TestComments checks that a run drops comments, in functions that passes change and in others,
// except those that LLVM prints, and keeps everything else.
func TestComments(t *testing.T) {
	plain := "; about plain\n; Function Attrs: nounwind\ndefine void @plain(ptr %p) nounwind { ; x\n  ; y\n" +
		"  call void asm \"; z\", \"\"()\n  unreachable\n\nb: ; No predecessors!\n  ret   void ; w\n}\n"
	text := "; ModuleID = 'm'\n; RUN: x\n\n@a = global i32 0 ; one\n\n; about f\n\n" +
		"; Function Attrs: presplitcoroutine\n" + coro("f", "presplitcoroutine") +
		"\n" + plain + decls + "; tail\n"
	out := lowered(t, "coro-early,coro-split", text)
	inOrder(t, out, "; ModuleID = 'm'\n\n%f.Frame = type", "\n\n@a = global i32 0\n@f.resumers", "\n\ndefine ptr @f(",
		"\n}\n\n; Function Attrs: nounwind\ndefine void @plain(ptr %p) nounwind {\n"+
			"  call void asm \"; z\", \"\"()\n  unreachable\n\nb: ; No predecessors!\n  ret   void\n}\n",
		"\ndefine internal fastcc void @f.resume(", "\n}\n\ndefine internal fastcc void @f.destroy(", "@f.cleanup(",
		"\n}\ndeclare")
	for _, word := range []string{"; RUN", "; one", "; about", "; x", "; y", "; w", "; tail"} {
		if strings.Contains(out, word) {
			t.Errorf("%q is left in\n%s", word, out)
		}
	}
}

// TestCommentsOnly checks that --keep-comments affects only comments and blank lines.
func TestCommentsOnly(t *testing.T) {
	files, err := filepath.Glob("../../test/lit/*/*.ll")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	blank := regexp.MustCompile(`\n\s*\n`)
	n := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		res, err := driver.Run(name, text, &driver.Options{})
		if err != nil {
			continue // a test of errors
		}
		kept, err := driver.Run(name, text, &driver.Options{KeepComments: true})
		if err != nil {
			t.Fatal(err)
		}
		f, err := parse.Scan("kept", kept.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		f.Uncommented(0, len(f.Text), func(part []byte) { want.Write(part) })
		a, b := blank.ReplaceAll(res.Bytes(), []byte("\n")), blank.ReplaceAll(want.Bytes(), []byte("\n"))
		if !bytes.Equal(bytes.TrimSpace(a), bytes.TrimSpace(b)) {
			t.Errorf("%s: without comments:\n%s\nwith them, and then without:\n%s", name, a, b)
		}
		n++
	}
	if n < 100 {
		t.Errorf("only %d files were lowered", n)
	}
}

// TestUntouchedItems checks that every unchanged item keeps its bytes and its position, and with
// --keep-comments also the text between items.
func TestUntouchedItems(t *testing.T) {
	pieces := []string{
		"; head\n\nsource_filename   = \"x.c\"   ; odd spacing\n", "\n\n@a   = global i32   1 ; one\n", "\n" +
			"; about b\n@b = alias i32, ptr @a\n",
		"\ndefine void @plain( i32 %x ) { ; on one line\n  ; inside\n  ret   void\n}\n",
		"attributes #7 = { nounwind   }\n", "!x = !{!5}\n!5 = !{i32   1}\n; tail",
	}
	text := pieces[0] + pieces[1] + pieces[2] + coro("f", "presplitcoroutine") + pieces[3] + decls +
		pieces[4] + pieces[5]
	out := loweredKeeping(t, "", text)
	inOrder(t, out, pieces[0], "%f.Frame = type", pieces[1], pieces[2], "define ptr @f(", pieces[3],
		"define internal fastcc void @f.resume(", "define internal fastcc void @f.destroy(", pieces[4], pieces[5])
}

func TestPlaces(t *testing.T) {
	f := coro("f", "presplitcoroutine")
	const keep = "coro-early,coro-split"
	// Before the first function, after comments that a blank line separates from it.
	inOrder(t, loweredKeeping(t, keep, "; RUN: x\n\n; about f\n"+f+decls),
		"; RUN: x\n\n%f.Frame = type", "\n\n@f.resumers = ", "\n\n; about f\ndefine ptr @f(", "\n\n"+
			"define internal fastcc void @f.resume(")
	inOrder(t, loweredKeeping(t, keep, "; about f\n"+f+decls), "; about f\n%f.Frame = type", "\n\n@f.resumers = ",
		"\n\ndefine ptr @f(")
	inOrder(t, lowered(t, keep, "target triple = \"x86_64-linux\"\n"+f+decls), "target triple = \"x86_64-linux\"\n"+
		"\n%f.Frame")
	// After others of their kind.
	inOrder(t, lowered(t, keep, "%A = type { i32 }\n\n@a = global %A zeroinitializer\n\n"+f+decls),
		"%A = type { i32 }\n%f.Frame = type", "\n\n@a = global %A zeroinitializer\n@f.resumers", "\n\ndefine ptr @f(")
	// Types before globals, if the file has only globals.
	inOrder(t, lowered(t, keep, "@a = global i32 0\n\n"+f+decls), "%f.Frame = type", "\n\n@a = global i32 0\n"+
		"@f.resumers")
	// The parts of all coroutines after all definitions of the file, in the order in which opt
	// prints them.
	inOrder(t, lowered(t, keep, f+decls+coro("g", "presplitcoroutine")), "define ptr @f(", "declare", "define ptr @g(",
		"define internal fastcc void @f.resume(", "void @f.destroy(", "void @f.cleanup(",
		"define internal fastcc void @g.resume(")
	// A file that ends without a newline.
	inOrder(t, lowered(t, keep, strings.TrimSuffix(decls+f, "\n")), "define ptr @f(", "}\n\n"+
		"define internal fastcc void @f.resume(")
}

func TestAttributeGroups(t *testing.T) {
	out := lowered(t, "coro-early", coro("f", "#3")+decls+"attributes #3 = { presplitcoroutine }\n"+
		"attributes #5 = { noduplicate }\n!0 = !{}\n")
	inOrder(t, out, "@f(i32 %n) #3 {", "call ptr @llvm.coro.begin(token %id, ptr %mem) #5",
		"attributes #5 = { noduplicate }\n!0")
	out = lowered(t, "coro-early", coro("f", "presplitcoroutine")+decls+"attributes #3 = { cold }\n!0 = !{}\n")
	inOrder(t, out, "@f(i32 %n) #4 {", "call ptr @llvm.coro.begin(token %id, ptr %mem) #5",
		"attributes #3 = { cold }\nattributes #4 = { presplitcoroutine }\nattributes #5 = { noduplicate }\n!0")
}

// TestAttributeComments checks that LLVM's comments about attributes follow changes of the
// attributes.
func TestAttributeComments(t *testing.T) {
	out := lowered(t, "", "\n; Function Attrs: nounwind presplitcoroutine\n"+coro("f",
		"nounwind presplitcoroutine")+decls)
	if strings.Contains(out, "presplitcoroutine") {
		t.Errorf("the attribute is still mentioned:\n%s", out)
	}
	inOrder(t, out, "; Function Attrs: nounwind\ndefine ptr @f(", "; Function Attrs: nounwind\n"+
		"define internal fastcc void @f.resume(")
}

// TestAddedOnce checks that a symbol that several functions add occurs once.
func TestAddedOnce(t *testing.T) {
	noop := "define ptr @n%d() {\n  %%h = call ptr @llvm.coro.noop()\n  call void @llvm.coro.resume(ptr %%h)\n" +
		"  ret ptr %%h\n}\n"
	out := lowered(t, "coro-early", fmt.Sprintf(noop, 1)+fmt.Sprintf(noop, 2)+decls)
	for _, w := range []string{"%NoopCoro.Frame = type", "@NoopCoro.Frame.Const = ", "@__NoopCoro_ResumeDestroy(",
		"declare ptr @llvm.coro.subfn.addr("} {
		if n := strings.Count(out, w); n != 1 {
			t.Errorf("%d times %q in\n%s", n, w, out)
		}
	}
}

func TestUseListOrdersGo(t *testing.T) {
	text := "@g = global i32 0\n" + coro("f", "presplitcoroutine") + decls + "\n" +
		"uselistorder ptr @llvm.coro.begin, { 0 }\n"
	if out := lowered(t, "", text); strings.Contains(out, "uselistorder") {
		t.Errorf("got\n%s", out)
	}
}

func TestGlobalDCE(t *testing.T) {
	text := "@mine = private constant i32 0\n" + coro("f", "presplitcoroutine") + decls
	out := lowered(t, "coro-early,coro-split,coro-cleanup,globaldce", text)
	if strings.Contains(out, "f.resumers") || strings.Contains(out, "f.cleanup") {
		t.Errorf("unused parts are left:\n%s", out)
	}
	inOrder(t, out, "@mine = private", "@f.resume(", "@f.destroy(")
	out = lowered(t, "coro-early,coro-split,globaldce,coro-cleanup", text)
	inOrder(t, out, "@f.resumers =", "@f.resume(", "@f.destroy(", "@f.cleanup(")
}

// TestUnusedDeclarations checks that globaldce drops the file's declarations of coroutine intrinsics
// only if nothing mentions them, under any spelling, in copied text or in new text.
func TestUnusedDeclarations(t *testing.T) {
	text := `@ends.in.at = constant [2 x i8] c"x@"
declare void @llvm.coro.resume(ptr)
declare i1 @llvm.coro.done(ptr) ; unused: @llvm.coro.done
declare void @other()
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare ptr @"llvm.coro.frame"()
declare i64 @llvm.coro.size.i64()
define ptr @f(ptr %h) {
  call void @llvm.coro.resume(ptr %h)
  %p = call ptr @"llvm\2Ecoro.promise"(ptr %h, i32 8, i1 false)
  ret ptr %p
}
`
	out := lowered(t, "globaldce", text)
	inOrder(t, out, "@llvm.coro.resume(ptr)", "@other()", "@llvm.coro.promise(ptr, i32, i1)", "define ptr @f")
	for _, gone := range []string{"llvm.coro.done", "llvm.coro.frame", "llvm.coro.size"} {
		if strings.Contains(out, gone) {
			t.Errorf("%s is left:\n%s", gone, out)
		}
	}
	if out := lowered(t, "", text); strings.Contains(out, "llvm.coro.") || !strings.Contains(out, "@other()") {
		t.Errorf("after the default pipeline:\n%s", out)
	}
	if out := lowered(t, "coro-early,coro-cleanup", text); !strings.Contains(out, "declare i64 @llvm.coro.size.i64()") {
		t.Errorf("without globaldce:\n%s", out)
	}
}

func TestCoroCond(t *testing.T) {
	plain := "define void @f() { ret void }\n"
	if out := lowered(t, "coro-cond(coro-early,cgscc(coro-split),coro-cleanup,verify)", plain); out != plain {
		t.Errorf("got %q", out)
	}
	inOrder(t, lowered(t, "coro-cond(coro-early,cgscc(coro-split),coro-cleanup)", coro("f", "presplitcoroutine")+decls),
		"@f.resume(")
}

// Output and errors are the same whatever the number of goroutines, and the same pass by pass as
// function by function.
func TestDeterministic(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		b.WriteString(coro(fmt.Sprintf("f%d", i), "presplitcoroutine"))
	}
	text := b.String() + decls
	bad := strings.Replace(text, "token %id, ptr %mem", "token none, ptr %mem", 7)
	run := func(text string, o *driver.Options) (string, string) {
		res, err := driver.Run("t.ll", []byte(text), o)
		var l ir.ErrorList
		if err != nil && !errors.As(err, &l) {
			t.Fatalf("not a list: %v", err)
		}
		msgs := ""
		for _, e := range l {
			msgs += fmt.Sprintln(e.Pos, e.Msg)
		}
		return string(res.Bytes()), msgs
	}
	want, _ := run(text, &driver.Options{Jobs: 1})
	_, wantErrs := run(bad, &driver.Options{Jobs: 1})
	if strings.Count(wantErrs, "\n") != 7 {
		t.Errorf("not all errors are reported:\n%s", wantErrs)
	}
	for _, o := range []*driver.Options{{Jobs: 2}, {Jobs: 7}, {Jobs: 100}, {Report: pass.Options{DebugManager: true}}} {
		if got, errs := run(text, o); got != want || errs != "" {
			t.Errorf("%+v: output differs %s", o, errs)
		}
		if got, errs := run(bad, o); got != "" || errs != wantErrs {
			t.Errorf("%+v: errors differ:\n%s\nwant\n%s", o, errs, wantErrs)
		}
	}
}

func TestCheckOnly(t *testing.T) {
	res, err := driver.Run("t.ll", []byte(coro("f", "presplitcoroutine")+decls), &driver.Options{CheckOnly: true})
	if err != nil || len(res.Bytes()) != 0 || len(res.Warnings) != 0 {
		t.Errorf("got %v, %q, %v", err, res.Bytes(), res.Warnings)
	}
	_, err = driver.Run("t.ll", []byte(coro("f", "")+decls), &driver.Options{CheckOnly: true})
	var l ir.ErrorList
	if !errors.As(err, &l) || l[0].Rule != "presplit-missing" {
		t.Errorf("got %v", err)
	}
}

// TestVerifyPass checks that verify reads the items that no other pass reads.
func TestVerifyPass(t *testing.T) {
	for text, want := range map[string]string{
		"define i32 @f() {\n  %a = add i32 %b, 1\n  %b = add i32 1, 1\n  ret i32 %a\n}\n": "dominate",
		"@g = global i32 banana\n":                    "banana",
		"!0 = !{i32 banana}\n":                        "banana",
		"declare banana void @f()\n":                  "banana",
		"define void @f() {\n  bananas\n}\n":          "bananas",
		"@g = global ptr @missing\n":                  "missing",
		"attributes #0 = { banana }\n":                "banana",
		"define void @f() {\n  ret void\n}\n!0=!{}\n": "",
	} {
		_, err := driver.Run("t.ll", []byte(text), &driver.Options{Pipeline: pipeline(t, "verify")})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

// TestInputErrors checks that what is wrong in the input is reported as such, with its place, and
// never as an internal error: by -verify-each and check before any pass, otherwise when a pass has
// come upon it.
func TestInputErrors(t *testing.T) {
	const (
		unknown    = "define void @k() {\n  ret void\n}\n\ndefine void @other() noblahblah {\n  ret void\n}\n"
		badLine    = "define void @k() {\n  ret void\n}\n\ndefine void @other(ptr %0, ptr %1) {\n  store ptr %0, ptr %1, alloca 8\n  ret void\n}\n"
		badDeclare = "target triple = \"nvptx64-nvidia-cuda\"\ndeclare noalias ptr @malloc(i64 readonly)\ndeclare ptr @_Znwm(i64)\ndeclare token @llvm.coro.id(i32, ptr, ptr, ptr)\n" +
			"define ptr @f() presplitcoroutine {\n  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)\n" +
			"  %m = call ptr @_Znwm(i64 8)\n  ret ptr %m\n}\n"
		cycle = "@a = alias ptr, getelementptr (i8, ptr @b, i64 8)\n@b = alias ptr, ptr @a\n"
	)
	each := driver.Options{Report: pass.Options{VerifyEach: true}}
	for _, c := range []struct {
		name, text string
		o          driver.Options
		want       string
	}{
		{"word, check", unknown, driver.Options{CheckOnly: true}, `5:22: expected '{' in function body, found "noblahblah"`},
		{"word, each", unknown, each, `5:22: expected '{' in function body, found "noblahblah"`},
		{"word, copied", unknown, driver.Options{}, ""},
		{"line, check", badLine, driver.Options{CheckOnly: true}, `6:25: expected metadata or 'align', found "alloca"`},
		{"line, each", badLine, each, `6:25: expected metadata or 'align', found "alloca"`},
		{"declaration", badDeclare, driver.Options{Pipeline: pipeline(t, "coro-cleanup")},
			"2:1: Attribute 'readonly' applied to incompatible type! (in function 'malloc')"},
		{"declaration, each", badDeclare, each, "2:1: Attribute 'readonly' applied to incompatible type! (in function 'malloc')"},
		{"aliases, each", cycle, each, "1:1: Aliases cannot form a cycle (@a)"},
		{"aliases, verify", cycle, driver.Options{Pipeline: pipeline(t, "verify")}, "1:1: Aliases cannot form a cycle (@a)"},
	} {
		_, err := driver.Run("t.ll", []byte(c.text), &c.o)
		got := ""
		if l := ir.AsList(err); len(l) > 0 {
			at := diag.NewFile("t.ll", []byte(c.text)).Place(l[0].Pos)
			got = fmt.Sprintf("%d:%d: %s", at.Line, at.Col, l[0].Msg)
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTargetLines(t *testing.T) {
	o := &driver.Options{KeepComments: true, Triple: "aarch64-linux-gnu", DataLayout: "e-i64:64"}
	for text, want := range map[string]string{
		"define void @f() { ret void }\n": "target datalayout = \"e-i64:64\"\n" +
			"target triple = \"aarch64-unknown-linux-gnu\"\n\ndefine void @f() { ret void }\n",
		"; x\nsource_filename = \"a\"\ntarget triple = \"b\"\n": "; x\nsource_filename = \"a\"\n" +
			"target datalayout = \"e-i64:64\"\ntarget triple = \"aarch64-unknown-linux-gnu\"\n",
		"": "target datalayout = \"e-i64:64\"\ntarget triple = \"aarch64-unknown-linux-gnu\"\n",
	} {
		res, err := driver.Run("t.ll", []byte(text), o)
		if err != nil || string(res.Bytes()) != want {
			t.Errorf("%q: got %q, %v", text, res.Bytes(), err)
		}
	}
	_, err := driver.Run("t.ll", []byte(coro("f", "presplitcoroutine")+decls), &driver.Options{DataLayout: "nonsense"})
	if err == nil || !strings.Contains(err.Error(), "-data-layout") {
		t.Errorf("got %v", err)
	}
}

// TestPrintPass checks that dumps are written to the log in pass order and do not change the
// output.
func TestPrintPass(t *testing.T) {
	var log bytes.Buffer
	text := coro("f", "presplitcoroutine") + decls
	o := &driver.Options{Pipeline: pipeline(t, "coro-early,print,coro-split,print,coro-cleanup"), Log: &log,
		Report: pass.Options{NeedsPassOrder: true}}
	res, err := driver.Run("t.ll", []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	if want := lowered(t, "coro-early,coro-split,coro-cleanup", text); string(res.Bytes()) != want {
		t.Errorf("printing changed the output to\n%s", res.Bytes())
	}
	inOrder(t, log.String(), "call i8 @llvm.coro.suspend", "declare void @free(ptr)", "define ptr @f(",
		"define internal fastcc void @f.resume(", "declare void @free(ptr)")
}

func TestNotText(t *testing.T) {
	for _, text := range []string{"BC\xc0\xde", "\x7fELF", "\xff\xfed\x00"} {
		_, err := driver.Run("t.ll", []byte(text), &driver.Options{})
		if e := ir.AsError(err); e == nil || e.Hint == "" {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func TestElideSafeCallMakesNoallocRamp(t *testing.T) {
	caller := strings.Replace(coro("g", "presplitcoroutine"), "  %s = call i8",
		"  %callee = call ptr @f(i32 1) coro_elide_safe\n  %s = call i8", 1)
	callee := strings.Replace(coro("f", "presplitcoroutine"), "  %mem = ",
		"  %need = call i1 @llvm.coro.alloc(token %id)\n  %mem = ", 1)
	text := callee + caller + decls + "declare i1 @llvm.coro.alloc(token)\n"
	inOrder(t, lowered(t, "coro-early,coro-split", text), "@f.noalloc(")
	plain := strings.Replace(text, " coro_elide_safe", "", 1)
	if out := lowered(t, "coro-early,coro-split", plain); strings.Contains(out, "noalloc") {
		t.Errorf("got\n%s", out)
	}
}
