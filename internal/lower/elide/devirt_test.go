// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/test/lowertest"
)

// devirtModule has the coroutine @f, which suspends twice, @g, which suspends in a loop, and a
// caller with CALLS to be filled in.
const devirtModule = `
define {ptr, i64} @f(ptr %buf, i64 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %n)
  br i1 %s, label %done, label %more
more:
  %s2 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 1)
  br label %done
done:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
define internal {ptr, i64} @g(ptr %buf, i64 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %n)
  br i1 %s, label %done, label %loop
done:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
define {ptr, i64} @hand.on({ptr, i64} %r) {
  ret {ptr, i64} %r
}
define void @c(ptr %buf, ptr %p, i1 %b) {
entry:
  ; CALLS
  ret void
}
@global = global ptr null
declare fastcc {ptr, i64} @proto(ptr, i1 zeroext)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare ptr @llvm.coro.prepare.retcon(ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)
`

// stepF begins @f and goes on once.
const stepF = `; CALLS => %r = call {ptr, i64} @f(ptr %buf, i64 1)
  %c = extractvalue {ptr, i64} %r, 0
  %r2 = call fastcc {ptr, i64} %c(ptr %buf, i1 zeroext false)
  ; CALLS`

var calledDirectly = regexp.MustCompile(`call fastcc [^@%]*([@%][\w.]+)`)

