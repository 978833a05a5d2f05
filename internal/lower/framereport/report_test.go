// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framereport_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/framereport"
	"github.com/corolower/corolower/test/lowertest"
)

// reported splits the first function of a text, compares the report of its frame with the layout,
// and returns the report.
func reported(t *testing.T, text string, reuse bool) *framereport.Report {
	t.Helper()
	c := lowertest.Load(t, text)
	c.Split.Opts.ReuseStorage = reuse
	told := &framereport.Reporter{Ways: true}
	told.Attach(c.Split)
	r, err := c.Split.Split(c.M.Funcs[0])
	if err != nil {
		t.Fatal(err)
	}
	r.All()
	if len(told.Frames) != 1 {
		t.Fatalf("%d reports", len(told.Frames))
	}
	rep := &told.Frames[0]
	if err := lowertest.CheckReport(rep); err != nil {
		t.Error(err)
	}
	if rep.Size != r.Frame.Size || rep.Align != r.Frame.Align ||
		len(rep.Rows) != len(r.Frame.Slots) || len(rep.Suspends) != r.Suspends {
		t.Errorf("the report has size %d, align %d, %d rows, %d suspends; the layout %d, %d, %d, %d", rep.Size,
			rep.Align, len(rep.Rows), len(rep.Suspends),
			r.Frame.Size, r.Frame.Align, len(r.Frame.Slots), r.Suspends)
	}
	for _, s := range r.Frame.Slots {
		found := false
		for k := range rep.Rows {
			w := &rep.Rows[k]
			found = found || w.Offset == s.Offset && w.Size == s.Size && w.Align == s.Align && w.Rule == s.Why.Rule &&
				len(w.Sharing) == len(r.Frame.Sharing(s))
		}
		if !found {
			t.Errorf("no row is the slot at %d", s.Offset)
		}
	}
	return rep
}

const (
	begins = "call void @llvm.lifetime.start.p0(ptr %x)\n "
	ends   = "\n call void @llvm.lifetime.end.p0(ptr %x)"
)

// reasons lists, for frames with shared storage, why a row is in the frame.
var reasons = []struct{ name, early, promise, before, after, row, want string }{
	{name: "a value", before: "%x = call i32 @geti()", after: "call void @usei(i32 %x)",
		want: "value used-across: live over [0], used `call void @usei(i32 %x)`"},
	{name: "a parameter", after: "call void @usei(i32 %n)", row: "n",
		want: "value used-across: parameter 1, live over [0], used `call void @usei(i32 %n)`"},
	{name: "a byval parameter", after: "call void @read(ptr %bv)", row: "bv",
		want: "value used-across: parameter 3, live over [0], used `call void @read(ptr %bv)`"},
	{name: "the promise", early: "%x = alloca i32", promise: "%x", want: "promise promise: live over [0]"},
	{name: "an address that escapes, without markers", before: "%x = alloca [40 x i8]\n call void @use(ptr %x)",
		want: "object escapes: live over [0], kept by use 0, fix 40 noescape scope unmarked"},
	{name: "an object that takes only what would be padding", before: "%x = alloca i32\n call void @use(ptr %x)",
		want: "object escapes: live over [0], kept by use 0"},
	{name: "an address that is stored", before: "%x = alloca [40 x i8]\n store ptr %x, ptr %p",
		want: "object escapes: live over [0], kept by `store ptr %x, ptr %p`, fix 40 scope unmarked"},
	{name: "an address that is given away twice", before: "%x = alloca [40 x i8]\n call void @use(ptr %x)\n" +
		" call void @use(ptr %x)",
		want: "object escapes: live over [0], kept by use 0, kept by use 0, fix 40 noescape scope unmarked"},
	{name: "an address that is needed behind the suspend too", before: "%x = alloca i32\n store i32 1, ptr %x\n" +
		" call void @use(ptr %x)", after: "call void @read(ptr %x)",
		want: "object escapes: live over [0], used `call void @read(ptr %x)`, kept by use 0"},
	{name: "a life over the suspend", before: "%x = alloca [40 x i8]\n " + begins + "call void @use(ptr %x)",
		after: ends,
		want:  "object life-spans: live over [0], kept by use 0, fix 40 noescape scope"},
	{name: "a life over the suspend that is used", before: "%x = alloca i32\n " + begins + "store i32 1, ptr %x",
		after: "call void @read(ptr %x)" + ends,
		want:  "object life-spans: live over [0], used `call void @read(ptr %x)`"},
	{name: "a life without an end", before: "%x = alloca [40 x i8]\n " + begins + "call void @use(ptr %x)",
		want: "object never-ends: live over [0], kept by use 0, fix 40 noescape scope"},
	{name: "a life that begins again", before: "br label %loop\nloop:\n %x = alloca [40 x i8]\n" +
		" " + begins + "call void @use(ptr %x)" + ends, after: "br i1 %more, label %loop, label %cleanup\nunused:",
		early: "%more = icmp eq i32 %n, 0",
		want:  "object escapes-in-loop: live over [], kept by use 0, fix 40 noescape"},
	{name: "both sides", before: "%x = alloca i32\n store i32 1, ptr %x", after: "call void @read(ptr %x)",
		want: "object used-both-sides: live over [0], used `call void @read(ptr %x)`"},
	{name: "a coroutine keeps what it is given", before: "%x = alloca [40 x i8]\n" +
		" %y = call ptr @f(i32 0, ptr %x, ptr %p)",
		want: "object escapes: live over [0], kept by f 1, fix 40 scope unmarked"},
	{name: "an address behind a pointer that is called", before: "%x = alloca [40 x i8]\n call void %p(ptr %x)",
		want: "object escapes: live over [0], kept by `call void %p(ptr %x)`, fix 40 scope unmarked"},
	{name: "a field of the ABI", row: "__resume_fn", want: "field abi: live over [0]"},
}