func TestDevirtualise(t *testing.T) {
	for _, x := range []struct {
		name  string
		edits []string
		want  string // what the calls of continuations name, in order
		why   string // a piece of a remark on one that stays
	}{
		{"first", []string{stepF}, "@f.resume.0", ""},
		{"prepared", []string{stepF, "%r = call {ptr, i64} @f => %f = call ptr @llvm.coro.prepare.retcon(ptr @f)\n" +
			"  %r = call {ptr, i64} %f"}, "@f.resume.0", ""},
		{"second", []string{stepF, "; CALLS => %c2 = extractvalue {ptr, i64} %r2, 0\n" +
			"  %r3 = call fastcc {ptr, i64} %c2(ptr %buf, i1 zeroext false)"}, "@f.resume.0 @f.resume.1", ""},
		{"behind the end", []string{stepF, "; CALLS => %c2 = extractvalue {ptr, i64} %r2, 0\n" +
			"  %r3 = call fastcc {ptr, i64} %c2(ptr %buf, i1 zeroext false)\n" +
			"  %c3 = extractvalue {ptr, i64} %r3, 0\n  %r4 = call fastcc {ptr, i64} %c3(ptr %buf, i1 zeroext false)"},
			"@f.resume.0 @f.resume.1 %c3", ""},
		{"of either", []string{stepF, "; CALLS => %s = call {ptr, i64} @g(ptr %buf, i64 1)\n" +
			"  %d = extractvalue {ptr, i64} %s, 0\n  %e = select i1 %b, ptr %c, ptr %d\n" +
			"  %s2 = call fastcc {ptr, i64} %e(ptr %buf, i1 zeroext false)"}, "@f.resume.0 %e",
			"it may be any of @f.resume.0, @g.resume.0"},
		{"or null", []string{stepF, "%r2 = call fastcc {ptr, i64} %c( => %e = select i1 %b, ptr %c, ptr null\n" +
			"  %r2 = call fastcc {ptr, i64} %e("}, "@f.resume.0", ""},
		{"or unknown", []string{stepF, "%r2 = call fastcc {ptr, i64} %c( => %e = select i1 %b, ptr %c, ptr %p\n" +
			"  %r2 = call fastcc {ptr, i64} %e("}, "%e", ""},
		{"frozen", []string{stepF, "%r2 = call fastcc {ptr, i64} %c( => %e = freeze ptr %c\n" +
			"  %r2 = call fastcc {ptr, i64} %e("}, "%e", ""},
		{"what is yielded", []string{stepF, "{ptr, i64} %r, 0 => {ptr, i64} %r, 1\n  %e = inttoptr i64 %c to ptr",
			"%r2 = call fastcc {ptr, i64} %c( => %r2 = call fastcc {ptr, i64} %e("}, "%e", ""},
		{"another element", []string{stepF, "%r2 = call fastcc {ptr, i64} %c( => %two = insertvalue {ptr, ptr} " +
			"poison, ptr %c, 0\n  %both = insertvalue {ptr, ptr} %two, ptr %p, 1\n" +
			"  %e = extractvalue {ptr, ptr} %both, 1\n  %r2 = call fastcc {ptr, i64} %e("}, "%e", ""},
		{"an element of the first", []string{stepF, "%r2 = call fastcc {ptr, i64} %c( => %two = insertvalue {ptr, ptr} " +
			"poison, ptr %c, 0\n  %both = insertvalue {ptr, ptr} %two, ptr %p, 1\n" +
			"  %all = insertvalue {{ptr, ptr}, i64} poison, {ptr, ptr} %both, 0\n" +
			"  %e = extractvalue {{ptr, ptr}, i64} %all, 0, 1\n  %r2 = call fastcc {ptr, i64} %e("}, "%e", ""},
		{"an element of the first replaced", []string{stepF, "%r2 = call fastcc {ptr, i64} %c( => %two = insertvalue {ptr, i64} " +
			"poison, ptr %c, 0\n  %all = insertvalue {{ptr, i64}, i64} poison, {ptr, i64} %two, 0\n" +
			"  %other = insertvalue {{ptr, i64}, i64} %all, ptr %p, 0, 0\n" +
			"  %one = extractvalue {{ptr, i64}, i64} %other, 0\n" +
			"  %e = extractvalue {ptr, i64} %one, 0\n  %r2 = call fastcc {ptr, i64} %e("}, "%e", ""},
		{"put in", []string{stepF, "%c = => %rr = insertvalue {ptr, i64} %r, i64 7, 1\n  %c =",
			"{ptr, i64} %r, 0 => {ptr, i64} %rr, 0"}, "@f.resume.0", ""},
		{"replaced", []string{stepF, "%c = => %rr = insertvalue {ptr, i64} %r, ptr %p, 0\n  %c =",
			"{ptr, i64} %r, 0 => {ptr, i64} %rr, 0"}, "%c", ""},
		{"through memory", []string{stepF, "%r2 = => store ptr %c, ptr @global\n  %e = load ptr, ptr @global\n  %r2 =",
			"%r2 = call fastcc {ptr, i64} %c( => %r2 = call fastcc {ptr, i64} %e("}, "%e", ""},
		{"handed on", []string{stepF, "%c = => %rr = call {ptr, i64} @hand.on({ptr, i64} %r)\n  %c =",
			"{ptr, i64} %r, 0 => {ptr, i64} %rr, 0"}, "%c", ""},
		{"loop", []string{`; CALLS => %r = call {ptr, i64} @g(ptr %buf, i64 1)
  br label %loop
loop:
  %l = phi {ptr, i64} [ %r, %entry ], [ %r2, %next ]
  %c = extractvalue {ptr, i64} %l, 0
  %ended = icmp eq ptr %c, null
  br i1 %ended, label %over, label %next
next:
  %r2 = call fastcc {ptr, i64} %c(ptr %buf, i1 zeroext %b)
  br label %loop
over:`}, "@g.resume.0", ""},
		{"loop of two", []string{`; CALLS => %r = call {ptr, i64} @f(ptr %buf, i64 1)
  br label %loop
loop:
  %l = phi {ptr, i64} [ %r, %entry ], [ %r2, %next ]
  %c = extractvalue {ptr, i64} %l, 0
  %ended = icmp eq ptr %c, null
  br i1 %ended, label %over, label %next
next:
  %r2 = call fastcc {ptr, i64} %c(ptr %buf, i1 zeroext %b)
  br label %loop
over:`}, "%c", "it may be any of @f.resume.0, @f.resume.1"},
		{"loop that others enter", []string{`; CALLS => %r = call {ptr, i64} @g(ptr %buf, i64 1)
  br label %loop
loop:
  %l = phi {ptr, i64} [ %r, %entry ], [ %r2, %loop ]
  %c = extractvalue {ptr, i64} %l, 0
  %r2 = call fastcc {ptr, i64} %c(ptr %buf, i1 zeroext %b)
  %k = insertvalue {ptr, i64} %r2, ptr %p, 0
  br i1 %b, label %loop, label %over
over:`, "[ %r2, %loop ] => [ %k, %loop ]"}, "%c", ""},

		{"weak", []string{"define {ptr, i64} @f => define weak {ptr, i64} @f", stepF}, "%c",
			"@f, which returns it, may be replaced by another definition"},
		{"linkonce_odr", []string{"define {ptr, i64} @f => define linkonce_odr {ptr, i64} @f", stepF}, "%c",
			"@f, which returns it, may be replaced"},
		{"available_externally", []string{"define {ptr, i64} @f => define available_externally {ptr, i64} @f", stepF},
			"%c", "@f, which returns it, may be replaced"},
		{"comdat", []string{"define {ptr, i64} @f(ptr %buf, i64 %n) presplitcoroutine => $f = comdat any\n" +
			"define {ptr, i64} @f(ptr %buf, i64 %n) presplitcoroutine comdat", stepF}, "%c",
			"@f, which returns it, may be replaced"},
		{"interposed", []string{"define {ptr, i64} @f => !llvm.module.flags = !{!0}\n" +
			"!0 = !{i32 1, !\"SemanticInterposition\", i32 1}\ndefine {ptr, i64} @f", stepF}, "%c",
			"@f, which returns it, may be replaced"},
		{"interposed, but local", []string{"define {ptr, i64} @f => !llvm.module.flags = !{!0}\n" +
			"!0 = !{i32 1, !\"SemanticInterposition\", i32 1}\ndefine internal {ptr, i64} @f", stepF},
			"@f.resume.0", ""},
		{"another convention", []string{stepF, "%r2 = call fastcc {ptr, i64} %c( => %r2 = call {ptr, i64} %c("}, "",
			"@f.resume.0 has another type or calling convention"},
		{"another type", []string{stepF, "%c(ptr %buf, i1 zeroext false) => %c(ptr %buf)"}, "%c",
			"@f.resume.0 has another type or calling convention"},
		{"signed", []string{stepF, "%c(ptr %buf, i1 zeroext false) => %c(ptr %buf, i1 zeroext false) [ " +
			"\"ptrauth\"(i32 1, i64 0) ]"}, "%c", "or the call has operand bundles about the pointer"},
		{"null may be called", []string{stepF, "define void @c(ptr %buf, ptr %p, i1 %b) => define void @c(ptr " +
			"%buf, ptr %p, i1 %b) null_pointer_is_valid"}, "%c", ""},
		{"not to be optimised", []string{stepF, "define void @c(ptr %buf, ptr %p, i1 %b) => define void @c(ptr " +
			"%buf, ptr %p, i1 %b) noinline optnone"}, "%c", ""},
		{"any function", []string{"; CALLS => %e = select i1 %b, ptr @proto, ptr @proto\n" +
			"  %r2 = call fastcc {ptr, i64} %e(ptr %buf, i1 zeroext false)"}, "%e", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			u := lowertest.Load(t, edited(t, devirtModule, x.edits))
			var sink remark.Sink
			u.Elide.Remarks = &sink
			for _, name := range []string{"f", "g"} {
				f, err := u.M.Func(name)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := u.SplitFunc(f); err != nil {
					t.Fatal(err)
				}
			}
			sink = remark.Sink{}
			c, err := u.M.Func("c")
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second time finds nothing new, and tells nothing
				if _, err := u.Elide.Devirtualise(c); err != nil {
					t.Fatal(err)
				}
			}
			if l := ir.Verify(u.M); len(l) > 0 {
				t.Fatal(l)
			}
			text := lowertest.Function(t, "\n"+string(emit.Module(u.M)), "c")
			var got []string
			for _, m := range calledDirectly.FindAllStringSubmatch(text, -1) {
				got = append(got, m[1])
			}
			if strings.Join(got, " ") != x.want {
				t.Errorf("it calls %v, not %s:\n%s", got, x.want, text)
			}
			told := ""
			for k := range sink.List {
				told += sink.List[k].Message() + "\n"
			}
			if n := strings.Count(x.want, "@"); strings.Count(told, "called directly in 'c'\n") != n ||
				u.Elide.Direct != n {
				t.Errorf("%d calls became direct, and %d are told:\n%s", n, u.Elide.Direct, told)
			}
			if missed := strings.Contains(told, "continuation not called directly in 'c': "); missed != (x.why != "") ||
				!strings.Contains(told, x.why) {
				t.Errorf("it tells %s, not %s", told, x.why)
			}
		})
	}
}

// TestDevirtualiseTyped: with typed pointers the casts are looked through, and go.
func TestDevirtualiseTyped(t *testing.T) {
	u := lowertest.Load(t, `
define {i8*, i64} @f(i8* %buf, i64 %n) "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, i8* %buf, i8* bitcast ({i8*, i64} (i8*, i1)* @proto to i8*), i8* bitcast (i8* (i64)* @take to i8*), i8* bitcast (void (i8*)* @give to i8*))
  %h = call i8* @llvm.coro.begin(token %id, i8* null)
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %n)
  %e = call i1 @llvm.coro.end(i8* %h, i1 false)
  unreachable
}
define void @c(i8* %buf) {
  %p = call i8* @llvm.coro.prepare.retcon(i8* bitcast ({i8*, i64} (i8*, i64)* @f to i8*))
  %f = bitcast i8* %p to {i8*, i64} (i8*, i64)*
  %r = call {i8*, i64} %f(i8* %buf, i64 1)
  %c = extractvalue {i8*, i64} %r, 0
  %cf = bitcast i8* %c to {i8*, i64} (i8*, i1)*
  %r2 = call {i8*, i64} %cf(i8* %buf, i1 false)
  ret void
}
declare {i8*, i64} @proto(i8*, i1)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare i8* @llvm.coro.prepare.retcon(i8*)
declare token @llvm.coro.id.retcon(i32, i32, i8*, i8*, i8*, i8*)
declare i8* @llvm.coro.begin(token, i8*)
declare i1 @llvm.coro.end(i8*, i1)
declare i8* @take(i64)
declare void @give(i8*)
`)
	f, _ := u.M.Func("f")
	if _, err := u.SplitFunc(f); err != nil {
		t.Fatal(err)
	}
	c, _ := u.M.Func("c")
	if _, err := u.Elide.Devirtualise(c); err != nil {
		t.Fatal(err)
	}
	if l := ir.Verify(u.M); len(l) > 0 {
		t.Fatal(l)
	}
	text := lowertest.Function(t, "\n"+string(emit.Module(u.M)), "c")
	if !strings.Contains(text, "call { i8*, i64 } @f.resume.0(i8* %buf, i1 false)") || strings.Contains(text, "%cf") {
		t.Error(text)
	}
}