func TestReportReasons(t *testing.T) {
	for _, c := range reasons {
		t.Run(c.name, func(t *testing.T) {
			text := lowertest.OneSuspend(c.early, c.promise, c.before, c.after)
			if c.row == "" {
				c.row = "x"
			}
			r := reported(t, text, true)
			got := "no row"
			for k := range r.Rows {
				if w := &r.Rows[k]; w.Name == c.row {
					got = told(text, w)
				}
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// LLVM gives up the search for the end of a lifetime, and so does the plain layout.
func TestReportLifeMaySpan(t *testing.T) {
	before := "%x = alloca [40 x i8]\n " + begins + "call void @use(ptr %x)\n"
	for k := range 40 {
		before += fmt.Sprintf(" br label %%b%d\nb%d:\n", k, k)
	}
	r := reported(t, lowertest.OneSuspend("", "", before+ends, ""), false)
	for k := range r.Rows {
		if w := &r.Rows[k]; w.Name == "x" {
			if w.Rule != coro.LifeMaySpan {
				t.Errorf("it is in the frame because %s", w.Rule)
			}
			return
		}
	}
	t.Error("it is not in the frame")
}

// told returns the contents of a row as text.
func told(text string, w *framereport.Row) string {
	at := func(p framereport.Place) string {
		from := strings.LastIndex(text[:p.Pos.Offset()], "\n") + 1
		line, _, _ := strings.Cut(text[from:], "\n")
		return "`" + strings.TrimSpace(line) + "`"
	}
	s := fmt.Sprintf("%s %s: ", w.Kind, w.Rule.Word())
	if w.Param > 0 {
		s += fmt.Sprintf("parameter %d, ", w.Param)
	}
	s += fmt.Sprintf("live over %v", w.Live)
	if w.Use.Pos.IsValid() {
		s += ", used " + at(w.Use)
	}
	for _, k := range w.Keepers {
		s += ", kept by "
		if k.Callee != "" {
			s += fmt.Sprintf("%s %d", k.Callee, k.Arg)
		} else {
			s += at(k.Place)
		}
	}
	if m := w.Fix; m != nil {
		s += fmt.Sprintf(", fix %d", m.Saves)
		for _, f := range []struct {
			is   bool
			word string
		}{{m.NoEscape, " noescape"}, {m.EndScope, " scope"}, {m.EndScope && !m.Marked, " unmarked"}} {
			if f.is {
				s += f.word
			}
		}
	}
	return s
}

// A fix that ends a scope earlier has the size that it states: if the lifetime ends before the
// suspend, the frame is smaller by that size.
func TestEndScope(t *testing.T) {
	for _, c := range []struct{ name, before, after, fixed, fixedAfter string }{
		{"kept by a call", "%x = alloca [100 x i8]\n " + begins + "call void @use(ptr %x)", ends,
			"%x = alloca [100 x i8]\n " + begins + "call void @use(ptr %x)" + ends, ""},
		{"kept by a store", "%x = alloca [100 x i8]\n " + begins + "store ptr %x, ptr %p", ends,
			"%x = alloca [100 x i8]\n " + begins + "store ptr %x, ptr %p" + ends, ""},
		{"no end", "%x = alloca [100 x i8]\n " + begins + "call void @use(ptr %x)", "",
			"%x = alloca [100 x i8]\n " + begins + "call void @use(ptr %x)" + ends, ""},
		{"not marked", "%x = alloca [100 x i8]\n call void @use(ptr %x)", "",
			"%x = alloca [100 x i8]\n " + begins + "call void @use(ptr %x)" + ends, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reported(t, lowertest.OneSuspend("", "", c.before, c.after), true)
			better := reported(t, lowertest.OneSuspend("", "", c.fixed, c.fixedAfter), true)
			for k := range r.Rows {
				if w := &r.Rows[k]; w.Name == "x" {
					if w.Fix == nil || !w.Fix.EndScope || better.Size != r.Size-w.Fix.Saves {
						t.Errorf("fix %+v of %d bytes; fixed there are %d", w.Fix, r.Size, better.Size)
					}
					return
				}
			}
			t.Error("it is not in the frame")
		})
	}
}

// No scope can end between a suspend's save and the suspend, where await_suspend gets the address.
func TestNoScopeEndsAtSave(t *testing.T) {
	for _, c := range []struct {
		before string
		scope  bool
	}{
		{"call void @use(ptr %x)\n  %save = call token @llvm.coro.save(ptr %hdl)", true},
		{"%save = call token @llvm.coro.save(ptr %hdl)\n  call void @use(ptr %x)", false},
	} {
		text := lowertest.OneSuspend("", "", "%x = alloca [100 x i8]\n "+begins+c.before, ends) + "declare token @llvm.coro.save(ptr)\n"
		r := reported(t, strings.Replace(text, "suspend(token none", "suspend(token %save", 1), true)
		for k := range r.Rows {
			if w := &r.Rows[k]; w.Name == "x" && (w.Fix != nil && w.Fix.EndScope) != c.scope {
				t.Errorf("%s: fix %+v", c.before, w.Fix)
			}
		}
	}
}

// Reports are collected only on request, and the request does not change the output.
func TestReportOnlyWhenAsked(t *testing.T) {
	text := lowertest.OneSuspend("", "", "%x = alloca i32\n call void @use(ptr %x)", "")
	for _, ask := range []bool{false, true} {
		c := lowertest.Load(t, text)
		told := &framereport.Reporter{}
		if ask {
			told.Attach(c.Split)
		}
		if _, err := c.SplitFunc(c.M.Funcs[0]); err != nil {
			t.Fatal(err)
		}
		if got := len(told.Frames); (got > 0) != ask {
			t.Errorf("%d reports", got)
		}
	}
}

// A coroutine that never suspends has an empty report.
func TestReportNeverSuspends(t *testing.T) {
	c := lowertest.Load(t, `define ptr @f() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
`)
	told := &framereport.Reporter{Ways: true}
	told.Attach(c.Split)
	if _, err := c.SplitFunc(c.M.Funcs[0]); err != nil {
		t.Fatal(err)
	}
	if len(told.Frames) != 1 || told.Frames[0].Size != 0 || len(told.Frames[0].Suspends) != 0 {
		t.Errorf("got %+v", told.Frames)
	}
}

// The paths of a coroutine with two suspends in a loop.
func TestReportWays(t *testing.T) {
	r := reported(t, lowertest.OneSuspend("", "", "br label %loop\nloop:", `%d = icmp eq i32 %n, 1
  br i1 %d, label %more, label %cleanup
more:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %last, label %loop
last:
  %z = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %z, label %suspend [ i8 1, label %cleanup ]
unused:`), true)
	var got []string
	for k := range r.Ways {
		w := &r.Ways[k]
		s := fmt.Sprintf("%d %s: %s", w.From, w.Kind, w.End)
		if w.End == framereport.WaySuspends {
			s += fmt.Sprintf(" %d", w.To)
		}
		got = append(got, s)
	}
	want := []string{"-1 called: suspends 0", "0 resumed: suspends 0", "0 resumed: suspends 1", "0 resumed: ends",
		"0 destroyed: ends", "1 destroyed: ends"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if !r.Suspends[1].Final || r.Suspends[0].Final {
		t.Error("the last suspend is the final one")
	}
}

// An object whose alignment makes most of the frame has a fix, and one with less does not.
func TestReportPadding(t *testing.T) {
	for align, want := range map[int]*framereport.Fix{1024: {Saves: 2048 - 64, Align: 16}, 16: nil} {
		r := reported(t, lowertest.OneSuspend(fmt.Sprintf("%%x = alloca [40 x i8], align %d", align), "",
			"call void @use(ptr %x)", "call void @use(ptr %x)"), true)
		for k := range r.Rows {
			if got := r.Rows[k].Fix; r.Rows[k].Name == "x" && !reflect.DeepEqual(got, want) {
				t.Errorf("align %d: got %+v, want %+v", align, got, want)
			}
		}
	}
}

// A flag that a path sets decides a later branch: the clean-up after the suspend goes on only if the
// coroutine was resumed, and ends it only if it was destroyed. A flag from before the suspend may have
// any value.
func TestReportFlags(t *testing.T) {
	r := reported(t, strings.Replace(lowertest.OneSuspend("", "", "br label %loop\nloop:", `br label %shared
destroyed:
  br label %shared
shared:
  %flag = phi i32 [ 0, %cont ], [ 2, %destroyed ]
  call void @usei(i32 %n)
  br label %test
test:
  %copy = phi i32 [ %flag, %shared ]
  %goes = icmp eq i32 %copy, 0
  br i1 %goes, label %loop, label %last
last:
  switch i32 %flag, label %unused [ i32 2, label %cleanup ]
unused:`), "i8 1, label %cleanup", "i8 1, label %destroyed", 1), true)
	var got []string
	for k := range r.Ways {
		w := &r.Ways[k]
		got = append(got, fmt.Sprintf("%d %s: %s %d", w.From, w.Kind, w.End, w.To))
	}
	want := []string{"-1 called: suspends 0", "0 resumed: suspends 0", "0 destroyed: ends -1"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// A coroutine of n suspends that may each be skipped has n*n/2 paths. The report has as many as the
// bound allows, shared among the suspends: the nearest of each.
func TestReportManyWays(t *testing.T) {
	const n = 300
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, `br i1 %%c, label %%do%d, label %%next%[1]d
do%[1]d:
  %%z%[1]d = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %%z%[1]d, label %%suspend [ i8 0, label %%next%[1]d i8 1, label %%cleanup ]
next%[1]d:
  call void @usei(i32 %%n)
  `, k)
	}
	c := lowertest.Load(t, lowertest.OneSuspend("", "", "%c = icmp eq i32 %n, 0", b.String()+"br label %cleanup\nunused:"))
	told := &framereport.Reporter{Ways: true}
	told.Attach(c.Split)
	if _, err := c.SplitFunc(c.M.Funcs[0]); err != nil {
		t.Fatal(err)
	}
	r := &told.Frames[0]
	if r.AllWays {
		t.Error("all ways are told")
	}
	nearest := map[int]bool{}
	places := 0
	for k := range r.Ways {
		w := &r.Ways[k]
		places += len(w.Via)
		if w.Kind == framereport.WayResumed && w.End == framereport.WaySuspends && w.To == w.From+1 {
			nearest[w.From] = true
		}
	}
	if len(nearest) != n {
		t.Errorf("the way to the next suspend is told of %d of %d", len(nearest), n)
	}
	if most := 64*6*n + 1<<20; places > most {
		t.Errorf("%d places; at most %d", places, most)
	}
}
